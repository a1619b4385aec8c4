// standfast report: the page and the tables of a run, finished or not.
#include "standfast/report/page/report.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"

namespace standfast::cli {
namespace {

struct Flags {
  std::string run;
  ReportOptions options;
  std::string extra = "refuse";
  int64_t jobs = 0;
  bool json = false;
};

// A report of a part of a run is a report. But whoever acts on the exit code must know that parts are
// missing.
Status whole(const WrittenReport& written) {
  std::vector<std::string> parts;
  const auto add = [&](uint64_t count, const char* what, const std::string& first) {
    if (count > 0)
      parts.push_back(fmt::format("{} {} {} (first: {})", count, count == 1 ? "cell" : "cells", what, first));
  };
  add(written.failed, "failed", written.first_failed);
  add(written.missing, "not run", written.first_missing);
  if (parts.empty()) return {};
  return fail(ErrorKind::incomplete,
              fmt::format("{}; the report is written and lists them", fmt::join(parts, ", ")));
}

Status report(const Flags& flags) {
  if (!flags.options.names.empty() && !flags.options.no_text)
    return usage_error("report: --names is the key to the codes of --no-text; give both or neither");
  ReportOptions options = flags.options;
  options.threads = threads_of(flags.jobs);
  options.ignore_extra_answers = flags.extra == "ignore";
  options.json = flags.json;
  SF_ASSIGN(const WrittenReport written, write_report(flags.run, options, terminal()));
  if (flags.json) {
    print(written.json);
  } else {
    print(written.text);
    for (const auto& sentence : written.headlines) print(sentence + "\n");
  }
  for (const auto& warning : written.warnings) terminal().warn(describe(warning));
  terminal().info(fmt::format("wrote {}, {} table files and {} figure files", written.page,
                              written.tables.size(), written.figures.size()));
  if (!written.names.empty())
    terminal().info(
        fmt::format("wrote the key to the codes to {}: keep it apart from the report", written.names));
  return whole(written);
}

}  // namespace

Command report_command() {
  return {
      "report", "Write the page and the tables of a run", [](Args& args) {
        auto flags = std::make_shared<Flags>();
        args.text("RUN", flags->run, "Folder that `standfast run` wrote; it may be unfinished", true);
        args.text("-o,--out", flags->options.out, "The page (default: RUN/report.html)");
        args.text("--tables", flags->options.tables, "Folder of the tables (default: RUN/tables)");
        args.text("--figures", flags->options.figures,
                  "Folder of the figures, as SVG and as CSV of the drawn values (default: RUN/figures)");
        args.flag(
            "--no-text", flags->options.no_text,
            "Codes (A1, T1) instead of the names of authors and topics; texts are in no report without --with-text");
        args.flag(
            "--with-text", flags->options.with_text,
            "Show a few explained documents with their tokens coloured; needs [explain] in the study, and its "
            "corpora");
        args.text("--names", flags->options.names,
                  "With --no-text: where the key to the codes goes (default: RUN/names.csv)");
        args.text("--metric", flags->options.metric,
                  "Metric shown first (default: that of the study, else auc, of classification accuracy)");
        args.count("--bootstrap", flags->options.resamples,
                   "Resamples of rankings, curves and forensic tables");
        args.number("--level", flags->options.level, "Level of the intervals");
        args.texts("--predictions", flags->options.predictions,
                   "NAME=FOLDER of answers to the problems of `standfast pairs --run`, or of predictions of "
                   "the run's "
                   "test documents: a model in every table (repeatable)");
        args.choice("--extra", flags->extra, {"refuse", "ignore"},
                    "With --predictions: what to do with answers to items that a fold does not ask");
        args.repeated("--ignore", flags->options.ignore,
                      "Code of a warning not to show (SF101); may be given several times");
        args.jobs(flags->jobs);
        args.flag("--json", flags->json, "One JSON document on stdout");
        args.footer(
            "The survival table: rows are models, columns are conditions; a cell is the score, its interval, "
            "the "
            "test items it rests on, and the share of the lead over guessing that survives the shift, or the "
            "points lost (docs/what-survives.md). Intervals allow for items that share an author or a topic. "
            "The page needs no network; every figure on it can be saved as SVG, PNG or CSV.");
        return [flags] { return report(*flags); };
      }};
}

}  // namespace standfast::cli
