#include "standfast/feature/topic/topic_vectors.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "tests/support/corpora.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

// The documents are (3, 4) and (0, 2) in topic 1, (5, 0) and (0, 0) in topic 0, and one without a topic;
// topic 2 is empty. Their unit vectors are (.6, .8), (0, 1), (1, 0) and (0, 0). The means are (1/2, 0) for
// topic 0 and (.3, .9) for topic 1.
TEST(TopicVectors, MeansOfUnitVectorsByHand) {
  const std::vector<float> dense = {3, 4, 0, 2, 5, 0, 0, 0, 7, 7};
  const std::vector<uint32_t> topic_of = {1, 1, 0, 0, kMissing};
  const auto means = topic_means(dense, 2, topic_of, 3);
  const std::vector<double> expected = {.5, 0, .3, .9, 0, 0};
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(means.data[i], expected[i], 1e-13);

  CsrMatrix sparse;
  sparse.columns_count = 2;
  sparse.begin = {0, 2, 3, 4, 4, 6};
  sparse.columns = {0, 1, 1, 0, 0, 1};
  sparse.values = {3, 4, 2, 5, 7, 7};
  const auto sparse_means = topic_means(sparse, topic_of, 3);
  EXPECT_EQ(sparse_means.begin, (std::vector<uint64_t>{0, 1, 3, 3}));
  EXPECT_EQ(sparse_means.columns, (Buffer<uint32_t>{0, 0, 1}));
  for (size_t e = 0; e < 3; ++e)
    EXPECT_NEAR(sparse_means.values[e], (std::vector<double>{.5, .3, .9})[e], 1e-13);
}

TEST(TopicVectors, MediansOfUnitVectorsByHand) {
  // Topic 0 has (1, 0), (0, 1) and (.6, .8), topic 1 has (0, -1) and (0, 0), and topic 2 has nothing.
  const std::vector<double> data = {2, 0, 0, 3, 3, 4, 0, -5, 0, 0};
  DenseMatrix dense(5, 2);
  FloatMatrix floats(5, 2);
  CsrMatrix sparse;
  sparse.columns_count = 2;
  for (size_t i = 0; i < 10; ++i) {
    dense.data[i] = data[i];
    floats.data[i] = static_cast<float>(data[i]);
    if (data[i] != 0) {
      sparse.columns.push_back(i % 2);
      sparse.values.push_back(data[i]);
    }
    if (i % 2 == 1) sparse.begin.push_back(sparse.columns.size());
  }
  const std::vector<uint32_t> topic_of = {0, 0, 0, 1, 1};
  const std::vector<double> expected = {.6, .8, 0, -.5, 0, 0};
  for (const int threads : {1, 2}) {
    const auto a = topic_medians(dense, topic_of, 3, threads),
               b = topic_medians(floats, topic_of, 3, threads);
    const auto c = topic_medians(sparse, topic_of, 3, threads);
    for (size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(a.data[i], expected[i], 1e-15);
      EXPECT_NEAR(b.data[i], expected[i], 1e-7);
    }
    ASSERT_EQ(c.begin, (std::vector<uint64_t>{0, 2, 3, 3}));
    EXPECT_NEAR(c.values[0], .6, 1e-15);
    EXPECT_NEAR(c.values[1], .8, 1e-15);
    EXPECT_NEAR(c.values[2], -.5, 1e-15);
    const auto means = topic_means(dense, topic_of, 3, threads);
    EXPECT_NEAR(means.row(0)[0], 1.6 / 3, 1e-12);
    EXPECT_NEAR(means.row(1)[1], -.5, 1e-12);
  }
}

TEST(TopicVectors, ExactInAnyOrderAndForAnyThreads) {
  Rng rng(1, "tests/topic-vectors");
  const size_t n = 1000, d = 37;
  const uint32_t topics = 20;
  std::vector<float> documents(n * d);
  std::vector<uint32_t> topic_of(n), order(n);
  for (auto& value : documents) value = static_cast<float>(rng.normal());
  for (size_t i = 0; i < n; ++i) {
    topic_of[i] = static_cast<uint32_t>(rng.below(topics));
    order[i] = static_cast<uint32_t>(i);
  }
  rng.shuffle(order);
  std::vector<float> permuted(n * d);
  std::vector<uint32_t> permuted_topics(n);
  for (size_t i = 0; i < n; ++i) {
    std::copy_n(documents.data() + order[i] * d, d, permuted.data() + i * d);
    permuted_topics[i] = topic_of[order[i]];
  }
  const auto means = topic_means(documents, d, topic_of, topics);
  EXPECT_EQ(means.data, topic_means(permuted, d, permuted_topics, topics).data);
  EXPECT_EQ(means.data, topic_means(documents, d, topic_of, topics, 3).data);
  // The means are also right, compared with plain sums.
  std::vector<double> plain(topics * d, 0.0), count(topics, 0.0);
  for (size_t i = 0; i < n; ++i) {
    double length = 0;
    for (size_t c = 0; c < d; ++c) length += std::pow(static_cast<double>(documents[i * d + c]), 2);
    for (size_t c = 0; c < d; ++c)
      plain[topic_of[i] * d + c] += static_cast<double>(documents[i * d + c]) / std::sqrt(length);
    ++count[topic_of[i]];
  }
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(means.data[i], plain[i] / count[i / d], 1e-12);
}

