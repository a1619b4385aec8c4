#include "standfast/study/experiment/export_pairs.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/write.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {

Result<std::vector<ExportedFold>> export_pairs(const ExportOptions& options) {
  const RunFolder folder(options.run);
  SF_ASSIGN(const PathKind provenance_file, path_kind(folder.file("provenance.json")));
  if (provenance_file == PathKind::nothing)
    return data_error(options.run + ": no provenance.json; is this a folder that `standfast run` wrote?");
  SF_ASSIGN(const Provenance provenance, read_provenance(folder, study_catalogs()));
  if (!provenance.study.the_task().traits().draws_pairs)
    return usage_error(options.run + ": a run of " + provenance.study.task +
                       " has no pairs; its folds are in splits/");
  SF_ASSIGN(const std::string study_folder, read_study_folder(folder));
  for (const auto& name : options.conditions) {
    std::vector<std::string> known;
    for (const auto& condition : provenance.study.conditions) known.push_back(condition.name);
    if (std::find(known.begin(), known.end(), name) == known.end())
      return usage_error(fmt::format("no condition of this run is called \"{}\" (there are: {})", name,
                                     fmt::join(known, ", ")));
  }
  SF_ASSIGN(const auto plan, folder.read_plan());
  std::vector<ExportedFold> folds;
  for (size_t c = 0; c < provenance.study.corpora.size(); ++c) {
    const auto& spec = provenance.study.corpora[c];
    SF_ASSIGN(const Corpus corpus,
              read_study_corpus(provenance.study, spec, study_folder, &provenance.corpora[c], null_sink()));
    for (const auto& unit : plan) {
      if (unit.kind != &splits_kind() || unit.corpus != spec.name) continue;
      if (!options.conditions.empty() && std::find(options.conditions.begin(), options.conditions.end(),
                                                   unit.condition) == options.conditions.end())
        continue;
      const auto found = folder.state(unit, Check::digests);
      if (found.state == RunFolder::State::damaged) return damaged_part(found.reason, unit.label());
      if (found.state != RunFolder::State::done) {
        options.sink->warn(unit.label() + " is not there (failed, or has not run); left out");
        continue;
      }
      SF_ASSIGN(const SplitPairs drawn,
                read_pairs(folder.artifact(unit.key, "pairs.jsonl.gz"), corpus.size()));
      for (size_t f = 0; f < drawn.folds.size(); ++f) {
        ExportedFold fold;
        fold.folder = fmt::format("{}/fold-{}", split_name(unit.corpus, unit.condition, unit.seed), f);
        const auto write = [&](const std::string& side, const std::vector<Pair>& pairs,
                               uint64_t& count) -> Status {
          if (pairs.empty()) return {};
          const std::string place = options.out + "/" + fold.folder + "/" + side;
          SF_TRY(make_directories(place));
          count = pairs.size();
          return write_pan(corpus, PairSet{pairs, {}}, place + "/pairs.jsonl", place + "/truth.jsonl");
        };
        if (!options.test_only) {
          SF_TRY(write("train", drawn.folds[f].train, fold.train));
          SF_TRY(write("validation", drawn.folds[f].validation, fold.validation));
        }
        SF_TRY(write(kTestSide, drawn.folds[f].test, fold.test));
        for (const auto& one : drawn.sides) SF_TRY(write(one.side, one.pairs, fold.sides[one.side]));
        folds.push_back(std::move(fold));
        options.sink->progress("folds", folds.size(), 0);
      }
    }
  }
  return folds;
}

}  // namespace standfast
