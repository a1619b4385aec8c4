#include "standfast/model/ppm/ppm.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/model/ppm/ppm_contexts.h"
#include "standfast/model/ppm/ppm_matches.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/num/linear/logistic.h"

namespace standfast {
namespace {

EscapeMethod method_of(PpmEscape escape) {
  return escape == PpmEscape::c ? EscapeMethod::c : EscapeMethod::d;
}

// Computes cross-entropies of true PPM. The model of a text is built once for all pairs and directions that
// use it.
void escape_cross_entropies(std::span<const std::string_view> texts,
                            std::span<const std::pair<uint32_t, uint32_t>> pairs, const PpmOptions& options,
                            int threads, Sink& sink, DenseMatrix& out) {
  struct Direction {
    uint32_t pair, text;
    uint8_t column;
  };
  std::vector<std::vector<Direction>> of_model(texts.size());
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    of_model[pairs[i].first].push_back({i, pairs[i].second, 0});
    of_model[pairs[i].second].push_back({i, pairs[i].first, 1});
  }
  out = DenseMatrix(pairs.size(), 2);
  constexpr size_t kBatch = 64;  // texts between two reports of progress
  for (size_t begin = 0; begin < texts.size(); begin += kBatch) {
    const size_t size = std::min(kBatch, texts.size() - begin);
    parallel_for(size, threads, [&](size_t i) {
      const size_t model_text = begin + i;
      if (of_model[model_text].empty()) return;
      const PpmEscapeModel model(texts[model_text], options.order, method_of(options.escape));
      for (const auto& d : of_model[model_text])
        out.row(d.pair)[d.column] = model.cross_entropy(texts[d.text]);
    });
    sink.progress("ppm: cross-entropies", begin + size, texts.size());
  }
}

// Returns `value` correctly rounded to this many decimals, like Python's round(). A negative number leaves it
// unchanged.
double round_decimals(double value, int64_t decimals) {
  if (decimals < 0 || !std::isfinite(value)) return value;
  std::array<char, 400> text;
  const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), value,
                                         std::chars_format::fixed, static_cast<int>(decimals));
  double rounded = value;
  if (code == std::errc()) std::from_chars(text.data(), end, rounded);
  return rounded;
}

class PpmVerifier final : public Verifier {
 public:
  struct Settings {
    PpmOptions ppm = {};
    bool raw = false;      // [d1, d2] instead of [mean, |difference|]
    int64_t decimals = 4;  // of d1, d2 and of the features
    double radius = 0.01;
    int64_t score_decimals = -1;
    double c = 1;
  };

