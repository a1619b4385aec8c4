// Values that may not be what they seem.
#include "standfast/corpus/read/odd_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  // Names of authors are not told.
  const auto authors = odd_values(labelled({"Ann", "ann"}, Role::author));
  ASSERT_EQ(authors.size(), 1U);
  EXPECT_THAT(authors[0].message, Not(HasSubstr("nn\"")));
}

TEST(OddValues, SeveralValuesInOneCell) {
  EXPECT_THAT(in_one_cell({"sports", "news", "sports, news"}), ElementsAre("sports, news"));
  EXPECT_THAT(in_one_cell({"x|y", "y|z", "z|x"}), ElementsAre("x|y", "y|z", "z|x"));
  EXPECT_THAT(in_one_cell({"a, b", "b", "c, a", "a", "c", "c/b"}), ElementsAre("a, b", "c, a", "c/b"));
  // A name with a comma in it, a fraction, an empty part.
  EXPECT_THAT(in_one_cell({"arts, crafts and design", "arts", "2/3", "a;", "a"}), IsEmpty());
}

// Parts that several values have are no values yet: people have first names in common, and paths ends.
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

}  // namespace
}  // namespace standfast
