// The plan of a run: a graph of units, of which each names the units that it needs.
//
//   vectors   the documents of one corpus by one encoder, where a condition names one
//   fit       a classifier fitted on documents of a corpus, where the space of a condition is that of a model
//   space     vectors of documents of one corpus in the space of a condition
//   corpus    summary and topic similarity of a corpus; only the report reads them
//   slices    values of the columns that the study slices scores by; only the report reads them
//   splits    sample, folds and pairs of one corpus under one condition with one seed
//   start     a classifier fitted on all documents of a corpus, from which its cells begin
//   features  pair features of a model over every pair the study asks about in one corpus
//   cell      fit one model on one fold, predict, score
//
// The plan grows while it is worked on: cells are named as soon as it is known how many folds their split
// has, and pair features as soon as all splits of their corpus are drawn. A unit is named by its key: 16 hex
// digits of a SHA-256 over operation, version, options and inputs. A key holds nothing of other conditions
// and models, so adding one to a study leaves every other cell as it was; the one exception is the table of
// pair features, which is keyed by all splits of its corpus and made anew (its numbers do not change).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// What the plan must know of a splits unit that has ended.
struct SplitFacts {
  uint32_t folds = 0;  // 0: it failed
};

// How often a model is fitted on a fold: as often as the study asks, once where its traits say that the seed
// has no effect.
uint32_t fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs);

class Plan {
 public:
  // Among units of its kind: they stand in the plan by these numbers, ascending.
  using Place = std::array<size_t, 4>;

  // References stay the caller's.
  Plan(const StudySpec& study, const StudyCatalogs& catalogs, const std::vector<CorpusFacts>& corpora)
      : study_(study), catalogs_(catalogs), corpora_(corpora) {}

  // Names the units that can be named before anything is drawn. Once, and first.
  Status begin();
  // Names what can be named now that a splits unit has ended. A split that failed has fold 0 of each model in
  // the plan, so that the cells it costs are seen to be missing.
  Status settle(const std::string& splits_key, SplitFacts facts);
  // Every split has ended: nothing more will be named.
  bool complete() const;

  // All units so far: by kind (unit_kinds), then by place. The order does not depend on which split ended
  // first.
  std::vector<Unit> units() const;
  // Those that were named since the last call.
  std::vector<Unit> take_new();

  // For the kinds, which expand it.
  const StudySpec& study() const { return study_; }
  const StudyCatalogs& catalogs() const { return catalogs_; }
  const std::vector<CorpusFacts>& corpora() const { return corpora_; }
  const CorpusFacts& corpus(const std::string& name) const;
  // The splits of a corpus, in the order of the plan.
  std::vector<Unit> splits_of(const std::string& corpus) const;
  const Unit* find(const std::string& key) const;
  const std::map<std::string, SplitFacts>& facts() const { return facts_; }  // of the splits that have ended
  bool all_drawn(const std::string& corpus) const;
  // Sets the stage. A key that is there already is left as it is. What it needs must have been added before.
  void add(Unit unit, Place place);

 private:
  Status expand(const Unit* settled);

  struct Planned {
    Unit unit;
    size_t kind;
    Place place;
  };
  const StudySpec& study_;
  const StudyCatalogs& catalogs_;
  const std::vector<CorpusFacts>& corpora_;
  std::map<std::string, Planned> units_;  // by key
  std::vector<std::string> new_;          // keys
  std::vector<std::string> splits_;       // keys, in the order of the plan
  std::map<std::string, SplitFacts> facts_;
};

}  // namespace standfast
