#include "standfast/model/program/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ScratchFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* old = std::getenv("TMPDIR")) old_ = old;
    ::setenv("TMPDIR", folder.path().c_str(), 1);
  }
  void TearDown() override {
    if (old_)
      ::setenv("TMPDIR", old_->c_str(), 1);
    else
      ::unsetenv("TMPDIR");
  }
  size_t count() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
  }
  // A child process that makes a folder, reports it, and lives until it is told to end.
  struct Owner {
    pid_t pid;
    int out, in;
    void wait_until_made() const {
      char byte = 0;
      EXPECT_EQ(::read(out, &byte, 1), 1);
      EXPECT_EQ(byte, 'm');
    }
    void end(int how = 0) const {
      if (how != 0) ::kill(pid, how);
      ::close(in);
      int status = 0;
      ::waitpid(pid, &status, 0);
      ::close(out);
    }
  };
  static Owner own(bool in_namespace) {
    int to[2], from[2];
    EXPECT_EQ(::pipe(to), 0);
    EXPECT_EQ(::pipe(from), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::close(to[1]);
      ::close(from[0]);
      char byte = 'm';
      if (in_namespace) {
        if (::unshare(CLONE_NEWPID) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) byte = 'n';
        const pid_t inner = byte == 'm' ? ::fork() : 0;  // process 1 of its namespace
        if (inner > 0) {
          ::close(to[0]);
          ::close(from[1]);
          ::waitpid(inner, nullptr, 0);
          ::_exit(0);
        }
      }
      std::optional<ScratchFolder> made;
      if (byte == 'm') {
        auto folder = ScratchFolder::make();
        if (!folder) ::_exit(1);
        made.emplace(std::move(*folder));
      }
      if (::write(from[1], &byte, 1) != 1) ::_exit(1);
      (void)!::read(to[0], &byte, 1);
      ::_exit(0);  // without removing it, as a killed process would
    }
    ::close(to[0]);
    ::close(from[1]);
    return {pid, from[0], to[1]};
  }
  testing::TemporaryFolder folder;

 private:
  std::optional<std::string> old_;
};

TEST_F(ScratchFolderTest, IsPrivateAndGoesWithItsOwner) {
  std::string path;
  {
    const auto made = ScratchFolder::make();
    ASSERT_TRUE(made) << made.error().message;
    path = made->path();
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0700U);
    ASSERT_TRUE(write_file(made->file("a"), "x"));
    fs::create_directories(made->file("out/deep"));
    ASSERT_TRUE(write_file(made->file("out/deep/b"), "x"));
    fs::permissions(made->file("out/deep"), fs::perms::none);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ScratchFolderTest, OneWhoseOwnerLivesStays) {
  const auto owner = own(false);
  owner.wait_until_made();
  const auto first = ScratchFolder::make(), second = ScratchFolder::make();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(count(), 3U);
  owner.end();
}

TEST_F(ScratchFolderTest, OneWhoseOwnerWasKilledIsRemovedAtTheNextStart) {
  const auto owner = own(false);
  owner.wait_until_made();
  owner.end(SIGKILL);
  EXPECT_EQ(count(), 1U);
  const auto next = ScratchFolder::make();
  ASSERT_TRUE(next);
  EXPECT_EQ(count(), 1U);
  EXPECT_TRUE(fs::exists(next->path()));
}

// The process number of such an owner has no meaning here, or belongs to another process.
TEST_F(ScratchFolderTest, OneOfAnotherNamespaceStaysWhileItsOwnerLives) {
  const auto owner = own(true);
  char byte = 0;
  ASSERT_EQ(::read(owner.out, &byte, 1), 1);
  if (byte != 'm') {
    owner.end();
    GTEST_SKIP() << "needs the right to make a PID namespace";
  }
  const auto mine = ScratchFolder::make();
  ASSERT_TRUE(mine);
  EXPECT_EQ(count(), 2U);
  owner.end();
  const auto next = ScratchFolder::make();
  EXPECT_EQ(count(), 2U) << "and is removed when it is dead";
}

TEST_F(ScratchFolderTest, OthersThingsOfThatNameStay) {
  ASSERT_TRUE(write_file(folder.file("standfast-scratch-file"), "x"));
  fs::create_directory(folder.file("mine"));
  ASSERT_TRUE(write_file(folder.file("mine/kept"), "x"));
  fs::create_directory_symlink("mine", folder.file("standfast-scratch-link"));
  { const auto made = ScratchFolder::make(); }
  EXPECT_TRUE(fs::exists(folder.file("standfast-scratch-file")));
  EXPECT_TRUE(fs::exists(folder.file("mine/kept")));
}

TEST_F(ScratchFolderTest, ReadsPlainFilesOnlyAndNeverWaits) {
  const auto made = ScratchFolder::make();
  ASSERT_TRUE(made);
  const auto problem = [&](const char* name, uint64_t most = 100) {
    const auto read = made->read(name, most);
    return read ? "read: " + *read : read.error().message;
  };
  EXPECT_THAT(problem("none"), HasSubstr("has not written"));
  ASSERT_TRUE(write_file(made->file("plain"), "bytes"));
  EXPECT_EQ(problem("plain"), "read: bytes");
  EXPECT_EQ(problem("plain", 5), "read: bytes");
  EXPECT_THAT(problem("plain", 4), HasSubstr("wrote 5 bytes, more than the 4"));
  ASSERT_EQ(::mkfifo(made->file("pipe").c_str(), 0600), 0);
  EXPECT_THAT(problem("pipe"), HasSubstr("a pipe, not a plain file"));
  fs::create_directory(made->file("folder"));
  EXPECT_THAT(problem("folder"), HasSubstr("a folder, not a plain file"));
  fs::create_symlink("/dev/zero", made->file("zeros"));
  EXPECT_THAT(problem("zeros"), HasSubstr("a link, not a plain file"));
  fs::create_symlink("plain", made->file("inner"));
  EXPECT_THAT(problem("inner"), HasSubstr("a link, not a plain file"));
  for (const char* name : {"none", "pipe", "folder", "zeros"}) EXPECT_EQ(made->tail(name, 10), "") << name;
  EXPECT_EQ(made->tail("plain", 3), "tes");
  EXPECT_EQ(made->tail("plain", 30), "bytes");
}

// This holds even if the whole folder was moved away and another put in its place.
TEST_F(ScratchFolderTest, ReadsWhatIsInItsOwnFolder) {
  const auto made = ScratchFolder::make();
  ASSERT_TRUE(made);
  ASSERT_TRUE(write_file(made->file("a"), "mine"));
  fs::rename(made->path(), folder.file("moved"));
  fs::create_directory(made->path());
  ASSERT_TRUE(write_file(made->file("a"), "planted"));
  EXPECT_EQ(made->read("a", 100).value(), "mine");
}

}  // namespace
}  // namespace standfast
