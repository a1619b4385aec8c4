#include "standfast/study/plan/plan.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include <fmt/format.h>

#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {

uint64_t memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                     const CorpusFacts& corpus, const std::string& study_folder) {
  const auto entry = catalog.info(name);
  if (!entry || entry->memory == nullptr) return corpus.text_bytes;
  const auto ready = located(name, options, *entry->options, study_folder);
  if (!ready) return corpus.text_bytes;  // the unit will report the error
  return corpus.text_bytes + entry->memory(*ready, {corpus.documents, corpus.text_bytes});
}

MostMemory most_memory(const StudySpec& study, const StudyCatalogs& catalogs,
                       const std::vector<CorpusFacts>& corpora, const std::string& study_folder) {
  MostMemory most;
  for (const CorpusFacts& corpus : corpora) {
    if (corpus.text_bytes > most.bytes) most = {corpus.text_bytes, "the texts of corpus " + corpus.name};
    const auto look_at = [&](const ComponentList& catalog, const std::string& name, const Options& options) {
      const uint64_t bytes = memory_with(catalog, name, options, corpus, study_folder);
      if (bytes > most.bytes)
        most = {bytes, fmt::format("units with {} {} on corpus {}", catalog.family(), name, corpus.name)};
    };
    const auto look_at_encoder = [&](const EncoderChoice& encoder) {
      look_at(*catalogs.encoders, encoder.name, encoder.options);
    };
    for (const auto& condition : study.conditions) {
      if (!condition.asks(corpus.name)) continue;
      if (condition.encoder) look_at_encoder(*condition.encoder);
      if (condition.space)
        look_at(catalogs.makers_of(*condition.space), condition.space->maker.name,
                condition.space->maker.options);
    }
    for (const auto& analysis : study.analyses)
      if (analysis.encoder) look_at_encoder(*analysis.encoder);
    for (const auto& model : study.models)
      look_at(study.the_task().models(catalogs), model.model.name, model.model.options);
  }
  return most;
}

uint32_t fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs) {
  return study.the_task().model_facts(model.model.name, catalogs).deterministic ? 1 : study.fits_asked(model);
}

Status Plan::begin() {
  return expand(nullptr);
}

Status Plan::settle(const std::string& splits_key, SplitFacts facts) {
  const Unit* splits = find(splits_key);
  assert(splits != nullptr && splits->kind == &splits_kind());
  facts_[splits_key] = facts;
  const Unit settled = *splits;
  return expand(&settled);
}

Status Plan::expand(const Unit* settled) {
  step_ = new_.size();
  for (const UnitKind* kind : unit_kinds()) SF_TRY(kind->expand(*this, settled));
  return {};
}

bool Plan::complete() const {
  return std::all_of(corpora_.begin(), corpora_.end(), [&](const auto& c) { return all_drawn(c.name); });
}

bool Plan::all_drawn(const std::string& corpus) const {
  return std::all_of(splits_.begin(), splits_.end(), [&](const auto& key) {
    return units_.at(key).unit.corpus != corpus || facts_.contains(key);
  });
}

std::vector<Unit> Plan::units() const {
  std::vector<const Planned*> all;
  for (const auto& [key, planned] : units_) all.push_back(&planned);
  std::sort(all.begin(), all.end(), [](const Planned* a, const Planned* b) {
    return std::tie(a->kind, a->place, a->unit.key) < std::tie(b->kind, b->place, b->unit.key);
  });
  std::vector<Unit> units;
  for (const auto* planned : all) units.push_back(planned->unit);
  return units;
}

std::vector<Unit> Plan::take_new() {
  std::vector<Unit> units;
  for (const auto& key : new_) units.push_back(units_.at(key).unit);
  new_.clear();
  return units;
}

std::vector<std::pair<Unit, Plan::Place>> Plan::just_added() const {
  std::vector<std::pair<Unit, Place>> units;
  for (size_t i = step_; i < new_.size(); ++i) {
    const Planned& planned = units_.at(new_[i]);
    units.emplace_back(planned.unit, planned.place);
  }
  return units;
}

const CorpusFacts& Plan::corpus(const std::string& name) const {
  const auto found =
      std::find_if(corpora_.begin(), corpora_.end(), [&](const auto& corpus) { return corpus.name == name; });
  assert(found != corpora_.end());
  return *found;
}

std::vector<Unit> Plan::splits_of(const std::string& corpus) const {
  std::vector<Unit> splits;
  for (const auto& key : splits_)
    if (const Unit& unit = units_.at(key).unit; unit.corpus == corpus) splits.push_back(unit);
  return splits;
}

uint64_t Plan::memory_with(const ComponentList& catalog, const std::string& name, const Options& options,
                           const CorpusFacts& corpus) const {
  return standfast::memory_with(catalog, name, options, corpus, study_folder_);
}

const Unit* Plan::find(const std::string& key) const {
  const auto found = units_.find(key);
  return found == units_.end() ? nullptr : &found->second.unit;
}

void Plan::add(Unit unit, Place place) {
  if (units_.contains(unit.key)) return;
  for (const auto& need : unit.needs) {
    const Unit* needed = find(need.key);
    assert(needed != nullptr);
    unit.stage = std::max(unit.stage, needed->stage + 1);
  }
  // A unit holds the texts of its corpus. Some kinds ask for more (memory_with).
  unit.resources.memory = std::max(unit.resources.memory, corpus(unit.corpus).text_bytes);
  const auto& kinds = unit_kinds();
  const auto kind = static_cast<size_t>(std::find(kinds.begin(), kinds.end(), unit.kind) - kinds.begin());
  new_.push_back(unit.key);
  if (unit.kind == &splits_kind()) splits_.push_back(unit.key);
  std::string key = unit.key;
  units_.emplace(std::move(key), Planned{std::move(unit), kind, place});
}

}  // namespace standfast
