#include "standfast/result/run/study_predictions.h"

#include <fmt/format.h>

#include "standfast/result/run/add_predictions.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/spec/spec.h"

namespace standfast::result {
namespace {

Status add_of_study(const std::string& run_folder, const PredictionsInfo& predictions, bool ignore_extra,
                    Sink& sink, RunRecords& run) {
  SF_ASSIGN(const std::string study_folder, read_study_folder(RunFolder(run_folder)));
  SF_ASSIGN(const std::string folder,
            predictions_path({predictions.name, predictions.path, ""}, study_folder));
  const std::string owner = "predictions " + predictions.name;  // the same words as in predictions_path
  const auto found = answer_files(folder);
  if (!found) return with_context(owner, found.error());
  if (found->places.empty()) {
    sink.warn(
        fmt::format("{}: no answers in {} yet; answer what the run asks (docs/bring-your-own.md) "
                    "and run again",
                    owner, folder));
    return add_unanswered(predictions.name, run);
  }
  if (found->sha256 != predictions.sha256)
    sink.warn(
        fmt::format("{}: the answers in {} are not those that standfast run last saw; run it again to record "
                    "them",
                    owner, folder));
  // Without a finished cell it is unknown what was asked.
  if (one_cell_a_fold(run).empty()) return add_unanswered(predictions.name, run);
  const Status added = add_predictions(run_folder, predictions.name, folder, ignore_extra, sink, run);
  if (!added) return with_context(owner, added.error());
  return {};
}

}  // namespace

Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run) {
  for (const auto& predictions : std::vector(run.predictions))
    SF_TRY(add_of_study(run_folder, predictions, ignore_extra, sink, run));
  for (const auto& item : given) SF_TRY(add_predictions(run_folder, item, ignore_extra, sink, run));
  return {};
}

}  // namespace standfast::result
