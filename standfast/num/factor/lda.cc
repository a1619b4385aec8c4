#include "standfast/num/factor/lda.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lane_functions.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {
namespace lda_parts {
namespace {

using lanes::Floats;
using lanes::kLanes;

// The number of words of a document that are processed together: their weights in every topic, side by side,
// stay in the first cache.
constexpr size_t kTile = 64;
constexpr size_t kGroups = kTile / kLanes;
// The number of documents whose sums are kept separate, so that threads can share the work without changing
// any sum.
constexpr size_t kBlockRows = 512;
constexpr size_t kMostBlocks = 32;
constexpr Simd kMostSimd = Simd::v3;  // wider vectors gain nothing: memory decides
constexpr float kNothing = 1e-15F;
constexpr float kTiny = 1e-37F;  // so that a word that no topic has does not divide by zero

// Draws from Gamma(shape, scale), shape >= 1 (Marsaglia and Tsang 2000).
double gamma(Rng& rng, double shape, double scale) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = rng.normal(), root = 1 + c * x, v = root * root * root;
    if (v <= 0) continue;
    const double u = rng.uniform();
    // Nearly always true, and it implies the second condition.
    if (u < 1 - 0.0331 * (x * x) * (x * x) || std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v))
      return d * v * scale;
  }
}

struct Model {
  size_t components, stride, words;
  float document_prior, word_prior;
  float* topics;   // words x stride: the Dirichlet parameters of the topics
  float* weights;  // words x stride: exp(E[log probability]), up to a factor for each word that cancels
};

// Computes the sum of the parameters of each topic. It is computed over parts of the words, so that threads
// can share them.
std::vector<double> topic_totals(const Model& model, int threads) {
  constexpr size_t kPart = 256;
  const size_t k = model.components, parts = (model.words + kPart - 1) / kPart;
  std::vector<double> sums(parts * k, 0.0);
  parallel_for(parts, threads, [&](size_t part) {
    double* to = sums.data() + part * k;
    for (size_t w = part * kPart; w < std::min(model.words, (part + 1) * kPart); ++w)
      for (size_t t = 0; t < k; ++t) to[t] += static_cast<double>(model.topics[w * model.stride + t]);
  });
  std::vector<double> totals(k, 0.0);
  for (size_t i = 0; i < sums.size(); ++i) totals[i % k] += sums[i];
  return totals;
}

// Computes weights from topics.
void renew_weights(Model& model, int threads) {
  const auto totals = topic_totals(model, threads);
  std::vector<float> scale(model.stride, 0.0F);
  for (size_t k = 0; k < model.components; ++k)
    scale[k] = static_cast<float>(std::exp(-lanes::digamma(totals[k])));
  parallel_ranges(model.words, threads, 256, [&](size_t begin, size_t end, int) {
    at_level<kMostSimd>([&](auto) {
      for (size_t w = begin; w < end; ++w)
        for (size_t at = 0; at < model.stride; at += kLanes) {
          Floats x, s;
          lanes::load(x, model.topics + w * model.stride + at);
          lanes::load(s, scale.data() + at);
          const Floats one = x - x + 1.0F, zero = {};
          x = x > zero ? x : one;  // padding
          lanes::exp_digamma(x, x);
          lanes::store(model.weights + w * model.stride + at, x * s);
        }
    });
  });
}

// A document while its proportions are fitted. Topics with almost no share are dropped during the fit: most
// of the work is then with the few that remain.
class Document {
 public:
  explicit Document(const Model& model)
      : model_(model),
        active_(model.components),
        gamma_(model.stride),
        before_(model.stride),
        mixture_(model.stride),
        partial_(model.stride * kLanes) {}

  template <Simd L>
  void fit(Copy<L> copy, std::span<const uint32_t> words, const float* counts, const LdaOptions& options) {
    words_ = words.size();
    tiles_ = (words_ + kTile - 1) / kTile;
    collect(words, counts);
    active_.resize(model_.components);
    std::iota(active_.begin(), active_.end(), 0U);
    std::fill(gamma_.begin(), gamma_.end(), 1.0F);
    renew_mixture();
    for (uint32_t inner = 0; inner < options.inner_iterations; ++inner) {
      const size_t topics = active_.size();
      std::copy(gamma_.begin(), gamma_.begin() + static_cast<ptrdiff_t>(topics), before_.begin());
      update(copy);
      float change = 0;
      for (size_t a = 0; a < topics; ++a) change += std::abs(gamma_[a] - before_[a]);
      renew_mixture();
      if (static_cast<double>(change) < options.change_tol * static_cast<double>(model_.components)) break;
      leave_out();
    }
  }

