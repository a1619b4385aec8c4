import { distributions } from "./distributions";
import type { Figure } from "./figure";
import { folds } from "./folds";
import { matrix } from "./matrix";
import { reliability } from "./reliability";
import { roc } from "./roc";
import { similarity } from "./similarity";
import { thresholds } from "./thresholds";

export const figures: Figure[] = [folds, roc, distributions, thresholds, reliability, similarity, matrix];
