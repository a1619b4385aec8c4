#include "standfast/corpus/training_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/corpus/read/read.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

Corpus corpus_of(const std::string& values) {
  const testing::TemporaryFolder folder;
  std::string csv = "id,text,w\n";
  int n = 0;
  for (size_t at = 0; at <= values.size();) {
    const size_t end = std::min(values.find(' ', at), values.size());
    csv += "d" + std::to_string(n++) + ",some text," + values.substr(at, end - at) + "\n";
    at = end + 1;
  }
  EXPECT_TRUE(write_file(folder.file("a.csv"), csv));
  ReadOptions options;
  options.attributes = {{"w", "w", "", 1}};
  return read_corpus(folder.file("a.csv"), options).value();
}

TEST(WeightColumn, ReadsNumbers) {
  const Corpus corpus = corpus_of("1 0 0.25 2.5e3 1");
  const std::vector<uint32_t> rows = {4, 3, 2, 1};
  const auto weights = weights_of(corpus, "w", rows);
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(*weights, (std::vector<double>{1, 2500, 0.25, 0}));
}

TEST(WeightColumn, NamesTheDocumentWhoseWeightIsBad) {
  const std::vector<uint32_t> rows = {0, 1, 2};
  for (const auto& [bad, why] : {std::pair{"-1", "is negative"},
                                 {"much", "is not a number"},
                                 {"1,5", "is not a number"},
                                 {"nan", "is not a number"},
                                 {"inf", "is above 1e+09"},
                                 {"1e-12", "is below 1e-09"},
                                 {"", "has no weight"}}) {
    const Corpus corpus = corpus_of(std::string("1 ") + (std::string(bad) == "1,5" ? "\"1,5\"" : bad) + " 2");
    const auto weights = weights_of(corpus, "w", rows);
    ASSERT_FALSE(weights) << bad;
    EXPECT_EQ(weights.error().kind, ErrorKind::data);
    EXPECT_THAT(weights.error().message, HasSubstr("a.csv: document \"d1\""));
    EXPECT_THAT(weights.error().message, HasSubstr(why));
    EXPECT_THAT(weights.error().message, HasSubstr("column \"w\""));
    const std::vector<uint32_t> others = {0, 2};
    EXPECT_TRUE(weights_of(corpus, "w", others)) << "it is not asked for";
  }
}

TEST(WeightColumn, AnUnknownColumnIsNamed) {
  const Corpus corpus = corpus_of("1 1 1");
  const std::vector<uint32_t> rows = {0};
  const auto weights = weights_of(corpus, "v", rows);
  ASSERT_FALSE(weights);
  EXPECT_THAT(weights.error().message, HasSubstr("\"v\""));
}

}  // namespace
}  // namespace standfast
