// A cell that was fitted and examined: its record and its answers, in memory. A run writes them to the folder
// of the cell; an experiment in memory takes them as they are (result/run/run_in_memory.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/study/cell/class_exam.h"
#include "standfast/study/cell/pair_exam.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

struct ExaminedCell {
  CellFile file;                   // its sides are in the order of the exams
  const Corpus* corpus = nullptr;  // whose rows the exams name
  std::optional<Column> topics;    // as the sample of the cell sees them
  const Column* group = nullptr;   // the column of the study's group; null for none
  std::vector<PairExam> pairs;     // only of a task that draws pairs. They view the pairs of the store
  std::shared_ptr<const FoldPairs> without_block = {};  // or, in a nested cell, these
  bool keeps_ids = false;  // records in memory need the ids of pairs: the study has nested cells
  // Only of a task with a target. Classes are places in file.classes.
  std::vector<ClassExam> documents;
  // By test document, if the splitter has halves of authors: how it was answered; nothing for no answer.
  // Empty for other splitters.
  std::vector<std::optional<ConfusionOutcome>> outcomes;
  // Of a classifier that says from which part of a document it answered; the file is named in `file`.
  std::optional<RationalesFile> rationales;
  // Saves the fitted model as a folder (model/saved/saved_models.h); empty unless the study keeps models.
  std::function<Status(const std::string& folder)> save_model;
};

}  // namespace standfast
