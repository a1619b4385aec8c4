// The interactive parts of the page: the choice of a metric, tips, points of maps, and buttons that save. Tables and
// figures work without it (standfast/report/page/). There is no build step: this file goes into the page unchanged.
"use strict";
{
  const root = document.documentElement;
  let errors = 0;
  const countError = () => void (root.dataset.errors = String(++errors)); // tests look at it
  addEventListener("error", countError);
  addEventListener("unhandledrejection", countError);
  document.addEventListener("securitypolicyviolation", countError);

  const page = JSON.parse(document.getElementById("data").textContent);

  // ---- The metric: parts for other metrics are hidden (without script everything is shown).

  let metric = page.default_metric;
  function showMetric(name, within = document) {
    metric = name;
    for (const part of within.querySelectorAll("[data-metric]")) part.classList.toggle("unselected", part.dataset.metric !== name);
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

  // ---- Tips: they show the <title> of a mark at once; a browser alone would wait.

  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;

  // Removes the titles, because the browser would show its own tips, too.
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

  // Returns the tip of the mark under the pointer, else of the nearest dot: dots are small, fingers are not.
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
    // The text of a group applies to its marks.
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

  // Returns the visible figure as one SVG on white paper: the pieces in their places, below the title.
  function svgOf(plot) {
    const behind = plot.classList.contains("behind"); // a canvas stands in its place
    plot.classList.remove("behind");
    const svg = svgOfSeen(plot);
    plot.classList.toggle("behind", behind);
    return svg;
  }

  function svgOfSeen(plot) {
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
    // Colours are variables of the page, each with its colour on white as the fallback.
    const text = new XMLSerializer().serializeToString(whole).replaceAll(/var\(--[a-z0-9]+,(#[0-9a-f]+)\)/g, "$1");
    return { width, height, text: `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n` };
  }

  // Returns the figure as PNG at twice the size.
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

  async function unpacked(element) {
    const packed = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  // Returns a file that the report wrote next to the page, by "tables/" or "figures/" and name.
  const savedFile = async (path) => JSON.parse(await unpacked(document.getElementById("files")))[path];

  // Saves a file under its path with "-" for "/", because tables and figures may have files of one name.
  const save = (path, type) => savedFile(path).then((text) => download(path.replace("/", "-"), new Blob([text], { type })));

  // ---- Maps: thousands of points on a canvas. The discs in the file, which count points, are kept behind it.

  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const numberOf = new Uint16Array(128);
  for (let i = 0; i < letters.length; ++i) numberOf[letters.charCodeAt(i)] = i;
  // Decodes numbers of two letters each.
  const numbersOf = (text) => Uint16Array.from({ length: text.length / 2 }, (_, i) => 64 * numberOf[text.charCodeAt(2 * i)] + numberOf[text.charCodeAt(2 * i + 1)]);

  // Returns the current value of a colour like "var(--reference,#2f7bc0)" on this background.
  function colourNow(colour) {
    const [, name, plain] = /^var\((--[a-z0-9]+),(.*)\)$/.exec(colour) ?? [null, "", colour];
    return (name && getComputedStyle(root).getPropertyValue(name).trim()) || plain;
  }

  // Returns a colour as a pixel of an image.
  function pixelOf(pen, colour) {
    pen.fillStyle = colour; // reads back as #rrggbb
    const [, red, green, blue] = /^#(..)(..)(..)$/.exec(pen.fillStyle) ?? [null, "88", "88", "88"];
    return new Uint32Array(Uint8Array.from([red, green, blue, "ff"], (part) => parseInt(part, 16)).buffer)[0];
  }

  // Returns the indices of the points, ordered by group.
  function orderOf(by) {
    const next = new Uint32Array(by.names.length + 1), order = new Uint32Array(by.of.length);
    for (const group of by.of) ++next[group + 1];
    for (let group = 0; group < by.names.length; ++group) next[group + 1] += next[group];
    by.of.forEach((group, i) => void (order[next[group]++] = i));
    return order;
  }

  // Makes a map with draw() and choose(name), which chooses the grouping that colours the points.
  function makeMap(map, place) {
    const box = document.createElement("div"), title = document.createElement("h4");
    const groups = document.createElement("div"), canvas = document.createElement("canvas");
    box.className = "map";
    groups.className = "groups";
    title.textContent = map.title;
    box.append(title, groups, canvas);
    const most = 4095, n = place.x.length;
    let by = map.by[0], hidden = new Set(), side = 0, drawn = "", image = null;
    const tall = place.y.reduce((a, b) => Math.max(a, b), 0) / most;
    const spread = () => `${box.clientWidth} ${devicePixelRatio}`;

    // Draws the points by group, later groups on top: test on train. Pixels are set one by one, because filling as many
    // rectangles takes a canvas several times as long.
    function drawPoints(pen, scale) {
      if (image?.width !== canvas.width || image.height !== canvas.height) image = pen.createImageData(canvas.width, canvas.height);
      const pixels = new Uint32Array(image.data.buffer).fill(0);
      const size = Math.round((n > 4000 ? 2.6 : 4) * scale), wide = canvas.width;
      const first = 6 * scale - size / 2 + 0.5, step = (side * scale) / most;
      const colours = by.colours.map((colour) => pixelOf(pen, colourNow(colour))), shown = by.names.map((_, group) => !hidden.has(group));
      by.order ??= orderOf(by);
      for (const i of by.order) {
        const group = by.of[i];
        if (!shown[group]) continue;
        const colour = colours[group], corner = Math.floor(first + step * place.y[i]) * wide + Math.floor(first + step * place.x[i]);
        for (let row = corner; row < corner + size * wide; row += wide)
          for (let at = row; at < row + size; ++at) pixels[at] = colour;
      }
      pen.putImageData(image, 0, 0);
    }

    function draw() {
      const wide = Math.min(box.clientWidth, 560), scale = devicePixelRatio || 1;
      if (wide === 0) return;
      drawn = spread();
      side = wide - 12;
      const high = Math.max(60, Math.round(side * tall) + 12);
      const size = [Math.round(wide * scale), Math.round(high * scale)];
      if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
      [canvas.style.width, canvas.style.height] = [`${wide}px`, `${high}px`];
      const pen = canvas.getContext("2d");
      drawPoints(pen, scale);
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      pen.font = "600 11px sans-serif";
      pen.textAlign = "center";
      pen.lineJoin = "round";
      pen.lineWidth = 3;
      pen.strokeStyle = colourNow("var(--paper,#ffffff)");
      pen.fillStyle = colourNow("var(--ink,#1a1a1a)");
      (by.centres ?? []).forEach((centre, group) => {
        if (centre === null || hidden.has(group)) return;
        const at = [by.names[group], 6 + (side * centre[0]) / most, 10 + (side * centre[1]) / most];
        pen.strokeText(...at);
        pen.fillText(...at);
      });
    }

    // Makes a button for each group, which shows and hides its points.
    function choose(name) {
      by = map.by.find((one) => one.name === name) ?? map.by[0];
      hidden = new Set();
      groups.replaceChildren();
      by.names.forEach((words, group) => {
        const button = document.createElement("button"), dot = document.createElement("i");
        button.type = "button";
        button.setAttribute("aria-pressed", "true");
        dot.style.background = by.colours[group];
        button.append(dot, words);
        button.addEventListener("click", () => {
          if (!hidden.delete(group)) hidden.add(group);
          button.setAttribute("aria-pressed", String(!hidden.has(group)));
          draw();
        });
        groups.append(button);
      });
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${map.title}: ${n} documents by ${by.name}`);
      draw();
    }

    function tipOfPoint(event) {
      const frame = canvas.getBoundingClientRect(), x = ((event.clientX - frame.x - 6) * most) / side, y = ((event.clientY - frame.y - 6) * most) / side;
      let least = ((10 * most) / side) ** 2, nearest = -1;
      for (let i = 0; i < n; ++i) {
        const distance = (place.x[i] - x) ** 2 + (place.y[i] - y) ** 2;
        if (distance < least && !hidden.has(by.of[i])) [least, nearest] = [distance, i];
      }
      return nearest < 0 ? "" : `${place.ids[nearest]}: ${map.by.map((one) => `${one.name} ${one.names[one.of[nearest]]}`).join(", ")}`;
    }
    for (const kind of ["pointermove", "pointerdown"]) canvas.addEventListener(kind, (event) => showTip(tipOfPoint(event), event));
    canvas.addEventListener("pointerleave", () => void (tip.hidden = true));
    // A new choice of groups changes only the height; zoom may change only the scale.
    const drawAnew = () => void (drawn === spread() || draw());
    new ResizeObserver(drawAnew).observe(box);
    addEventListener("resize", drawAnew);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    return { box, choose };
  }

  async function showMaps(figure) {
    if (figure.dataset.shown) return;
    figure.dataset.shown = "yes";
    const { places, maps } = JSON.parse(await savedFile(`points/${figure.dataset.points}.json`));
    for (const place of places) [place.x, place.y] = [numbersOf(place.x), numbersOf(place.y)];
    for (const map of maps) for (const by of map.by) by.of = numbersOf(by.of);
    const box = document.createElement("div"), label = document.createElement("label"), select = document.createElement("select");
    box.className = "maps";
    for (const name of new Set(maps.flatMap((map) => map.by.map((by) => by.name)))) select.append(new Option(name, name));
    label.append("Colour by ", select);
    box.append(label);
    const made = maps.map((map) => makeMap(map, places[map.place]));
    box.append(...made.map((map) => map.box));
    const choose = () => made.forEach((map) => map.choose(select.value));
    select.addEventListener("change", choose);
    const plots = figure.querySelectorAll(".plot");
    plots[0].before(box);
    for (const plot of plots) plot.classList.add("behind");
    choose();
  }

  // Shows maps when the reader scrolls near them.
  const nearby = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) showMaps(entry.target);
  }, { rootMargin: "600px" });

  // Adds buttons above the part that they save.
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

  function equip(within) {
    for (const figure of within.querySelectorAll("figure")) addFigureButtons(figure);
    for (const table of within.querySelectorAll("[data-table]")) addTableButtons(table);
    for (const plot of within.querySelectorAll(".plot")) addTips(plot);
    for (const figure of within.querySelectorAll("figure[data-points]")) nearby.observe(figure);
    showMetric(metric, within);
  }

  // ---- Packed parts of a large page. All of them are put into the page soon after its first screen, so that the
  // browser can find, print and copy their contents.

  async function showPacked(part) {
    const made = document.createElement("template");
    try {
      made.innerHTML = await unpacked(part.querySelector("script"));
      equip(made.content);
    } catch (problem) {
      countError();
      made.innerHTML = part.querySelector("noscript").textContent; // says where the numbers are
    }
    part.replaceWith(made.content);
  }

  async function showAllPacked() {
    for (const part of document.querySelectorAll(".packed")) {
      await new Promise((done) => setTimeout(done)); // lets the browser answer its reader between two parts
      await showPacked(part);
    }
  }

  // Opened as report.html#check, the page makes a picture of every figure and every metric; tests use it.
  async function check() {
    await shown;
    for (const figure of document.querySelectorAll("figure[data-points]")) await showMaps(figure);
    for (const plot of document.querySelectorAll(".plot")) {
      showMetric(plot.dataset.metric ?? page.default_metric);
      plot.dataset.marks = String(plot.querySelectorAll("path, circle, rect, line").length);
      plot.dataset.svgBytes = String(svgOf(plot).text.length);
      plot.dataset.pngBytes = String((await pngOf(plot)).size);
    }
    showMetric(page.default_metric);
  }

  document.body.append(tip);
  equip(document);
  addMetricChoice();
  const shown = showAllPacked();

  root.dataset.errors = String(errors);
  const ready = () => void (root.dataset.ready = "yes");
  if (location.hash === "#check") check().catch((problem) => {
    countError();
    root.dataset.checkError = String(problem);
  }).finally(ready);
  else ready();
}
