// What C++ puts into the page (standfast/report/page_data.cc writes it). Numbers come ready; the page only draws.
// Models, conditions and metrics are named by their place in the lists of the page or the corpus.

export interface PageData {
  title: string;
  level: number; // of every interval, e.g. 0.95
  metrics: string[];
  default_metric: string;
  corpora: CorpusData[];
  tables: Record<string, { csv: string; tex: string }>; // by the name of the table
}

export interface CorpusData {
  name: string;
  conditions: string[];
  models: string[];
  folds: FoldScore[];
  cells: CellScore[];
  roc: RocCurve[];
  distributions: Distribution[];
  reliability: Reliability[];
  matrix: Matrix | null;
  similarity: Similarity | null;
  llr: LlrHistogram[];
  tippett: Tippett[];
  ece: EceCurve[];
  reliability_topics: string[];
  topic_reliability: TopicReliability[];
  ranking: CorpusRanking | null;
  dose: CorpusDose | null;
  classified: Classified | null; // of runs of classification
}

// Answers of classifiers. Classes are places in `classes`, units (topics) in `units`.
export interface Classified {
  target: string;
  classes: string[]; // those drawn, most documents first
  all_classes: number;
  confusion: { c: number; m: number; n: number; drawn: number; cells: [number, number, number][] }[]; // truth, answer, documents
  unit: string;
  units: string[];
  scores: [number, number, number, number, number][]; // condition, model, unit, right, answers
  drops: { c: number; m: number; parts: DropPart[] }[];  // the first is all of it
}

export interface DropPart {
  name: string;
  v: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
}

// Ranks of the models inside folds; lists of ranks are by place in `models`.
export interface CorpusRanking {
  models: number[];
  folds: { c: number; seed: number; fold: number; r: (number[] | null)[] }[]; // r: by metric
  critical: {
    c: number;
    metric: number;
    folds: number;
    difference: number;
    rank: number[]; // average
    order: number[]; // best first
    groups: [number, number][]; // places in order, first to last
  }[];
}

// Score of a fold against the similarity of its train and test topics.
export interface CorpusDose {
  points: { m: number; metric: number; c: number; seed: number; fold: number; x: number; y: number }[];
  lines: { m: number; metric: number; slope: number; intercept: number; low: number | null; high: number | null;
    folds: number; draws: number }[];
}

export interface FoldScore {
  c: number; // condition
  m: number; // model
  seed: number;
  fold: number;
  n: number; // test pairs
  v: (number | null)[]; // by metric
}

export interface CellScore {
  c: number;
  m: number;
  metric: number;
  v: number | null;
  low: number | null;
  high: number | null;
}

export interface RocCurve {
  c: number;
  m: number;
  same: number; // pairs
  different: number;
  points: [number, number][]; // false positive rate, true positive rate; ascending
}

export interface Distribution {
  c: number;
  m: number;
  same: number[]; // pairs in equal bins over [0, 1], without the unanswered
  different: number[];
  unanswered_same: number; // exactly 0.5
  unanswered_different: number;
  thresholds: { seed: number; fold: number; p1: number; p2: number }[];
}

export interface ReliabilityBin {
  score: number; // mean
  share: number; // of same-author pairs
  low: number;
  high: number;
  n: number;
}

export interface Reliability {
  c: number;
  m: number;
  bins: ReliabilityBin[];
}

export interface TopicReliability extends Reliability {
  t: number; // place in reliability_topics
}

export interface LlrHistogram {
  c: number;
  m: number;
  from: number; // log10 LR of the left end; 0 is a border
  step: number;
  same: number[]; // pairs, without those of LR = 1
  different: number[];
  neutral_same: number; // LR = 1 exactly
  neutral_different: number;
}

export interface Tippett {
  c: number;
  m: number;
  same: [number, number][]; // log10 LR, share of pairs with at least that; ascending
  different: [number, number][];
  band: [number, number | null, number | null, number | null, number | null][]; // log10 LR, ends for same, for different
  misleading_same: number; // shares
  misleading_different: number;
}

export interface EceCurve {
  c: number;
  m: number;
  points: [number, number, number | null, number | null, number, number][]; // log10 odds, system, its ends, PAV, neutral
}

export interface Matrix {
  authors: string[];
  topics: string[];
  cells: [number, number, number][]; // author, topic, documents
}

export interface Similarity {
  topics: string[];
  rows: number[][]; // cosines
  joins: [number, number, number][]; // of the tree: two clusters and 1 - cosine; topics.length + k is what join k made
}
