// Concept shortcuts: the assignment of pool texts to documents, and the second shortcut of the released data.
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/shortcut/text_pool.h"
#include "tests/support/shortcut_corpus.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::make_shortcut;
using testing::shortcut_docs;
using testing::ShortcutFiles;
using testing::ShortcutInput;

std::string pool_lines(const std::vector<std::pair<std::string, size_t>>& sizes, const std::string& name) {
  std::string lines;
  for (const auto& [rating, n] : sizes)
    for (size_t i = 0; i < n; ++i)
      lines += R"({"id":")" + rating + "-" + std::to_string(i) + R"(","text":")" + name + " " + rating + " " +
               std::to_string(i) + R"(","rating":)" + rating + "}\n";
  return lines;
}

std::string part(const PlantedDocument& document, size_t span) {
  return document.text.substr(document.spans[span].begin,
                              document.spans[span].end - document.spans[span].begin);
}

TEST(ConceptOccurrence, EachTextIsUsedOnceAndOfTheRightPool) {
  const auto docs = shortcut_docs(200, {"1", "2", "3", "4", "5"});
  const ShortcutInput input(docs);
  ShortcutFiles files(docs);
  for (const std::string name : {"aroma", "look", "early aroma", "early look"})
    files.write(name + ".jsonl", pool_lines({{"0.4", 120}, {"0.9", 120}, {"1.0", 60}}, name));
  const std::map<std::string, OptionValue> options = {{"high-pool", files.path("early aroma.jsonl")},
                                                      {"high-test-pool", files.path("aroma.jsonl")},
                                                      {"low-pool", files.path("early look.jsonl")},
                                                      {"low-test-pool", files.path("look.jsonl")}};
  const auto planted =
      make_shortcut("concept-occurrence", options)->plant(input.view(), input.context(PlantSide::test, 1));
  ASSERT_TRUE(planted) << planted.error().message;
  std::set<std::string> used;
  bool low_rating = false;
  for (size_t i = 0; i < planted->documents.size(); ++i) {
    const auto& document = planted->documents[i];
    const std::string text = part(document, 0);
    EXPECT_TRUE(text.starts_with(document.value == 1 ? "aroma " : "look "));
    EXPECT_TRUE(used.insert(text).second) << text;
    EXPECT_EQ(document.text, text + std::string(input.view().text(i)));
    low_rating = low_rating || text.find(" 0.4 ") != std::string::npos;
  }
  EXPECT_TRUE(low_rating) << "the paper draws regardless of the rating";
  auto released = options;
  released["ratings"] = std::string("0.9,1");
  const auto positive =
      make_shortcut("concept-occurrence", released)->plant(input.view(), input.context(PlantSide::test, 1));
  ASSERT_TRUE(positive) << positive.error().message;
  for (const auto& document : positive->documents)
    EXPECT_THAT(part(document, 0), ::testing::Not(HasSubstr(" 0.4 ")));
}

TEST(ConceptOccurrence, SharesOneFileOutBetweenTrainAndTest) {
  const auto docs = shortcut_docs(100);
  const ShortcutInput input(docs);
  const ShortcutFiles files(docs);
  const auto shortcut = make_shortcut("concept-occurrence", files.needed("concept-occurrence"));
  std::set<std::string> of_train, of_test;
  for (uint64_t seed = 0; seed < 40; ++seed)
    for (const PlantSide side : {PlantSide::train, PlantSide::test, PlantSide::anti_test}) {
      const auto planted = shortcut->plant(input.view(), input.context(side, 1, DoseLaw::mixture, seed));
      ASSERT_TRUE(planted);
      for (const auto& document : planted->documents)
        (side == PlantSide::train ? of_train : of_test).insert(part(document, 0));
    }
  EXPECT_GT(of_train.size(), 900U);
  EXPECT_GT(of_test.size(), 900U);
  for (const auto& text : of_train) EXPECT_FALSE(of_test.contains(text)) << text;
}

// Makes a pool of `rows` rows with different ids and `texts` different texts.
std::string repeated_lines(size_t rows, size_t texts, const std::string& name) {
  std::string lines;
  for (size_t i = 0; i < rows; ++i)
    lines += R"({"id":")" + std::to_string(i) + R"(","text":")" + name + " " + std::to_string(i % texts) +
             R"(","rating":1})" + "\n";
  return lines;
}

std::set<std::string> texts_on(const SidedPool& pool, PlantSide side) {
  std::set<std::string> texts;
  for (const auto& one : (*pool.of(side, null_sink()))->texts) texts.insert(one.text);
  return texts;
}

