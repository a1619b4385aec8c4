// Reliability on the largest topics: a row of panels per model, a panel per topic, a line per condition.
import * as Plot from "@observablehq/plot";
import { conditionColor, conditionDash } from "../style";
import { compose, shorten } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

export const topicReliability: Figure = {
  name: "topic-reliability",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const topics = corpus.reliability_topics;
    const models = corpus.models.map((name, m) => ({ name, m })).filter(({ m }) => corpus.topic_reliability.some((line) => line.m === m));
    const { columns, panelWidth } = columnsFor(width, 165, topics.length);
    const side = Math.min(panelWidth, 230);
    const panels = models.flatMap(({ name, m }) => topics.map((topic, t) => {
      const lines = corpus.topic_reliability.filter((line) => line.m === m && line.t === t);
      return {
        title: topic,
        chart: asSvg(Plot.plot({
          width: side, height: side, marginLeft: 40, marginBottom: 36, marginTop: 6, marginRight: 6,
          x: { domain: [0, 1], label: "mean score", ticks: 3, labelAnchor: "center", labelArrow: "none" },
          y: { domain: [0, 1], label: `${shorten(name, 14)}: same`, ticks: 3, labelAnchor: "center", labelArrow: "none" },
          marks: [
            Plot.frame({ strokeOpacity: 0.25 }),
            Plot.link([0], { x1: 0, y1: 0, x2: 1, y2: 1, strokeOpacity: 0.35, strokeDasharray: "2 3" }),
            ...lines.flatMap((line) => [
              Plot.ruleX(line.bins, { x: "score", y1: "low", y2: "high", stroke: conditionColor(line.c), strokeOpacity: 0.35, strokeWidth: 1.5 }),
              Plot.line(line.bins, { x: "score", y: "share", stroke: conditionColor(line.c), strokeDasharray: conditionDash(line.c), strokeWidth: 1.5 }),
              Plot.dot(line.bins, { x: "score", y: "share", r: 2.2, fill: conditionColor(line.c), fillOpacity: 0.8 }),
            ]),
          ],
        })),
      };
    }));
    return {
      svg: compose(panels, columns, width, corpus.conditions.map((label, c) => ({ label, color: conditionColor(c), dash: conditionDash(c), shape: "line" }))),
      rows: corpus.topic_reliability.flatMap((line) => line.bins.map((bin) => ({ corpus: corpus.name, topic: topics[line.t], model: corpus.models[line.m],
        condition: corpus.conditions[line.c], mean_score: bin.score, share_same: bin.share, low: bin.low, high: bin.high, pairs: bin.n }))),
    };
  },
};
