// Tests of the message that is left when an exception escapes.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/failures.h"
#include "cli/terminal.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;

// Runs with_last_words in a process of its own.
Said last_words(const std::function<int()>& body) {
  TemporaryFolder folder;
  const std::string err = folder.file("err");
  const pid_t child = ::fork();
  if (child == 0) {
    const int fd = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(fd, 2);
    ::_exit(cli::with_last_words(body));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), "", *read_file(err)};
}

// 90 of 100 cells existed when a run went on, and five more took 10 seconds.
TEST(TimeLeft, IsThatOfWhatIsDoneNow) {
  EXPECT_EQ(cli::seconds_left(90, 95, 100, 10), 10);
  EXPECT_EQ(cli::seconds_left(90, 90, 100, 10), std::nullopt);
  EXPECT_EQ(cli::seconds_left(0, 25, 100, 10), 30);
  EXPECT_EQ(cli::seconds_left(0, 100, 100, 10), std::nullopt);
}

TEST(LastWords, AreOneLineAndACode) {
  EXPECT_EQ(last_words([] { return 5; }).code, 5);
  const auto memory = last_words([]() -> int { throw std::bad_alloc(); });
  EXPECT_EQ(memory.code, 3);
  EXPECT_EQ(memory.err, "standfast: not enough memory; fewer --jobs or a --limit may help\n");
  const auto path = last_words([] {
    std::filesystem::create_symlink("a", std::filesystem::path("/no/such/folder"));
    return 0;
  });
  EXPECT_EQ(path.code, 3);
  EXPECT_THAT(path.err, HasSubstr("No such file or directory\n"));
  const auto bug = last_words([]() -> int { throw std::logic_error("two\nlines"); });
  EXPECT_EQ(bug.code, 70);
  EXPECT_EQ(bug.err, "standfast: unexpected: two lines; this is a bug, please report it\n");
  const auto unknown = last_words([]() -> int { throw 1; });
  EXPECT_EQ(unknown.code, 70);
  EXPECT_THAT(unknown.err, HasSubstr("this is a bug"));
  const auto longest = last_words([]() -> int { throw std::runtime_error(std::string(100000, 'x')); });
  EXPECT_EQ(longest.code, 70);
  EXPECT_LT(longest.err.size(), 5000U);
  EXPECT_THAT(longest.err, HasSubstr("xxx; this is a bug, please report it\n"));
}

// If no handler is left, the program would be aborted.
TEST(LastWords, AreSaidOfThreadsAndDestructorsToo) {
  const auto thread = last_words([] {
    std::thread([] { throw std::bad_alloc(); }).join();
    return 0;
  });
  EXPECT_EQ(thread.code, 3);
  EXPECT_THAT(thread.err, HasSubstr("not enough memory"));
  const auto destructor = last_words([] {
    const std::function<void()> thrown = [] { throw std::runtime_error("in a destructor"); };
    struct Thrower {
      const std::function<void()>& call;
      ~Thrower() { call(); }
    };
    const Thrower thrower{thrown};
    return 0;
  });
  EXPECT_EQ(destructor.code, 70);
  EXPECT_THAT(destructor.err, HasSubstr("unexpected: in a destructor; this is a bug"));
}

// A library did not expect a lack of memory.
TEST(LastWords, AreSaidOfACrashAfterMemoryRanOut) {
  const auto without_memory = [] {
    try {
      std::get_new_handler()();  // as operator new does
    } catch (const std::bad_alloc&) {
    }
  };
  const auto fault = last_words([&] {
    without_memory();
    return ::raise(SIGSEGV);
  });
  EXPECT_EQ(fault.code, 3);
  EXPECT_EQ(
      fault.err,
      "standfast: not enough memory (ended by a memory fault after there was none left); fewer --jobs or a --limit may "
      "help\n");
  const auto abort = last_words([&]() -> int {
    without_memory();
    std::abort();
  });
  EXPECT_EQ(abort.code, 3);
  EXPECT_THAT(abort.err, HasSubstr("ended by an abort after"));
}

[[gnu::noinline]] int use_stack(volatile char* above) {
  volatile char bytes[4096];
  bytes[0] = above == nullptr ? '0' : *above;
  return above == nullptr || bytes[0] == '0' ? use_stack(bytes) + bytes[1] : 0;
}

TEST(LastWords, AreSaidOfAStackThatALimitKeepsFromGrowing) {
  const auto full = last_words([] {
    const rlimit small{256 << 10, 256 << 10};
    ::setrlimit(RLIMIT_STACK, &small);
    return use_stack(nullptr);
  });
  EXPECT_EQ(full.code, 3);
  EXPECT_EQ(full.err,
            "standfast: not enough memory for the stack; is there a limit (ulimit -s, ulimit -v)?\n");
}

// A crash of another kind is a bug, and nothing hides it.
TEST(LastWords, AreNotSaidOfOtherCrashes) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) {
    const auto crash = last_words([&] {
      ::signal(signal, SIG_DFL);  // a sanitizer's own handler reports it
      return cli::with_last_words([&] { return ::raise(signal); });
    });
    EXPECT_EQ(crash.code, 1000 + signal);
    EXPECT_EQ(crash.err, "");
  }
}

}  // namespace
}  // namespace standfast::testing