TEST(SidedPool, RowsThatRepeatATextAreOnOneSide) {
  const ShortcutFiles files({});
  files.write("repeated.jsonl", repeated_lines(900, 300, "text"));
  const SidedPool repeated(files.path("repeated.jsonl"), "", {}, {});
  const auto train = texts_on(repeated, PlantSide::train), test = texts_on(repeated, PlantSide::test);
  EXPECT_EQ(train.size() + test.size(), 300U);
  EXPECT_GT(std::min(train.size(), test.size()), 100U);
  for (const auto& text : train) EXPECT_FALSE(test.contains(text)) << text;
  EXPECT_EQ((*repeated.of(PlantSide::train, null_sink()))->texts.size(), 3 * train.size());
  // The order of rows has no effect.
  std::vector<std::string> lines;
  std::istringstream all(repeated_lines(900, 300, "text"));
  for (std::string line; std::getline(all, line);) lines.push_back(line + "\n");
  Rng rng(1, "rows of a pool");
  rng.shuffle(lines);
  files.write("shuffled.jsonl", std::accumulate(lines.begin(), lines.end(), std::string()));
  EXPECT_EQ(train, texts_on(SidedPool(files.path("shuffled.jsonl"), "", {}, {}), PlantSide::train));
}

TEST(SidedPool, FilesThatShareTextsAreRefusedAndFewTextsAreWarnedAbout) {
  const ShortcutFiles files({});
  files.write("train.jsonl", repeated_lines(400, 400, "text"));
  files.write("some.jsonl", repeated_lines(10, 10, "text") + repeated_lines(90, 90, "own"));
  files.write("few.jsonl", repeated_lines(9, 9, "text") + repeated_lines(91, 91, "own"));
  const auto of = [&](const std::string& test, Sink& sink) {
    const auto pool =
        SidedPool(files.path("train.jsonl"), files.path(test), {}, {}).of(PlantSide::test, sink);
    return pool ? "" : pool.error().message;
  };
  testing::ListeningSink sink;
  EXPECT_THAT(of("train.jsonl", sink), HasSubstr("400 of the 400 texts of the smaller pool are in both"));
  EXPECT_THAT(of("some.jsonl", sink), HasSubstr("10 of the 100 texts of the smaller pool are in both"));
  EXPECT_EQ(sink.warnings, "");
  EXPECT_EQ(of("few.jsonl", sink), "");
  EXPECT_THAT(sink.warnings, HasSubstr("9 of the 100 texts of the smaller pool are in both"));
}

TEST(ConceptOccurrence, WarnsOnceOfTextsOfBothSubjects) {
  const auto docs = shortcut_docs(40);
  const ShortcutInput input(docs);
  const ShortcutFiles files(docs);
  files.write("high.jsonl", repeated_lines(300, 300, "high"));
  files.write("low.jsonl", repeated_lines(300, 300, "low") + repeated_lines(5, 5, "high"));
  const auto shortcut = make_shortcut(
      "concept-occurrence", {{"high-pool", files.path("high.jsonl")}, {"low-pool", files.path("low.jsonl")}});
  testing::ListeningSink sink;
  for (const PlantSide side : {PlantSide::train, PlantSide::test, PlantSide::anti_test}) {
    auto context = input.context(side, 1);
    context.sink = &sink;
    const auto planted = shortcut->plant(input.view(), context);
    ASSERT_TRUE(planted) << planted.error().message;
  }
  EXPECT_THAT(sink.warnings, HasSubstr("5 of the 300 texts of the smaller pool are in both"));
  EXPECT_EQ(sink.warnings.find('\n'), sink.warnings.size() - 1);
}

TEST(Concepts, SayThatThereAreTooFewPartners) {
  const auto docs = shortcut_docs(200);
  const ShortcutInput input(docs);
  ShortcutFiles files(docs, 100);
  const auto said = [&](const std::string& kind) {
    const auto planted =
        make_shortcut(kind, files.needed(kind))->plant(input.view(), input.context(PlantSide::train, 1));
    EXPECT_FALSE(planted);
    return planted ? "" : planted.error().message;
  };
  EXPECT_THAT(said("concept-occurrence"),
              HasSubstr("documents each need a text of their own, and there are"));
  EXPECT_THAT(said("concept-correlation"), HasSubstr("need a text with the rating a of their own"));
}

class Correlation : public ::testing::Test {
 protected:
  Correlation() : docs_(shortcut_docs(400, {"0.4", "0.6", "0.8", "1.0"})), input_(docs_), files_(docs_) {
    files_.write("aroma.jsonl",
                 pool_lines({{"0.2", 500}, {"0.4", 500}, {"0.6", 500}, {"0.8", 500}, {"1", 500}}, "aroma"));
    files_.write("later.jsonl",
                 pool_lines({{"0.2", 500}, {"0.4", 500}, {"0.6", 500}, {"0.8", 500}, {"1", 500}}, "later"));
  }
  Planted plant(PlantSide side, double lambda, DoseLaw law = DoseLaw::mixture) {
    const auto shortcut = make_shortcut("concept-correlation", {{"pool", files_.path("aroma.jsonl")},
                                                                {"test-pool", files_.path("later.jsonl")}});
    auto planted = shortcut->plant(input_.view(), input_.context(side, lambda, law));
    if (!planted) throw std::runtime_error(planted.error().message);
    return std::move(*planted);
  }
  static std::string rating(const PlantedDocument& document) {
    const std::string text = part(document, 0);
    return text.substr(6, text.find(' ', 6) - 6);
  }
  std::vector<testing::LabelledDoc> docs_;
  ShortcutInput input_;
  ShortcutFiles files_;
};

