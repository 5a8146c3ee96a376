"use strict";
// The page: a photo, settings, a quick preview on a reduced photo while a slider moves, the whole photo afterwards.
(() => {
  const by = (id) => document.getElementById(id);
  const mostPixels = 50e6;      // the photo, its result and their copies then take about 1 GB
  const previewTime = 80;       // milliseconds, which the size of previews aims at
  const firstPreview = 400e3;   // pixels, until a preview has been timed
  const leastPreview = 20e3;    // pixels
  let pool = null;
  let photo = null;             // { name, file, data, width, height, alpha }
  let previewPixels = firstPreview;
  let previewing = false;       // a preview is under way
  let wanted = null;            // "preview" or "whole": what to do next
  const reduced = new Map();    // the photo at other sizes, by width

  const canvases = { before: document.createElement("canvas"), after: document.createElement("canvas") };
  for (const [id, canvas] of Object.entries(canvases)) {
    by(id).replaceWith(canvas);
    canvas.id = id;
    canvas.setAttribute("role", "img");
  }
  const context = (id) => canvases[id].getContext("2d", { willReadFrequently: true });

  const labels = ["Original", "Filtered"];
  const viewer = makeViewer({ pictures: canvases, size: () => photo ?? { width: 3, height: 2 }, labels: () => labels });

  // Messages

  function say(words) { by("status").textContent = words; }

  // A share of 0..1; 1 hides the bar.
  function showProgress(done) {
    by("progress").value = done;
    by("progress").hidden = done >= 1;
  }

  function complain(message, hint) {
    by("problem").textContent = `${message}.${hint ? ` What to do: ${hint}.` : ""}`;
    by("problem").hidden = false;
    showProgress(1);
  }

  function forgive() { by("problem").hidden = true; }

  // Settings

  const fields = ["sigma_space", "sigma_range", "radius", "epsilon", "iterations"];

  function settings() {
    const numbers = Object.fromEntries(fields.map((field) => [field, Number(by(field).value)]));
    const verb = document.querySelector("input[name=verb]:checked").value;
    return { verb, ...numbers, norm: by("norm").value, window: by("window").value };
  }

  function showSettings() {
    const now = settings();
    for (const field of fields) document.querySelector(`output[for=${field}]`).textContent = by(field).value;
    for (const part of document.querySelectorAll("[data-verbs]")) part.hidden = !part.dataset.verbs.split(" ").includes(now.verb);
    showCode(codeOf(now, photo ? photo.name : "photo.png", photo !== null && photo.alpha));
  }

  function showCode(texts) {
    for (const [title, text] of Object.entries(texts)) {
      let row = [...by("code").children].find((child) => child.dataset.title === title);
      if (!row) {
        row = document.createElement("div");
        row.dataset.title = title;
        const head = document.createElement("h3"), code = document.createElement("pre"), copy = document.createElement("button");
        head.textContent = title;
        code.tabIndex = 0;
        code.setAttribute("aria-label", title);
        copy.type = "button";
        copy.textContent = "Copy";
        copy.setAttribute("aria-label", `Copy ${title}`);
        copy.addEventListener("click", async () => {
          let copied = true;
          try { await navigator.clipboard.writeText(code.textContent); } catch { copied = false; }
          if (!copied) getSelection().selectAllChildren(code);
          say(copied ? `${title} copied.` : "Selected: copy it with the keyboard.");
        });
        row.append(head, code, copy);
        by("code").append(row);
      }
      row.querySelector("pre").textContent = text;
    }
  }

  // Photos

  // Returns the photo at this width, or itself.
  function reducedTo(width) {
    if (width >= photo.width) return photo;
    if (!reduced.has(width)) {
      const height = Math.max(1, Math.round(photo.height * width / photo.width));
      const small = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
      small.imageSmoothingQuality = "high";
      small.drawImage(canvases.before, 0, 0, width, height);
      const { data } = small.getImageData(0, 0, width, height);
      reduced.set(width, { data, width, height, alpha: photo.alpha });
    }
    return reduced.get(width);
  }

  function decoded(blob) {
    const image = new Image();
    return new Promise((resolve, reject) => {
      const url = URL.createObjectURL(blob);
      const end = (act) => () => { URL.revokeObjectURL(url); act(); };
      image.onload = () => resolve({ image, release: () => URL.revokeObjectURL(url) });
      image.onerror = end(() => reject(new Error("not an image")));
      image.src = url;
    });
  }

  async function open(blob, name) {
    let source;
    try {
      source = await decoded(blob);
    } catch {
      complain(`${name} is not an image that this browser can read`,
        "choose a PNG, JPEG, WebP or AVIF file; the selvage tool also reads TIFF, OpenEXR, PNM and PFM");
      return;
    }
    const { naturalWidth: width, naturalHeight: height } = source.image;
    try {
      if (width * height > mostPixels)
        throw new Error(`${name} has ${(width * height / 1e6).toFixed(0)} megapixels; this page takes up to ${mostPixels / 1e6}, for memory`);
      show(source.image, width, height, name);
    } catch (error) {
      complain(error instanceof RangeError || error.name === "InvalidStateError" ? `There is not enough memory for ${name}` : error.message,
        "choose a smaller photo, or use the selvage tool, which filters large files in bands");
    } finally {
      source.release();
    }
  }

  function show(image, width, height, name) {
    pool.stop();
    for (const canvas of Object.values(canvases)) Object.assign(canvas, { width, height });
    context("before").drawImage(image, 0, 0);
    const { data } = context("before").getImageData(0, 0, width, height);
    const words = new Uint32Array(data.buffer);
    const alpha = words.some((pixel) => pixel < 0xff000000);
    photo = { name, data, width, height, alpha };
    reduced.clear();
    previewPixels = firstPreview;
    context("after").putImageData(new ImageData(data, width), 0, 0);
    canvases.before.setAttribute("aria-label", `Original: ${name}`);
    canvases.after.setAttribute("aria-label", `Filtered: ${name}`);
    by("name").textContent = `${name}, ${width} × ${height}`;
    forgive();
    showSettings();
    viewer.show();
    ask("whole");
  }

  function openSample() {
    const bytes = Uint8Array.from(atob(by("sample-data").textContent), (letter) => letter.charCodeAt(0));
    return open(new Blob([bytes], { type: "image/png" }), "chelsea.png");
  }

  // Filtering

  // A preview scales lengths with the photo, so that it looks like the result.
  function scaled(now, scale) {
    return { ...now, sigma_space: Math.max(0.1, now.sigma_space * scale), radius: Math.max(1, Math.round(now.radius * scale)) };
  }

  async function preview() {
    const scale = Math.min(1, Math.sqrt(previewPixels / (photo.width * photo.height)));
    const from = photo, small = reducedTo(Math.max(1, Math.round(photo.width * scale)));
    const result = new ImageData(small.width, small.height);
    const report = await pool.filter(scaled(settings(), small.width / photo.width), small,
      (band, first) => result.data.set(band.data, first * small.width * 4));
    if (!report || from !== photo) return;
    Object.assign(canvases.after, { width: small.width, height: small.height });
    context("after").putImageData(result, 0, 0);
    showProgress(1);
    by("download").disabled = true;
    say(`Preview at ${small.width} × ${small.height}: ${report.milliseconds.toFixed(0)} ms`);
    const next = previewPixels * Math.min(4, Math.max(0.1, previewTime / Math.max(1, report.milliseconds)));
    previewPixels = Math.min(photo.width * photo.height, Math.max(leastPreview, next));
  }

  async function whole() {
    const { width, height } = photo;
    by("download").disabled = true;
    showProgress(0);
    say("Filtering at full size");
    const result = canvases.after.width === width && canvases.after.height === height ? null : new OffscreenCanvas(width, height);
    const to = result ? result.getContext("2d") : context("after");
    const report = await pool.filter(settings(), photo, (band, first, done) => {
      to.putImageData(band, 0, first);
      showProgress(done);
    });
    if (!report) return;
    if (result) {
      Object.assign(canvases.after, { width, height });
      context("after").drawImage(result, 0, 0);
    }
    by("download").disabled = false;
    const rate = width * height / 1e3 / report.milliseconds;
    say(`Full size: ${report.milliseconds.toFixed(0)} ms, ${rate.toFixed(1)} MP/s on ${report.workers} ` +
      `worker${report.workers > 1 ? "s" : ""}; ${report.candidate}, error below ${Number((report.errorBound * 255).toPrecision(2))} of a step`);
  }

  // Does what is wanted until nothing is. A new photo or the end of a drag stops what is under way.
  async function ask(what) {
    if (!photo || !pool) return;
    wanted = what;
    if (what === "whole" || !previewing) pool.stop();
    if (ask.busy) return;
    ask.busy = true;
    try {
      while (wanted) {
        const now = wanted;
        wanted = null;
        previewing = now === "preview";
        await (previewing ? preview() : whole());
      }
    } catch (failure) {
      complain(failure.message, failure.hint ?? "choose other settings or a smaller photo");
      say("");
    } finally {
      ask.busy = previewing = false;
    }
    if (wanted) ask(wanted);
  }

  // Input

  function listen() {
    const form = by("settings");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { forgive(); showSettings(); ask("preview"); });
    form.addEventListener("change", () => { showSettings(); ask("whole"); });
    by("choose").addEventListener("click", () => by("file").click());
    by("file").addEventListener("change", () => {
      const [file] = by("file").files;
      if (file) open(file, file.name);
      by("file").value = "";
    });
    by("sample").addEventListener("click", openSample);
    by("download").addEventListener("click", () => canvases.after.toBlob((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `${photo.name.replace(/\.[^.]*$/, "")}_${settings().verb}.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }, "image/png"));
    addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
    addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      if (file) open(file, file.name); else complain("What was dropped is not a file", "drop an image file");
    });
  }

  // Returns the fastest module that this browser can run.
  async function compiled() {
    try {
      return await WebAssembly.compile(await moduleBytes(true));
    } catch (error) {
      if (!(error instanceof WebAssembly.CompileError)) throw error;
      return WebAssembly.compile(await moduleBytes(false));
    }
  }

  async function start() {
    for (const label of document.querySelectorAll("[data-label]")) label.textContent = labels[label.dataset.label];
    by("before-tag").textContent = labels[0];
    by("after-tag").textContent = labels[1];
    by("difference-choice").hidden = by("detail-choice").hidden = true;
    by("keys").textContent = "Drag the divider or the picture; the wheel zooms. Keys on the picture: arrows move, + and − zoom, " +
      "0 fits, 1 shows pixels 1:1; S, B and A choose what is shown: both, the original, the result.";
    showSettings();
    try {
      const module = await compiled();
      pool = new Pool(by("worker-source").textContent, Math.min(8, Math.max(1, navigator.hardwareConcurrency ?? 1)));
      const version = await pool.load(module);
      by("origin").textContent = `Selvage ${version}. Sample photo: Chelsea, by Stéfan van der Walt (CC0).`;
    } catch (error) {
      const old = typeof WebAssembly !== "object" || typeof DecompressionStream !== "function" || error instanceof WebAssembly.CompileError;
      complain(old ? "This browser cannot run the filters: it lacks WebAssembly with SIMD and exceptions" : `The filters did not start: ${error.message}`,
        old ? "update it (Chrome 95, Firefox 113, Safari 16.4 or later), or install the selvage tool" : "reload this page");
      for (const control of document.querySelectorAll("#settings input, #settings select, #choose, #sample, #file")) control.disabled = true;
      return;
    }
    listen();
    await openSample();
  }

  start();
})();
