// The contract of figures: one file each, listed in figures/index.ts.
import type { CorpusData, PageData } from "../data";
import type { Row } from "../export";

export interface Drawing {
  svg: SVGSVGElement;
  rows: Row[]; // what is drawn, for CSV
}

export interface Scene {
  page: PageData;
  corpus: CorpusData;
  metric: number; // the selected one
  width: number; // pixels there are
}

export interface Figure {
  name: string; // of the slot in the page: data-figure
  usesMetric: boolean; // redrawn when another metric is selected
  draw(scene: Scene): Drawing;
}

// Columns of panels at least `least` pixels wide, and the width of each.
export function columnsFor(width: number, least: number, panels: number): { columns: number; panelWidth: number } {
  const columns = Math.max(1, Math.min(panels, Math.floor((width + 8) / (least + 8))));
  return { columns, panelWidth: Math.floor((width - (columns - 1) * 8) / columns) };
}

// Rows of panels are models, columns conditions.
export const byModel = <T extends { c: number; m: number }>(items: T[]): T[] => [...items].sort((a, b) => a.m - b.m || a.c - b.c);

export const panelTitle = (corpus: CorpusData, item: { c: number; m: number }): string => `${corpus.models[item.m]} · ${corpus.conditions[item.c]}`;

export const asSvg = (chart: Element): SVGSVGElement => {
  if (chart instanceof SVGSVGElement) return chart;
  throw new Error("a chart came back with a legend of its own");
};
