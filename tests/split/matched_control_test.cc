// Laws of the matched control, over every splitter: sizes and class counts of every side stay, coverage
// stays, the seed decides, and topics are mixed.
#include "standfast/split/matched_control.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/split/control/check_strata.h"
#include "standfast/split/file/check.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/splitter.h"
#include "standfast/split/strata.h"
#include "tests/support/labelled_corpus.h"
#include "tests/support/shuffled.h"
#include "tests/support/split_options.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::ids_of;
using testing::uneven_corpus;

Split matched_split(const Corpus& corpus, const std::string& method) {
  const auto options = testing::small_options(**splitters().find(method), 4, 0.2);
  const testing::MadeUpVectors vectors(corpus);
  return *(*splitters().make(method, options))
              ->split(corpus, whole_corpus(corpus),
                      {.seed = 3,
                       .vectors = vectors.view(),
                       .classes = testing::needed_classes(**splitters().find(method), corpus)});
}

std::map<uint32_t, int> class_counts(const std::vector<uint32_t>& rows, const Column& column) {
  std::map<uint32_t, int> result;
  for (const uint32_t row : rows) ++result[column.codes[row]];
  return result;
}

TEST(MatchedControl, EverySideKeepsItsSizeAndItsClasses) {
  const Corpus corpus = uneven_corpus();
  for (const auto& entry : splitters().entries())
    for (const Role target : {Role::author, Role::topic}) {
      const Split split = matched_split(corpus, entry.name);
      const auto control = matched_control(corpus, split, target, 5);
      ASSERT_TRUE(control) << control.error().message;
      const Column& column = *corpus.column(target);
      std::vector<int> tested(corpus.size(), 0), tested_before(corpus.size(), 0);
      ASSERT_EQ(control->folds.size(), split.folds.size());
      for (size_t f = 0; f < split.folds.size(); ++f) {
        const auto& before = split.folds[f];
        const auto& after = control->folds[f];
        EXPECT_EQ(class_counts(before.train, column), class_counts(after.train, column)) << entry.name;
        EXPECT_EQ(class_counts(before.validation, column), class_counts(after.validation, column))
            << entry.name;
        EXPECT_EQ(class_counts(before.test, column), class_counts(after.test, column)) << entry.name;
        EXPECT_EQ(class_counts(before.aside, column), class_counts(after.aside, column)) << entry.name;
        std::set<uint32_t> seen;
        for (const auto* side : {&after.train, &after.validation, &after.test, &after.aside}) {
          EXPECT_TRUE(std::is_sorted(side->begin(), side->end()));
          for (const uint32_t row : *side) EXPECT_TRUE(seen.insert(row).second);
        }
        for (const uint32_t row : before.test) ++tested_before[row];
        for (const uint32_t row : after.test) ++tested[row];
      }
      EXPECT_EQ(control->left_out, split.left_out);
      // The numbers of documents that are tested once, twice, ... stay; if each was tested once before, each
      // is tested once now.
      std::sort(tested.begin(), tested.end());
      std::sort(tested_before.begin(), tested_before.end());
      EXPECT_EQ(tested, tested_before) << entry.name;
    }
}

TEST(MatchedControl, TheSeedDecidesAndTheOrderOfDocumentsDoesNot) {
  const Corpus corpus = uneven_corpus(), shuffled = testing::in_another_order(corpus);
  const Split split = matched_split(corpus, "leave-one-topic-out"),
              again = matched_split(shuffled, "leave-one-topic-out");
  const auto a = *matched_control(corpus, split, Role::author, 5),
             b = *matched_control(shuffled, again, Role::author, 5),
             c = *matched_control(corpus, split, Role::author, 6);
  for (size_t f = 0; f < a.folds.size(); ++f)
    EXPECT_EQ(ids_of(corpus, a.folds[f].test), ids_of(shuffled, b.folds[f].test));
  EXPECT_NE(a.folds[0].test, c.folds[0].test);
}

