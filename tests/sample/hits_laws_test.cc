// Laws that HITS and its variants keep on any vectors: random ones, families of twins, ones with negative
// parts, and tf-idf vectors of written texts.
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/feature/topic/topic_vectors.h"
#include "standfast/sample/hits.h"
#include "standfast/sample/sampler.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

DenseMatrix random_vectors(uint64_t seed, bool negative) {
  Rng rng(seed, "tests/hits/laws");
  const size_t n = 3 + rng.below(30), d = 2 + rng.below(12);
  DenseMatrix vectors(n, d);
  for (size_t i = 0; i < n; ++i)
    for (double& value : vectors.row(i)) value = negative ? rng.normal() : rng.uniform();
  return vectors;
}

// Computes the cosines of all pairs from the definition.
std::vector<std::vector<double>> cosines(const DenseMatrix& vectors) {
  const size_t n = vectors.rows;
  std::vector<std::vector<double>> s(n, std::vector<double>(n));
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double xy = 0, xx = 0, yy = 0;
      for (size_t c = 0; c < vectors.columns; ++c) {
        xy += vectors.row(i)[c] * vectors.row(j)[c];
        xx += vectors.row(i)[c] * vectors.row(i)[c];
        yy += vectors.row(j)[c] * vectors.row(j)[c];
      }
      s[i][j] = xy / std::sqrt(xx * yy);
    }
  return s;
}

class Laws : public ::testing::TestWithParam<int> {
 protected:
  uint64_t seed() const { return static_cast<uint64_t>(GetParam()); }
};

TEST_P(Laws, ClampChangesNothingForVectorsThatAreNotNegative) {
  const DenseMatrix vectors = random_vectors(seed(), false);
  const auto n = static_cast<uint32_t>(vectors.rows);
  const auto similarity = topic_similarity(vectors);
  const auto literal = hits_order(*similarity, testing::first_codes(n), {.topics = n});
  const auto clamped = hits_order(*similarity, testing::first_codes(n), {.topics = n, .clamp = true});
  EXPECT_EQ(literal.topics, clamped.topics);
  EXPECT_EQ(literal.negative_steps, 0U);
  for (size_t i = 0; i < n; ++i) EXPECT_NEAR(literal.leakage[i], clamped.leakage[i], 1e-12);
}

TEST_P(Laws, ClampIsHitsOverSimilaritiesCutAtZero) {
  const DenseMatrix vectors = random_vectors(seed(), true);
  const auto n = static_cast<uint32_t>(vectors.rows);
  DenseMatrix cut(n, n);
  const auto s = cosines(vectors);
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t j = 0; j < n; ++j) cut.row(i)[j] = std::max(s[i][j], 0.0);
  EXPECT_EQ(
      hits_order(*topic_similarity(vectors), testing::first_codes(n), {.topics = n, .clamp = true}).topics,
      hits_order(*topic_similarity_from_matrix(cut), testing::first_codes(n), {.topics = n}).topics);
}

TEST_P(Laws, FewerTopicsAreTheFirstOfMore) {
  const DenseMatrix vectors = random_vectors(seed(), true);
  const auto n = static_cast<uint32_t>(vectors.rows);
  const auto similarity = topic_similarity(vectors);
  const auto all = hits_order(*similarity, testing::first_codes(n), {.topics = n}).topics;
  EXPECT_EQ(std::set<uint32_t>(all.begin(), all.end()).size(), n);
  for (uint32_t m = 1; m <= n; ++m)
    EXPECT_EQ(hits_order(*similarity, testing::first_codes(n), {.topics = m}).topics,
              std::vector<uint32_t>(all.begin(), all.begin() + m));
}

// A copy is never chosen directly after its original. With the original chosen first, the copy has the
// greatest possible leakage, 1 * 1, so every topic that is no copy goes before it. (Later a copy can go
// before a topic that is similar to all chosen ones: mean(S) * max(S) of the copy is its mean alone.)
TEST_P(Laws, ACopyIsNeverTheNextOneAfterItsOriginal) {
  const DenseMatrix vectors = random_vectors(seed(), true);
  const auto n = static_cast<uint32_t>(vectors.rows);
  for (uint32_t copied = 0; copied < n; ++copied) {
    DenseMatrix with(n + 1, vectors.columns);
    for (uint32_t i = 0; i < n; ++i)
      std::copy(vectors.row(i).begin(), vectors.row(i).end(), with.row(i).begin());
    for (size_t c = 0; c < vectors.columns; ++c) with.row(n)[c] = 2.5 * vectors.row(copied)[c];
    for (const bool clamp : {false, true}) {
      const auto order =
          hits_order(*topic_similarity(with), testing::first_codes(n + 1), {.topics = 2, .clamp = clamp})
              .topics;
      EXPECT_NE(std::set<uint32_t>(order.begin(), order.end()), (std::set<uint32_t>{copied, n}));
    }
  }
}

