#include "standfast/text/token/tokenizer.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "tests/support/data.h"
#include "tests/support/models.h"
#include "tests/support/reference.h"

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

// As tests/reference/tokenizers_reference.py writes it.
std::string digest(const Tokens& tokens) {
  std::string bytes;
  const auto add = [&](uint32_t number) {
    for (int i = 0; i < 4; ++i, number >>= 8) bytes += static_cast<char>(number & 0xFF);
  };
  for (const int32_t id : tokens.ids) add(static_cast<uint32_t>(id));
  for (const uint32_t begin : tokens.begin) add(begin);
  for (const uint32_t end : tokens.end) add(end);
  return std::to_string(tokens.size()) + " " + sha256_hex(bytes).substr(0, 8);
}

void write_json(const std::string& path, const nlohmann::json& json) {
  std::ofstream(path) << json.dump();
}

// A tokenizer of the small reference.
Tokenizer small(const nlohmann::json& one, const testing::TemporaryFolder& folder) {
  const auto& all = testing::reference("tokenizers_small");
  auto whole = one;
  whole["model"] = all.at(one.at("model").get<std::string>());
  write_json(folder.file("tokenizer.json"), whole);
  auto tokenizer = Tokenizer::load(folder.path());
  if (!tokenizer) throw std::runtime_error(tokenizer.error().message);
  return *tokenizer;
}

// Texts that are hard to tokenize, with every kind of normaliser and template.
TEST(Tokenizer, EqualsTheReferenceOnHardTexts) {
  const auto& all = testing::reference("tokenizers_small");
  for (const auto& one : all.at("cases")) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(one, folder);
    Tokens out;
    for (size_t i = 0; i < all.at("texts").size(); ++i) {
      const auto text = all.at("texts")[i].get<std::string>();
      const size_t whole = tokenizer.encode(text, 0, out);
      EXPECT_EQ(whole, out.size());
      EXPECT_EQ(digest(out), one.at("digests")[i].get<std::string>())
          << all.at("texts")[i].dump(-1, ' ', true) << ::testing::PrintToString(out.ids)
          << ::testing::PrintToString(out.begin) << ::testing::PrintToString(out.end);
    }
    for (size_t i = 0; i < all.at("long").size(); ++i) {
      const auto& [unit, times] = all.at("long")[i].get<std::pair<std::string, size_t>>();
      std::string text;
      for (size_t k = 0; k < times; ++k) text += unit;
      tokenizer.encode(text, 0, out);
      EXPECT_EQ(digest(out), one.at("long")[i].get<std::string>()) << unit;
    }
  }
}

TEST(Tokenizer, PairsAndCutsEqualTheReference) {
  const auto& all = testing::reference("tokenizers_small");
  for (const auto& one : all.at("cases")) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    const testing::TemporaryFolder folder;
    const Tokenizer tokenizer = small(one, folder);
    Tokens out;
    for (const auto& pair : one.at("pairs")) {
      SCOPED_TRACE(pair.dump());
      const auto a = pair.at("a").get<std::string>(), b = pair.at("b").get<std::string>();
      tokenizer.encode_pair(a, b, pair.at("most").get<size_t>(), out);
      EXPECT_EQ(out.ids, pair.at("ids").get<std::vector<int32_t>>());
      EXPECT_EQ(out.types, pair.at("types").get<std::vector<uint8_t>>());
      for (size_t i = 0; i < out.size(); ++i) {  // these texts are ASCII
        EXPECT_EQ(out.begin[i], pair.at("offsets")[2 * i].get<uint32_t>());
        EXPECT_EQ(out.end[i], pair.at("offsets")[2 * i + 1].get<uint32_t>());
      }
    }
    for (const auto& [most, expected] : one.at("cut").items())
      EXPECT_EQ(ids(tokenizer, "the new world, hello", std::stoul(most)),
                expected.get<std::vector<int32_t>>());
  }
}

// By hand: the answers of the reference on real texts, in a folder that the script writes.
TEST(Tokenizer, EqualsTheReferenceOnManyLines) {
  const char* const folder = std::getenv("STANDFAST_TOKENIZER_REFERENCE");
  if (folder == nullptr) GTEST_SKIP() << "needs STANDFAST_TOKENIZER_REFERENCE";
  const std::string path = folder;
  const auto tokenizer = Tokenizer::load(path + "/tokenizer");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  std::ifstream lines(path + "/lines.jsonl"), digests(path + "/digests.txt");
  size_t number = 0, bytes = 0, tokens = 0, different = 0;
  Tokens out;
  for (std::string line, expected; std::getline(lines, line) && std::getline(digests, expected);) {
    ++number;
    const auto text = nlohmann::json::parse(line).get<std::string>();
    tokenizer->encode(text, 0, out);
    bytes += text.size();
    tokens += out.size();
    if (digest(out) != expected && ++different <= 10)
      ADD_FAILURE() << "line " << number << ": " << digest(out) << " instead of " << expected;
  }
  EXPECT_GT(number, 0U);
  EXPECT_EQ(different, 0U);
  std::cout << number << " lines, " << bytes << " bytes, " << tokens << " tokens, " << different
            << " different\n";
}

}  // namespace
}  // namespace standfast::token
