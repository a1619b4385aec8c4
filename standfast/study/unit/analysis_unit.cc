// Analysis unit: the properties that a split rests on, by an analysis of the study; only the report reads it.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/cell/exam.h"
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

// Near unit: the test items of a split that have a near duplicate in training; only the report reads them.

namespace {

using Json = nlohmann::ordered_json;

NearFile::Fold flagged_items(const Corpus& corpus, const Fold& fold, const FoldLeaks& leaks,
                             const FoldPairs* pairs) {
  NearFile::Fold found;
  std::vector<uint32_t> rows;
  for (const auto& leak : leaks.leaks)
    if (rows.empty() || rows.back() != leak.test) rows.push_back(leak.test);  // they are in order
  for (const uint32_t row : rows) found.documents.emplace_back(corpus.id(row));
  const auto is_flagged = [&](uint32_t row) { return std::binary_search(rows.begin(), rows.end(), row); };
  uint32_t place = 0;
  if (pairs != nullptr) {
    for (const Pair& pair : pairs->test) {
      if (is_flagged(pair.a) || is_flagged(pair.b)) found.flagged.push_back(place);
      ++place;
    }
  } else {
    for (const uint32_t row : order_of_answers(corpus, fold.test.list())) {
      if (is_flagged(row)) found.flagged.push_back(place);
      ++place;
    }
  }
  found.items = place;
  return found;
}

class NearKind final : public UnitKind {
 public:
  const char* name() const override { return "near"; }
  const char* units() const override { return "near duplicates"; }
  const char* one() const override { return "near duplicates"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / seed {} / near duplicates", unit.corpus, unit.condition, unit.seed);
  }
  bool only_shown() const override { return true; }

  // Adds one unit for each split, if the study asks for them.
  Status expand(Plan& plan, const Unit* settled) const override {
    const StudySpec& study = plan.study();
    if (settled != nullptr || study.near == 0) return {};
    for (size_t i = 0; i < plan.corpora().size(); ++i) {
      const auto splits = plan.splits_of(plan.corpora()[i].name);
      for (size_t s = 0; s < splits.size(); ++s) {
        Unit unit;
        unit.kind = this;
        unit.corpus = splits[s].corpus;
        unit.condition = splits[s].condition;
        unit.seed = splits[s].seed;
        unit.needs.push_back({&splits_kind(), splits[s].key});
        Json fields = key_fields(name(), plan.corpora()[i]);
        fields["splits"] = splits[s].key;
        fields["near"] = study.near;
        fields["tokens"] = study.near_tokens;
        unit.key = key_of(fields);
        plan.add(std::move(unit), {i, s});
      }
    }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink&) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    SF_ASSIGN(const Split* split, shop.folds(unit, *corpus));
    const SplitPairs* pairs = nullptr;
    if (shop.study().the_task().traits().draws_pairs) {
      SF_ASSIGN(pairs, shop.pairs(unit, *corpus));
    }
    SF_ASSIGN(const Duplicates* duplicates, shop.near_duplicates(*corpus, threads));
    const NearLeaks leaks = near_leaks(*duplicates, corpus->size(), split->folds);
    NearFile near{unit.corpus, unit.condition, unit.seed, shop.study().near, shop.study().near_tokens, {}};
    uint64_t flagged = 0;
    for (size_t f = 0; f < split->folds.size(); ++f) {
      near.folds.push_back(flagged_items(*corpus, split->folds[f], leaks.folds[f],
                                         pairs == nullptr ? nullptr : &pairs->folds[f]));
      flagged += near.folds.back().flagged.size();
    }
    MadeUnit made;
    SF_TRY(write_file(shop.place(unit, kNearFile, made), record_text(near_fields(), near)));
    made.marker = artifact_head(unit);
    made.marker.update(
        {{"corpus", unit.corpus}, {"condition", unit.condition}, {"seed", unit.seed}, {"flagged", flagged}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_ASSIGN(NearFile near, folder.read_artifact(unit, kNearFile, near_fields()));
    for (auto& fold : near.folds) fold.documents.clear();  // the ids are only for readers of the run folder
    into.near.push_back(std::move(near));
    return {};
  }
};

}  // namespace

const UnitKind& near_kind() {
  static const NearKind kind;
  return kind;
}

}  // namespace standfast
