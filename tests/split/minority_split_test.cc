// minority-split: the planted minority of each cluster is tested, and errors name what is missing.
// ngram-cluster-split: whole clusters of planted vocabularies.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blobs.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::axes;
using testing::blob_documents;
using testing::Blobs;
using ::testing::Contains;
using ::testing::HasSubstr;
using Settings = std::map<std::string, OptionValue>;

// Makes three blobs: 0 and 1 have mostly ants, 2 has mostly bees.
Blobs biased() {
  return Blobs(blob_documents({{30, 6}, {20, 4}, {5, 35}}), axes(3));
}
Settings three(Settings more = {}) {
  more.insert({{"clusters", int64_t{3}}, {"restarts", int64_t{2}}});
  return more;
}

std::map<std::pair<size_t, std::string>, size_t> cells(const Blobs& space, const RowSet& rows) {
  std::map<std::pair<size_t, std::string>, size_t> counts;
  for (const uint32_t row : rows) ++counts[{space.documents()[row].blob, space.documents()[row].label}];
  return counts;
}

TEST(MinoritySplit, TestsThePlantedMinority) {
  const Blobs space = biased();
  const auto split = space.split("minority-split", three());
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(cells(space, split->folds[0].test), (std::map<std::pair<size_t, std::string>, size_t>{
                                                    {{0, "bee"}, 6}, {{1, "bee"}, 4}, {{2, "ant"}, 5}}));
  EXPECT_EQ(cells(space, split->folds[0].train), (std::map<std::pair<size_t, std::string>, size_t>{
                                                     {{0, "ant"}, 30}, {{1, "ant"}, 20}, {{2, "bee"}, 35}}));
  EXPECT_TRUE(split->left_out.empty());
  EXPECT_THAT(split->notes,
              Contains(HasSubstr("15 of 100 documents (15.0 %) are not of the class that represents their "
                                 "cluster, in 3 clusters in the space blobs; with the classes ")));
  EXPECT_THAT(split->notes, Contains("minority documents: 10 of 45 of bee (22.2 %), 5 of 55 of ant (9.1 %)"));
}

// Reads the share from the note "... it would be 41.6 % on average".
double by_chance(const Split& split) {
  const std::string& note = split.notes.front();
  const size_t at = note.find("it would be ");
  return at == std::string::npos ? -1 : std::stod(note.substr(at + 12));
}

TEST(MinoritySplit, TheNoteSaysHowManyThereWouldBeByChance) {
  const Blobs space = biased();
  // 55 ants and 45 bees are dealt at random to clusters of 36, 24 and 40.
  std::mt19937 random(1);
  std::vector<int> dealt(100, 0);
  std::fill(dealt.begin() + 55, dealt.end(), 1);
  double of_number = 0, of_share = 0;
  constexpr int kDeals = 4000;
  for (int deal = 0; deal < kDeals; ++deal) {
    std::ranges::shuffle(dealt, random);
    for (const auto& [begin, end] : {std::pair{0, 36}, {36, 60}, {60, 100}}) {
      const int bees = std::accumulate(dealt.begin() + begin, dealt.begin() + end, 0),
                ants = end - begin - bees;
      of_number += std::min(ants, bees);
      of_share += bees * 55 > ants * 45 ? ants : bees * 55 == ants * 45 ? std::min(ants, bees) : bees;
    }
  }
  EXPECT_NEAR(by_chance(*space.split("minority-split", three())), of_number / kDeals, 2);
  EXPECT_NEAR(by_chance(*space.split("minority-split", three({{"majority", std::string("share")}}))),
              of_share / kDeals, 2);
}

TEST(MinoritySplit, AShareIsDrawnAndTheRestTrainsOrIsLeftOut) {
  const Blobs space = biased();
  for (const char* train_on : {"majority", "all"}) {
    std::set<std::vector<uint32_t>> draws;
    for (uint64_t seed = 0; seed < 6; ++seed) {
      const auto split = space.split(
          "minority-split", three({{"test-share", 0.05}, {"train-on", std::string(train_on)}}), seed);
      ASSERT_TRUE(split) << split.error().message;
      // 2.75 and 2.25.
      EXPECT_EQ(space.tested_by_label(*split), (std::map<std::string, size_t>{{"ant", 3}, {"bee", 2}}));
      for (const auto& [cell, n] : cells(space, split->folds[0].test))
        EXPECT_NE(cell.second == "ant", cell.first < 2);
      const bool all = train_on == std::string("all");
      EXPECT_EQ(split->folds[0].train.size(), all ? 95U : 85U);
      EXPECT_EQ(split->left_out.size(), all ? 0U : 10U);
      draws.insert(split->folds[0].test.list());
    }
    EXPECT_GT(draws.size(), 3U);
  }
}

