// Nested unit: a cell once more, without a block of units, which is neither trained on nor tested. The
// intervals of the report read it.
#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

class NestedKind final : public UnitKind {
 public:
  const char* name() const override { return "nested"; }
  const char* units() const override { return "nested cells"; }
  const char* one() const override { return "nested cell"; }
  std::string label(const Unit& unit) const override {
    const LeftOut& left = *unit.left_out;
    return fmt::format("{} / without {}s {} of repeat {}", cell_kind().label(unit), left.units,
                       left.block + 1, left.repeat + 1);
  }
  bool examines() const override { return true; }
  bool only_shown() const override { return true; }

  // Adds the nested cells of the first fit of each cell that is trained here, as soon as the cell is planned.
  // Their keys derive from the key of the cell with the block, so no other cell depends on them.
  Status expand(Plan& plan, const Unit* settled) const override {
    const StudySpec& study = plan.study();
    if (settled == nullptr || study.nested_repeats == 0) return {};
    for (const auto& [cell, place] : plan.just_added()) {
      if (cell.kind != &cell_kind() || cell.fit > 0) continue;
      if (plan.facts().at(cell.need(splits_kind())).folds == 0) continue;  // nothing was drawn
      const ModelSpec& model = study.model(cell.model);
      if (study.the_task().model_facts(model.model.name, plan.catalogs()).pretrained) continue;
      SF_ASSIGN(const auto kinds, units_to_leave_out(study, plan.corpus(cell.corpus)));
      size_t number = 0;
      for (const auto& units : kinds)
        for (uint32_t repeat = 0; repeat < study.nested_repeats; ++repeat)
          for (uint32_t block = 0; block < kNestedBlocks; ++block) {
            Unit unit = cell;
            unit.kind = this;
            unit.stage = 0;
            unit.left_out = LeftOut{units, repeat, block};
            Json fields = key_fields(name(), plan.corpus(cell.corpus));
            fields["cell"] = cell.key;
            fields["left_out"] = left_out_fields().write(*unit.left_out);
            fields["blocks"] = kNestedBlocks;
            unit.key = key_of(fields);
            auto at = place;
            at[3] = place[3] * kinds.size() * study.nested_repeats * kNestedBlocks + number++;
            plan.add(std::move(unit), at);
          }
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return cell_kind().make(shop, unit, threads, sink);
  }
};

}  // namespace

const UnitKind& nested_kind() {
  static const NestedKind kind;
  return kind;
}

}  // namespace standfast
