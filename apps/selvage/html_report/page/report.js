"use strict";
// Shows the data of the page. Text from outside becomes text nodes and attributes only, never markup.
(() => {
  const data = JSON.parse(document.getElementById("report-data").textContent);
  const by = (id) => document.getElementById(id);
  const stage = by("stage");
  const images = { before: by("before"), after: by("after"), difference: by("difference") };
  const lower = data.labels.map((label) => label.toLowerCase());
  const most = 64;  // the largest zoom
  // The zoom is in screen pixels for a pixel of the file; x and y place the picture's corner on the stage.
  const view = { entry: null, mode: "split", split: 50, zoom: 1, x: 0, y: 0, fits: true, detail: false };

  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const number = (value, digits = 4) => value === null ? "none" : String(Number(value.toPrecision(digits)));
  const seconds = (value) => value < 1 ? `${number(value * 1000, 3)}\u00a0ms` : `${number(value, 3)}\u00a0s`;
  const clamp = (value, least, greatest) => Math.min(Math.max(value, least), greatest);
  const named = (entry) => entry.report.input ?? `${entry.report.a}, ${entry.report.b}`;

  // The stage

  const pictures = () => view.detail && view.entry.detail ? view.entry.detail : view.entry;
  const size = () => ({ width: pictures().after.width, height: pictures().after.height });
  const fitting = () => Math.min(stage.clientWidth / size().width, stage.clientHeight / size().height);

  function place() {
    const { width, height } = size();
    for (const image of Object.values(images)) {
      image.style.width = `${width}px`;
      image.style.height = `${height}px`;
      image.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
      image.classList.toggle("pixels", view.zoom * devicePixelRatio >= 2);
    }
    by("scale").textContent = `${Math.round(view.zoom * 100)} %`;
  }

  function keepInside() {
    const { width, height } = size();
    const inside = (at, stageLength, length) => length <= stageLength
      ? (stageLength - length) / 2 : clamp(at, stageLength - length, 0);
    view.x = inside(view.x, stage.clientWidth, width * view.zoom);
    view.y = inside(view.y, stage.clientHeight, height * view.zoom);
    place();
  }

  function fit() {
    view.fits = true;
    view.zoom = fitting();
    keepInside();
  }

  // Zooms and keeps the point (x, y) of the stage in its place.
  function zoomTo(zoom, x = stage.clientWidth / 2, y = stage.clientHeight / 2) {
    const next = clamp(zoom, Math.min(fitting(), 1), most);
    view.fits = false;
    view.x = x - (x - view.x) * next / view.zoom;
    view.y = y - (y - view.y) * next / view.zoom;
    view.zoom = next;
    keepInside();
  }

  function move(dx, dy) {
    view.x += dx;
    view.y += dy;
    keepInside();
  }

  function setSplit(percent) {
    view.split = clamp(percent, 0, 100);
    by("split").value = view.split;
    by("split").setAttribute("aria-valuetext", `${Math.round(view.split)} % ${lower[0]}, the rest ${lower[1]}`);
    by("divider").style.left = `${view.split}%`;
    by("after-layer").style.clipPath = view.mode === "split" ? `inset(0 0 0 ${view.split}%)` : "none";
  }

  function setMode(mode) {
    if (mode === "difference" && !view.entry.difference) return;
    view.mode = mode;
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    const split = mode === "split";
    by("before-layer").hidden = !split && mode !== "before";
    by("after-layer").hidden = !split && mode !== "after";
    by("difference-layer").hidden = mode !== "difference";
    by("divider").hidden = !split;
    document.querySelector(".split").hidden = !split;
    by("before-tag").hidden = !split && mode !== "before";
    by("after-tag").hidden = !split && mode !== "after";
    by("legend").hidden = mode !== "difference";
    setSplit(view.split);
  }

  function layOut() {
    const { width, height } = size();
    const tallest = Math.max(240, window.innerHeight * 0.75);
    stage.style.height = `${Math.round(Math.min(tallest, Math.max(160, stage.clientWidth * height / width)))}px`;
    if (view.fits) fit(); else keepInside();
  }

  // The facts

  function addFact(name, value) {
    const row = make("tr");
    row.append(make("th", name, { scope: "row" }), make("td", value));
    by("facts").append(row);
  }

  function showFacts(entry) {
    const { report, difference } = entry;
    by("facts").replaceChildren();
    addFact(data.labels[0], `${entry.before.name}: ${entry.before.what}`);
    addFact(data.labels[1], `${entry.after.name}: ${entry.after.what}`);
    if (entry.device) addFact("Device", entry.device);
    if (report.candidate) addFact("Candidate", report.candidate);
    if (entry.error_bound) addFact("Error bound", entry.error_bound);
    if (entry.sigma_range) addFact("From the noise", entry.sigma_range);
    const times = ["decode", "filter", "encode", "total"].filter((part) => `${part}_s` in report);
    if (times.length) addFact("Times", times.map((part) => `${part} ${seconds(report[`${part}_s`])}`).join(", "));
    if (!difference) return;
    addFact("Largest difference", difference.max_text);
    addFact("Mean, RMS difference", `${number(difference.mean)}, ${number(difference.rms)}`);
    addFact("PSNR", difference.psnr === null ? "infinite: the images are equal" : `${difference.psnr.toFixed(2)} dB`);
    if (typeof report.ssim === "number") addFact("SSIM", report.ssim.toFixed(6));
  }

  function showNotes(entry) {
    by("notes").replaceChildren(...entry.notes.map((note) => make("li", note)));
    by("notes").hidden = entry.notes.length === 0;
    by("fields").textContent = JSON.stringify(entry.report, null, 2);
  }

  // The histograms

  function curve(bins, top, closed) {
    const height = (count) => 100 - 98 * (by("logarithmic").checked ? Math.log1p(count) / Math.log1p(top) : count / top);
    const steps = bins.map((count, i) => `V${height(count).toFixed(2)}H${i + 1}`).join("");
    return closed ? `M0 100${steps}V100Z` : `M0 ${height(bins[0]).toFixed(2)}${steps}`;
  }

  function plot(entry, channel) {
    const { low, high, histograms } = entry;
    const before = histograms.before[channel], after = histograms.after[channel];
    const top = Math.max(1, ...(before ?? []), ...(after ?? []));
    const name = histograms.channels[channel];
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    const mean = (bins) => number(low + (high - low) * bins.reduce((sum, n, i) => sum + n * (i + 0.5), 0) /
      (bins.length * Math.max(1, bins.reduce((sum, n) => sum + n, 0))), 3);
    const means = [before && `mean ${lower[0]} ${mean(before)}`, after && `${lower[1]} ${mean(after)}`].filter(Boolean).join(", ");
    for (const [key, value] of Object.entries({ viewBox: "0 0 256 100", preserveAspectRatio: "none", role: "img",
      "aria-label": `Histogram of ${name} from ${number(low)} to ${number(high)}; ${means}` }))
      svg.setAttribute(key, value);
    for (const [kind, bins] of [["before", before], ["after", after]]) {
      if (!bins) continue;
      const path = document.createElementNS(space, "path");
      path.setAttribute("class", kind);
      path.setAttribute("d", curve(bins, top, kind === "before"));
      svg.append(path);
    }
    const ends = make("div", undefined, { class: "ends", "aria-hidden": "true" });
    ends.append(make("span", number(low)), make("span", number(high)));
    const figure = make("figure");
    figure.append(make("figcaption", `${name}: ${means}`), svg, ends);
    return figure;
  }

  function showHistograms(entry) {
    by("plots").replaceChildren(...entry.histograms.channels.map((_, channel) => plot(entry, channel)));
  }

  // One pair of images

  function showPictures() {
    for (const [key, image] of Object.entries(images)) {
      const shown = pictures()[key];
      if (shown) image.src = shown.png; else image.removeAttribute("src");
    }
    by("detail").checked = view.detail;
    const { reduced } = pictures().after;
    by("reduced").textContent = reduced > 1
      ? `The pictures are reduced: one pixel here is ${reduced}x${reduced} pixels of the file ` +
        "(the mean; in the difference map the largest). Numbers and histograms are of all pixels."
      : pictures() === view.entry ? "" : "The middle of the images at full size. Numbers and histograms are of all pixels.";
    view.fits = true;
    layOut();
  }

  function show(index) {
    const entry = data.entries[index];
    view.entry = entry;
    for (const id of ["viewer", "numbers", "histograms"]) by(id).hidden = false;
    by("title").textContent = named(entry) + (entry.page > 1 ? `, page ${entry.page}` : "");
    by("detail-choice").hidden = !entry.detail;
    images.before.alt = `${data.labels[0]}: ${entry.before.name}`;
    images.after.alt = `${data.labels[1]}: ${entry.after.name}`;
    images.difference.alt = entry.difference ? `Difference map, black is 0, pale yellow is ${entry.difference.scale_text}` : "";
    by("before-tag").textContent = data.labels[0];
    by("after-tag").textContent = data.labels[1];
    by("difference-choice").hidden = !entry.difference;
    if (entry.difference) by("ramp-end").textContent = entry.difference.scale_text;
    showFacts(entry);
    showNotes(entry);
    showHistograms(entry);
    setMode(view.mode === "difference" && !entry.difference ? "split" : view.mode);
    showPictures();
    for (const button of by("thumbnails").querySelectorAll("button"))
      button.setAttribute("aria-current", String(button.dataset.entry === String(index)));
  }

  function addThumbnail(entry, index) {
    const button = make("button", undefined, { type: "button", "data-entry": index });
    const difference = entry.difference ? `difference ${number(entry.difference.max, 2)}` : "";
    button.append(make("img", undefined, { src: entry.after.png, alt: "" }), make("span", named(entry), { title: named(entry) }),
      make("span", entry.page > 1 ? `page ${entry.page}` : difference, { class: "hint" }));
    button.addEventListener("click", () => show(index));
    const item = make("li");
    item.append(button);
    by("thumbnails").append(item);
  }

  // Input

  function onDrag(element, begin, step) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      begin(event);
      let last = event;
      const moved = (next) => {
        step(next, next.clientX - last.clientX, next.clientY - last.clientY);
        last = next;
      };
      const ended = () => {
        element.removeEventListener("pointermove", moved);
        stage.classList.remove("moving");
      };
      element.setPointerCapture(event.pointerId);
      element.addEventListener("pointermove", moved);
      element.addEventListener("pointerup", ended, { once: true });
      element.addEventListener("pointercancel", ended, { once: true });
    });
  }

  const keys = {
    ArrowLeft: () => move(40, 0), ArrowRight: () => move(-40, 0), ArrowUp: () => move(0, 40), ArrowDown: () => move(0, -40),
    "+": () => zoomTo(view.zoom * 1.5), "=": () => zoomTo(view.zoom * 1.5), "-": () => zoomTo(view.zoom / 1.5),
    0: fit, 1: () => zoomTo(1 / devicePixelRatio), s: () => setMode("split"), b: () => setMode("before"),
    a: () => setMode("after"), d: () => setMode("difference"),
  };

  function listen() {
    onDrag(stage, () => stage.classList.add("moving"), (event, dx, dy) => move(dx, dy));
    onDrag(by("divider"), (event) => event.stopPropagation(), (event) => {
      const box = stage.getBoundingClientRect();
      setSplit((event.clientX - box.left) / box.width * 100);
    });
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = stage.getBoundingClientRect();
      zoomTo(view.zoom * Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    stage.addEventListener("keydown", (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key] ?? keys[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    });
    by("split").addEventListener("input", (event) => setSplit(Number(event.target.value)));
    for (const radio of document.getElementsByName("mode")) radio.addEventListener("change", () => setMode(radio.value));
    by("detail").addEventListener("change", () => {
      view.detail = by("detail").checked;
      showPictures();
    });
    by("smaller").addEventListener("click", () => zoomTo(view.zoom / 1.5));
    by("larger").addEventListener("click", () => zoomTo(view.zoom * 1.5));
    by("fit").addEventListener("click", fit);
    by("actual").addEventListener("click", () => zoomTo(1 / devicePixelRatio));
    by("logarithmic").addEventListener("change", () => showHistograms(view.entry));
    by("copy").addEventListener("click", async () => {
      let copied = true;
      try { await navigator.clipboard.writeText(data.command); } catch { copied = false; }
      if (!copied) getSelection().selectAllChildren(by("command"));
      by("copied").textContent = copied ? "copied" : "selected: copy it with the keyboard";
    });
    new ResizeObserver(() => view.entry && layOut()).observe(document.body);
  }

  function start() {
    const count = data.entries.length;
    document.title = count === 1 ? `${named(data.entries[0])}: Selvage report` : "Selvage report";
    by("summary").textContent = (count === 1 ? "One pair of images." : `${count} pairs of images.`) +
      (data.failures.length ? ` ${data.failures.length} not done.` : "");
    by("command").textContent = data.command;
    for (const label of document.querySelectorAll("[data-label]")) label.textContent = data.labels[label.dataset.label];
    by("origin").textContent = `Made by selvage ${data.version}. This file is complete: it loads nothing from elsewhere.`;
    by("ramp").style.background = `linear-gradient(to right, ${data.colours.join(", ")})`;
    for (const failure of data.failures)
      by("failure-list").append(make("li", failure.error + (failure.hint ? ` (${failure.hint})` : "")));
    by("failures").hidden = data.failures.length === 0;
    by("index").hidden = count < 2;
    if (count > 1) data.entries.forEach(addThumbnail);
    listen();
    if (count) show(0);
  }

  start();
})();
