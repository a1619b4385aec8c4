#include "standfast/base/read_ahead.h"

#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_threads.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

// A stream that gives two bytes and then fails for lack of memory.
class Exhausted final : public InputStream {
 public:
  Result<size_t> read(std::span<char> buffer) override {
    if (given_) throw std::bad_alloc();
    given_ = true;
    buffer[0] = buffer[1] = 'x';
    return size_t{2};
  }

 private:
  bool given_ = false;
};

TEST(ReadAhead, AnExceptionReachesTheReader) {
  const auto stream = read_ahead(std::make_unique<Exhausted>());
  std::vector<char> buffer(10);
  EXPECT_THROW(
      {
        while (stream->read(buffer).value() > 0) {
        }
      },
      std::bad_alloc);
}

TEST(ReadAhead, DoesWithoutAThreadWhereThereIsNone) {
  STANDFAST_NEEDS_BOUNDED_ADDRESS_SPACE();
  EXPECT_TRUE(testing::without_threads([] {
    const auto stream = read_ahead(std::make_unique<testing::StringInput>("abcdef", 4), 16, 2);
    std::string all;
    char buffer[3];
    for (size_t n; (n = stream->read(buffer).value()) > 0;) all.append(buffer, n);
    return all == "abcdef";
  }));
}

}  // namespace
}  // namespace standfast
