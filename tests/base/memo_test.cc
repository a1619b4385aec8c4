#include "standfast/base/memo.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

// Counts its living instances.
struct Heavy {
  static inline int alive = 0, most = 0;
  explicit Heavy(int n) : number(n) { most = std::max(most, ++alive); }
  Heavy(Heavy&& other) noexcept : number(other.number) { ++alive; }
  Heavy& operator=(Heavy&&) = default;
  ~Heavy() { --alive; }
  int number;
};
struct Other {
  int number = 0;
};

TEST(Memo, KeepsTheLastOfEachKind) {
  Memo memo;
  int made = 0;
  const auto heavy = [&](const std::string& key, int number) {
    return memo.get<std::unique_ptr<Heavy>>(key, [&]() -> Result<std::unique_ptr<Heavy>> {
      ++made;
      EXPECT_EQ(Heavy::alive, 0) << "the last one is forgotten before the next is made";
      return std::make_unique<Heavy>(number);
    });
  };
  const auto* const first = *heavy("a", 1);
  EXPECT_EQ(*heavy("a", 2), first) << "kept";
  EXPECT_EQ((*first)->number, 1);
  EXPECT_EQ(made, 1);
  // Another kind has a place of its own, even under the same key.
  EXPECT_EQ((*memo.get<Other>("a", [] { return Result<Other>(Other{7}); }))->number, 7);
  EXPECT_EQ(*heavy("a", 2), first);
  EXPECT_EQ((**heavy("b", 3))->number, 3);
  EXPECT_EQ((**heavy("a", 4))->number, 4) << "of each kind only the last is kept";
  EXPECT_EQ(made, 3);
  memo.forget();
  EXPECT_EQ(Heavy::alive, 0);
  EXPECT_EQ((**heavy("a", 5))->number, 5);
}

TEST(Memo, KeepsNothingWhereMakingFails) {
  Memo memo;
  const auto get = [&](bool works) {
    return memo.get<Other>("a", [&]() -> Result<Other> {
      if (!works) return data_error("broken");
      return Other{1};
    });
  };
  EXPECT_EQ(get(false).error().message, "broken");
  EXPECT_EQ((*get(true))->number, 1);
}

// Making an entry may ask for an entry of another kind, and making that one may begin by forgetting.
TEST(Memo, MakingMayAskForOtherKinds) {
  Memo wholes, parts;
  const auto whole = [&](const std::string& key) {
    return wholes.get<Other>(key, [&]() -> Result<Other> {
      parts.forget();
      return Other{static_cast<int>(key.size())};
    });
  };
  const auto part = [&](const std::string& key) {
    return parts.get<int>("part", [&]() -> Result<int> {
      SF_ASSIGN(const Other* from, whole(key));
      return from->number + 1;
    });
  };
  EXPECT_EQ(**part("xx"), 3);
  EXPECT_EQ(**part("xxx"), 3) << "the same key";
  ASSERT_TRUE(whole("xxx"));
  EXPECT_EQ(**part("xxx"), 4) << "forgotten together with what it was made from";
}

}  // namespace
}  // namespace standfast
