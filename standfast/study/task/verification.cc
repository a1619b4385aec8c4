// Verification: models predict whether one author wrote both texts of a pair. Items are pairs, which are
// drawn from each side of a fold.
#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/experiment/features_in_parts.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/task/catalog_task.h"
#include "standfast/study/task/task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

uint64_t count_same(std::span<const Pair> pairs) {
  return static_cast<uint64_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const Pair& p) { return p.same; }));
}

// Returns the number of pairs of one truth whose two documents have the same topic.
uint64_t count_same_topic(const std::optional<Column>& topic, std::span<const Pair> pairs, bool same_author) {
  if (!topic) return 0;
  return static_cast<uint64_t>(std::count_if(pairs.begin(), pairs.end(), [&](const Pair& p) {
    return p.same == same_author && topic->codes[p.a] != kMissing && topic->codes[p.a] == topic->codes[p.b];
  }));
}

// Appends a JSON array of two strings. A missing string is "".
void append_two(std::string& line, std::string_view key, std::string_view a, std::string_view b) {
  const auto quoted = [](std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  line += fmt::format(R"(, "{}": [{}, {}])", key, quoted(a), quoted(b));
}

// Writes an exam. group: the column of the study's group; null for none.
Status write_exam(const std::string& path, const Corpus& corpus, const std::optional<Column>& topic,
                  const Column* group, const PairExam& exam) {
  const auto& [side_name, pairs, values] = exam;
  const std::string side = Json(side_name).dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto name_in = [](const Column* column, uint32_t row) -> std::string_view {
    if (column == nullptr || column->codes[row] == kMissing) return "";
    return column->names[column->codes[row]];
  };
  const Column* topics = topic ? &*topic : nullptr;
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Pair& pair = pairs[i];
    lines += fmt::format(R"({{"id": {}, "side": {}, "value": {}, "same": {})",
                         Json(pair_id(corpus, pair)).dump(-1, ' ', false, Json::error_handler_t::replace),
                         side, Json(values[i]).dump(), pair.same);
    append_two(lines, "authors", corpus.value(Role::author, pair.a), corpus.value(Role::author, pair.b));
    append_two(lines, "topics", name_in(topics, pair.a), name_in(topics, pair.b));
    if (group != nullptr) append_two(lines, "groups", name_in(group, pair.a), name_in(group, pair.b));
    lines += "}\n";
    if (lines.size() < (size_t{1} << 16)) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

Result<MadeUnit> features_of_pairs(Workshop& shop, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  const ModelSpec& model = shop.study().model(unit.model);
  SF_ASSIGN(const auto* entry, shop.catalogs().verifiers->find(model.model.name));
  SF_ASSIGN(const Options options, shop.model_options(model));
  SF_ASSIGN(const auto verifier, entry->make(options));
  const PairFeatures* pair_features = verifier->pair_features();
  if (pair_features == nullptr) return data_error(fmt::format("model {} has no pair features", unit.model));
  // All ordered pairs that some split of this corpus asks about, each once.
  std::vector<Pair> all;
  for (const auto& splits : unit.needs) {
    SF_ASSIGN(const auto* pairs, shop.pairs(splits.key, *corpus));
    add_pairs_once(*pairs, all);
  }
  SF_ASSIGN(const DenseMatrix features,
            features_in_parts(*pair_features, {corpus, all}, shop.scratch(unit), threads, sink));
  MadeUnit made;
  SF_TRY(write_features(shop.place(unit, "features.bin", made), all, features));
  // The table is named by the properties that determine its numbers, not by the first model that asked,
  // because several models may share it.
  const std::string identity = pair_features->identity();
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"identity", identity.empty() ? model.model.name : identity},
                      {"width", pair_features->width()},
                      {"pairs", all.size()}});
  return made;
}

// Returns the rule of pairs. topics: the topic column in the sample of the condition.
Result<PairRule> rule_of(const ConditionSpec& condition, const Corpus& corpus,
                         const std::optional<Column>& topics) {
  PairRule rule;
  SF_ASSIGN(rule.options, pair_options(condition.pairs));
  const Column* before = corpus.column(Role::topic);
  if (!topics || before == nullptr || topics->codes == before->codes) return rule;
  rule.group_of_topic.assign(before->names.size(), kMissing);
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (before->codes[row] != kMissing) rule.group_of_topic[before->codes[row]] = topics->codes[row];
  return rule;
}

