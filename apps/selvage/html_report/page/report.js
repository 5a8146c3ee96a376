"use strict";
// Shows the data of the page. Text from outside becomes text nodes and attributes only, never markup.
(() => {
  const data = JSON.parse(document.getElementById("report-data").textContent);
  const by = (id) => document.getElementById(id);
  const stage = by("stage");
  const images = { before: by("before"), after: by("after"), difference: by("difference") };
  const lower = data.labels.map((label) => label.toLowerCase());
  const view = { entry: null, detail: false };

  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const number = (value, digits = 4) => value === null ? "none" : String(Number(value.toPrecision(digits)));
  const seconds = (value) => value < 1 ? `${number(value * 1000, 3)}\u00a0ms` : `${number(value, 3)}\u00a0s`;
  const named = (entry) => entry.report.input ?? `${entry.report.a}, ${entry.report.b}`;

  const pictures = () => view.detail && view.entry.detail ? view.entry.detail : view.entry;
  const viewer = makeViewer({
    pictures: images,
    size: () => ({ width: pictures().after.width, height: pictures().after.height }),
    labels: () => data.labels,
  });

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
    viewer.show();
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
    if (viewer.mode() === "difference" && !entry.difference) viewer.setMode("split");
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

  function listen() {
    by("detail").addEventListener("change", () => {
      view.detail = by("detail").checked;
      showPictures();
    });
    by("logarithmic").addEventListener("change", () => showHistograms(view.entry));
    by("copy").addEventListener("click", async () => {
      let copied = true;
      try { await navigator.clipboard.writeText(data.command); } catch { copied = false; }
      if (!copied) getSelection().selectAllChildren(by("command"));
      by("copied").textContent = copied ? "copied" : "selected: copy it with the keyboard";
    });
    stage.addEventListener("modechange", (event) => { by("legend").hidden = event.detail !== "difference"; });
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
