// A unit of a run's plan, the kinds of units, and the facts about corpora and splits that planning needs.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include "standfast/base/field_table.h"
#include "standfast/base/result.h"
#include "standfast/base/rng.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// A block of units that a nested cell leaves out of its fold (study/cell/left_out.h).
struct LeftOut {
  std::string units;    // "author", "topic", "document"
  uint32_t repeat = 0;  // number of the drawing of blocks
  uint32_t block = 0;   // number of the block in that drawing
  auto operator<=>(const LeftOut&) const = default;
};

// The score key: the model, fold and draw that a number belongs to. Units of a plan, records of cells and
// missing cells have it as their base, so it is passed on whole. The other properties of a score (task, side,
// metric) stand beside it.
struct ScoreKey {
  std::string corpus, condition, model;  // names in the study; "" where a unit has none
  uint64_t seed = 0;                     // seed of splits and cells
  uint32_t fold = 0;                     // fold of cells
  uint32_t trade = 0;                    // for cells of a control: the trade that the fold belongs to
  uint32_t fit = 0;                      // for cells: the number of the fit of the model on that fold
  std::optional<LeftOut> left_out = {};  // set in nested cells
  auto operator<=>(const ScoreKey&) const = default;
  ScoreKey& score_key() { return *this; }
  const ScoreKey& score_key() const { return *this; }
};

// Returns the seed of a fit. It is separate from the seed of the draw: the folds of a seed stay the same for
// all models and numbers of fits.
//
// draw: the seed of the folds. fit: number of the fit of the model on that fold; 0 is the first.
inline uint64_t seed_of_fit(uint64_t draw, uint32_t fold, uint32_t fit) {
  const std::string item = fit == 0 ? std::to_string(fold) : fmt::format("{}/fit/{}", fold, fit);
  return Rng(draw, "study/fold", item).next();
}

inline const FieldTable<LeftOut>& left_out_fields() {
  static const auto table = [] {
    FieldTable<LeftOut> fields;
    fields.add("units", &LeftOut::units);
    fields.add("repeat", &LeftOut::repeat);
    fields.add("block", &LeftOut::block);
    return fields;
  }();
  return table;
}

// Adds the fields that only some keys have: trade, fit, left_out. A record omits them where they have their
// default.
template <class Record>
void add_rare_fields_of_key(FieldTable<Record>& fields) {
  fields.add("trade", &ScoreKey::trade).unless_default();
  fields.add("fit", &ScoreKey::fit).unless_default();
  fields.add("left_out", &ScoreKey::left_out, left_out_fields()).unless_default();
}

class UnitKind;

// Another unit that a unit reads.
struct Need {
  const UnitKind* kind = nullptr;
  std::string key;
};

// The resources that a unit asks for. An executor has a limited amount of each.
struct Resources {
  int cores = 1;        // guaranteed processors; more if others leave them free
  uint64_t memory = 0;  // bytes that it needs; 0: unknown
  int devices = 0;      // accelerators
  bool fits(const Resources& free) const {
    return cores <= free.cores && memory <= free.memory && devices <= free.devices;
  }
};

struct Unit : ScoreKey {
  const UnitKind* kind = nullptr;
  std::string key;          // its own name, a hash of all its inputs
  std::string analysis;     // name of an analysis in the study; only for analyses
  std::string encoder;      // description of the encoder or model; only for vectors, fits and spaces
  std::vector<Need> needs;  // units that must be done first; each key occurs once
  int stage = 0;            // 1 + the largest stage of its needs; 0: it needs nothing
  Resources resources;

  // Returns the key of the unit of this kind that it needs; "" if it needs none.
  const std::string& need(const UnitKind& kind) const;
  std::string label()
      const;  // "iac / hits / ppm / seed 0 / fold 3"; for a later trade ".. / trade 2 / fold 23"
};

struct Artifacts;
class Plan;
class RunFolder;
class Workshop;
struct MadeUnit;

// A kind of units: when its units are added to the plan and how they are done. A new kind is a class like
// those in study/unit/ and one line in its catalog.cc.
class UnitKind {
 public:
  virtual ~UnitKind() = default;
  virtual const char* name() const = 0;   // in plans and markers: "cell"
  virtual const char* units() const = 0;  // plural, for a reader: "cells"
  virtual const char* one() const = 0;  // in the reason why another unit cannot be done: "its {split} failed"
  virtual std::string label(const Unit& unit) const = 0;
  // Returns whether units of the kind examine a model: then they have a record in cells/ instead of an
  // artifact.
  virtual bool examines() const { return false; }
  // Returns whether only the report reads the result: then the units are done after everything else.
  virtual bool only_shown() const { return false; }
  // Returns whether warnings of the units are shown, and not only kept in their logs. For kinds of which one
  // unit serves many cells; each cell would repeat the same warning.
  virtual bool warns() const { return false; }
  // Adds the units that can be named now. settled: the splits unit whose number of folds has just become
  // known; null at the beginning.
  virtual Status expand(Plan& plan, const Unit* settled) const = 0;
  virtual Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const = 0;
  // Reads the report's part of a unit that is done, and adds it (study/record/artifacts.h). Does nothing by
  // default. A data error names the file.
  virtual Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const;
};

// Returns the reason why a unit cannot be done: a unit of this kind, which it needs, failed.
std::string failed_need(const UnitKind& kind, const std::string& reason);

// Returns the kinds in the order of plan.jsonl.
const std::vector<const UnitKind*>& unit_kinds();
// Returns the kind of this name; null if this version has no such kind.
const UnitKind* find_unit_kind(std::string_view name);

nlohmann::ordered_json unit_to_json(const Unit& unit);  // a line of plan.jsonl
Result<Unit> unit_from_json(const nlohmann::ordered_json& json);

// The facts of a side: documents of a corpus that are kept apart for it.
struct SideFacts {
  std::string name;
  uint64_t documents = 0;
  std::string sha256;  // hash of the rows of its documents
  // Number of its documents whose text also occurs outside the sides (the same but for case and white space).
  uint64_t shared_texts = 0;
  bool operator==(const SideFacts&) const = default;
};

// The facts that the plan needs about a corpus (by name in the study).
struct CorpusFacts {
  std::string name, sha256;
  uint64_t documents = 0, authors = 0, topics = 0, text_bytes = 0;
  std::map<std::string, std::string> attributes = {};  // by name: the SHA-256 of its values
  std::vector<SideFacts> sides = {};                   // other than the test documents
  std::vector<OddValues> odd_values = {};
  // The share of its characters that belong to scripts without spaces between words, where dictionaries cut
  // words; 0 where these are too few to count (text/words.h).
  double unspaced = 0;
};

// Returns the key of a unit, a hash of everything that its numbers depend on: 16 hex digits of a SHA-256.
std::string key_of(const nlohmann::ordered_json& fields);
std::string key_of_text(std::string_view fields);  // fields: the same as compact JSON
// Returns the fields of every key: operation, version, corpus and the hash of its data.
nlohmann::ordered_json key_fields(std::string_view operation, const CorpusFacts& corpus);
// Returns the name of a column of the corpus and the hash of its values, which the hash of the data does not
// cover. For a column with a role the hash is "".
nlohmann::ordered_json column_fields(const CorpusFacts& corpus, const std::string& name);
// Adds the model, its options, the digests of its files and the weights that it gets.
void add_model(nlohmann::ordered_json& fields, const ModelSpec& model, const CorpusFacts& corpus);

}  // namespace standfast
