// Saving a figure: SVG as drawn on white paper, PNG at twice the size, CSV of what is drawn.

export type Row = Record<string, string | number | null>;

const kInk = "#1a1a1a";

export function svgText(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("style", `${copy.getAttribute("style") ?? ""};color:${kInk};background:#fff`);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of [["width", "100%"], ["height", "100%"], ["fill", "#fff"]]) paper.setAttribute(key, value);
  copy.insertBefore(paper, copy.firstChild);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

export function csvText(rows: Row[]): string {
  if (rows.length === 0) return "";
  // A spreadsheet would run a text that begins like a formula: as standfast/base/csv_cell.cc.
  const number = /^(-|[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?|nan)( %)?)$/i;
  const runs = (text: string): boolean => /^'*[=+\-@\t\r]/.test(text) && !number.test(text);
  const field = (value: string | number | null): string => {
    const text = value === null ? "" : typeof value === "string" && runs(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = Object.keys(rows[0]);
  return [names.map(field).join(","), ...rows.map((row) => names.map((name) => field(row[name])).join(","))].join("\r\n") + "\r\n";
}

export async function pngBlob(drawn: SVGSVGElement): Promise<Blob> {
  const scale = 2;
  const width = Number(drawn.getAttribute("width"));
  const height = Number(drawn.getAttribute("height"));
  const url = URL.createObjectURL(new Blob([svgText(drawn)], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser has no canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob === null) throw new Error("the picture is too large for this browser");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
