#include "standfast/study/experiment/judge.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/shortcut/shortcut.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/keep_whole.h"
#include "standfast/split/splitter.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/experiment/memory_store.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns the columns whose groups the split keeps whole, each once.
std::vector<std::string> columns_kept_whole(const Split& split) {
  std::vector<std::string> columns = {kept_whole_by(split.options)};
  if (const auto entry = splitters().find(split.method))
    if (auto own = column_kept_whole((*entry)->traits, split.options); own != columns.front())
      columns.push_back(std::move(own));
  std::erase(columns, "");
  return columns;
}

// Adds the documents without a value in the column, if there are any.
void add_without(const Corpus& corpus, const Column& column, const std::string& name, const Split& split,
                 const std::vector<FoldPairs>& pairs, const std::vector<std::string>& needed,
                 ConditionMeasures& measures) {
  const auto lacks = [&](uint32_t row) { return column.codes[row] == kMissing; };
  if (std::find(column.codes.begin(), column.codes.end(), kMissing) == column.codes.end()) return;
  WithoutValue without{.column = name};
  without.needed = std::find(needed.begin(), needed.end(), name) != needed.end();
  without.left_out =
      static_cast<uint64_t>(std::count_if(split.left_out.begin(), split.left_out.end(), [&](uint32_t row) {
        return lacks(row) && !corpus.is_kept_apart(row);
      }));
  std::vector<bool> tested(corpus.size(), false);
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const Fold& fold = split.folds[f];
    for (const uint32_t row : fold.test) tested[row] = true;
    auto& items = without.items.emplace_back();
    uint32_t place = 0;
    if (pairs.empty())
      for (const uint32_t row : order_of_answers(corpus, fold.test.list())) {
        if (lacks(row)) items.push_back(place);
        ++place;
      }
    else
      for (const Pair& pair : pairs[f].test) {
        if (lacks(pair.a) || lacks(pair.b)) items.push_back(place);
        ++place;
      }
  }
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    without.tested_all += tested[row] ? 1 : 0;
    without.tested += tested[row] && lacks(row) ? 1 : 0;
  }
  if (without.left_out + without.tested == 0) return;
  if (without.tested == 0) without.items.clear();
  measures.without.push_back(std::move(without));
}

// Adds, for each side that is kept apart and each column whose groups the split keeps apart, the number of
// the side's documents that belong to a group that fits have seen.
void add_seen(const Corpus& corpus, const Split& split, ConditionMeasures& measures) {
  if (corpus.kept_apart().empty()) return;
  auto columns = columns_kept_whole(split);
  if (const auto entry = splitters().find(split.method))
    for (const Role role : {Role::author, Role::topic})
      if (keeps_apart((*entry)->traits, split.options, role)) columns.emplace_back(role_name(role));
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  for (const auto& kept : corpus.kept_apart())
    for (const auto& name : columns)
      if (const Column* column = corpus.named_column(name)) {
        auto seen = seen_on_side(*column, split.folds, kept.rows);
        seen.side = kept.side;
        seen.column = name;
        measures.seen.push_back(std::move(seen));
      }
}

}  // namespace

ConditionMeasures measure_drawn(const Corpus& corpus, const Sample& sample, const Split& split,
                                const std::vector<FoldPairs>& pairs, Role target,
                                const MeasuredCorpus& measured, const std::vector<std::string>& needed) {
  std::vector<FoldPairSpans> spans;
  for (const auto& fold : pairs) spans.push_back({fold.train, fold.validation, fold.test});
  ConditionMeasures measures = measure_condition(corpus, split.folds, spans, sample.group_of_topic,
                                                 pairs.empty() ? target : Role::author, measured.blocks);
  measures.copied = count_copied(split.folds, measured.copies);
  for (const auto& name : measured.columns)
    if (const Column* column = corpus.named_column(name))
      add_without(corpus, *column, name, split, pairs, needed, measures);
  add_seen(corpus, split, measures);
  measures.seed = split.seed;
  for (const auto& column : columns_kept_whole(split))
    if (column != role_name(Role::author) && column != role_name(Role::topic))
      measures.whole.push_back(whole_groups(corpus, split.folds, column));
  return measures;
}

std::optional<Companions> companions_of(const Corpus& corpus, const Split& split,
                                        const ConditionSpec& condition, Role target,
                                        const MeasuredCorpus& measured) {
  if (condition.control_of.empty()) return std::nullopt;
  const auto can_be = [&](Role role) { return role != target && corpus.column(role) != nullptr; };
  if (!can_be(Role::topic) && !can_be(Role::author)) return std::nullopt;
  ControlKeeps keeps{target, {}, condition.match};
  // Blocks of one class each are whole in any case.
  const auto& recorded = split.options.values();
  const auto all = recorded.find("blocks"), pure = recorded.find("pure-blocks");
  if (condition.whole || (all != recorded.end() && pure != recorded.end() && all->second == pure->second))
    keeps.whole = condition.block;
  const std::vector<uint32_t> rows = used_rows(corpus.size(), split.folds).list();
  return companions(corpus, rows, can_be(Role::topic) ? Role::topic : Role::author, measured.blocks, keeps,
                    measured.copies);
}

nlohmann::ordered_json warning_json(const StudyWarning& warning) {
  Json json;
  json["code"] = warning.code;
  if (const auto check = find_warning_kind(warning.code)) {
    json["title"] = (*check)->title;
    json["severity"] = severity_name((*check)->severity);
    json["docs"] = (*check)->anchor();
  }
  json["corpus"] = warning.corpus;
  json["message"] = warning.message;
  return json;
}

