#include "standfast/base/child_program.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/split_command.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SplitCommandTest, SplitsWithoutAShell) {
  EXPECT_THAT(split_command("python3  model.py\t{train}\n").value(),
              ElementsAre("python3", "model.py", "{train}"));
  EXPECT_THAT(split_command(R"(a 'b c' "d e" f\ g '')").value(), ElementsAre("a", "b c", "d e", "f g", ""));
  EXPECT_THAT(split_command(R"(a "say \"hi\" \\ \n" 'it\s')").value(),
              ElementsAre("a", R"(say "hi" \ \n)", R"(it\s)"));
  EXPECT_THAT(split_command(R"(x'y'"z"w)").value(), ElementsAre("xyzw"));
  EXPECT_THAT(split_command("a $HOME * | > ; && `b`").value(),
              ElementsAre("a", "$HOME", "*", "|", ">", ";", "&&", "`b`"));
  EXPECT_THAT(split_command(R"( ["a b", "c\"", ""])").value(), ElementsAre("a b", "c\"", ""));
  for (const char* bad : {"", "  ", "a 'b", "a \"b\\\"", "''", "[]", "[1]", "[\"a\"", R"(["a\u0000"])"})
    EXPECT_FALSE(split_command(bad)) << bad;
  EXPECT_THAT(split_command("a 'b").error().message, HasSubstr("quote (') is not closed"));
}

class ChildProgramTest : public ::testing::Test {
 protected:
  Result<ProgramEnd> run(const std::string& script, double timeout = 0) {
    return run_program({.command = {"sh", "-c", script, "sh", folder.path()},
                        .environment = {{"STANDFAST_TEST", "over there"}},
                        .timeout_seconds = timeout,
                        .log_path = folder.file("log")});
  }
  std::string log() const { return read_file(folder.file("log")).value_or(""); }
  // Returns the living processes among those that wrote their numbers into files called pid*.
  std::vector<pid_t> living(size_t* all = nullptr) const {
    std::vector<pid_t> pids;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      if (entry.path().filename().string().starts_with("pid")) {
        const pid_t pid = std::atoi(read_file(entry.path().string()).value_or("0").c_str());
        if (pid <= 1) continue;
        if (all != nullptr) ++*all;
        if (::kill(pid, 0) == 0) pids.push_back(pid);
      }
    return pids;
  }
  // Returns the same after a wait, for processes whose parent has died too: they exist until process 1 has
  // taken note of their death.
  std::vector<pid_t> left() const {
    for (int i = 0; i < 2000 && !living().empty(); ++i) ::usleep(10000);
    return living();
  }
  testing::TemporaryFolder folder;
  // A script that starts a grandchild in a session of its own and one in the group, both deaf to SIGTERM. It
  // prints "ready" when both run.
  const std::string brood =
      "trap '' TERM; cd \"$1\"; "
      "setsid sh -c 'trap \"\" TERM HUP; echo $$ > pid1; while :; do sleep 1000; done' & "
      "sh -c 'trap \"\" TERM HUP; echo $$ > pid2; sleep 1000 & echo $! > pid3; wait' & "
      "while ! [ -s pid1 ] || ! [ -s pid2 ] || ! [ -s pid3 ]; do sleep 0.05; done; echo ready; ";
};

TEST_F(ChildProgramTest, SaysHowItEnded) {
  const auto end = run("echo out; echo \"$STANDFAST_TEST\" >&2; read x || echo no input; exit 3");
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_EQ(end->exit_code, 3);
  EXPECT_FALSE(end->ok());
  EXPECT_EQ(end->in_words(), "ended with exit code 3");
  EXPECT_EQ(log(), "out\nover there\nno input\n");
  EXPECT_TRUE(run("exit 0")->ok());
  EXPECT_THAT(run("kill -SEGV $$")->in_words(), HasSubstr("signal 11 (SIGSEGV)"));
}

TEST_F(ChildProgramTest, RefusesWhatDoesNotExist) {
  const auto end = run_program({{"no-such-program-here"}, {}, 0, folder.file("log")});
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().kind, ErrorKind::missing);
  EXPECT_THAT(end.error().message, HasSubstr("no-such-program-here"));
  EXPECT_TRUE(program_exists("sh"));
  EXPECT_TRUE(program_exists("/bin/sh"));
  EXPECT_FALSE(program_exists("no-such-program-here"));
  EXPECT_FALSE(program_exists("./no-such-program-here"));
}

TEST_F(ChildProgramTest, NothingOutlivesAProgramThatEnds) {
  ASSERT_TRUE(run(brood + "exit 0")->ok());
  size_t all = 0;
  EXPECT_THAT(living(&all), ElementsAre());
  EXPECT_EQ(all, 3U);
}

