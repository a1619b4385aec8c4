// Near unit: the test items of a split that have a near duplicate in training; only the report reads them.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/study/cell/class_exam.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/record/record_file.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
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
