#include "standfast/base/unique_name.h"

#include <set>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace standfast {
namespace {

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

TEST(UniqueName, StandsBesideTheFileAndIsKnown) {
  const std::string name = temporary_beside("a/b/" + std::string(255, 'x'));
  EXPECT_TRUE(name.starts_with("a/b/.sf-tmp-"));
  EXPECT_TRUE(is_temporary_name(name.substr(4)));
  EXPECT_TRUE(is_temporary_name(temporary_beside("file")));
  for (const char* other : {"plan.jsonl.tmp77", ".sf-tmp-", ".sf-tmp-0123", ".sf-tmp-0123456789abcdef0123456789abcdeG",
                            "x.sf-tmp-0123456789abcdef0123456789abcdef"})
    EXPECT_FALSE(is_temporary_name(other)) << other;
}

}  // namespace
}  // namespace standfast
