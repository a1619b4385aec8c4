// Slices unit: the values of the columns that a study slices its scores by, for each document; only the
// report reads them.
#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

class SlicesKind final : public UnitKind {
 public:
  const char* name() const override { return "slices"; }
  const char* units() const override { return "slices"; }
  const char* one() const override { return "slices"; }
  std::string label(const Unit& unit) const override { return fmt::format("{} / slices", unit.corpus); }
  bool only_shown() const override { return true; }

  // Adds one unit for each corpus, if the study has slices.
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr || plan.study().slices.empty()) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i) {
      const CorpusFacts& corpus = plan.corpora()[i];
      Unit unit;
      unit.kind = this;
      unit.corpus = corpus.name;
      Json fields = key_fields(name(), corpus);
      for (const auto& slice : plan.study().slices) fields["columns"].push_back(column_fields(corpus, slice));
      unit.key = key_of(fields);
      plan.add(std::move(unit), {i});
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    for (const auto& slice : shop.study().slices)
      if (corpus->named_column(slice) == nullptr)
        sink.info(fmt::format("no document has a {}: no slices by it", slice));
    MadeUnit made;
    SF_TRY(write_slices(shop.place(unit, kSlicesFile, made), unit.corpus, *corpus, shop.study().slices));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus}, {"columns", shop.study().slices}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_TRY(folder.check_artifact(unit.key, unit.label()));
    SF_ASSIGN(into.slice_columns[unit.corpus], read_slices(folder.artifact(unit.key, kSlicesFile)));
    return {};
  }
};

}  // namespace

const UnitKind& slices_kind() {
  static const SlicesKind kind;
  return kind;
}

}  // namespace standfast