// Every length around the width of the machine's vectors is tried, with one or two documents in each topic.
TEST(TopicVectors, DenseMeansOfAnyLength) {
  Rng rng(2, "tests/topic-vectors/lengths");
  for (size_t d = 1; d <= 40; ++d) {
    std::vector<float> documents(3 * d);
    for (auto& value : documents) value = static_cast<float>(rng.normal());
    const auto means = topic_means(documents, d, std::vector<uint32_t>{0, 1, 1}, 2);
    const auto unit = [&](size_t i, size_t c) {
      double length = 0;
      for (size_t k = 0; k < d; ++k) length += std::pow(static_cast<double>(documents[i * d + k]), 2);
      return static_cast<double>(documents[i * d + c]) / std::sqrt(length);
    };
    for (size_t c = 0; c < d; ++c) {
      EXPECT_NEAR(means.row(0)[c], unit(0, c), 1e-14);
      EXPECT_NEAR(means.row(1)[c], (unit(1, c) + unit(2, c)) / 2, 1e-14);
    }
  }
}

TEST(TopicVectors, AreTheSameAtEverySimdLevel) {
  Rng rng(3, "tests/topic-vectors/levels");
  FloatMatrix floats(60, 43);
  DenseMatrix doubles(60, 43);
  std::vector<uint32_t> topic_of;
  for (size_t i = 0; i < 60; ++i) topic_of.push_back(static_cast<uint32_t>(rng.below(5)));
  for (size_t i = 0; i < floats.data.size(); ++i)
    floats.data[i] = static_cast<float>(doubles.data[i] = rng.normal());
  testing::expect_same_at_every_simd_level([&] { return topic_means(floats, topic_of, 5).data; });
  testing::expect_same_at_every_simd_level([&] { return topic_means(doubles, topic_of, 5).data; });
  testing::expect_same_at_every_simd_level([&] { return topic_medians(doubles, topic_of, 5, 1).data; });
}

TEST(TopicVectors, AVectorThatIsNotFiniteCountsAsZero) {
  const float infinite = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const std::vector<float> documents = {3, 4, infinite, 0, nan, 1, -3, 4};
  const auto means = topic_means(documents, 2, std::vector<uint32_t>{0, 0, 0, 0}, 1);
  EXPECT_NEAR(means.row(0)[0], 0, 1e-14);
  EXPECT_NEAR(means.row(0)[1], 0.4, 1e-14);
}

TEST(TopicVectors, ManyTopicsAreComparedAlikeByAnyThreads) {
  Rng rng(3, "tests/topic-vectors/threads");
  DenseMatrix vectors(1100, 400);
  CsrMatrix sparse;
  sparse.columns_count = 400;
  for (size_t i = 0; i < vectors.rows; ++i) {
    for (size_t c = 0; c < 400; ++c) {
      vectors.row(i)[c] = rng.normal();
      sparse.columns.push_back(static_cast<uint32_t>(c));
      sparse.values.push_back(vectors.row(i)[c]);
    }
    sparse.begin.push_back(sparse.columns.size());
  }
  std::vector<double> one(1100), three(1100);
  for (const uint32_t topic : {0U, 700U}) {
    topic_similarity(vectors)->against_all(topic, one);
    topic_similarity(vectors, 3)->against_all(topic, three);
    EXPECT_EQ(one, three);
    topic_similarity(sparse)->against_all(topic, one);
    topic_similarity(sparse, 3)->against_all(topic, three);
    EXPECT_EQ(one, three);
  }
}

TEST(TopicVectors, TfidfTopicsDoNotDependOnTheOrderOfDocuments) {
  const Corpus corpus = testing::uneven_corpus(), shuffled = testing::in_another_order(corpus);
  const auto rows = whole_corpus(corpus).rows;
  const auto encoder = tfidf_topics();
  const auto a = encoder.encode(corpus, rows, 1, null_sink()),
             b = encoder.encode(shuffled, rows, 2, null_sink());
  ASSERT_TRUE(a && b) << (a ? b.error().message : a.error().message);
  std::vector<double> x((*a)->topics()), y((*b)->topics());
  for (uint32_t topic = 0; topic < (*a)->topics(); ++topic) {
    (*a)->against_all(topic, x);
    (*b)->against_all(topic, y);
    EXPECT_EQ(x, y);
    EXPECT_NEAR(x[topic], 1, 1e-12);
    // Neighbouring topics of this corpus share words, but distant topics do not.
    if (topic + 6 < x.size()) {
      EXPECT_GT(x[topic + 1], x[topic + 6]);
    }
  }
}

TEST(TopicVectors, RememberedSimilaritiesAreOfTheSameDocuments) {
  const Corpus corpus = testing::uneven_corpus();
  const auto rows = whole_corpus(corpus).rows;
  const std::span<const uint32_t> fewer = std::span(rows).first(rows.size() / 2);
  Memo memo;
  const auto encoder = remembering(tfidf_topics(), memo);
  const auto of = [&](std::span<const uint32_t> some) {
    return encoder.encode(corpus, some, 1, null_sink()).value();
  };
  const auto first = of(rows);
  EXPECT_EQ(of(rows), first);
  const auto others = of(fewer), alone = tfidf_topics().encode(corpus, fewer, 1, null_sink()).value();
  std::vector<double> x(others->topics()), y(alone->topics());
  others->against_all(0, x);
  alone->against_all(0, y);
  EXPECT_EQ(x, y);
}

TEST(TopicVectors, NoSharedWordsIsAClearError) {
  const Corpus corpus = testing::make_corpus({{"1", "aa bb", "x", "s"}, {"2", "cc dd", "x", "t"}});
  const auto result = tfidf_topics().encode(corpus, whole_corpus(corpus).rows, 1, null_sink());
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("made in a test: topic vectors"), std::string::npos)
      << result.error().message;
}

}  // namespace
}  // namespace standfast
