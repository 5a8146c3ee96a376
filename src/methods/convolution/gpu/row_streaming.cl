// SPDX-License-Identifier: Apache-2.0
// One pass over an image whose rows are whole units, by row streaming (row_streaming.h). The sums
// are in separable_sums.h or stencil_sums.h.
//   one group   -> (GROUP_HEIGHT * SAMPLES) x rows samples; IN_BLOCKS: of neighbouring blocks
//   local       -> see row_streaming.h
//   one item    -> UNIT neighbouring samples, `rows` rows, one after another

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void row_streaming(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
           GLOBAL uchar* between, const GLOBAL float* RESTRICT weights,
           GLOBAL uchar* out, ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(float4, lines)) {
  LOCAL_BODY(float4, lines)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  out += origin(&a->out);
#if IN_BLOCKS
  in += FIRST_CHANNEL(a, row_of_items()) * a->in.channel;
  out += FIRST_CHANNEL(a, row_of_items()) * a->out.channel;
#endif
  const RowStream m = row_stream_of(in, a);
  const int first = a->y0 + GROUP_Y * a->rows, end = MIN_INT(first + a->rows, a->y1);

  LOCAL float4* line = lines + LOCAL_Y * 2 * PARTS * LINE;
  LOCAL float4* next = line + PARTS * LINE;
  Coming coming[AHEAD];
  UNROLL for (int i = 0; i < AHEAD; ++i) coming[i] = begin_row(a, &m, first - RADIUS_Y + i);
  float sums[SUMS_KEPT][UNIT] = {{0.0f}};
  float holes = 0.0f;  // NaN once a sum was
  NO_UNROLL for (int above = first - 2 * RADIUS_Y; above < end; above += AHEAD)
  UNROLL for (int i = 0; i < AHEAD; ++i) {
    const int y = above + i;
    float tap[TAPS], v[UNIT];
    end_row(a, &m, y + RADIUS_Y, &coming[i], line);
    coming[i] = begin_row(a, &m, y + RADIUS_Y + AHEAD);
    ROW_BARRIER();
    read_window(line, tap);
    sum_row(a, tap, sums, v);
    if (y >= first && y < end) {
#if HOLES
      UNROLL for (int p = 0; p < UNIT; ++p) holes = FMA(v[p], 0.0f, holes);
#endif
      add_offset(a, v);
      write_streamed(output_unit(out, a, &m, y), a, &m, v);
    }
    LOCAL float4* const summed = line;
    line = next;
    next = summed;
  }

#if HOLES && IN_BLOCKS
  set_flag(between + origin(&a->between), a, row_of_items(), m.whole_out && !is_finite(holes),
           (LOCAL int*)(lines + GROUP_HEIGHT * 2 * PARTS * LINE) + LOCAL_Y);
#elif HOLES
  mend(in, weights, out, a, &m, first, end, holes,
       (LOCAL int*)(lines + GROUP_HEIGHT * 2 * PARTS * LINE));
#endif
}
