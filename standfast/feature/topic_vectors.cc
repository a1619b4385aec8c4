#include "standfast/feature/topic_vectors.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/feature/tfidf.h"
#include "standfast/num/dot.h"

namespace standfast {
namespace {

// Rows of each topic, one after the other: those of topic t are rows[begin[t] .. begin[t + 1]].
struct TopicRows {
  std::vector<uint32_t> rows;
  std::vector<size_t> begin;
  size_t largest = 0;
  TopicRows(std::span<const uint32_t> topic_of, uint32_t topics) : begin(size_t{topics} + 1, 0) {
    for (const uint32_t topic : topic_of)
      if (topic != kMissing) ++begin[topic + 1];
    for (size_t t = 0; t < topics; ++t) {
      largest = std::max(largest, begin[t + 1]);
      begin[t + 1] += begin[t];
    }
    rows.resize(begin.back());
    std::vector<size_t> next(begin.begin(), begin.end() - 1);
    for (uint32_t row = 0; row < topic_of.size(); ++row)
      if (topic_of[row] != kMissing) rows[next[topic_of[row]]++] = row;
  }
  std::span<const uint32_t> of(size_t topic) const {
    return {rows.data() + begin[topic], begin[topic + 1] - begin[topic]};
  }
};

// (x + magic) - magic is x rounded to the grid. Components of unit vectors are at most 1, so a sum of
// `documents` of them needs ceil(log2(documents)) bits before the point and has the rest of 52 for the grid.
double grid_magic(size_t documents) {
  const int bits_before = static_cast<int>(std::bit_width(std::max<size_t>(documents, 1) - 1));
  return std::ldexp(1.5, bits_before);
}

void prefetch(const float* x, size_t columns) {
  constexpr size_t kLine = 64 / sizeof(float);
  for (size_t c = 0; c < columns; c += kLine) __builtin_prefetch(x + c);
}

// sum[c] += x[c] / |x|, on the grid. Sixteen running sums make the length, in one fixed order.
void add_unit(const float* x, size_t columns, double magic, double* sum) {
  constexpr size_t kLanes = 16;
  double lanes[kLanes] = {};
  size_t c = 0;
  for (; c + kLanes <= columns; c += kLanes)
    for (size_t l = 0; l < kLanes; ++l)
      lanes[l] += static_cast<double>(x[c + l]) * static_cast<double>(x[c + l]);
  for (size_t l = 0; c + l < columns; ++l)
    lanes[l] += static_cast<double>(x[c + l]) * static_cast<double>(x[c + l]);
  for (size_t width = kLanes / 2; width > 0; width /= 2)
    for (size_t l = 0; l < width; ++l) lanes[l] += lanes[l + width];
  if (!(lanes[0] > 0)) return;
  const double scale = 1 / std::sqrt(lanes[0]);
  for (c = 0; c < columns; ++c) sum[c] += (static_cast<double>(x[c]) * scale + magic) - magic;
}

}  // namespace

CsrMatrix topic_means(const CsrMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                      int threads) {
  assert(topic_of.size() == documents.rows());
  const TopicRows rows(topic_of, topics);
  const double magic = grid_magic(rows.largest);
  std::vector<std::vector<uint32_t>> columns(topics);
  std::vector<std::vector<double>> values(topics);
  const size_t workers = static_cast<size_t>(std::max(threads, 1));
  std::vector<std::vector<double>> scratch(workers);  // zero between topics
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int worker) {
    auto& sum = scratch[static_cast<size_t>(worker)];
    sum.resize(documents.columns_count, 0.0);
    for (size_t topic = begin; topic < end; ++topic) {
      auto& touched = columns[topic];
      for (const uint32_t row : rows.of(topic)) {
        const auto row_columns = documents.row_columns(row);
        const auto row_values = documents.row_values(row);
        const double length = std::sqrt(dot(row_values.data(), row_values.data(), row_values.size()));
        if (!(length > 0)) continue;
        for (size_t e = 0; e < row_columns.size(); ++e)
          sum[row_columns[e]] += (row_values[e] / length + magic) - magic;
        touched.insert(touched.end(), row_columns.begin(), row_columns.end());
        // Large topics would list every word of every document: keep the list near the number of distinct
        // ones.
        if (touched.size() > 2 * documents.columns_count) {
          std::sort(touched.begin(), touched.end());
          touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
        }
      }
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      const auto count = static_cast<double>(rows.of(topic).size());
      values[topic].reserve(touched.size());
      for (const uint32_t column : touched) {
        values[topic].push_back(sum[column] / count);
        sum[column] = 0;
      }
    }
  });
  CsrMatrix means;
  means.columns_count = documents.columns_count;
  for (uint32_t topic = 0; topic < topics; ++topic) {
    means.columns.insert(means.columns.end(), columns[topic].begin(), columns[topic].end());
    means.values.insert(means.values.end(), values[topic].begin(), values[topic].end());
    means.begin.push_back(means.columns.size());
  }
  return means;
}

DenseMatrix topic_means(std::span<const float> documents, size_t columns, std::span<const uint32_t> topic_of,
                        uint32_t topics, int threads) {
  assert(topic_of.size() * columns == documents.size());
  const TopicRows rows(topic_of, topics);
  const double magic = grid_magic(rows.largest);
  DenseMatrix means(topics, columns);
  parallel_ranges(topics, threads, 16, [&](size_t begin, size_t end, int) {
    for (size_t topic = begin; topic < end; ++topic) {
      const auto mean = means.row(topic);
      const auto mine = rows.of(topic);
      for (size_t i = 0; i < mine.size(); ++i) {
        // The rows of a topic lie anywhere: ask for the next one while this one is added.
        if (i + 1 < mine.size()) prefetch(documents.data() + size_t{mine[i + 1]} * columns, columns);
        add_unit(documents.data() + size_t{mine[i]} * columns, columns, magic, mean.data());
      }
      const auto count = static_cast<double>(std::max<size_t>(mine.size(), 1));
      for (double& value : mean) value /= count;
    }
  });
  return means;
}

TopicEncoder tfidf_topics() {
  return {"word tf-idf",
          [](const Corpus& corpus, std::span<const uint32_t> rows, int threads,
             Sink& sink) -> Result<std::unique_ptr<TopicSimilarity>> {
            SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
            sink.progress("topic vectors", 0, 2);
            Tfidf tfidf({.analyzer = Analyzer::words,
                         .min_n = 1,
                         .max_n = 1,
                         .max_features = 20'000,
                         .min_df = DocumentBound::count(2),
                         .max_df = DocumentBound::share(0.5),
                         .min_word_length = 2});
            const auto texts = texts_of(corpus, rows);
            if (auto status = tfidf.fit(texts, threads); !status)
              return with_context(
                  corpus.name() + ": topic vectors (words in at least two documents and at most half)",
                  status.error());
            sink.progress("topic vectors", 1, 2);
            std::vector<uint32_t> topic_of;
            topic_of.reserve(rows.size());
            for (const uint32_t row : rows) topic_of.push_back(topic->codes[row]);
            auto means = topic_means(tfidf.transform(texts, threads), topic_of,
                                     static_cast<uint32_t>(topic->names.size()), threads);
            sink.progress("topic vectors", 2, 2);
            return topic_similarity(std::move(means));
          }};
}

}  // namespace standfast
