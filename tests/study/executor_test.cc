#include <atomic>
#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/child_program.h"
#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/local_executor.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/unit/kinds.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Unit> some_units(uint32_t n) {
  std::vector<Unit> units;
  for (uint32_t i = 0; i < n; ++i) {
    Unit unit;
    unit.kind = &cell_kind();
    unit.key = "key" + std::to_string(i);
    unit.corpus = "c";
    unit.condition = "d";
    unit.model = "m";
    unit.fold = i;
    units.push_back(unit);
  }
  return units;
}

// A worker in a few lines of shell, which dies at fold 3, refuses fold 5, and does the rest.
constexpr const char* kWorker = R"(echo '{"ready":true}'
while read -r line; do case "$line" in
  *limit*) ;;
  *'"fold":3'*) kill -9 $$ ;;
  *'"fold":5'*) echo '{"ok":false,"reason":"one class only"}' ;;
  *) echo '{"ok":true}' ;;
esac; done)";

// A queue of independent units, with their outcomes.
struct Outcomes final : UnitQueue {
  std::deque<Unit> waiting;
  std::map<uint32_t, UnitOutcome> by_fold;
  bool fail_fast = false;
  int most = 0, running = 0;

  std::optional<Unit> take(const Resources& free) override {
    if (waiting.empty() || !waiting.front().resources.fits(free)) return std::nullopt;
    const Unit unit = waiting.front();
    waiting.pop_front();
    most = std::max(most, ++running);
    return unit;
  }
  size_t ready() const override { return waiting.size(); }
  Status finished(const Unit& unit, const UnitOutcome& outcome) override {
    --running;
    EXPECT_TRUE(by_fold.emplace(unit.fold, outcome).second) << "unit " << unit.fold << " ended twice";
    if (!outcome.ok && fail_fast) return fail(ErrorKind::incomplete, unit.label() + ": " + outcome.reason);
    return {};
  }
  Status run(Executor& executor, uint32_t n) {
    for (auto& unit : some_units(n)) waiting.push_back(unit);
    return executor.run(*this);
  }
};

LocalOptions workers(int jobs, const std::string& script = kWorker) {
  LocalOptions options;
  options.command = {"/bin/sh", "-c", script};
  options.jobs = jobs;
  options.all.cores = jobs;
  return options;
}

TEST(Executor, ACrashCostsOneUnit) {
  for (const int jobs : {1, 3}) {
    Outcomes outcomes;
    LocalExecutor executor(workers(jobs));
    ASSERT_TRUE(outcomes.run(executor, 12).has_value());
    ASSERT_EQ(outcomes.by_fold.size(), 12U);
    for (const auto& [fold, outcome] : outcomes.by_fold) {
      EXPECT_EQ(outcome.ok, fold != 3 && fold != 5) << fold;
      EXPECT_EQ(outcome.crashed, fold == 3) << fold;
    }
    EXPECT_THAT(outcomes.by_fold[3].reason, HasSubstr("killed by signal 9 (SIGKILL"));
    EXPECT_EQ(outcomes.by_fold[5].reason, "one class only");
    // The same workers take further units.
    outcomes.by_fold.clear();
    ASSERT_TRUE(outcomes.run(executor, 2).has_value());
    EXPECT_EQ(outcomes.by_fold.size(), 2U);
  }
}

// A sink that keeps its messages.
struct Heard final : Sink {
  std::vector<std::string> lines;
  void log(Level, std::string_view line) override { lines.emplace_back(line); }
  void progress(std::string_view, uint64_t, uint64_t) override {}
};

TEST(Executor, EqualWarningsOfUnitsAreToldOnceAndCounted) {
  Heard heard;
  UnitWarnings told(heard);
  const auto units = some_units(60);
  for (const auto& unit : units)
    told.add(unit, fmt::format("topic-fit: all {} pairs have no words", 100 + unit.fold));
  told.add(units[7], "another reason");
  told.end();
  told.end();
  EXPECT_THAT(heard.lines, ElementsAre("c / d / m / seed 0 / fold 0: topic-fit: all 100 pairs have no words",
                                       "c / d / m / seed 0 / fold 7: another reason",
                                       "59 more of: topic-fit: all 100 pairs have no words"));
}

