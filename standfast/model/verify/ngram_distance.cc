#include "standfast/model/verify/ngram_distance.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/model/saved/saved_fields.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/model/verify/pair_blocks.h"
#include "standfast/num/kernel/sparse.h"

namespace standfast {
namespace {

// Cosine over the columns for which subset[column] == 1.
double subset_cosine(const CsrMatrix& m, size_t a, size_t b, const std::vector<uint8_t>& subset) {
  const auto squared_norm = [&](size_t row) {
    double sum = 0;
    for (size_t k = 0; k < m.row_columns(row).size(); ++k)
      if (subset[m.row_columns(row)[k]] != 0) sum += m.row_values(row)[k] * m.row_values(row)[k];
    return sum;
  };
  const double norms = std::sqrt(squared_norm(a)) * std::sqrt(squared_norm(b));
  if (norms == 0) return 0;
  const auto a_columns = m.row_columns(a), b_columns = m.row_columns(b);
  double sum = 0;
  for (size_t i = 0, j = 0; i < a_columns.size() && j < b_columns.size();) {
    const uint32_t x = a_columns[i], y = b_columns[j];
    if (x == y && subset[x] != 0) sum += m.row_values(a)[i] * m.row_values(b)[j];
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
  return sum / norms;
}

std::vector<uint8_t> truths(std::span<const Pair> pairs) {
  std::vector<uint8_t> same;
  same.reserve(pairs.size());
  for (const Pair& pair : pairs) same.push_back(pair.same ? 1 : 0);
  return same;
}

}  // namespace

NgramDistance::NgramDistance(std::string name, TfidfOptions grams, const NgramDistanceOptions& options)
    : name_(std::move(name)), options_(options), grams_(grams) {
  grams_.max_features = options_.features;
  tfidf_ = Tfidf(grams_);
}

Status NgramDistance::draw_subsets(uint64_t seed) {
  subsets_.clear();
  constexpr uint64_t kMostEntries = uint64_t{1} << 30;  // one byte each
  if (options_.iterations * uint64_t{tfidf_.features()} > kMostEntries)
    return usage_error(fmt::format("{}: {} iterations over {} features take more than 1 GiB; ask for fewer",
                                   name_, options_.iterations, tfidf_.features()));
  const auto features = static_cast<uint32_t>(tfidf_.features());
  const auto kept = static_cast<uint32_t>(static_cast<double>(features) * options_.kept_share);
  for (uint32_t i = 0; i < options_.iterations; ++i) {
    Rng rng(seed, "model/" + name_ + "/subset", std::to_string(i));
    auto& subset = subsets_.emplace_back(features, uint8_t{0});
    for (const uint32_t column : rng.choose(features, kept)) subset[column] = 1;
  }
  return {};
}

std::vector<double> NgramDistance::similarities(const PairView& pairs, const TextEdit* edit,
                                                int threads) const {
  std::vector<double> result(pairs.pairs.size());
  const auto done = for_pair_blocks(pairs, kPairBlockBytes,
                                    [&](const PairView& block, std::span<const size_t> places) -> Status {
                                      const auto values = block_similarities(block, edit, threads);
                                      for (size_t i = 0; i < values.size(); ++i)
                                        result[places[i]] = values[i];
                                      return {};
                                    });
  assert(done);
  (void)done;
  return result;
}

std::vector<double> NgramDistance::block_similarities(const PairView& pairs, const TextEdit* edit,
                                                      int threads) const {
  const DocumentsOfPairs documents(pairs.pairs);
  const CsrMatrix vectors = tfidf_.transform(texts_of(*pairs.corpus, documents.rows), threads, edit);
  std::vector<double> norms(vectors.rows());
  parallel_for(
      norms.size(), threads, [&](size_t i) { norms[i] = row_norm(vectors, i); }, 256);
  std::vector<double> result(pairs.pairs.size());
  parallel_for(
      result.size(), threads,
      [&](size_t i) {
        const size_t a = documents.index_of(pairs.pairs[i].a), b = documents.index_of(pairs.pairs[i].b);
        if (!subsets_.empty()) {
          double sum = 0;
          for (const auto& subset : subsets_) sum += subset_cosine(vectors, a, b, subset);
          result[i] = sum / static_cast<double>(subsets_.size());
          return;
        }
        const double product = norms[a] * norms[b];
        result[i] = product == 0 ? 0
                                 : dot(vectors.row_columns(a), vectors.row_values(a), vectors.row_columns(b),
                                       vectors.row_values(b)) /
                                       product;
      },
      64);
  return result;
}

Status NgramDistance::fit(const PairView& train, const PairView& validation, const ModelContext& context) {
  fitted_.reset();
  if (train.pairs.empty()) return data_error(name_ + ": no training pairs");
  const DocumentsOfPairs documents(train.pairs);
  const auto texts = texts_of(*train.corpus, documents.rows);
  learn_edit(texts);
  const std::span<const uint32_t> times =
      options_.fit_on_pairs ? std::span(documents.times) : std::span<uint32_t>();
  tfidf_ = Tfidf(grams_);
  if (auto status = tfidf_.fit(texts, context.threads, times, training_edit()); !status)
    return with_context(name_, status.error());
  SF_TRY(draw_subsets(context.seed));

  const bool on_train = options_.calibrate_on_train || validation.pairs.empty();
  const PairView& pairs = on_train ? train : validation;
  const auto values = similarities(pairs, training_edit(), context.threads);
  const auto calibration = calibrate(values, truths(pairs.pairs), options_.objective);
  if (!calibration) return with_context(name_, calibration.error());
  fitted_ = Fitted{*calibration,
                   options_.calibrate_on_train ? "training pairs"
                   : on_train                  ? "training pairs, because there are no validation pairs"
                                               : "validation pairs",
                   context.seed};
  return {};
}

Status NgramDistance::score(const PairView& pairs, std::span<double> out, const ModelContext& context) const {
  if (!fitted_) return usage_error(name_ + ": asked for scores before it was fitted");
  const auto values = similarities(pairs, scoring_edit(), context.threads);
  for (size_t i = 0; i < values.size(); ++i) out[i] = calibrated(values[i], *fitted_);
  return {};
}

FieldTable<NgramDistance::Fitted> NgramDistance::fields() const {
  FieldTable<Fitted> table;
  table.add_facts("p1", &Fitted::p1, "p2", &Fitted::p2);
  table.fact("objective", kObjectiveNames[static_cast<size_t>(options_.objective)]);
  table.add_facts("objective_value", &Fitted::value, "calibration_source", &Fitted::source,
                  "calibration_pairs", &Fitted::pairs, "calibration_same", &Fitted::same);
  table.add("subset_seed", &Fitted::subset_seed);
  table.fact("vocabulary", tfidf_.features());
  table.fact("documents", tfidf_.documents());
  table.require(objection_to_thresholds);
  return table;
}

nlohmann::ordered_json NgramDistance::facts() const {
  auto facts = fields().facts(fitted_);
  if (fitted_) describe_edit(facts);
  return facts;
}

Result<ModelState> NgramDistance::save() const {
  SF_ASSIGN(ModelState state, saved_fields(name_, fields(), fitted_));
  state.blobs["vocabulary.json"] = tfidf_.save();
  save_edit(state);
  return state;
}

Status NgramDistance::restore(const ModelState& state) {
  fitted_.reset();
  const auto vocabulary = state.blobs.find("vocabulary.json");
  if (vocabulary == state.blobs.end()) return data_error(name_ + ": the saved model has no vocabulary.json");
  Fitted fitted;
  try {
    SF_ASSIGN(fitted, fields_in(state, name_, fields()));
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("{}: saved model: {}", name_, error.what()));
  }
  Tfidf tfidf;
  if (auto status = tfidf.restore(vocabulary->second); !status) return with_context(name_, status.error());
  tfidf_ = std::move(tfidf);
  SF_TRY(restore_edit(state));
  SF_TRY(draw_subsets(fitted.subset_seed));
  fitted_ = std::move(fitted);
  return {};
}

OptionTable<NgramDistanceOptions> ngram_distance_table() {
  using O = NgramDistanceOptions;
  OptionTable<O> table;
  table.add("features", &O::features, "n-grams in the vocabulary: the most frequent of the training texts")
      .at_least(1);
  table.words("calibration", &O::calibrate_on_train, {{"held-out", false}, {"literal", true}},
              "pairs that place p1 and p2: held-out (validation pairs; training pairs if there are none) or "
              "literal (training pairs, as PAN's script; optimistic)");
  table.words_in_order("objective", &O::objective, kObjectiveNames,
                       "what p1 and p2 maximise: hits (mean of AUC, c@1, F1, F0.5u), pan20 (rounded to 3 "
                       "decimals), pan21 (with Brier, rounded)");
  table.words("fit-set", &O::fit_on_pairs, {{"documents", false}, {"pairs", true}},
              "what df counts: documents (each training document once) or pairs (both texts of each training "
              "pair, as PAN's script)");
  table
      .add("iterations", &O::iterations,
           "if positive, the similarity is the mean cosine over this many random subsets of the features")
      .between(0, 1'000'000);
  table
      .add("kept-share", &O::kept_share,
           "share of the features kept in each subset (PAN calls it dropout); ignored without iterations")
      .above(0)
      .at_most(1);
  return table;
}

}  // namespace standfast
