// A unit of a run's plan, the kinds of units, and what planning knows about corpora and splits.
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

// The score key: the model, fold and draw that a number belongs to. Units of a plan, records of cells and cells that are
// missing have it as their base, so it is passed on whole. What else a score is of (task, side, metric) stands beside it.

// A block of units that a nested cell leaves out of its fold (study/cell/left_out.h).
struct LeftOut {
  std::string units;    // "author", "topic", "document"
  uint32_t repeat = 0;  // which of the drawings of blocks
  uint32_t block = 0;   // which of its blocks
  auto operator<=>(const LeftOut&) const = default;
};

struct ScoreKey {
  std::string corpus, condition, model;  // names in the study; "" where a unit has none
  uint64_t seed = 0;                     // of splits and cells
  uint32_t fold = 0;                     // of cells
  uint32_t trade = 0;                    // of cells of a control: the trade that the fold belongs to
  uint32_t fit = 0;                      // of cells: the number of the fit of the model on that fold
  std::optional<LeftOut> left_out = {};  // of nested cells
  auto operator<=>(const ScoreKey&) const = default;
  ScoreKey& score_key() { return *this; }
  const ScoreKey& score_key() const { return *this; }
};

// The seed of a fit. It is separate from the seed of the draw: the folds of a seed stay the same for all
// models and numbers of fits.
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

// Adds the fields that only some keys have, and that a record lacks where they are as in the struct: trade, fit, left_out.
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

// The resources that a unit asks for while it is done. An executor has a limited amount of each.
struct Resources {
  int cores = 1;        // processors that it surely gets; more if others leave them free
  uint64_t memory = 0;  // bytes that it surely needs; 0: unknown
  int devices = 0;      // accelerators
  bool fits(const Resources& free) const {
    return cores <= free.cores && memory <= free.memory && devices <= free.devices;
  }
};

struct Unit : ScoreKey {
  const UnitKind* kind = nullptr;
  std::string key;          // its own name, from all that it is made from
  std::string analysis;     // of analyses: its name in the study
  std::string encoder;      // of vectors, fits and spaces: the words for their encoder or model
  std::vector<Need> needs;  // units that must be done first; each key occurs once
  int stage = 0;            // 1 + the largest stage of its needs; 0: it needs nothing
  Resources resources;

  // The key of the unit of this kind that it needs; "" if it needs none.
  const std::string& need(const UnitKind& kind) const;
  std::string label()
      const;  // "iac / hits / ppm / seed 0 / fold 3"; for a later trade ".. / trade 2 / fold 23"
};

struct Artifacts;
class Plan;
class RunFolder;
class Workshop;
// The result of a unit that succeeded: its marker without status and files, and the files that it wrote,
// relative to the folder of the run.
struct MadeUnit;

// What units of one kind have in common: when they are added to the plan and what they do. A new kind is a
// class like those in study/unit/ and one line in its catalog.cc.
class UnitKind {
 public:
  virtual ~UnitKind() = default;
  virtual const char* name() const = 0;   // in plans and markers: "cell"
  virtual const char* units() const = 0;  // plural, for a reader: "cells"
  virtual const char* one() const = 0;  // in the reason why another unit cannot be done: "its {split} failed"
  virtual std::string label(const Unit& unit) const = 0;
  // Whether it examines a model: then it has a record in cells/ instead of an artifact.
  virtual bool examines() const { return false; }
  // Whether only the report reads what it makes: then it is done after everything else.
  virtual bool only_shown() const { return false; }
  // Whether what it warns of is shown, and not only kept in its log. For kinds of which one unit serves many cells; of cells
  // each would say the same again.
  virtual bool warns() const { return false; }
  // Adds the units that can be named now. settled: the splits unit whose number of folds has just become
  // known; null at the beginning.
  virtual Status expand(Plan& plan, const Unit* settled) const = 0;
  virtual Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const = 0;
  // Reads what the report shows of a unit that is done, and adds it (study/record/artifacts.h). Nothing by default. A data
  // error names the file.
  virtual Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const;
};

// The reason why a unit cannot be done: something of this kind, which it needs, failed.
std::string failed_need(const UnitKind& kind, const std::string& reason);

// In the order of plan.jsonl.
const std::vector<const UnitKind*>& unit_kinds();
// Null if this version has no such kind.
const UnitKind* find_unit_kind(std::string_view name);

nlohmann::ordered_json unit_to_json(const Unit& unit);  // a line of plan.jsonl
Result<Unit> unit_from_json(const nlohmann::ordered_json& json);

// A side: documents of a corpus that are kept apart for it.
struct SideFacts {
  std::string name;
  uint64_t documents = 0;
  std::string sha256;  // of the rows of its documents
  // Its documents whose text stands outside the sides too (the same but for case and white space).
  uint64_t shared_texts = 0;
  bool operator==(const SideFacts&) const = default;
};

// What the plan needs to know of the corpora (by name in the study).
struct CorpusFacts {
  std::string name, sha256;
  uint64_t documents = 0, authors = 0, topics = 0, text_bytes = 0;
  std::map<std::string, std::string> attributes = {};  // by name: the SHA-256 of its values
  std::vector<SideFacts> sides = {};                   // other than the test documents
  std::vector<OddValues> odd_values = {};
  // The share of its characters of scripts without spaces between words, where dictionaries cut words; 0 where these are
  // too few to speak of (text/words.h).
  double unspaced = 0;
};

// Keys of units: a hash of everything that their numbers depend on.

// 16 hex digits of a SHA-256.
std::string key_of(const nlohmann::ordered_json& fields);
std::string key_of_text(std::string_view fields);  // of the same as compact JSON
// The fields of every key: operation, version, corpus and the hash of its data.
nlohmann::ordered_json key_fields(std::string_view operation, const CorpusFacts& corpus);
// A column of the corpus and the hash of its values. The hash of the data does not cover these values. For a
// column with a role the hash is "".
nlohmann::ordered_json column_fields(const CorpusFacts& corpus, const std::string& name);
// Adds the model, its options, the digests of its files and the weights that it gets.
void add_model(nlohmann::ordered_json& fields, const ModelSpec& model, const CorpusFacts& corpus);

}  // namespace standfast
