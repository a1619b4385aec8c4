// Times the report of a synthetic run of 1,296 cells (verification: 4 corpora, 3 conditions, 4 models, 27
// folds of 160 pairs). read: reading the folder, with answers put aside. report: reading, all findings,
// tables, figures and page. The number is the number of threads. peak_MB is the most memory that the program
// has used so far. Checked first: every cell is counted, and threads change no byte.
//
// docs/report.md has the figures of a real run of 1,304 cells.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "standfast/base/sink.h"
#include "standfast/report/page/report.h"
#include "standfast/result/run/run_reader.h"
#include "tests/support/run_folder.h"

namespace standfast {
namespace {

// A run folder that is made on first use and removed at the end.
class MadeRun {
 public:
  MadeRun() {
    std::string pattern = (std::filesystem::temp_directory_path() / "standfast-bench-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    testing::RunFolderOptions options;
    options.folds = 27;
    options.trouble = false;
    options.nasty_names = false;
    options.corpora = {"forums", "letters", "novels", "speeches"};
    testing::make_run_folder(path_, options);
  }
  ~MadeRun() { std::filesystem::remove_all(path_); }
  MadeRun(const MadeRun&) = delete;
  MadeRun& operator=(const MadeRun&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

[[noreturn]] void wrong(const std::string& what) {
  std::fprintf(stderr, "wrong answer: %s\n", what.c_str());
  std::exit(1);
}

WrittenReport report_of(const std::string& folder, int threads, bool json = false) {
  ReportOptions options;
  options.json = json;
  options.resamples = 100;
  options.threads = threads;
  auto written = write_report(folder, options, null_sink());
  if (!written) wrong(written.error().message);
  return std::move(*written);
}

const std::string& made_run() {
  static const MadeRun run;
  static const bool checked = [] {
    const WrittenReport one = report_of(run.path(), 1, true), two = report_of(run.path(), 2, true);
    if (one.cells != 4 * 3 * 4 * 27) wrong("not every cell is counted");
    if (one.json != two.json) wrong("threads change a number");
    return true;
  }();
  if (!checked) wrong("it was not checked");
  return run.path();
}

double peak_megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void read(benchmark::State& state) {
  const std::string& folder = made_run();
  for (auto _ : state) {
    const auto run = result::read_run(folder, result::KeepAnswers::aside);
    if (!run) wrong(run.error().message);
    benchmark::DoNotOptimize(run->cells.size());
  }
}
BENCHMARK(read)->Unit(benchmark::kMillisecond)->UseRealTime();

void report(benchmark::State& state) {
  const std::string& folder = made_run();
  for (auto _ : state) benchmark::DoNotOptimize(report_of(folder, static_cast<int>(state.range(0))).cells);
  state.counters["peak_MB"] = peak_megabytes();
}
BENCHMARK(report)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace standfast
