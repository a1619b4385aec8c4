#include "standfast/study/experiment/judge.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/shortcut/shortcut.h"
#include "standfast/split/keep_whole.h"
#include "standfast/split/splitter.h"
#include "standfast/study/experiment/block_columns.h"
#include "standfast/study/record/marker.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDesignSchema = "standfast-design/1";

// A column of the file, by the documents of the corpus.
std::optional<Column> read_column(const CorpusSpec& spec, const std::string& study_folder,
                                  ReadOptions options, const std::string& name, const Corpus& corpus) {
  options.text_column = name;
  options.bad_rows = BadRowPolicy::skip;
  // Documents are found by id. Filters by frequency would count only those that have a value here.
  options.frequent = {};
  options.join_values = {};
  options.sink = &null_sink();
  const auto read = read_corpus_of(spec, options, study_folder);
  if (!read) return std::nullopt;
  std::unordered_map<std::string_view, uint32_t> rows, codes;
  for (uint32_t row = 0; row < corpus.size(); ++row) rows.emplace(corpus.id(row), row);
  Column column;
  column.codes.assign(corpus.size(), kMissing);
  for (uint32_t row = 0; row < read->size(); ++row) {
    const std::string_view value = read->text(row);
    const auto place = rows.find(read->id(row));
    if (value.empty() || place == rows.end()) continue;
    const auto [code, is_new] = codes.emplace(value, static_cast<uint32_t>(codes.size()));
    if (is_new) column.names.emplace_back(value);
    column.codes[place->second] = code->second;
  }
  return column;
}

// The columns whose groups the split keeps whole, each once.
std::vector<std::string> columns_kept_whole(const Split& split) {
  std::vector<std::string> columns = {kept_whole_by(split.options)};
  if (const auto entry = splitters().find(split.method))
    if (auto own = column_kept_whole((*entry)->traits, split.options); own != columns.front())
      columns.push_back(std::move(own));
  std::erase(columns, "");
  return columns;
}

Json side_json(const SideMeasures& side, bool pairs) {
  Json json = {{"documents", side.documents}};
  if (pairs)
    json.update({{"same", side.same},
                 {"different", side.different},
                 {"same_one_topic", side.same_one_topic},
                 {"different_one_topic", side.different_one_topic}});
  if (side.topic_auc_error) json["topic_auc_error"] = *side.topic_auc_error;
  for (const auto& block : side.blocks) {
    Json one = {{"column", block.column}, {"same", block.same}, {"different", block.different}};
    if (block.auc_error) one["auc_error"] = *block.auc_error;
    json["shared_blocks"].push_back(std::move(one));
  }
  return json;
}

std::optional<double> number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() ? std::nullopt : std::optional(found->get<double>());
}

SideMeasures side_of(const Json& json) {
  SideMeasures side;
  json.at("documents").get_to(side.documents);
  side.same = json.value("same", uint64_t{0});
  side.different = json.value("different", uint64_t{0});
  side.same_one_topic = json.value("same_one_topic", uint64_t{0});
  side.different_one_topic = json.value("different_one_topic", uint64_t{0});
  side.topic_auc_error = number_of(json, "topic_auc_error");
  for (const Json& one : json.value("shared_blocks", Json::array()))
    side.blocks.push_back(
        {one.at("column"), one.at("same"), one.at("different"), number_of(one, "auc_error")});
  return side;
}

}  // namespace

ConditionMeasures measure_drawn(const Corpus& corpus, const Sample& sample, const Split& split,
                                const std::vector<FoldPairs>& pairs, Role target,
                                const std::vector<BlockValues>& blocks) {
  std::vector<FoldPairSpans> spans;
  for (const auto& fold : pairs) spans.push_back({fold.train, fold.validation, fold.test});
  ConditionMeasures measures = measure_condition(corpus, split.folds, spans, sample.group_of_topic,
                                                 pairs.empty() ? target : Role::author, blocks);
  measures.seed = split.seed;
  for (const auto& column : columns_kept_whole(split))
    if (column != role_name(Role::author) && column != role_name(Role::topic))
      measures.whole.push_back(whole_groups(corpus, split.folds, column));
  return measures;
}

