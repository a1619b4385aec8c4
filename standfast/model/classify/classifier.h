// The contract of classifiers: document -> a probability for each class of a fixed label set.
//
// Duties, checked for every catalog entry by tests/model/classifier_conformance_test.cc: fit forgets what an
// earlier fit learned; predict before fit is a usage error; the answer to a document does not depend on which
// others are asked with it; the same bytes for any thread count; the order of the training documents and the
// names of the classes change nothing beyond rounding; a start changes nothing beyond the tolerance of the
// fit; save and restore give the same answers; an integer weight equals that many copies of a document and 0
// equals none, within the tolerance of the fit (not where the traits say in_batches); a classifier that takes no weights refuses them. A classifier whose
// traits say `pretrained` learns nothing in fit, so what these duties say of learning is not asked of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/catalog.h"
#include "standfast/base/traits.h"
#include "standfast/base/work.h"
#include "standfast/corpus/document_view.h"
#include "standfast/corpus/training_set.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/text/token_span.h"

namespace standfast {

class FeatureMemo;
struct ModelState;

// The part of a document that an answer was made from: units of its text (tokens, sentences) and those that were chosen.
struct Rationale {
  std::vector<TokenSpan> units;  // all that could have been chosen, ascending, without overlap, none empty
  // Places in units, ascending; the others did not reach the answer. Empty where the choice fell on no unit at all, as on an
  // encoder's own marks.
  std::vector<uint32_t> chosen;
};

struct ClassifierContext : Work {
  // A saved fit of the same classifier with the same options, on other documents with the same label set (in
  // a study: on all documents of the sample), or null. It may shorten a fit that has one optimum; models
  // whose traits say `starts` use it, the others ignore it.
  const ModelState* start = nullptr;
  // predict() sets it to false where its answers are no estimates of probability although the traits call them so: a
  // program may write labels alone. May be null.
  bool* probabilities = nullptr;
  // Features and rows of documents that were made before (feature/document/feature_memo.h), or null. It saves
  // time and changes nothing.
  FeatureMemo* memo = nullptr;
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  // Every document has a class. Classes that no training document has are legal; they are never answered
  // (probability 0) and facts() may say so; those that are pretrained answer them. No training document at all is a
  // data error. Where the traits say `weights`, bad weights are a data error (check_weights); elsewhere weights other
  // than 1 are a usage error.
  virtual Status fit(const TrainingSet& train, const ClassifierContext& context) = 0;

  // Whether it can answer these classes under its options: asked before a run where the traits say `pretrained` or
  // `in_batches`, whose options name a model that is read first. Others learn whichever classes there are.
  virtual Status check_classes(std::span<const std::string>) const { return {}; }

  // out: documents.size() x names.size(), also for no documents; every row is non-negative and sums to 1
  // within 1e-9. Where the traits say `abstains` a row may also be all zeros: no answer to that document.
  // Where they say probabilities = false the rows rank the classes and mean nothing else.
  virtual Status predict(const DocumentView& documents, const ClassifierContext& context,
                         DenseMatrix& out) const = 0;

  // Each document as numbers on which the fit rests its answer, one column a class that has training
  // documents, in the order of `names`: decision values, logarithms of joint probabilities. Or, where the
  // traits say `hidden_units`, one column a unit before them. The answers are a function of them. Only where
  // the traits say `represents`; elsewhere, as before fit, a usage error.
  virtual Result<FloatMatrix> represent(const DocumentView& documents,
                                        const ClassifierContext& context) const;
  // As predict(), and returns the numbers that the last layer reads, a row a document: but for a constant a row, the
  // logarithms of the probabilities are linear in them, so whoever shifts those refits that layer. For no documents a
  // matrix of as many columns. Only where the traits say `hidden_units`; elsewhere, as before fit, a usage error.
  virtual Result<FloatMatrix> predict_with_units(const DocumentView& documents,
                                                 const ClassifierContext& context, DenseMatrix& out) const;

  // As predict(), and returns the rationale of each answer. Of a text that is cut the units end where reading did. Only
  // where the traits say `rationales`; elsewhere, as before fit, a usage error.
  virtual Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& documents,
                                                                 const ClassifierContext& context,
                                                                 DenseMatrix& out) const;

  // What a reader of the report wants to know about the fit: sizes, iterations, the objective. Empty before
  // fit.
  virtual nlohmann::ordered_json facts() const = 0;

  virtual Result<ModelState> save() const = 0;
  // May let exceptions of nlohmann::json escape where a field is missing or of another type;
  // load_classifier() turns them into data errors.
  virtual Status restore(const ModelState& state) = 0;
};

struct ClassifierTraits {
  bool deterministic = true;  // the seed has no effect
  bool probabilities = true;  // answers are estimates of probability: log loss means something
  bool starts = false;        // uses ClassifierContext::start
  bool chance = false;        // its score is the score of guessing
  bool weights = false;       // takes weights of training documents (corpus/training_set.h)
  bool in_batches = false;  // learns in random batches: an integer weight is not so many copies of a document
  bool represents = false;  // has represent()
  bool hidden_units = false;     // represent() gives hidden units, not scores of classes
  bool rationales = false;       // answers from a part of a document that it chooses, and says which
  bool abstains = false;         // a row of zeros is "no answer"; of all others it is an error
  bool pretrained = false;       // is not trained here: it answers as it was made
  bool wraps = false;            // trains another classifier that an option names
  bool uses_validation = false;  // looks at validation documents (TrainingSet::dev) where there are some
  // Whether training documents need groups under these options; nothing: never.
  std::function<bool(const Options&)> needs_groups = {};
  // Whether there must be validation documents under these options; nothing: never.
  std::function<bool(const Options&)> needs_validation = {};
};

std::vector<TraitLine> describe(const ClassifierTraits& traits);

using ClassifierCatalog = Catalog<Classifier, ClassifierTraits>;
const ClassifierCatalog& classifiers();

}  // namespace standfast