Result<ExaminedCell> examine_pairs_of_cell(CellStore& store, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, store.corpus_of(unit));
  SF_ASSIGN(const auto* pairs, store.pairs(unit, *corpus));
  const FoldPairs empty;
  const FoldPairs& drawn = unit.fold < pairs->folds.size() ? pairs->folds[unit.fold] : empty;
  SF_ASSIGN(const MetricProfile* profile, find_profile(store.study().profile));
  ExaminedCell done;
  done.corpus = corpus;
  done.keeps_ids = store.study().nested_repeats > 0;
  std::map<std::string, uint64_t> of_block;
  if (unit.left_out) {
    SF_ASSIGN(const auto out, rows_left_out(*corpus, *unit.left_out));
    done.without_block = std::make_shared<const FoldPairs>(pairs_without(*corpus, drawn, out));
    of_block = {{kUnitPlaces, 2 * drawn.test.size()}, {kPlacesLeftOut, 0}};
    for (const Pair& pair : drawn.test)
      of_block[kPlacesLeftOut] += uint64_t{out[pair.a]} + uint64_t{out[pair.b]};
  }
  const FoldPairs& fold = unit.left_out ? *done.without_block : drawn;
  SF_ASSIGN(done.topics, store.topics(unit, *corpus));
  done.group = corpus->named_column(store.study().group);
  if (unit.left_out && (fold.test.empty() || fold.train.empty())) {
    done.file = cell_file(unit, store.study());
    done.file.fold_counts = of_block;
    done.file.fold_counts["train"] = fold.train.size();
    done.file.sides = {CellSide{kTestSide, predictions_name(kTestSide), 0, {}, {}}};
    done.pairs.push_back({kTestSide, {}, {}});
    return done;
  }
  const ModelSpec& model = store.study().model(unit.model);
  SF_ASSIGN(const auto* entry, store.catalogs().verifiers->find(model.model.name));
  SF_ASSIGN(const Options options, store.model_options(model));
  SF_ASSIGN(auto fresh, entry->make(options));
  const std::shared_ptr<Verifier> verifier = std::move(fresh);
  SF_ASSIGN(const PairRule rule, rule_of(store.study().condition(unit.condition), *corpus, done.topics));
  ModelContext context;
  context.threads = threads;
  context.sink = &sink;
  context.scratch = store.scratch_folder(unit);
  context.pair_rule = &rule;
  SF_ASSIGN(context.pair_features, store.features(unit));
  SF_ASSIGN(done.pairs,
            examine_pairs(*corpus, fold, pairs->sides, unit.fold, unit.seed, *verifier, context, unit.fit));
  CellFile& cell = done.file = cell_file(unit, store.study());
  cell.fold_counts = {{"train", fold.train.size()},
                      {"validation", fold.validation.size()},
                      {"same_train", count_same(fold.train)}};
  cell.fold_counts.insert(of_block.begin(), of_block.end());
  for (const auto& exam : done.pairs) {
    const VerificationScores scores = evaluate(*profile, exam.values, truths_of(exam.pairs));
    CellSide side{exam.side, predictions_name(exam.side), exam.pairs.size(), {}, {}};
    // If same-author pairs share a topic more often than other pairs, the topic reveals the answer.
    side.counts = {{"same", count_same(exam.pairs)},
                   {"same_topic_same", count_same_topic(done.topics, exam.pairs, true)},
                   {"same_topic_different", count_same_topic(done.topics, exam.pairs, false)},
                   {"answered", scores.n_answered}};
    side.scores = cell_scores(metric_names(*profile), scores.values, scores.n);
    cell.sides.push_back(std::move(side));
  }
  cell.facts = verifier->facts();
  if (store.study().keep_models && !unit.left_out)
    done.save_model = [verifier, name = model.model.name, options = model.model.options,
                       origin = origin_of(*corpus)](const std::string& folder) {
      return save_verifier(folder, name, options, *verifier, origin, Replace::anything);
    };
  return done;
}

// Returns the unit that the cells of a verifier in a corpus share: pair features, or nothing.
Result<std::optional<Unit>> features_unit(const SharedBy& by) {
  const auto& [study, model, catalogs, corpus, splits, facts] = by;
  SF_ASSIGN(const auto* entry, catalogs.verifiers->find(model.model.name));
  if (!entry->traits.pair_features) return std::nullopt;
  const auto identity = entry->traits.pair_features(model.model.options);
  if (!identity) return std::nullopt;
  Unit unit;
  unit.kind = &features_kind();
  unit.corpus = corpus.name;
  unit.model = model.name;
  Json fields = key_fields(unit.kind->name(), corpus);
  if (!identity->empty()) {
    fields["identity"] = *identity;
  } else {
    add_model(fields, model, corpus);
  }
  fields["splits"] = Json::array();
  for (const auto& before : splits) {
    const auto known = facts.find(before.key);
    if (known == facts.end() || known->second.folds == 0) continue;
    fields["splits"].push_back(before.key);
    unit.needs.push_back({before.kind, before.key});
  }
  if (unit.needs.empty()) return std::nullopt;
  unit.key = key_of(fields);
  return unit;
}

class Verification final : public CatalogTask<VerifierCatalog, &StudyCatalogs::verifiers> {
 public:
  const char* name() const override { return "verification"; }
  const char* item() const override { return "pair"; }
  TaskTraits traits() const override { return {.draws_pairs = true}; }
  const char* answers_name() const override { return "answers"; }

  const std::vector<std::string>& profiles(const StudyCatalogs& catalogs) const override {
    return catalogs.profiles;
  }
  std::string default_profile(const StudyCatalogs&) const override { return "hits"; }
  Result<TaskProfile> profile(std::string_view name) const override { return pair_profile(name); }

  const UnitKind* shared_kind() const override { return &features_kind(); }
  Result<std::optional<Unit>> shared_unit(const SharedBy& by) const override { return features_unit(by); }
  Result<MadeUnit> do_shared(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return features_of_pairs(shop, unit, threads, sink);
  }
  Result<ExaminedCell> examine(CellStore& store, const Unit& cell, int threads, Sink& sink) const override {
    return examine_pairs_of_cell(store, cell, threads, sink);
  }
  Status write_answers(const std::string& path, const ExaminedCell& cell, size_t side) const override {
    return write_exam(path, *cell.corpus, cell.topics, cell.group, cell.pairs[side]);
  }
};

}  // namespace

const Task& verification_task() {
  static const Verification task;
  return task;
}

}  // namespace standfast
