#include "standfast/model/verify/unmasking_curve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include "standfast/base/rng.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/num/linear/svm.h"
#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr double kC = 1;

// Counts how often each gram occurs in a bag of words.
void count_grams(const std::vector<std::string_view>& words, uint32_t n,
                 std::map<std::string, uint32_t>& counts) {
  if (n == 0) {
    for (const auto word : words) ++counts[std::string(word)];
    return;
  }
  std::string joined;
  for (const auto word : words) joined.append(joined.empty() ? "" : " ").append(word);
  std::vector<size_t> starts;
  for (size_t at = 0; at < joined.size(); next_code_point(joined, at)) starts.push_back(at);
  starts.push_back(joined.size());
  for (size_t i = 0; i + n < starts.size(); ++i)
    ++counts[joined.substr(starts[i], starts[i + n] - starts[i])];
}

// Features of chunks: rows are chunks, columns are features. The first half of the rows belongs to text a.
struct Table {
  DenseMatrix shares;
  std::vector<uint8_t> labels;
};

void standardise(DenseMatrix& x) {
  for (size_t j = 0; j < x.columns; ++j) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < x.rows; ++i) sum += x.row(i)[j];
    const double mean = sum / static_cast<double>(x.rows);
    for (size_t i = 0; i < x.rows; ++i) squares += (x.row(i)[j] - mean) * (x.row(i)[j] - mean);
    const double sd = std::sqrt(squares / static_cast<double>(x.rows));
    for (size_t i = 0; i < x.rows; ++i) x.row(i)[j] = sd > 0 ? (x.row(i)[j] - mean) / sd : 0;
  }
}

DenseMatrix without(const DenseMatrix& x, const std::vector<uint8_t>& gone) {
  DenseMatrix kept(x.rows, x.columns - static_cast<size_t>(std::count(gone.begin(), gone.end(), 1)));
  for (size_t i = 0; i < x.rows; ++i)
    for (size_t j = 0, to = 0; j < x.columns; ++j)
      if (gone[j] == 0) kept.row(i)[to++] = x.row(i)[j];
  return kept;
}

}  // namespace

UnmaskingChunks::UnmaskingChunks(std::string_view text, std::string_view id,
                                 const UnmaskingOptions& options) {
  std::string lowered;
  to_lower(text, lowered);
  std::vector<std::string_view> words;
  for_each_word(lowered, 1, [&](std::string_view word) { words.push_back(word); });
  long_enough_ = words.size() >= words_needed(options);
  if (!long_enough_) return;
  Rng rng(0, "model/unmasking", id);
  std::vector<std::map<std::string, uint32_t>> counts(options.chunks);
  std::map<std::string, double> total;
  size_t left = 0;  // words[0, left) are the words of the pool that are not drawn yet
  std::vector<std::string_view> bag;
  for (auto& count : counts) {
    bag.clear();
    while (bag.size() < options.chunk) {
      if (left == 0) left = words.size();
      const size_t drawn = rng.below(left--);
      std::swap(words[drawn], words[left]);
      bag.push_back(words[left]);
    }
    count_grams(bag, options.trigrams, count);
    uint64_t all = 0;
    for (const auto& [gram, times] : count) all += times;
    for (const auto& [gram, times] : count)
      total[gram] += static_cast<double>(times) / static_cast<double>(all);
  }
  std::map<std::string_view, uint32_t> number;
  for (const auto& [gram, sum] : total) {
    number.emplace(gram, static_cast<uint32_t>(grams_.size()));
    grams_.push_back(gram);
    mean_.push_back(sum / options.chunks);
  }
  for (const auto& count : counts) {
    auto& shares = bags_.emplace_back();
    uint64_t all = 0;
    for (const auto& [gram, times] : count) all += times;
    for (const auto& [gram, times] : count)
      shares.push_back({number.at(gram), static_cast<double>(times) / static_cast<double>(all)});
  }
}

