#include "standfast/model/verify/ngram_distance.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/documents_of_pairs.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {
namespace {

constexpr const char* kVocabularyBlob = "vocabulary.json";

// Returns the cosine over the columns for which subset[column] == 1.
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

}  // namespace

NgramDistance::NgramDistance(std::string name, TfidfOptions grams, const NgramDistanceOptions& options)
    : SimilarityVerifier(std::move(name), options.similarity), options_(options), grams_(grams) {
  grams_.max_features = options_.features;
  tfidf_ = Tfidf(grams_);
}

Status NgramDistance::draw_subsets(uint64_t seed) {
  subsets_.clear();
  subset_seed_ = seed;
  constexpr uint64_t kMostEntries = uint64_t{1} << 30;  // one byte each
  if (options_.iterations * uint64_t{tfidf_.features()} > kMostEntries)
    return usage_error(fmt::format("{} iterations over {} features take more than 1 GiB; ask for fewer",
                                   options_.iterations, tfidf_.features()));
  const auto features = static_cast<uint32_t>(tfidf_.features());
  const auto kept = static_cast<uint32_t>(static_cast<double>(features) * options_.kept_share);
  for (uint32_t i = 0; i < options_.iterations; ++i) {
    Rng rng(seed, "model/" + name() + "/subset", std::to_string(i));
    auto& subset = subsets_.emplace_back(features, uint8_t{0});
    for (const uint32_t column : rng.choose(features, kept)) subset[column] = 1;
  }
  return {};
}

// Works block by block, so that memory does not grow with the pairs.
Result<std::vector<double>> NgramDistance::similarities(const PairView& pairs, bool to_calibrate,
                                                        const ModelContext& context) const {
  const TextEdit* edit = to_calibrate ? training_edit() : scoring_edit();
  std::vector<double> result(pairs.pairs.size());
  SF_TRY(for_pair_blocks(pairs, kPairBlockBytes,
                         [&](const PairView& block, std::span<const size_t> places) -> Status {
                           const auto values = block_similarities(block, edit, context.threads);
                           for (size_t i = 0; i < values.size(); ++i) result[places[i]] = values[i];
                           return {};
                         }));
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

Status NgramDistance::learn(const PairView& train, const PairView&, const ModelContext& context) {
  const DocumentsOfPairs documents(train.pairs);
  const auto texts = texts_of(*train.corpus, documents.rows);
  learn_edit(texts);
  const std::span<const uint32_t> times =
      options_.fit_on_pairs ? std::span(documents.times) : std::span<uint32_t>();
  tfidf_ = Tfidf(grams_);
  SF_TRY(tfidf_.fit(texts, context.threads, times, training_edit()));
  return draw_subsets(context.seed);
}

void NgramDistance::describe(nlohmann::ordered_json& facts) const {
  facts["vocabulary"] = tfidf_.features();
  facts["documents"] = tfidf_.documents();
  describe_edit(facts);
}

Status NgramDistance::save_parts(ModelState& state) const {
  state.fields["subset_seed"] = subset_seed_;
  state.blobs[kVocabularyBlob] = tfidf_.save();
  save_edit(state);
  return {};
}

Status NgramDistance::restore_parts(const ModelState& state) {
  SF_ASSIGN(const std::string* vocabulary, find_blob(state, kVocabularyBlob));
  Tfidf tfidf;
  SF_TRY(tfidf.restore(*vocabulary));
  tfidf_ = std::move(tfidf);
  SF_TRY(restore_edit(state));
  return draw_subsets(state.fields.at("subset_seed").get<uint64_t>());
}

OptionTable<NgramDistanceOptions> ngram_distance_table() {
  using O = NgramDistanceOptions;
  OptionTable<O> table;
  table.add("features", &O::features, "n-grams in the vocabulary: the most frequent of the training texts")
      .at_least(1);
  table.include(&O::similarity, similarity_option_table());
  table.words("fit-set", &O::fit_on_pairs, {{"documents", false}, {"pairs", true}},
              "texts counted by document frequencies: documents (each training document once) or pairs "
              "(both texts of each training pair, as in PAN's script)");
  table
      .add("iterations", &O::iterations,
           "random subsets of the features over which the cosine is averaged; 0: cosine of all features")
      .between(0, 1'000'000);
  table
      .add("kept-share", &O::kept_share,
           "share of the features kept in each subset (PAN calls it dropout); ignored without iterations")
      .above(0)
      .at_most(1);
  return table;
}

}  // namespace standfast
