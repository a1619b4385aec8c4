// WordPiece vocabularies, compared with vocabularies of Hugging Face's tokenizers
// (tests/reference/wordpiece_trainer.py) and computed by hand.
#include "standfast/text/token/wordpiece_trainer.h"

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/data.h"
#include "tests/support/reference.h"

namespace standfast::token {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

TEST(WordPieceTrainer, MergesTheMostFrequentPairAndOfEqualOnesThatOfSmallerNumbers) {
  WordPieceTraining options{.pieces = 9, .least_count = 2, .specials = {}};
  const WordCounts words = {{"aba", 3}, {"cb", 2}, {"a", 50}};
  // "a ##b" and "##b ##a" occur three times each: the first is merged, and then "ab ##a" occurs three times.
  EXPECT_THAT(train_word_pieces(words, options), ElementsAre("a", "b", "c", "##a", "##b", "ab", "aba", "cb"));
  options.least_count = 3;
  EXPECT_THAT(train_word_pieces(words, options), ElementsAre("a", "b", "c", "##a", "##b", "ab", "aba"));
  options.pieces = 6;
  EXPECT_THAT(train_word_pieces(words, options), ElementsAre("a", "b", "c", "##a", "##b", "ab"));
  options.pieces = 1;
  options.specials = {"[UNK]"};
  EXPECT_THAT(train_word_pieces(words, options), ElementsAre("[UNK]", "a", "b", "c", "##a", "##b"));
  EXPECT_THAT(train_word_pieces({}, options), ElementsAre("[UNK]"));
}

// Characters that are too rare are left out: b occurs 5 times, a 56, c 2; without c, "cb" is only "##b".
TEST(WordPieceTrainer, LeavesOutCharactersThatAreTooRare) {
  const WordPieceTraining options{.pieces = 9, .least_count = 2, .characters = 2, .specials = {}};
  EXPECT_THAT(train_word_pieces({{"aba", 3}, {"cb", 2}, {"a", 50}}, options),
              ElementsAre("a", "b", "##a", "##b", "ab", "aba"));
  // Of equally frequent characters the smaller code point stays.
  EXPECT_THAT(train_word_pieces({{"x", 1}, {"é", 1}, {"y", 1}}, options), ElementsAre("x", "y"));
}

TEST(WordPieceTrainer, EqualsTheReference) {
  const auto& cases = testing::reference("wordpiece_small");
  ASSERT_EQ(cases.size(), 11U);
  for (const auto& one : cases) {
    WordCounter counter(one.at("lower").get<bool>());
    for (const auto& text : one.at("texts")) counter.add(text.get<std::string>());
    const auto pieces =
        train_word_pieces(counter.counts(), {.pieces = one.at("pieces").get<size_t>(),
                                             .least_count = one.at("least").get<uint64_t>(),
                                             .characters = one.at("characters").get<size_t>()});
    EXPECT_EQ(pieces, words_of(one.at("vocabulary"))) << &one - &cases[0];
  }
}

// The first digits of the SHA-256 of OUT after
//   wordpiece_trainer.py docs.jsonl.gz OUT --pieces PIECES --characters CHARACTERS
TEST(WordPieceTrainer, EqualsTheReferenceOnCorpora) {
  const struct {
    const char* corpus;
    size_t pieces, characters, made;
    const char* digest;
  } cases[] = {{"iac_dense", 4000, 1000, 4000, "1d94a492e6ff3d60"},
               {"digitalgov", 30'000, 60, 18'650, "e7b66d25485bd6a9"}};
  for (const auto& [corpus, pieces, characters, made, digest] : cases) {
    const std::string path = std::string("authorship/") + corpus + "/docs.jsonl.gz";
    STANDFAST_NEEDS_DATA(path);
    const auto content = read_file(testing::data_path(path));
    ASSERT_TRUE(content) << content.error().message;
    WordCounter counter;
    std::istringstream lines(*content);
    for (std::string line; std::getline(lines, line);)
      counter.add(nlohmann::json::parse(line).at("text").get_ref<const std::string&>());
    std::string list;
    const auto vocabulary = train_word_pieces(counter.counts(), {.pieces = pieces, .characters = characters});
    for (const auto& piece : vocabulary) list += piece + "\n";
    EXPECT_EQ(vocabulary.size(), made) << corpus;
    EXPECT_EQ(sha256_hex(list).substr(0, 16), digest) << corpus;
  }
}

TEST(WordCounter, CountsWordsAsBertSplitsThem) {
  WordCounter uncased, cased(false);
  for (WordCounter* counter : {&uncased, &cased}) {
    counter->add("The the\tCafé, x_y");
    counter->add(std::string("th\0e \xFF cafe\xCC\x81 你the", 20));
    counter->add("");
  }
  EXPECT_THAT(uncased.counts(),
              UnorderedElementsAre(Pair("the", 4), Pair("cafe", 2), Pair(",", 1), Pair("x", 1), Pair("_", 1),
                                   Pair("y", 1), Pair("你", 1)));
  EXPECT_THAT(cased.counts(),
              UnorderedElementsAre(Pair("The", 1), Pair("the", 3), Pair("Café", 1), Pair("cafe\xCC\x81", 1),
                                   Pair(",", 1), Pair("x", 1), Pair("_", 1), Pair("y", 1), Pair("你", 1)));
}

std::vector<int32_t> ids_of(const Tokenizer& tokenizer, const char* text) {
  Tokens tokens;
  tokenizer.encode(text, 0, tokens);
  return {tokens.ids.begin(), tokens.ids.end()};
}

TEST(NewWordPieces, AreTheSameTokenizerInMemoryAndInFiles) {
  for (const bool lower : {true, false}) {
    const NewWordPieces made{
        {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "caf", "C", "##e", "##é", "af", "##af"}, lower, 77};
    const testing::TemporaryFolder folder;
    ASSERT_TRUE(made.save(folder.path()));
    const auto here = made.tokenizer(), there = Tokenizer::load(folder.path());
    ASSERT_TRUE(here) << here.error().message;
    ASSERT_TRUE(there) << there.error().message;
    const auto ids = ids_of(*here, "Café [MASK] x");
    EXPECT_EQ(
        ids, lower ? (std::vector<int32_t>{2, 5, 7, 4, 1, 3}) : (std::vector<int32_t>{2, 6, 10, 8, 4, 1, 3}));
    EXPECT_EQ(ids_of(*there, "Café [MASK] x"), ids);
    EXPECT_EQ(there->model_max_length(), 77U);
    EXPECT_EQ(here->mask(), 4);
    EXPECT_EQ(there->notes(), here->notes());
  }
}

}  // namespace

}  // namespace standfast::token
