#include "standfast/model/verify/cng.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"

namespace standfast {
namespace {

TEST(CngTest, EqualsTheReference) {
  const auto json = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/distances_small.json").value());
  const auto test = json["test"].get<std::vector<std::string>>();
  for (const auto& block : json["cng"]) {
    const CngOptions options{block["n"].get<uint32_t>(), block["length"].get<uint64_t>(),
                             block["target"].get<bool>()};
    for (size_t p = 0; p < json["pairs"].size(); ++p) {
      const auto &a = test[json["pairs"][p][0].get<size_t>()], &b = test[json["pairs"][p][1].get<size_t>()];
      const double expected = block["distance"][p];
      EXPECT_NEAR(cng_distance(a, b, options), expected, 1e-10 * expected);
      EXPECT_EQ(cng_distance(b, a, options), cng_distance(a, b, options));
    }
  }
}

TEST(CngTest, ByHand) {
  // With n = 1 the profile of "aab" has a 2/3 and b 1/3, and the profile of "abb" has a 1/3 and b 2/3. Each
  // of the two letters adds (2 (1/3) / 1)^2 = 4/9.
  EXPECT_NEAR(cng_distance("aab", "abb", {.n = 1}), 8.0 / 9, 1e-15);
  EXPECT_NEAR(cng_distance("é", "x", {.n = 1}), 8, 1e-15);  // the texts share nothing
  EXPECT_EQ(cng_distance("same text", "same text", {.n = 3}), 0);
  EXPECT_TRUE(std::isnan(cng_distance("éé", "abc", {.n = 3})));
}

}  // namespace
}  // namespace standfast
