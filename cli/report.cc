// standfast report: the page and the tables of a run, finished or not.
#include "standfast/report/page/report.h"

#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/keep_inputs.h"
#include "cli/show_tables.h"
#include "standfast/base/paths.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/provenance.h"

namespace standfast::cli {
namespace {

struct Flags {
  std::string run;
  ReportOptions options;
  std::string extra = "refuse";
  int64_t jobs = 0;
  bool json = false;
};

// Returns an error for an incomplete run. A report of a part of a run is a report, but the exit code must
// tell its reader that parts are missing.
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

// The inputs of a report beside the run.
struct ReadBeside {
  std::vector<std::string> files;        // the corpora, the auxiliary files, and files that options name
  std::vector<std::string> predictions;  // folders
  bool known = false;                    // the files that the study of the run names are included
};

// Returns the inputs. A run that cannot be read names none: the report itself says what is wrong.
ReadBeside read_beside(const Flags& flags) {
  ReadBeside beside;
  for (const auto& item : flags.options.predictions)
    beside.predictions.push_back(item.substr(item.find('=') + 1));
  const RunFolder folder(flags.run);
  const auto provenance = read_provenance(folder, study_catalogs());
  const auto study_folder = read_study_folder(folder);
  beside.known = provenance && study_folder;
  if (!beside.known) return beside;
  const auto add = [](const Result<std::string>& path, std::vector<std::string>& to) {
    if (path) to.push_back(*path);
  };
  for (CorpusSpec corpus : provenance->study.corpora) {
    if (corpus.parts.empty()) add(corpus_path(corpus, *study_folder), beside.files);
    for (const auto& part : corpus.parts) {
      corpus.path = part.path;
      add(corpus_path(corpus, *study_folder), beside.files);
    }
  }
  const auto of_options = option_files(provenance->study, *study_folder);
  beside.files.insert(beside.files.end(), of_options.begin(), of_options.end());
  for (const auto& one : provenance->study.auxiliaries) add(auxiliary_path(one, *study_folder), beside.files);
  for (const auto& one : provenance->study.predictions)
    add(predictions_path(one, *study_folder), beside.predictions);
  return beside;
}

// The folders of the run in which only the run writes (docs/run-folder.md).
constexpr const char* kFoldersOfRun[] = {"cells", "artifacts", "splits", "log", "scratch"};

// Refuses to overwrite a file of the run. A file of the report may lie in the folder of the run.
Status keep_run(const char* flag, const std::string& out, const Flags& flags, const ReadBeside& beside) {
  std::vector<std::string> files = beside.files;
  for (const char* name : {"provenance.json", "plan.jsonl", "study.toml", "scores.csv", ".lock",
                           ".study-folder", ".report-files", ".report-kept"})
    files.push_back(flags.run + "/" + name);
  SF_TRY(keep_inputs(flag, out, files));
  for (const char* name : kFoldersOfRun) SF_TRY(keep_folder(flag, out, flags.run + "/" + name));
  // Other files, such as the previous page, may lie beside answers.
  const std::string name = out.substr(out.find_last_of('/') + 1);
  for (const auto& folder : beside.predictions)
    if (lies_in(out, folder) && holds_answers(name)) SF_TRY(keep_inputs(flag, out, {out}));
  return {};
}

// Does the same for a folder of the report.
Status keep_run_from(const char* flag, const std::string& out, const Flags& flags) {
  for (const char* name : kFoldersOfRun) SF_TRY(keep_folder(flag, out, flags.run + "/" + name));
  // The run itself counts as an input: other files must not be mixed with the files of its folder.
  return keep_inputs(flag, out, {flags.run});
}

Status report(const Flags& flags) {
  if (!flags.options.names.empty() && !flags.options.no_text)
    return usage_error("report: --names is the key to the codes of --no-text; give both or neither");
  const ReadBeside beside = read_beside(flags);
  if (flags.extra == "ignore" && beside.known && beside.predictions.empty())
    return usage_error(
        "report: --extra says what to do with answers of --predictions, and there are none; leave it out");
  SF_TRY(keep_run("--out", flags.options.out, flags, beside));
  SF_TRY(keep_run("--names", flags.options.names, flags, beside));
  SF_TRY(keep_run_from("--tables", flags.options.tables, flags));
  SF_TRY(keep_run_from("--figures", flags.options.figures, flags));
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
  warn_of_study(written.warnings, "the report");
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
        args.text("RUN", flags->run, "Folder that `standfast run` wrote; it may be unfinished", true)
            .folder();
        args.text("-o,--out", flags->options.out, "The page (default: RUN/report.html)").new_file();
        args.text("--tables", flags->options.tables, "Folder of the tables (default: RUN/tables)")
            .new_folder();
        args.text("--figures", flags->options.figures,
                  "Folder of the figures, as SVG and as CSV of the drawn values (default: RUN/figures)")
            .new_folder();
        args.flag(
            "--no-text", flags->options.no_text,
            "Show codes (A1, T1) instead of the names of authors and topics; texts are in no report without "
            "--with-text");
        args.flag(
            "--with-text", flags->options.with_text,
            "Show a few documents with their attributions (needs [explain] in the study) and rationales "
            "(needs a model "
            "that has them) coloured; reads the corpora");
        args.text("--names", flags->options.names,
                  "With --no-text: file for the key to the codes (default: RUN/names.csv)")
            .new_file();
        args.flag("--csv-mark", flags->options.marked_csv,
                  "Begin CSV files with a byte order mark, so that Excel reads names in every script");
        args.text("--metric", flags->options.metric,
                  "Metric shown first (default: the metric of the study, else auc, or accuracy for "
                  "classification)");
        args.count("--bootstrap", flags->options.resamples,
                   "Resamples of the bootstrap for intervals of rankings, curves and forensic tables");
        args.number("--confidence,~--level", flags->options.level, "Level of the intervals");
        args.texts("--predictions", flags->options.predictions,
                   "NAME=FOLDER of answers to the problems of `standfast pairs --run`, or of predictions of "
                   "the run's "
                   "test documents: a model in every table (repeatable)");
        args.choice("--extra", flags->extra, {"refuse", "ignore"},
                    "With --predictions: policy for answers to items that a fold does not ask for");
        args.repeated("--ignore", flags->options.ignore,
                      "Code of a warning to hide (SF101); may be given several times");
        args.jobs(flags->jobs);
        args.flag("--json", flags->json, "Print one JSON document on stdout");
        args.footer(
            "The survival table: rows are models, columns are conditions; a cell is the score, its interval, "
            "the "
            "test items it rests on, and the share of the lead over guessing that survives the shift, or the "
            "points lost (docs/what-survives.md). Intervals allow for items that share an author or a topic. "
            "The page needs no network; every figure on it can be saved as SVG, PNG or CSV.");
        args.example("standfast report run", "Make the page and the tables of a run");
        args.example("standfast report run --no-text --out page.html",
                     "Make them without names of authors and topics");
        return [flags] { return report(*flags); };
      }};
}

}  // namespace standfast::cli
