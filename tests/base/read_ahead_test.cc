#include "standfast/base/read_ahead.h"

#include <new>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/streams.h"

namespace standfast {
namespace {

// Gives two bytes, then has no memory.
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
  const pid_t child = ::fork();
  if (child == 0) {
    // A thread needs a stack of some megabytes; what is there already is enough for the rest.
    auto source = std::make_unique<testing::StringInput>("abcdef", 4);
    const rlimit none{1, 1};
    ::setrlimit(RLIMIT_AS, &none);
    const auto stream = read_ahead(std::move(source), 16, 2);
    std::string all;
    char buffer[3];
    for (size_t n; (n = stream->read(buffer).value()) > 0;) all.append(buffer, n);
    ::_exit(all == "abcdef" ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace standfast
