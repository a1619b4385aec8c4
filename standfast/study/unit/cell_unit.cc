// Cell unit, a model on a fold: fit, predict, score.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/cell/cell_rationales.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/experiment/saved_fit.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/study_json.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

Json shortcut_key_fields(const ShortcutSpec& shortcut, const CorpusFacts& corpus) {
  Json fields = shortcut_fields().write(shortcut);
  for (const auto& name : shortcut.columns) fields["columns"].push_back(column_fields(corpus, name));
  return fields;
}

// The keys of the cells of a model on a split. Their common part is written once: plans have many cells.
class CellKeys {
 public:
  CellKeys(const Plan& plan, const ModelSpec& model, const Unit& split) {
    const CorpusFacts& corpus = plan.corpus(split.corpus);
    Json fields = key_fields(cell_kind().name(), corpus);
    fields["splits"] = split.key;
    fields["name"] = model.name;
    add_model(fields, model, corpus);
    if (const auto& group = plan.study().group; !group.empty())
      fields["group"] = column_fields(corpus, group);
    fields["profile"] = plan.study().profile;
    if (const auto& shortcut = plan.study().condition(split.condition).shortcut)
      fields["shortcut"] = shortcut_key_fields(*shortcut, corpus);
    // Rationales are compared with this column.
    if (const auto entry = plan.catalogs().classifiers->find(model.model.name);
        plan.study().the_task().traits().has_target && entry && (*entry)->traits.rationales &&
        corpus.attributes.contains(kAnnotatedColumn))
      fields["annotated"] = column_fields(corpus, kAnnotatedColumn);
    // Runs that keep no models have the same keys as in earlier versions.
    if (plan.study().keep_models) fields["keep"] = "models";
    common_ = fields.dump();
    common_.pop_back();  // the bracket that closes it
  }
  std::string key(uint32_t fold, uint32_t fit) const {
    // The first fit has the same key with and without further fits.
    return key_of_text(fit == 0 ? fmt::format("{},\"fold\":{}}}", common_, fold)
                                : fmt::format("{},\"fold\":{},\"fit\":{}}}", common_, fold, fit));
  }

 private:
  std::string common_;
};

class CellKind final : public UnitKind {
 public:
  const char* name() const override { return "cell"; }
  const char* units() const override { return "cells"; }
  const char* one() const override { return "cell"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / {} / seed {}{} / fold {}{}", unit.corpus, unit.condition, unit.model,
                       unit.seed, unit.trade > 0 ? fmt::format(" / trade {}", unit.trade) : "", unit.fold,
                       unit.fit > 0 ? fmt::format(" / fit {}", unit.fit) : "");
  }
  bool examines() const override { return true; }

  // Adds the cells of the split that has just ended, if the cells of a model share no unit, or none that
  // waits for splits. For other models, adds all cells of a corpus, once its splits are drawn. Cells of one
  // split are next to each other, so that a worker reads their pairs once.
  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled == nullptr) return {};
    const StudySpec& study = plan.study();
    const CorpusFacts& corpus = plan.corpus(settled->corpus);
    const auto splits = plan.splits_of(corpus.name);
    const bool drawn = plan.all_drawn(corpus.name);
    for (size_t m = 0; m < study.models.size(); ++m) {
      const ModelSpec& model = study.models[m];
      SF_ASSIGN(const auto shared,
                study.the_task().shared_unit({study, model, plan.catalogs(), corpus, splits, plan.facts()}));
      const bool waits = shared && plan.find(shared->key) == nullptr;
      if (waits && !drawn) continue;
      const bool all = shared && drawn && !shared->needs.empty();
      for (size_t s = 0; s < splits.size(); ++s)
        if (all || splits[s].key == settled->key)
          add_cells(plan, splits[s], s, m,
                    shared ? std::optional(Need{shared->kind, shared->key}) : std::nullopt);
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    const Task& task = shop.study().the_task();
    SF_ASSIGN(const ExaminedCell cell, task.examine(shop, unit, threads, sink));
    MadeUnit made;
    for (size_t side = 0; side < cell.file.sides.size(); ++side)
      SF_TRY(task.write_answers(shop.place(unit, cell.file.sides[side].predictions, made), cell, side));
    if (cell.rationales)
      SF_TRY(write_file(shop.place(unit, cell.file.rationales, made), rationales_text(*cell.rationales)));
    if (cell.save_model) {
      const std::string saved = shop.folder().unit_folder(unit) + "/model";
      SF_TRY(cell.save_model(saved));
      for (const auto& name : files_below(saved)) shop.place(unit, "model/" + name, made);
    }
    made.marker = to_json(cell.file);
    return made;
  }

 private:
  void add_cells(Plan& plan, const Unit& split, size_t split_place, size_t m,
                 const std::optional<Need>& shared) const {
    const ModelSpec& model = plan.study().models[m];
    const uint32_t fits = fits_of(plan.study(), model, plan.catalogs());
    const uint32_t folds = plan.facts().at(split.key).folds;
    const uint32_t trades = plan.study().condition(split.condition).trades;
    // Shared units are made from texts in which nothing is planted.
    const bool planted = plan.study().condition(split.condition).shortcut.has_value();
    const CellKeys keys(plan, model, split);
    const uint64_t memory =
        plan.memory_with(plan.study().the_task().models(plan.catalogs()), model.model.name,
                         model.model.options, plan.corpus(split.corpus));
    for (uint32_t fold = 0; fold < std::max(folds, 1U); ++fold) {
      Unit unit;
      unit.kind = this;
      unit.corpus = split.corpus;
      unit.condition = split.condition;
      unit.model = model.name;
      unit.seed = split.seed;
      unit.fold = fold;
      unit.resources.devices = static_cast<int>(model.devices);
      unit.resources.memory = memory;
      // The folds of a control belong to its trades, one trade after the other.
      if (trades > 1 && folds >= trades) unit.trade = fold / (folds / trades);
      unit.needs.push_back({split.kind, split.key});
      if (folds > 0 && shared && !planted) unit.needs.push_back(*shared);
      const size_t corpus = static_cast<size_t>(&plan.corpus(split.corpus) - plan.corpora().data());
      for (unit.fit = 0; unit.fit < fits; ++unit.fit) {
        unit.key = keys.key(fold, unit.fit);
        plan.add(unit, {corpus, split_place, m, size_t{fold} * fits + unit.fit});
      }
    }
  }
};

}  // namespace

const UnitKind& cell_kind() {
  static const CellKind kind;
  return kind;
}

// Nested unit: a cell once more, without a block of units, which is neither trained on nor tested. The
// intervals of the report read it.

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