// Warnings of a worker reach the queue with their unit.
TEST(Executor, WarningsOfWorkersNameTheirUnit) {
  struct Warned final : UnitQueue {
    std::vector<std::string> lines;
    std::deque<Unit> waiting;
    std::optional<Unit> take(const Resources&) override {
      if (waiting.empty()) return std::nullopt;
      const Unit unit = waiting.front();
      waiting.pop_front();
      return unit;
    }
    size_t ready() const override { return waiting.size(); }
    void warned(const Unit& unit, std::string_view line) override {
      lines.push_back(fmt::format("{}: {}", unit.fold, line));
    }
    Status finished(const Unit&, const UnitOutcome&) override { return {}; }
  } queue;
  for (const auto& unit : some_units(2)) queue.waiting.push_back(unit);
  LocalExecutor executor(workers(1, R"(echo '{"ready":true}'
while read -r line; do case "$line" in
  *limit*) ;;
  *) echo '{"warning":"texts were cut"}'; echo '{"ok":true}' ;;
esac; done)"));
  ASSERT_TRUE(executor.run(queue).has_value());
  EXPECT_THAT(queue.lines, ElementsAre("0: texts were cut", "1: texts were cut"));
}

TEST(Executor, AnErrorOfTheQueueStopsAll) {
  Outcomes outcomes;
  outcomes.fail_fast = true;
  LocalExecutor executor(workers(1));
  const auto status = outcomes.run(executor, 12);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::incomplete);
  EXPECT_THAT(status.error().message, HasSubstr("c / d / m / seed 0 / fold 3: killed by signal 9"));
  EXPECT_EQ(outcomes.by_fold.size(), 4U);
}

TEST(Executor, InterruptionStopsWorkersThatHang) {
  Outcomes outcomes;
  auto options = workers(2, "echo '{\"ready\":true}'; read -r line; exec sleep 100");
  int asked = 0;
  options.common.interrupted = [&asked] { return ++asked > 3; };
  LocalExecutor executor(std::move(options));
  const auto status = outcomes.run(executor, 4);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::interrupted);
  EXPECT_TRUE(outcomes.by_fold.empty());
}

TEST(Executor, AWorkerThatCannotStartIsAnErrorNotALoop) {
  Outcomes outcomes;
  LocalExecutor executor(workers(2, "exit 3"));
  const auto status = outcomes.run(executor, 4);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  EXPECT_THAT(status.error().message, HasSubstr("could not start: the worker ended with exit code 3"));
}

// A worker that is killed at its start is replaced, because it has no unit yet.
TEST(Executor, AWorkerThatIsKilledAtItsStartIsReplaced) {
  const testing::TemporaryFolder folder;
  const std::string once = folder.file("once");
  Outcomes outcomes;
  LocalExecutor executor(
      workers(1, fmt::format("[ -e {0} ] || {{ echo > {0}; kill -9 $$; }}\n{1}", once, kWorker)));
  ASSERT_TRUE(outcomes.run(executor, 3).has_value());
  EXPECT_TRUE(std::filesystem::exists(once));
  for (const auto& [fold, outcome] : outcomes.by_fold) EXPECT_TRUE(outcome.ok) << fold;
  EXPECT_EQ(outcomes.by_fold.size(), 3U);

  Outcomes none;
  LocalExecutor hopeless(workers(1, "kill -9 $$"));
  const auto status = none.run(hopeless, 4);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  EXPECT_THAT(status.error().message, HasSubstr("could not start: killed by signal 9"));
}