TEST(MatchedControl, TopicsAreMixedAndNothingElseIsPromised) {
  const Corpus corpus = testing::grid_corpus(6, 5, 8);
  const Split split = matched_split(corpus, "leave-one-topic-out");
  const auto control = *matched_control(corpus, split, Role::author, 1);
  EXPECT_EQ(control.method, "matched-control");
  EXPECT_EQ(control.options.text("of"), "leave-one-topic-out");
  EXPECT_EQ(control.options.text("target"), "author");
  EXPECT_EQ(control.options.integer("control-seed"), 1);
  EXPECT_EQ(control.options.flag("of-author-disjoint"), false);
  EXPECT_NE(control.reason.find("leave-one-topic-out"), std::string::npos);
  // A fold of 40 has 8 documents of each author, drawn from 6 topics of 8, so each topic comes about 1.33
  // times.
  for (const auto& fold : control.folds) {
    const auto topics = class_counts(fold.test, *corpus.column(Role::topic));
    EXPECT_EQ(topics.size(), 6U);
  }
  SplitsFile file;
  file.data_hash = corpus.data_hash();
  for (const auto& finding : check_splits(file, {whole_corpus(corpus), control}, corpus))
    EXPECT_TRUE(finding.ok) << finding.name << ": " << finding.message;
}

// Controls of splits that test only a part of the documents pass the check.
TEST(MatchedControl, ControlsOfPartialSplitsPassTheCheck) {
  const Corpus corpus = uneven_corpus();
  for (const char* method : {"topic-confusion", "temporal"}) {
    const Split split = matched_split(corpus, method);
    SplitsFile file;
    file.data_hash = corpus.data_hash();
    for (const auto& which : {split, *matched_control(corpus, split, Role::author, 1)})
      for (const auto& finding : check_splits(file, {whole_corpus(corpus), which}, corpus))
        EXPECT_TRUE(finding.ok) << method << " " << finding.name << ": " << finding.message;
  }
}

TEST(MatchedControl, DocumentsWithoutTheTargetMoveAmongThemselves) {
  const Corpus corpus = uneven_corpus();
  const Split split = matched_split(corpus, "k-fold");
  const auto control = *matched_control(corpus, split, Role::author, 5);
  bool said = false;
  for (const auto& note : control.notes)
    said |= note.find("have no author: they trade places") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(MatchedControl, WhatCannotBeMatchedIsRefused) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 12; ++i)
    docs.push_back(
        {"d" + std::to_string(i), "text", "author" + std::to_string(i), "topic" + std::to_string(i % 3)});
  const Corpus corpus = testing::make_corpus(docs);
  const Split split = matched_split(corpus, "leave-one-topic-out");
  const auto alone = matched_control(corpus, split, Role::author, 1);
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message.find("no author has two documents"), std::string::npos);
  const auto missing = matched_control(corpus, split, Role::label, 1);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no label column"), std::string::npos);
}

// Laws of a control that matches columns and length: every side of every fold keeps its number of documents
// of each stratum, only strata decide which documents trade, and documents that cannot trade are reported.

struct MatchDoc {
  std::string id, label, source, score;
  int words = 1;
};

Corpus match_corpus(const std::vector<MatchDoc>& docs) {
  CorpusBuilder builder("made in a test", {{"score", AttributeKind::number}});
  for (const auto& doc : docs) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    if (!doc.label.empty()) values[static_cast<size_t>(Role::label)] = doc.label;
    if (!doc.source.empty()) values[static_cast<size_t>(Role::source)] = doc.source;
    std::array<AttributeInput, 1> attributes;
    if (!doc.score.empty()) attributes[0] = std::stod(doc.score);
    std::string text;
    for (int w = 0; w < doc.words; ++w) text += "word ";
    if (auto status = builder.add(doc.id, text, values, TextBytes::kept, attributes); !status)
      throw std::runtime_error(status.error().message);
  }
  return std::move(builder).finish();
}

// Makes documents with two labels, three sources (one document in ten has none), lengths with ties, and a
// number for nine in ten.
std::vector<MatchDoc> match_docs(size_t n = 600) {
  Rng rng(3, "tests/match");
  std::vector<MatchDoc> docs;
  for (size_t i = 0; i < n; ++i)
    docs.push_back(
        {"d" + std::to_string(rng.below(1'000'000)) + "-" + std::to_string(i), rng.below(3) == 0 ? "a" : "b",
         rng.below(10) == 0 ? "" : "s" + std::to_string(rng.below(3)),
         rng.below(10) == 0 ? "" : std::to_string(rng.below(40)), 1 + static_cast<int>(rng.below(30))});
  return docs;
}

