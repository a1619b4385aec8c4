// Requirements on samplers (standfast/sample/sampler.h), over the whole catalog.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "standfast/sample/sampler.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::ids_of;
using testing::in_another_order;
using testing::uneven_corpus;
using testing::with_other_names;

// Makes an encoder whose similarity of two topics comes from the last digits of their names. It has no
// floating-point sums, so it is exact under every change that keeps the order of names.
TopicEncoder encoder_for_tests() {
  return {"a pattern", [](const Corpus& corpus, std::span<const uint32_t>, int, Sink&) {
            const size_t n = corpus.column(Role::topic)->names.size();
            DenseMatrix s(n, n);
            for (size_t i = 0; i < n; ++i)
              for (size_t j = 0; j < n; ++j)
                s.row(i)[j] = i == j ? 1.0 : static_cast<double>((i * j + 3 * (i + j)) % 17) / 20;
            return Result<std::shared_ptr<const TopicSimilarity>>(topic_similarity_from_matrix(std::move(s)));
          }};
}

class EverySampler : public ::testing::TestWithParam<size_t> {
 protected:
  const SamplerCatalog::Entry& entry() const { return samplers().entries()[GetParam()]; }
  Result<Sample> draw(const Corpus& corpus, uint64_t seed, int threads = 1, int max_docs = 9) const {
    std::map<std::string, OptionValue> given = {{"max-docs", int64_t{max_docs}}, {"min-docs", int64_t{2}}};
    auto sampler = samplers().make(entry().name, given);
    if (!sampler) return Failure(sampler.error());
    SampleContext context;
    context.seed = seed;
    context.threads = threads;
    if (entry().traits.needs_vectors) context.encoder = encoder_for_tests();
    return (*sampler)->sample(corpus, context);
  }
};

TEST_P(EverySampler, RowsAreDistinctAscendingAndOfTheChosenTopics) {
  const Corpus corpus = uneven_corpus();
  const auto sample = draw(corpus, 1);
  ASSERT_TRUE(sample) << sample.error().message;
  EXPECT_EQ(sample->method, entry().name);
  EXPECT_TRUE(std::is_sorted(sample->rows.begin(), sample->rows.end(), std::less_equal<>()) ||
              sample->rows.size() < 2);
  EXPECT_EQ(std::adjacent_find(sample->rows.begin(), sample->rows.end()), sample->rows.end());
  const std::set<uint32_t> topics(sample->topics.begin(), sample->topics.end());
  EXPECT_EQ(topics.size(), sample->topics.size());
  ASSERT_EQ(entry().traits.merges_topics, !sample->group_of_topic.empty());
  const Column groups = *grouped_topics(corpus, sample->group_of_topic);
  std::map<uint32_t, int> count;
  std::set<uint32_t> groups_seen;
  for (const uint32_t row : sample->rows) {
    ++count[corpus.column(Role::topic)->codes[row]];
    groups_seen.insert(groups.codes[row]);
  }
  EXPECT_EQ(groups_seen, topics);
  for (const auto& [topic, documents] : count) EXPECT_EQ(documents, 9);
}

TEST_P(EverySampler, AMergedTopicBelongsToAChosenOneAndAChosenOneToItself) {
  const auto sample = draw(uneven_corpus(), 1);
  ASSERT_TRUE(sample);
  if (!entry().traits.merges_topics) {
    EXPECT_TRUE(sample->group_of_topic.empty());
    return;
  }
  ASSERT_EQ(sample->group_of_topic.size(), 12U);
  const std::set<uint32_t> topics(sample->topics.begin(), sample->topics.end());
  for (const uint32_t topic : topics) EXPECT_EQ(sample->group_of_topic[topic], topic);
  for (const uint32_t group : sample->group_of_topic)
    EXPECT_TRUE(group == kMissing || topics.contains(group));
}

TEST_P(EverySampler, SameSeedSameSampleForAnyThreadCount) {
  const Corpus corpus = uneven_corpus();
  const auto once = draw(corpus, 7), again = draw(corpus, 7, 3);
  ASSERT_TRUE(once && again);
  EXPECT_EQ(once->rows, again->rows);
  EXPECT_EQ(once->topics, again->topics);
  EXPECT_EQ(once->notes, again->notes);
}

TEST_P(EverySampler, TheSeedMattersExactlyWhereTheCatalogSaysSo) {
  const Corpus corpus = uneven_corpus();
  std::set<std::vector<uint32_t>> topics, rows;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    const auto sample = draw(corpus, seed);
    ASSERT_TRUE(sample);
    topics.insert(sample->topics);
    rows.insert(sample->rows);
  }
  EXPECT_EQ(topics.size() == 1, entry().traits.deterministic);
  EXPECT_GT(rows.size(), 1U) << "the cap draws documents by the seed";
}

