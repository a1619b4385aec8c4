// Tests of values that may not be what they seem, and of values under several spellings.
#include "standfast/corpus/read/odd_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/corpus/read/read.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Corpus labelled(const std::vector<std::string>& labels, Role role = Role::label) {
  CorpusBuilder builder("made");
  for (size_t i = 0; i < labels.size(); ++i) {
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(role)] = labels[i];
    EXPECT_TRUE(builder.add(std::to_string(i), "text", values));
  }
  return std::move(builder).finish();
}

std::vector<std::string> in_one_cell(const std::vector<std::string>& labels) {
  const Corpus corpus = labelled(labels);
  const Column& column = *corpus.column(Role::label);
  std::vector<std::string> names;
  for (const uint32_t code : values_in_one_cell(column)) names.push_back(column.names[code]);
  return names;
}

TEST(OddValues, SevenClassesOfTwo) {
  const auto found = odd_values(labelled({"a", "A", "a ", "b", "B", "nan", "a;b", "a"}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].column, "label");
  EXPECT_EQ(
      found[0].message,
      "of the 7 values of label 5 differ from another only in case, white space, Unicode form or the form of a "
      "number (\"A\", \"B\", \"a\", \"a \", ...), 1 looks like no value (\"nan\") and 1 looks like several values in "
      "one cell (\"a;b\")");
  EXPECT_THAT(odd_values(labelled({"a", "b", "c"})), IsEmpty());
  // The message does not tell the names of authors.
  const auto authors = odd_values(labelled({"Ann", "ann"}, Role::author));
  ASSERT_EQ(authors.size(), 1U);
  EXPECT_THAT(authors[0].message, Not(HasSubstr("nn\"")));
}

TEST(OddValues, SeveralValuesInOneCell) {
  EXPECT_THAT(in_one_cell({"sports", "news", "sports, news"}), ElementsAre("sports, news"));
  EXPECT_THAT(in_one_cell({"x|y", "y|z", "z|x"}), ElementsAre("x|y", "y|z", "z|x"));
  EXPECT_THAT(in_one_cell({"a, b", "b", "c, a", "a", "c", "c/b"}), ElementsAre("a, b", "c, a", "c/b"));
  // None is flagged: a name with a comma in it, a fraction, and a cell with an empty part.
  EXPECT_THAT(in_one_cell({"arts, crafts and design", "arts", "2/3", "a;", "a"}), IsEmpty());
}

// Parts that several values share are no values by themselves: people share first names, and paths share
// their ends.
TEST(OddValues, NamesAndPathsAreOneValue) {
  EXPECT_THAT(in_one_cell({"Smith, John", "Smith, Anna", "Brown, John", "Brown, Anna"}), IsEmpty());
  EXPECT_THAT(in_one_cell({"arts/film", "arts/music", "world/film", "world/music"}), IsEmpty());
  EXPECT_THAT(in_one_cell({"arts", "arts/film", "arts/music", "world/film", "world/music", "world"}),
              IsEmpty())
      << "with the parents, too";
  EXPECT_THAT(in_one_cell({"1/2", "1/3", "2/3", "1/4"}), IsEmpty());
}

TEST(OddValues, MinusOneIsAClassOfManyCodings) {
  const auto none = [](const std::vector<std::string>& labels) {
    const Corpus corpus = labelled(labels);
    return !values_for_none(*corpus.column(Role::label), true).empty();
  };
  EXPECT_TRUE(none({"-1", "0", "1", "2"}));
  EXPECT_TRUE(none({"-1", "1", "2", "3"}));
  EXPECT_FALSE(none({"-1", "0", "1"})) << "negative, neutral, positive";
  EXPECT_FALSE(none({"-1", "1"}));
  EXPECT_FALSE(none({"-1", "0"}));
  EXPECT_FALSE(none({"-2", "-1", "0", "1", "2"}));
  const Corpus topics = labelled({"-1", "0", "1", "2"}, Role::topic);
  EXPECT_TRUE(values_for_none(*topics.column(Role::topic), false).empty());
}

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kJose = "Jos\u00E9";
constexpr const char* kJoseInTwo = "Jose\u0301";

TEST(Spellings, CanonicallyEqualValuesAreOne) {
  const Corpus corpus = testing::make_corpus(
      {{"1", "t", kJoseInTwo, "caf\u00E9"}, {"2", "t", kJose, "cafe\u0301"}, {"3", "t", "Jose", ""}});
  EXPECT_THAT(corpus.column(Role::author)->names, ElementsAre("Jose", kJoseInTwo))
      << "the first spelling stays";
  EXPECT_THAT(corpus.column(Role::author)->codes, ElementsAre(1, 1, 0));
  EXPECT_EQ(corpus.column(Role::topic)->names.size(), 1U);
}

