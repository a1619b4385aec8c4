// The rationales of a cell's classifier beside what was planted, as its folder keeps them.
#pragma once

#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/class_exam.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

// The list column of a corpus with the tokens that annotators marked (analysis/rationale/annotated_tokens.h): rationales
// are held against it where the study reads one of this name.
inline constexpr const char* kAnnotatedColumn = "rationale";

// Whether planting writes texts anew, so that a document has no place that is its cue. False without a shortcut.
bool rewrites_texts(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// Checks the lists of annotators of the documents that a cell asks about, before its fit. A data error names
// the first document whose list holds something else than ranges of its tokens.
Status check_annotated(const CellTexts& texts);

// exams: with rationales; their rows are rows of the corpus that is read (CellTexts::read). Documents have the ids of the
// study's corpus and are in their order. rewritten: as rewrites_texts.
// A data error as check_annotated, where a list holds no ranges.
Result<RationalesFile> kept_rationales(const CellTexts& texts, const ClassExams& exams, bool rewritten);

}  // namespace standfast
