// Small multiples: several charts, their titles and one legend in a single SVG, so that what is saved is what is seen.

const kNamespace = "http://www.w3.org/2000/svg";
const kFont = "system-ui, -apple-system, 'Segoe UI', sans-serif";

export function svgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  children: (Node | string)[] = [],
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(kNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

// Width of text at 12 px, by guess: measuring would need the element in the page.
export const textWidth = (text: string, size = 12): number => [...text].length * size * 0.56;

export const shorten = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : letters.slice(0, most - 1).join("") + "…";
};

export interface LegendItem {
  label: string;
  color: string;
  shape: "line" | "area" | "dot" | "interval";
  dash?: string;
}

function legendMark(item: LegendItem): SVGElement {
  const stroke = { stroke: item.color, "stroke-width": 2, "stroke-dasharray": item.dash ?? "none" };
  switch (item.shape) {
    case "line":
      return svgElement("line", { x1: 0, x2: 22, y1: 0, y2: 0, ...stroke });
    case "area":
      return svgElement("rect", { x: 1, y: -6, width: 20, height: 12, fill: item.color, "fill-opacity": 0.3, ...stroke, "stroke-width": 1.5 });
    case "interval":
      return svgElement("g", {}, [
        svgElement("line", { x1: 0, x2: 22, y1: 0, y2: 0, stroke: item.color, "stroke-width": 2 }),
        svgElement("line", { x1: 11, x2: 11, y1: -6, y2: 6, stroke: item.color, "stroke-width": 2.5 }),
      ]);
    case "dot":
      return svgElement("circle", { cx: 11, cy: 0, r: 4, fill: item.color, "fill-opacity": 0.55, stroke: item.color });
  }
}

// A row of marks and words, wrapped to `width`. Returns the group and its height.
function legendGroup(items: LegendItem[], width: number): { group: SVGGElement; height: number } {
  const group = svgElement("g", { class: "legend" });
  let x = 0;
  let y = 12;
  for (const item of items) {
    const needed = 28 + textWidth(item.label) + 18;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += 20;
    }
    group.append(
      svgElement("g", { transform: `translate(${x},${y})` }, [
        legendMark(item),
        svgElement("text", { x: 28, y: 4, fill: "currentColor" }, [item.label]),
      ]),
    );
    x += needed;
  }
  return { group, height: items.length ? y + 14 : 0 };
}

export interface Panel {
  title: string; // "" for none
  chart: SVGSVGElement;
}

// Panels in rows of `columns`, below a legend. All charts of one figure have the same size.
export function compose(panels: Panel[], columns: number, width: number, legend: LegendItem[]): SVGSVGElement {
  const { group, height: top } = legendGroup(legend, width);
  const gap = 8;
  const titled = panels.some((panel) => panel.title !== "");
  const titleHeight = titled ? 20 : 0;
  const chartHeight = Math.max(0, ...panels.map((panel) => Number(panel.chart.getAttribute("height"))));
  const chartWidth = Math.max(0, ...panels.map((panel) => Number(panel.chart.getAttribute("width"))));
  const rows = Math.ceil(panels.length / columns);
  const height = top + rows * (chartHeight + titleHeight + gap);
  const outer = svgElement("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    style: `font-family:${kFont};font-size:12px;max-width:100%;height:auto`,
    role: "img",
  });
  if (legend.length) outer.append(group);
  panels.forEach((panel, i) => {
    const x = (i % columns) * (chartWidth + gap);
    const y = top + Math.floor(i / columns) * (chartHeight + titleHeight + gap);
    if (panel.title !== "") {
      const most = Math.floor((chartWidth - 8) / (12 * 0.64)); // bold
      const title = svgElement("text", { x: x + 4, y: y + 13, "font-weight": 600, fill: "currentColor" }, [shorten(panel.title, most)]);
      title.append(svgElement("title", {}, [panel.title]));
      outer.append(title);
    }
    panel.chart.setAttribute("x", String(x));
    panel.chart.setAttribute("y", String(y + titleHeight));
    panel.chart.style.overflow = "visible";
    outer.append(panel.chart);
  });
  return outer;
}
