// standfast cancel: cancels the jobs of a run in the queue of its cluster.
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/base/paths.h"
#include "standfast/report/table/table.h"
#include "standfast/study/submit/queue.h"
#include "standfast/study/submit/slurm.h"

namespace standfast::cli {
namespace {

Status cancel(const std::string& path) {
  if (!is_folder(path)) return data_error(path + ": no such run folder");
  SF_ASSIGN(const QueueNow now, look_at_queue(RunFolder(path)));
  const auto ids = now.ids();
  SF_TRY(scancel({ids.begin(), ids.end()}));
  print(ids.empty()
            ? "nothing of this run is in the queue\n"
            : fmt::format("cancelled {} of {}; standfast submit {} --missing sends what is missing\n",
                          report::plural(now.tasks.size(), "task"), report::plural(ids.size(), "job"), path));
  return {};
}

}  // namespace

Command cancel_command() {
  return {
      "cancel", "End what a run has in the queue of its cluster, and nothing else", [](Args& args) {
        auto folder = std::make_shared<std::string>();
        args.text("RUN", *folder, "Folder of the run", true).folder();
        args.footer(
            "Jobs are known by the numbers and names under which this run sent them. What is done stays done. Exit codes: "
            "0, also if nothing was there; 3 no such folder; 4 no Slurm, or it refuses.");
        args.example("standfast cancel run", "Ends the tasks of this run");
        return [folder] { return cancel(*folder); };
      }};
}

}  // namespace standfast::cli
