// The verifier `unmasking`: the curve of a pair (unmasking_curve.h) and a logistic regression on its points,
// learned from labelled pairs. Koppel and Schler 2004, "Authorship verification as a one-class classification
// problem"; Bevendorff et al. 2019, "Generalizing unmasking for short texts".
//
// A text shorter than two chunks has no curve: its pairs are left out of the fit, counted, and answered 0.5.
// If no training pair has a curve, nothing is learned and every answer is 0.5; facts() report this.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/unmasking_curve.h"
#include "standfast/model/verify/verifiers.h"
#include "standfast/num/linear/logistic.h"

namespace standfast {
namespace {

// The curve of a pair; NaN if a text is too short. It is always computed in the order of the ids, so that
// both orders of a pair give the same bits.
class UnmaskingPairFeatures final : public PairFeatures {
 public:
  explicit UnmaskingPairFeatures(const UnmaskingOptions& options) : options_(options) {}
  size_t width() const override { return options_.rounds; }
  std::string identity() const override {
    const auto& o = options_;
    return fmt::format("unmasking/{}/{}/{}/{}/{}/{}/{}/{}/{}", o.chunk, o.chunks, o.features, o.rounds,
                       o.remove, o.folds, o.trigrams, o.first_fold, o.standardise);
  }
  Status compute(const PairView& view, int threads, Sink& sink, DenseMatrix& out) const override {
    const DocumentsOfPairs documents(view.pairs);
    const Corpus& corpus = *view.corpus;
    std::vector<std::optional<UnmaskingChunks>> chunks(documents.rows.size());
    parallel_for(chunks.size(), threads, [&](size_t i) {
      chunks[i].emplace(corpus.text(documents.rows[i]), corpus.id(documents.rows[i]), options_);
    });
    out = DenseMatrix(view.pairs.size(), options_.rounds);
    std::mutex mutex;
    size_t done = 0;
    parallel_for(view.pairs.size(), threads, [&](size_t i) {
      uint32_t a = view.pairs[i].a, b = view.pairs[i].b;
      if (corpus.id(b) < corpus.id(a)) std::swap(a, b);
      const auto &x = *chunks[documents.index_of(a)], &y = *chunks[documents.index_of(b)];
      const auto row = out.row(i);
      if (x.long_enough() && y.long_enough()) {
        const auto curve = unmasking_curve(x, y, options_);
        std::copy(curve.begin(), curve.end(), row.begin());
      } else {
        std::fill(row.begin(), row.end(), std::numeric_limits<double>::quiet_NaN());
      }
      const std::lock_guard lock(mutex);
      sink.progress("unmasking: curves", ++done, view.pairs.size());
    });
    return {};
  }

 private:
  UnmaskingOptions options_;
};

class Unmasking final : public Verifier {
 public:
  struct Settings {
    UnmaskingOptions curve;
    double threshold = 0.1, c = 1;
  };
  explicit Unmasking(const Settings& settings) : settings_(settings), features_(settings.curve) {}

