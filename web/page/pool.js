"use strict";
// Returns what is compressed in the page's element `id`.
async function unpacked(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Returns the module; `relaxed`: with relaxed SIMD, which not all browsers have. Both compute the same bits.
async function moduleBytes(relaxed) {
  const plain = await unpacked("module");
  return relaxed ? (await unpacked("relaxed-difference")).map((byte, i) => byte ^ plain[i]) : plain;
}

// Workers that share the bands of an image. The result does not depend on their number: a band is a region of the image,
// and regions have the same bits as the whole.
class Pool {
  constructor(source, count) {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.waiting = new Map();
    this.next = 0;
    this.run = 0;  // the number of the run that counts; bands of earlier ones are dropped
    this.workers = Array.from({ length: count }, () => new Worker(url));
    for (const worker of this.workers) {
      worker.onmessage = ({ data }) => this.#settle(data);
      worker.onerror = (event) => {
        event.preventDefault();
        for (const id of this.waiting.keys())
          this.#settle({ id, failure: { message: `A worker stopped: ${event.message ?? "no reason given"}`, hint: "reload this page" } });
      };
    }
  }

  // Returns the library's version.
  async load(module) {
    const answers = await Promise.all(this.workers.map((worker) => this.#ask(worker, { module })));
    return answers[0].version;
  }

  // Drops the bands of the current run that have not begun.
  stop() { this.run += 1; }

  // Filters { data, width, height, alpha }, an image of RGBA. Calls onBand(ImageData, first row, share done) for each band.
  // Returns a report, or null when another run took its place. Throws { message, hint }.
  async filter(settings, image, onBand = () => {}) {
    const run = this.run += 1;
    const begin = performance.now();
    const { width, height, alpha } = image;
    const { halo } = await this.#ask(this.workers[0], { filter: settings });
    // Large enough that halos do not dominate, small enough that a run stops soon after it is replaced.
    const least = Math.max(16, halo, Math.ceil(2 ** 17 / width));
    const rows = Math.max(1, Math.min(Math.ceil(height / this.workers.length), Math.max(least, Math.ceil(height / 64))));
    let first = 0, done = 0, report = null;
    const work = async (worker) => {
      while (first < height && run === this.run) {
        const band = { width, height, alpha, first, rows: Math.min(rows, height - first), above: Math.max(0, first - halo) };
        first += band.rows;
        const end = Math.min(height, band.first + band.rows + halo);
        const pixels = image.data.slice(band.above * width * 4, end * width * 4).buffer;
        const answer = await this.#ask(worker, { filter: settings, band, pixels }, [pixels]);
        if (run !== this.run) return;
        done += band.rows;
        report = answer;
        onBand(new ImageData(new Uint8ClampedArray(answer.pixels), width), band.first, done / height);
      }
    };
    try {
      await Promise.all(this.workers.map(work));
    } catch (failure) {
      if (run !== this.run) return null;
      this.stop();
      throw failure;
    }
    if (run !== this.run) return null;
    return { candidate: report.candidate, errorBound: report.errorBound, milliseconds: performance.now() - begin, workers: this.workers.length };
  }

  #ask(worker, message, transfer = []) {
    const id = this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message }, transfer);
    });
  }

  #settle({ id, failure, ...answer }) {
    const promise = this.waiting.get(id);
    this.waiting.delete(id);
    if (failure) promise?.reject(failure); else promise?.resolve(answer);
  }
}
