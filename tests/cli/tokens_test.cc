// standfast tokens: ids, pieces and offsets of a small model, which a reader can check by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/small_encoder.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

class TokensCommand : public ::testing::Test {
 protected:
  void SetUp() override { write_small_encoder(folder_.file("encoder")); }
  Said run(const std::string& arguments) { return standfast("tokens " + arguments, folder_.path()); }
  TemporaryFolder folder_;
};

TEST_F(TokensCommand, SaysWhereEachTokenStands) {
  const Said said = run("encoder 'The café was' --json");
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  std::vector<std::string> pieces;
  std::vector<std::pair<int, int>> places;
  for (const auto& one : json.at("tokens")) {
    pieces.push_back(one.at("piece"));
    places.emplace_back(one.at("begin"), one.at("end"));
  }
  // Lower case, no accents, letters as pieces; é has two bytes.
  EXPECT_EQ(pieces, (std::vector<std::string>{"[CLS]", "the", "c", "##a", "##f", "##e", "was", "[SEP]"}));
  EXPECT_EQ(places, (std::vector<std::pair<int, int>>{
                        {0, 0}, {0, 3}, {4, 5}, {5, 6}, {6, 7}, {7, 9}, {10, 13}, {0, 0}}));
  EXPECT_EQ(json.at("tokens").at(1).at("id"), 5) << "the sixth line of vocab.txt";
  EXPECT_FALSE(json.at("cut").get<bool>());
  EXPECT_EQ(json.at("bytes"), 13);
  EXPECT_THAT(run("encoder 'The café was'").out, HasSubstr("8 tokens, 2 of them the model's own marks"));
}

TEST_F(TokensCommand, CutsAsAnEncoderDoes) {
  ASSERT_TRUE(write_file(folder_.file("text"), "the of and to"));
  const Said said = run("encoder --file text --max-tokens 4");
  EXPECT_THAT(said.out, HasSubstr("4 of 6 tokens; the rest is cut"));
  EXPECT_THAT(said.out, ::testing::Not(HasSubstr("and")));
  EXPECT_THAT(run("encoder x --max-tokens 2").err, HasSubstr("leaves no room for a text"));
}

TEST_F(TokensCommand, AsksForOneTextAndAModel) {
  EXPECT_EQ(run("encoder").code, 2);
  EXPECT_EQ(run("encoder x --file text").code, 2);
  EXPECT_EQ(run("nowhere x").code, 4);
  EXPECT_EQ(run("encoder --file missing").code, 3);
}

}  // namespace
}  // namespace standfast::testing
