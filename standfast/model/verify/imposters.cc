// The verifier `imposters` (General Imposters): two texts are by one author if, under many random halves of
// the features, each is nearer to the other than to texts of other authors. Koppel and Winter 2014,
// "Determining if two documents are written by the same author"; Kestemont et al. 2016.
//
// Vectors: tf-idf of the most frequent n-grams, fitted on the training texts. For a text x and its partner y,
// in each of `rounds` rounds: draw int(share * F) of the F features with replacement (a feature drawn twice
// counts twice), draw `imposters` of the training texts, and score a win if
// distance(x, y) < min distance(x, imposter), strictly. The score is the share of wins, averaged over both
// directions unless symmetric is off. Distances over drawn features with weights w (how often drawn):
//
//   minmax     1 - sum w min(a, b) / sum w max(a, b)         (Ruzicka)
//   cosine     1 - sum w a b / sqrt(sum w a a  sum w b b)
//   manhattan  sum w |a - b|
//
// 0 / 0 is distance 1 (minmax, cosine). Random streams are named by the pair's document ids and the
// direction, so a score depends neither on other pairs nor on the order of the two.
//
// Imposters are other authors' texts while the verifier is being fitted. When it scores, authors are unknown,
// so the imposters are all training texts except the ones equal to a text of the pair.
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/calibration.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/imposter_set.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {
namespace {

enum class Placing : uint8_t { thresholds, shifter, none };

struct ImpostersOptions {
  Analyzer analyzer = Analyzer::characters;
  uint32_t n = 4;
  uint64_t features = 3000;
  RoundOptions rounds = {};
  bool profile = false, symmetric = true;
  bool between_spaces = false;
  Placing placing = Placing::thresholds;
};

TfidfOptions grams_of(const ImpostersOptions& options) {
  TfidfOptions grams;
  grams.analyzer = options.analyzer;
  grams.min_n = grams.max_n = options.n;
  grams.max_features = options.features;
  grams.min_word_length = 1;
  grams.between_spaces = options.between_spaces;
  return grams;
}

class Imposters final : public Verifier {
 public:
  explicit Imposters(const ImpostersOptions& settings) : settings_(settings), tfidf_(grams_of(settings)) {}

  Status fit(const PairView& train, const PairView& validation, const ModelContext& context) override {
    fitted_.reset();
    if (train.pairs.empty()) return data_error("imposters: no training pairs");
    const DocumentsOfPairs documents(train.pairs);
    const auto texts = texts_of(*train.corpus, documents.rows);
    tfidf_ = Tfidf(grams_of(settings_));
    if (auto status = tfidf_.fit(texts, context.threads); !status)
      return with_context("imposters", status.error());
    auto set = ImposterSet::make(*train.corpus, documents.rows, tfidf_.transform(texts, context.threads),
                                 settings_.profile);
    if (!set) return with_context("imposters", set.error());
    set_ = std::move(*set);

    Fitted fitted;
    fitted.seed = context.seed;
    fitted.authors_known = train.corpus->column(Role::author) != nullptr;
    if (settings_.placing != Placing::none) {
      const bool on_train = validation.pairs.empty();
      const PairView& pairs = on_train ? train : validation;
      fitted.source = on_train ? "training pairs, because there are no validation pairs" : "validation pairs";
      SF_ASSIGN(const auto shares, shares_of_wins(pairs, true, fitted.seed, context));
      std::vector<double> values;
      std::vector<uint8_t> same;
      for (size_t i = 0; i < shares.size(); ++i)
        if (!std::isnan(shares[i])) {
          values.push_back(shares[i]);
          same.push_back(pairs.pairs[i].same ? 1 : 0);
        }
      if (settings_.placing == Placing::thresholds) {
        auto found = calibrate(values, same, Objective::hits);
        if (!found) return with_context("imposters", found.error());
        fitted.calibration = *found;
      } else {
        auto found = ScoreShift::fit(values, same);
        if (!found) return with_context("imposters", found.error());
        fitted.shift = *found;
      }
      fitted.unanswered = shares.size() - values.size();
    }
    fitted_ = std::move(fitted);
    return {};
  }

  Status score(const PairView& pairs, std::span<double> out, const ModelContext& context) const override {
    if (!fitted_) return usage_error("imposters: asked for scores before it was fitted");
    SF_ASSIGN(const auto shares, shares_of_wins(pairs, false, fitted_->seed, context));
    uint64_t unanswered = 0;
    for (size_t i = 0; i < shares.size(); ++i) {
      if (std::isnan(shares[i])) {
        out[i] = 0.5;
        ++unanswered;
      } else if (settings_.placing == Placing::thresholds) {
        out[i] = calibrated(shares[i], fitted_->calibration);
      } else {
        out[i] = settings_.placing == Placing::shifter ? fitted_->shift.shifted(shares[i]) : shares[i];
      }
    }
    if (unanswered > 0)
      context.sink->warn(fmt::format(
          "imposters: {} of {} pairs have a text without a known n-gram, or no imposter; their answer is 0.5 "
          "(none)",
          unanswered, shares.size()));
    return {};
  }

  nlohmann::ordered_json facts() const override {
    nlohmann::ordered_json facts = nlohmann::ordered_json::object();
    if (!fitted_) return facts;
    facts["vocabulary"] = tfidf_.features();
    facts[settings_.profile ? "imposter_authors" : "imposter_texts"] = set_.vectors.rows();
    facts["imposters_a_round"] = std::min<size_t>(settings_.rounds.imposters, set_.vectors.rows());
    facts["rounds"] = settings_.rounds.rounds;
    facts["features_a_round"] =
        static_cast<uint64_t>(settings_.rounds.share * static_cast<double>(tfidf_.features()));
    facts["distance"] = kImposterDistances[static_cast<size_t>(settings_.rounds.distance)];
    if (!fitted_->authors_known)
      facts["note"] = "the corpus has no authors: while fitting, imposters may be by the author of the pair";
    if (settings_.placing == Placing::none) return facts;
    facts["calibration_source"] = fitted_->source;
    if (settings_.placing == Placing::thresholds)
      calibration_fields().facts(fitted_->calibration, facts);
    else
      shift_fields().facts(fitted_->shift, facts);
    facts["calibration_unanswered"] = fitted_->unanswered;
    return facts;
  }

  Result<ModelState> save() const override {
    SF_ASSIGN(ModelState state, saved_fields("imposters", fields(), fitted_));
    state.blobs["vocabulary.json"] = tfidf_.save();
    state.blobs["imposters.bin"] = set_.save();
    return state;
  }

  Status restore(const ModelState& state) override {
    fitted_.reset();
    SF_ASSIGN(Fitted fitted, fields_in(state, "imposters", fields()));
    const auto vocabulary = state.blobs.find("vocabulary.json"), set = state.blobs.find("imposters.bin");
    if (vocabulary == state.blobs.end() || set == state.blobs.end())
      return data_error("imposters: the saved model lacks vocabulary.json or imposters.bin");
    Tfidf tfidf;
    if (auto status = tfidf.restore(vocabulary->second); !status)
      return with_context("imposters", status.error());
    auto restored = ImposterSet::restore(set->second, tfidf.features());
    if (!restored) return with_context("imposters", restored.error());
    tfidf_ = std::move(tfidf);
    set_ = std::move(*restored);
    fitted_ = std::move(fitted);
    return {};
  }

 private:
  struct Fitted {
    uint64_t seed = 0;
    std::string source;
    uint64_t unanswered = 0;
    bool authors_known = false;
    Calibration calibration;  // if the model places thresholds
    ScoreShift shift;         // if the model uses the shifter
  };

  static FieldTable<Calibration> calibration_fields() {
    using C = Calibration;
    FieldTable<C> table;
    table.add_facts("p1", &C::p1, "p2", &C::p2, "objective_value", &C::value);
    table.add("pairs", &C::pairs).fact("calibration_pairs");
    table.add("same", &C::same).fact("calibration_same");
    return table;
  }
  static FieldTable<ScoreShift> shift_fields() {
    using S = ScoreShift;
    FieldTable<S> table;
    table.add_facts("p1", &S::p1, "p2", &S::p2, "low", &S::low, "high", &S::high);
    table.add("value", &S::value).fact("auc_times_c_at_1");
    table.add("pairs", &S::pairs).fact("calibration_pairs");
    table.add("same", &S::same).fact("calibration_same");
    table.require([](const S& s) {
      const bool can_be =
          0 <= s.p1 && s.p1 <= s.p2 && s.p2 <= 1 && 0 <= s.low && s.low <= s.high && s.high <= 1;
      return can_be ? "" : "the saved shift of scores is invalid";
    });
    return table;
  }
  FieldTable<Fitted> fields() const {
    using F = Fitted;
    FieldTable<F> table;
    table.add_all("seed", &F::seed, "calibration_source", &F::source, "calibration_unanswered",
                  &F::unanswered, "authors_known", &F::authors_known);
    auto thresholds = calibration_fields();
    if (settings_.placing == Placing::thresholds) thresholds.require(objection_to_thresholds);
    table.add("thresholds", &F::calibration, thresholds);
    table.add("shift", &F::shift, shift_fields());
    return table;
  }

  // Returns the shares of wins; NaN if a text has no known n-gram or no imposter is left.
  // authors_may_be_asked: true only while fitting.
  Result<std::vector<double>> shares_of_wins(const PairView& view, bool authors_may_be_asked, uint64_t seed,
                                             const ModelContext& context) const {
    const DocumentsOfPairs documents(view.pairs);
    const auto texts = texts_of(*view.corpus, documents.rows);
    const CsrMatrix vectors = tfidf_.transform(texts, context.threads);
    std::vector<uint64_t> fingerprints(texts.size());
    for (size_t i = 0; i < texts.size(); ++i) fingerprints[i] = ImposterSet::fingerprint(texts[i]);
    std::vector<double> result(view.pairs.size(), std::nan(""));
    std::vector<std::optional<ImposterRounds>> rounds(static_cast<size_t>(std::max(context.threads, 1)));
    parallel_ranges(result.size(), context.threads, 4, [&](size_t begin, size_t end, int worker) {
      auto& mine = rounds[static_cast<size_t>(worker)];
      if (!mine) mine.emplace(settings_.rounds, tfidf_.features());
      std::vector<uint32_t> candidates;
      for (size_t p = begin; p < end; ++p) {
        const Pair& pair = view.pairs[p];
        const size_t a = documents.index_of(pair.a), b = documents.index_of(pair.b);
        if (vectors.row_columns(a).empty() || vectors.row_columns(b).empty()) continue;
        set_.candidates(fingerprints[a], fingerprints[b],
                        authors_may_be_asked ? view.corpus->value(Role::author, pair.a) : "",
                        authors_may_be_asked ? view.corpus->value(Role::author, pair.b) : "", candidates);
        if (candidates.empty()) continue;
        const auto direction = [&](size_t x, size_t y) {
          const std::string stream =
              fmt::format("{}\n{}", view.corpus->id(documents.rows[x]), view.corpus->id(documents.rows[y]));
          return mine->share_of_wins(vectors, x, y, set_.vectors, candidates, seed, stream);
        };
        result[p] = settings_.symmetric ? (direction(a, b) + direction(b, a)) / 2 : direction(a, b);
      }
    });
    return result;
  }

  ImpostersOptions settings_;
  Tfidf tfidf_;
  ImposterSet set_;
  std::optional<Fitted> fitted_;
};

OptionTable<ImpostersOptions> imposters_table() {
  using O = ImpostersOptions;
  // Tables of the options that are members of `rounds`.
  OptionTable<RoundOptions> distance, rounds;
  distance.words_in_order("distance", &RoundOptions::distance, kImposterDistances,
                          "distance of vectors: minmax (Ruzicka), cosine or manhattan");
  rounds
      .add("rounds", &RoundOptions::rounds,
           "random draws of features for a pair; more draws make scores finer")
      .between(1, 1'000'000);
  rounds.add("share", &RoundOptions::share, "share of the features drawn in a round, with replacement")
      .above(0)
      .at_most(1);
  rounds
      .add("imposters", &RoundOptions::imposters,
           "training texts drawn in a round (all, if there are fewer); more texts make a win harder")
      .between(1, 1'000'000);
  OptionTable<O> table;
  table.include(&O::rounds, distance);
  table.words("analyzer", &O::analyzer, {{"characters", Analyzer::characters}, {"words", Analyzer::words}},
              "features are n-grams of characters or of words");
  add_word_rule(table, &O::between_spaces);
  table.add("n", &O::n, "characters or words in an n-gram").between(1, 64);
  table.add("features", &O::features, "n-grams in the vocabulary: the most frequent of the training texts")
      .at_least(2);
  table.include(&O::rounds, rounds);
  table.words("mode", &O::profile, {{"instance", false}, {"profile", true}},
              "imposters are texts (instance) or the mean vectors of authors (profile)");
  table.add("symmetric", &O::symmetric,
            "average over both directions; false: only the first text's nearness to the second");
  table.words_in_order(
      "calibration", &O::placing, std::vector<std::string>{"thresholds", "shifter", "none"},
      "calibration of the share of rounds won: thresholds (as in char-ngram), shifter (of the usual "
      "implementation) or none");
  table.require([](const O& o) -> std::string {
    return o.between_spaces && o.analyzer != Analyzer::words ? "word-rule = spaces: it needs analyzer = words"
                                                             : "";
  });
  return table;
}

}  // namespace

VerifierCatalog::Entry imposters_entry() {
  const auto table = imposters_table();
  return {.name = "imposters",
          .summary =
              "General Imposters: the share of draws in which each text is nearer to the other than to "
              "texts of others",
          .citation =
              "Koppel and Winter 2014, Determining if two documents are written by the same author, JASIST "
              "65(1); "
              "Kestemont et al. 2016, Authenticating the writings of Julius Caesar, Expert Systems with "
              "Applications 63",
          .traits = {.symmetric = true, .deterministic = false, .calibrates = true},
          .options = table,
          .make = made_as<Verifier, Imposters>(table)};
}

}  // namespace standfast
