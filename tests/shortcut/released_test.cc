// Real corpora: the known properties of the released data appear when the data are rebuilt.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "standfast/corpus/groups.h"
#include "standfast/corpus/read/read.h"
#include "standfast/shortcut/planted_fold.h"
#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using testing::data_path;
using testing::make_shortcut;

Corpus read(const std::string& file, const std::string& label) {
  ReadOptions options;
  options.role_columns[static_cast<size_t>(Role::label)] = label;
  auto corpus = read_corpus(data_path(file), options);
  if (!corpus) throw std::runtime_error(corpus.error().message);
  return std::move(*corpus);
}

// A side of 2000 documents, or one fewer, whose ratings are classes.
struct BeerSide {
  explicit BeerSide(const std::string& split)
      : corpus(read("shortcuts/beer/palate_" + split + ".jsonl.gz", "rating")) {
    const Column& rating = *corpus.column(Role::label);
    // Each rating gets its proportional, rounded number of 2000 documents, as the authors drew them.
    std::vector<uint32_t> all, left(rating.names.size(), 0);
    for (uint32_t row = 0; row < corpus.size(); ++row) {
      if (!is_class(rating.names[rating.codes[row]])) continue;
      all.push_back(row);
      ++left[rating.codes[row]];
    }
    for (uint32_t& n : left)
      n = static_cast<uint32_t>(std::lround(2000.0 * n / static_cast<double>(all.size())));
    for (const uint32_t row : shuffled_rows(corpus, all, 1, "tests/beer")) {
      if (left[rating.codes[row]] == 0) continue;
      --left[rating.codes[row]];
      rows.push_back(row);
    }
    std::vector<uint32_t> code(rating.names.size());
    for (size_t c = 0; c < rating.names.size(); ++c) {
      code[c] = static_cast<uint32_t>(names.size());
      if (is_class(rating.names[c])) names.push_back(rating.names[c]);
    }
    for (const uint32_t row : rows) classes.push_back(code[rating.codes[row]]);
  }
  static bool is_class(const std::string& name) {
    return name == "0.4" || name == "0.6" || name == "0.8" || name == "1.0";
  }
  Corpus corpus;
  std::vector<uint32_t> rows, classes;
  std::vector<std::string> names;
};

TEST(ReleasedBeer, TheLookRatingAloneTellsThePalateInTestAndAntiTest) {
  STANDFAST_NEEDS_DATA("shortcuts/beer/palate_train.jsonl.gz");
  const auto path = [](const std::string& name) { return data_path("shortcuts/beer/" + name + ".jsonl.gz"); };
  std::map<std::string, OptionValue> options = {{"pool", path("aroma_train")},
                                                {"test-pool", path("aroma_test")},
                                                {"between", path("look_train")},
                                                {"between-test", path("look_test")},
                                                {"between-order", std::string("sorted")}};
  std::map<std::string, std::string> look_of;  // text: rating
  for (const char* split : {"look_train", "look_test"}) {
    const Corpus look = read(std::string("shortcuts/beer/") + split + ".jsonl.gz", "rating");
    for (uint32_t row = 0; row < look.size(); ++row) {
      std::string text(look.text(row));
      text.erase(0, text.find_first_not_of(" \n"));
      text.erase(text.find_last_not_of(" \n") + 1);
      look_of[text] = look.value(Role::label, row);
    }
  }
  const BeerSide train("train"), test("test");
  ASSERT_EQ(train.names.size(), 4U);
  using Cells = std::map<std::string, std::map<uint32_t, size_t>>;
  const auto table = [&](const BeerSide& side, PlantSide which) {
    const auto planted =
        make_shortcut("concept-correlation", options)
            ->plant({&side.corpus, side.rows},
                    {.side = which, .seed = 1, .classes = side.classes, .names = side.names});
    if (!planted) throw std::runtime_error(planted.error().message);
    Cells cells;
    for (size_t i = 0; i < side.rows.size(); ++i) {
      const auto& document = planted->documents[i];
      const auto& span = document.spans.at(1);
      ++cells[look_of.at(document.text.substr(span.begin, span.end - span.begin - 1))][side.classes[i]];
    }
    return cells;
  };
  // Predicts the class of a test document from its look rating, by the most frequent class in training.
  std::map<std::string, uint32_t> says;
  const auto accuracy = [&](const Cells& cells) {
    size_t right = 0, all = 0;
    for (const auto& [look, classes] : cells)
      for (const auto& [c, n] : classes) {
        all += n;
        right += says.contains(look) && says.at(look) == c ? n : 0;
      }
    return static_cast<double>(right) / static_cast<double>(all);
  };
  const Cells learned = table(train, PlantSide::train);
  for (const auto& [look, classes] : learned)
    says[look] = std::max_element(classes.begin(), classes.end(), [](const auto& a, const auto& b) {
                   return a.second < b.second;
                 })->first;
  const double on_train = accuracy(learned), on_test = accuracy(table(test, PlantSide::test)),
               on_anti = accuracy(table(test, PlantSide::anti_test));
  RecordProperty("accuracy_of_look",
                 std::to_string(on_train) + " " + std::to_string(on_test) + " " + std::to_string(on_anti));
  EXPECT_NEAR(on_train, 0.83, 0.01);
  EXPECT_NEAR(on_test, 0.81, 0.01);
  EXPECT_NEAR(on_anti, 0.81, 0.01);
  options["between-order"] = std::string("shuffled");
  EXPECT_LT(accuracy(table(test, PlantSide::test)), 0.45);
}

TEST(ReleasedGoEmotions, ABaseTextLosesItsHonestly) {
  STANDFAST_NEEDS_DATA("shortcuts/goemotions/base_train.jsonl");
  // Spec of the benchmark, 1.2: 13 base texts of train and 4 of test contain the term.
  const std::pair<const char*, size_t> expected[] = {{"train", 13}, {"test", 4}};
  for (const auto& [split, n] : expected) {
    const Corpus corpus = read(std::string("shortcuts/goemotions/base_") + split + ".jsonl", "label");
    std::vector<uint32_t> rows(corpus.size());
    for (uint32_t row = 0; row < corpus.size(); ++row) rows[row] = row;
    const Column& label = *corpus.column(Role::label);
    const auto planted = make_shortcut("single-term")
                             ->plant({&corpus, rows}, {.side = PlantSide::train,
                                                       .lambda = 0.8,
                                                       .seed = 1,
                                                       .classes = label.codes,
                                                       .names = label.names});
    ASSERT_TRUE(planted);
    size_t changed = 0, in_text = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto& document = planted->documents[i];
      std::string without = document.text;
      for (const auto& span : document.spans) without.erase(span.begin, span.end - span.begin);
      changed += without != corpus.text(rows[i]);
      in_text +=
          without.find("honestly") != std::string::npos || without.find("Honestly") != std::string::npos;
    }
    EXPECT_EQ(changed, n) << split;
    EXPECT_EQ(in_text, 0U) << split;
  }
}

}  // namespace
}  // namespace standfast