// Returns the label, source and fifth of length of each row. Fifths are computed here by comparison with
// every other document.
std::map<uint32_t, std::array<uint32_t, 3>> traits_of(const Corpus& corpus,
                                                      const std::vector<uint32_t>& rows) {
  const auto words = [&](uint32_t row) { return std::ranges::count(corpus.text(row), ' '); };
  std::map<uint32_t, std::array<uint32_t, 3>> traits;
  for (const uint32_t row : rows) {
    const auto shorter =
        std::ranges::count_if(rows, [&](uint32_t other) { return words(other) < words(row); });
    traits[row] = {corpus.column(Role::label)->codes[row], corpus.column(Role::source)->codes[row],
                   static_cast<uint32_t>(5 * static_cast<size_t>(shorter) / rows.size())};
  }
  return traits;
}

Split hard_split(const Corpus& corpus, const std::string& score_side = "highest") {
  return *(*splitters().make("score-split", {{"test-share", 0.3}, {"tested", score_side}}))
              ->split(corpus, whole_corpus(corpus), {.seed = 1, .classes = corpus.column(Role::label)});
}

TEST(MatchControl, EverySideKeepsItsStrata) {
  const Corpus corpus = match_corpus(match_docs());
  Split half_random = hard_split(corpus);  // long texts, of which two thirds are taken at random
  for (auto& fold : half_random.folds) {
    auto rows = fold.test.list();
    std::vector<uint32_t> train = fold.train, test;
    for (const uint32_t row : rows) (row % 3 == 0 ? train : test).push_back(row);
    std::sort(train.begin(), train.end());
    fold.train = train;
    fold.test = test;
  }
  const Split folds = *(*splitters().make("k-fold", {{"folds", int64_t{4}}}))
                           ->split(corpus, whole_corpus(corpus), {.seed = 1});
  for (const Split& split : {half_random, folds}) {
    const auto traits = traits_of(corpus, used_rows(corpus.size(), split.folds).list());
    const auto counts = [&](const RowSet& side) {
      std::map<std::array<uint32_t, 3>, int> result;
      for (const uint32_t row : side) ++result[traits.at(row)];
      return result;
    };
    const auto control = matched_control(
        corpus, split, {.target = Role::label, .match = {"source", "length"}, .trades = 2, .seed = 5});
    ASSERT_TRUE(control) << control.error().message;
    ASSERT_EQ(control->folds.size(), 2 * split.folds.size());
    bool moved = false;
    for (size_t f = 0; f < control->folds.size(); ++f) {
      const Fold &before = split.folds[f % split.folds.size()], &after = control->folds[f];
      EXPECT_EQ(counts(before.train), counts(after.train));
      EXPECT_EQ(counts(before.test), counts(after.test));
      moved = moved || before.test != after.test;
    }
    EXPECT_TRUE(moved);
    EXPECT_EQ(control_match(control->options), (std::vector<std::string>{"source", "length"}));
    EXPECT_TRUE(control_blocks(control->options).empty());
  }
}

// Without match the strata are the classes, so the control is the plain one; each further column refines
// them.
TEST(MatchControl, StrataRefineClasses) {
  const Corpus corpus = match_corpus(match_docs());
  const std::vector<std::vector<uint32_t>> classes = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {10, 11, 12, 13, 14}};
  EXPECT_EQ(*strata_of(corpus, classes, {}), classes);
  const auto strata = *strata_of(corpus, classes, {"source", "score"});
  std::vector<std::set<uint32_t>> seen(2);
  for (const auto& stratum : strata)
    for (const uint32_t row : stratum) {
      EXPECT_TRUE(seen[row < 10 ? 0 : 1].insert(row).second);
      EXPECT_EQ(row < 10, stratum.front() < 10) << "a stratum is of one class";
      EXPECT_EQ(corpus.column(Role::source)->codes[row], corpus.column(Role::source)->codes[stratum.front()]);
      EXPECT_EQ(std::isnan((*corpus.require_number("score"))->values[row]),
                std::isnan((*corpus.require_number("score"))->values[stratum.front()]))
          << "documents without a number agree with each other alone";
    }
  EXPECT_EQ(seen[0].size(), 10U);
  EXPECT_EQ(seen[1].size(), 5U);
  EXPECT_EQ(words_of_strata("label", {}), "label");
  EXPECT_EQ(words_of_strata("label", {"source", "length"}), "label, source and fifth of length");
}

