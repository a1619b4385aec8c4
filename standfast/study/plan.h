// The plan of a run: units of work in stages; a unit needs only units of earlier stages.
//
//   0  vectors   the documents of one corpus by one encoder, where a condition names one
//   1  corpus    summary and topic similarity of a corpus
//      splits    sample, folds and pairs of one corpus under one condition with one seed
//   2  features  pair features of a model over every pair the study asks about in one corpus
//      start     a classifier fitted on all documents of a corpus, from which its cells begin
//   3  cell      fit one model on one fold, predict, score
//
// The plan of stages 2 and 3 depends on how many folds each split has, so it is made when stage 1 is done. A
// unit is named by its key: 16 hex digits of a SHA-256 over operation, version, options and inputs. A key
// holds nothing of other conditions and models, so adding one to a study leaves every other cell as it was;
// the one exception is the table of pair features, which is keyed by all splits of its corpus and made anew
// (its numbers do not change).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec.h"

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

// The documents whose vectors a condition's sampler asks for: those of topics with so many documents (0:
// any).
int64_t pool_min_docs(const ConditionSpec& condition);

// Units of stages 0 and 1: the vectors of each corpus, encoder and pool of documents that some condition
// names; every corpus; every corpus x condition x seed.
std::vector<Unit> plan_splits(const StudySpec& study, const std::vector<CorpusFacts>& corpora);

// How often a model is fitted on a fold: as often as the study asks, once where its traits say that the seed
// has no effect.
Result<uint32_t> fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs);

// Units of stages 2 and 3. A splits unit that failed stands in the plan with fold 0 of each model, so that
// the cells it costs are seen to be missing. Only verifiers that offer pair features get features units,
// shared by identity; only classifiers whose traits say so get start units.
Result<std::vector<Unit>> plan_cells(const StudySpec& study, const StudyCatalogs& catalogs,
                                     const std::vector<CorpusFacts>& corpora, const std::vector<Unit>& splits,
                                     const std::map<std::string, SplitFacts>& facts);

}  // namespace standfast
