// standfast status: the progress of a run.
#include "standfast/study/record/status.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/study/submit/queue.h"

namespace standfast::cli {

Command status_command() {
  return {
      "status", "Show what of a run is done, failed, missing or in the queue of a cluster, and why",
      [](Args& args) {
        auto folder = std::make_shared<std::string>();
        auto json = std::make_shared<bool>(false), verify = std::make_shared<bool>(false);
        args.text("RUN", *folder, "Folder of the run", true).folder();
        args.flag("--json", *json, "One JSON document on stdout");
        args.flag("--verify", *verify, "Read every file of the run and compare it with its recorded digest");
        args.footer(
            "Exit codes: 0 complete, 5 something is missing, failed or damaged. standfast run with the same "
            "study makes again what is damaged.");
        args.example("standfast status run", "What of a run is done, failed or missing");
        return [folder, json, verify]() -> Status {
          SF_ASSIGN(const RunStatus status,
                    read_status(RunFolder(*folder), *verify ? Check::digests : Check::sizes));
          const QueueStatus queue = read_queue_status(RunFolder(*folder));
          auto found = status_to_json(status);
          if (queue.submitted) found["queue"] = queue_to_json(queue);
          print(*json ? json_text(found, 1) + "\n" : status_text(status) + queue_text(queue));
          if (status.complete()) return {};
          return fail(ErrorKind::incomplete, "");
        };
      }};
}

}  // namespace standfast::cli
