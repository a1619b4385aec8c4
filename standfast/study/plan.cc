#include "standfast/study/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/version.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr UnitKind kKinds[] = {UnitKind::vectors,  UnitKind::corpus, UnitKind::splits,
                               UnitKind::features, UnitKind::start,  UnitKind::cell};

std::string key_of(const Json& inputs) {
  return sha256_hex(inputs.dump()).substr(0, 16);
}

Json key_fields(UnitKind kind, const CorpusFacts& corpus) {
  Json fields;
  fields["operation"] = unit_kind_name(kind);
  fields["version"] = kVersion;
  fields["corpus"] = corpus.name;
  fields["data"] = corpus.sha256;
  return fields;
}

// A column of the corpus and what it holds, which is no part of the hash of the data.
Json column_fields(const CorpusFacts& corpus, const std::string& name) {
  const auto values = corpus.attributes.find(name);
  return {name, values == corpus.attributes.end() ? "" : values->second};
}

// The vectors that the sampler of a condition reads. The aggregate is no part of it: it is made of them by
// whoever reads them.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus) {
  Unit unit;
  unit.kind = UnitKind::vectors;
  unit.corpus = corpus.name;
  unit.condition = condition.name;
  EncoderChoice choice = *condition.encoder;
  choice.aggregate = Aggregate::mean;
  const int64_t min_docs = pool_min_docs(condition);
  unit.encoder = describe(choice) + (min_docs > 0 ? fmt::format(", min-docs {}", min_docs) : "");
  Json fields = key_fields(unit.kind, corpus);
  fields["encoder"] = choice.name;
  fields["options"] = options_to_json(choice.options);
  fields["seed"] = choice.seed;
  fields["min_docs"] = min_docs;
  unit.key = key_of(fields);
  return unit;
}

}  // namespace

std::string_view unit_kind_name(UnitKind kind) {
  switch (kind) {
    case UnitKind::vectors:
      return "vectors";
    case UnitKind::corpus:
      return "corpus";
    case UnitKind::splits:
      return "splits";
    case UnitKind::features:
      return "features";
    case UnitKind::start:
      return "start";
    case UnitKind::cell:
      return "cell";
  }
  return "";
}

const char* stage_name(UnitKind kind) {
  switch (kind) {
    case UnitKind::vectors:
      return "vectors";
    case UnitKind::features:
      return "pair features";
    case UnitKind::start:
      return "fits on all";
    case UnitKind::cell:
      return "cells";
    default:
      return "splits";
  }
}

std::string Unit::label() const {
  switch (kind) {
    case UnitKind::vectors:
      return fmt::format("{} / vectors by {}", corpus, encoder);
    case UnitKind::corpus:
      return fmt::format("{} / summary", corpus);
    case UnitKind::splits:
      return fmt::format("{} / {} / seed {}", corpus, condition, seed);
    case UnitKind::features:
      return fmt::format("{} / {} / pair features", corpus, model);
    case UnitKind::start:
      return fmt::format("{} / {} / fit on all documents", corpus, model);
    case UnitKind::cell:
      return fmt::format("{} / {} / {} / seed {}{} / fold {}", corpus, condition, model, seed,
                         trade > 0 ? fmt::format(" / trade {}", trade) : "", fold);
  }
  return "";
}

Json unit_to_json(const Unit& unit) {
  Json json;
  json["stage"] = unit.stage();
  json["key"] = unit.key;
  json["kind"] = unit_kind_name(unit.kind);
  json["label"] = unit.label();
  json["corpus"] = unit.corpus;
  if (!unit.condition.empty()) json["condition"] = unit.condition;
  if (!unit.model.empty()) json["model"] = unit.model;
  if (!unit.encoder.empty()) json["encoder"] = unit.encoder;
  if (unit.kind == UnitKind::splits || unit.kind == UnitKind::cell) json["seed"] = unit.seed;
  if (!unit.vectors.empty()) json["vectors"] = unit.vectors;
  if (unit.kind == UnitKind::cell) {
    json["fold"] = unit.fold;
    if (unit.trade > 0) json["trade"] = unit.trade;
    json["splits"] = unit.splits;
    if (!unit.features.empty()) json["features"] = unit.features;
    if (!unit.start.empty()) json["start"] = unit.start;
  }
  return json;
}

