#include "standfast/corpus/read/hold_out.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/corpora.h"

namespace standfast {
namespace {

std::set<std::string> authors_of(const Corpus& corpus, const std::vector<Pair>& pairs) {
  std::set<std::string> authors;
  for (const auto& pair : pairs) {
    authors.emplace(corpus.value(Role::author, pair.a));
    authors.emplace(corpus.value(Role::author, pair.b));
  }
  return authors;
}

uint64_t same(const std::vector<Pair>& pairs) {
  return static_cast<uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }));
}

void expect_apart(const Corpus& corpus, const HeldOut& held) {
  const auto train = authors_of(corpus, held.train);
  for (const auto& author : authors_of(corpus, held.validation))
    EXPECT_FALSE(train.contains(author)) << author;
}

// There are 200 same-author pairs of one author each and 100 pairs of two authors each, so each component is
// one pair.
TEST(HoldOut, KeepsEveryPairWhereAuthorsRarelyMeet) {
  std::vector<testing::Doc> docs;
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < 300; ++i) {
    const bool is_same = i < 200;
    docs.push_back({fmt::format("x{}", i), "text", fmt::format("author{}", i), ""});
    docs.push_back({fmt::format("y{}", i), "text",
                    is_same ? fmt::format("author{}", i) : fmt::format("other{}", i), ""});
    pairs.push_back({2 * i, 2 * i + 1, is_same});
  }
  const auto corpus = testing::make_corpus(docs);
  const auto held = hold_out_authors({&corpus, pairs}, {.share = 0.2, .seed = 3});
  ASSERT_TRUE(held) << held.error().message;
  expect_apart(corpus, *held);
  EXPECT_EQ(held->left_out, 0U);
  EXPECT_EQ(held->unit, "author");
  EXPECT_NEAR(static_cast<double>(same(held->validation)), 40, 4);
  EXPECT_NEAR(static_cast<double>(held->validation.size()), 60, 6);
  EXPECT_NE(hold_out_authors({&corpus, pairs}, {.share = 0.2, .seed = 4})->validation, held->validation);
}

TEST(HoldOut, KeepsThePriorWhereEverybodyMeets) {
  const auto corpus = testing::grid_corpus(3, 20, 2);  // 20 authors with 6 documents each
  std::vector<Pair> pairs;
  for (uint32_t a = 0; a < corpus.size(); ++a)
    for (uint32_t b = a + 1; b < corpus.size(); ++b) {
      const bool is_same = corpus.value(Role::author, a) == corpus.value(Role::author, b);
      if (is_same || (a * 7 + b) % 10 == 0) pairs.push_back({a, b, is_same});
    }
  const double prior = static_cast<double>(same(pairs)) / static_cast<double>(pairs.size());
  const auto held = hold_out_authors({&corpus, pairs}, {.share = 0.2, .seed = 1});
  ASSERT_TRUE(held) << held.error().message;
  expect_apart(corpus, *held);
  EXPECT_GT(held->left_out, 0U);
  EXPECT_EQ(held->train.size() + held->validation.size() + held->left_out, pairs.size());
  for (const auto* side : {&held->train, &held->validation})
    EXPECT_NEAR(static_cast<double>(same(*side)) / static_cast<double>(side->size()), prior, 0.05);
  const double share = static_cast<double>(held->validation.size()) /
                       static_cast<double>(held->validation.size() + held->train.size());
  EXPECT_NEAR(share, 0.2, 0.12);
}

TEST(HoldOut, DoesNotDependOnTheOrderOfPairs) {
  const auto corpus = testing::grid_corpus(3, 12, 2);
  std::vector<Pair> pairs;
  for (uint32_t a = 0; a < corpus.size(); ++a)
    for (uint32_t b = a + 1; b < corpus.size(); ++b)
      pairs.push_back({a, b, corpus.value(Role::author, a) == corpus.value(Role::author, b)});
  const auto forward = hold_out_authors({&corpus, pairs}, {});
  std::reverse(pairs.begin(), pairs.end());
  auto backward = hold_out_authors({&corpus, pairs}, {});
  ASSERT_TRUE(forward && backward);
  std::reverse(backward->train.begin(), backward->train.end());
  std::reverse(backward->validation.begin(), backward->validation.end());
  EXPECT_EQ(forward->train, backward->train);
  EXPECT_EQ(forward->validation, backward->validation);
}

TEST(HoldOut, KeepsDocumentsApartWhereAuthorsAreUnknown) {
  std::vector<testing::Doc> docs;
  std::vector<Pair> pairs;
  for (uint32_t i = 0; i < 100; ++i) {
    docs.push_back({fmt::format("x{}", i), "text", "", ""});
    docs.push_back({fmt::format("y{}", i), "text", "", ""});
    pairs.push_back({2 * i, 2 * i + 1, i % 2 == 0});
  }
  const auto corpus = testing::make_corpus(docs);
  const auto held = hold_out_authors({&corpus, pairs}, {});
  ASSERT_TRUE(held);
  EXPECT_EQ(held->unit, "document");
  EXPECT_EQ(held->validation.size() + held->train.size(), 100U);
}

TEST(HoldOut, RefusesWhatCannotBeDivided) {
  const auto corpus = testing::make_corpus({{"a", "", "x", ""}, {"b", "", "x", ""}, {"c", "", "y", ""}});
  const std::vector<Pair> pairs = {{0, 1, true}, {0, 2, false}};
  EXPECT_EQ(hold_out_authors({&corpus, pairs}, {}).error().kind, ErrorKind::data);
  EXPECT_THAT(hold_out_authors({&corpus, std::span(pairs).first(1)}, {}).error().message,
              ::testing::HasSubstr("same-author"));
  EXPECT_EQ(hold_out_authors({&corpus, pairs}, {.share = 1}).error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
