// A vocabulary that was learned here, as a tokenizer and as files.
#include "standfast/text/token/new_word_pieces.h"

#include <gtest/gtest.h>

#include "tests/support/data.h"

namespace standfast::token {
namespace {

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