TEST_P(Laws, NearestIsTheDefinition) {
  const DenseMatrix vectors = random_vectors(seed(), true);
  const auto n = static_cast<uint32_t>(vectors.rows);
  const auto similarity = topic_similarity(vectors);
  const auto s = cosines(vectors);
  for (const uint32_t m : {1U, n / 3 + 1, n}) {
    const auto chosen = hits_order(*similarity, testing::first_codes(n), {.topics = m}).topics;
    for (const double threshold : {-1.0, 0.0, 0.3, 0.8, 1.1}) {
      const auto group = nearest_chosen(*similarity, testing::first_codes(n), chosen, threshold);
      for (uint32_t t = 0; t < n; ++t) {
        uint32_t expected = kMissing;
        double highest = -2;
        for (uint32_t c = 0; c < n; ++c) {
          if (std::find(chosen.begin(), chosen.end(), c) == chosen.end() || s[t][c] <= highest + 1e-13)
            continue;
          highest = s[t][c];
          expected = c;
        }
        if (highest < threshold) expected = kMissing;
        if (std::find(chosen.begin(), chosen.end(), t) != chosen.end()) expected = t;
        EXPECT_EQ(group[t], expected) << "seed " << seed() << " topic " << t << " threshold " << threshold;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Laws, ::testing::Range(0, 25));

// A duplicated topic is chosen last. Two topics with one vector have cosine 1, the greatest possible; if
// every other pair is less similar, the second of the two has the greatest leakage.
TEST(HitsLaws, ADuplicatedTopicIsNeverChosenBeforeAllOthers) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed, "tests/hits/duplicates");
    const uint32_t n = 4 + static_cast<uint32_t>(rng.below(12));
    const auto one = static_cast<uint32_t>(rng.below(n));
    uint32_t other = static_cast<uint32_t>(rng.below(n - 1));
    other += other >= one;
    // Each topic has a direction of its own and a common one, so all pairs of different topics have one
    // similarity and only the copy stands out.
    DenseMatrix vectors(n, n + 1);
    const double common = 0.2 + rng.uniform();
    for (uint32_t i = 0; i < n; ++i) {
      vectors.row(i)[i == other ? one : i] = 1;
      vectors.row(i)[n] = common;
    }
    const auto similarity = topic_similarity(vectors);
    for (const bool clamp : {false, true}) {
      const auto order =
          hits_order(*similarity, testing::first_codes(n), {.topics = n, .clamp = clamp}).topics;
      EXPECT_EQ(order.back(), std::max(one, other)) << "seed " << seed;
      // Until then only the first of the two is chosen.
      for (uint32_t m = 1; m < n; ++m) {
        const auto some =
            hits_order(*similarity, testing::first_codes(n), {.topics = m, .clamp = clamp}).topics;
        EXPECT_EQ(std::count(some.begin(), some.end(), std::max(one, other)), 0);
        // Merging puts the second into the group of the first.
        if (std::count(some.begin(), some.end(), std::min(one, other)) == 1) {
          EXPECT_EQ(nearest_chosen(*similarity, testing::first_codes(n), some, 1.0)[std::max(one, other)],
                    std::min(one, other));
        }
      }
    }
  }
}

TEST(HitsLaws, MergingInTheWorkedExample) {
  DenseMatrix s(5, 5);
  const double rows[5][5] = {{1, .9, .2, .3, .5},
                             {.9, 1, .25, .35, .45},
                             {.2, .25, 1, .6, .1},
                             {.3, .35, .6, 1, .4},
                             {.5, .45, .1, .4, 1}};
  for (size_t i = 0; i < 5; ++i) std::copy(rows[i], rows[i] + 5, s.row(i).begin());
  const auto similarity = topic_similarity_from_matrix(s);
  const auto chosen = hits_order(*similarity, testing::first_codes(5), {.topics = 2}).topics;
  ASSERT_THAT(chosen, ElementsAre(2, 4));
  // Similarities to 2 and 4: .2 and .5 for 0, .25 and .45 for 1, .6 and .4 for 3.
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(5), chosen, -1), ElementsAre(4, 4, 2, 2, 4));
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(5), chosen, .5),
              ElementsAre(4, kMissing, 2, 2, 4));
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(5), chosen, .55),
              ElementsAre(kMissing, kMissing, 2, 2, 4));
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(5), chosen, 1.01),
              ElementsAre(kMissing, kMissing, 2, kMissing, 4));
  const auto three = hits_order(*similarity, testing::first_codes(5), {.topics = 3}).topics;
  ASSERT_THAT(three, ElementsAre(2, 4, 1));
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(5), three, -1), ElementsAre(1, 1, 2, 2, 4));
}

