// Space units of a condition: fit -> space -> splits. There is a fit only if a model makes the space. Both
// belong to corpus and space, not to condition or draw: conditions that name the same space share them.
#include "standfast/study/unit/space_units.h"

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/saved_fit.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/vectors_file.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

Unit unit_of(const UnitKind& kind, const Plan& plan, const ConditionSpec& condition,
             const CorpusFacts& corpus, std::string in_words) {
  Unit unit;
  unit.kind = &kind;
  unit.corpus = corpus.name;
  unit.condition = condition.name;
  const SpaceSpec& space = *condition.space;
  unit.resources.memory =
      plan.memory_with(plan.catalogs().makers_of(space), space.maker.name, space.maker.options, corpus);
  const int64_t min_docs = pool_min_docs(condition);
  unit.encoder = std::move(in_words) + (min_docs > 1 ? fmt::format(", min-docs {}", min_docs) : "");
  return unit;
}

// Returns the fields of the documents that the sampler may choose from.
Json pool_fields(const ConditionSpec& condition, const StudyCatalogs& catalogs) {
  if (!samples_topics(condition, catalogs)) return "all";
  return {{"min_docs", pool_min_docs(condition)}};
}

// Adds the maker of the space, and the documents from which it learns.
void add_maker(Json& fields, const Plan& plan, const ConditionSpec& condition) {
  const SpaceSpec& space = *condition.space;
  fields[space.of_model ? "model" : "encoder"] = space.maker.name;
  fields["options"] = options_to_json(space.maker.options);
  if (!space.files.empty()) fields["files"] = space.files;
  fields["seed"] = space.maker.seed;
  fields["learned"] = space.rows == SpaceRows::all ? Json("all") : pool_fields(condition, plan.catalogs());
  if (space.of_model) fields["target"] = role_name(plan.study().target);
  // The documents of a side are part of every key.
  if (const auto& validation = space.validation; validation.any())
    fields["validation"] = validation.side.empty() ? Json(validation.share) : Json(validation.side);
}

// Calls add(condition, corpus, place) for each condition with a space in each corpus that it is asked of.
template <class Add>
void for_each_space(const Plan& plan, const Add& add) {
  const auto& conditions = plan.study().conditions;
  for (size_t i = 0; i < plan.corpora().size(); ++i)
    for (size_t c = 0; c < conditions.size(); ++c)
      if (conditions[c].space && conditions[c].asks(plan.corpora()[i].name))
        add(conditions[c], plan.corpora()[i], Plan::Place{i, c});
}

SpaceWork work_of(Workshop& shop, const Unit& unit, const Corpus& corpus, int threads, Sink& sink) {
  return {shop.study(),
          shop.study().condition(unit.condition),
          corpus,
          shop.study_folder(),
          shop.catalogs(),
          threads,
          &sink};
}

class FitKind final : public UnitKind {
 public:
  const char* name() const override { return "fit"; }
  const char* units() const override { return "fits for spaces"; }
  const char* one() const override { return "fit for the space"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / fit of {}", unit.corpus, unit.encoder);
  }
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr) return {};
    for_each_space(plan, [&](const ConditionSpec& condition, const CorpusFacts& corpus, Plan::Place place) {
      if (auto unit = fit_unit(plan, condition, corpus)) plan.add(std::move(*unit), place);
    });
    return {};
  }
  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    SpaceWork work = work_of(shop, unit, *corpus, threads, sink);
    work.scratch = shop.scratch(unit).folder();
    SF_ASSIGN(const SpaceFit fit, fit_for_space(work));
    SF_ASSIGN(const Column* classes, corpus->require(shop.study().target));
    const EncoderChoice& maker = work.condition.space->maker;
    SF_ASSIGN(MadeUnit made,
              save_fit(shop, unit, {maker.name, maker.options}, *fit.classifier, *classes, fit.documents));
    if (fit.validation > 0) made.marker["validation"] = fit.validation;
    return made;
  }
  // Reads the marker, which has the number of documents and, for a network, its training history.
  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_ASSIGN(const Json marker, folder.read_marker(unit, Check::sizes));
    std::optional<TrainingHistory> history;
    NetworkFit fit{.corpus = unit.corpus, .condition = unit.condition, .history = {}};
    SF_TRY(take_apart(folder.marker(unit), [&] {
      history = history_in(marker.at("facts"));
      marker.at("documents").get_to(fit.documents);
      fit.validation = marker.value("validation", uint64_t{0});
    }));
    if (!history) return {};
    fit.history = std::move(*history);
    into.fits.push_back(std::move(fit));
    return {};
  }
};