TEST_P(EverySampler, AnotherOrderOfDocumentsChoosesTheSameIds) {
  const Corpus corpus = uneven_corpus(), shuffled = in_another_order(corpus);
  const auto a = draw(corpus, 3), b = draw(shuffled, 3);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->topics, b->topics);
  EXPECT_EQ(ids_of(corpus, a->rows), ids_of(shuffled, b->rows));
}

TEST_P(EverySampler, RenamingTopicsInOrderChangesNothing) {
  const Corpus corpus = uneven_corpus(), renamed = with_other_names(corpus);
  const auto a = draw(corpus, 3), b = draw(renamed, 3);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->topics, b->topics);
  EXPECT_EQ(a->rows, b->rows);
}

TEST_P(EverySampler, WithoutACapEveryDocumentOfAChosenTopicIsThere) {
  const Corpus corpus = uneven_corpus();
  const auto sample = draw(corpus, 3, 1, 0);
  ASSERT_TRUE(sample);
  const std::set<uint32_t> topics(sample->topics.begin(), sample->topics.end());
  const Column groups = *grouped_topics(corpus, sample->group_of_topic);
  std::vector<uint32_t> expected;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (topics.contains(groups.codes[row])) expected.push_back(row);
  EXPECT_EQ(sample->rows, expected);
}

// Samplers that choose among topics, without the one that takes all.
using SamplerOfTopics = EverySampler;
std::vector<size_t> samplers_of_topics() {
  std::vector<size_t> places;
  const auto& entries = samplers().entries();
  for (size_t i = 0; i < entries.size(); ++i)
    if (std::any_of(entries[i].options.begin(), entries[i].options.end(),
                    [](const auto& option) { return option.name == "topics"; }))
      places.push_back(i);
  return places;
}

TEST_P(SamplerOfTopics, TooFewTopicsIsAClearError) {
  const Corpus corpus = uneven_corpus();
  auto sampler = samplers().make(entry().name, {{"topics", int64_t{13}}, {"min-docs", int64_t{2}}});
  ASSERT_TRUE(sampler);
  SampleContext context;
  context.encoder = encoder_for_tests();
  const auto sample = (*sampler)->sample(corpus, context);
  ASSERT_FALSE(sample);
  EXPECT_EQ(sample.error().kind, ErrorKind::data);
  EXPECT_NE(sample.error().message.find("topics = 13 was requested, but only 12 topics"), std::string::npos)
      << sample.error().message;
}

TEST_P(SamplerOfTopics, AllTopicsIsIdentityOnTopics) {
  const Corpus corpus = uneven_corpus();
  auto sampler = samplers().make(entry().name, {{"topics", int64_t{12}}, {"min-docs", int64_t{1}}});
  SampleContext context;
  context.encoder = encoder_for_tests();
  const auto sample = (*sampler)->sample(corpus, context);
  ASSERT_TRUE(sample);
  EXPECT_EQ(std::set<uint32_t>(sample->topics.begin(), sample->topics.end()).size(), 12U);
  std::vector<uint32_t> with_topic;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (corpus.column(Role::topic)->codes[row] != kMissing) with_topic.push_back(row);
  EXPECT_EQ(sample->rows, with_topic);
}

TEST_P(EverySampler, NothingLargeEnoughIsAClearError) {
  const Corpus corpus = uneven_corpus();
  auto sampler = samplers().make(entry().name, {{"min-docs", int64_t{1000}}});
  SampleContext context;
  context.encoder = encoder_for_tests();
  const auto sample = (*sampler)->sample(corpus, context);
  ASSERT_FALSE(sample);
  EXPECT_NE(sample.error().message.find("none of its 12 topics has 1000 documents"), std::string::npos)
      << sample.error().message;
}

TEST(SamplerCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(samplers());
}

const auto name_of_sampler = [](const auto& chosen) {
  std::string name = samplers().entries()[chosen.param].name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
};
INSTANTIATE_TEST_SUITE_P(Catalog, EverySampler, ::testing::Range<size_t>(0, samplers().entries().size()),
                         name_of_sampler);
INSTANTIATE_TEST_SUITE_P(Catalog, SamplerOfTopics, ::testing::ValuesIn(samplers_of_topics()),
                         name_of_sampler);

TEST(SamplerAll, WithoutOptionsIsTheWholeCorpus) {
  const Corpus corpus = uneven_corpus();
  auto sampler = samplers().make("all", {});
  const auto sample = (*sampler)->sample(corpus, {});
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->rows.size(), corpus.size());
}

}  // namespace
}  // namespace standfast