  // Computes share[w] = count of word w divided by its probability under the current mixture, for the step of
  // the topics.
  template <Simd L>
  void shares(Copy<L> copy, std::vector<float>& share) {
    share.resize(words_);
    for (size_t t = 0; t < tiles_; ++t) {
      Floats r[kGroups];
      ratios(copy, t, r);
      for (size_t i = t * kTile; i < std::min(words_, (t + 1) * kTile); ++i)
        share[i] = r[(i % kTile) / kLanes][i % kLanes];
    }
  }
  // Writes the mixture by topic; zero for dropped topics (their proportion is the prior).
  void mixture(float* out) const {
    std::fill(out, out + model_.stride, 0.0F);
    for (size_t a = 0; a < active_.size(); ++a) out[active_[a]] = mixture_[a];
  }
  void proportions(std::span<float> out) const {
    std::fill(out.begin(), out.end(), model_.document_prior);
    for (size_t a = 0; a < active_.size(); ++a) out[active_[a]] = gamma_[a];
    double total = 0;
    for (const float part : out) total += static_cast<double>(part);
    for (float& part : out) part = static_cast<float>(static_cast<double>(part) / total);
  }

 private:
  // Collects the weights of its words, tile by tile; within a tile the weights of a topic are contiguous.
  void collect(std::span<const uint32_t> words, const float* counts) {
    weights_.assign(tiles_ * model_.components * kTile, 0.0F);
    counts_.assign(tiles_ * kTile, 0.0F);
    for (size_t i = 0; i < words_; ++i) {
      counts_[i] = counts[i];
      const float* from = model_.weights + size_t{words[i]} * model_.stride;
      float* to = weights_.data() + (i / kTile) * model_.components * kTile + i % kTile;
      for (size_t k = 0; k < model_.components; ++k) to[k * kTile] = from[k];
    }
  }

  void renew_mixture() {
    // E[log proportion] contains the digamma of the sum. It is the same for all topics and cancels, but
    // without it the mixture of a long document would be far from 1.
    float total = model_.document_prior * static_cast<float>(model_.components - active_.size());
    for (size_t a = 0; a < active_.size(); ++a) total += gamma_[a];
    const float scale = 1 / total;
    for (size_t at = 0; at < active_.size(); at += kLanes) {
      Floats x;
      lanes::load(x, gamma_.data() + at);
      lanes::exp_digamma(x, x);
      lanes::store(mixture_.data() + at, x * scale);
    }
  }

  // Drops topics with almost no share. exp(digamma(x)) falls like exp(-1/x): just above the prior, too little
  // is left to change any float32 sum.
  void leave_out() {
    size_t kept = 0;
    for (size_t a = 0; a < active_.size(); ++a) {
      if (mixture_[a] < kNothing) continue;
      active_[kept] = active_[a];
      gamma_[kept] = gamma_[a];
      mixture_[kept] = mixture_[a];
      ++kept;
    }
    if (kept > 0) active_.resize(kept);
  }

  // Computes r = counts / sum over topics of mixture * weights, for the words of a tile.
  template <Simd L>
  void ratios(Copy<L> copy, size_t tile, Floats (&r)[kGroups]) const {
    const float* weights = weights_.data() + tile * model_.components * kTile;
    Floats norm[kGroups];
#pragma GCC unroll 8
    for (size_t g = 0; g < kGroups; ++g) lanes::fill(norm[g], kTiny);
    for (size_t a = 0; a < active_.size(); ++a) {
      const float part = mixture_[a];
      const float* row = weights + active_[a] * kTile;
#pragma GCC unroll 8
      for (size_t g = 0; g < kGroups; ++g) {
        Floats other;
        lanes::load(other, row + g * kLanes);
        lanes::add_product(copy, part, other, norm[g]);
      }
    }
#pragma GCC unroll 8
    for (size_t g = 0; g < kGroups; ++g) {
      Floats count;
      lanes::load(count, counts_.data() + tile * kTile + g * kLanes);
      r[g] = count / norm[g];
    }
  }

