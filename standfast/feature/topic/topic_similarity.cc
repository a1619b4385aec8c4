#include "standfast/feature/topic/topic_similarity.h"

#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {
namespace {

// Scales a row so that its length is 1; a row of zeros stays as it is.
void normalise(std::span<double> row) {
  const double length = std::sqrt(dot(row.data(), row.data(), row.size()));
  if (length > 0)
    for (double& value : row) value /= length;
}

constexpr size_t kGrain = 256;  // topics that a thread takes at a time

// Returns the number of threads that is worth its cost. Threads are started for each comparison of one topic
// with all. Below this many numbers that costs more time than it saves.
int useful(int threads, size_t numbers) {
  return numbers < 400'000 ? 1 : threads;
}

class DenseTopics final : public TopicSimilarity {
 public:
  DenseTopics(DenseMatrix vectors, int threads)
      : units_(std::move(vectors)), threads_(useful(threads, units_.rows * units_.columns)) {
    parallel_for(
        units_.rows, threads_, [&](size_t i) { normalise(units_.row(i)); }, kGrain);
  }
  uint32_t topics() const override { return static_cast<uint32_t>(units_.rows); }

  void against_all(uint32_t topic, std::span<double> out) const override {
    const auto mine = units_.row(topic);
    parallel_ranges(units_.rows, threads_, kGrain, [&](size_t begin, size_t end, int) {
      for (size_t j = begin; j < end; ++j) out[j] = dot(mine.data(), units_.row(j).data(), units_.columns);
    });
  }

  // Computes the means in one pass instead of a product of all topics with all: t_i . (sum of all t_j)
  // contains t_i . t_i once too often, so it is taken off.
  void mean_to_others(std::span<const uint32_t> among, std::span<double> out) const override {
    std::vector<double> sum(units_.columns, 0.0);
    for (const uint32_t topic : among) {
      const auto row = units_.row(topic);
      for (size_t c = 0; c < sum.size(); ++c) sum[c] += row[c];
    }
    for (size_t i = 0; i < among.size(); ++i) {
      const auto row = units_.row(among[i]);
      const double with_all = dot(row.data(), sum.data(), sum.size());
      const double with_itself = dot(row.data(), row.data(), row.size());
      out[i] = among.size() < 2 ? 0.0 : (with_all - with_itself) / static_cast<double>(among.size() - 1);
    }
  }

 private:
  DenseMatrix units_;
  int threads_;
};

class SparseTopics final : public TopicSimilarity {
 public:
  SparseTopics(CsrMatrix vectors, int threads)
      : units_(std::move(vectors)), threads_(useful(threads, units_.values.size())) {
    for (size_t i = 0; i < units_.rows(); ++i)
      normalise({units_.values.data() + units_.begin[i],
                 static_cast<size_t>(units_.begin[i + 1] - units_.begin[i])});
  }
  uint32_t topics() const override { return static_cast<uint32_t>(units_.rows()); }

  void against_all(uint32_t topic, std::span<double> out) const override {
    std::vector<double> mine(units_.columns_count, 0.0);
    scatter(topic, mine);
    parallel_ranges(units_.rows(), threads_, kGrain, [&](size_t begin, size_t end, int) {
      for (size_t j = begin; j < end; ++j) out[j] = with_dense(j, mine);
    });
  }

  void mean_to_others(std::span<const uint32_t> among, std::span<double> out) const override {
    std::vector<double> sum(units_.columns_count, 0.0);
    for (const uint32_t topic : among) scatter(topic, sum);
    for (size_t i = 0; i < among.size(); ++i) {
      const auto values = units_.row_values(among[i]);
      const double with_itself = dot(values.data(), values.data(), values.size());
      out[i] = among.size() < 2
                   ? 0.0
                   : (with_dense(among[i], sum) - with_itself) / static_cast<double>(among.size() - 1);
    }
  }

 private:
  void scatter(size_t row, std::vector<double>& dense) const {
    const auto columns = units_.row_columns(row);
    const auto values = units_.row_values(row);
    for (size_t e = 0; e < columns.size(); ++e) dense[columns[e]] += values[e];
  }
  double with_dense(size_t row, const std::vector<double>& dense) const {
    const auto columns = units_.row_columns(row);
    const auto values = units_.row_values(row);
    double sum = 0;
    for (size_t e = 0; e < columns.size(); ++e) sum += values[e] * dense[columns[e]];
    return sum;
  }
  CsrMatrix units_;
  int threads_;
};

class MatrixTopics final : public TopicSimilarity {
 public:
  explicit MatrixTopics(DenseMatrix similarities) : similarities_(std::move(similarities)) {
    assert(similarities_.rows == similarities_.columns);
  }
  uint32_t topics() const override { return static_cast<uint32_t>(similarities_.rows); }
  void against_all(uint32_t topic, std::span<double> out) const override {
    const auto row = similarities_.row(topic);
    std::copy(row.begin(), row.end(), out.begin());
  }

 private:
  DenseMatrix similarities_;
};

}  // namespace

void TopicSimilarity::mean_to_others(std::span<const uint32_t> among, std::span<double> out) const {
  std::vector<double> row(topics());
  for (size_t i = 0; i < among.size(); ++i) {
    against_all(among[i], row);
    double sum = 0;
    for (const uint32_t other : among)
      if (other != among[i]) sum += row[other];
    out[i] = among.size() < 2 ? 0.0 : sum / static_cast<double>(among.size() - 1);
  }
}

std::unique_ptr<TopicSimilarity> topic_similarity(DenseMatrix vectors, int threads) {
  return std::make_unique<DenseTopics>(std::move(vectors), threads);
}
std::unique_ptr<TopicSimilarity> topic_similarity(CsrMatrix vectors, int threads) {
  return std::make_unique<SparseTopics>(std::move(vectors), threads);
}
std::unique_ptr<TopicSimilarity> topic_similarity_from_matrix(DenseMatrix similarities) {
  return std::make_unique<MatrixTopics>(std::move(similarities));
}

}  // namespace standfast