// Returns the result of body in a child process under such a limit (ulimit -u). The limit does not bind root,
// so the child becomes a user without rights.
bool without_processes(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::getuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) ::_exit(2);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NPROC, &none);
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Executor, WithoutOtherProcessesThisOneDoesTheWork) {
  EXPECT_TRUE(without_processes([] {
    Outcomes outcomes;
    auto options = workers(2);
    options.alone = [](const Unit& unit, int, Sink&) {
      return unit.fold == 1 ? Status(data_error("no")) : Status();
    };
    LocalExecutor executor(std::move(options));
    return outcomes.run(executor, 4) && outcomes.by_fold.size() == 4 && outcomes.by_fold[0].ok &&
           outcomes.by_fold[1].reason == "no";
  }));
  EXPECT_TRUE(without_processes([] {
    Outcomes outcomes;
    LocalExecutor executor(workers(2));
    const auto status = outcomes.run(executor, 4);
    return !status && status.error().message.starts_with("cannot start a worker (");
  }));
}

TEST(Executor, AWorkerWithoutThreadsHearsItsOrdersBetweenUnits) {
  EXPECT_TRUE(without_processes([] {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    for (const auto& unit : some_units(3)) {
      send_line(ends[0],
                {{"threads", 2}, {"devices", nlohmann::ordered_json::array()}, {"unit", unit_to_json(unit)}});
      send_line(ends[0], {{"limit", 1}});
    }
    ::shutdown(ends[0], SHUT_WR);
    int done = 0;
    const auto status = serve_units(ends[1], ends[1], [&](const Unit&, int, Sink&) {
      ++done;
      return Status();
    });
    return status && done == 3;
  }));
}

// A worker whose process gets SIGTERM in the middle of a unit reports that the unit has not ended.
TEST(Executor, AWorkerThatIsStoppedSaysThatItsUnitHasNotEnded) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  for (const auto& unit : some_units(2))
    send_line(ends[0],
              {{"threads", 1}, {"devices", nlohmann::ordered_json::array()}, {"unit", unit_to_json(unit)}});
  std::atomic<bool> stop = false;
  int begun = 0;
  const auto status = serve_units(
      ends[1], ends[1],
      [&](const Unit&, int, Sink&) {
        ++begun;
        stop = true;
        parallel_for(4, 1, [](size_t) { ADD_FAILURE() << "a loop went on"; });
        return Status();
      },
      &stop);
  EXPECT_TRUE(status);
  EXPECT_EQ(begun, 1) << "it begins no other unit";
  ::close(ends[1]);
  std::string said;
  while (receive(ends[0], said)) {
  }
  EXPECT_THAT(said, HasSubstr(R"({"ok":false,"stopped":true})"));
  ::close(ends[0]);
}

// A worker that reports its unit as stopped when it gets SIGTERM.
constexpr const char* kStops = R"sh(trap 'echo "{\"ok\":false,\"stopped\":true}"; exit 0' TERM
echo '{"ready":true}'
while read -r line; do case "$line" in
  *limit*) ;;
  *) echo x >> "$STANDFAST_TEST_BEGUN"; for i in $(seq 300); do sleep 0.1; done; echo '{"ok":true}' ;;
esac; done)sh";

TEST(Executor, AnInterruptedRunWithGraceLetsWorkersStopByThemselves) {
  for (const bool grace : {true, false}) {
    Outcomes outcomes;
    testing::TemporaryFolder folder;
    ::setenv("STANDFAST_TEST_BEGUN", folder.file("begun").c_str(), 1);
    auto options = workers(1, kStops);
    options.common.grace = grace ? 60 : 0;
    options.common.interrupted = [&] { return std::filesystem::exists(folder.file("begun")); };
    LocalExecutor executor(std::move(options));
    const auto status = outcomes.run(executor, 2);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::interrupted);
    EXPECT_TRUE(outcomes.by_fold.empty()) << "a unit that was stopped has neither ended nor failed";
  }
}

// A single worker that is stopped by hand counts as a crash of its unit.
TEST(Executor, AWorkerThatSomebodyStopsFailsItsUnit) {
  Outcomes outcomes;
  LocalExecutor executor(workers(1, R"sh(echo '{"ready":true}'
while read -r line; do case "$line" in *limit*) ;; *) echo '{"ok":false,"stopped":true}'; exit 0 ;; esac; done)sh"));
  ASSERT_TRUE(outcomes.run(executor, 1));
  ASSERT_EQ(outcomes.by_fold.size(), 1U);
  EXPECT_TRUE(outcomes.by_fold.at(0).crashed);
  EXPECT_THAT(outcomes.by_fold.at(0).reason, HasSubstr("SIGTERM"));
}

