// The contract of explainers: how much each token of a document adds to the answer of a fitted classifier, by class.
//
// Duties, checked for every catalog entry by tests/attribution/explainer_conformance_test.cc: one attribution for each
// document, in the order of the view, which depends neither on the others nor on threads; where the traits say
// `adds_up`, base + shares + elsewhere is the prediction; a token that changes no answer has share 0; where the traits
// say `symmetric`, tokens that the classifier cannot tell apart have equal shares (estimates: within their error).
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
#include "standfast/base/traits.h"
#include "standfast/corpus/corpus.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct Attribution {
  std::vector<TokenSpan> tokens;
  DenseMatrix shares;              // tokens x classes, in the output space of the explainer
  DenseMatrix errors = {};         // of estimates: the standard error of each share; else empty
  std::vector<double> base;        // by class: without any token (linear: see linear_explainer.h)
  std::vector<double> prediction;  // by class: of the whole text
  std::vector<double> elsewhere;   // by class: what has no place in the text; 0 where every share has one
  uint64_t evaluations = 0;        // answers of the classifier that it took
  bool cut = false;                // a budget ended before every token had a share of its own
  bool estimated = false;          // shares are means over random draws

  // Every token has the share that the method defines.
  bool exact() const { return !cut && !estimated; }
  // prediction - base - elsewhere - the sum of shares.
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
  std::span<const std::vector<TokenSpan>> whole = {};  // by document: spans whose tokens are one; empty: none
  DocumentView background = {};  // documents whose mean stands for "absent"; where traits ask
};

class Explainer {
 public:
  virtual ~Explainer() = default;
  virtual Result<std::vector<Attribution>> explain(const ExplainedModel& model, const DocumentView& documents,
                                                   const ExplainContext& context) const = 0;
  // What is shared out: "log-odds", "probability", "centred score" ...
  virtual std::string_view output() const = 0;
  // Whether these options need ExplainContext::background.
  virtual bool needs_background() const { return false; }
};

struct ExplainerTraits {
  bool linear_only = false;  // explains linear classifiers alone
  bool adds_up = true;       // base and shares add up to the prediction
  bool symmetric =
      true;  // a share does not depend on where in the text a token stands, if the answer does not
  bool estimates = false;  // draws at random; shares have standard errors
  bool exact = false;  // its shares are the value that its definition names, whatever the length of the text
};

std::vector<TraitLine> describe(const ExplainerTraits& traits);

using ExplainerCatalog = Catalog<Explainer, ExplainerTraits>;
const ExplainerCatalog& explainers();

}  // namespace standfast
