// The explainer `linear`: exact Shapley values of the scores of a linear classifier.
//
// The game: the players are the features of the document, not its tokens, and their values stay as they are
// in the whole text. The value of an absent feature is set by `background`: 0, or its mean over background
// documents. So with tf-idf and l2 norm the row has the length of the whole text in every coalition,
// while the other explainers shorten the text and so lengthen the rest of the row. The score of a class is
// linear in the features, so the share of feature j is weight * (value - background).
//
// The share of a feature is divided equally among its places in the text, and the share of a place equally
// among the tokens that it touches (an n-gram touches several). Features without a place go to `elsewhere`:
// features that the text does not have (background = mean), lengths of words and sentences, n-grams of white
// space alone.
//
// Output: `centred` is the score minus the mean of all scores, ln p(c) minus its mean over classes, the only
// form of a softmax that does not depend on a term common to all classes. `scores` are the model's own.
// `log-odds` requires two classes: ln p / (1 - p), the difference of both scores.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/attribution/explainers.h"
#include "standfast/analysis/attribution/text_game.h"
#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/feature/ngram/tfidf.h"
#include "standfast/model/classify/linear_model.h"

namespace standfast {
namespace {

// kClasses: the number of classes if it is known at compile time, else 0.
template <size_t kClasses>
void shares_of(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> mean, size_t begin,
               size_t end, double* out) {
  const size_t classes = kClasses > 0 ? kClasses : weights.columns;
  const double* const w = weights.data.data();
  for (size_t e = begin; e < end; ++e) {
    const size_t column = x.columns[e];
    const double value = mean.empty() ? x.values[e] : x.values[e] - mean[column];
    const double* const row = w + column * classes;
    double* const to = out + e * classes;
    for (size_t c = 0; c < classes; ++c) to[c] = value * row[c];
  }
}

}  // namespace

Buffer<double> linear_shares(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> mean,
                             int threads) {
  Buffer<double> out(x.columns.size() * weights.columns);
  parallel_ranges(x.columns.size(), threads, size_t{1} << 15, [&](size_t begin, size_t end, int) {
    at_level<Simd::v3>([&](auto) {
      switch (weights.columns) {
        case 2:
          return shares_of<2>(x, weights, mean, begin, end, out.data());
        case 3:
          return shares_of<3>(x, weights, mean, begin, end, out.data());
        case 4:
          return shares_of<4>(x, weights, mean, begin, end, out.data());
        case 5:
          return shares_of<5>(x, weights, mean, begin, end, out.data());
        default:
          return shares_of<0>(x, weights, mean, begin, end, out.data());
      }
    });
  });
  return out;
}

namespace {

enum class ScoreSpace : uint8_t { centred, scores, log_odds };
constexpr std::string_view kScoreSpaces[] = {"centred", "scores", "log-odds"};

struct LinearOptions {
  bool mean_background = false;
  ScoreSpace output = ScoreSpace::centred;
  TokenRule tokens = TokenRule::words;
};

// Converts a row of numbers by class to the output space.
void to_scores(std::span<double> row, ScoreSpace space) {
  if (space == ScoreSpace::scores) return;
  if (space == ScoreSpace::log_odds) {
    const double first = row[0], second = row[1];
    row[0] = first - second;
    row[1] = second - first;
    return;
  }
  double mean = 0;
  for (const double v : row) mean += v;
  mean /= static_cast<double>(row.size());
  for (double& v : row) v -= mean;
}

CsrMatrix rows_of(const LinearView& view, const DocumentView& documents, int threads) {
  CsrMatrix x = view.features->transform(texts_of(*documents.corpus, documents.rows), threads);
  if (view.presence)
    for (double& v : x.values) v = v > 0 ? 1 : 0;
  return x;
}

std::vector<double> mean_of(const CsrMatrix& x) {
  std::vector<double> mean(x.columns_count, 0);
  for (size_t e = 0; e < x.columns.size(); ++e) mean[x.columns[e]] += x.values[e];
  for (double& v : mean) v /= static_cast<double>(x.rows());
  return mean;
}

class Linear final : public Explainer {
 public:
  explicit Linear(const LinearOptions& options) : options_(options) {}

  std::string_view output() const override { return kScoreSpaces[static_cast<size_t>(options_.output)]; }
  bool needs_background() const override { return options_.mean_background; }