TEST(MatchControl, TheOrderOfDocumentsDoesNotMatterAndTradesComeOneByOne) {
  auto docs = match_docs();
  const Corpus corpus = match_corpus(docs);
  Rng(99, "tests/match").shuffle(docs);
  const Corpus shuffled = match_corpus(docs);
  ControlOptions options{.target = Role::label, .match = {"length", "score"}, .trades = 3, .seed = 8};
  const auto of = [&](const Corpus& from) {
    Split split = *(*splitters().make("hold-out", {{"test-share", 0.3}}))
                       ->split(from, whole_corpus(from), {.seed = 1, .classes = from.column(Role::label)});
    return *matched_control(from, split, options);
  };
  const Split a = of(corpus), b = of(shuffled);
  ASSERT_EQ(a.folds.size(), b.folds.size());
  for (size_t f = 0; f < a.folds.size(); ++f)
    EXPECT_EQ(ids_of(corpus, a.folds[f].test), ids_of(shuffled, b.folds[f].test));
  options.trades = 1;
  EXPECT_EQ(of(corpus).folds.front().test, a.folds.front().test);
}

// The control reports documents that cannot trade: score-split tests the longest texts, and a fifth of length
// that is wholly tested has no partner.
TEST(MatchControl, SaysWhatCannotTrade) {
  const Corpus corpus = match_corpus(match_docs());
  const Split split = hard_split(corpus);
  const auto control =
      matched_control(corpus, split, {.target = Role::label, .match = {"length"}, .seed = 5});
  ASSERT_TRUE(control) << control.error().message;
  const auto traits = traits_of(corpus, used_rows(corpus.size(), split.folds).list());
  std::map<std::pair<uint32_t, uint32_t>, std::array<uint64_t, 2>> sides;  // by label and fifth
  const auto tested = split.folds[0].test.list();
  for (const auto& [row, is] : traits)
    ++sides[{is[0], is[2]}][std::ranges::binary_search(tested, row) ? 1 : 0];
  uint64_t stuck = 0;
  for (const auto& [stratum, n] : sides) stuck += n[0] == 0 ? n[1] : 0;
  ASSERT_GT(stuck, 0U);
  EXPECT_THAT(control->notes.at(1),
              HasSubstr(std::to_string(stuck) + " of " + std::to_string(split.folds[0].test.size()) +
                        " tested documents cannot leave"));
  const auto kept = std::ranges::count_if(split.folds[0].test.list(), [&](uint32_t row) {
    return std::ranges::count(control->folds[0].test.list(), row) > 0;
  });
  EXPECT_THAT(
      control->notes.at(1),
      HasSubstr(": " +
                std::to_string(static_cast<int>(std::lround(
                    100.0 * static_cast<double>(kept) / static_cast<double>(split.folds[0].test.size())))) +
                " % of the documents"));
  EXPECT_THAT(control->reason, HasSubstr("of the same label and fifth of length"));
  // If every stratum stands on one side only, there is no control.
  const Corpus two = match_corpus({{"a", "x", "s", "", 1}, {"b", "x", "s", "", 1}, {"c", "x", "t", "", 1}});
  Split given;
  given.method = "given";
  given.folds = {{std::vector<uint32_t>{0, 1}, {}, std::vector<uint32_t>{2}, {}}};
  EXPECT_THAT(matched_control(two, given, {.target = Role::label, .match = {"source"}}).error().message,
              HasSubstr("all documents of one label and source are on one side of given"));
  const auto why = [&](std::vector<std::string> match, std::vector<std::string> block = {}) {
    return matched_control(corpus, split,
                           {.target = Role::label, .block = std::move(block), .match = std::move(match)})
        .error()
        .message;
  };
  EXPECT_THAT(why({"label"}), HasSubstr("match \"label\" is the target"));
  EXPECT_THAT(why({"length", "length"}), HasSubstr("is named twice"));
  EXPECT_THAT(why({"source"}, {"source"}), HasSubstr("is a block too"));
  EXPECT_THAT(why({"sauce"}), HasSubstr("sauce"));
}

