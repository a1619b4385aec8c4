// The examination of one model on one fold: fit, predict, check the answers. The cells of a study use it, and
// so does code that tries a condition without a run folder, so both get the same numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/corpus/training_set.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/rationales_file.h"

namespace standfast {

// Returns the given rows that have a class, in their order.
std::vector<uint32_t> rows_with_class(const Column& classes, std::span<const uint32_t> rows);

// Returns the class of each row, kMissing for none.
std::vector<uint32_t> classes_of(const Column& column, std::span<const uint32_t> rows);

// The answers of a fitted classifier to the documents of one side.
struct ClassExam {
  std::string side;
  std::vector<uint32_t> rows;   // rows of the corpus, in the order of the ids; each has a class
  std::vector<uint32_t> truth;  // by row: its class, as an index into the names of the column
  DenseMatrix probabilities;    // rows x classes
  // By row: the value of a planted cue, kNoCue for none; empty without a shortcut.
  std::vector<uint8_t> cue = {};
  std::vector<Rationale> rationales = {};  // by row; empty unless the traits say `rationales`
};

struct ClassExams {
  std::vector<ClassExam> sides;  // the test documents come first
  uint32_t train_documents = 0,
           train_classes = 0;  // numbers that it learned from; only classes with a document count
  bool probabilities = true;   // true: answers are estimates of probability; false: they rank classes
  const ClassExam& test() const { return sides.front(); }
};

// Returns the rows in the order in which answers to documents are kept: by id. Draws over documents follow
// it, so the order of the corpus file changes no number. Code that names a document of a fold by its place
// means a place in this order.
std::vector<uint32_t> order_of_answers(const Corpus& corpus, std::vector<uint32_t> rows);

// A fold as a classifier learns it. Every document of the fold has a class.
struct FoldToLearn {
  const Corpus& corpus;
  const Fold& fold;
  const Column& classes;         // classes of the corpus
  uint32_t number = 0;           // number of the fold
  uint64_t seed = 0;             // seed of the draw
  uint32_t fit = 0;              // number of the fit on that fold
  TrainingColumns columns = {};  // weights and groups of the training documents
};

// Fits on train, with validation as the dev documents; no model sees the documents that are set aside. Sets
// context.seed, as examine_pairs does. Data errors: no training or test document, a bad weight.
Status fit_on_fold(const FoldToLearn& learn, Classifier& classifier, ClassifierContext& context);

// Fits, then answers test and each of the sides. Leaves out the documents of a side that have no class. More
// data errors: a side without documents, an answer that is not a distribution, a row of zeros unless the
// traits (as the catalog has them) say `abstains`, and a rationale that is not part of its text.
Result<ClassExams> examine_documents(const FoldToLearn& learn, std::span<const KeptApart> sides,
                                     Classifier& classifier, const ClassifierTraits& traits,
                                     ClassifierContext context);

// The answers of a fitted verifier to the pairs of one side.
struct PairExam {
  std::string side;
  std::span<const Pair> pairs;  // the given pairs
  std::vector<double> values;   // by pair, in [0, 1]
};

// Fits on train and validation. Then examines the model on the test pairs, which come first, and on each of
// the sides. Sets context.seed from `seed` (of the draw), `fold` and `fit`. All models get the same seed,
// and each derives its own stream from it by name. A data error if there are no training or test pairs, and
// for an answer outside [0, 1].
Result<std::vector<PairExam>> examine_pairs(const Corpus& corpus, const FoldPairs& pairs,
                                            std::span<const SidePairs> sides, uint32_t fold, uint64_t seed,
                                            Verifier& verifier, ModelContext context, uint32_t fit = 0);

std::vector<uint8_t> truths_of(std::span<const Pair> pairs);  // 1: same author

// Adds all pairs of a split to `all`. Afterwards `all` is ascending by (a, b), and each pair occurs once.
void add_pairs_once(const SplitPairs& pairs, std::vector<Pair>& all);

// A cell that was fitted and examined: its record and its answers, in memory. A run writes them to the folder
// of the cell; an experiment in memory takes them as they are (result/run/run_in_memory.h).
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
