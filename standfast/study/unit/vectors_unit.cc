#include "standfast/study/unit/vectors_unit.h"

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/unit_key.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
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

  // Once for each corpus, encoder and pool of documents that some condition names.
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
    // Nothing about the condition, because another condition that shares the vectors may be the first to ask.
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
