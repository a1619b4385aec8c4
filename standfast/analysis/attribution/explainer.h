// The interface of explainers, which compute the contribution of each token of a document to the answer of a
// fitted classifier, by class.
//
// The contract is checked for every catalog entry by tests/attribution/explainer_conformance_test.cc: one
// attribution for each document, in the order of the view, independent of the other documents and of threads;
// where the traits say `adds_up`, base + shares + elsewhere is the prediction; a token that changes no answer
// has share 0; where the traits say `symmetric`, tokens that the classifier cannot tell apart have equal
// shares (estimates: within their error).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/attribution/text_tokens.h"
#include "standfast/base/catalog.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct Attribution {
  std::vector<TokenSpan> tokens;
  DenseMatrix shares;              // tokens x classes, in the output space of the explainer
  DenseMatrix errors = {};         // for estimates: the standard error of each share; else empty
  std::vector<double> base;        // by class: without any token (linear: see explainers.h)
  std::vector<double> prediction;  // by class: for the whole text
  // By class: contributions without a place in the text; 0 if every share has one.
  std::vector<double> elsewhere;
  uint64_t evaluations = 0;  // answers of the classifier that were needed
  bool cut = false;          // a budget ended before every token had a share of its own
  bool estimated = false;    // shares are means over random draws

  // Returns true if every token has the share that the method defines.
  bool exact() const { return !cut && !estimated; }
  // Returns prediction - base - elsewhere - the sum of shares.
  double gap(size_t c) const;
};

struct ExplainedModel {
  const Classifier* classifier = nullptr;   // fitted
  std::span<const std::string> names = {};  // its label set
};

struct ExplainContext {
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
  // By document: spans whose tokens count as one; empty: none.
  std::span<const std::vector<TokenSpan>> whole = {};
  DocumentView background = {};  // documents whose mean stands for "absent", if traits require them
};

class Explainer {
 public:
  virtual ~Explainer() = default;
  virtual Result<std::vector<Attribution>> explain(const ExplainedModel& model, const DocumentView& documents,
                                                   const ExplainContext& context) const = 0;
  // Returns the name of the explained quantity: "log-odds", "probability", "centred score" ...
  virtual std::string_view output() const = 0;
  // Returns true if these options need ExplainContext::background.
  virtual bool needs_background() const { return false; }
};

struct ExplainerTraits {
  bool linear_only = false;  // explains linear classifiers alone
  bool adds_up = true;       // base and shares add up to the prediction
  bool symmetric = true;     // a share depends on the position of a token only if the answer does
  bool estimates = false;    // draws at random; shares have standard errors
  bool exact = false;  // shares equal the value that the definition names, whatever the length of the text
};

std::vector<TraitLine> describe(const ExplainerTraits& traits);

using ExplainerCatalog = Catalog<Explainer, ExplainerTraits>;
const ExplainerCatalog& explainers();

}  // namespace standfast
