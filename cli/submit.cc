// standfast submit, status, cancel: sends a run to a cluster, shows its progress, takes it from the queue.
#include "standfast/study/submit/submit.h"

#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/base/paths.h"
#include "standfast/report/table/table.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/record/status.h"
#include "standfast/study/submit/job.h"
#include "standfast/study/submit/queue.h"
#include "standfast/study/submit/slurm.h"

namespace standfast::cli {
namespace {

constexpr double kTrySeconds = 8;  // processor time

struct SubmitArgs {
  std::string what, out, time, memory, pack, grace;
  std::string partition, account, program, image, claim;
  std::vector<std::string> sbatch, setup;
  std::map<std::string, OptionValue> set;
  int64_t cores = 0, limit = 0;
  bool slurm = false, pbs = false, sge = false, kubernetes = false;
  bool dry_run = false, missing = false, requeue = false, no_requeue = false, no_report = false,
       no_probe = false;
  std::function<bool()> limit_given, cores_given, sbatch_given, setup_given;
};

Result<double> seconds_of(const char* flag, const std::string& text) {
  const auto seconds = parse_slurm_time(text);
  if (seconds && *seconds > 0) return *seconds;
  return usage_error(fmt::format(
      "submit: {} is a time such as 90m, 12h, 2-00:00:00 or 30 (minutes), not \"{}\"", flag, text));
}

Result<const BatchSystem*> system_of(const SubmitArgs& args) {
  const std::pair<bool, const BatchSystem*> asked[] = {{args.slurm, &slurm_system()},
                                                       {args.pbs, &pbs_system()},
                                                       {args.sge, &sge_system()},
                                                       {args.kubernetes, &kubernetes_system()}};
  const BatchSystem* system = nullptr;
  for (const auto& [given, one] : asked) {
    if (!given) continue;
    if (system != nullptr)
      return usage_error(fmt::format("submit: --{} and --{} exclude each other", system->name, one->name));
    system = one;
  }
  return system == nullptr ? &slurm_system() : system;
}

// Returns the path of this program, as other machines find it.
std::string own_path() {
  std::error_code code;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", code);
  return code ? "standfast" : path.string();
}

// Returns the options of the last submission, replaced by the options given now.
Result<SubmitOptions> options_of(const SubmitArgs& args, const std::vector<Submission>& before) {
  SubmitOptions options = before.empty() ? SubmitOptions() : before.back().options;
  if (!args.program.empty()) options.program = args.program;
  if (options.program.empty()) options.program = own_path();
  if (!args.partition.empty()) options.partition = args.partition;
  if (!args.account.empty()) options.account = args.account;
  if (!args.time.empty()) {
    SF_ASSIGN(options.seconds, seconds_of("--time", args.time));
  }
  if (!args.pack.empty()) {
    SF_ASSIGN(options.pack, seconds_of("--pack", args.pack));
  }
  if (!args.grace.empty()) {
    SF_ASSIGN(options.grace, seconds_of("--grace", args.grace));
  }
  if (!args.memory.empty()) {
    SF_ASSIGN(options.memory, parse_bytes(args.memory));
  }
  if (args.cores_given()) options.cores = static_cast<int>(std::min<int64_t>(args.cores, 4096));
  if (args.limit_given()) options.at_once = static_cast<uint64_t>(args.limit);
  if (args.sbatch_given()) options.sbatch = args.sbatch;
  if (args.setup_given()) options.setup = args.setup;
  if (!args.image.empty()) options.image = args.image;
  if (!args.claim.empty()) options.claim = args.claim;
  if (args.requeue) options.requeue = true;
  if (args.no_requeue) options.requeue = false;
  if (args.no_report) options.report = false;
  for (const auto& option : options.sbatch)
    if (option.empty() || option.front() == '-' || option.find('\n') != std::string::npos)
      return usage_error(
          fmt::format("submit: --sbatch is KEY=VALUE without dashes, as qos=long, not \"{}\"", option));
  for (const auto& line : options.setup)
    if (line.find('\n') != std::string::npos)
      return usage_error("submit: --setup is one line of shell; give it once for each line");
  return options;
}

std::string jobs_text(const SubmitPlan& plan) {
  std::string text = fmt::format("{:<26} {:>22} {:>7} {:>6} {:>9} {:>9} {:>5}  {}\n", "job", "does", "tasks",
                                 "cores", "memory", "time", "gpus", "after");
  for (const auto& job : plan.jobs) {
    std::string needs;
    if (job.does == Job::Does::report) {
      needs = "all";
    } else {
      for (const size_t need : job.needs) needs += (needs.empty() ? "" : ", ") + plan.jobs[need].name;
      for (const auto& id : job.after) needs += (needs.empty() ? "" : ", ") + id;
    }
    text += fmt::format("{:<26} {:>22} {:>7} {:>6} {:>9} {:>9} {:>5}  {}\n", job.name, job.what, job.tasks(),
                        job.cores, shown_bytes(job.memory),
                        job.seconds ? shown_duration(*job.seconds) : "default", job.devices, needs);
  }
  return text;
}

std::string totals_text(const SubmitPlan& plan) {
  std::string text = fmt::format("{} in {} of {}", counted(plan.units, "unit"), counted(plan.tasks, "task"),
                                 counted(plan.jobs.size(), "job"));
  if (plan.done > 0) text += fmt::format("; {} done before", plan.done);
  if (plan.queued > 0) text += fmt::format("; {} in the queue", plan.queued);
  return text;
}

void show_only(const SubmitRequest& request, const SubmitPlan& plan) {
  print(jobs_text(plan));
  print(totals_text(plan) + "\n");
  for (const auto& note : plan.notes) print("note: " + note + "\n");
  for (const auto& [name, text] : plan.files) {
    if (name.ends_with(".shares")) {
      print(fmt::format("\n==> {}/{} ({} lines, a task each: keys of its units)\n", plan.folder, name,
                        std::count(text.begin(), text.end(), '\n')));
      continue;
    }
    print(fmt::format("\n==> {}/{}\n{}", plan.folder, name, text));
  }
  print(fmt::format("\n==> sent by{}\n{}", request.system == &slurm_system() ? "" : " send.sh", plan.send));
}

Status submit(const SubmitArgs& args) {
  SF_ASSIGN(const BatchSystem* system, system_of(args));
  const bool study = !is_folder(args.what);
  if (study && args.out.empty())
    return usage_error(
        fmt::format("submit: {} is a study file; --out names the folder of its run", args.what));
  if (study && args.missing)
    return usage_error(
        "submit: --missing is for a run that was submitted before: standfast submit RUN --missing");
  if (!study && !args.out.empty())
    return usage_error(
        fmt::format("submit: {} is the folder of a run; --out is for a study file", args.what));
  if (!study && !args.set.empty())
    return usage_error(
        "submit: --set changes a study, and this is the folder of a run; give the study file and --out");
  if (args.requeue && args.no_requeue)
    return usage_error("submit: --requeue and --no-requeue exclude each other");
  const std::string run = study ? args.out : args.what;
  const bool sends = system == &slurm_system() && !args.dry_run;
  if (sends) SF_TRY(slurm_is_here(fmt::format("standfast submit {}", run)));
  catch_interrupts();

  RunOptions of_study;
  if (study) {
    of_study.study_path = args.what;
    of_study.folder = run;
    of_study.prepare_only = true;
    of_study.interrupted = interrupted;
    of_study.sink = &terminal();
    for (const auto& [key, value] : args.set) of_study.set.push_back(key + "=" + to_string(value));
    if (!args.dry_run) {
      const auto prepared = run_study(of_study);
      if (!prepared) return Failure(prepared.error());
    }
  }
  SubmitRequest request;
  request.folder = run;
  if (study && args.dry_run) request.study = of_study;
  request.system = system;
  request.missing = args.missing;
  request.changed = study;
  request.show_only = args.dry_run;
  request.estimate = args.no_probe ? 0 : kTrySeconds;
  request.interrupted = interrupted;
  request.sink = &terminal();
  const RunFolder folder(run);
  const auto before =
      is_folder(run) ? read_submissions(folder) : Result<std::vector<Submission>>(std::vector<Submission>());
  if (!before) return Failure(before.error());
  SF_ASSIGN(request.options, options_of(args, *before));
  if (args.dry_run) {
    SF_ASSIGN(const SubmitPlan plan, plan_submission(request));
    if (plan.units == 0) {
      print(fmt::format("nothing to send: {} done, {} in the queue\n", plan.done, plan.queued));
      return {};
    }
    show_only(request, plan);
    return {};
  }
  // A run on this machine has exclusive use of the folder.
  SF_ASSIGN(const RunLock run_lock, RunLock::take(folder, false));
  SF_ASSIGN(const SubmitLock lock, SubmitLock::take(folder));
  SF_ASSIGN(const SubmitPlan plan, plan_submission(request));
  if (plan.units == 0) {
    print(plan.queued > 0
              ? fmt::format("nothing to send: {} done, {} in the queue\n", counted(plan.done, "unit"),
                            plan.queued)
              : fmt::format("nothing to send: all {} are done; standfast work {} --gather gathers the "
                            "scores, standfast report {} writes the report\n",
                            counted(plan.done, "unit"), run, run));
    return {};
  }
  print(jobs_text(plan));
  for (const auto& note : plan.notes) terminal().warn(note);
  SF_TRY(send_submission(request, plan));
  if (!sends) {
    print(fmt::format("wrote {} to {}/{}; send it: sh {}/{}/send.sh\n", totals_text(plan), run, plan.folder,
                      run, plan.folder));
    return {};
  }
  print(fmt::format("sent {} ({}/{}); standfast status {} shows them\n", totals_text(plan), run, plan.folder,
                    run));
  return {};
}

Status cancel(const std::string& path) {
  if (!is_folder(path)) return data_error(path + ": no such run folder");
  SF_ASSIGN(const QueueNow now, look_at_queue(RunFolder(path)));
  const auto ids = now.ids();
  SF_TRY(scancel({ids.begin(), ids.end()}));
  print(ids.empty() ? "nothing of this run is in the queue\n"
                    : fmt::format("cancelled {} of {}; standfast submit {} --missing sends what is missing\n",
                                  counted(now.tasks.size(), "task"), counted(ids.size(), "job"), path));
  return {};
}

}  // namespace

Command submit_command() {
  return {
      "submit", "Send a run to a cluster: job arrays of Slurm, or files for other batch systems",
      [](Args& args) {
        auto a = std::make_shared<SubmitArgs>();
        args.text("RUN|STUDY", a->what, "Folder of a run, or a study file (then --out is the folder)", true)
            .path();
        args.text("-o,--out", a->out, "Folder of the run of a study file, which the nodes see too")
            .new_folder();
        args.settings(
            "--set", a->set,
            "Another value of any key of the study file: seeds=3, model.ppm.order=4 (docs/study.md); "
            "--set may be given several times");
        args.flag("--dry-run", a->dry_run, "Print jobs, scripts and commands; write and send nothing");
        args.flag(
            "--missing", a->missing,
            "Send what is missing or failed and not in the queue, with the options of the last submission "
            "where none are given");
        args.count("--limit", a->limit, "Tasks of an array that may run at the same time; 0 = any number");
        args.text("--partition", a->partition, "Partition or queue (default: the cluster's own)");
        args.text("--account", a->account, "Account to charge");
        args.text("--time", a->time,
                  "Time limit of a task: 90m, 12h, 2-00:00:00, 30 (minutes). Default: twice the estimate");
        args.text("--mem", a->memory, "Memory of a task: 4G. Default: the estimate and a quarter");
        args.count("--cores", a->cores, "Processors of a task; 0 = what its units ask for, as a rule 1");
        args.repeated("--sbatch", a->sbatch,
                      "Another option of sbatch, KEY=VALUE: qos=long; may be given several times");
        a->sbatch_given = args.given("--sbatch");
        args.repeated(
            "--setup", a->setup,
            "A line of shell before the work of each task: 'module load gcc'; may be given several times");
        a->setup_given = args.given("--setup");
        args.text("--pack", a->pack, "Pack short units into tasks of at most this time. Default: 20m");
        args.text("--grace", a->grace, "Time before its limit at which a fit saves its state. Default: 2m");
        args.flag("--requeue", a->requeue, "Send tasks back to the queue when their time limit stops them");
        args.flag("--no-requeue", a->no_requeue, "With --missing: turn --requeue off");
        args.text("--program", a->program, "The program standfast on the nodes (default: this file)");
        args.flag("--no-report", a->no_report, "Send no job for the report");
        args.flag("--no-probe", a->no_probe, "Skip the trial of a few seconds that measures the models");
        args.flag("--slurm", a->slurm, "Send to Slurm (default)");
        args.flag("--pbs", a->pbs, "Write scripts for PBS, and send.sh, which sends them");
        args.flag("--sge", a->sge, "Write scripts for Grid Engine, and send.sh");
        args.flag("--kubernetes", a->kubernetes, "Write indexed jobs of Kubernetes, and send.sh");
        args.text("--image", a->image, "With --kubernetes: the container with standfast");
        args.text("--claim", a->claim,
                  "With --kubernetes: the volume claim that holds the run and its corpora");
        a->limit_given = args.given("--limit");
        a->cores_given = args.given("--cores");
        args.footer(
            "Exit codes: 0 sent (or nothing to send), 2 tasks of the run are in the queue, 4 no Slurm, or it "
            "refuses (its own words are shown). docs/cluster.md describes all steps.");
        args.example("standfast submit study.toml --out run --dry-run",
                     "Show what would be sent; nothing is written");
        args.example("standfast submit prepared --pbs --no-probe", "Write scripts for PBS");
        return [a] { return submit(*a); };
      }};
}

Command cancel_command() {
  return {
      "cancel", "Cancel the jobs of a run in the queue of its cluster, and nothing else", [](Args& args) {
        auto folder = std::make_shared<std::string>();
        args.text("RUN", *folder, "Folder of the run", true).folder();
        args.footer(
            "Jobs are known by the numbers and names under which this run sent them. Finished work is kept. "
            "Exit codes: 0, also if nothing was there; 3 no such folder; 4 no Slurm, or it refuses.");
        args.example("standfast cancel run", "Cancel the tasks of this run");
        return [folder] { return cancel(*folder); };
      }};
}

Command status_command() {
  return {
      "status",
      "Show the parts of a run that are done, failed, missing or in the queue of a cluster, and why",
      [](Args& args) {
        auto folder = std::make_shared<std::string>();
        auto json = std::make_shared<bool>(false), verify = std::make_shared<bool>(false);
        args.text("RUN", *folder, "Folder of the run", true).folder();
        args.flag("--json", *json, "Print one JSON document on stdout");
        args.flag("--verify", *verify, "Read every file of the run and compare it with its recorded digest");
        args.footer(
            "Exit codes: 0 complete, 5 something is missing, failed or damaged. standfast run with the same "
            "study makes damaged parts again.");
        args.example("standfast status run", "Show the state of a run");
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