TEST(HitsLaws, MergingTiesGoToTheFirstName) {
  DenseMatrix s(4, 4);
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < 4; ++j) s.row(i)[j] = i == j ? 1 : 0.25;
  const auto similarity = topic_similarity_from_matrix(s);
  // The chosen topics in this order: 2 before 1.
  EXPECT_THAT(nearest_chosen(*similarity, testing::first_codes(4), std::vector<uint32_t>{2, 1}, 0.25),
              ElementsAre(1, 1, 2, 1));
}

// ---- whole samplers, over tf-idf vectors of texts

Result<Sample> draw(const Corpus& corpus, const std::string& method,
                    std::map<std::string, OptionValue> given) {
  given.emplace("min-docs", int64_t{2});
  auto sampler = samplers().make(method, given);
  if (!sampler) return Failure(sampler.error());
  SampleContext context;
  context.seed = 5;
  return (*sampler)->sample(corpus, context);
}

Corpus written() {
  SynthOptions options;
  options.topics = 16;
  options.families = 5;
  options.documents = 240;
  options.length = 40;
  return *Synth::make(options)->corpus(1);
}

TEST(HitsVariants, AThresholdAboveOneIsCuttingAndMinusOneIsGrouping) {
  for (const Corpus& corpus : {written(), testing::uneven_corpus()}) {
    const auto cut = draw(corpus, "hits", {{"topics", int64_t{5}}});
    const auto grouped = draw(corpus, "hits-grouping", {{"topics", int64_t{5}}});
    const auto none = draw(corpus, "hits-hybrid", {{"topics", int64_t{5}}, {"threshold", 1.5}});
    const auto all = draw(corpus, "hits-hybrid", {{"topics", int64_t{5}}, {"threshold", -1.0}});
    ASSERT_TRUE(cut && grouped && none && all);
    EXPECT_EQ(none->rows, cut->rows);
    EXPECT_EQ(none->topics, cut->topics);
    EXPECT_EQ(none->leakage, cut->leakage);
    EXPECT_EQ(all->rows, grouped->rows);
    EXPECT_EQ(all->topics, grouped->topics);
    EXPECT_EQ(all->group_of_topic, grouped->group_of_topic);
    EXPECT_EQ(grouped->topics, cut->topics);
    // Grouping keeps every document that has a topic; thresholds between the extremes keep numbers in
    // between.
    uint32_t with_topic = 0;
    for (const uint32_t code : corpus.column(Role::topic)->codes) with_topic += code != kMissing;
    EXPECT_EQ(grouped->rows.size(), with_topic);
    size_t before = with_topic;
    for (const double threshold : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const auto some = draw(corpus, "hits-hybrid", {{"topics", int64_t{5}}, {"threshold", threshold}});
      ASSERT_TRUE(some);
      EXPECT_LE(some->rows.size(), before);
      EXPECT_GE(some->rows.size(), cut->rows.size());
      before = some->rows.size();
    }
  }
}

TEST(HitsVariants, TwinsOfAFamilyAreMergedIntoIt) {
  const Corpus corpus = written();
  const auto& names = corpus.column(Role::topic)->names;
  const auto sample = draw(corpus, "hits-grouping", {{"topics", int64_t{5}}});
  ASSERT_TRUE(sample) << sample.error().message;
  const auto family = [&](uint32_t topic) { return names[topic].substr(0, names[topic].rfind('-')); };
  for (uint32_t topic = 0; topic < names.size(); ++topic)
    EXPECT_EQ(family(sample->group_of_topic[topic]), family(topic));
}

TEST(HitsVariants, CapsCutTopicsBeforeMergingOrAfter) {
  const Corpus corpus = testing::uneven_corpus();
  const auto sizes = [&](const Sample& sample, bool grouped) {
    const auto topics = *grouped_topics(corpus, grouped ? sample.group_of_topic : std::vector<uint32_t>{});
    std::map<uint32_t, int> count;
    for (const uint32_t row : sample.rows) ++count[topics.codes[row]];
    return count;
  };
  const auto cut = draw(corpus, "hits", {{"topics", int64_t{4}}, {"max-docs", int64_t{8}}});
  const auto before = draw(corpus, "hits-grouping", {{"topics", int64_t{4}}, {"max-docs", int64_t{8}}});
  ASSERT_TRUE(cut && before);
  for (const auto& [topic, documents] : sizes(*before, false)) EXPECT_EQ(documents, 8);
  // The documents of the chosen topics are the same as in plain HITS.
  EXPECT_TRUE(std::includes(before->rows.begin(), before->rows.end(), cut->rows.begin(), cut->rows.end()));
  const auto after =
      draw(corpus, "hits-grouping", {{"topics", int64_t{4}}, {"max-docs", int64_t{8}}, {"equalise", true}});
  ASSERT_TRUE(after);
  EXPECT_EQ(sizes(*after, true).size(), 4U);
  for (const auto& [topic, documents] : sizes(*after, true)) EXPECT_EQ(documents, 8);
  const auto nothing_to_cut_to = draw(corpus, "hits-grouping", {{"equalise", true}});
  ASSERT_FALSE(nothing_to_cut_to);
  EXPECT_EQ(nothing_to_cut_to.error().kind, ErrorKind::usage);
  EXPECT_THAT(nothing_to_cut_to.error().message, HasSubstr("needs max-docs"));
}

