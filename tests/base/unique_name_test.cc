#include "standfast/base/unique_name.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using testing::TemporaryFolder;

TEST(UniqueName, NeverTheSameInOneProcessOrItsChildren) {
  std::set<std::string> names;
  for (int i = 0; i < 1000; ++i) names.insert(unique_digits());
  EXPECT_EQ(names.size(), 1000U);
  // A child begins with its parent's memory, so with the same count.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      const std::string name = unique_digits();
      ::_exit(::write(ends[1], name.data(), name.size()) == 32 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    char name[32];
    ASSERT_EQ(::read(ends[0], name, 32), 32);
    EXPECT_TRUE(names.insert(std::string(name, 32)).second);
  }
  ::close(ends[0]);
  ::close(ends[1]);
}

// Writers that all have the process id 1, as shards in containers do, do not collide.
TEST(UniqueName, WritersInNamespacesOfTheirOwnDoNotCollide) {
  const TemporaryFolder folder;
  const std::string path = folder.file("shared.txt");
  constexpr int kWriters = 4, kTimes = 60;
  std::vector<pid_t> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      if (::unshare(CLONE_NEWPID) != 0) ::_exit(77);
      const pid_t inner = ::fork();
      if (inner == 0) {
        const std::string bytes(1000, static_cast<char>('a' + writer));
        for (int i = 0; i < kTimes; ++i)
          if (!write_file(path, bytes)) ::_exit(1);
        ::_exit(::getpid() == 1 ? 0 : 2);
      }
      int status = 0;
      ::waitpid(inner, &status, 0);
      ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
    }
    writers.push_back(pid);
  }
  bool possible = true;
  for (const pid_t pid : writers) {
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
      possible = false;
    else
      EXPECT_EQ(status, 0);
  }
  if (!possible) GTEST_SKIP() << "needs the right to make PID namespaces";
  EXPECT_EQ(read_file(path)->size(), 1000U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "a temporary was left";
}

// Returns what `body` returns in another process, which has ended since.
std::string from_another_process(const std::function<std::string()>& body) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string said = body();
    ::_exit(::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  char bytes[512];
  const ssize_t n = ::read(ends[0], bytes, sizeof bytes);
  ::close(ends[0]);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);  // ended, but not yet waited for
  const std::string said(bytes, static_cast<size_t>(std::max<ssize_t>(n, 0)));
  EXPECT_TRUE(is_stale_temporary(said.substr(said.find_last_of('/') + 1)));
  ::waitpid(child, nullptr, 0);
  return said;
}

// A killed command leaves the file that it was writing; the next command that writes there finds and removes
// it.
TEST(UniqueName, WhatAKilledProcessLeftIsRemovedByTheNextThatWritesThere) {
  const TemporaryFolder folder;
  const std::string path = folder.file("model.json");
  const std::string left = from_another_process([&] { return temporary_beside(path); });
  const std::string other = from_another_process([&] { return temporary_beside(path); });
  const std::string own = temporary_beside(path);
  std::string of_another_host = left;
  char& digit = of_another_host[left.find(".sf-tmp-") + 8];
  digit = digit == '0' ? '1' : '0';
  ASSERT_NE(left, other);
  ASSERT_TRUE(std::filesystem::create_directory(left));
  for (const std::string& one : {left + "/model.json", other, own, of_another_host})
    std::ofstream(one) << "x";
  EXPECT_FALSE(is_stale_temporary(own.substr(own.find_last_of('/') + 1)));
  ASSERT_TRUE(write_file(path, "x"));
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_TRUE(std::filesystem::exists(own));
  EXPECT_TRUE(std::filesystem::exists(of_another_host));
}

TEST(UniqueName, StandsBesideTheFileAndIsKnown) {
  const std::string name = temporary_beside("a/b/" + std::string(255, 'x'));
  EXPECT_TRUE(name.starts_with("a/b/.sf-tmp-"));
  EXPECT_TRUE(is_temporary_name(name.substr(4)));
  EXPECT_TRUE(is_temporary_name(temporary_beside("file")));
  for (const char* other :
       {"plan.jsonl.tmp77", ".sf-tmp-", ".sf-tmp-0123", ".sf-tmp-0123456789abcdef0123456789abcdeG",
        "x.sf-tmp-0123456789abcdef0123456789abcdef"})
    EXPECT_FALSE(is_temporary_name(other)) << other;
}

}  // namespace
}  // namespace standfast
