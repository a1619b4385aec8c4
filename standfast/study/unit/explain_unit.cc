// Explain unit: the contribution of each token of some documents to the answers of a cell's model. Only the
// report reads it.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/analysis/attribution/planted_spans.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/study/cell/cell_fit.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/spec/explain.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> sides_of_unit(const StudySpec& study, const StudyCatalogs& catalogs,
                                       const Unit& unit) {
  return sides_to_explain(study, catalogs, study.corpus(unit.corpus), study.condition(unit.condition),
                          study.model(unit.model));
}

// Returns the documents of a side to explain. The draw of a document depends on its id and the seed, so
// sides, folds, conditions and models have the same documents explained as far as they share them.
std::vector<uint32_t> drawn_rows(const CellTexts& texts, std::vector<uint32_t> rows, uint64_t most,
                                 uint64_t seed) {
  if (most == 0 || rows.size() <= most) return rows;
  std::vector<std::pair<uint64_t, std::string_view>> draws;
  for (const uint32_t row : rows) {
    const std::string_view id = texts.corpus->id(texts.row_of(row));
    draws.emplace_back(Rng(seed, "study/explain", id).next(), id);
  }
  std::vector<size_t> places(rows.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::ranges::sort(places, [&](size_t a, size_t b) { return draws[a] < draws[b]; });
  places.resize(most);
  std::ranges::sort(places);
  std::vector<uint32_t> chosen;
  for (const size_t place : places) chosen.push_back(rows[place]);
  return chosen;
}

ExplainedDocument document_of(const CellTexts& texts, uint32_t row, Attribution attribution) {
  ExplainedDocument document;
  document.id = texts.corpus->id(texts.row_of(row));
  document.truth = texts.classes->codes[row];
  document.attribution = std::move(attribution);
  if (texts.planted == nullptr || texts.planted->cue[row] == kNoCue) return document;
  document.value = texts.planted->cue[row];
  for (const PlantedSpan& span : texts.planted->spans[row])
    document.planted.push_back(words_of_span(texts.read().text(row), {span.begin, span.end}));
  return document;
}

// The documents to explain, grouped by side in `rows`.
struct ToExplain {
  std::vector<uint32_t> rows;
  std::vector<size_t> of_side;  // by side: number of its documents
};

class ExplainKind final : public UnitKind {
 public:
  const char* name() const override { return "explain"; }
  const char* units() const override { return "attributions"; }
  const char* one() const override { return "attributions"; }
  std::string label(const Unit& unit) const override { return cell_kind().label(unit) + " / attributions"; }
  bool only_shown() const override { return true; }

  // Adds one unit for the first fit of each cell that the study has explained, as soon as the cell is
  // planned.
  Status expand(Plan& plan, const Unit* settled) const override {
    const StudySpec& study = plan.study();
    if (settled == nullptr || !study.explain) return {};
    for (const auto& [cell, place] : plan.just_added()) {
      if (cell.kind != &cell_kind() || cell.fit > 0) continue;
      if (plan.facts().at(cell.need(splits_kind())).folds == 0) continue;  // nothing was drawn
      const auto sides = sides_of_unit(study, plan.catalogs(), cell);
      if (sides.empty()) continue;
      Unit unit = cell;
      unit.kind = this;
      unit.stage = 0;
      unit.needs.push_back({cell.kind, cell.key});
      Json fields = key_fields(name(), plan.corpus(cell.corpus));
      fields["cell"] = cell.key;
      fields["method"] = study.explain->explainer.name;
      fields["options"] = options_to_json(study.explain->explainer.options);
      fields["documents"] = study.explain->documents;
      fields["sides"] = sides;
      fields["seed"] = study.explain->seed;
      unit.key = key_of(fields);
      plan.add(std::move(unit), place);
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    const ExplainSpec& spec = *shop.study().explain;
    SF_ASSIGN(const CellTexts texts, cell_texts(shop, unit));
    SF_ASSIGN(const CellClassifier model, fit_cell(shop, unit, texts, threads, sink));
    SF_ASSIGN(const auto* entry, shop.catalogs().explainers->find(spec.explainer.name));
    SF_ASSIGN(const auto explainer, entry->make(spec.explainer.options));
    AttributionsFile file{
        unit.score_key(), spec.explainer.name, std::string(explainer->output()), texts.classes->names,
        texts.planted != nullptr ? texts.planted->record.values : std::vector<std::string>{}};
    ToExplain asked;
    for (const auto& side : sides_of_unit(shop.study(), shop.catalogs(), unit)) {
      const std::vector<uint32_t> rows = texts.rows_of(side);
      const std::vector<uint32_t> drawn = drawn_rows(texts, rows, spec.documents, spec.seed);
      file.sides.push_back({side, rows.size(), {}});
      asked.rows.insert(asked.rows.end(), drawn.begin(), drawn.end());
      asked.of_side.push_back(drawn.size());
    }
    SF_TRY(explain(*explainer, spec, texts, model, asked, threads, sink, file));
    SF_ASSIGN(const std::string text, attributions_text(file));
    MadeUnit made;
    SF_TRY(write_file(shop.place(unit, kAttributionsFile, made), text));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus},
                        {"condition", unit.condition},
                        {"model", unit.model},
                        {"seed", unit.seed},
                        {"fold", unit.fold},
                        {"documents", file.why_not.empty() ? asked.rows.size() : 0}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_TRY(folder.check_artifact(unit.key, unit.label()));
    SF_ASSIGN(AttributionRecord record, read_attribution_record(folder.artifact(unit.key, kAttributionsFile),
                                                                into.explain_top, into.explained));
    record.folder = unit.key;
    into.attributions.push_back(std::move(record));
    return {};
  }

 private:
  // Explains all sides at once, so that a model that starts a program starts it as seldom as it can.
  static Status explain(const Explainer& explainer, const ExplainSpec& spec, const CellTexts& texts,
                        const CellClassifier& model, const ToExplain& asked, int threads, Sink& sink,
                        AttributionsFile& file) {
    const std::vector<uint32_t> background = texts.fold().train.list();
    ExplainContext context{
        .seed = spec.seed, .threads = threads, .sink = &sink, .whole = {}, .background = {}};
    if (explainer.needs_background()) context.background = {&texts.read(), background};
    auto explained = explainer.explain({model.classifier.get(), texts.classes->names},
                                       {&texts.read(), asked.rows}, context);
    if (!explained) {
      // The method is made for other models. The report says so; it is no failure of the run.
      if (explained.error().kind != ErrorKind::usage) return Failure(explained.error());
      sink.warn(explained.error().message);
      file.why_not = explained.error().message;
      return {};
    }
    size_t at = 0;
    for (size_t side = 0; side < file.sides.size(); ++side)
      for (size_t i = 0; i < asked.of_side[side]; ++i, ++at)
        file.sides[side].explained.push_back(document_of(texts, asked.rows[at], std::move((*explained)[at])));
    return {};
  }
};

}  // namespace

const UnitKind& explain_kind() {
  static const ExplainKind kind;
  return kind;
}

}  // namespace standfast
