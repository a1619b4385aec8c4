// standfast demo: runs a sound study on a synthetic corpus with a known answer, then shows the dry run of a
// flawed study.
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/demo_study.h"
#include "standfast/base/file.h"
#include "standfast/base/paths.h"

namespace standfast::cli {
namespace {

// Runs a command as a user would type it: the demonstration shows commands, and uses nothing else.
Status run_words(const std::vector<std::string>& words) {
  terminal().info(fmt::format("$ standfast {}", fmt::join(words, " ")));
  SF_ASSIGN(const Wish wish, parse_command_line(words, all_commands()));
  return wish.run();
}

Status demo(const std::string& out) {
  const std::string study = out + "/study.toml", flawed = out + "/flawed.toml",
                    corpus = out + "/corpus.jsonl", run = out + "/run";
  std::error_code code;
  if (is_there(out) && !std::filesystem::is_empty(out, code)) {
    const auto there = read_file(study);
    if (!there || *there != kDemoStudy)
      return usage_error(
          fmt::format("demo: {} exists and holds something else; give another folder with --out", out));
  }
  SF_TRY(make_directories(out));
  SF_TRY(write_file(study, kDemoStudy));
  SF_TRY(write_file(flawed, kDemoFlawedStudy));
  SF_TRY(run_words({"synth", "--out", corpus, "--seed", "1"}));
  SF_TRY(run_words({"run", study, "--out", run}));
  terminal().info(fmt::format("the study: {}; the report, to open in a browser: {}", study,
                              std::filesystem::absolute(run, code).string() + "/report.html"));
  terminal().info(
      "what goes wrong: the same corpus, but pairs may share a topic, and one condition is smaller.");
  return run_words({"run", flawed, "--dry-run", "--no-probe"});
}

}  // namespace

Command demo_command() {
  return {
      "demo", "Run a small study on a corpus with a known truth, and write its report", [](Args& args) {
        auto out = std::make_shared<std::string>("standfast-demo");
        args.text("-o,--out", *out, "Folder for the corpus, the study and its run").new_folder();
        args.example("standfast demo --out trial", "Make a first report");
        args.footer(
            "Four verifiers under shuffled folds, random topics and topics that are unlike each other "
            "(HITS), with pairs "
            "that never share a topic: a model that knows only topics must guess. Then a dry run of a study "
            "that is not "
            "sound, with its warnings.");
        return [out] { return demo(*out); };
      }};
}

}  // namespace standfast::cli
