// Map unit: the documents of a space on a plane, for the report. It belongs to the space, so conditions that
// share the space share the map.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/record_file.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/study/unit/space_units.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Reduces the vectors of the chosen rows, in the order of their ids, to a plane, and returns them in the
// order of the rows.
Result<DenseMatrix> plane_of(const Corpus& corpus, const DocumentVectors& space,
                             const std::vector<size_t>& chosen, const std::vector<uint32_t>& rows,
                             const MapSpec& map, const StudyCatalogs& catalogs, int threads, Sink& sink) {
  const auto by_id = rows_by_id({&corpus, rows});
  std::vector<size_t> places;  // places in rows, in the order of ids
  for (const uint32_t row : by_id)
    places.push_back(static_cast<size_t>(std::ranges::lower_bound(rows, row) - rows.begin()));
  FloatMatrix vectors(rows.size(), space.matrix.columns);
  for (size_t i = 0; i < places.size(); ++i)
    std::ranges::copy(space.matrix.row(chosen[places[i]]), vectors.row(i).begin());
  Encoded encoded;
  encoded.vectors = std::move(vectors);
  SF_ASSIGN(const auto* entry, catalogs.reductions->find(map.reduction.name));
  SF_ASSIGN(const auto reduction, entry->make(map.reduction.options));
  SF_ASSIGN(const DenseMatrix reduced, reduction->reduce(encoded, {map.seed, threads, &sink}));
  DenseMatrix plane(rows.size(), 2);
  for (size_t i = 0; i < places.size(); ++i) std::ranges::copy(reduced.row(i), plane.row(places[i]).begin());
  return plane;
}

class MapKind final : public UnitKind {
 public:
  const char* name() const override { return "map"; }
  const char* units() const override { return "maps"; }
  const char* one() const override { return "map"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / map of {}", unit.corpus, unit.encoder);
  }
  bool only_shown() const override { return true; }

  // Adds one unit for each space, if the study asks for maps.
  Status expand(Plan& plan, const Unit* settled) const override {
    const StudySpec& study = plan.study();
    if (settled != nullptr || !study.map) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i)
      for (size_t c = 0; c < study.conditions.size(); ++c) {
        const ConditionSpec& condition = study.conditions[c];
        const CorpusFacts& corpus = plan.corpora()[i];
        if (!condition.space || !condition.asks(corpus.name)) continue;
        const Unit space = space_unit(plan, condition, corpus);
        Unit unit;
        unit.kind = this;
        unit.corpus = corpus.name;
        unit.condition = condition.name;
        unit.encoder = space.encoder;
        unit.needs.push_back({space.kind, space.key});
        Json fields = key_fields(name(), corpus);
        fields["space"] = space.key;
        fields["reduce"] = study.map->reduction.name;
        fields["reduce_options"] = options_to_json(study.map->reduction.options);
        fields["seed"] = study.map->seed;
        fields["points"] = study.map->points;
        if (study.the_task().traits().has_target) fields["target"] = role_name(study.target);
        unit.key = key_of(fields);
        plan.add(std::move(unit), {i, c});
      }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    const StudySpec& study = shop.study();
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    SF_ASSIGN(const DocumentVectors space, shop.space_of(unit, *corpus));
    const auto documents = static_cast<uint32_t>(space.rows.size());
    std::vector<size_t> chosen;  // places in the space, ascending
    Rng rng(study.map->seed, "study/map", unit.corpus);
    for (const uint32_t place :
         rng.choose(documents, static_cast<uint32_t>(std::min<uint64_t>(study.map->points, documents))))
      chosen.push_back(place);
    MapFile map{unit.corpus, unit.encoder, study.map->reduction.name, documents, {}, {}, {}, {}, {}, {}};
    for (const size_t place : chosen) {
      map.rows.push_back(space.rows[place]);
      map.ids.emplace_back(corpus->id(space.rows[place]));
    }
    const auto plane = plane_of(*corpus, space, chosen, map.rows, *study.map, shop.catalogs(), threads, sink);
    if (!plane) return with_context(fmt::format("{}: map of {}", unit.corpus, unit.encoder), plane.error());
    put_on_scale(*plane, map);
    if (study.the_task().traits().has_target) {
      SF_ASSIGN(const Column* classes, corpus->require(study.target));
      map.classes = classes->names;
      for (const uint32_t row : map.rows) map.class_of.push_back(classes->codes[row]);
    }
    MadeUnit made;
    SF_TRY(write_file(shop.place(unit, kMapFile, made), record_text(map_fields(), map)));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus}, {"space", unit.encoder}, {"points", map.rows.size()}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_ASSIGN(into.maps[unit.need(space_kind())], folder.read_artifact(unit, kMapFile, map_fields()));
    return {};
  }
};

}  // namespace

const UnitKind& map_kind() {
  static const MapKind kind;
  return kind;
}

}  // namespace standfast
