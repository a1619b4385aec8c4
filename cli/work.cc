// standfast work: runs one shard of a prepared run, for job arrays; or, if run itself started it, acts as one
// worker process.
#include <charconv>
#include <ctime>
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/show_run.h"
#include "standfast/base/memory.h"
#include "standfast/study/executor/shard.h"
#include "standfast/study/submit/look.h"

namespace standfast::cli {
namespace {

struct WorkArgs {
  std::string folder, shard = "1/1", shares, memory, look;
  int64_t jobs = 0, cores = 0, stage = -1, devices = 1;  // stage: below 0 means all
  std::function<bool()> stage_given, devices_given;
  bool serve = false, gather = false;
};

constexpr double kGrace = 90;  // seconds for fits to save their state when the work is stopped

Result<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text) {
  uint64_t i = 0, n = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, i);
  const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, n) : first;
  if (!slash || second.ec != std::errc() || second.ptr != end || i < 1 || i > n)
    return usage_error(fmt::format("--shard is i/n with 1 <= i <= n, not \"{}\"", text));
  return std::pair{i, n};
}

Status work(const WorkArgs& args) {
  if (args.serve) return serve_folder(args.folder);
  if (!args.look.empty()) return look_from_node(args.folder, args.look, std::time(nullptr));
  if (args.gather) return gather_shards(args.folder);
  if (!args.shares.empty() && args.stage_given())
    return usage_error(
        "work: the file of --shares lists the units of a shard, so --stage has no effect; leave it out");
  SF_ASSIGN(const auto shard, parse_shard(args.shard));
  catch_interrupts();
  ignore_further_sigterms();
  ShardOptions options;
  options.folder = args.folder;
  options.shard = shard.first - 1;
  options.shards = shard.second;
  options.shares = args.shares;
  options.jobs = threads_of(args.jobs);
  options.cores = threads_of(args.cores);
  options.grace = kGrace;
  if (!args.memory.empty()) {
    SF_ASSIGN(options.memory, parse_bytes(args.memory));
  }
  if (args.devices_given()) options.devices = static_cast<uint64_t>(args.devices);
  if (args.stage_given()) options.stage = static_cast<int>(std::min<int64_t>(args.stage, 1000));
  options.interrupted = interrupted;
  options.sink = &terminal();
  options.show = show_run;
  const Status status = work_shard(options);
  if (!status && status.error().kind == ErrorKind::interrupted)
    return fail(ErrorKind::interrupted,
                fmt::format("interrupted; to continue: standfast work {}{} --shard {}{}", args.folder,
                            args.shares.empty() ? "" : " --shares " + args.shares, args.shard,
                            options.stage ? fmt::format(" --stage {}", *options.stage) : ""));
  return status;
}

}  // namespace

Command work_command() {
  return {
      "work", "Do one shard of a prepared run (job arrays, other machines on a shared folder)",
      [](Args& args) {
        auto a = std::make_shared<WorkArgs>();
        args.text("RUN", a->folder, "Folder made by standfast run --prepare", true).folder();
        args.text("--shard", a->shard,
                  "i/n: every n-th unit of each stage, beginning with the i-th; i from 1");
        args.count(
            "--stage", a->stage,
            "Do only this stage: 0 has the units that need no other unit, 1 those that need stage 0, and so "
            "on (default: all)");
        a->stage_given = args.given("--stage");
        args.text(
            "--shares", a->shares,
            "File in RUN with the units of each shard (standfast submit writes it): a line a shard, keys of "
            "its units");
        args.count("--cores", a->cores, "Processors that this shard may use; 0 = all of this machine");
        args.text("--look", a->look,
                  "Only check that this machine sees the files that the submission in this file of RUN needs "
                  "(submit/1/submission.json)");
        args.flag("--gather", a->gather, "Only write scores.csv from the units that are done");
        args.jobs(a->jobs, "Worker processes of this shard; 0 = one for each processor");
        args.text(
            "--memory", a->memory,
            "Bytes of text and of pretrained models that its busy workers may hold together (8G). Default: "
            "what is "
            "available");
        args.count("--devices", a->devices, kDevicesHelp);
        a->devices_given = args.given("--devices");
        args.flag("--serve", a->serve, "Take units on standard input (this is how run starts its workers)");
        args.footer(
            "Stages build on each other. A study has at most five; a stage that it does not have ends at "
            "once. With\n"
            "--stage, start each job array when the one before has ended. Without --stage, a\n"
            "shard whose next stage waits for other shards ends with exit code 5; start it again when they "
            "are\n"
            "done. Afterwards standfast run, or standfast work RUN --gather, gathers the scores. standfast "
            "submit does all "
            "this\n"
            "on a cluster. SIGTERM makes fits save their state; the same command goes on from there.");
        args.example("standfast run study.toml --out prepared --prepare",
                     "First, on any machine, the folder and its plan");
        args.example("standfast work prepared --stage 0 --shard 1/2",
                     "Do half of the first stage; another machine does --shard 2/2, and then both stage 1");
        return [a] { return work(*a); };
      }};
}

}  // namespace standfast::cli
