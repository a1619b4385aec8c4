// Tests that columns that travel with the topic are found where a corpus is made so, and not by chance. The
// measure of dependence is compared with scipy, and with permutations that are counted out
// (tests/reference/dependence_reference.py).
#include "standfast/analysis/leak/companions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/duplicate/duplicates.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr uint32_t kMadeDocuments = 600;

// A corpus of six topics of a hundred documents each, with two labels drawn at random and words that say
// nothing.
struct Made {
  std::vector<uint32_t> rows, topic;
  std::function<std::string(uint32_t)> text = [](uint32_t row) { return fmt::format("text {}", row); };
  std::function<std::string(uint32_t)> date;
  std::vector<std::pair<std::string, std::function<std::string(uint32_t)>>> columns;

  Made() {
    for (uint32_t row = 0; row < kMadeDocuments; ++row) rows.push_back(row), topic.push_back(row / 100);
  }
  Corpus corpus() const {
    std::vector<uint32_t> in_order(topic.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    return corpus(in_order);
  }
  Corpus corpus(const std::vector<uint32_t>& order) const {
    std::vector<Attribute> attributes;
    for (const auto& [name, of] : columns) attributes.emplace_back(name);
    CorpusBuilder builder("made", attributes);
    for (const uint32_t row : order) {
      Rng rng(7, "tests/companions", std::to_string(row));
      const std::string label = rng.below(2) == 0 ? "a" : "b", of_topic = fmt::format("t{}", topic[row]),
                        day = date ? date(row) : "";
      std::vector<std::string> values;
      for (const auto& [name, of] : columns) values.push_back(of(row));
      const std::vector<AttributeInput> inputs(values.begin(), values.end());
      std::array<std::optional<std::string_view>, kRoles.size()> roles;
      roles[static_cast<size_t>(Role::label)] = label;
      roles[static_cast<size_t>(Role::topic)] = of_topic;
      if (date) roles[static_cast<size_t>(Role::date)] = day;
      EXPECT_TRUE(builder.add(std::to_string(row), text(row), roles, TextBytes::kept, inputs));
    }
    return std::move(builder).finish();
  }
  Companions with(const ControlKeeps& control) const { return of(corpus(), control); }
  // Returns the companions of the same documents in another order, so that values are met in another order
  // too.
  Companions shuffled(const ControlKeeps& control, uint64_t seed) const {
    std::vector<uint32_t> order = rows;
    Rng(seed, "tests/companions", "order").shuffle(order);
    return of(corpus(order), control);
  }
  Companions of(const Corpus& made, const ControlKeeps& control) const {
    std::vector<uint32_t> copies(made.size(), kMissing);
    const Duplicates found = find_duplicates(made, {.near = false});
    for (uint32_t group = 0; group < found.exact.size(); ++group)
      for (const uint32_t row : found.exact[group]) copies[row] = group;
    return companions(made, rows, Role::topic, {}, control, copies);
  }
};

std::vector<std::string> loose(const Companions& found) {
  std::vector<std::string> names;
  for (const auto& one : found.loose) names.push_back(one.column);
  return names;
}

uint32_t drawn(const char* what, uint32_t row, uint32_t below) {
  return static_cast<uint32_t>(Rng(3, what, std::to_string(row)).below(below));
}

// A triple drawn within topics is kept like any other block, so long as nothing else is known. Copies of
// texts are loose beside it.
TEST(Companions, CopiesOfTextsAreNotKeptByARandomTriple) {
  Made made;
  made.columns = {{"triple", [](uint32_t row) {
                     return fmt::format("r{}", row / 100 * 100 + drawn("triple", row, 33));
                   }}};
  made.text = [](uint32_t row) { return fmt::format("Text  of {}", row / 4); };  // four of a kind
  const auto found = made.with({Role::label, {"triple"}, {}});
  EXPECT_TRUE(found.kept);
  EXPECT_THAT(loose(found), ElementsAre(kCopiesOfTexts));
  made.text = [](uint32_t row) { return fmt::format("text {}", row); };
  EXPECT_THAT(loose(made.with({Role::label, {"triple"}, {}})), IsEmpty());
}

// A triple drawn over all topics keeps nothing that travels with the topics.
TEST(Companions, ABlockThatGoesItsOwnWayKeepsNothing) {
  Made made;
  made.columns = {{"triple", [](uint32_t row) { return fmt::format("r{}", drawn("triple", row, 200)); }}};
  const auto found = made.with({Role::label, {"triple"}, {}});
  EXPECT_FALSE(found.kept);
  EXPECT_THAT(loose(found), IsEmpty());
}

TEST(Companions, AVenueBesideARandomThreadIsNamed) {
  Made made;
  made.columns = {{"thread", [](uint32_t row) { return fmt::format("h{}", drawn("thread", row, 200)); }},
                  {"venue", [](uint32_t row) { return fmt::format("v{}", row / 100 * 2 + row % 2); }},
                  {"office", [](uint32_t row) { return fmt::format("o{}", row / 300); }},
                  {"weather", [](uint32_t row) { return fmt::format("w{}", drawn("weather", row, 4)); }}};
  const auto beside = made.with({Role::label, {"thread"}, {}});
  EXPECT_FALSE(beside.kept);
  EXPECT_THAT(loose(beside), UnorderedElementsAre("venue", "office"));
  // A venue that is kept whole is no longer loose, and an office that is matched is not loose either.
  const auto kept = made.with({Role::label, {"venue"}, {"office"}});
  EXPECT_TRUE(kept.kept);
  EXPECT_THAT(loose(kept), IsEmpty());
  // Blocks that can be parted keep nothing.
  EXPECT_THAT(loose(made.with({Role::label, {}, {}})), UnorderedElementsAre("venue", "office"));
}

// A corpus whose threads each stay in one venue. A given share of the threads lies in the venue of their
// topic: with one half, the venue travels with the topic (V is 0.5), whatever a few threads show.
struct Venues : Made {
  Venues(uint32_t documents_of_thread, double own) {
    columns = {{"thread", [=](uint32_t row) { return fmt::format("h{}", row / documents_of_thread); }},
               {"venue", [=, this](uint32_t row) {
                  const uint32_t thread = row / documents_of_thread;
                  const bool at_home = drawn(fmt::format("home {}", seed).c_str(), thread, 1000) < 1000 * own;
                  return fmt::format("v{}", at_home
                                                ? row / 100 % 3
                                                : drawn(fmt::format("venue {}", seed).c_str(), thread, 3));
                }}};
  }
  uint32_t seed = 0;
};

TEST(Companions, TooFewThreadsKeepNoVenue) {
  size_t named = 0;
  for (uint32_t trial = 0; trial < 20; ++trial) {
    Venues made(20, .5);
    made.seed = trial;
    named += loose(made.with({Role::label, {"thread"}, {}})) == std::vector<std::string>{"venue"} ? 1 : 0;
  }
  EXPECT_EQ(named, 20U) << "30 threads";
  // With threads of two documents that each draw a venue of their own, 300 threads show that nothing else
  // travels.
  size_t kept = 0;
  for (uint32_t trial = 0; trial < 20; ++trial) {
    Venues made(2, 0);
    made.seed = trial;
    kept += loose(made.with({Role::label, {"thread"}, {}})).empty() ? 1 : 0;
  }
  EXPECT_GE(kept, 18U);
}

// A thread has documents in all venues, but most of them lie in the venue of its topic. Other threads of the
// topic would show the venue as well, so it is not kept.
TEST(Companions, WhatVariesWithinThreadsIsNotKept) {
  Made made;
  made.columns = {{"thread", [](uint32_t row) { return fmt::format("h{}", row / 5); }},
                  {"venue", [](uint32_t row) {
                     return fmt::format("v{}", row % 5 < 3 ? row / 100 % 3 : drawn("venue", row, 3));
                   }}};
  const auto found = made.with({Role::label, {"thread"}, {}});
  EXPECT_TRUE(found.kept);
  EXPECT_THAT(loose(found), ElementsAre("venue"));
}

// The order of rows changes nothing, also for threads of two topics whose first document may be of either.
TEST(Companions, DoNotDependOnTheOrderOfRows) {
  for (const double own : {0., .3, .5}) {
    Venues made(3, own);
    made.topic[0] = 4;
    for (uint32_t row = 2; row < kMadeDocuments; row += 30) made.topic[row] = (made.topic[row] + 1) % 6;
    made.date = [](uint32_t row) { return fmt::format("2020-{:02}-{:02}", row / 60 + 1, row % 28 + 1); };
    const ControlKeeps control{Role::label, {"thread"}, {}};
    const auto first = made.with(control);
    for (uint64_t seed = 0; seed < 10; ++seed) {
      const auto other = made.shuffled(control, seed);
      EXPECT_EQ(other.kept, first.kept);
      ASSERT_EQ(loose(other), loose(first)) << own;
      for (size_t i = 0; i < first.loose.size(); ++i)
        EXPECT_NEAR(other.loose[i].strength, first.loose[i].strength, 1e-10);
    }
  }
}

// Each topic has a month of its own, and each day has only a few documents, so days go with months: dates
// that run along the topics are never kept.
TEST(Companions, DatesThatRunAlongTopicsAreNeverKept) {
  Made made;
  made.columns = {{"thread", [](uint32_t row) { return fmt::format("h{}", row / 3); }}};
  made.date = [](uint32_t row) { return fmt::format("2020-{:02}-{:02}", row / 100 + 1, row % 28 + 1); };
  const auto found = made.with({Role::label, {"thread"}, {}});
  EXPECT_TRUE(found.kept);
  EXPECT_THAT(loose(found), ElementsAre("date"));
  made.columns.push_back({"day", made.date});
  EXPECT_THAT(loose(made.with({Role::label, {"day"}, {}})), UnorderedElementsAre("thread", "date"))
      << "also where whole days are kept";
  made.columns.pop_back();
  // The numbers of threads rise along the topics, but they count as names.
  made.columns[0].second = [](uint32_t row) { return std::to_string(row / 4); };
  EXPECT_THAT(loose(made.with({Role::label, {"thread"}, {}})), ElementsAre("date"));
  made.date = [](uint32_t row) { return fmt::format("2020-{:02}-{:02}", row % 12 + 1, row % 28 + 1); };
  EXPECT_THAT(loose(made.with({Role::label, {"thread"}, {}})), IsEmpty());
}

// A column that the class determines is kept by any control, and a second name of the topic counts as the
// topic.
TEST(Companions, TheTargetAndOtherNamesOfTheTopicAreNone) {
  Made made;
  made.columns = {{"topic number", [](uint32_t row) { return std::to_string(row / 100); }},
                  {"polarity", [](uint32_t row) {
                     Rng rng(7, "tests/companions", std::to_string(row));
                     return std::string(rng.below(2) == 0 ? "good" : "bad");
                   }}};
  EXPECT_THAT(loose(made.with({Role::label, {}, {}})), IsEmpty());
}

// Among columns drawn at random, with 2 to 300 values, almost none is taken for a companion.
TEST(Companions, AreNotFoundByChance) {
  size_t found = 0, asked = 0;
  for (uint32_t trial = 0; trial < 40; ++trial)
    for (const uint32_t values : {2U, 5U, 30U, 300U}) {
      Made made;
      made.columns = {{"column", [&](uint32_t row) {
                         return fmt::format("c{}",
                                            drawn(fmt::format("c{}-{}", trial, values).c_str(), row, values));
                       }}};
      found += made.with({Role::label, {}, {}}).loose.size();
      ++asked;
    }
  EXPECT_LE(found, asked / 40);
}

using Json = nlohmann::json;
using Codes = std::vector<uint32_t>;

Json reference(const char* part) {
  return Json::parse(
      *read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/dependence_reference.json"))[part];
}

// The V of a 2 x 2 table has a closed form: 2/3 : 1/3 against 1/3 : 2/3 gives 1/3, less the bias.
TEST(Dependence, IsCramersVWithoutItsBias) {
  Codes a, b;
  for (uint32_t i = 0; i < 300; ++i) a.push_back(i % 2), b.push_back(i % 3 == 0 ? 1 - i % 2 : i % 2);
  const double phi = 1 / 9.0, by_chance = 1 / 299.0;
  const auto found = dependence(a, b);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->strength, std::sqrt((phi - by_chance) / (1 - by_chance)), 1e-12);
  EXPECT_NEAR(dependence(a, a)->strength, 1, 1e-12);
  EXPECT_FALSE(dependence(a, Codes(300, 0)));
}

TEST(Dependence, EqualsScipyOnSparseTables) {
  size_t compared = 0;
  for (const auto& one : reference("documents")) {
    const auto found = dependence(one["a"].get<Codes>(), one["b"].get<Codes>());
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->above_chance, one["above_chance"].get<double>(), 1e-10) << one["name"];
    ++compared;
  }
  EXPECT_EQ(compared, 6U);
}

