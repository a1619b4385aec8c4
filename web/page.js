// What the page does beyond showing: the choice of a metric, tips, and buttons that save. Tables and figures are
// there without it (standfast/report/page/). No build step: this file goes into the page as it is.
"use strict";
{
  const root = document.documentElement;
  let errors = 0;
  const countError = () => void (root.dataset.errors = String(++errors)); // tests look at it
  addEventListener("error", countError);
  addEventListener("unhandledrejection", countError);
  document.addEventListener("securitypolicyviolation", countError);

  const page = JSON.parse(document.getElementById("data").textContent);

  // ---- The metric: what is of another one is hidden (all of it shown without script).

  function showMetric(name) {
    for (const part of document.querySelectorAll("[data-metric]")) part.classList.toggle("unselected", part.dataset.metric !== name);
  }

  function addMetricChoice() {
    const place = document.getElementById("metric-choice");
    if (page.metrics.length < 2) return;
    const label = document.createElement("label");
    const select = document.createElement("select");
    for (const name of page.metrics) select.append(new Option(name, name, name === page.default_metric, name === page.default_metric));
    select.addEventListener("change", () => showMetric(select.value));
    label.append("Metric ", select);
    place.append(label);
  }

  // ---- Tips: a mark says its <title> at once where a browser alone would wait.

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;

  // The browser's own tips would stand beside these.
  function takeTitles(plot) {
    for (const title of plot.querySelectorAll("title")) {
      title.parentElement.dataset.tip = title.textContent;
      title.remove();
    }
  }

  function tipOfHeat(heat, event) {
    const [rows, columns] = [heat.dataset.rows.split("\n"), heat.dataset.columns.split("\n")];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(heat.getScreenCTM().inverse());
    const [row, column] = [Math.floor(at.y), Math.floor(at.x)];
    const value = heat.dataset.values.split("|")[row * columns.length + column];
    if (!value || column >= columns.length) return "";
    const words = { row: rows[row], column: columns[column], value };
    return heat.dataset.tips.replaceAll(/\{(row|column|value)\}/g, (_, name) => words[name]);
  }

  // What the pointer is on, or else the nearest dot: dots are small, fingers are not.
  function tipAt(plot, event) {
    const heat = event.target.closest(".heat");
    if (heat !== null) return tipOfHeat(heat, event);
    let nearest = event.target.closest("[data-tip]");
    if (nearest === null || nearest.tagName !== "circle") {
      let least = 14;
      for (const dot of event.target.closest("svg.piece")?.querySelectorAll("circle[data-tip]") ?? []) {
        const box = dot.getBoundingClientRect();
        const distance = Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2);
        if (distance < least) [nearest, least] = [dot, distance];
      }
    }
    // What a group says holds for its marks.
    return [nearest?.parentElement?.closest("[data-tip]"), nearest].map((mark) => mark?.dataset.tip).filter(Boolean).join(": ");
  }

  function showTip(words, event) {
    tip.hidden = words === "";
    if (tip.hidden) return;
    tip.textContent = words;
    const left = Math.min(event.clientX + 12, root.clientWidth - tip.offsetWidth - 4);
    const below = event.clientY + 16 + tip.offsetHeight < root.clientHeight;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${below ? event.clientY + 16 : event.clientY - 10 - tip.offsetHeight}px`;
  }

  function addTips(plot) {
    plot.addEventListener("pointerenter", () => takeTitles(plot), { once: true });
    for (const kind of ["pointermove", "pointerdown"]) plot.addEventListener(kind, (event) => showTip(tipAt(plot, event), event));
    plot.addEventListener("pointerleave", () => void (tip.hidden = true));
  }

  // ---- Saving.

  const svgName = "http://www.w3.org/2000/svg";

  // What is seen, as one SVG on white paper: the pieces where they stand, below the title.
  function svgOf(plot) {
    const frame = plot.getBoundingClientRect(), head = 30, margin = 12;
    const whole = document.createElementNS(svgName, "svg");
    let [width, height] = [0, 0];
    for (const piece of plot.querySelectorAll("svg.piece")) {
      const box = piece.getBoundingClientRect();
      const copy = piece.cloneNode(true);
      const place = { x: margin + box.x - frame.x + plot.scrollLeft, y: head + box.y - frame.y, width: box.width, height: box.height };
      for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value.toFixed(1));
      copy.removeAttribute("class");
      whole.append(copy);
      width = Math.max(width, place.x + box.width + margin);
      height = Math.max(height, place.y + box.height + margin);
    }
    for (const mark of whole.querySelectorAll("[data-tip]")) {
      const title = document.createElementNS(svgName, "title");
      title.textContent = mark.dataset.tip;
      mark.prepend(title);
      mark.removeAttribute("data-tip");
    }
    const words = document.createElementNS(svgName, "text");
    for (const [name, value] of [["x", margin], ["y", 20], ["font-size", 14], ["font-weight", 600]]) words.setAttribute(name, value);
    words.textContent = plot.dataset.title;
    const paper = document.createElementNS(svgName, "rect");
    for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", "#fff"]]) paper.setAttribute(name, value);
    whole.prepend(paper, words);
    const style = getComputedStyle(plot);
    [width, height] = [Math.ceil(width), Math.ceil(height)];
    const of = { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": style.fontFamily, "font-size": style.fontSize, fill: "var(--ink,#1a1a1a)" };
    for (const [name, value] of Object.entries(of)) whole.setAttribute(name, value);
    // Colours are variables of the page with the colour on white beside them.
    const text = new XMLSerializer().serializeToString(whole).replaceAll(/var\(--[a-z0-9]+,(#[0-9a-f]+)\)/g, "$1");
    return { width, height, text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n` };
  }

  // At twice the size.
  async function pngOf(plot) {
    const { width, height, text } = svgOf(plot);
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
      const image = new Image(width, height);
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [2 * width, 2 * height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
      if (blob === null) throw new Error("the picture is too large for this browser");
      return blob;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  function download(name, content) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // The files that the report wrote beside the page, by "tables/" or "figures/" and name.
  async function savedFile(path) {
    const packed = Uint8Array.from(atob(document.getElementById("files").textContent), (letter) => letter.charCodeAt(0));
    const files = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(files).text())[path];
  }

  // Tables and figures may have files of one name.
  const save = (path, type) => savedFile(path).then((text) => download(path.replace("/", "-"), new Blob([text], { type })));

  // Buttons above what they save.
  function addButtons(part, actions) {
    const bar = document.createElement("div");
    bar.className = "save";
    const title = part.querySelector("h3").textContent;
    for (const [label, action] of Object.entries(actions)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-label", `Save ${title} as ${label}`);
      button.addEventListener("click", action);
      bar.append(button);
    }
    part.prepend(bar);
  }

  function addFigureButtons(figure) {
    const plot = () => figure.querySelector(".plot:not(.unselected)");
    const actions = {
      SVG: () => plot() && download(`${plot().dataset.file}.svg`, new Blob([svgOf(plot()).text], { type: "image/svg+xml" })),
      PNG: () => plot() && pngOf(plot()).then((blob) => download(`${plot().dataset.file}.png`, blob)),
    };
    if (figure.dataset.rows) actions.CSV = () => save(`figures/${figure.dataset.rows}.csv`, "text/csv");
    addButtons(figure, actions);
  }

  function addTableButtons(table) {
    const name = table.dataset.table;
    addButtons(table, { CSV: () => save(`tables/${name}.csv`, "text/csv"), LaTeX: () => save(`tables/${name}.tex`, "application/x-tex") });
  }

  // Opened as report.html#check, the page makes a picture of every figure and every metric; tests use it.
  async function check() {
    for (const plot of document.querySelectorAll(".plot")) {
      showMetric(plot.dataset.metric ?? page.default_metric);
      plot.dataset.marks = String(plot.querySelectorAll("path, circle, rect, line").length);
      plot.dataset.svgBytes = String(svgOf(plot).text.length);
      plot.dataset.pngBytes = String((await pngOf(plot)).size);
    }
    showMetric(page.default_metric);
  }

  document.body.append(tip);
  for (const figure of document.querySelectorAll("figure")) addFigureButtons(figure);
  for (const table of document.querySelectorAll("[data-table]")) addTableButtons(table);
  for (const plot of document.querySelectorAll(".plot")) addTips(plot);
  addMetricChoice();
  showMetric(page.default_metric);

  root.dataset.errors = String(errors);
  const ready = () => void (root.dataset.ready = "yes");
  if (location.hash === "#check") check().catch((problem) => {
    countError();
    root.dataset.checkError = String(problem);
  }).finally(ready);
  else ready();
}