class SpaceKind final : public UnitKind {
 public:
  const char* name() const override { return "space"; }
  const char* units() const override { return "spaces"; }
  const char* one() const override { return "space"; }
  bool warns() const override { return true; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / space of {}", unit.corpus, unit.encoder);
  }
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr) return {};
    for_each_space(plan, [&](const ConditionSpec& condition, const CorpusFacts& corpus, Plan::Place place) {
      plan.add(space_unit(plan, condition, corpus), place);
    });
    return {};
  }
  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    SF_ASSIGN(const auto fitted, shop.fitted_for_space(unit.need(fit_kind())));
    SpaceWork work = work_of(shop, unit, *corpus, threads, sink);
    work.scratch = shop.scratch(unit).folder();
    SF_ASSIGN(const MadeSpace space, make_space(work, fitted.get()));
    MadeUnit made;
    SF_ASSIGN(const auto names, write_space(shop.folder().unit_folder(unit), *corpus,
                                            {.matrix = space.matrix, .rows = space.rows}));
    for (const auto& name : names) shop.place(unit, name, made);
    // The marker does not name the condition, because another condition that shares the space may be the
    // first to ask.
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus},
                        {"space", unit.encoder},
                        {"documents", space.matrix.rows},
                        {"columns", space.matrix.columns},
                        {"facts", facts_json(space.facts)}});
    return made;
  }
};

}  // namespace

std::optional<Unit> fit_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus) {
  if (!condition.space->of_model) return std::nullopt;
  Unit unit = unit_of(fit_kind(), plan, condition, corpus, condition.space->fit_in_words());
  Json fields = key_fields(unit.kind->name(), corpus);
  add_maker(fields, plan, condition);
  unit.key = key_of(fields);
  return unit;
}

Unit space_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus) {
  const SpaceSpec& space = *condition.space;
  Unit unit = unit_of(space_kind(), plan, condition, corpus, space.in_words());
  Json fields = key_fields(unit.kind->name(), corpus);
  if (const auto fit = fit_unit(plan, condition, corpus)) {
    unit.needs.push_back({fit->kind, fit->key});
    fields["fit"] = fit->key;
    fields["seed"] = space.maker.seed;
  } else {
    add_maker(fields, plan, condition);
  }
  fields["documents"] = pool_fields(condition, plan.catalogs());
  if (!space.reduction.empty()) {
    fields["reduce"] = space.reduction;
    fields["reduce_options"] = options_to_json(space.reduction_options);
  }
  unit.key = key_of(fields);
  return unit;
}

const UnitKind& fit_kind() {
  static const FitKind kind;
  return kind;
}
const UnitKind& space_kind() {
  static const SpaceKind kind;
  return kind;
}

namespace {

using Json = nlohmann::ordered_json;

class VectorsKind final : public UnitKind {
 public:
  const char* name() const override { return "vectors"; }
  const char* units() const override { return "vectors"; }
  const char* one() const override { return "vectors"; }
  bool warns() const override { return true; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / vectors by {}", unit.corpus, unit.encoder);
  }

  // Adds one unit for each corpus, encoder and pool of documents that some condition names.
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr) return {};
    const auto& conditions = plan.study().conditions;
    for (size_t i = 0; i < plan.corpora().size(); ++i)
      for (size_t c = 0; c < conditions.size(); ++c)
        if (conditions[c].encoder && conditions[c].asks(plan.corpora()[i].name)) {
          Unit unit = vectors_unit(conditions[c], plan.corpora()[i]);
          unit.resources.memory = plan.memory_with(*plan.catalogs().encoders, conditions[c].encoder->name,
                                                   conditions[c].encoder->options, plan.corpora()[i]);
          plan.add(std::move(unit), {i, c});
        }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    const ConditionSpec& condition = shop.study().condition(unit.condition);
    SF_ASSIGN(const StoredVectors pool,
              encode_pool(*corpus, condition, shop.study_folder(), shop.catalogs(),
                          {.threads = threads, .sink = &sink, .scratch = shop.scratch(unit).folder()}));
    MadeUnit made;
    SF_ASSIGN(const auto names,
              write_vectors(shop.folder().unit_folder(unit), *corpus, pool.rows, pool.encoded));
    for (const auto& name : names) shop.place(unit, name, made);
    // The marker does not name the condition, because another condition that shares the vectors may be the
    // first to ask.
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus},
                        {"encoder", unit.encoder},
                        {"documents", pool.encoded.rows()},
                        {"columns", pool.encoded.columns()},
                        {"facts", facts_json(pool.encoded.facts)}});
    return made;
  }
};

}  // namespace

Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus) {
  Unit unit;
  unit.kind = &vectors_kind();
  unit.corpus = corpus.name;
  unit.condition = condition.name;
  EncoderChoice choice = *condition.encoder;
  choice.aggregate = Aggregate::mean;
  const int64_t min_docs = pool_min_docs(condition);
  unit.encoder = describe(choice) + (min_docs > 0 ? fmt::format(", min-docs {}", min_docs) : "");
  Json fields = key_fields(unit.kind->name(), corpus);
  fields["encoder"] = choice.name;
  fields["options"] = options_to_json(choice.options);
  fields["seed"] = choice.seed;
  fields["min_docs"] = min_docs;
  unit.key = key_of(fields);
  return unit;
}

const UnitKind& vectors_kind() {
  static const VectorsKind kind;
  return kind;
}

}  // namespace standfast
