import { bumps } from "./bumps";
import { critical } from "./critical";
import { distributions } from "./distributions";
import { dose } from "./dose";
import { ece } from "./ece";
import type { Figure } from "./figure";
import { folds } from "./folds";
import { llr } from "./llr";
import { matrix } from "./matrix";
import { reliability } from "./reliability";
import { roc } from "./roc";
import { similarity } from "./similarity";
import { thresholds } from "./thresholds";
import { tippett } from "./tippett";
import { topicReliability } from "./topic_reliability";

export const figures: Figure[] = [folds, roc, distributions, thresholds, reliability, topicReliability, llr, tippett, ece, bumps, critical, dose, similarity, matrix];
