// Analysis unit: the properties that a split rests on, by an analysis of the study; only the report reads it.
#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/experiment/analysed_split.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/record_file.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::string analysis_key(const Plan& plan, const AnalysisSpec& analysis, const CorpusFacts& corpus,
                         const std::string& splits) {
  Json fields = key_fields(analysis_kind().name(), corpus);
  fields["splits"] = splits;
  fields["name"] = analysis.name;
  fields["method"] = analysis.analysis.name;
  fields["options"] = options_to_json(analysis.analysis.options);
  if (!analysis.files.empty()) fields["files"] = analysis.files;
  for (const auto& name : analysis.columns) fields["columns"].push_back(column_fields(corpus, name));
  fields["seed"] = analysis.seed;
  const auto entry = plan.catalogs().split_analyses->find(analysis.analysis.name);
  if (entry && (*entry)->traits.reads_classes) fields["target"] = role_name(plan.study().target);
  if (analysis.encoder)
    fields["encoder"] = {analysis.encoder->name, options_to_json(analysis.encoder->options),
                         analysis.encoder->seed};
  return key_of(fields);
}

class AnalysisKind final : public UnitKind {
 public:
  const char* name() const override { return "analysis"; }
  const char* units() const override { return "analyses of splits"; }
  const char* one() const override { return "analysis"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / seed {} / {}", unit.corpus, unit.condition, unit.seed, unit.analysis);
  }
  bool only_shown() const override { return true; }

  // Adds one unit for each split and each analysis of the study.
  Status expand(Plan& plan, const Unit* settled) const override {
    const auto& analyses = plan.study().analyses;
    if (settled != nullptr || analyses.empty()) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i) {
      const CorpusFacts& corpus = plan.corpora()[i];
      const auto splits = plan.splits_of(corpus.name);
      for (size_t s = 0; s < splits.size(); ++s)
        for (size_t a = 0; a < analyses.size(); ++a) {
          Unit unit;
          unit.kind = this;
          unit.corpus = splits[s].corpus;
          unit.condition = splits[s].condition;
          unit.seed = splits[s].seed;
          unit.analysis = analyses[a].name;
          unit.needs.push_back({&splits_kind(), splits[s].key});
          unit.key = analysis_key(plan, analyses[a], corpus, splits[s].key);
          if (const auto& encoder = analyses[a].encoder)
            unit.resources.memory =
                plan.memory_with(*plan.catalogs().encoders, encoder->name, encoder->options, corpus);
          plan.add(std::move(unit), {i, s, a});
        }
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    const AnalysisSpec& spec = shop.study().analysis(unit.analysis);
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    SF_ASSIGN(const Split* split, shop.folds(unit, *corpus));
    SF_ASSIGN(const auto* entry, shop.catalogs().split_analyses->find(spec.analysis.name));
    SF_ASSIGN(const auto analysis, study_analysis(spec, shop.study_folder(), shop.catalogs()));
    SplitAnalysisContext context{.seed = spec.seed, .threads = threads, .sink = &sink};
    if (entry->traits.reads_classes) {
      SF_ASSIGN(context.classes, corpus->require(shop.study().target));
    }
    if (entry->traits.reads_vectors) {
      SF_ASSIGN(context.vectors, shop.vectors_to_compare(*corpus, *spec.encoder, threads));
    }
    AnalysisFile file{unit.corpus, unit.condition, unit.seed, spec.name, spec.analysis.name, {}};
    SF_ASSIGN(file.folds, analysis->measure(*corpus, split->folds, context));
    MadeUnit made;
    SF_TRY(write_file(shop.place(unit, kAnalysisFile, made), record_text(analysis_fields(), file)));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus},
                        {"condition", unit.condition},
                        {"seed", unit.seed},
                        {"analysis", unit.analysis}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_ASSIGN(AnalysisFile analysis, folder.read_artifact(unit, kAnalysisFile, analysis_fields()));
    into.analyses.push_back(std::move(analysis));
    return {};
  }
};

}  // namespace

const UnitKind& analysis_kind() {
  static const AnalysisKind kind;
  return kind;
}

}  // namespace standfast
