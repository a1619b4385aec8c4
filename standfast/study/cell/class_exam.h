// The examination of one classifier on one fold: fit, predict, check the answers. pair_exam.h does the same
// for verifiers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/fold.h"
#include "standfast/corpus/training_columns.h"
#include "standfast/model/classify/classifier.h"

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

}  // namespace standfast