// A worker that ends a unit when another one has begun, or after five seconds.
constexpr const char* kWaitsForAnother = R"sh(echo '{"ready":true}'
while read -r line; do case "$line" in
  *limit*) ;;
  *) echo x >> "$STANDFAST_TEST_BEGUN"
     for i in $(seq 50); do [ "$(wc -l < "$STANDFAST_TEST_BEGUN")" -ge 2 ] && break; sleep 0.1; done
     echo '{"ok":true}' ;;
esac; done)sh";

// Units whose memory does not fit together run one after the other; other units run at once.
TEST(Executor, UnitsThatNeedTooMuchMemoryTogetherWaitForEachOther) {
  for (const auto& [memory, most] : {std::pair<uint64_t, int>{11, 1}, {12, 2}}) {
    Outcomes outcomes;
    testing::TemporaryFolder folder;
    ::setenv("STANDFAST_TEST_BEGUN", folder.file("begun").c_str(), 1);
    auto options = workers(3, most == 1 ? kWorker : kWaitsForAnother);
    options.all.memory = memory;
    LocalExecutor executor(std::move(options));
    for (auto& unit : some_units(4)) {
      unit.resources.memory = 6;
      outcomes.waiting.push_back(unit);
    }
    ASSERT_TRUE(executor.run(outcomes));
    EXPECT_EQ(outcomes.by_fold.size(), 4U);
    EXPECT_EQ(outcomes.most, most) << memory << " bytes";
  }
}

// A unit that asks for a device runs alone on it, and one that asks for more than there is ends the run with
// a message instead of waiting for ever.
TEST(Executor, UnitsGetWhatTheyAskForOrWait) {
  Outcomes outcomes;
  auto options = workers(3);
  options.common.devices = {"0"};
  LocalExecutor executor(std::move(options));
  for (auto& unit : some_units(3)) {
    unit.resources.devices = 1;
    outcomes.waiting.push_back(unit);
  }
  ASSERT_TRUE(executor.run(outcomes));
  EXPECT_EQ(outcomes.by_fold.size(), 3U);
  EXPECT_EQ(outcomes.most, 1) << "one device";
  outcomes.by_fold.clear();
  auto greedy = some_units(1).front();
  greedy.resources.devices = 2;
  outcomes.waiting.push_back(greedy);
  const auto status = executor.run(outcomes);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  EXPECT_THAT(status.error().message, HasSubstr("1 unit asks for more than this machine has"));
}

// A worker that returns the devices of its order as the reason of a failure.
constexpr const char* kSaysItsDevices = R"sh(echo '{"ready":true}'
while read -r line; do case "$line" in
  *limit*) ;;
  *) devices=${line#*\"devices\":[}; devices=${devices%%]*}
     echo "{\"ok\":false,\"reason\":\"$(echo "$devices" | tr -d '"')\"}" ;;
esac; done)sh";

TEST(Executor, AUnitIsToldItsDevicesAndOthersRunMeanwhile) {
  Outcomes outcomes;
  auto options = workers(1, kSaysItsDevices);
  options.common.devices = {"2", "GPU-x", "5"};
  LocalExecutor executor(std::move(options));
  const std::vector<int> needs = {2, 0, 1, 3};
  for (auto& unit : some_units(4)) {
    unit.resources.devices = needs[unit.fold];
    outcomes.waiting.push_back(unit);
  }
  ASSERT_TRUE(executor.run(outcomes));
  EXPECT_EQ(outcomes.by_fold.at(0).reason, "2,GPU-x");
  EXPECT_EQ(outcomes.by_fold.at(1).reason, "");
  EXPECT_EQ(outcomes.by_fold.at(2).reason, "2");  // returned, and taken again
  EXPECT_EQ(outcomes.by_fold.at(3).reason, "2,GPU-x,5");
}

