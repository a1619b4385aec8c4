#include "standfast/text/token/tokenizer.h"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/data.h"
#include "tests/support/models.h"

namespace standfast::token {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<int32_t> ids(const Tokenizer& tokenizer, std::string_view text, size_t most = 0) {
  Tokens out;
  tokenizer.encode(text, most, out);
  return out.ids;
}

// Without [CLS] and [SEP].
std::vector<int32_t> inner(const Tokenizer& tokenizer, std::string_view text) {
  auto all = ids(tokenizer, text);
  EXPECT_GE(all.size(), 2U);
  EXPECT_EQ(all.front(), tokenizer.cls());
  EXPECT_EQ(all.back(), tokenizer.sep());
  return {all.begin() + 1, all.end() - 1};
}

// Values of the reference, PyPI tokenizers, on the vocabulary of bert-base-uncased.
void expect_values_of_the_reference(const Tokenizer& tokenizer) {
  const auto of = [&](std::string_view text) { return inner(tokenizer, text); };
  EXPECT_THAT(of("Hello, y'all! How are you 😁 ?"),
              ElementsAre(7592, 1010, 1061, 1005, 2035, 999, 2129, 2024, 2017, 100, 1029));
  EXPECT_THAT(of("naïve Café ÀÉ"), ElementsAre(15743, 7668, 29347));
  EXPECT_THAT(of("don't_stop $5.00 #tag @user http://t.co/ab"),
              ElementsAre(2123, 1005, 1056, 1035, 2644, 1002, 1019, 1012, 4002, 1001, 6415, 1030, 5310, 8299,
                          1024, 1013, 1013, 1056, 1012, 2522, 1013, 11113));
  EXPECT_THAT(of("한국어"), ElementsAre(1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008));
  EXPECT_THAT(of("[MASK] [mask] x[SEP]y"), ElementsAre(103, 1031, 7308, 1033, 1060, 102, 1061));
  EXPECT_THAT(of("İstanbul ẞtraße"), ElementsAre(9960, 1096, 6494, 17499));
  EXPECT_THAT(of(std::string("a\u200Db\u00ADc\uFEFFd\0e\uFFFDf\ag", 20)),
              ElementsAre(5925, 3207, 2546, 2290));
  EXPECT_THAT(of("🥰a"), ElementsAre(100));
  EXPECT_THAT(of("漢字kanji"), ElementsAre(1904, 100, 22827, 4478));
  std::vector<int32_t> hundred(50, 20348);
  hundred[0] = 22038;
  EXPECT_EQ(of(std::string(100, 'x')), hundred);
  EXPECT_THAT(of(std::string(101, 'x')), ElementsAre(100));
  EXPECT_EQ(of("ΟΔΟΣ").back(), 29733);
  EXPECT_THAT(of("a€b"), ElementsAre(1037, 30102, 2497));
  EXPECT_THAT(of("a\u0378b"), ElementsAre(100));
  EXPECT_THAT(of(""), IsEmpty());
  EXPECT_THAT(of(" \n"), IsEmpty());
  EXPECT_EQ(tokenizer.id_of("!"), 999);
  EXPECT_EQ(tokenizer.id_of("the"), 1996);
  EXPECT_EQ(tokenizer.id_of("##s"), 2015);
  EXPECT_EQ(tokenizer.token(7592), "hello");
}

TEST(Tokenizer, ValuesOfTheReferenceFromJson) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const auto tokenizer = Tokenizer::load(testing::model_path("all-MiniLM-L6-v2"));
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_values_of_the_reference(*tokenizer);
  EXPECT_THAT(tokenizer->files(), ElementsAre("tokenizer.json", "tokenizer_config.json"));
  EXPECT_THAT(tokenizer->notes(), IsEmpty());
  EXPECT_EQ(tokenizer->model_max_length(), 512U);
  EXPECT_EQ(tokenizer->vocabulary_size(), 30522U);
  EXPECT_EQ(tokenizer->pad(), 0);
  EXPECT_EQ(tokenizer->mask(), 103);
}

TEST(Tokenizer, ValuesOfTheReferenceFromTheList) {
  STANDFAST_NEEDS_MODEL("all-MiniLM-L6-v2");
  const testing::TemporaryFolder folder;
  std::filesystem::copy(testing::model_path("all-MiniLM-L6-v2/vocab.txt"), folder.path());
  const auto tokenizer = Tokenizer::load(folder.path());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  expect_values_of_the_reference(*tokenizer);
  EXPECT_THAT(tokenizer->files(), ElementsAre("vocab.txt"));
  EXPECT_THAT(tokenizer->notes(), ElementsAre(HasSubstr("do_lower_case")));
  EXPECT_EQ(tokenizer->model_max_length(), 0U);
}

}  // namespace
}  // namespace standfast::token