std::vector<BlockValues> blocks_of(const StudySpec& study, const CorpusSpec& spec,
                                   const std::string& study_folder, const Corpus& corpus) {
  BlockColumns blocks(study, corpus);
  const auto options = read_options(spec, study.limit);
  if (!options) return std::move(blocks).take();
  ReadOptions first = *options;
  first.only = {};
  first.only_attributes = {};
  first.frequent = {};
  first.join_values = {};
  first.limit = 1;
  ReadReport report;
  if (!read_corpus_of(spec, first, study_folder, &report)) return std::move(blocks).take();
  for (const auto& name : report.columns) {
    const bool used =
        name == report.text_column || name == report.id_column ||
        std::find(report.role_columns.begin(), report.role_columns.end(), name) != report.role_columns.end();
    if (!is_block_name(name) || used) continue;
    if (const Column* column = corpus.named_column(name))
      blocks.add(name, *column);
    else if (auto found = read_column(spec, study_folder, *options, name, corpus))
      blocks.add(name, std::move(*found));
  }
  return std::move(blocks).take();
}

bool needs_blocks(const StudySpec& study) {
  return study.the_task().traits().draws_pairs ||
         std::any_of(study.conditions.begin(), study.conditions.end(),
                     [](const auto& condition) { return !condition.control_of.empty(); });
}

std::vector<BlockColumn> tradable(const Corpus& corpus, const std::vector<BlockValues>& blocks) {
  std::vector<BlockColumn> columns;
  if (corpus.column(Role::topic) == nullptr) return columns;
  for (const auto& one : blocks) columns.push_back(one.block);
  return columns;
}

std::string design_text(const DesignFile& design) {
  const ConditionMeasures& m = design.measures;
  const bool pairs = m.train.pairs() + m.test.pairs() > 0;
  Json json;
  json["schema"] = kDesignSchema;
  json["corpus"] = design.corpus;
  json["condition"] = design.condition;
  json["seed"] = m.seed;
  json["folds"] = m.folds;
  json["empty_folds"] = m.empty_folds;
  json["train"] = side_json(m.train, pairs);
  json["test"] = side_json(m.test, pairs);
  json["test_topics"] = m.test_topics;
  json["test_authors"] = m.test_authors;
  json["with_class"] = m.classed;
  json["one_class_topic"] = m.one_class_topic;
  json["unseen_class"] = m.unseen_class;
  if (!m.whole.empty()) json["whole"] = Json::array();
  for (const auto& whole : m.whole)
    json["whole"].push_back({{"column", whole.column}, {"tested", whole.tested}, {"loose", whole.loose}});
  json["blocks"] = Json::array();
  for (const auto& block : design.blocks)
    json["blocks"].push_back(
        {{"column", block.name}, {"groups", block.groups}, {"documents", block.documents}});
  return file_text(json);
}

Result<DesignFile> read_design(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  const Json json = json_or_discarded<Json>(text);
  if (json.is_discarded() || !json.is_object()) return data_error(path + ": not a JSON object");
  DesignFile design;
  SF_TRY(take_apart(path, [&] {
    ConditionMeasures& m = design.measures;
    json.at("corpus").get_to(design.corpus);
    json.at("condition").get_to(design.condition);
    json.at("seed").get_to(m.seed);
    json.at("folds").get_to(m.folds);
    json.at("empty_folds").get_to(m.empty_folds);
    m.train = side_of(json.at("train"));
    m.test = side_of(json.at("test"));
    json.at("test_topics").get_to(m.test_topics);
    json.at("test_authors").get_to(m.test_authors);
    json.at("with_class").get_to(m.classed);
    json.at("one_class_topic").get_to(m.one_class_topic);
    json.at("unseen_class").get_to(m.unseen_class);
    for (const Json& whole : json.value("whole", Json::array()))
      m.whole.push_back({whole.at("column"), whole.at("tested"), whole.at("loose")});
    for (const Json& block : json.at("blocks"))
      design.blocks.push_back({block.at("column"), block.at("groups"), block.at("documents")});
  }));
  return design;
}

nlohmann::ordered_json warning_json(const DesignWarning& warning) {
  Json json;
  json["code"] = warning.code;
  if (const auto check = find_design_check(warning.code)) {
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
  design.seeds = study.seeds.size();
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
    for (const auto& side : facts.sides)
      corpus.sides.push_back({side.name, side.documents, side.shared_texts});
    for (const auto& condition : study.conditions) {
      if (!condition.asks(facts.name)) continue;
      corpus.conditions.push_back(outline_condition(
          condition.name, condition.sampler.name, condition.splitter.name, condition.reference,
          condition.control_of, design.classifies, condition.splitter.options));
      corpus.conditions.back().block = condition.block;
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

}  // namespace standfast
