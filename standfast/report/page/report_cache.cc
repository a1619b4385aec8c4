#include "standfast/report/page/report_cache.h"

#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/field_table.h"
#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/paths.h"
#include "standfast/base/sealed.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kKept = "/.report-kept", *kListOfFiles = ".report-files";
constexpr const char* kSchema = "standfast-kept-report/1";

// Returns the SHA-256 of the file that this code was loaded from (the program, or a library of another
// program); "" if the system does not tell, or if the file has been replaced since. A version number would
// not do: a developer who changes a figure would see its old drawing.
std::string digest_of_program() {
  std::ifstream maps("/proc/self/maps");
  const auto here = reinterpret_cast<uintptr_t>(&cached_report);
  for (std::string line; std::getline(maps, line);) {
    unsigned long long begin = 0, end = 0, inode = 0;
    int path = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx %*s %*s %*s %llu %n", &begin, &end, &inode, &path) != 3)
      continue;
    if (here < begin || here >= end) continue;
    if (inode == 0 || line.ends_with(" (deleted)")) return "";
    const auto digest = digest_file(line.substr(static_cast<size_t>(path)));
    return digest ? digest->sha256 : "";
  }
  return "";
}

// Returns true if a report reads files of these units in addition to their markers.
bool is_read(const UnitKind& kind) {
  return kind.examines() || kind.only_shown() || &kind == &splits_kind();
}

// Returns the marker of each unit, "" if there is none. Returns nothing if some part is damaged, which the
// report has to tell.
std::optional<std::vector<std::string>> markers(const RunFolder& folder, const std::vector<Unit>& plan,
                                                int threads) {
  std::vector<std::string> found(plan.size());
  std::vector<char> damaged(plan.size());
  parallel_for(plan.size(), threads, [&](size_t i) {
    const auto marked = folder.marked(plan[i], is_read(*plan[i].kind) ? Check::digests : Check::sizes);
    damaged[i] = marked.found.state == RunFolder::State::damaged;
    if (!damaged[i] && marked.found.state != RunFolder::State::missing) found[i] = marked.marker.dump();
  });
  for (const char one : damaged)
    if (one) return std::nullopt;
  return found;
}

// Adds the answers of predictions that the report reads, and their folders, since warnings name these.
Status add_predictions(const std::string& run_folder, const Json& provenance, const ReportOptions& options,
                       Sha256& key) {
  std::vector<PredictionsSpec> of_study;
  SF_TRY(take_apart(run_folder, [&] {
    for (const Json& one : provenance.at("study").value("predictions", Json::array()))
      of_study.push_back({one.at("name"), one.at("path"), ""});
  }));
  if (of_study.empty() && options.predictions.empty()) return {};
  SF_ASSIGN(const std::string study_folder, read_study_folder(RunFolder(run_folder)));
  key.add_field(run_folder).add_field(study_folder);
  std::vector<std::string> folders;
  for (const auto& one : of_study) {
    SF_ASSIGN(folders.emplace_back(), predictions_path(one, study_folder));
  }
  for (const auto& item : options.predictions) folders.push_back(item.substr(item.find('=') + 1));
  for (const auto& folder : folders) {
    SF_ASSIGN(const AnswerFiles answers, answer_files(folder));
    key.add_field(folder).add_field(answers.sha256);
  }
  return {};
}

Result<std::string> key(const std::string& run_folder, const ReportOptions& options) {
  const RunFolder folder(run_folder);
  static const std::string program = digest_of_program();
  if (program.empty()) return std::string();
  Sha256 key;
  key.add_field(kSchema).add_field(program);
  // Options are added field by field, because arguments of a command line may be any bytes.
  for (const bool flag : {options.no_text, options.ignore_extra_answers, options.marked_csv, options.json})
    key.add_number(flag);
  key.add_field(options.metric).add_field(fmt::format("{} {}", options.resamples, options.level));
  for (const auto* list : {&options.ignore, &options.predictions}) {
    key.add_number(list->size());
    for (const auto& one : *list) key.add_field(one);
  }
  SF_ASSIGN(const Json provenance, read_sealed(folder.file("provenance.json"), kProvenanceSchema));
  key.add_field(provenance.dump());
  SF_ASSIGN(const auto plan, folder.read_plan());
  const auto units = markers(folder, plan, options.threads);
  if (!units) return std::string();
  for (size_t i = 0; i < plan.size(); ++i) key.add_field(unit_to_json(plan[i]).dump()).add_field((*units)[i]);
  SF_TRY(add_predictions(run_folder, provenance, options, key));
  return key.hex();
}

