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
  // A name with a comma in it, a fraction, an empty part.
  EXPECT_THAT(in_one_cell({"arts, crafts and design", "arts", "2/3", "a;", "a"}), IsEmpty());
}

}  // namespace
}  // namespace standfast