// With a block, whole groups of one stratum trade, and each stratum keeps its number on each side.
TEST(MatchControl, KeepsBlocksOfAStratumWhole) {
  std::vector<MatchDoc> docs;
  for (int i = 0; i < 240; ++i)  // pairs of documents with one score are a block
    docs.push_back({"d" + std::to_string(1000 + i), i % 4 < 2 ? "a" : "b", i < 120 ? "s" : "t", "", 3});
  CorpusBuilder builder("made in a test", {{"pair"}});
  for (size_t i = 0; i < docs.size(); ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::label)] = docs[i].label;
    values[static_cast<size_t>(Role::source)] = docs[i].source;
    const std::string pair = "p" + std::to_string(i / 2);
    std::array<AttributeInput, 1> attributes = {std::string_view(pair)};
    ASSERT_TRUE(builder.add(docs[i].id, "a b c", values, TextBytes::kept, attributes));
  }
  const Corpus corpus = std::move(builder).finish();
  Split split;
  split.method = "given";
  std::vector<uint32_t> train, test;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    (row % 240 < 40 || row >= 220 ? test : train).push_back(row);
  split.folds = {{train, {}, test, {}}};
  const auto control = matched_control(
      corpus, split, {.target = Role::label, .block = {"pair"}, .match = {"source"}, .trades = 3, .seed = 2});
  ASSERT_TRUE(control) << control.error().message;
  for (const auto& fold : control->folds) {
    std::map<std::pair<uint32_t, uint32_t>, int> counts;
    for (const uint32_t row : fold.test) {
      ++counts[{corpus.column(Role::label)->codes[row], corpus.column(Role::source)->codes[row]}];
      EXPECT_EQ(std::ranges::count(fold.test.list(), row ^ 1U), 1)
          << "row " << row << " is parted from its pair";
    }
    EXPECT_EQ(counts, (std::map<std::pair<uint32_t, uint32_t>, int>{
                          {{0, 0}, 20}, {{0, 1}, 10}, {{1, 0}, 20}, {{1, 1}, 10}}));
  }
}

TEST(MatchControl, ACheckCountsItsStrata) {
  const Corpus corpus = match_corpus(match_docs());
  const Split folds = *(*splitters().make("k-fold", {{"folds", int64_t{3}}}))
                           ->split(corpus, whole_corpus(corpus), {.seed = 1});
  Split control = *matched_control(
      corpus, folds, {.target = Role::label, .match = {"source", "length"}, .trades = 2, .seed = 5});
  const auto kept = check_strata(control, &folds, corpus);
  EXPECT_TRUE(kept.ok) << kept.message;
  EXPECT_THAT(kept.message, HasSubstr("each side of 6 folds has as many documents of each of"));
  EXPECT_THAT(kept.message, HasSubstr("(one label, source and fifth of length)"));
  EXPECT_EQ(columns_to_check(control), (std::vector<std::string>{"source"}));
  const auto alone = check_strata(control, nullptr, corpus);
  EXPECT_TRUE(alone.ok);
  EXPECT_THAT(alone.message, HasSubstr("not counted"));
  // Another split of the same documents, and a split of other documents.
  const Split other = *(*splitters().make("k-fold", {{"folds", int64_t{3}}}))
                           ->split(corpus, whole_corpus(corpus), {.seed = 2});
  EXPECT_FALSE(check_strata(control, &other, corpus).ok);
  EXPECT_THAT(check_strata(control, &other, corpus).message, HasSubstr("documents of the stratum of"));
  Split fewer = folds;
  fewer.folds.resize(2);
  EXPECT_FALSE(check_strata(control, &fewer, corpus).ok);
  const Split of_score = hard_split(corpus);
  EXPECT_THAT(check_strata(control, &of_score, corpus).message, HasSubstr("this is a control of k-fold"));
  // One document changes sides for another of its class, which a comparison of sizes alone would not notice.
  Fold& fold = control.folds[4];
  const auto traits = traits_of(corpus, whole_corpus(corpus).rows);
  auto test = fold.test.list(), train = fold.train.list();
  const auto swapped = [&] {
    for (uint32_t& in : test)
      for (uint32_t& out : train)
        if (traits.at(in)[0] == traits.at(out)[0] && traits.at(in)[1] != traits.at(out)[1]) {
          std::swap(in, out);
          return true;
        }
    return false;
  };
  ASSERT_TRUE(swapped());
  fold.test = sorted_rows(test);
  fold.train = sorted_rows(train);
  const auto broken = check_strata(control, &folds, corpus);
  EXPECT_FALSE(broken.ok);
  EXPECT_THAT(broken.message, HasSubstr("in fold 4, train has"));
  EXPECT_THAT(broken.message, HasSubstr("at most 1 documents apart"));
}

}  // namespace
}  // namespace standfast
