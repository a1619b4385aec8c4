#include "standfast/study/executor/prepare.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/spec/set_keys.h"
#include "standfast/study/spec/write_toml.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast {
namespace fs = std::filesystem;

std::string study_folder_of(const RunOptions& options) {
  const auto parent = fs::path(options.study_path).parent_path();
  return parent.empty() ? "." : parent.string();
}

Result<StudySpec> read_study(const RunOptions& options, std::string& text) {
  SF_ASSIGN(text, read_file(options.study_path));
  SF_ASSIGN(auto tree, parse_toml(text, options.study_path));
  if (!options.set.empty()) {
    SF_TRY(set_keys(tree, options.set));
    text = "# Written by standfast run, with the values of --set:\n";
    for (const auto& setting : options.set) text += fmt::format("#   {}\n", printable_line(setting));
    text += write_toml(tree);
  }
  auto parsed = parse_study_tree(tree, options.study_path, study_catalogs());
  // The line that the message names may have another content in the file.
  if (!parsed && !options.set.empty())
    return fail(parsed.error().kind,
                fmt::format("{} (with --set {})", parsed.error().message, fmt::join(options.set, " --set ")));
  if (!parsed) return Failure(parsed.error());
  StudySpec study = std::move(*parsed);
  if (options.limit) study.limit = *options.limit;
  if (options.seed) study.seeds = {*options.seed};
  SF_TRY(known_codes(options.ignore));
  SF_TRY(fill_file_digests(study, study_folder_of(options), study_catalogs()));
  return study;
}

Status write_if_changed(const std::string& path, const std::string& bytes) {
  if (is_there(path))
    if (const auto old = read_file(path); old && *old == bytes) return {};
  return write_file(path, bytes);
}

Status check_folder(const RunFolder& folder) {
  std::error_code code;
  if (is_there(folder.path()) && !fs::is_directory(folder.path(), code))
    return usage_error(fmt::format("{} is a file where the folder of the run should be", folder.path()));
  SF_TRY(make_directories(folder.path()));
  const bool ours = is_there(folder.file("provenance.json")) || is_there(folder.file(".lock"));
  if (!ours && !fs::is_empty(folder.path(), code))
    return usage_error(
        fmt::format("{} is not empty and not the folder of a run; give another --out", folder.path()));
  return {};
}

namespace {

// Writes the folder where relative corpus paths of the study start, relative to the run, to RUN/.study-folder
// for `work`.
Status write_study_folder(const RunFolder& folder, const std::string& study_folder) {
  std::error_code code;
  const auto from = fs::absolute(study_folder, code);
  const auto to = code ? fs::path() : fs::absolute(folder.path(), code);
  if (code) return data_error(fmt::format("{}: cannot be found ({})", study_folder, code.message()));
  const auto relative = fs::relative(from, to, code);
  return write_if_changed(folder.file(".study-folder"), (code ? from : relative).string() + "\n");
}

// Warns that predictions have changed. Answers may come and change at any time, because no cell depends on
// them. But a reader must know.
void warn_of_changed_predictions(const StudySpec& old, const StudySpec& now, Sink& sink) {
  for (const auto& predictions : now.predictions)
    for (const auto& before : old.predictions)
      if (before.name == predictions.name && !before.sha256.empty() && before.sha256 != predictions.sha256)
        sink.warn(
            fmt::format("predictions {}: the answers in {} have changed since the last run of this study; "
                        "they are taken as they are now",
                        predictions.name, predictions.path));
}

// Returns the text with plain line ends. Line ends have no meaning in TOML, and a version control may change
// them in all files of a folder.
std::string with_plain_line_ends(std::string text) {
  for (size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

// Checks whether the folder belongs to this study. With a damaged provenance file, the study file that the
// run began with must equal this one except for line ends.
Status check_may_continue(const RunFolder& folder, const Provenance& now, const std::string& study_text,
                          Sink& sink) {
  const std::string path = folder.file("provenance.json");
  if (!is_there(path)) return {};
  const auto old = read_provenance(folder, study_catalogs());
  if (old) {
    warn_of_changed_predictions(old->study, now.study, sink);
    return check_continues(*old, now, folder.path());
  }
  const auto began_with = read_file(folder.file("study.toml"));
  if (!began_with || with_plain_line_ends(*began_with) != with_plain_line_ends(study_text)) {
    const std::string why = old.error().message;
    return fail(
        old.error().kind,
        fmt::format(
            "{}. But {}/study.toml is not the study given here, so nobody knows whether the folder is a run "
            "of it: give the study of that folder, put the two files back as they were, or give another --out",
            why.substr(0, why.rfind("; standfast run")), folder.path()));
  }
  sink.warn(fmt::format("{}; it is made again", old.error().message));
  return {};
}

Result<std::vector<CorpusFacts>> facts_of_corpora(const StudySpec& study, const std::string& study_folder,
                                                  Sink& sink) {
  std::vector<CorpusFacts> facts;
  ColumnsReady columns(study, study_catalogs());
  SF_ASSIGN(auto auxiliaries, AuxiliariesReady::read(study, study_folder));
  SF_TRY(word_lists_ready(study, study_folder, study_catalogs()));
  for (const auto& spec : study.corpora) {
    ReadReport report;
    SF_ASSIGN(const Corpus corpus, read_study_corpus(study, spec, study_folder, nullptr, sink, &report));
    SF_TRY(columns.check(spec, corpus, report));
    SF_TRY(classes_ready(study, spec, corpus, sink));
    SF_TRY(labels_ready(study, corpus, study_folder, study_catalogs()));
    auxiliaries.look_at(spec.name, corpus);
    facts.push_back(corpus_facts(spec.name, corpus));
  }
  SF_TRY(columns.finish());
  SF_TRY(auxiliaries.finish(sink));
  return facts;
}

}  // namespace

Result<Provenance> provenance_of(const RunOptions& options, std::string& text) {
  Provenance provenance;
  provenance.version = kVersion;
  SF_ASSIGN(provenance.study, read_study(options, text));
  // The work of a run that is only prepared may be done on another machine, where the programs are.
  if (!options.prepare_only) SF_TRY(models_are_ready(provenance.study, study_catalogs()));
  SF_ASSIGN(provenance.corpora, facts_of_corpora(provenance.study, study_folder_of(options), *options.sink));
  return provenance;
}

Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options) {
  SF_TRY(check_may_continue(folder, provenance, text, *options.sink));
  SF_TRY(write_if_changed(folder.file("study.toml"), text));
  SF_TRY(write_study_folder(folder, study_folder_of(options)));
  SF_TRY(write_if_changed(folder.file("provenance.json"), provenance_text(provenance)));
  for (const char* name : {"artifacts", "cells", "splits", "log"})
    SF_TRY(make_directories(folder.file(name)));
  return {};
}

}  // namespace standfast
