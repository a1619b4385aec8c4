// Fills the slots that C++ left in the page: <figure data-figure="roc" data-corpus="0">. The tables are already there
// and need no script. For tests, every figure says how it went: data-drawn, data-marks, data-error; the root element
// says when all are done: data-ready.
import type { PageData } from "./data";
import { csvText, download, pngBlob, svgText } from "./export";
import { figures } from "./figures";
import type { Drawing } from "./figures/figure";

const root = document.documentElement;
let errors = 0;
const countError = (): void => void (root.dataset.errors = String(++errors));
window.addEventListener("error", countError);
window.addEventListener("unhandledrejection", countError);
document.addEventListener("securitypolicyviolation", countError);

const page = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as PageData;
const slots = [...document.querySelectorAll<HTMLElement>("figure[data-figure]")];
const drawings = new Map<HTMLElement, Drawing>();
let metric = Math.max(0, page.metrics.indexOf(page.default_metric));

function fileName(slot: HTMLElement): string {
  const parts = [page.title, page.corpora[Number(slot.dataset.corpus)].name, slot.dataset.figure ?? "figure"];
  return parts.join("-").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase();
}

// Buttons that save what stands below the heading of `slot`.
function saveBar(slot: HTMLElement, actions: Record<string, () => void>): void {
  const bar = document.createElement("div");
  bar.className = "save";
  const title = slot.querySelector("h3")?.textContent ?? "this";
  for (const [label, action] of Object.entries(actions)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.setAttribute("aria-label", `Save ${title} as ${label}`);
    button.addEventListener("click", action);
    bar.append(button);
  }
  slot.prepend(bar);
}

function addFigureButtons(slot: HTMLElement): void {
  const withDrawing = (action: (drawing: Drawing) => void) => (): void => {
    const drawing = drawings.get(slot);
    if (drawing !== undefined) action(drawing);
  };
  saveBar(slot, {
    SVG: withDrawing((drawing) => download(`${fileName(slot)}.svg`, new Blob([svgText(drawing.svg)], { type: "image/svg+xml" }))),
    PNG: withDrawing((drawing) => void pngBlob(drawing.svg).then((blob) => download(`${fileName(slot)}.png`, blob))),
    CSV: withDrawing((drawing) => download(`${fileName(slot)}.csv`, new Blob([csvText(drawing.rows)], { type: "text/csv" }))),
  });
}

function addTableButtons(slot: HTMLElement): void {
  const name = slot.dataset.table ?? "";
  const table = page.tables[name];
  if (table === undefined) return;
  saveBar(slot, {
    CSV: () => download(`${name}.csv`, new Blob([table.csv], { type: "text/csv" })),
    LaTeX: () => download(`${name}.tex`, new Blob([table.tex], { type: "application/x-tex" })),
  });
}

function draw(slot: HTMLElement): void {
  const place = slot.querySelector<HTMLElement>(".plot");
  const figure = figures.find((candidate) => candidate.name === slot.dataset.figure);
  if (place === null || figure === undefined) return;
  try {
    const corpus = page.corpora[Number(slot.dataset.corpus)];
    const drawing = figure.draw({ page, corpus, metric, width: Math.max(280, Math.floor(place.clientWidth)) });
    const title = slot.querySelector("h3")?.textContent ?? figure.name;
    drawing.svg.setAttribute("aria-label", title);
    place.replaceChildren(drawing.svg);
    drawings.set(slot, drawing);
    slot.dataset.drawn = "yes";
    slot.dataset.marks = String(drawing.svg.querySelectorAll("path, circle, rect, line").length);
    delete slot.dataset.error;
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    place.textContent = `This figure could not be drawn: ${message}`;
    slot.dataset.drawn = "no";
    slot.dataset.error = message;
  }
}

// C++ wrote one table per metric; only the selected one is shown (all of them without script, and in print).
function showMetric(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-metric]")) {
    part.classList.toggle("unselected", part.dataset.metric !== page.metrics[metric]);
  }
}

function addMetricChoice(): void {
  const place = document.getElementById("metric-choice");
  if (place === null || page.metrics.length < 2) return;
  const label = document.createElement("label");
  const select = document.createElement("select");
  page.metrics.forEach((name, i) => select.append(new Option(name, String(i), i === metric, i === metric)));
  select.addEventListener("change", () => {
    metric = Number(select.value);
    showMetric();
    for (const slot of slots) if (figures.find((figure) => figure.name === slot.dataset.figure)?.usesMetric) draw(slot);
  });
  label.append("Metric ", select);
  place.append(label);
}

// Opened as report.html#check, the page saves every figure in every format to memory and notes the sizes; tests use it.
async function check(): Promise<void> {
  for (let i = 0; i < page.metrics.length; ++i) {
    metric = i;
    for (const slot of slots) draw(slot);
  }
  for (const [slot, drawing] of drawings) {
    slot.dataset.svgBytes = String(svgText(drawing.svg).length);
    slot.dataset.csvRows = String(drawing.rows.length);
    slot.dataset.pngBytes = String((await pngBlob(drawing.svg)).size);
  }
}

function drawAll(): void {
  for (const slot of slots) draw(slot);
}

for (const slot of slots) addFigureButtons(slot);
for (const slot of document.querySelectorAll<HTMLElement>("[data-table]")) addTableButtons(slot);
addMetricChoice();
showMetric();
drawAll();

let waiting = 0;
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  window.clearTimeout(waiting);
  waiting = window.setTimeout(drawAll, 120);
});

root.dataset.errors = String(errors);
if (location.hash === "#check") {
  check().catch((problem) => {
    countError();
    root.dataset.checkError = String(problem);
  }).finally(() => void (root.dataset.ready = String(slots.length)));
} else {
  root.dataset.ready = String(slots.length);
}