  const PairFeatures* pair_features() const override { return &features_; }

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    fitted_.reset();
    if (train.pairs.empty()) return data_error("unmasking: no training pairs");
    Fitted fitted;
    std::vector<double> curves;
    std::vector<uint8_t> labels;
    for (const auto& view : {train, validation}) {
      if (view.pairs.empty()) continue;
      DenseMatrix found;
      SF_TRY(symmetric_pair_features(features_, view, context, found));
      for (size_t i = 0; i < view.pairs.size(); ++i) {
        if (std::isnan(found.row(i)[0])) {
          ++fitted.too_short;
          continue;
        }
        curves.insert(curves.end(), found.row(i).begin(), found.row(i).end());
        labels.push_back(view.pairs[i].same ? 1 : 0);
      }
    }
    fitted.pairs = labels.size();
    fitted.same = static_cast<uint64_t>(std::count(labels.begin(), labels.end(), uint8_t{1}));
    if (labels.empty()) {
      context.sink->warn(
          fmt::format("unmasking: no training pair has two texts of {} words or more; every answer will be "
                      "0.5, a non-answer; smaller chunks need fewer words",
                      UnmaskingChunks::words_needed(settings_.curve)));
    } else {
      if (fitted.same == 0 || fitted.same == fitted.pairs)
        return data_error(
            fmt::format("unmasking: all {} training pairs whose texts are long enough are {}-author pairs; "
                        "it needs some of both",
                        fitted.pairs, fitted.same == 0 ? "different" : "same"));
      DenseMatrix x(labels.size(), features_.width());
      x.data = std::move(curves);
      auto model = fit_logistic(x, labels, {.c = settings_.c});
      if (!model) return with_context("unmasking", model.error());
      fitted.model = std::move(*model);
      if (fitted.too_short > 0)
        context.sink->warn(
            fmt::format("unmasking: {} training pairs with a text of fewer than {} words were left out",
                        fitted.too_short, UnmaskingChunks::words_needed(settings_.curve)));
    }
    fitted_ = std::move(fitted);
    return {};
  }

  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const override {
    if (!fitted_) return usage_error("unmasking: asked for scores before it was fitted");
    std::fill(out.begin(), out.end(), 0.5);
    if (fitted_->model.weights.empty() || pairs.pairs.empty()) return {};
    DenseMatrix curves;
    SF_TRY(symmetric_pair_features(features_, pairs, context, curves));
    uint64_t too_short = 0;
    for (size_t i = 0; i < out.size(); ++i) {
      if (std::isnan(curves.row(i)[0])) {
        ++too_short;
      } else if (std::abs(fitted_->model.decision(curves.row(i))) >= settings_.threshold) {
        out[i] = fitted_->model.probability(curves.row(i));
      }
    }
    if (too_short > 0)
      context.sink->warn(
          fmt::format("unmasking: {} of {} pairs have a text of fewer than {} words; their answer is "
                      "0.5 (none)",
                      too_short, out.size(), UnmaskingChunks::words_needed(settings_.curve)));
    return {};
  }

  nlohmann::ordered_json facts() const override {
    if (!fitted_) return nlohmann::ordered_json::object();
    nlohmann::ordered_json facts = {{"words_needed", UnmaskingChunks::words_needed(settings_.curve)}};
    count_fields().facts(*fitted_, facts);
    if (fitted_->model.weights.empty()) {
      facts["note"] = "no training pair is long enough: nothing was learned, every answer is 0.5 (none)";
      return facts;
    }
    model_fields().facts(fitted_->model, facts);
    facts["threshold"] = settings_.threshold;
    return facts;
  }

  Result<ModelState> save() const override { return saved_fields("unmasking", fields(), fitted_); }
  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(fitted_, fields_in(state, "unmasking", fields()));
    return {};
  }

 private:
  struct Fitted : LearnedPairs {
    LogisticModel model;  // without weights: no training pair was long enough
    uint64_t too_short = 0;
  };
  static FieldTable<LogisticModel> model_fields() {
    FieldTable<LogisticModel> table;
    // weights: of the points of the curve, first round first
    table.add_facts("weights", &LogisticModel::weights, "intercept", &LogisticModel::intercept);
    return table;
  }
  static FieldTable<Fitted> count_fields() {
    FieldTable<Fitted> table;
    table.include(learned_pairs_fields());
    table.add("pairs_too_short", &Fitted::too_short).fact();
    return table;
  }
  FieldTable<Fitted> fields() const {
    FieldTable<Fitted> table;
    table.include(&Fitted::model, model_fields());
    table.include(count_fields());
    table.require([points = features_.width()](const Fitted& fitted) -> std::string {
      const auto& weights = fitted.model.weights;
      if (!weights.empty() && weights.size() != points)
        return fmt::format("{} weights were saved for a curve of {} points", weights.size(), points);
      const auto can_be = [](double w) { return std::abs(w) < 1e100; };
      return can_be(fitted.model.intercept) && std::ranges::all_of(weights, can_be)
                 ? ""
                 : "a saved weight is invalid";
    });
    return table;
  }

  Settings settings_;
  UnmaskingPairFeatures features_;
  std::optional<Fitted> fitted_;
};