void add_planted(std::vector<PlantedCondition>& conditions, const std::string& corpus,
                 const std::string& condition, const std::vector<std::string>& classes,
                 const PlantedRecord& planted) {
  auto entry = std::find_if(conditions.begin(), conditions.end(), [&](const PlantedCondition& one) {
    return one.corpus == corpus && one.condition == condition;
  });
  if (entry == conditions.end()) {
    std::vector<ClassLoss> none;
    for (const auto& name : classes) none.push_back({name});
    const auto kind = shortcuts().find(planted.kind);
    entry =
        conditions.insert(entry, {corpus, condition, none, none, !kind || (*kind)->traits.orders_classes});
  }
  const size_t values = planted.values.size();
  for (const auto& [losses, kept, dropped] :
       {std::tuple{&entry->train, &planted.train, &planted.dropped.train},
        {&entry->test, &planted.test, &planted.dropped.test}})
    for (size_t k = 0; k < losses->size(); ++k) {
      ClassLoss& loss = (*losses)[k];
      loss.lost += (*dropped)[k];
      loss.all += (*dropped)[k];
      for (size_t v = 0; v < values; ++v) loss.all += kept->of(k, v, values);
    }
}

DesignCondition outline_condition(const std::string& name, const std::string& sampler,
                                  const std::string& splitter, bool reference, const std::string& control_of,
                                  bool classifies, const Options& splitter_options) {
  DesignCondition condition;
  condition.name = name;
  condition.reference = reference;
  condition.control_of = control_of;
  const auto sample = samplers().find(sampler);
  const auto split = splitters().find(splitter);
  condition.novel_topics =
      split && keeps_apart((*split)->traits, splitter_options, Role::topic) && control_of.empty();
  condition.given = splitter == "given";
  // Pairs are always drawn at random, and so are the trades of a control.
  condition.drawn = !classifies || !control_of.empty() || (sample && !(*sample)->traits.deterministic) ||
                    (split && !(*split)->traits.deterministic);
  return condition;
}

StudyDesign outline(const StudySpec& study, const std::vector<CorpusFacts>& corpora) {
  StudyDesign design;
  const Task& task = study.the_task();
  design.classifies = task.traits().has_target;
  design.target = role_name(study.target);
  for (const auto& model : study.models)
    if (task.model_facts(model.model.name).pretrained) design.pretrained.push_back(model.name);
  // Studies are parsed only with profiles that exist.
  design.metric = study.metric;
  if (const auto profile = task.profile(study.profile); design.metric.empty() && profile)
    design.metric = profile->metrics[profile->main].name;
  for (const auto& facts : corpora) {
    DesignCorpus corpus;
    corpus.name = facts.name;
    corpus.has_topics = facts.topics > 0;
    corpus.has_authors = facts.authors > 0;
    corpus.odd_values = facts.odd_values;
    for (const auto& side : facts.sides)
      corpus.sides.push_back({side.name, side.documents, side.shared_texts});
    for (const auto& condition : study.conditions) {
      if (!condition.asks(facts.name)) continue;
      corpus.conditions.push_back(outline_condition(
          condition.name, condition.sampler.name, condition.splitter.name, condition.reference,
          condition.control_of, design.classifies, condition.splitter.options));
      corpus.conditions.back().block = condition.block;
      corpus.conditions.back().planted = condition.shortcut.has_value();
      corpus.conditions.back().reference_by_default = condition.reference_by_default;
    }
    design.corpora.push_back(std::move(corpus));
  }
  return design;
}

void add_draw(StudyDesign& design, const DesignFile& drawn) {
  for (auto& corpus : design.corpora) {
    if (corpus.name != drawn.corpus) continue;
    for (auto& condition : corpus.conditions)
      if (condition.name == drawn.condition) condition.draws.push_back(drawn.measures);
    for (const auto& block : drawn.blocks)
      if (std::none_of(corpus.blocks.begin(), corpus.blocks.end(),
                       [&](const auto& known) { return known.name == block.name; }))
        corpus.blocks.push_back(block);
  }
}

Result<std::vector<StudyWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                              const Corpus& corpus, int threads, Sink& sink,
                                              KnownCorpora* known) {
  const CorpusSpec& spec = study.corpora.front();
  const std::vector<CorpusFacts> facts = {corpus_facts(spec.name, corpus)};
  StudyDesign design = outline(study, facts);
  KnownCorpora here;
  KnownCorpora& all = known != nullptr ? *known : here;
  const std::pair key(corpus.data_hash(), needs_blocks(study));
  auto found = all.find(key);
  if (found == all.end()) found = all.emplace(key, measured_corpus(study, spec, study_folder, corpus)).first;
  MeasuredCorpus& measured = found->second;
  measured.columns = needed_columns(study);  // known columns may belong to another study
  // The plan knows which conditions share a space.
  Plan plan(study, study_catalogs(), facts);
  SF_TRY(plan.begin());
  DrawingInMemory drawing(corpus, study_folder, study_catalogs(), threads);
  const auto units = plan.splits_of(spec.name);
  const uint64_t steps = units.size();
  uint64_t step = 0;
  for (const auto& unit : units) {
    sink.progress("drawing splits", step++, steps);
    auto drawn = drawing.draw(study, unit);
    if (!drawn) return with_context("condition " + unit.condition, drawn.error());
    add_draw(design, {unit.corpus,
                      unit.condition,
                      measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, study.target, measured,
                                    needed_columns(study, study.condition(unit.condition))),
                      {}});
  }
  if (std::any_of(study.conditions.begin(), study.conditions.end(),
                  [](const auto& condition) { return !condition.control_of.empty(); }))
    add_draw(design, {spec.name, "", {}, tradable(corpus, measured.blocks)});
  sink.progress("drawing splits", steps, steps);
  auto warnings = check_design(design);
  leave_out(warnings, study.ignore);
  return warnings;
}

}  // namespace standfast