  explicit PpmVerifier(Settings settings) : settings_(settings), features_(settings.ppm) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    fitted_.reset();
    Fitted fitted;
    std::vector<std::array<double, 2>> rows;
    std::vector<uint8_t> labels;
    for (const auto& view : {train, validation}) {
      DenseMatrix table;
      SF_TRY(features_of(view, context, table));
      for (size_t i = 0; i < view.pairs.size(); ++i) {
        if (!usable(table.row(i))) {
          ++fitted.without_text;
          continue;
        }
        rows.push_back({table.row(i)[0], table.row(i)[1]});
        labels.push_back(view.pairs[i].same ? 1 : 0);
        fitted.same += view.pairs[i].same ? 1 : 0;
      }
    }
    fitted.pairs = labels.size();
    if (labels.empty())
      return data_error(
          fitted.without_text == 0
              ? std::string("ppm: no training pairs")
              : fmt::format("ppm: all {} training pairs have an empty document", fitted.without_text));
    if (fitted.same == 0 || fitted.same == fitted.pairs)
      return data_error(
          fmt::format("ppm: all {} training pairs are {}-author pairs; it needs some of both kinds",
                      fitted.pairs, fitted.same == 0 ? "different" : "same"));
    DenseMatrix x(rows.size(), 2);
    for (size_t i = 0; i < rows.size(); ++i) std::copy(rows[i].begin(), rows[i].end(), x.row(i).begin());
    auto model = fit_logistic(x, labels, {.c = settings_.c});
    if (!model) return with_context("ppm", model.error());
    if (fitted.without_text > 0)
      context.sink->warn(
          fmt::format("ppm: {} training pairs with an empty document were left out", fitted.without_text));
    fitted.model = std::move(*model);
    fitted_ = std::move(fitted);
    return {};
  }

  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const override {
    if (!fitted_) return usage_error("ppm: asked for scores before it was fitted");
    DenseMatrix table;
    SF_TRY(features_of(pairs, context, table));
    uint64_t without_text = 0;
    for (size_t i = 0; i < pairs.pairs.size(); ++i) {
      if (!usable(table.row(i))) {
        out[i] = 0.5;
        ++without_text;
        continue;
      }
      const double p = fitted_->model.probability(table.row(i));
      const bool undecided = p >= 0.5 - settings_.radius && p <= 0.5 + settings_.radius;
      out[i] = undecided ? 0.5 : round_decimals(p, settings_.score_decimals);
    }
    if (without_text > 0)
      context.sink->warn(fmt::format("ppm: {} of {} pairs have an empty document; their answer is 0.5 (none)",
                                     without_text, pairs.pairs.size()));
    return {};
  }

  const PairFeatures* pair_features() const override { return &features_; }

  nlohmann::ordered_json facts() const override {
    auto facts = count_fields().facts(fitted_);
    if (!fitted_) return facts;
    facts["weights"] = {{settings_.raw ? "d1" : "mean", fitted_->model.weights[0]},
                        {settings_.raw ? "d2" : "difference", fitted_->model.weights[1]}};
    model_fields().facts(fitted_->model, facts);
    facts["radius"] = settings_.radius;
    return facts;
  }

  Result<ModelState> save() const override { return saved_fields("ppm", fields(), fitted_); }
  Status restore(const ModelState& state) override {
    SF_ASSIGN(fitted_, fields_in(state, "ppm", fields()));
    return {};
  }

 private:
  struct Fitted : LearnedPairs {
    LogisticModel model;
    uint64_t without_text = 0;
  };
  static FieldTable<LogisticModel> model_fields() {
    using M = LogisticModel;
    FieldTable<M> table;
    table.add("weights", &M::weights);
    table.add_facts("intercept", &M::intercept, "objective", &M::objective);
    table.add("iterations", &M::iterations);
    table.require([](const M& model) -> std::string {
      if (model.weights.size() != 2) return fmt::format("{} weights, expected 2", model.weights.size());
      for (const double weight : {model.weights[0], model.weights[1], model.intercept})
        if (!(std::abs(weight) < 1e100)) return fmt::format("the weight {} is invalid", weight);
      return "";
    });
    return table;
  }
  static FieldTable<Fitted> count_fields() {
    FieldTable<Fitted> table;
    table.include(learned_pairs_fields());
    table.add("pairs_with_empty_document", &Fitted::without_text).fact();
    return table;
  }
  static FieldTable<Fitted> fields() {
    FieldTable<Fitted> table;
    table.include(&Fitted::model, model_fields());
    table.include(count_fields());
    return table;
  }

  static bool usable(std::span<const double> row) { return std::isfinite(row[0]) && std::isfinite(row[1]); }

  // Computes the two features of the regression for each pair. If the context's table has the pair (in either
  // order), its cross-entropies are taken from there; otherwise they are computed.
  Status features_of(const PairView& view, const ModelContext& context, DenseMatrix& out) const {
    out = DenseMatrix(view.pairs.size(), 2);
    std::vector<Pair> missing;
    std::vector<size_t> place;
    for (size_t i = 0; i < view.pairs.size(); ++i) {
      const Pair& pair = view.pairs[i];
      std::span<const double> known;
      bool swapped = false;
      if (context.pair_features != nullptr) {
        known = context.pair_features->find(pair.a, pair.b);
        if (known.empty()) {
          known = context.pair_features->find(pair.b, pair.a);
          swapped = true;
        }
      }
      if (known.size() == 2) {
        write_features(known[swapped ? 1 : 0], known[swapped ? 0 : 1], out.row(i));
      } else {
        missing.push_back(pair);
        place.push_back(i);
      }
    }
    if (missing.empty()) return {};
    DenseMatrix computed;
    SF_TRY(features_.compute({view.corpus, missing}, context.threads, *context.sink, computed));
    for (size_t i = 0; i < missing.size(); ++i)
      write_features(computed.row(i)[0], computed.row(i)[1], out.row(place[i]));
    return {};
  }

  void write_features(double d1, double d2, std::span<double> row) const {
    d1 = round_decimals(d1, settings_.decimals);
    d2 = round_decimals(d2, settings_.decimals);
    row[0] = settings_.raw ? d1 : round_decimals((d1 + d2) / 2, settings_.decimals);
    row[1] = settings_.raw ? d2 : round_decimals(std::abs(d1 - d2), settings_.decimals);
  }

  Settings settings_;
  PpmPairFeatures features_;
  std::optional<Fitted> fitted_;
};