// Options of the verifier. 0: the variant's default.
struct UnmaskingVerifierOptions {
  bool pan24 = false;
  uint32_t chunk = 0, chunks = 0, features = 0, rounds = 0, remove = 0, folds = 0;
  bool standardise = true;
  double threshold = 0.1, c = 1;
};

using O = UnmaskingVerifierOptions;
struct Numbers {
  const char *name, *meaning;
  uint32_t words, pan24, least, most;
  uint32_t O::*given;
  uint32_t UnmaskingOptions::*field;
};
constexpr Numbers kNumbers[] = {
    {"chunk", "words in a chunk; texts need twice as many", 700, 700, 2, 1000000, &O::chunk,
     &UnmaskingOptions::chunk},
    {"chunks", "chunks drawn from each text", 30, 60, 2, 1000, &O::chunks, &UnmaskingOptions::chunks},
    {"features", "most frequent words or n-grams of the pair at the start", 250, 200, 1, 100000, &O::features,
     &UnmaskingOptions::features},
    {"rounds", "points of the curve", 20, 35, 1, 1000, &O::rounds, &UnmaskingOptions::rounds},
    {"remove", "features removed in a round", 10, 4, 1, 100000, &O::remove, &UnmaskingOptions::remove},
    {"folds", "folds of the cross-validation over chunks", 10, 10, 2, 1000, &O::folds,
     &UnmaskingOptions::folds},
};

UnmaskingOptions curve_of(const O& options) {
  UnmaskingOptions curve;
  for (const auto& number : kNumbers) {
    const uint32_t given = options.*number.given;
    curve.*number.field = given != 0 ? given : options.pan24 ? number.pan24 : number.words;
  }
  curve.trigrams = options.pan24 ? 3 : 0;
  curve.first_fold = options.pan24;
  curve.standardise = options.standardise;
  return curve;
}

OptionTable<O> unmasking_table() {
  OptionTable<O> table;
  table.words(
      "variant", &O::pan24, {{"words", false}, {"pan24", true}},
      "words (most frequent words, the strongest of either sign removed) or pan24 (the baseline of PAN "
      "2024: character 3-grams, the strongest positive ones of the first fold removed)");
  for (const auto& number : kNumbers)
    table
        .add(number.name, number.given,
             fmt::format("{}; 0: {}, or {} for pan24", number.meaning, number.words, number.pan24))
        .between(number.least, number.most)
        .or_zero();
  table.add("standardise", &O::standardise,
            "divide each feature by its standard deviation, so that rare words count; false: leave shares "
            "unscaled");
  table
      .add("threshold", &O::threshold,
           "a decision (log-odds of the probability) nearer to 0 becomes 0.5, no answer")
      .at_least(0);
  table.add("c", &O::c, "inverse strength of the penalty of the regression on curves").above(0);
  table.require([](const O& options) {
    const UnmaskingOptions curve = curve_of(options);
    return curve.folds > curve.chunks
               ? fmt::format("{} folds need at least as many chunks, not {}", curve.folds, curve.chunks)
               : std::string();
  });
  table.preset("pan24", "the baseline of PAN 2024", {{"variant", std::string("pan24")}});
  return table;
}

}  // namespace

VerifierCatalog::Entry unmasking_entry() {
  const auto table = unmasking_table();
  // Made before the entry: gcc 12 destroys a member of a braced member twice where a later one throws.
  VerifierTraits traits;
  traits.pair_features =
      said_of(table, [](const O& o) { return UnmaskingPairFeatures(curve_of(o)).identity(); });
  return {.name = "unmasking",
          .summary =
              "Speed at which two texts become hard to tell apart as their best features are removed; for "
              "long texts",
          .citation =
              "Koppel and Schler 2004, Authorship verification as a one-class classification problem, ICML; "
              "Bevendorff "
              "et al. 2019, Generalizing unmasking for short texts, NAACL",
          .traits = std::move(traits),
          .options = table,
          .make = made_by<Verifier>(table, [](const O& options) {
            return std::make_unique<Unmasking>(
                Unmasking::Settings{curve_of(options), options.threshold, options.c});
          })};
}

}  // namespace standfast
