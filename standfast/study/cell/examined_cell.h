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
  CellFile file;                   // with its sides in the order of the exams
  const Corpus* corpus = nullptr;  // the corpus whose rows the exams name
  std::optional<Column> topics;    // topics in the sample of the cell
  const Column* group = nullptr;   // the column of the study's group; null for none
  std::vector<PairExam> pairs;     // only for a task that draws pairs; views of the store's pairs
  std::shared_ptr<const FoldPairs> without_block =
      {};                  // owns the pairs of a nested cell, which are then viewed instead
  bool keeps_ids = false;  // true if the study has nested cells: records in memory then need the ids of pairs
  // Answers to documents; only for a task with a target. Classes are indices into file.classes.
  std::vector<ClassExam> documents;
  // Outcomes by test document, if the splitter has halves of authors; nothing where there is no answer. Empty
  // for other splitters.
  std::vector<std::optional<ConfusionOutcome>> outcomes;
  // Rationales, if the classifier names the part of a document that it answered from; `file` names their
  // file.
  std::optional<RationalesFile> rationales;
  // Saves the fitted model as a folder (model/saved/saved_models.h); empty unless the study keeps models.
  std::function<Status(const std::string& folder)> save_model;
};

}  // namespace standfast
