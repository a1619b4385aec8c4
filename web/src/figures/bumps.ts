// Ranks of the models fold by fold: lines that do not cross are a ranking that holds.
import * as Plot from "@observablehq/plot";
import { conditionColor, conditionDash } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, type Drawing, type Figure, type Scene } from "./figure";

export const bumps: Figure = {
  name: "bumps",
  usesMetric: true,
  draw({ page, corpus, metric, width }: Scene): Drawing {
    if (corpus.ranking === null) throw new Error("nothing is ranked in this run");
    const { models, folds } = corpus.ranking;
    const name = (m: number): string => corpus.models[models[m]];
    const label = (text: string): string => shorten(text, width < 560 ? 10 : 22);
    const right = 14 + Math.max(...models.map((_, m) => textWidth(label(name(m)), 11)));
    const rows = folds.flatMap((fold) => {
      const ranks = fold.r[metric];
      if (ranks === null) return [];
      return ranks.map((rank, m) => ({ condition: corpus.conditions[fold.c], seed: fold.seed, fold: fold.fold, model: name(m), rank, m }));
    });
    const panels = [...new Set(rows.map((row) => row.condition))].map((condition) => {
      const here = rows.filter((row) => row.condition === condition);
      // Folds in order, a gap between seeds.
      const seeds = [...new Set(here.map((row) => row.seed))];
      const place = new Map<string, number>();
      let x = 0;
      for (const seed of seeds) {
        for (const fold of [...new Set(here.filter((row) => row.seed === seed).map((row) => row.fold))]) place.set(`${seed}/${fold}`, x++);
        x += 0.8;
      }
      const points = here.map((row) => ({ ...row, x: place.get(`${row.seed}/${row.fold}`) as number }));
      const last = models.map((_, m) => points.filter((point) => point.m === m).reduce((a, b) => (b.x > a.x ? b : a)));
      const titles = seeds.map((seed) => {
        const xs = points.filter((point) => point.seed === seed).map((point) => point.x);
        return { x: (Math.min(...xs) + Math.max(...xs)) / 2, text: seeds.length > 1 ? `seed ${seed}` : "folds" };
      });
      const chart = Plot.plot({
        width, height: 52 + 26 * Math.max(3, models.length), marginLeft: 34, marginRight: right, marginTop: 10, marginBottom: 26,
        x: { axis: null, domain: [-0.5, Math.max(1, x - 0.3)] },
        y: { reverse: true, domain: [0.7, models.length + 0.3], ticks: models.map((_, m) => m + 1), tickFormat: "d", label: "rank", labelAnchor: "center", labelArrow: "none" },
        marks: [
          Plot.gridY(models.map((_, m) => m + 1), { strokeOpacity: 0.12 }),
          ...models.map((_, m) => Plot.line(points.filter((point) => point.m === m), {
            x: "x", y: "rank", z: "seed", stroke: conditionColor(m), strokeWidth: 2.2, strokeDasharray: conditionDash(m), curve: "bump-x" })),
          Plot.dot(points, { x: "x", y: "rank", fill: (d: { m: number }) => conditionColor(d.m), r: 3.2,
            channels: { model: "model", seed: "seed", fold: "fold" }, tip: { fill: "var(--paper, #fff)" } }),
          Plot.text(last, { x: "x", y: "rank", text: (d: { model: string }) => label(d.model), textAnchor: "start", dx: 9, fill: (d: { m: number }) => conditionColor(d.m) }),
          Plot.text(titles, { x: "x", text: "text", frameAnchor: "bottom", dy: 18, fillOpacity: 0.7 }),
        ],
      });
      return { title: condition, chart: asSvg(chart) };
    });
    return {
      svg: compose(panels, 1, width, models.map((_, m) => ({ label: name(m), color: conditionColor(m), shape: "line" as const, dash: conditionDash(m) }))),
      rows: rows.map(({ m: _, ...row }) => ({ corpus: corpus.name, metric: page.metrics[metric], ...row })),
    };
  },
};