TEST(BlockDependence, EqualsPermutationsThatAreCountedOut) {
  size_t compared = 0;
  for (const auto& one : reference("blocks")) {
    const auto found =
        dependence_between_blocks(one["a"].get<Codes>(), one["b"].get<Codes>(), one["of_block"].get<Codes>());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->blocks, one["blocks"].get<uint64_t>());
    EXPECT_FALSE(found->apart);
    EXPECT_NEAR(found->phi, one["phi"].get<double>(), 1e-12) << one["name"];
    EXPECT_NEAR(found->chance, one["chance"].get<double>(), 1e-12) << one["name"];
    EXPECT_NEAR(found->sd, one["sd"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10) << one["name"];
    EXPECT_NEAR(found->upper, one["upper"].get<double>(), 1e-8) << one["name"];
    ++compared;
  }
  EXPECT_EQ(compared, 3U);
}

// If each document is a block of its own, the mean over blocks is Bergsma's estimate over documents.
TEST(BlockDependence, OfSingleDocumentsIsThatOfDocuments) {
  const Json one = reference("documents")[1];
  const auto a = one["a"].get<Codes>(), b = one["b"].get<Codes>();
  const auto found = dependence_between_blocks(a, b, Codes(a.size(), kMissing));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->strength, one["strength"].get<double>(), 1e-10);
  EXPECT_GT(found->upper, found->strength);
}

