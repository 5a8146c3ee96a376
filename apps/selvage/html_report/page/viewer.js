"use strict";
// The stage, on which two pictures lie under a divider: zoom, pan, keys, what is shown. Pages of --report and the page
// of web/ contain it with viewer.html.
//   pictures: elements by layer, `before`, `after` and perhaps `difference`
//   size(): width and height of the pictures, in pixels
//   labels(): names of the first and the second picture
// eslint-disable-next-line no-unused-vars
function makeViewer({ pictures, size, labels }) {
  const by = (id) => document.getElementById(id);
  const stage = by("stage");
  const most = 64;  // the largest zoom
  // The zoom is in screen pixels for a pixel of the picture; x and y place the picture's corner on the stage.
  const view = { mode: "split", split: 50, zoom: 1, x: 0, y: 0, fits: true, shown: false };
  const clamp = (value, least, greatest) => Math.min(Math.max(value, least), greatest);

  const fitting = () => Math.min(stage.clientWidth / size().width, stage.clientHeight / size().height);

  function place() {
    const { width, height } = size();
    for (const image of Object.values(pictures)) {
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
    const [first, second] = labels().map((label) => label.toLowerCase());
    by("split").setAttribute("aria-valuetext", `${Math.round(view.split)} % ${first}, the rest ${second}`);
    by("divider").style.left = `${view.split}%`;
    by("after-layer").style.clipPath = view.mode === "split" ? `inset(0 0 0 ${view.split}%)` : "none";
  }

  function setMode(mode) {
    if (mode === "difference" && by("difference-choice").hidden) return;
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
    stage.dispatchEvent(new CustomEvent("modechange", { detail: mode }));
    setSplit(view.split);
  }

  function layOut() {
    const { width, height } = size();
    const tallest = Math.max(240, window.innerHeight * 0.75);
    stage.style.height = `${Math.round(Math.min(tallest, Math.max(160, stage.clientWidth * height / width)))}px`;
    if (view.fits) fit(); else keepInside();
  }

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
    by("smaller").addEventListener("click", () => zoomTo(view.zoom / 1.5));
    by("larger").addEventListener("click", () => zoomTo(view.zoom * 1.5));
    by("fit").addEventListener("click", fit);
    by("actual").addEventListener("click", () => zoomTo(1 / devicePixelRatio));
    new ResizeObserver(() => view.shown && layOut()).observe(document.body);
  }

  listen();
  return {
    layOut,
    setMode,
    mode: () => view.mode,
    // Shows the pictures as a whole, after they changed.
    show() {
      view.fits = view.shown = true;
      setMode(view.mode);
      layOut();
    },
  };
}