TEST(MinoritySplit, AShareOfTheClassFindsRareClasses) {
  // Bees are rare: they are the majority of no blob, but blob 1 has a larger share of the bees than of the
  // ants.
  const Blobs space(blob_documents({{70, 2}, {30, 10}}), axes(2));
  Settings two = {{"clusters", int64_t{2}}, {"restarts", int64_t{2}}};
  const auto by_number = space.split("minority-split", two);
  ASSERT_FALSE(by_number);
  EXPECT_THAT(
      by_number.error().message,
      HasSubstr(
          "one class is the class of no cluster, so nothing of it would train: \"bee\" (12 documents). majority = share, "
          "more clusters or train-on = all with a test-share may help"));
  Settings with_share = two;
  with_share["test-share"] = 0.05;
  const auto of_share = space.split("minority-split", with_share);
  ASSERT_FALSE(of_share);
  EXPECT_THAT(of_share.error().message, HasSubstr("or train-on = all may help"));
  two["majority"] = std::string("share");
  const auto by_share = space.split("minority-split", two);
  ASSERT_TRUE(by_share) << by_share.error().message;
  EXPECT_EQ(cells(space, by_share->folds[0].test),
            (std::map<std::pair<size_t, std::string>, size_t>{{{0, "bee"}, 2}, {{1, "ant"}, 30}}));
}

TEST(MinoritySplit, MistakesAreNamed) {
  const auto refusal = [](const Blobs& space, const Settings& options) {
    const auto found = space.split("minority-split", options);
    return found ? std::string() : found.error().message;
  };
  EXPECT_THAT(refusal(biased(), three({{"test-share", 0.2}})),
              HasSubstr("\"ant\" has 5 minority documents where 11 are wanted. A smaller test-share"));
  EXPECT_THAT(refusal(biased(), three({{"train-on", std::string("all")}})), HasSubstr("give a test-share"));
  EXPECT_THAT(refusal(Blobs(blob_documents({{9}, {8}}), axes(2)), three()),
              HasSubstr("all documents are of one class, so none is in a minority"));
  EXPECT_THAT(refusal(Blobs(blob_documents({{9, 0}, {0, 9}}), axes(2)), {{"clusters", int64_t{2}}}),
              HasSubstr("every cluster has documents of one class only"));
  const Blobs space = biased();
  const auto splitter = splitters().make("minority-split", {});
  const std::vector<uint32_t> rows = whole_corpus(space.corpus()).rows;
  const auto without = (*splitter)->split(space.corpus(), whole_corpus(space.corpus()),
                                          {.vectors = {space.matrix(), rows, "blobs"}});
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().kind, ErrorKind::usage);
  EXPECT_THAT(without.error().message, HasSubstr("the documents have no classes here"));
}

TEST(MinoritySplit, NamesOfClassesAndThreadsPlayNoPart) {
  auto documents = blob_documents({{24, 13, 9}, {15, 16, 2}, {23, 10, 32}, {10, 29, 4}}), renamed = documents;
  for (auto& one : renamed) one.label = one.label == "ant" ? "z" : one.label == "bee" ? "y" : "x";
  const Settings options = {{"clusters", int64_t{9}}, {"restarts", int64_t{2}}, {"test-share", 0.1}};
  const auto a = Blobs(documents, axes(4), 0.8).split("minority-split", options);
  const auto b = Blobs(renamed, axes(4), 0.8).split("minority-split", options, 1, 3);
  ASSERT_TRUE(a && b) << a.error().message;
  EXPECT_EQ(a->folds[0].test, b->folds[0].test);
  EXPECT_EQ(a->folds[0].train, b->folds[0].train);
}

TEST(MinoritySplit, OfEquallyFrequentClassesTheMoreFrequentOneInAllStands) {
  // Blob 0 has ten ants and ten bees; in all there are 40 ants and 50 bees. So bees are its majority, and its
  // ants are tested.
  const Blobs space(blob_documents({{10, 10}, {30, 0}, {0, 40}}), axes(3));
  const auto split = space.split("minority-split", three());
  ASSERT_TRUE(split) << split.error().message;
  EXPECT_EQ(cells(space, split->folds[0].test),
            (std::map<std::pair<size_t, std::string>, size_t>{{{0, "ant"}, 10}}));
}

TEST(MinoritySplit, LeftOutIsWhatNoRepeatUses) {
  const Blobs space = biased();
  const auto split = space.split("minority-split", three({{"test-share", 0.05}, {"repeats", int64_t{4}}}));
  ASSERT_TRUE(split) << split.error().message;
  ASSERT_EQ(split->folds.size(), 4U);
  std::set<uint32_t> used;
  for (const Fold& fold : split->folds)
    for (const RowSet* side : {&fold.train, &fold.test}) used.insert(side->begin(), side->end());
  EXPECT_GT(used.size(), 90U) << "each drawing uses 90";
  EXPECT_EQ(used.size() + split->left_out.size(), 100U);
  for (const uint32_t row : split->left_out) EXPECT_FALSE(used.contains(row));
}