TEST_F(Correlation, PartnersHaveTheRatingOfTheDocumentAndAnotherInTheAntiTest) {
  const std::map<std::string, std::string> same = {{"0.4", "0.4"},
                                                   {"0.6", "0.6"},
                                                   {"0.8", "0.8"},
                                                   {"1.0", "1"}},
                                           turned = {
                                               {"0.4", "0.8"}, {"0.6", "1"}, {"0.8", "0.4"}, {"1.0", "0.6"}};
  for (const PlantSide side : {PlantSide::train, PlantSide::test, PlantSide::anti_test}) {
    const Planted planted = plant(side, 1);
    for (size_t i = 0; i < planted.documents.size(); ++i)
      EXPECT_EQ(rating(planted.documents[i]),
                (side == PlantSide::anti_test ? turned : same).at(input_.names[input_.classes[i]]));
  }
}

TEST_F(Correlation, OtherwiseAnyTextIsAsLikelyOrThereIsNone) {
  const Planted mixture = plant(PlantSide::train, 0.6);
  EXPECT_THAT(mixture.values, ::testing::ElementsAre("0.4", "0.6", "0.8", "1.0", "other"));
  EXPECT_NEAR(mixture.target[0], 0.6 + 0.4 / 5, 1e-12);
  EXPECT_NEAR(mixture.target[4], 0.4 / 5, 1e-12);
  size_t other = 0;
  for (const auto& document : mixture.documents) {
    EXPECT_EQ(document.value == 4, rating(document) == "0.2");
    other += document.value == 4;
  }
  EXPECT_NEAR(static_cast<double>(other), 32, 20);
  const Planted product = plant(PlantSide::train, 0.6, DoseLaw::product);
  for (const auto& document : product.documents) EXPECT_EQ(document.value == 5, document.spans.empty());
}

TEST_F(Correlation, WithTheProductATextBetweenIsInAllDocumentsOrInNone) {
  files_.write("look.jsonl", pool_lines({{"1", 2000}}, "look"));
  const auto shortcut = make_shortcut(
      "concept-correlation", {{"pool", files_.path("aroma.jsonl")}, {"between", files_.path("look.jsonl")}});
  for (const double lambda : {0.0, 0.01, 1.0}) {
    const auto planted =
        shortcut->plant(input_.view(), input_.context(PlantSide::train, lambda, DoseLaw::product));
    ASSERT_TRUE(planted) << planted.error().message;
    for (const auto& document : planted->documents)
      EXPECT_EQ(document.text.find("look ") != std::string::npos, lambda > 0);
  }
}

TEST_F(Correlation, NamesALabelThatIsNoRating) {
  const ShortcutInput labels(shortcut_docs(20));
  const auto planted = make_shortcut("concept-correlation", {{"pool", files_.path("aroma.jsonl")}})
                           ->plant(labels.view(), labels.context(PlantSide::train, 1));
  ASSERT_FALSE(planted);
  EXPECT_THAT(
      planted.error().message,
      HasSubstr("no text has the rating \"a\", which is a label of the documents (its ratings: 0.2, 0.4"));
}