std::vector<double> unmasking_curve(const UnmaskingChunks& a, const UnmaskingChunks& b,
                                    const UnmaskingOptions& options) {
  assert(a.long_enough() && b.long_enough());
  // Merges both ascending lists of grams into all grams of the two texts, with their places in each text.
  constexpr uint32_t kNone = 0xffffffffU;
  struct Gram {
    double mean;
    uint32_t in_a, in_b, order;
  };
  std::vector<Gram> grams;
  for (size_t i = 0, j = 0; i < a.grams_.size() || j < b.grams_.size();) {
    const int order = i == a.grams_.size() ? 1 : j == b.grams_.size() ? -1 : a.grams_[i].compare(b.grams_[j]);
    Gram gram{0, kNone, kNone, static_cast<uint32_t>(grams.size())};
    const double of_a = order <= 0 ? a.mean_[i] : 0, of_b = order >= 0 ? b.mean_[j] : 0;
    gram.mean = (of_a + of_b) / 2;
    if (order <= 0) gram.in_a = static_cast<uint32_t>(i++);
    if (order >= 0) gram.in_b = static_cast<uint32_t>(j++);
    grams.push_back(gram);
  }
  std::sort(grams.begin(), grams.end(), [](const Gram& x, const Gram& y) {
    return x.mean != y.mean ? x.mean > y.mean : x.order < y.order;
  });
  if (grams.size() > options.features) grams.resize(options.features);
  std::vector<uint32_t> column_a(a.grams_.size(), kNone), column_b(b.grams_.size(), kNone);
  for (uint32_t f = 0; f < grams.size(); ++f) {
    if (grams[f].in_a != kNone) column_a[grams[f].in_a] = f;
    if (grams[f].in_b != kNone) column_b[grams[f].in_b] = f;
  }
  const size_t chunks = a.bags_.size();
  DenseMatrix x(2 * chunks, grams.size());
  std::vector<uint8_t> labels(2 * chunks);
  for (size_t i = 0; i < chunks; ++i) {
    labels[i] = 1;
    for (const auto& share : a.bags_[i])
      if (column_a[share.gram] != kNone) x.row(i)[column_a[share.gram]] = share.share;
    for (const auto& share : b.bags_[i])
      if (column_b[share.gram] != kNone) x.row(chunks + i)[column_b[share.gram]] = share.share;
  }
  if (options.standardise) standardise(x);

  std::vector<double> curve(options.rounds, 0);
  std::vector<uint32_t> everything(2 * chunks);
  std::iota(everything.begin(), everything.end(), 0U);
  for (uint32_t round = 0; round < options.rounds && x.columns > 0; ++round) {
    const DenseMatrix kernel = svm_kernel(x);
    size_t right = 0;
    std::vector<double> weights;
    for (uint32_t fold = 0; fold < options.folds; ++fold) {
      std::vector<uint32_t> train;
      for (const uint32_t row : everything)
        if (row % chunks % options.folds != fold) train.push_back(row);
      const auto model = fit_svm(kernel, train, labels, kC);
      for (const uint32_t row : everything)
        if (row % chunks % options.folds == fold) {
          const double decision = svm_decision(kernel, train, model, row);
          right += (decision > 0 && labels[row] == 1) || (decision < 0 && labels[row] == 0) ? 1 : 0;
        }
      if (fold == 0 && options.first_fold) weights = svm_weights(x, train, model);
    }
    curve[round] =
        std::max(0.0, 2 * (static_cast<double>(right) / static_cast<double>(everything.size()) - 0.5));
    if (!options.first_fold) weights = svm_weights(x, everything, fit_svm(kernel, everything, labels, kC));

    std::vector<uint32_t> order(x.columns);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t p, uint32_t q) { return weights[p] > weights[q]; });
    std::vector<uint8_t> gone(x.columns, 0);
    const size_t positive = options.first_fold ? options.remove : options.remove / 2;
    for (size_t i = 0; i < std::min<size_t>(positive, order.size()); ++i) gone[order[i]] = 1;
    for (size_t i = 0; i < std::min<size_t>(options.remove - positive, order.size()); ++i)
      gone[order[order.size() - 1 - i]] = 1;
    x = without(x, gone);
  }
  return curve;
}

}  // namespace standfast
