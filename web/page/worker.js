"use strict";
// A worker: one instance of the WebAssembly module, which filters bands of rows.
//   { module }                 loads it; answers { version }
//   { filter }                 answers { halo }
//   { filter, band, pixels }   answers { pixels, candidate, errorBound }
// Every message has an id, which its answer repeats. A failure is answered by { message, hint }.
let exports = null;

const memory = () => new Uint8Array(exports.memory.buffer);
const numbers = () => new DataView(exports.memory.buffer);

function text(address) {
  const bytes = memory();
  return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
}

// The functions of WASI that the module imports. It has no files, no variables and no output.
const badFile = 8;
const system = {
  environ_get: () => 0,
  environ_sizes_get(count, size) {
    numbers().setUint32(count, 0, true);
    numbers().setUint32(size, 0, true);
    return 0;
  },
  clock_time_get(_clock, _precision, out) {
    numbers().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_close: () => badFile,
  fd_seek: () => badFile,
  fd_write: () => badFile,
  proc_exit(code) { throw new Error(`the module ended with code ${code}`); },
};

async function load(module) {
  exports = (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system })).exports;
  exports._initialize();
}

class Failure extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

function check(status) {
  if (status !== 0) throw new Failure(text(exports.module_message()), text(exports.module_hint()));
}

const norms = ["l2", "l1", "per_channel", "luma", "lab"];  // as in selvage/filters.h
const windows = ["square", "disc"];

const setters = {
  bilateral: (f) => exports.module_bilateral(f.sigma_space, f.sigma_range, norms.indexOf(f.norm), windows.indexOf(f.window)),
  rolling: (f) => exports.module_rolling(f.sigma_space, f.sigma_range, norms.indexOf(f.norm), windows.indexOf(f.window), f.iterations),
  guided: (f) => exports.module_guided(f.radius, f.epsilon),
  gaussian: (f) => exports.module_gaussian(f.sigma_space, windows.indexOf(f.window)),
};

function reserved(address) {
  if (address === 0)
    throw new Failure("There is not enough memory for this photo", "choose a smaller photo, or close other tabs");
  return address;
}

function filterBand({ width, height, above, first, rows, alpha }, pixels) {
  const from = reserved(exports.module_input(pixels.byteLength));
  const to = reserved(exports.module_output(width * rows * 4));
  memory().set(new Uint8Array(pixels), from);
  check(exports.module_run(width, height, above, pixels.byteLength / (width * 4), first, rows, alpha ? 1 : 0));
  return memory().slice(to, to + width * rows * 4).buffer;
}

async function answer({ module, filter, band, pixels }) {
  if (module) {
    await load(module);
    return { version: text(exports.module_version()) };
  }
  check(setters[filter.verb](filter));
  if (!band) return { halo: exports.module_halo() };
  const result = filterBand(band, pixels);
  return { pixels: result, candidate: text(exports.module_candidate()), errorBound: exports.module_error_bound() };
}

onmessage = async ({ data }) => {
  try {
    const result = await answer(data);
    postMessage({ id: data.id, ...result }, result.pixels ? [result.pixels] : []);
  } catch (error) {
    postMessage({ id: data.id, failure: { message: error.message, hint: error.hint ?? "reload this page" } });
  }
};