  Result<std::vector<Attribution>> explain(const ExplainedModel& model, const DocumentView& documents,
                                           const ExplainContext& context) const override {
    const LinearModel* const linear = linear_model(*model.classifier);
    if (linear == nullptr)
      return usage_error(
          "linear explains linear classifiers only: maxent, low-rank-maxent, linear-svm, naive-bayes, "
          "and one of them trained by a robust method in a single fit; partition, permutation and "
          "occlusion explain any classifier");
    SF_ASSIGN(LinearView view, linear->linear());
    if (const auto why = view.features->why_no_places(); !why.empty())
      return usage_error(
          fmt::format("linear: {}; partition, permutation and occlusion explain this model", why));
    if (options_.output == ScoreSpace::log_odds && view.classes.size() != 2)
      return usage_error(fmt::format(
          "linear: output = log-odds is linear for two classes only, and the model has {}; use centred "
          "or scores",
          view.classes.size()));
    if (options_.mean_background && context.background.rows.empty())
      return usage_error("linear: background = mean needs documents, whose mean it takes");
    for (size_t j = 0; j < view.weights.rows; ++j) to_scores(view.weights.row(j), options_.output);
    to_scores(view.bias, options_.output);

    const size_t present = view.classes.size();
    std::vector<double> mean, base = view.bias;
    if (options_.mean_background) {
      mean = mean_of(rows_of(view, context.background, context.threads));
      for (size_t j = 0; j < mean.size(); ++j)
        for (size_t c = 0; c < present; ++c) base[c] += view.weights.row(j)[c] * mean[j];
    }
    const CsrMatrix x = rows_of(view, documents, context.threads);
    const Buffer<double> shares = linear_shares(x, view.weights, mean, context.threads);
    const GameRequest players{.documents = documents, .whole = context.whole};
    auto tokens = players_of(players, options_.tokens);

    std::vector<Attribution> out(documents.size());
    parallel_for(
        out.size(), context.threads,
        [&](size_t i) {
          Attribution& one = out[i];
          one.tokens = std::move(tokens[i]);
          one.shares = DenseMatrix(one.tokens.size(), model.names.size());
          one.base.assign(model.names.size(), 0);
          one.prediction = one.elsewhere = one.base;
          one.evaluations = 1;
          std::vector<double> sum(view.bias), had(present, 0);
          const auto columns = x.row_columns(i);
          const auto values = x.row_values(i);
          for (size_t k = 0; k < columns.size(); ++k)
            for (size_t c = 0; c < present; ++c) {
              const double weight = view.weights.row(columns[k])[c];
              sum[c] += values[k] * weight;
              if (!mean.empty()) had[c] += mean[columns[k]] * weight;
            }
          for (size_t c = 0; c < present; ++c) {
            const uint32_t name = view.classes[c];
            one.base[name] = base[c];
            one.prediction[name] = sum[c];
            if (!mean.empty())
              one.elsewhere[name] = view.bias[c] - base[c] + had[c];  // contribution of absent features
          }
          place(view, documents.text(i), columns, shares.data() + x.begin[i] * present, one);
        },
        16);
    return out;
  }

 private:
  // Distributes the shares of a document's features, entries x classes, to its tokens.
  void place(const LinearView& view, std::string_view text, std::span<const uint32_t> columns,
             const double* shares, Attribution& out) const {
    const size_t present = view.classes.size();
    const auto places = view.features->places(text);
    const auto entry_of = [&](uint32_t column) {
      return static_cast<size_t>(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin());
    };
    std::vector<uint32_t> times(columns.size(), 0);
    for (const FeaturePlace& at : places)
      if (const size_t entry = entry_of(at.column); entry < columns.size() && columns[entry] == at.column)
        ++times[entry];
    const auto add = [&](std::span<double> to, size_t entry, double part) {
      for (size_t c = 0; c < present; ++c) to[view.classes[c]] += part * shares[entry * present + c];
    };
    for (size_t entry = 0; entry < columns.size(); ++entry)
      if (times[entry] == 0) add(out.elsewhere, entry, 1);
    for (const FeaturePlace& at : places) {
      const size_t entry = entry_of(at.column);
      if (entry == columns.size() || columns[entry] != at.column) continue;
      const auto first = std::partition_point(out.tokens.begin(), out.tokens.end(),
                                              [&](const TokenSpan& token) { return token.end <= at.begin; });
      const auto last = std::partition_point(first, out.tokens.end(),
                                             [&](const TokenSpan& token) { return token.begin < at.end; });
      const double part = 1.0 / times[entry];
      if (first == last) add(out.elsewhere, entry, part);
      for (auto token = first; token != last; ++token)
        add(out.shares.row(static_cast<size_t>(token - out.tokens.begin())), entry,
            part / static_cast<double>(last - first));
    }
  }

  LinearOptions options_;
};

}  // namespace

ExplainerCatalog::Entry linear_explainer() {
  using O = LinearOptions;
  using Words = std::vector<std::string>;
  OptionTable<O> table;
  table.words("background", &O::mean_background, {{"zero", false}, {"mean", true}},
              "the value of a feature that is absent: 0, or its mean over the training documents");
  table.words_in_order(
      "output", &O::output, kScoreSpaces,
      "explained output: the score of a class less the mean of all (centred), the score, or the log-odds "
      "of two classes");
  table.words_in_order(
      "tokens", &O::tokens, Words{"words", "whitespace", "fine"},
      "words: words and the marks around them; whitespace: runs between white space; fine: runs "
      "of letters, and every other character");
  return {.name = "linear",
          .summary =
              "Exact Shapley values of the features of a linear classifier, assigned to the tokens where "
              "they occur",
          .citation =
              "Lundberg, Lee 2017, A unified approach to interpreting model predictions, corollary 1 (linear "
              "SHAP)",
          .traits = {.linear_only = true, .exact = true},
          .options = table,
          .make = made_as<Explainer, Linear>(table)};
}

}  // namespace standfast