// Makes documents of five vocabularies and two classes.
Corpus vocabularies() {
  const size_t sizes[5][2] = {{30, 10}, {4, 6}, {20, 20}, {16, 14}, {10, 20}};
  std::vector<testing::Doc> docs;
  for (size_t v = 0; v < 5; ++v)
    for (size_t c = 0; c < 2; ++c)
      for (size_t i = 0; i < sizes[v][c]; ++i) {
        testing::Doc doc{fmt::format("v{}-{}", v, docs.size() * 7919 % 1009), "", c == 0 ? "ant" : "bee", ""};
        Rng rng(2, "tests/vocabularies", doc.id);
        for (int w = 0; w < 12; ++w) doc.text += fmt::format("word{}x{} ", v, rng.below(8));
        docs.push_back(doc);
      }
  return testing::make_corpus(docs);
}

TEST(NgramClusterSplit, TestsWholeClustersOfPlantedVocabularies) {
  const Corpus corpus = vocabularies();
  const auto split = [&](const Settings& options, int threads = 1) {
    return (*splitters().make("ngram-cluster-split", options))
        ->split(corpus, whole_corpus(corpus),
                {.seed = 1, .threads = threads, .classes = corpus.column(Role::author)});
  };
  Settings options = {
      {"k-min", int64_t{5}}, {"k-max", int64_t{5}}, {"components", int64_t{10}}, {"test", 0.2}};
  // 16 + 14 of the 80 + 70 documents may be tested: that is vocabulary 3.
  auto found = split(options);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->folds[0].test.size(), 30U);
  for (const uint32_t row : found->folds[0].test) EXPECT_EQ(corpus.id(row).substr(0, 2), "v3");
  EXPECT_THAT(found->notes, Contains("30 of 30 tested documents (100.0 %) are whole clusters"));
  EXPECT_THAT(found->notes, Contains(HasSubstr("in the space tf-idf of 1 to 3 words, svd:10")));
  EXPECT_EQ(split(options, 3)->folds[0].test, found->folds[0].test);
  // 8 + 7 may be tested, and vocabulary 1 takes 4 + 6; nothing is added without the option fill.
  options["test"] = 0.1;
  found = split(options);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->folds[0].test.size(), 10U);
  options["fill"] = std::string("drawn");
  EXPECT_EQ(split(options)->folds[0].test.size(), 15U);
}

TEST(NgramClusterSplit, DealsWholeClustersToFolds) {
  const Corpus corpus = vocabularies();
  const auto split = [&](const Settings& options, int threads = 1) -> Result<Split> {
    SF_ASSIGN(const auto splitter, splitters().make("ngram-cluster-split", options));
    return splitter->split(corpus, whole_corpus(corpus),
                           {.seed = 1, .threads = threads, .classes = corpus.column(Role::author)});
  };
  const Settings options = {{"folds", int64_t{2}}, {"k-max", int64_t{5}}, {"components", int64_t{10}}};
  const auto found = split(options);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->folds.size(), 2U);
  std::set<std::string> seen;
  for (const Fold& fold : found->folds) {
    EXPECT_EQ(fold.train.size() + fold.test.size(), 150U);
    std::set<std::string> tested;
    for (const uint32_t row : fold.test) tested.emplace(corpus.id(row).substr(0, 2));
    for (const uint32_t row : fold.train)
      EXPECT_FALSE(tested.contains(std::string(corpus.id(row).substr(0, 2))));
    for (const auto& name : tested) EXPECT_TRUE(seen.insert(name).second);
    // Clusters of 40, 10, 40, 30 and 30 documents can make two sides of 70 and 80.
    EXPECT_NEAR(static_cast<double>(fold.test.size()), 75, 5);
  }
  EXPECT_EQ(seen.size(), 5U);
  EXPECT_EQ(split(options, 3)->folds[0].test, found->folds[0].test);
  Settings drawn = options;
  drawn["fill"] = std::string("drawn");
  EXPECT_THAT(split(drawn).error().message, HasSubstr("fill = drawn adds to one test side, so folds is 1"));
  Settings many = options;
  many["folds"] = int64_t{6};
  EXPECT_THAT(split(many).error().message, HasSubstr("5 clusters are too few for 6 folds of whole clusters"));
}

TEST(NgramClusterSplit, SeesTheOrderOfWords) {
  // The same five words in each text: only pairs and triples of words tell the two kinds apart.
  std::vector<testing::Doc> docs;
  for (size_t i = 0; i < 40; ++i)
    docs.push_back({fmt::format("d{:02}", i * 7 % 40),
                    i % 2 == 0 ? "red fox sees lazy dog" : "lazy dog sees red fox", "", ""});
  const Corpus corpus = testing::make_corpus(docs);
  const auto split = [&](int64_t max_n) -> Result<Split> {
    SF_ASSIGN(const auto splitter, splitters().make("ngram-cluster-split", {{"k-min", int64_t{2}},
                                                                            {"k-max", int64_t{2}},
                                                                            {"test", 0.5},
                                                                            {"components", int64_t{2}},
                                                                            {"max-n", max_n}}));
    return splitter->split(corpus, whole_corpus(corpus), {.seed = 1});
  };
  const auto found = split(3);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->folds[0].test.size(), 20U);
  for (const uint32_t row : found->folds[0].test)
    EXPECT_EQ(corpus.text(row), corpus.text(*found->folds[0].test.begin()));
  EXPECT_FALSE(split(1)) << "single words are the same in all";
}

}  // namespace
}  // namespace standfast