TEST(Executor, InOneProcessAUnitIsToldItsDevicesToo) {
  Outcomes outcomes;
  std::vector<std::string> told;
  ExecutorOptions options;
  options.devices = {"7", "8"};
  InProcessExecutor executor(
      [&](const Unit&, int, Sink&) -> Status {
        const auto variables = device_environment();
        for (const auto& [name, value] : variables) told.push_back(name + "=" + value);
        if (variables.empty()) told.push_back("nothing");
        return {};
      },
      {.cores = 1}, options);
  for (auto& unit : some_units(3)) {
    unit.resources.devices = static_cast<int>(unit.fold);
    outcomes.waiting.push_back(unit);
  }
  ASSERT_TRUE(executor.run(outcomes));
  EXPECT_THAT(told, ::testing::ElementsAre("nothing", "STANDFAST_DEVICES=7", "CUDA_VISIBLE_DEVICES=7",
                                           "STANDFAST_DEVICES=7,8", "CUDA_VISIBLE_DEVICES=7,8"));
  EXPECT_TRUE(device_environment().empty());
}

TEST(Devices, AreThoseThatTheUserShows) {
  const auto names = [](std::optional<uint64_t> asked, const std::optional<std::string>& visible) {
    const auto found = device_names(asked, visible);
    return found ? fmt::format("{}", fmt::join(*found, " ")) : found.error().message;
  };
  EXPECT_EQ(names(std::nullopt, std::nullopt), "0");
  EXPECT_EQ(names(3, std::nullopt), "0 1 2");
  EXPECT_EQ(names(0, std::nullopt), "");
  EXPECT_EQ(names(std::nullopt, "3, GPU-8f,3"), "3");
  EXPECT_EQ(names(2, "3, GPU-8f,3"), "3 GPU-8f");
  EXPECT_EQ(names(std::nullopt, ""), "");
  EXPECT_EQ(names(std::nullopt, "-1"), "");
  EXPECT_EQ(names(1, "5,-1,6"), "5");
  EXPECT_EQ(names(2, "5,-1,6"), "--devices 2: CUDA_VISIBLE_DEVICES = \"5,-1,6\" lists 1");
  EXPECT_EQ(names(5000, std::nullopt), "--devices is 0 to 1024, not 5000");
}

TEST(Executor, InOneProcessTheSameUnitsAreDone) {
  Outcomes outcomes;
  InProcessExecutor executor(
      [](const Unit& unit, int threads, Sink&) -> Status {
        EXPECT_EQ(threads, 4);
        return unit.fold == 5 ? Status(data_error("one class only")) : Status();
      },
      {.cores = 4}, {});
  ASSERT_TRUE(outcomes.run(executor, 12));
  EXPECT_EQ(outcomes.by_fold.size(), 12U);
  EXPECT_EQ(outcomes.by_fold[5].reason, "one class only");
  EXPECT_TRUE(outcomes.by_fold[3].ok);
}

// A worker receives its limit in the middle of a unit: the processors that others have left.
TEST(Worker, HearsItsLimitInTheMiddleOfAUnit) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  set_thread_limit(1);
  std::jthread worker([&] {
    const auto status = serve_units(ends[1], ends[1], [](const Unit&, int threads, Sink&) -> Status {
      for (int i = 0; i < 2000 && thread_limit() < threads; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      return thread_limit() == threads ? Status() : Status(data_error("heard nothing"));
    });
    EXPECT_TRUE(status);
  });
  const auto unit = some_units(1).front();
  ASSERT_TRUE(send_line(ends[0], {{"threads", 3}, {"unit", unit_to_json(unit)}}));
  ASSERT_TRUE(send_line(ends[0], {{"limit", 3}}));
  std::string buffer;
  std::vector<nlohmann::ordered_json> answers;
  while (answers.size() < 2 && receive(ends[0], buffer))
    while (auto line = take_line(buffer)) answers.push_back(*line);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_TRUE(answers[0].contains("ready"));
  EXPECT_EQ(answers[1].value("ok", false), true) << answers[1].dump();
  ::close(ends[0]);
  worker.join();
  ::close(ends[1]);
  set_thread_limit(std::numeric_limits<int>::max());
}

}  // namespace
}  // namespace standfast
