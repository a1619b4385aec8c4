// Splits unit: sample, folds and pairs of a corpus under a condition with a seed.
#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/paths.h"
#include "standfast/sample/topics.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/artifacts.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/study/unit/space_units.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// The largest number of topic names, over all folds, that are written: for leave-one-topic-out with thousands
// of topics they would fill gigabytes.
constexpr size_t kMostTopicsNamed = 1'000'000;

// Returns the names of the topics of some rows, ascending.
std::vector<std::string> topic_names(const std::optional<Column>& topic, const RowSet& rows) {
  if (!topic) return {};
  std::vector<bool> seen(topic->names.size(), false);
  for (const uint32_t row : rows)
    if (const uint32_t code = topic->codes[row]; code != kMissing) seen[code] = true;
  std::vector<std::string> names;
  for (size_t code = 0; code < seen.size(); ++code)
    if (seen[code]) names.push_back(topic->names[code]);
  return names;
}

std::string splits_key(const StudySpec& study, const ConditionSpec& condition, const CorpusFacts& corpus,
                       const Unit& unit) {
  Json fields = key_fields(unit.kind->name(), corpus);
  fields["condition"] = condition.name;
  fields["sampler"] = condition.sampler.name;
  fields["sampler_options"] = options_to_json(condition.sampler.options);
  if (condition.encoder) {
    fields["vectors"] = unit.need(vectors_kind());
    fields["aggregate"] = kAggregates[static_cast<size_t>(condition.encoder->aggregate)];
  }
  if (condition.space) {
    fields["space"] = unit.need(space_kind());
    if (condition.space->maker.aggregate != Aggregate::mean)
      fields["aggregate"] = kAggregates[static_cast<size_t>(condition.space->maker.aggregate)];
  }
  fields["splitter"] = condition.splitter.name;
  fields["splitter_options"] = options_to_json(condition.splitter.options);
  if (!condition.files.empty()) fields["files"] = condition.files;
  for (const auto& name : condition.columns) fields["columns"].push_back(column_fields(corpus, name));
  const TaskTraits asks = study.the_task().traits();
  if (asks.has_target) fields["target"] = role_name(study.target);
  if (asks.draws_pairs) fields["pairs"] = options_to_json(condition.pairs);
  if (!condition.control_of.empty()) {
    fields["control"] = role_name(study.target);
    if (condition.trades > 1) fields["trades"] = condition.trades;
    // The hash of the data does not cover the values of blocks.
    for (const auto& name : condition.match) fields["match"].push_back(column_fields(corpus, name));
    for (const auto& name : condition.block) fields["block"].push_back(column_fields(corpus, name));
    if (condition.whole) fields["whole"] = true;
  }
  fields["seed"] = unit.seed;
  return key_of(fields);
}

// Returns the content of folds.json.
Json folds_json(const Unit& unit, const Corpus& corpus, const DrawnCondition& drawn) {
  const auto topics = grouped_topics(corpus, drawn.sample.group_of_topic);
  Json json;
  json["schema"] = "standfast-folds/1";
  json["corpus"] = unit.corpus;
  json["condition"] = unit.condition;
  json["seed"] = unit.seed;
  json["reason"] = drawn.split.reason;
  json["notes"] = drawn.sample.notes;
  for (const auto& note : drawn.split.notes) json["notes"].push_back(note);
  json["folds"] = Json::array();
  const bool named = !topics || topics->names.size() * drawn.split.folds.size() <= kMostTopicsNamed;
  for (size_t i = 0; i < drawn.split.folds.size(); ++i) {
    const Fold& fold = drawn.split.folds[i];
    Json entry = {{"train_topics", named ? Json(topic_names(topics, fold.train)) : Json(nullptr)},
                  {"test_topics", topic_names(topics, fold.test)},
                  {"train_documents", fold.train.size()},
                  {"validation_documents", fold.validation.size()},
                  {"test_documents", fold.test.size()}};
    if (!fold.aside.empty()) entry["aside_documents"] = fold.aside.size();
    if (!drawn.pairs.empty()) {
      entry["train_pairs"] = drawn.pairs[i].train.size();
      entry["validation_pairs"] = drawn.pairs[i].validation.size();
      entry["test_pairs"] = drawn.pairs[i].test.size();
    }
    json["folds"].push_back(std::move(entry));
  }
  return json;
}

