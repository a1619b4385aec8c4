// A long unit goes on inside itself: parts that were kept are taken, damaged ones are made again.
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/experiment/features_in_parts.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

// A number for each pair, and a count of how many were computed. Stops where it is told to.
struct Counted final : PairFeatures {
  size_t width() const override { return 2; }
  Status compute(const PairView& view, int, Sink&, DenseMatrix& out) const override {
    if (computed >= stop_at) return data_error("killed");
    computed += view.pairs.size();
    for (size_t i = 0; i < view.pairs.size(); ++i) {
      out.row(i)[0] = view.pairs[i].a * 0.5;
      out.row(i)[1] = view.pairs[i].b;
    }
    return {};
  }
  mutable size_t computed = 0;
  size_t stop_at = 1000;
};

TEST(Scratch, ALongUnitGoesOnWhereItWasKilled) {
  const testing::TemporaryFolder folder;
  const RunFolder run(folder.path());
  Unit unit;
  unit.kind = &features_kind();
  unit.key = "0123456789abcdef";
  const Scratch scratch(run, unit);
  std::vector<Pair> pairs;
  for (uint32_t a = 0; a < 10; ++a)
    for (uint32_t b = a + 1; b < 10; ++b) pairs.push_back({a, b, false});
  Counted whole;
  const auto expected = features_in_parts(whole, {nullptr, pairs}, scratch, 1, null_sink());
  ASSERT_TRUE(expected);
  EXPECT_FALSE(std::filesystem::exists(folder.file("scratch"))) << "one part needs none";

  Counted killed;
  killed.stop_at = 30;
  EXPECT_FALSE(features_in_parts(killed, {nullptr, pairs}, scratch, 1, null_sink(), 10));
  EXPECT_EQ(killed.computed, 30U);
  // One of the parts is damaged afterwards.
  std::fstream(scratch.find("features-1.bin"), std::ios::in | std::ios::out | std::ios::binary)
      .seekp(-1, std::ios::end)
      .put(7);
  EXPECT_EQ(scratch.find("features-1.bin"), "");
  Counted again;
  const auto found = features_in_parts(again, {nullptr, pairs}, scratch, 1, null_sink(), 10);
  ASSERT_TRUE(found);
  EXPECT_EQ(again.computed, pairs.size() - 20) << "the first and the third were kept";
  EXPECT_EQ(found->data, expected->data);
  scratch.remove();
  EXPECT_FALSE(std::filesystem::exists(folder.file("scratch")));
}

}  // namespace
}  // namespace standfast
