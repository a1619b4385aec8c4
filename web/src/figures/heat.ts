// A heat map with a colour bar: what the author x topic matrix and the topic similarity share.
import * as Plot from "@observablehq/plot";
import { kHeatScheme } from "../style";
import { compose, shorten, svgElement, textWidth } from "../svg";
import { asSvg } from "./figure";

export interface HeatCell {
  x: string;
  y: string;
  value: number;
}

export interface HeatOptions {
  xs: string[];
  ys: string[];
  xLabel: string;
  yLabel: string;
  valueLabel: string;
  scale: "linear" | "log";
  domain: [number, number];
  format: (value: number) => string;
  tree?: Tree; // over ys, drawn to the right of the map
}

export interface Tree {
  joins: [number, number, number][]; // two clusters and their height; ys.length + k is what join k made
  label: string;
}

function colorBar(scale: { apply: (value: number) => unknown }, options: HeatOptions, x: number): SVGGElement {
  const group = svgElement("g", { transform: `translate(${x},14)` });
  const steps = 48;
  const length = 144;
  const [low, high] = options.domain;
  for (let i = 0; i < steps; ++i) {
    const at = (i + 0.5) / steps;
    const value = options.scale === "log" ? low * Math.pow(high / low, at) : low + (high - low) * at;
    group.append(svgElement("rect", { x: (i * length) / steps, y: 0, width: length / steps + 0.5, height: 10, fill: String(scale.apply(value)) }));
  }
  group.append(
    svgElement("text", { x: -6, y: 9, "text-anchor": "end", fill: "currentColor" }, [`${options.valueLabel}  ${options.format(low)}`]),
    svgElement("text", { x: length + 6, y: 9, fill: "currentColor" }, [options.format(high)]),
  );
  return group;
}

// The dendrogram, its leaves in the middle of the map's rows: leaf k at top + (k + 1/2) * rowSize, heights to the right.
function dendrogram(tree: Tree, leaves: number, rowSize: number, width: number): SVGGElement {
  const group = svgElement("g", { class: "tree", fill: "none", stroke: "currentColor", "stroke-opacity": 0.75, "stroke-width": rowSize >= 9 ? 1.2 : 0.8 });
  const at: { x: number; y: number }[] = Array.from({ length: leaves }, (_, k) => ({ x: 0, y: (k + 0.5) * rowSize }));
  const highest = Math.max(1e-9, ...tree.joins.map(([, , height]) => height));
  for (const [left, right, height] of tree.joins) {
    const x = (Math.max(0, height) / highest) * width;
    const [a, b] = [at[left], at[right]];
    group.append(svgElement("path", { d: `M${a.x.toFixed(1)},${a.y.toFixed(1)}H${x.toFixed(1)}V${b.y.toFixed(1)}H${b.x.toFixed(1)}` }));
    at.push({ x, y: (a.y + b.y) / 2 });
  }
  const below = leaves * rowSize;
  group.append(svgElement("path", { d: `M0,${below + 4}H${width}M0,${below + 1}v6M${width},${below + 1}v6` }));
  for (const [x, anchor, text] of [[0, "start", "0"], [width, "end", highest.toFixed(2)], [width / 2, "middle", tree.label]] as const) {
    group.append(svgElement("text", { x, y: below + (text === tree.label ? 32 : 19), "text-anchor": anchor, fill: "currentColor", stroke: "none", "font-size": 10 }, [text]));
  }
  return group;
}

export function heatMap(cells: HeatCell[], options: HeatOptions, width: number): SVGSVGElement {
  const most = width < 560 ? 12 : 22;
  const label = (name: string): string => shorten(name, most);
  const left = 30 + Math.max(...options.ys.map((name) => textWidth(label(name), 10)));
  const bottom = 34 + Math.max(...options.xs.map((name) => textWidth(label(name), 10))) * 0.9;
  const treeWidth = options.tree === undefined ? 0 : width < 560 ? 70 : 150;
  const size = Math.max(3, Math.min(26, Math.floor((width - left - 24 - treeWidth) / options.xs.length)));
  const chartWidth = Math.min(width - treeWidth, left + 24 + size * options.xs.length);
  // With a tree rows are cells of a square.
  const rowSize = options.tree === undefined ? Math.max(size, Math.min(14, size * 3)) : size;
  const showX = size >= 9;
  const showY = rowSize >= 9;
  const chart = Plot.plot({
    width: chartWidth, height: 12 + (showX ? bottom : 30) + rowSize * options.ys.length, marginTop: 12, marginRight: 24,
    marginLeft: showY ? left : 30, marginBottom: showX ? bottom : 30,
    x: { domain: options.xs, label: options.xLabel, tickRotate: -60, tickFormat: label, ticks: showX ? undefined : [], tickSize: 0, padding: 0, labelAnchor: "center", labelArrow: "none" },
    y: { domain: options.ys, label: options.yLabel, tickFormat: label, ticks: showY ? undefined : [], tickSize: 0, padding: 0, labelAnchor: "center", labelArrow: "none" },
    color: { type: options.scale, scheme: kHeatScheme, range: [0.15, 1], domain: options.domain, clamp: true },
    marks: [
      Plot.cell(cells, { x: "x", y: "y", fill: "value", inset: size > 8 ? 0.5 : 0, title: (cell: HeatCell) => `${cell.y} / ${cell.x}: ${options.format(cell.value)}` }),
      Plot.frame({ strokeOpacity: 0.3 }),
    ],
  });
  const scale = chart.scale("color");
  const svg = compose([{ title: "", chart: asSvg(chart) }], 1, Math.max(chartWidth + treeWidth, Math.min(width, 360)), []);
  if (options.tree !== undefined) {
    const tree = dendrogram(options.tree, options.ys.length, rowSize, treeWidth - 14);
    tree.setAttribute("transform", `translate(${chartWidth - 24 + 5},12)`);
    asSvg(chart).append(tree);
  }
  if (scale === undefined) return svg;
  const bar = colorBar(scale, options, textWidth(`${options.valueLabel}  ${options.format(options.domain[0])}`) + 12);
  // Room for the bar above the map.
  const height = Number(svg.getAttribute("height")) + 32;
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${height}`);
  for (const inner of svg.querySelectorAll(":scope > svg")) inner.setAttribute("y", "32");
  svg.append(bar);
  return svg;
}
