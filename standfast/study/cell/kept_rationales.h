// The rationales of a cell's classifier beside what was planted, as its folder keeps them.
#pragma once

#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/cell/class_exam.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

// Whether planting writes texts anew, so that a document has no place that is its cue. False without a shortcut.
bool rewrites_texts(const ConditionSpec& condition, const StudyCatalogs& catalogs);

// exams: with rationales; their rows are rows of the corpus that is read (CellTexts::read). Documents have the ids of the
// study's corpus and are in their order. rewritten: as rewrites_texts.
RationalesFile kept_rationales(const CellTexts& texts, const ClassExams& exams, bool rewritten);

}  // namespace standfast
