// A unit of a run's plan, and what planning knows of corpora and splits.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"

namespace standfast {

enum class UnitKind : uint8_t { vectors, corpus, splits, features, start, cell };
std::string_view unit_kind_name(UnitKind kind);
// What units of this kind are as a stage of work, for a reader: "splits", "pair features", "cells" ...
const char* stage_name(UnitKind kind);

struct Unit {
  UnitKind kind = UnitKind::corpus;
  std::string key;
  std::string corpus, condition, model;  // names in the study; "" where a unit has none
  uint64_t seed = 0;                     // of splits and cells
  uint32_t fold = 0;                     // of cells
  uint32_t fit = 0;                      // of cells: which initialisation of the model on that fold
  uint32_t trade = 0;                    // of cells of a control: the trade that the fold belongs to
  std::string encoder;                   // of vectors: what makes them, in words
  std::string vectors;                   // splits: key of the vectors unit it reads, or ""
  std::string splits;                    // cell: key of the splits unit it reads
  std::string features;                  // cell: key of the features unit it reads, or ""
  std::string start;                     // cell: key of the start unit it reads, or ""

  int stage() const {
    switch (kind) {
      case UnitKind::vectors:
        return 0;
      case UnitKind::features:
      case UnitKind::start:
        return 2;
      case UnitKind::cell:
        return 3;
      default:
        return 1;
    }
  }
  std::string label()
      const;  // "iac / hits / ppm / seed 0 / fold 3"; of a later trade ".. / trade 2 / fold 23"
};

nlohmann::ordered_json unit_to_json(const Unit& unit);  // a line of plan.jsonl
Result<Unit> unit_from_json(const nlohmann::ordered_json& json);

// What the plan needs to know of the corpora (by name in the study) ...
struct CorpusFacts {
  std::string name, sha256;
  uint64_t documents = 0, authors = 0, topics = 0, text_bytes = 0;
  std::map<std::string, std::string> attributes = {};  // by name the SHA-256 of its values
};
// ... and of each splits unit once it has run (by key).
struct SplitFacts {
  uint32_t folds = 0;  // 0: it failed
};

}  // namespace standfast
