// Damaged files of answers with a right digest, as a faulty or hostile shard could write them: the error
// names the file and the line, and nothing is read beyond that line.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/run/cell_predictions.h"

namespace standfast::result {
namespace {

using ::testing::StartsWith;

std::string pair_line(const std::string& topics = R"(, "topics": ["x", "y"])") {
  return R"({"id": "a|b", "side": "test", "value": 0.5, "same": true, "authors": ["p", "q"])" + topics + "}";
}

const std::string kClassLine =
    R"({"id": "a", "side": "test", "truth": "0", "author": "p", "topic": "x", "probabilities": [0.25, 0.75]})";

Status read_pairs(const std::string& text) {
  Interner authors, topics;
  CellPredictions out;
  return read_pair_predictions("p.jsonl", text, "test", authors, topics, out);
}

Status read_classes(const std::string& text) {
  Interner documents, authors, topics;
  ClassPredictions out;
  return read_class_predictions("p.jsonl", text, "test", {"0", "1"}, documents, authors, topics, out);
}

// Returns the line without the last occurrence of `what`.
std::string without(std::string line, const std::string& what) {
  return line.erase(line.rfind(what), what.size());
}

TEST(DamagedAnswers, OfPairsAreRefusedByLine) {
  const std::string good = pair_line();
  ASSERT_TRUE(read_pairs(good + "\n" + good + "\n"));
  for (const std::string& bad :
       {without(good, "]"), without(good, "}"), without(good, "["), without(good, "\""), good + good,
        good + "]", pair_line(R"(, "topics": ["x"])"), pair_line(R"(, "topics": ["x", "y", "z"])"),
        std::string(), std::string("null"), pair_line(R"(, "more": [1)")}) {
    const Status first = read_pairs(bad + "\n" + good + "\n"), last = read_pairs(good + "\n" + bad + "\n");
    ASSERT_FALSE(first) << bad;
    EXPECT_THAT(first.error().message, StartsWith("p.jsonl:1: ")) << bad;
    ASSERT_FALSE(last) << bad;
    EXPECT_THAT(last.error().message, StartsWith("p.jsonl:2: ")) << bad;
    if (!bad.empty()) {
      EXPECT_FALSE(read_pairs(bad)) << "without a line break at the end: " << bad;
    }
  }
}

TEST(DamagedAnswers, OfDocumentsAreRefusedByLine) {
  ASSERT_TRUE(read_classes(kClassLine + "\n" + kClassLine + "\n"));
  for (const std::string& bad :
       {without(kClassLine, "]"), without(kClassLine, "}"), without(kClassLine, ", 0.75"), kClassLine + "}",
        std::string("{}"), std::string("[]")}) {
    const Status first = read_classes(bad + "\n" + kClassLine + "\n"),
                 last = read_classes(kClassLine + "\n" + bad + "\n");
    ASSERT_FALSE(first) << bad;
    EXPECT_THAT(first.error().message, StartsWith("p.jsonl:1: ")) << bad;
    ASSERT_FALSE(last) << bad;
    EXPECT_THAT(last.error().message, StartsWith("p.jsonl:2: ")) << bad;
  }
}

}  // namespace
}  // namespace standfast::result
