// Tests of warnings on a terminal: one short line for each fact.
#include "standfast/analysis/leak/warning_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::StartsWith;

size_t characters(const std::string& text) {
  size_t n = 0;
  for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

TEST(WarningLines, WhatPairsShareIsOneLineOfACorpus) {
  const std::vector<StudyWarning> warnings = {
      {"SF101", "posts", "sizes of all conditions", "the worst sizes"},
      {"SF102", "posts", "all", "same-author pairs", 0.9},
      {"SF102", "mails", "all", "same-author pairs of mails", 0.4},
      {"SF103", "mails", "all", "different-author pairs of mails", 0.5},
      {"SF115", "posts", "all", "their topic", 0.6},
      {"SF115", "posts", "all", "their role", 0.7},
      {"SF117", "", "no brief words"}};
  EXPECT_THAT(short_lines(warnings),
              ElementsAre("SF101 posts: the worst sizes", "SF102, SF115 posts: their role",
                          "SF102, SF103 mails: different-author pairs of mails", "SF117 no brief words"));
  EXPECT_EQ(codes_of(warnings), "SF101, SF102, SF103, SF115, SF117");
}

TEST(WarningLines, NoLineIsLongerThanTwoHundredCharacters) {
  std::string words, umlauts;
  while (words.size() < 400) words += "condition ";
  while (characters(umlauts) < 400) umlauts += "\u00e4";
  const auto lines =
      short_lines({{"SF101", "posts", words}, {"SF104", umlauts, "few"}, {"SF105", "", "few"}});
  EXPECT_THAT(lines[0], StartsWith("SF101 posts: condition condition "));
  EXPECT_THAT(lines[0], EndsWith(" condition ..."));
  EXPECT_LE(characters(lines[0]), kMostOfALine);
  EXPECT_EQ(characters(lines[1]), kMostOfALine) << "one long name is cut between its characters";
  EXPECT_THAT(lines[1], EndsWith("\u00e4 ..."));
  EXPECT_EQ(lines[2], "SF105 few");
  const std::string exact(kMostOfALine - 6, 'x');
  EXPECT_EQ(short_lines({{"SF101", "", exact}})[0], "SF101 " + exact);
}

}  // namespace
}  // namespace standfast