  // Updates gamma = prior + mixture * (weights times ratios).
  template <Simd L>
  void update(Copy<L> copy) {
    const size_t topics = active_.size();
    std::fill(partial_.begin(), partial_.begin() + static_cast<ptrdiff_t>(topics * kLanes), 0.0F);
    for (size_t tile = 0; tile < tiles_; ++tile) {
      Floats r[kGroups];
      ratios(copy, tile, r);
      const float* weights = weights_.data() + tile * model_.components * kTile;
      for (size_t a = 0; a < topics; ++a) {
        const float* row = weights + active_[a] * kTile;
        Floats even, odd, other;
        lanes::load(even, partial_.data() + a * kLanes);
        odd = Floats{};
#pragma GCC unroll 8
        for (size_t g = 0; g < kGroups; g += 2) {
          lanes::load(other, row + g * kLanes);
          lanes::add_product(copy, r[g], other, even);
          lanes::load(other, row + (g + 1) * kLanes);
          lanes::add_product(copy, r[g + 1], other, odd);
        }
        lanes::store(partial_.data() + a * kLanes, even + odd);
      }
    }
    for (size_t a = 0; a < topics; ++a) {
      Floats lanes_of_topic;
      lanes::load(lanes_of_topic, partial_.data() + a * kLanes);
      gamma_[a] = model_.document_prior + mixture_[a] * lanes::sum(lanes_of_topic);
    }
  }

  const Model& model_;
  size_t words_ = 0, tiles_ = 0;
  std::vector<uint32_t> active_;  // topics; gamma_, mixture_ and partial_ are in this order
  std::vector<float> gamma_, before_, mixture_, partial_;
  std::vector<float> weights_, counts_;
};

struct Problem {
  const CsrMatrix& counts;
  Buffer<float> values;
  size_t blocks, block_rows;
};

// Fits the documents of a block. One of the last two arguments is given: `sums` (words x stride) gets the
// numbers for the step of the topics, or `result` gets the proportions.
template <Simd L>
void fit_block(Copy<L> copy, const Problem& problem, size_t block, const Model& model,
               const LdaOptions& options, float* sums, FloatMatrix* result) {
  Document document(model);
  std::vector<float> share, mixture(model.stride);
  const size_t end = std::min(problem.counts.rows(), (block + 1) * problem.block_rows);
  for (size_t i = block * problem.block_rows; i < end; ++i) {
    const auto words = problem.counts.row_columns(i);
    document.fit(copy, words, problem.values.data() + problem.counts.begin[i], options);
    if (result != nullptr) document.proportions(result->row(i));
    if (sums == nullptr) continue;
    document.shares(copy, share);
    document.mixture(mixture.data());
    lanes::in_pieces(model.stride, [&]<size_t G>(size_t at) {
      lanes::scatter_groups<G>(copy, words.data(), share.data(), words.size(), mixture.data() + at, sums + at,
                               model.stride);
    });
  }
}

void fit_block(const Problem& problem, size_t block, const Model& model, const LdaOptions& options,
               float* sums, FloatMatrix* result) {
  at_level<kMostSimd>([&](auto copy) { fit_block(copy, problem, block, model, options, sums, result); });
}

// Computes exp(- mean log probability of a counted word).
double perplexity(const Problem& problem, const Lda& result, int threads) {
  std::vector<double> logs(problem.blocks, 0.0), totals(problem.blocks, 0.0);
  parallel_for(problem.blocks, threads, [&](size_t block) {
    const size_t end = std::min(problem.counts.rows(), (block + 1) * problem.block_rows);
    double log = 0, total = 0;  // kept separate for each thread
    for (size_t i = block * problem.block_rows; i < end; ++i) {
      const auto words = problem.counts.row_columns(i);
      const auto mine = result.documents.row(i);
      for (size_t e = 0; e < words.size(); ++e) {
        const auto topics = result.words.row(words[e]);
        double probability = 0;
        for (size_t k = 0; k < mine.size(); ++k)
          probability += static_cast<double>(mine[k]) * static_cast<double>(topics[k]);
        const double count = problem.counts.row_values(i)[e];
        log += count * std::log(std::max(probability, std::numeric_limits<double>::min()));
        total += count;
      }
    }
    logs[block] = log;
    totals[block] = total;
  });
  double log = 0, total = 0;
  for (size_t b = 0; b < problem.blocks; ++b) {
    log += logs[b];
    total += totals[b];
  }
  return total > 0 ? std::exp(-log / total) : 0.0;
}

Problem problem_of(const CsrMatrix& counts) {
  const size_t n = counts.rows();
  const size_t wanted = std::clamp<size_t>((n + kBlockRows - 1) / kBlockRows, 1, kMostBlocks);
  const size_t block_rows = std::max<size_t>(1, (n + wanted - 1) / wanted);
  Problem problem{counts, Buffer<float>(counts.values.size()), (n + block_rows - 1) / block_rows, block_rows};
  for (size_t e = 0; e < counts.values.size(); ++e) problem.values[e] = static_cast<float>(counts.values[e]);
  return problem;
}