TEST(Spellings, CanonicallyEqualIdsAreOne) {
  CorpusBuilder builder("x");
  ASSERT_TRUE(builder.add(kJose, "t", {}));
  EXPECT_TRUE(builder.contains(kJoseInTwo));
  EXPECT_EQ(builder.add(kJoseInTwo, "t", {}).error().message,
            "the id \"Jose\u0301\" occurs a second time (in another Unicode form)");
  const Corpus corpus = std::move(builder).finish();
  EXPECT_EQ(corpus.row_of(kJoseInTwo), 0U);
  EXPECT_EQ(corpus.id(0), kJose);
}

TEST(Spellings, TextsThatLookTheSameAreCopies) {
  const std::vector<std::string_view> texts = {"Caf\u00E9 e\uFB03cient", "cafe\u0301  efficient",
                                               "caf\u00E9 ef\u00ADficient", "cafe efficient"};
  EXPECT_THAT(find_duplicates(texts).exact, ElementsAre(ElementsAre(0, 1, 2)));
  const std::vector<std::string_view> near = {"one two three four caf\u00E9 six",
                                              "one two three four cafe\u0301"};
  DuplicateOptions options;
  options.threshold = .5;
  EXPECT_EQ(find_duplicates(near, options).near.size(), 1U);
}

TEST(Spellings, AlikeFormsAreThoseOfCaseSpaceAndNumber) {
  for (const char* ann : {"Ann", "ann", "Ann ", "\u00A0ANN", "\uFF21nn"})
    EXPECT_EQ(alike_form(ann), "ann") << ann;
  for (const char* one : {"1", "1.0", "01", "+1", "1."}) EXPECT_EQ(alike_form(one), "1") << one;
  EXPECT_EQ(alike_form("-0.0"), "0");
  EXPECT_EQ(alike_form(".5"), alike_form("0.50"));
  EXPECT_NE(alike_form("10"), alike_form("1"));
  EXPECT_NE(alike_form("9007199254740993"), alike_form("9007199254740992"));
  for (const char* text : {"", "-", ".", "1e0", "1.0.0", "v1.0"}) EXPECT_EQ(alike_form(text), text);
}

class JoinedValues : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(write_file(folder_.file(name), text));
    return folder_.file(name);
  }
  static std::string authors(const Result<Corpus>& corpus) {
    if (!corpus) return corpus.error().message;
    std::string all;
    for (uint32_t row = 0; row < corpus->size(); ++row)
      all += std::string(corpus->value(Role::author, row)) + ",";
    return all;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(JoinedValues, AreOneInTheSpellingOfTheFirstDocument) {
  const std::string csv = "id,text,author,year\na,x,ann,01\nb,x,Ben,1\nc,x,Ann ,1.0\nd,x,,2\ne,x,ANN,\n";
  const std::string path = file("x.csv", csv);
  ReadOptions options;
  EXPECT_EQ(authors(read_corpus(path, options)), "ann,Ben,Ann ,,ANN,");
  options.join_values = {"author", "year"};
  options.attributes = {{"year", "year", "", 1}};
  const auto joined = read_corpus(path, options);
  EXPECT_EQ(authors(joined), "ann,Ben,ann,,ann,");
  EXPECT_THAT(joined->named_column("year")->names, ElementsAre("01", "2"));
  options.only[static_cast<size_t>(Role::author)] = "Ann";
  EXPECT_EQ(authors(read_corpus(path, options)), "ann,ann,ann,");
  options.only = {};
  options.frequent.at_least[static_cast<size_t>(Role::author)] = 3;
  EXPECT_EQ(authors(read_corpus(path, options)), "ann,ann,ann,");
  options = {};
  options.join_values = {"author"};
  const CorpusPart one = {"one", file("y.csv", "id,text,author\ny,x,ANN\n")}, two = {"two", path};
  EXPECT_EQ(authors(read_parts("both", {one, two}, options)), "ANN,ANN,Ben,ANN,,ANN,");
  options.join_values = {"thread"};
  EXPECT_THAT(authors(read_corpus(path, options)), HasSubstr("no column \"thread\""));
}

TEST_F(JoinedValues, OnlyTakesEveryUnicodeForm) {
  const std::string path = file("x.csv", "id,text,author\na,x,Jos\u00E9\nb,x,Jose\u0301\nc,x,Jose\n");
  ReadOptions options;
  options.only[static_cast<size_t>(Role::author)] = kJoseInTwo;
  EXPECT_EQ(authors(read_corpus(path, options)), "Jos\u00E9,Jos\u00E9,");
}

TEST_F(JoinedValues, NamesThatBeginWithADotAreNoTexts) {
  file("Ann_x.txt", "text");
  file("._Ann_x.txt", "Mac OS X");
  const auto corpus = read_corpus(folder_.path(), {});
  ASSERT_TRUE(corpus) << corpus.error().message;
  EXPECT_EQ(authors(corpus), "Ann,");
}

}  // namespace

}  // namespace standfast
