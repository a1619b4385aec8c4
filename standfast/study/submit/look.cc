#include "standfast/study/submit/look.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/base/unique_name.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/submit/submission_file.h"
#include "standfast/study/task/task.h"
#include "standfast/version.h"

namespace standfast {
namespace {

std::string node_name() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "this node";
}

}  // namespace

Status look_from_node(const std::string& run, const std::string& submission_path, int64_t now) {
  const std::string node = node_name();
  const RunFolder folder(run);
  if (!is_folder(run))
    return data_error(fmt::format(
        "{} does not see the run folder {}; it must lie on a file system that nodes share", node, run));
  const auto submission = read_submission(folder.file(submission_path));
  if (!submission) return with_context(node, submission.error());
  if (submission->version != kVersion)
    return missing_error(
        fmt::format("{} has standfast {} as {}, and version {} submitted; name the program with --program",
                    node, kVersion, submission->options.program, submission->version));
  // The clock must not go before the submission. A later time is no sign of an error, because jobs wait.
  if (submission->sent - now > kMostApart)
    return data_error(fmt::format("the clock of {} is {} s behind the clock of the submitting machine", node,
                                  submission->sent - now));
  const std::string trial = temporary_beside(folder.file("submit/look"));
  if (const Status written = write_file(trial, "look\n"); !written)
    return with_context(node + " cannot write into the run folder", written.error());
  std::error_code code;
  const auto shown = std::filesystem::last_write_time(trial, code);
  const auto age = std::filesystem::file_time_type::clock::now() - shown;
  std::filesystem::remove(trial);
  const auto apart = std::chrono::duration_cast<std::chrono::seconds>(age).count();
  if (!code && (apart > kMostApart || apart < -kMostApart))
    return data_error(fmt::format("the clock of {} is {} s {} the clock of the run's file system", node,
                                  apart > 0 ? apart : -apart, apart > 0 ? "ahead of" : "behind"));
  SF_ASSIGN(const Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_ASSIGN(const std::string study_folder, read_study_folder(folder));
  for (CorpusSpec corpus : provenance.study.corpora) {
    std::vector<std::string> paths = {corpus.path};
    if (!corpus.parts.empty()) {
      paths.clear();
      for (const auto& part : corpus.parts) paths.push_back(part.path);
    }
    for (const auto& path : paths) {
      corpus.path = path;
      SF_ASSIGN(const std::string at, corpus_path(corpus, study_folder));
      if (!is_there(at))
        return data_error(fmt::format("{} does not see {}, a file of corpus {}", node, at, corpus.name));
    }
  }
  if (const Status ready = models_are_ready(provenance.study, study_catalogs()); !ready)
    return with_context(node, ready.error());
  return {};
}

}  // namespace standfast