// Returns a model without its tables.
Model model_of(const LdaOptions& options, size_t words) {
  Model model{};
  model.components = options.components;
  model.stride = lanes::groups(model.components) * kLanes;
  model.words = words;
  const float equal = 1 / static_cast<float>(model.components);
  model.document_prior = options.document_prior > 0 ? static_cast<float>(options.document_prior) : equal;
  model.word_prior = options.word_prior > 0 ? static_cast<float>(options.word_prior) : equal;
  return model;
}

}  // namespace
}  // namespace lda_parts

FloatMatrix lda_proportions(const CsrMatrix& counts, const FloatMatrix& weights, const LdaOptions& options,
                            int threads) {
  using namespace lda_parts;
  assert(counts.columns_count == weights.rows && weights.columns == options.components);
  const Problem problem = problem_of(counts);
  Model model = model_of(options, counts.columns_count);
  Buffer<float> table(model.words * model.stride);
  std::fill(table.begin(), table.end(), 0.0F);
  for (size_t w = 0; w < model.words; ++w)
    std::copy(weights.row(w).begin(), weights.row(w).end(), table.data() + w * model.stride);
  model.weights = table.data();
  FloatMatrix proportions(counts.rows(), model.components);
  parallel_for(problem.blocks, threads,
               [&](size_t block) { fit_block(problem, block, model, options, nullptr, &proportions); });
  return proportions;
}

Lda lda(const CsrMatrix& counts, const LdaOptions& options, uint64_t seed, int threads, Sink& sink) {
  using namespace lda_parts;
  assert(counts.rows() > 0 && counts.columns_count > 0 && options.components > 0);
  const Problem problem = problem_of(counts);
  Model model = model_of(options, counts.columns_count);
  const size_t table = model.words * model.stride;
  TableArena room((2 + problem.blocks) * table, 2 + problem.blocks);
  model.topics = room.take(table);
  model.weights = room.take(table);
  std::fill_n(model.topics, table, 0.0F);
  Rng rng(seed, "num/lda", "topics");
  for (size_t w = 0; w < model.words; ++w)
    for (size_t k = 0; k < model.components; ++k)
      model.topics[w * model.stride + k] = static_cast<float>(gamma(rng, 100, 0.01));

  std::vector<float*> sums(problem.blocks);
  for (auto& block : sums) block = room.take(table);
  for (uint32_t iteration = 0; iteration < options.iterations; ++iteration) {
    sink.progress("lda", iteration, options.iterations);
    renew_weights(model, threads);
    parallel_for(problem.blocks, threads, [&](size_t block) {
      std::fill_n(sums[block], table, 0.0F);
      fit_block(problem, block, model, options, sums[block], nullptr);
    });
    parallel_ranges(model.words, threads, 256, [&](size_t begin, size_t end, int) {
      const size_t from = begin * model.stride, to = end * model.stride;
      for (size_t b = 1; b < sums.size(); ++b)
        for (size_t i = from; i < to; ++i) sums[0][i] += sums[b][i];
      for (size_t w = begin; w < end; ++w)
        for (size_t at = w * model.stride; at < w * model.stride + model.components; ++at)
          model.topics[at] = model.word_prior + sums[0][at] * model.weights[at];
    });
  }
  renew_weights(model, threads);
  Lda result;
  result.documents = FloatMatrix(counts.rows(), model.components);
  parallel_for(problem.blocks, threads,
               [&](size_t block) { fit_block(problem, block, model, options, nullptr, &result.documents); });
  sink.progress("lda", options.iterations, options.iterations);

  const auto totals = topic_totals(model, threads);
  result.words = FloatMatrix(model.words, model.components);
  result.weights = FloatMatrix(model.words, model.components);
  parallel_ranges(model.words, threads, 256, [&](size_t begin, size_t end, int) {
    for (size_t w = begin; w < end; ++w)
      std::copy_n(model.weights + w * model.stride, model.components, result.weights.row(w).begin());
    for (size_t w = begin; w < end; ++w)
      for (size_t k = 0; k < model.components; ++k)
        result.words.row(w)[k] =
            static_cast<float>(static_cast<double>(model.topics[w * model.stride + k]) / totals[k]);
  });
  result.perplexity = perplexity(problem, result, threads);
  return result;
}

}  // namespace standfast
