// The plan of a run: a graph of units. Each unit names the units that it needs.
//
//   vectors   the documents of one corpus by one encoder, where a condition names one
//   fit       a classifier fitted on documents of a corpus, where a model makes the space of a condition
//   space     vectors of documents of one corpus in the space of a condition
//   corpus    summary and topic similarity of a corpus; only the report reads them
//   slices    values of the columns that the study slices scores by; only the report reads them
//   splits    sample, folds and pairs of one corpus under one condition with one seed
//   near      test items of a split with a near duplicate in training; only the report reads them
//   analysis  the properties that a split rests on, by one of the study's analyses; only the report reads it
//   map       documents of a space on a plane; only the report reads it
//   start     a classifier fitted on all documents of a corpus, from which its cells begin
//   features  pair features of a model over every pair of the study in one corpus
//   cell      fit one model on one fold, predict, score
//   nested    a cell again, without a block of authors or topics; only the report's intervals read it
//   explain   how much each token of some documents adds to the answers of a cell's model; only the report reads it
//
// The plan grows during the run. Cells are added as soon as the number of folds of their split is known. Pair
// features are added as soon as all splits of their corpus are drawn.
//
// The key of a unit is its name: 16 hex digits of a SHA-256 over operation, version, options and inputs. A
// key depends on no other conditions or models. So adding one to a study leaves every other cell as it was.
// The only exception is the table of pair features: its key covers all splits of its corpus, so it is made
// anew (its numbers do not change).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// The facts that the plan needs about a splits unit that has ended.
struct SplitFacts {
  uint32_t folds = 0;  // 0: it failed
};

// Returns the number of fits of a model on a fold: the number that the study asks for, but only one if the
// model's traits say that the seed has no effect.
uint32_t fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs);

class Plan {
 public:
  // Place among the units of its kind. In the plan these units are in ascending order of place.
  using Place = std::array<size_t, 4>;

  // The arguments must outlive this object. study_folder: the folder where relative paths of options start;
  // only the memory that units ask for depends on it.
  Plan(const StudySpec& study, const StudyCatalogs& catalogs, const std::vector<CorpusFacts>& corpora,
       std::string study_folder = "")
      : study_(study), catalogs_(catalogs), corpora_(corpora), study_folder_(std::move(study_folder)) {}

  // Adds the units that can be named before anything is drawn. Must be called once, and first.
  Status begin();
  // Adds the units that can be named now that a splits unit has ended. If the split failed, the plan gets
  // fold 0 of each model, so that the missing cells are visible.
  Status settle(const std::string& splits_key, SplitFacts facts);
  // Returns whether every split has ended: no more units will be added.
  bool complete() const;

  // Returns all units so far, by kind (unit_kinds), then by place. The order does not depend on the order in
  // which the splits ended.
  std::vector<Unit> units() const;
  // Returns the units that were added since the last call.
  std::vector<Unit> take_new();

  // The study, catalogs and corpora, for the kinds of units, which expand the plan.
  const StudySpec& study() const { return study_; }
  const StudyCatalogs& catalogs() const { return catalogs_; }
  const std::vector<CorpusFacts>& corpora() const { return corpora_; }
  const CorpusFacts& corpus(const std::string& name) const;
  // Returns the splits of a corpus, in the order of the plan.
  std::vector<Unit> splits_of(const std::string& corpus) const;
  const Unit* find(const std::string& key) const;
  const std::map<std::string, SplitFacts>& facts() const {
    return facts_;
  }  // facts of the splits that have ended
  bool all_drawn(const std::string& corpus) const;
  // Returns the units that the present step of planning (begin or settle) has added so far, with their
  // places, for kinds whose units accompany units of other kinds.
  std::vector<std::pair<Unit, Place>> just_added() const;
  // Returns the memory need of a unit in which this component works.
  uint64_t memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                       const CorpusFacts& corpus) const;
  // Adds a unit and sets its stage. If the key is there already, nothing changes. The units that it needs
  // must have been added before.
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
  std::string study_folder_;
  std::map<std::string, Planned> units_;  // by key
  std::vector<std::string> new_;          // keys
  size_t step_ = 0;                       // place in new_ of the first unit of the present step
  std::vector<std::string> splits_;       // keys, in the order of the plan
  std::map<std::string, SplitFacts> facts_;
};

// Returns the memory need, in bytes, of a unit in which this component works: the texts of its corpus, and
// the memory that the component declares in addition (base/catalog.h). Executors start no more units at once
// than there is room for. No key and no number depends on it. study_folder: the folder where relative paths
// of its options start.
uint64_t memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                     const CorpusFacts& corpus, const std::string& study_folder);

// The largest memory need of a unit of the study, and its cause: "the texts of corpus c", "units with encoder
// sentence on corpus c".
struct MostMemory {
  uint64_t bytes = 0;
  std::string who;
};
MostMemory most_memory(const StudySpec& study, const StudyCatalogs& catalogs,
                       const std::vector<CorpusFacts>& corpora, const std::string& study_folder);

}  // namespace standfast