// The order of rows changes nothing, also for blocks that lie in several topics, and for codes in whatever
// order the values first appear.
TEST(BlockDependence, DoesNotDependOnTheOrderOfRows) {
  Rng rng(5, "tests/block-dependence", "order");
  Codes a, b, blocks, order(400);
  for (uint32_t i = 0; i < 400; ++i) {
    blocks.push_back(i % 50);
    b.push_back(static_cast<uint32_t>((i % 50 + rng.below(3)) % 6));
    a.push_back(static_cast<uint32_t>(rng.below(2) == 0 ? b.back() : rng.below(5)));
  }
  const auto first = dependence_between_blocks(a, b, blocks);
  ASSERT_TRUE(first);
  EXPECT_GT(first->strength, .2);
  std::iota(order.begin(), order.end(), 0);
  for (int trial = 0; trial < 20; ++trial) {
    rng.shuffle(order);
    Codes other_a, other_b, other_blocks;
    for (const uint32_t row : order) {
      other_a.push_back(7 - a[row]);
      other_b.push_back(9 - b[row]);
      other_blocks.push_back(100 - blocks[row]);
    }
    const auto other = dependence_between_blocks(other_a, other_b, other_blocks);
    ASSERT_TRUE(other);
    EXPECT_NEAR(other->strength, first->strength, 1e-10);
    EXPECT_NEAR(other->upper, first->upper, 1e-10);
  }
}

TEST(BlockDependence, SaysNothingOfTooFewBlocks) {
  const Codes topic = {0, 0, 1, 1, 2, 2}, value = {0, 0, 1, 1, 0, 0};
  EXPECT_EQ(dependence_between_blocks(value, topic, topic)->upper, 1);
  const auto own = dependence_between_blocks(topic, topic, topic);
  EXPECT_TRUE(own->apart) << "no value is in two blocks";
  EXPECT_EQ(own->upper, 0);
  EXPECT_FALSE(dependence_between_blocks(Codes(6, 0), topic, topic));
}

}  // namespace
}  // namespace standfast
