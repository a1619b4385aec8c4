#include "standfast/base/json.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace standfast {
namespace {

using nlohmann::json;

template <class T>
bool refuses(const char* text) {
  try {
    json::parse(text).get<T>();
    return false;
  } catch (const json::exception&) {
    return true;
  }
}

TEST(Json, AWholeNumberMustBeOneAndFit) {
  EXPECT_EQ(json::parse("18446744073709551615").get<uint64_t>(), UINT64_MAX);
  EXPECT_EQ(json::parse("-9223372036854775808").get<int64_t>(), INT64_MIN);
  EXPECT_EQ(json::parse("4294967295").get<uint32_t>(), UINT32_MAX);
  EXPECT_TRUE(refuses<uint64_t>("2.4e25"));
  EXPECT_TRUE(refuses<uint64_t>("-1"));
  EXPECT_TRUE(refuses<uint64_t>("2.5"));
  EXPECT_TRUE(refuses<int64_t>("18446744073709551615"));
  EXPECT_TRUE(refuses<uint32_t>("4294967296"));
  EXPECT_TRUE(refuses<int>("\"7\""));
  EXPECT_TRUE(refuses<int>("true"));
}

TEST(Json, AlsoInListsAndByOtherWays) {
  EXPECT_EQ(json::parse("[1, 2]").get<std::vector<uint64_t>>(), (std::vector<uint64_t>{1, 2}));
  EXPECT_TRUE(refuses<std::vector<uint64_t>>("[1, 1e300]"));
  uint32_t target = 7;
  EXPECT_THROW(json::parse("-3.5").get_to(target), json::exception);
  EXPECT_EQ(target, 7U);
  EXPECT_THROW((void)json::parse(R"({"n": 1e40})").value("n", uint64_t{0}), json::exception);
  const uint64_t converted = json::parse("12");
  EXPECT_EQ(converted, 12U);
}

TEST(Json, OtherNumbersAreAsTheyWere) {
  EXPECT_EQ(json::parse("3").get<double>(), 3.0);
  EXPECT_EQ(json(uint32_t{5}).dump(), "5");
  EXPECT_EQ(json(int64_t{-5}).dump(), "-5");
  EXPECT_EQ(json(true).dump(), "true");
  EXPECT_TRUE(json::parse("true").get<bool>());
}

}  // namespace
}  // namespace standfast