TEST(HitsVariants, AThresholdThatIsNoCosineIsRefused) {
  for (const double threshold : {-1.5, 3.0, std::nan("")}) {
    const auto sample = draw(testing::uneven_corpus(), "hits-hybrid", {{"threshold", threshold}});
    ASSERT_FALSE(sample) << threshold;
    EXPECT_THAT(sample.error().message, HasSubstr("threshold"));
  }
}

// Another order of documents, and other names with the same order, change nothing on real vectors.
TEST(HitsVariants, OrderAndNamesOfDocumentsChangeNothing) {
  const Corpus corpus = written(), shuffled = testing::in_another_order(corpus),
               renamed = testing::with_other_names(corpus);
  for (const char* method : {"hits", "hits-grouping", "hits-hybrid"}) {
    const auto a = draw(corpus, method, {{"topics", int64_t{6}}}),
               b = draw(shuffled, method, {{"topics", int64_t{6}}}),
               c = draw(renamed, method, {{"topics", int64_t{6}}});
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(a->topics, b->topics);
    EXPECT_EQ(a->group_of_topic, b->group_of_topic);
    EXPECT_EQ(testing::ids_of(corpus, a->rows), testing::ids_of(shuffled, b->rows));
    EXPECT_EQ(a->topics, c->topics);
    EXPECT_EQ(a->group_of_topic, c->group_of_topic);
    EXPECT_EQ(a->rows, c->rows);
    const auto identity = draw(corpus, method, {{"topics", int64_t{16}}});
    ASSERT_TRUE(identity);
    EXPECT_EQ(identity->rows.size(), corpus.size());
    for (uint32_t t = 0; t < identity->group_of_topic.size(); ++t) EXPECT_EQ(identity->group_of_topic[t], t);
    const auto clamped = draw(corpus, method, {{"topics", int64_t{6}}, {"clamp", true}});
    EXPECT_EQ(clamped->rows, a->rows);
  }
}

// Synthetic corpora with families of nearly equal topics: HITS avoids choosing two of a family.
class PlantedTwins : public ::testing::TestWithParam<uint64_t> {};

TEST_P(PlantedTwins, NeverBothSurviveHitsWhileFamiliesLast) {
  SynthOptions options;
  options.authors = 20;
  options.topics = 18;
  options.families = 6;
  options.documents = 700;
  options.length = 120;
  options.seed = GetParam();
  const Synth synth = *Synth::make(options);
  std::map<std::string, std::string> family;
  for (const auto& topic : synth.truth().topics) family[topic.name] = topic.family;
  const Corpus corpus = *synth.corpus(1);
  const auto& names = corpus.column(Role::topic)->names;
  SampleContext context;
  context.seed = GetParam();
  for (int64_t m = 1; m <= options.families; ++m) {
    const auto sample =
        (*samplers().make("hits", {{"topics", m}, {"min-docs", int64_t{5}}}))->sample(corpus, context);
    ASSERT_TRUE(sample) << sample.error().message;
    std::set<std::string> families;
    for (const uint32_t topic : sample->topics)
      EXPECT_TRUE(families.insert(family.at(names[topic])).second)
          << "m = " << m << ", twin of " << names[topic];
  }
  // The control does draw twins: 6 random topics of 18 hold no two of a family in only 3^6 of 18,564 draws.
  int draws_with_twins = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    context.seed = seed;
    const auto sample =
        (*samplers().make("random-topics", {{"topics", int64_t{6}}, {"min-docs", int64_t{5}}}))
            ->sample(corpus, context);
    ASSERT_TRUE(sample);
    std::set<std::string> families;
    for (const uint32_t topic : sample->topics) families.insert(family.at(names[topic]));
    draws_with_twins += families.size() < 6;
  }
  EXPECT_GE(draws_with_twins, 7);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlantedTwins, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace standfast
