// What each unit of a run takes, from a dry run's estimate: it sizes the jobs of a submission and is kept beside them, so
// that a later submission need not try again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/study/executor/dry_run.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

struct UnitCost {
  std::optional<Range> seconds;  // of processor; nothing: unknown
  Range memory;                  // bytes of its worker; 0: unknown
};

class UnitCosts {
 public:
  UnitCosts() = default;
  // Of a dry run, with an estimate or (everything is unknown) without.
  explicit UnitCosts(const DryRun& plan);

  // Units of one sort cost the same: a cell what a mean cell of its corpus and model does.
  UnitCost of(const Unit& unit, const StudySpec& study) const;
  // Seconds to read the corpus, which every task does once.
  double reading(const std::string& corpus) const;
  // The number of folds of a splits unit that was drawn; nothing for one that was not.
  std::optional<uint32_t> folds(const Unit& splits) const;

  bool tried() const { return !sorts_.empty(); }  // it comes of a dry run with an estimate

  nlohmann::ordered_json to_json() const;
  static UnitCosts from_json(const nlohmann::ordered_json& json);  // throws nlohmann::json::exception

 private:
  struct Sort {
    std::string kind, corpus, model;  // kind "": reading the corpus
    bool planted = false;
    std::optional<Range> seconds;  // of one
    Range memory;
  };
  struct Drawn {
    std::string corpus, condition;
    uint64_t seed = 0;
    uint32_t folds = 0;
  };
  const Sort* find(const std::string& kind, const std::string& corpus, const std::string& model,
                   bool planted) const;
  std::vector<Sort> sorts_;
  std::vector<Drawn> drawn_;
  Range memory_;  // of any worker
};

}  // namespace standfast