TEST_F(ChildProgramTest, NothingOutlivesATimeout) {
  // The timeout grows until the brood had time to start, even on a slow machine.
  for (double seconds = 1; seconds < 100; seconds *= 4) {
    const auto end = run(brood + "while :; do sleep 1000; done", seconds);
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_TRUE(end->timed_out);
    size_t all = 0;
    EXPECT_THAT(living(&all), ElementsAre());
    if (all == 3) return;
  }
  FAIL() << "the brood never stood up";
}

TEST_F(ChildProgramTest, NothingOutlivesTheDeathOfItsParent) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    (void)run(brood + "while :; do sleep 1000; done");
    ::_exit(0);
  }
  for (int i = 0; i < 2000 && log().find("ready") == std::string::npos; ++i) ::usleep(10000);
  size_t all = 0;
  EXPECT_EQ(living(&all).size(), 3U);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (int i = 0; i < 2000 && !living().empty(); ++i) ::usleep(10000);
  EXPECT_THAT(living(), ElementsAre());
}

// The supervisor is the parent of the program's shell.
TEST_F(ChildProgramTest, AStoppedSupervisorIsSetGoingAgain) {
  const auto well = run("kill -STOP $PPID; exit 7");
  ASSERT_TRUE(well) << well.error().message;
  EXPECT_EQ(well->exit_code, 7);
  const auto end = run(brood + "kill -STOP $PPID; while :; do sleep 1000; done", 2);
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->timed_out);
  EXPECT_THAT(living(), ElementsAre());
}

TEST_F(ChildProgramTest, NothingOutlivesASupervisorThatIsStoppedForEver) {
  // The four processes run in sessions of their own, so that they do not end with the group of the program.
  const auto end =
      run(brood +
              "for i in 1 2 3 4; do setsid sh -c 'trap \"\" TERM HUP; while kill -STOP $0; do :; done' "
              "$PPID & done; while :; do sleep 1000; done",
          2);
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_TRUE(end->timed_out);
  EXPECT_THAT(left(), ElementsAre());
}

TEST_F(ChildProgramTest, NothingOutlivesAKilledSupervisor) {
  const auto end = run(brood + "kill -KILL $PPID; while :; do sleep 1000; done");
  ASSERT_TRUE(end) << end.error().message;
  EXPECT_FALSE(end->ok());
  size_t all = 0;
  (void)living(&all);
  EXPECT_EQ(all, 3U);
  EXPECT_THAT(left(), ElementsAre());
}

TEST_F(ChildProgramTest, TheScratchFolderOfADeadParentIsRemoved) {
  const std::string scratch = folder.file("scratch");
  std::filesystem::create_directory(scratch);
  ASSERT_TRUE(write_file(scratch + "/texts", "secret"));
  const pid_t parent = ::fork();
  if (parent == 0) {
    (void)run_program({.command = {"sh", "-c", "echo ready; while :; do sleep 1000; done"},
                       .log_path = folder.file("log"),
                       .scratch = scratch});
    ::_exit(0);
  }
  for (int i = 0; i < 2000 && log().find("ready") == std::string::npos; ++i) ::usleep(10000);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  for (int i = 0; i < 2000 && std::filesystem::exists(scratch); ++i) ::usleep(10000);
  EXPECT_FALSE(std::filesystem::exists(scratch));
  // A parent that lives keeps its scratch folder.
  std::filesystem::create_directory(scratch);
  ASSERT_TRUE(run_program({.command = {"true"}, .log_path = folder.file("log"), .scratch = scratch}));
  EXPECT_TRUE(std::filesystem::exists(scratch));
}

// The folder goes even though the threads of a killed process die one after the other, and each death is told
// to the supervisor.
TEST_F(ChildProgramTest, TheScratchFolderOfADeadParentWithThreadsIsRemoved) {
  for (int round = 0; round < 10; ++round) {
    const std::string scratch = folder.file("scratch"), log_path = folder.file("log") + std::to_string(round);
    std::filesystem::create_directory(scratch);
    const pid_t parent = ::fork();
    if (parent == 0) {
      std::vector<std::jthread> idle;
      for (int i = 0; i < 8; ++i) idle.emplace_back([] { ::pause(); });
      (void)run_program({.command = {"sh", "-c", "echo ready; while :; do sleep 1000; done"},
                         .log_path = log_path,
                         .scratch = scratch});
      ::_exit(0);
    }
    const auto ready = [&] {
      const auto text = read_file(log_path);
      return text && text->find("ready") != std::string::npos;
    };
    for (int i = 0; i < 2000 && !ready(); ++i) ::usleep(10000);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    for (int i = 0; i < 500 && std::filesystem::exists(scratch); ++i) ::usleep(10000);
    ASSERT_FALSE(std::filesystem::exists(scratch)) << "round " << round;
  }
}

}  // namespace
}  // namespace standfast
