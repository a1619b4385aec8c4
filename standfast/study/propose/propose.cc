#include "standfast/study/propose/propose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/propose/proposal.h"

namespace standfast {

using namespace proposal;

namespace {

// Reads the corpus again with the columns that blocks and pairs of the study name and that have not been read
// yet. Nothing if they name none.
Result<std::optional<Corpus>> read_for_blocks(const StudySpec& study, const ProposeOptions& options) {
  if (std::none_of(study.conditions.begin(), study.conditions.end(), [](const auto& condition) {
        return !condition.block.empty() || !condition.columns.empty();
      }))
    return std::nullopt;
  SF_ASSIGN(Corpus corpus,
            read_study_corpus(study, study.corpora.front(), folder_of_study(options), nullptr, null_sink()));
  return corpus;
}

bool has_failing_cells(const std::vector<DesignWarning>& warnings) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [](const auto& warning) { return warning.code == "SF111"; });
}

}  // namespace

Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options) {
  const Facts facts = facts_of(corpus);
  std::string task = options.task, why_task = "The task was asked for.";
  if (task.empty()) {
    task = facts.writers >= 2 ? "verification" : "classification";
    why_task = fmt::format(
        "{}: {}.", task == "verification" ? "Verification" : "Classification",
        facts.authors == 0
            ? "there are no authors"
            : fmt::format("{} two documents or more",
                          facts.writers == 0 ? "no author has"
                                             : counted(facts.writers, "author has", "authors have")));
  }
  std::string target = options.target;
  if (task == "classification" && target.empty()) {
    const bool authors = large_values(corpus, Role::author, kLeastOfAClass) >= 2;
    const bool labels = large_values(corpus, Role::label, kLeastOfAClass) >= 2;
    target = !authors && (labels || corpus.column(Role::author) == nullptr) &&
                     corpus.column(Role::label) != nullptr
                 ? "label"
                 : "author";
    if (authors && corpus.column(Role::label) != nullptr)
      why_task += " The author is predicted; the corpus has a label too: --target label predicts that.";
  }
  SF_ASSIGN(const auto offers, task == "verification"
                                   ? verification_offers(corpus, facts, options)
                                   : classification_offers(corpus, facts, target, options));

  std::optional<ProposedStudy> best;
  const Offer* chosen = nullptr;
  KnownCorpora known;
  std::string reason;
  for (const auto& offer : offers) {
    if (best && offer.last_resort && !has_failing_cells(best->warnings)) break;
    ProposedStudy proposed;
    const auto text = [&] {
      return study_text(offer.candidate, facts, options, task, target, why_task, proposed.warnings);
    };
    SF_ASSIGN(const StudySpec study, parse_study(text(), options.study_path, study_catalogs()));
    SF_ASSIGN(const auto with_columns, read_for_blocks(study, options));
    auto warnings = judge_study(study, folder_of_study(options),
                                with_columns   ? *with_columns
                                : offer.corpus ? *offer.corpus
                                               : corpus,
                                options.threads, *options.sink, &known);
    if (!warnings) {
      if (reason.empty()) reason = warnings.error().message;
      continue;
    }
    if (best && std::pair(has_failing_cells(best->warnings), best->warnings.size()) <=
                    std::pair(has_failing_cells(*warnings), warnings->size()))
      continue;
    proposed.warnings = std::move(*warnings);
    proposed.text = text();
    best = std::move(proposed);
    chosen = &offer;
    if (best->warnings.empty()) break;
  }
  if (!best) return nothing(options, reason);
  best->choices.push_back(why_task);
  if (!chosen->candidate.why_frequent.empty()) best->choices.push_back(chosen->candidate.why_frequent);
  best->choices.push_back(chosen->candidate.why);
  return std::move(*best);
}

}  // namespace standfast