// Changes the path of every file of a report. edit: void(std::string&).
template <class Edit>
void each_path(WrittenReport& written, const Edit& edit) {
  edit(written.page);
  for (auto* paths : {&written.tables, &written.figures})
    for (auto& path : *paths) edit(path);
  if (!written.names.empty()) edit(written.names);
}

// Returns the report with paths relative to the folder of the run.
CachedReport within(const std::string& run_folder, CachedReport report) {
  each_path(report.written, [&](std::string& path) { path.erase(0, run_folder.size() + 1); });
  return report;
}

// Returns the fields of a kept report. Paths are relative to the folder of the run.
const FieldTable<CachedReport>& cached_fields() {
  static const auto table = [] {
    using D = StudyWarning;
    FieldTable<D> warning;
    warning.add("code", &D::code);
    warning.add("corpus", &D::corpus);
    warning.add("message", &D::message);
    warning.add("brief", &D::brief);
    warning.add("size", &D::size);

    using W = WrittenReport;
    FieldTable<W> written;
    written.add("page", &W::page);
    written.add("tables", &W::tables);
    written.add("figures", &W::figures);
    written.add("names", &W::names);
    written.add("headlines", &W::headlines);
    written.add("warnings", &W::warnings, warning);
    written.add("text", &W::text);
    written.add("json", &W::json);
    written.add("cells", &W::cells);
    written.add("failed", &W::failed);
    written.add("missing", &W::missing);
    written.add("first_failed", &W::first_failed);
    written.add("first_missing", &W::first_missing);
    FieldTable<CachedReport> fields;
    fields.include(&CachedReport::written, written);
    fields.add("told", &CachedReport::warnings);
    return fields;
  }();
  return table;
}

// Returns the digest of each file of a report, paths as above; an error names a file that cannot be read.
Result<std::vector<std::string>> digests_of(const std::string& run_folder, CachedReport report) {
  std::vector<std::string> digests;
  Status status;
  const auto add = [&](const std::string& path) {
    const auto digest = digest_file(run_folder + "/" + path);
    if (!digest) status = Failure(digest.error());
    if (status) digests.push_back(digest->sha256);
  };
  each_path(report.written, add);
  add(kListOfFiles);
  SF_TRY(std::move(status));
  return digests;
}

}  // namespace

std::string report_key(const std::string& run_folder, const ReportOptions& options) {
  if (options.with_text || !options.out.empty() || !options.tables.empty() || !options.figures.empty() ||
      !options.names.empty())
    return "";
  // Any error is reported better when the report is made.
  return key(run_folder, options).value_or("");
}

std::optional<CachedReport> cached_report(const std::string& run_folder, const std::string& key) {
  const std::string path = run_folder + kKept;
  if (key.empty() || !is_file(path)) return std::nullopt;
  const auto json = read_sealed(path, kSchema);
  if (!json) return std::nullopt;
  try {
    if (json->at("key") != key) return std::nullopt;
    CachedReport report;
    cached_fields().take(json->at("report"), report);
    const auto now = digests_of(run_folder, report);
    if (!now || json->at("files") != Json(*now)) return std::nullopt;
    each_path(report.written, [&](std::string& file) { file.insert(0, run_folder + "/"); });
    return report;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // sealed, but not by this program
  }
}

Status cache_report(const std::string& run_folder, const std::string& key, const CachedReport& report) {
  if (key.empty()) return {};
  const CachedReport kept = within(run_folder, report);
  SF_ASSIGN(const auto digests, digests_of(run_folder, kept));
  const Json json = {
      {"schema", kSchema}, {"key", key}, {"files", digests}, {"report", cached_fields().write(kept)}};
  return write_file(run_folder + kKept, sealed_text(json), Flush::no);
}

}  // namespace standfast::report
