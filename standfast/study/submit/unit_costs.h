// Costs of the units of a run, from a dry run's estimate. They size the jobs of a submission and are kept
// beside them, so that a later submission need not try again.
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
  std::optional<Range> seconds;  // seconds of processor; nothing: unknown
  Range memory;                  // memory of its worker in bytes; 0: unknown
};

class UnitCosts {
 public:
  UnitCosts() = default;
  // Takes the costs of a dry run, with an estimate or (everything is unknown) without.
  explicit UnitCosts(const DryRun& plan);

  // Returns the cost of a unit. Units of one sort cost the same: a cell costs as much as a mean cell of its
  // corpus and model.
  UnitCost of(const Unit& unit, const StudySpec& study) const;
  // Returns the seconds to read the corpus, which every task does once.
  double reading(const std::string& corpus) const;
  // Returns the number of folds of a splits unit that was drawn; nothing if it was not drawn.
  std::optional<uint32_t> folds(const Unit& splits) const;

  // Returns whether the costs come from a dry run with an estimate.
  bool tried() const { return !sorts_.empty(); }

  nlohmann::ordered_json to_json() const;
  static UnitCosts from_json(const nlohmann::ordered_json& json);  // throws nlohmann::json::exception

 private:
  struct Sort {
    std::string kind, corpus, model;  // kind "": reading the corpus
    bool planted = false;
    std::optional<Range> seconds;  // cost of one unit
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
  Range memory_;  // memory of any worker
};

}  // namespace standfast