OptionTable<PpmVerifier::Settings> ppm_table() {
  using O = PpmVerifier::Settings;
  OptionTable<PpmOptions> ppm;
  ppm.add("order", &PpmOptions::order,
          "longest context in characters, 0 to 5; longer contexts model a text more exactly")
      .between(0, kPpmLongestOrder);
  ppm.words_in_order(
      "escape", &PpmOptions::escape, kPpmEscapes,
      "none: the longest context that knows the character, as the baselines do; c, d: true PPMC "
      "and PPMD with exclusions, slower");
  OptionTable<O> table;
  table.include(&O::ppm, ppm);
  table.words(
      "features", &O::raw, {{"mean-diff", false}, {"raw", true}},
      "mean-diff: mean and absolute difference of the two cross-entropies (HITS, PAN 2020-21); raw: the "
      "two themselves, so that swapping the texts changes the score (PAN 2022-23)");
  table
      .add("decimals", &O::decimals,
           "decimals to which cross-entropies and features are rounded; -1: no rounding")
      .between(-1, 15);
  table
      .add("radius", &O::radius,
           "a probability within 0.5 - radius and 0.5 + radius becomes 0.5, no answer (PAN 2020-21: 0.05)")
      .at_least(0)
      .below(0.5);
  table
      .add("score-decimals", &O::score_decimals,
           "decimals to which scores are rounded; -1: no rounding; 3, as in the baselines, makes 0.5004 a "
           "non-answer even with radius 0")
      .between(-1, 15);
  table
      .add("c", &O::c,
           "inverse strength of the regression's penalty; a larger value fits the training pairs more "
           "closely")
      .above(0);
  table.preset("pan20", "the baseline of PAN 2020 and 2021",
               {{"radius", 0.05}, {"score-decimals", int64_t{3}}});
  table.preset("pan22", "the baseline of PAN 2022 and 2023: the order of the texts matters",
               {{"features", std::string("raw")}, {"radius", 0.01}, {"score-decimals", int64_t{3}}});
  return table;
}

}  // namespace

double ppm_cross_entropy(std::string_view model_text, std::string_view text, const PpmOptions& options) {
  if (options.escape != PpmEscape::none)
    return PpmEscapeModel(model_text, options.order, method_of(options.escape)).cross_entropy(text);
  const std::array<std::string_view, 2> texts = {model_text, text};
  const std::array<std::pair<uint32_t, uint32_t>, 1> pair = {std::pair<uint32_t, uint32_t>{0, 1}};
  DenseMatrix out;
  ppm_cross_entropies(texts, pair, {.order = options.order}, null_sink(), out);
  return out.data[0];
}

std::string PpmPairFeatures::identity() const {
  return fmt::format("ppm/{}/{}", options_.order, kPpmEscapes[static_cast<size_t>(options_.escape)]);
}

Status PpmPairFeatures::compute(const PairView& view, int threads, Sink& sink, DenseMatrix& out) const {
  // Texts are in the order of their rows. So texts in memory are neighbours, and results do not depend on the
  // order of the pairs.
  std::vector<uint32_t> rows;
  rows.reserve(2 * view.pairs.size());
  for (const auto& pair : view.pairs) rows.insert(rows.end(), {pair.a, pair.b});
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<std::string_view> texts;
  texts.reserve(rows.size());
  for (const uint32_t row : rows) texts.push_back(view.corpus->text(row));
  const auto number = [&](uint32_t row) {
    return static_cast<uint32_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
  };
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  pairs.reserve(view.pairs.size());
  for (const auto& pair : view.pairs) pairs.emplace_back(number(pair.a), number(pair.b));
  if (options_.escape == PpmEscape::none)
    ppm_cross_entropies(texts, pairs, {.order = options_.order, .threads = threads}, sink, out);
  else
    escape_cross_entropies(texts, pairs, options_, threads, sink, out);
  return {};
}

VerifierCatalog::Entry ppm_entry() {
  const auto table = ppm_table();
  // Made before the entry, because gcc 12 destroys a member of a braced member twice if a later one throws.
  VerifierTraits traits;
  traits.pair_features =
      said_of(table, [](const PpmVerifier::Settings& o) { return PpmPairFeatures(o.ppm).identity(); });
  return {.name = "ppm",
          .summary =
              "Cross-entropy of each text under a compression model of the other, and a logistic regression",
          .citation =
              "Teahan and Harper 2003, Using compression-based language models for text categorization; "
              "the compression baseline of PAN authorship verification 2020-2023",
          .traits = std::move(traits),
          .options = table,
          .make = made_as<Verifier, PpmVerifier>(table)};
}

}  // namespace standfast