class SplitsKind final : public UnitKind {
 public:
  const char* name() const override { return "splits"; }
  const char* units() const override { return "splits"; }
  const char* one() const override { return "split"; }
  std::string label(const Unit& unit) const override {
    return fmt::format("{} / {} / seed {}", unit.corpus, unit.condition, unit.seed);
  }

  Status expand(Plan& plan, const Unit* settled) const override {
    if (settled != nullptr) return {};
    const StudySpec& study = plan.study();
    for (size_t i = 0; i < plan.corpora().size(); ++i)
      for (size_t c = 0; c < study.conditions.size(); ++c)
        for (size_t s = 0; s < study.seeds.size(); ++s) {
          const CorpusFacts& corpus = plan.corpora()[i];
          const ConditionSpec& condition = study.conditions[c];
          if (!condition.asks(corpus.name)) continue;
          Unit unit;
          unit.kind = this;
          unit.corpus = corpus.name;
          unit.condition = condition.name;
          unit.seed = study.seeds[s];
          if (condition.encoder) unit.needs.push_back({&vectors_kind(), vectors_unit(condition, corpus).key});
          if (condition.space) unit.needs.push_back({&space_kind(), space_unit(plan, condition, corpus).key});
          unit.key = splits_key(study, condition, corpus, unit);
          plan.add(std::move(unit), {i, c, s});
        }
    return {};
  }

  Result<MadeUnit> make(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
    const StudySpec& study = shop.study();
    const ConditionSpec& condition = study.condition(unit.condition);
    SF_ASSIGN(const TopicEncoder encoder, shop.topic_encoder_of(unit, *corpus));
    SF_ASSIGN(const DocumentVectors space, shop.space_of(unit, *corpus));
    SF_ASSIGN(DrawnCondition drawn,
              draw_condition(*corpus, condition, shop.catalogs(), drawn_for(study, shop.study_folder()),
                             unit.seed, threads, sink, encoder, space));
    SF_ASSIGN(const Workshop::ComparedTopics compared, shop.similarity(*corpus, threads));
    if (!compared.why_not.empty()) drawn.split.notes.push_back(compared.why_not);
    const auto statistics =
        split_statistics(*corpus, drawn.sample, drawn.split, compared.similarity,
                         compared.similarity != nullptr ? tfidf_topics().name + kOfWholeCorpus : "");
    MadeUnit made;
    const std::string file = shop.folder().splits_file(unit);
    made.files.push_back(shop.folder().relative(file));
    SF_TRY(write_file(file, write_splits(*corpus, drawn.sample, drawn.split, statistics)));
    if (study.the_task().traits().draws_pairs)
      SF_TRY(write_pairs(shop.place(unit, "pairs.jsonl.gz", made), {drawn.pairs, drawn.sides}));
    SF_TRY(write_file(shop.place(unit, "folds.json", made), file_text(folds_json(unit, *corpus, drawn))));
    const MeasuredCorpus& measured = shop.measured(*corpus, unit.corpus);
    DesignFile design{unit.corpus,
                      unit.condition,
                      measure_drawn(*corpus, drawn.sample, drawn.split, drawn.pairs, study.target, measured,
                                    needed_columns(study, condition)),
                      {}};
    design.measures.seed = unit.seed;
    if (!condition.control_of.empty()) design.blocks = tradable(*corpus, measured.blocks);
    design.companions = companions_of(*corpus, drawn.split, condition, study.target, measured);
    SF_TRY(write_file(shop.place(unit, kDesignFile, made), record_text(design_fields(), design)));
    made.marker = artifact_head(unit);
    made.marker.update({{"corpus", unit.corpus},
                        {"condition", unit.condition},
                        {"seed", unit.seed},
                        {"folds", drawn.split.folds.size()}});
    return made;
  }

  Status read(const RunFolder& folder, const Unit& unit, Artifacts& into) const override {
    SF_TRY(folder.check_artifact(unit.key, unit.label()));
    SF_ASSIGN(SplitInfo split, read_split(folder.splits_file(unit)));
    split.corpus = unit.corpus;
    split.condition = unit.condition;
    split.seed = unit.seed;
    split.space = unit.need(space_kind());
    into.splits.push_back(std::move(split));
    if (const std::string design = folder.artifact(unit.key, kDesignFile); is_there(design)) {
      SF_ASSIGN(DesignFile drawn, read_record(design_fields(), design));
      into.designs.push_back(std::move(drawn));
    }
    return {};
  }
};

}  // namespace

const UnitKind& splits_kind() {
  static const SplitsKind kind;
  return kind;
}

}  // namespace standfast
