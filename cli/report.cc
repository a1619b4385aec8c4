// standfast report: the page and the tables of a run, finished or not.
#include "standfast/report/report.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "standfast/base/parallel.h"

namespace standfast::cli {
namespace {

struct Flags {
  std::string run;
  ReportOptions options;
  int64_t jobs = available_threads();
  bool json = false;
};

Status report(const Flags& flags) {
  if (!flags.options.names.empty() && !flags.options.no_text)
    return usage_error("report: --names is the key to the codes of --no-text; give both or neither");
  ReportOptions options = flags.options;
  options.threads = static_cast<int>(std::max<int64_t>(1, flags.jobs));
  SF_ASSIGN(const WrittenReport written, write_report(flags.run, options, terminal()));
  if (flags.json) {
    print(written.json);
  } else {
    print(written.text);
    for (const auto& sentence : written.headlines) print(sentence + "\n");
  }
  if (written.failed > 0 || written.missing > 0)
    terminal().warn(fmt::format("{} cells failed and {} have not run; the report lists them", written.failed,
                                written.missing));
  terminal().info(fmt::format("wrote {}, {} table files and {} figure files", written.page,
                              written.tables.size(), written.figures.size()));
  if (!written.names.empty())
    terminal().info(
        fmt::format("wrote the key to the codes to {}: keep it apart from the report", written.names));
  return {};
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
                  "Folder of the figures as SVG and what they draw as CSV (default: RUN/figures)");
        args.flag("--no-text", flags->options.no_text,
                  "Codes (A1, T1) instead of the names of authors and topics; texts are in no report anyway");
        args.text("--names", flags->options.names,
                  "With --no-text: where the key to the codes goes (default: RUN/names.csv)");
        args.text("--metric", flags->options.metric, "Metric shown first (default: overall)");
        args.integer("--bootstrap", flags->options.resamples, "Resamples behind every interval");
        args.number("--level", flags->options.level, "Level of the intervals");
        args.integer("--jobs", flags->jobs, "Threads; no number depends on it");
        args.flag("--json", flags->json, "One JSON document on stdout");
        args.footer(
            "The survival table: rows are models, columns are conditions; a cell is the mean score over "
            "folds, its "
            "interval, the test pairs it rests on, and the share that survives the shift, "
            "(score - chance) / (reference - chance). Chance is the score of the study's prior model. "
            "Intervals "
            "come from resampling authors, the same draw for every cell, because the pairs of one author are "
            "not "
            "independent. The page needs no network; every figure on it can be saved as SVG, PNG or CSV.");
        return [flags] { return report(*flags); };
      }};
}

}  // namespace standfast::cli