Result<Unit> unit_from_json(const Json& json) {
  try {
    Unit unit;
    const auto kind = json.at("kind").get<std::string>();
    const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](UnitKind k) { return unit_kind_name(k) == kind; });
    if (found == std::end(kKinds)) return data_error(fmt::format("the plan has a unit of kind \"{}\"", kind));
    unit.kind = *found;
    unit.key = json.at("key").get<std::string>();
    unit.corpus = json.at("corpus").get<std::string>();
    unit.condition = json.value("condition", "");
    unit.model = json.value("model", "");
    unit.seed = json.value("seed", uint64_t{0});
    unit.fold = json.value("fold", 0U);
    unit.trade = json.value("trade", 0U);
    unit.encoder = json.value("encoder", "");
    unit.vectors = json.value("vectors", "");
    unit.splits = json.value("splits", "");
    unit.features = json.value("features", "");
    unit.start = json.value("start", "");
    return unit;
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("a line of the plan cannot be read ({})", error.what()));
  }
}

int64_t pool_min_docs(const ConditionSpec& condition) {
  const auto& values = condition.sampler.options.values();
  const auto found = values.find("min-docs");
  return found == values.end() ? 0 : std::get<int64_t>(found->second);
}

std::vector<Unit> plan_splits(const StudySpec& study, const std::vector<CorpusFacts>& corpora) {
  std::vector<Unit> units;
  for (const auto& corpus : corpora)
    for (const auto& condition : study.conditions) {
      if (!condition.encoder) continue;
      Unit unit = vectors_unit(condition, corpus);
      const bool known =
          std::any_of(units.begin(), units.end(), [&](const auto& u) { return u.key == unit.key; });
      if (!known) units.push_back(std::move(unit));
    }
  for (const auto& corpus : corpora) {
    Unit unit;
    unit.kind = UnitKind::corpus;
    unit.corpus = corpus.name;
    Json fields = key_fields(unit.kind, corpus);
    if (study.classifies()) fields["target"] = role_name(study.target);  // of the analysis of its style
    unit.key = key_of(fields);
    units.push_back(std::move(unit));
  }
  for (const auto& corpus : corpora)
    for (const auto& condition : study.conditions)
      for (const uint64_t seed : study.seeds) {
        Unit unit;
        unit.kind = UnitKind::splits;
        unit.corpus = corpus.name;
        unit.condition = condition.name;
        unit.seed = seed;
        Json fields = key_fields(unit.kind, corpus);
        fields["condition"] = condition.name;
        fields["sampler"] = condition.sampler.name;
        fields["sampler_options"] = options_to_json(condition.sampler.options);
        if (condition.encoder) {
          unit.vectors = vectors_unit(condition, corpus).key;
          fields["vectors"] = unit.vectors;
          fields["aggregate"] = kAggregates[static_cast<size_t>(condition.encoder->aggregate)];
        }
        fields["splitter"] = condition.splitter.name;
        fields["splitter_options"] = options_to_json(condition.splitter.options);
        if (study.classifies())
          fields["target"] = role_name(study.target);
        else
          fields["pairs"] = options_to_json(condition.pairs);
        if (!condition.control_of.empty()) {
          fields["control"] = role_name(study.target);
          if (condition.trades > 1) fields["trades"] = condition.trades;
          for (const auto& name : condition.block) fields["block"].push_back(column_fields(corpus, name));
        }
        fields["seed"] = seed;
        unit.key = key_of(fields);
        units.push_back(std::move(unit));
      }
  return units;
}