// The text in between predicts the class where both pools are sorted by rating: the table of the released
// training data at lambda 1 (spec of the benchmark, 1.6) follows from the sizes of their files alone:
// documents by rating 326, 738, 438, 497; look texts 4884, 7530, 3161, 11034.
TEST_F(Correlation, TheTextBetweenTellsTheClassWhereBothAreSorted) {
  std::vector<testing::LabelledDoc> docs;
  const std::vector<std::pair<std::string, size_t>> sizes = {
      {"0.4", 326}, {"0.6", 738}, {"0.8", 438}, {"1.0", 497}};
  for (const auto& [label, n] : sizes)
    for (size_t i = 0; i < n; ++i) {
      testing::LabelledDoc doc;
      doc.id = label + "/" + std::to_string(i);
      doc.text = "palate";
      doc.label = label;
      docs.push_back(doc);
    }
  const ShortcutInput input(docs);
  for (const std::string name : {"aroma", "later"})
    files_.write(name + " many.jsonl",
                 pool_lines({{"0.4", 800}, {"0.6", 800}, {"0.8", 800}, {"1.0", 800}}, name));
  for (const std::string name : {"look", "late"})
    files_.write(
        name + ".jsonl",
        pool_lines({{"0.2", 900}, {"0.4", 4884}, {"0.6", 7530}, {"0.8", 3161}, {"1.0", 11034}}, name));
  std::map<std::string, OptionValue> options = {{"pool", files_.path("aroma many.jsonl")},
                                                {"test-pool", files_.path("later many.jsonl")},
                                                {"between", files_.path("look.jsonl")},
                                                {"between-test", files_.path("late.jsonl")},
                                                {"between-order", std::string("sorted")}};
  const auto table = [&](PlantSide side) {
    const auto planted =
        make_shortcut("concept-correlation", options)->plant(input.view(), input.context(side, 1));
    if (!planted) throw std::runtime_error(planted.error().message);
    std::map<std::pair<std::string, std::string>, int> cells;
    for (size_t i = 0; i < planted->documents.size(); ++i)
      ++cells[{part(planted->documents[i], 1).substr(5, 3), input.names[input.classes[i]]}];
    return cells;
  };
  const std::map<std::pair<std::string, std::string>, int> released = {
      {{"0.4", "0.4"}, 89},  {{"0.4", "0.8"}, 278}, {{"0.6", "0.8"}, 160}, {{"0.6", "1.0"}, 406},
      {{"0.8", "0.4"}, 237}, {{"1.0", "0.6"}, 738}, {{"1.0", "1.0"}, 91}};
  for (const auto& [cell, n] : table(PlantSide::train)) {
    ASSERT_TRUE(released.contains(cell)) << cell.first << " " << cell.second;
    EXPECT_NEAR(n, released.at(cell), 1) << cell.first << " " << cell.second;
  }
  EXPECT_EQ(table(PlantSide::train), table(PlantSide::anti_test)) << "nobody turned it round";
  options["between-order"] = std::string("shuffled");
  for (const auto& [cell, n] : table(PlantSide::train)) EXPECT_LT(n, 500) << cell.first << " " << cell.second;
}

TEST(TextPool, ReadsRatingsInOrderAndNamesWhatIsWrong) {
  const auto parsed = [](const std::string& lines, const std::vector<std::string>& only = {}) {
    testing::StringInput input(lines);
    return parse_pool(input, "pool.jsonl", Format::jsonl, {}, only);
  };
  const auto pool = parsed(
      "{\"text\":\" x \",\"rating\":10}\n{\"text\":\"y\",\"rating\":9.50}\n{\"text\":\"\",\"rating\":1}\n");
  ASSERT_TRUE(pool) << pool.error().message;
  EXPECT_THAT(pool->ratings, ::testing::ElementsAre("9.50", "10"));
  EXPECT_EQ(pool->texts[0].text, "x");
  EXPECT_EQ(pool->texts[0].key, "row 1");
  EXPECT_EQ(pool->rating_of("9.5"), 0U);
  EXPECT_EQ(pool->rating_of("7"), kMissing);
  // A rating is the same in every notation and in every order of rows.
  for (const std::string lines :
       {"{\"text\":\"x\",\"rating\":\"1.0\"}\n{\"text\":\"y\",\"rating\":\"1\"}\n",
        "{\"text\":\"y\",\"rating\":\"1\"}\n{\"text\":\"x\",\"rating\":\"1.0\"}\n"}) {
    const auto one = parsed(lines);
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_THAT(one->ratings, ::testing::ElementsAre("1"));
    EXPECT_THAT(one->count, ::testing::ElementsAre(2U));
  }
  const auto said = [&](const std::string& lines, const std::vector<std::string>& only = {}) {
    const auto made = parsed(lines, only);
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(said("{\"text\":\"x\",\"rating\":1}\n{\"text\":\"x\"}\n"),
              HasSubstr("pool.jsonl:2: no rating"));
  EXPECT_THAT(
      said("{\"text\":\"x\",\"rating\":1}\n{\"text\":\"x\",\"rating\":\"nan\"}\n"),
      HasSubstr("pool.jsonl:2: no rating (column \"rating\" holds \"nan\", as other programs write a missing "
                "value"));
  EXPECT_THAT(
      said("{\"text\":\"x\",\"stars\":1}\n"),
      HasSubstr(
          "no column \"rating\" (pool-rating = COLUMN, or rating = COLUMN of [[auxiliary]], names another)"));
  EXPECT_EQ(said("{\"text\":\"x\",\"rating\":1}\n", {"1", "1.0"}), "");
  EXPECT_THAT(said("{\"text\":\"x\",\"rating\":1}\n", {"2"}),
              HasSubstr("no text has the requested rating 2"));
}

}  // namespace
}  // namespace standfast
