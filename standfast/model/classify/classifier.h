// The interface of classifiers: document -> a probability for each class of a fixed label set.
//
// Duties, checked for every catalog entry by tests/model/classifier_conformance_test.cc: fit forgets what an
// earlier fit learned; predict before fit is a usage error; the answer to a document does not depend on the
// other documents; the same bytes for any thread count; the order of the training documents and the names of
// the classes change nothing beyond rounding; a start changes nothing beyond the tolerance of the fit; save
// and restore give the same answers; an integer weight equals that many copies of a document and 0 equals
// none, within the tolerance of the fit (not if the traits say in_batches); a classifier that takes no
// weights refuses them. Duties about learning do not apply to a classifier whose traits say `pretrained`,
// since it learns nothing in fit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/catalog.h"
#include "standfast/base/work.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/training_set.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/text/character_spans.h"

namespace standfast {

class CountedTexts;
class FeatureMemo;
struct ModelState;

// The rationale of an answer: the units of a document's text (tokens, sentences), with the ones on which the
// answer rests.
struct Rationale {
  std::vector<TokenSpan> units;  // all units that could have been chosen, ascending, without overlap, none
                                 // empty
  // Places in units, ascending; the others did not influence the answer. Empty if no unit was chosen, only
  // for example an encoder's special tokens.
  std::vector<uint32_t> chosen;
};

struct ClassifierContext : Work {
  // A saved fit of the same classifier with the same options, on other documents with the same label set (in
  // a study: on all documents of the sample), or null. It may shorten a fit that has one optimum; models
  // whose traits say `starts` use it, the others ignore it.
  const ModelState* start = nullptr;
  // predict() sets it to false if its answers are no estimates of probability although the traits call them
  // so: a program may write labels alone. May be null.
  bool* probabilities = nullptr;
  // Features and rows of documents that were computed before (feature/document/feature_memo.h), or null. It
  // saves time and changes nothing.
  FeatureMemo* memo = nullptr;
  // Counts of the n-grams of documents that were made before (feature/ngram/counted_texts.h), or null. They
  // save time and change nothing.
  CountedTexts* counted = nullptr;
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  // Fits the classifier. Every document has a class. Classes without a training document are legal; they are
  // never answered (probability 0) and facts() may mention them; pretrained classifiers may answer them. No
  // training document at all is a data error. If the traits say `weights`, bad weights are a data error
  // (check_weights); otherwise weights other than 1 are a usage error.
  virtual Status fit(const TrainingSet& train, const ClassifierContext& context) = 0;

  // Checks that the model can answer these classes under its options. It is called before a run if the traits
  // say `pretrained` or `in_batches`, since the options then name a model that is read first. Other models
  // learn any classes.
  virtual Status check_classes(std::span<const std::string>) const { return {}; }

  // Predicts. out: documents.size() x names.size(), also for no documents; every row is non-negative and sums
  // to 1 within 1e-9. If the traits say `abstains` a row may also be all zeros: no answer to that document.
  // If they say probabilities = false the rows rank the classes and mean nothing else.
  virtual Status predict(const DocumentView& documents, const ClassifierContext& context,
                         DenseMatrix& out) const = 0;

  // Returns each document as the numbers on which the fit bases its answer, one column a class that has
  // training documents, in the order of `names`: decision values, logarithms of joint probabilities. Or, if
  // the traits say `hidden_units`, one column a unit before them. The answers are a function of them. Only if
  // the traits say `represents`; otherwise, as before fit, a usage error.
  virtual Result<FloatMatrix> represent(const DocumentView& documents,
                                        const ClassifierContext& context) const;
  // Predicts, and returns the numbers that the last layer reads, a row a document: up to a constant a row,
  // the logarithms of the probabilities are linear in them, so a shift of them refits that layer. For no
  // documents a matrix of as many columns. Only if the traits say `hidden_units`; otherwise, as before fit, a
  // usage error.
  virtual Result<FloatMatrix> predict_with_units(const DocumentView& documents,
                                                 const ClassifierContext& context, DenseMatrix& out) const;

  // Predicts, and returns the rationale of each answer. In a truncated text the units end where reading did.
  // Only if the traits say `rationales`; otherwise, as before fit, a usage error.
  virtual Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& documents,
                                                                 const ClassifierContext& context,
                                                                 DenseMatrix& out) const;

  // Returns facts about the fit for the report: sizes, iterations, the objective. Empty before fit.
  virtual nlohmann::ordered_json facts() const = 0;

  virtual Result<ModelState> save() const = 0;
  // Restores a saved fit. Exceptions of nlohmann::json may escape if a field is missing or of another type;
  // load_classifier() turns them into data errors.
  virtual Status restore(const ModelState& state) = 0;
};

struct ClassifierTraits {
  bool deterministic = true;  // independent of the seed
  bool probabilities = true;  // answers are estimates of probability, so log loss is meaningful
  bool starts = false;        // uses ClassifierContext::start
  bool chance = false;        // its score is the score of guessing
  bool weights = false;       // takes weights of training documents (corpus/training_set.h)
  bool in_batches = false;  // learns in random batches: an integer weight does not equal so many copies of a
                            // document
  bool represents = false;  // has represent()
  bool hidden_units = false;     // represent() gives hidden units, not scores of classes
  bool rationales = false;       // answers from a part of a document that it chooses, and reports that part
  bool abstains = false;         // a row of zeros is "no answer"; of all others it is an error
  bool pretrained = false;       // is not trained here: it answers as it was loaded
  bool wraps = false;            // trains another classifier that an option names
  bool uses_validation = false;  // uses validation documents (TrainingSet::dev) if there are some
  // Returns whether training documents need groups under these options; null: never.
  std::function<bool(const Options&)> needs_groups = {};
  // Returns whether validation documents are required under these options; null: never.
  std::function<bool(const Options&)> needs_validation = {};
};

std::vector<TraitLine> describe(const ClassifierTraits& traits);

using ClassifierCatalog = Catalog<Classifier, ClassifierTraits>;
const ClassifierCatalog& classifiers();

}  // namespace standfast