namespace {

void add_model(Json& fields, const ModelSpec& model, const CorpusFacts& corpus) {
  fields["model"] = model.model.name;
  fields["options"] = options_to_json(model.model.options);
  if (!model.files.empty()) fields["files"] = model.files;
  if (!model.document_weight.empty())
    fields["document_weight"] = column_fields(corpus, model.document_weight);
}

// What the cells of a model in a corpus share, or nothing: pair features of a verifier.
Result<std::optional<Unit>> features_unit(const ModelSpec& model, const StudyCatalogs& catalogs,
                                          const CorpusFacts& corpus, const std::vector<Unit>& splits,
                                          const std::map<std::string, SplitFacts>& facts) {
  SF_ASSIGN(const auto* entry, catalogs.verifiers->find(model.model.name));
  SF_ASSIGN(const auto built, entry->make(model.model.options));
  const PairFeatures* pair_features = built->pair_features();
  if (pair_features == nullptr) return std::nullopt;
  Unit unit;
  unit.kind = UnitKind::features;
  unit.corpus = corpus.name;
  unit.model = model.name;
  Json fields = key_fields(unit.kind, corpus);
  if (const std::string identity = pair_features->identity(); !identity.empty()) {
    fields["identity"] = identity;
  } else {
    add_model(fields, model, corpus);
  }
  fields["splits"] = Json::array();
  for (const auto& before : splits)
    if (before.kind == UnitKind::splits && before.corpus == corpus.name && facts.at(before.key).folds > 0)
      fields["splits"].push_back(before.key);
  if (fields["splits"].empty()) return std::nullopt;
  unit.key = key_of(fields);
  return unit;
}

// The same of a classifier: its fit on all documents.
Result<std::optional<Unit>> start_unit(const StudySpec& study, const ModelSpec& model,
                                       const StudyCatalogs& catalogs, const CorpusFacts& corpus) {
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model.model.name));
  if (!entry->traits.starts) return std::nullopt;
  Unit unit;
  unit.kind = UnitKind::start;
  unit.corpus = corpus.name;
  unit.model = model.name;
  Json fields = key_fields(unit.kind, corpus);
  fields["target"] = role_name(study.target);
  add_model(fields, model, corpus);
  unit.key = key_of(fields);
  return unit;
}

Json cell_fields(const StudySpec& study, const ModelSpec& model, const CorpusFacts& corpus,
                 const Unit& cell) {
  Json fields = key_fields(cell.kind, corpus);
  fields["splits"] = cell.splits;
  fields["name"] = model.name;
  add_model(fields, model, corpus);
  fields["profile"] = study.profile;
  fields["fold"] = cell.fold;
  return fields;
}

}  // namespace

Result<std::vector<Unit>> plan_cells(const StudySpec& study, const StudyCatalogs& catalogs,
                                     const std::vector<CorpusFacts>& corpora, const std::vector<Unit>& splits,
                                     const std::map<std::string, SplitFacts>& facts) {
  std::vector<Unit> shared, cells;
  for (const auto& model : study.models)
    for (const auto& corpus : corpora) {
      SF_ASSIGN(const auto common, study.classifies()
                                       ? start_unit(study, model, catalogs, corpus)
                                       : features_unit(model, catalogs, corpus, splits, facts));
      if (common && std::none_of(shared.begin(), shared.end(),
                                 [&](const Unit& known) { return known.key == common->key; }))
        shared.push_back(*common);
      for (const auto& before : splits) {
        if (before.kind != UnitKind::splits || before.corpus != corpus.name) continue;
        const uint32_t folds = facts.at(before.key).folds;
        for (uint32_t fold = 0; fold < std::max(folds, 1U); ++fold) {
          Unit unit;
          unit.kind = UnitKind::cell;
          unit.corpus = corpus.name;
          unit.condition = before.condition;
          unit.model = model.name;
          unit.seed = before.seed;
          unit.fold = fold;
          // The folds of a control are those of its trades one after the other.
          const uint32_t trades = study.condition(before.condition).trades;
          if (trades > 1 && folds >= trades) unit.trade = fold / (folds / trades);
          unit.splits = before.key;
          if (folds > 0 && common) (study.classifies() ? unit.start : unit.features) = common->key;
          unit.key = key_of(cell_fields(study, model, corpus, unit));
          cells.push_back(std::move(unit));
        }
      }
    }
  // Cells of one corpus, condition and seed stand together, so that a worker reads their pairs once.
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < splits.size(); ++i) place[splits[i].key] = i;
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Unit& a, const Unit& b) { return place.at(a.splits) < place.at(b.splits); });
  shared.insert(shared.end(), cells.begin(), cells.end());
  return shared;
}

}  // namespace standfast
