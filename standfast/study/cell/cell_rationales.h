// Rationales of a cell's classifier beside the planted spans, as the folder of the cell keeps them.
#pragma once

#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

// Name of the list column of a corpus with the tokens that annotators marked
// (analysis/attribution/rationale_measures.h). Rationales are compared with it where the study reads a column
// of this name.
inline constexpr const char* kAnnotatedColumn = "rationale";

// Returns whether planting rewrites texts, so that no span of a document is its cue. False without a
// shortcut.
bool rewrites_texts(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// Checks the annotators' lists in the documents of a cell before its fit. A data error names the first
// document whose list holds something other than ranges of its tokens.
Status check_annotated(const CellTexts& texts);

// Returns the rationales of exams. exams: with rationales; their rows are rows of the corpus that is read
// (CellTexts::read). Documents have the ids of the study's corpus and are in their order. rewritten: as
// rewrites_texts.
// A data error as in check_annotated, where a list holds no ranges.
Result<RationalesFile> cell_rationales(const CellTexts& texts, const ClassExams& exams, bool rewritten);

}  // namespace standfast
