#include "standfast/result/run/run_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_records.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/record/map_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/slices_file.h"
#include "standfast/study/spec/component_json.h"
#include "standfast/study/spec/shortcut/shortcut_json.h"
#include "standfast/study/unit/kinds.h"

namespace standfast::result {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using State = RunFolder::State;

Result<Json> read_json(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  Json json = json_or_discarded<Json>(text);
  if (json.is_discarded() || !json.is_object())
    return data_error(
        fmt::format("{}: not a JSON object (a file of a run is never half written; was it edited?)", path));
  return json;
}

std::optional<double> optional_number(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

SpaceSpec recorded_space(const Json& json) {
  SpaceSpec space;
  space.of_model = json.contains("model");
  json.at(space.of_model ? "model" : "encoder").get_to(space.maker.name);
  space.maker.options = Options::recorded(options_from_json(json.value("options", Json::object())));
  if (const auto reduce = json.find("reduce"); reduce != json.end())
    reduce->at("method").get_to(space.reduction);
  return space;
}

// The study of a run, as far as records need it. Components are read as they were recorded, unchecked: this
// version need not have them.
StudySpec recorded_study(const Json& json) {
  StudySpec study;
  study.title = json.value("name", "");
  study.task = json.value("task", "verification");
  study.target = role_from_name(json.value("target", "author")).value_or(Role::author);
  study.profile = json.at("profile").get<std::string>();
  study.seeds = json.at("seeds").get<std::vector<uint64_t>>();
  study.metric = json.value("metric", "");
  study.group = json.value("group", "");
  study.ignore = json.value("ignore", std::vector<std::string>());
  for (const Json& item : json.at("models")) {
    const auto name = item.at("name").get<std::string>();
    study.models.push_back({name,
                            {item.value("model", name),
                             Options::recorded(options_from_json(item.value("options", Json::object())))}});
  }
  if (const auto list = json.find("predictions"); list != json.end())
    for (const Json& item : *list)
      study.predictions.push_back({item.at("name"), item.at("path"), item.at("sha256")});
  for (const Json& item : json.at("conditions")) {
    ConditionSpec condition;
    item.at("name").get_to(condition.name);
    condition.sampler.name = item.value("sampler", "all");
    item.at("splitter").get_to(condition.splitter.name);
    condition.splitter.options =
        Options::recorded(options_from_json(item.value("splitter_options", Json::object())));
    condition.reference = item.value("reference", false);
    condition.control_of = item.value("control_of", "");
    condition.block = item.value("block", std::vector<std::string>{});
    condition.match = item.value("match", std::vector<std::string>{});
    condition.trades = item.value("trades", 1U);
    condition.corpora = item.value("corpora", std::vector<std::string>{});
    if (const auto space = item.find("space"); space != item.end()) condition.space = recorded_space(*space);
    if (const auto shortcut = item.find("shortcut"); shortcut != item.end())
      condition.shortcut = recorded_shortcut(*shortcut);
    study.conditions.push_back(std::move(condition));
  }
  return study;
}

std::vector<CorpusFacts> recorded_corpora(const Json& json) {
  std::vector<CorpusFacts> corpora;
  for (const Json& item : json) {
    CorpusFacts corpus;
    item.at("name").get_to(corpus.name);
    corpus.sha256 = item.value("sha256", "");
    corpus.documents = item.value("documents", uint64_t{0});
    corpus.authors = item.value("authors", uint64_t{0});
    corpus.topics = item.value("topics", uint64_t{0});
    for (const Json& side : item.value("sides", Json::array()))
      corpus.sides.push_back(
          {side.at("name"), side.at("documents"), side.at("sha256"), side.at("shared_texts")});
    corpora.push_back(std::move(corpus));
  }
  return corpora;
}

Result<RunRecords> read_provenance(const std::string& path) {
  SF_ASSIGN(const Json json, read_sealed(path, kProvenanceSchema));
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::string version;
  SF_TRY(take_apart(path, [&] {
    study = recorded_study(json.at("study"));
    corpora = recorded_corpora(json.at("corpora"));
    json.at("version").get_to(version);
  }));
  if (find_task(study.task) == nullptr)
    return data_error(fmt::format("{}: this version has no task \"{}\"", path, study.task));
  RunRecords run = records_of_study(study, corpora, version);
  run.group = study.group;
  SF_TRY(take_apart(path, [&] {
    if (const auto explain = json.at("study").find("explain"); explain != json.at("study").end())
      explain->at("top").get_to(run.explain_top);
  }));
  return run;
}

Status read_summary(const std::string& path, RunRecords& run) {
  SF_ASSIGN(const Json json, read_json(path));
  CorpusSummary summary;
  std::string corpus;
  SF_TRY(take_apart(path, [&] {
    json.at("corpus").get_to(corpus);
    // "authors" and "topics" are lists of names; their counts are separate fields.
    json.at("authors").get_to(summary.authors);
    json.at("topics").get_to(summary.topics);
    for (const Json& cell : json.at("matrix"))
      summary.cells.push_back(
          {cell.at(0).get<uint32_t>(), cell.at(1).get<uint32_t>(), cell.at(2).get<uint64_t>()});
  }));
  for (const auto& cell : summary.cells)
    if (cell.author >= summary.authors.size() || cell.topic >= summary.topics.size())
      return data_error(path + ": matrix names an author or topic that is not listed");
  run.summaries[corpus] = std::move(summary);
  return {};
}

constexpr double kRounding = 1e-6;  // of a cosine

Status read_similarity(const std::string& path, RunRecords& run) {
  SF_ASSIGN(const Json json, read_json(path));
  TopicCosines similarity;
  std::string corpus;
  SF_TRY(take_apart(path, [&] {
    json.at("corpus").get_to(corpus);
    json.at("topics").get_to(similarity.topics);
    for (const Json& row : json.at("similarity"))
      for (const Json& value : row) similarity.similarity.push_back(value.get<double>());
  }));
  if (similarity.similarity.size() != similarity.topics.size() * similarity.topics.size())
    return data_error(fmt::format("{}: {} topics need {} cosines, it has {}", path, similarity.topics.size(),
                                  similarity.topics.size() * similarity.topics.size(),
                                  similarity.similarity.size()));
  // Clustering needs distances to be numbers and symmetric; else it may not end.
  const size_t n = similarity.topics.size();
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double one = similarity.similarity[i * n + j], other = similarity.similarity[j * n + i];
      if (!(one >= -1 - kRounding && one <= 1 + kRounding && std::abs(one - other) <= kRounding))
        return data_error(
            fmt::format("{}: {} and {} cannot be the cosines of topics {} and {}", path, one, other, i, j));
    }
  run.similarities[corpus] = std::move(similarity);
  return {};
}

using Slices = std::map<std::string, SlicesFile>;  // by corpus

Status read_slices_of(const RunFolder& folder, const Unit& unit, Slices& slices) {
  SF_TRY(folder.check_artifact(unit.key));
  SF_ASSIGN(SlicesFile file, read_slices(folder.artifact(unit.key, kSlicesFile)));
  slices[unit.corpus] = std::move(file);
  return {};
}

// By code of the tested documents.
std::vector<DocumentSlices> slices_of_documents(const SlicesFile& file, const Interner& documents) {
  std::vector<DocumentSlices> slices;
  for (size_t k = 0; k < file.names.size(); ++k) {
    DocumentSlices slice{file.names[k], file.columns[k].names, {}};
    for (const auto& id : documents.names()) {
      const auto place = file.places.find(id);
      slice.of.push_back(place == file.places.end() ? kNoCode : file.columns[k].codes[place->second]);
    }
    slices.push_back(std::move(slice));
  }
  return slices;
}
static_assert(kMissing == kNoCode);

// The slices by the study's group, whose values the answers name by code.
DocumentSlices slices_by_group(const std::string& column, const Interner& groups) {
  DocumentSlices slices{column, {groups.names().begin(), groups.names().end()}, {}, true};
  std::sort(slices.values.begin(), slices.values.end());
  for (const auto& name : groups.names())
    slices.of.push_back(static_cast<uint32_t>(
        std::lower_bound(slices.values.begin(), slices.values.end(), name) - slices.values.begin()));
  return slices;
}

// Reads what a corpus unit wrote: the files that its marker lists.
Status read_corpus(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  SF_ASSIGN(const Json marker, folder.read_marker(unit, Check::digests));
  SF_ASSIGN(const auto files, files_of(marker));
  for (const auto& file : files) {
    const std::string name = fs::path(file.path).filename().string(), path = folder.file(file.path);
    if (name == "summary.json") SF_TRY(read_summary(path, run));
    if (name == "topic_similarity.json") SF_TRY(read_similarity(path, run));
    if (name == "style_interaction.json") {
      SF_ASSIGN(StyleFile style, read_style(path));
      run.styles[style.corpus] = std::move(style);
    }
  }
  return {};
}

// A list of a splits.json with the unit row: a number is a row, "3-5" are three. Appended to `runs`; false
// for other items.
bool take_runs(const Json& list, std::vector<RowSet::Run>& runs) {
  for (const Json& item : list) {
    RowSet::Run run;
    if (item.is_number_unsigned()) {
      item.get_to(run.first);
      run.last = run.first;
    } else if (item.is_string()) {
      const auto& text = item.get_ref<const std::string&>();
      const char* end = text.data() + text.size();
      const auto first = std::from_chars(text.data(), end, run.first);
      if (first.ec != std::errc() || first.ptr == end) return false;
      if (std::from_chars(first.ptr + 1, end, run.last).ec != std::errc() || run.last < run.first)
        return false;
    } else {
      return false;
    }
    runs.push_back(run);
  }
  return true;
}

// Each row once, whatever number of lists it is in.
RowSet united(std::vector<RowSet::Run> runs) {
  std::sort(runs.begin(), runs.end());
  RowSet rows;
  uint64_t next = 0;
  for (const auto& run : runs) {
    if (run.last < next) continue;
    rows.append({static_cast<uint32_t>(std::max<uint64_t>(run.first, next)), run.last});
    next = uint64_t{run.last} + 1;
  }
  return rows;
}

// The sides of the first fold, and the clusters, if documents are named by row.
Status take_first_fold(const Json& json, const std::string& path, SplitInfo& split) {
  std::vector<RowSet::Run> train, test;
  const Json& fold = json.at("folds").at(0);
  if (!take_runs(fold.at("train"), train) || !take_runs(fold.at("validation"), train) ||
      !take_runs(fold.at("test"), test))
    return {};
  split.first_train = united(std::move(train));
  split.first_test = united(std::move(test));
  const auto recorded = json.find("clusters");
  if (recorded == json.end()) return {};
  ClusterInfo clusters;
  recorded->at("classes").get_to(clusters.class_names);
  recorded->at("counts").get_to(clusters.counts);
  recorded->at("tested").get_to(clusters.tested);
  for (const Json& list : recorded->at("documents")) {
    std::vector<RowSet::Run> rows;
    if (!take_runs(list, rows)) return {};
    clusters.rows.push_back(united(std::move(rows)));
  }
  const auto is_table = [&](const std::vector<std::vector<uint32_t>>& numbers) {
    return numbers.size() == clusters.rows.size() && std::ranges::all_of(numbers, [&](const auto& row) {
             return row.size() == clusters.class_names.size();
           });
  };
  if (!is_table(clusters.counts) || !is_table(clusters.tested))
    return unreadable_part(path,
                           "clusters: counts and tested are not one row a cluster and one number a class");
  split.clusters = std::move(clusters);
  return {};
}

void take_test_sets(const Json& json, SplitInfo& split) {
  if (json.value("unit", "") != "row") return;
  std::vector<RowSet::Run> tested, left_out;
  for (const Json& fold : json.at("folds"))
    if (!take_runs(fold.at("test"), tested)) return;
  if (!take_runs(json.value("left_out", Json::array()), left_out)) return;
  split.tested = united(std::move(tested));
  const auto documents = json.at("data").at("documents").get<uint64_t>();
  split.used = documents - std::min<uint64_t>(documents, united(std::move(left_out)).size());
}

Status read_split(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  SF_TRY(folder.check_artifact(unit.key));
  const std::string path = folder.splits_file(unit);
  SF_ASSIGN(const Json json, read_json(path));
  SplitInfo split;
  split.corpus = unit.corpus;
  split.condition = unit.condition;
  split.seed = unit.seed;
  SF_TRY(take_apart(path, [&] {
    if (const auto sample = json.find("sample"); sample != json.end() && sample->contains("notes"))
      sample->at("notes").get_to(split.notes);
    for (const Json& note : json.value("notes", Json::array())) split.notes.push_back(note);
    const Json& statistics = json.at("statistics");
    for (const Json& fold : statistics.at("folds")) {
      ++split.folds;
      split.shared_topics += fold.value("shared_topics", 0.0);
      const auto count = [&](const char* name) { return fold.value(name, uint64_t{0}); };
      split.fold.push_back({count("train") + count("validation"), count("test"), count("train_topics"),
                            count("test_topics"), count("shared_topics"), count("train_authors"),
                            count("test_authors"), optional_number(fold, "similarity_mean"),
                            optional_number(fold, "similarity_max")});
    }
    if (split.folds > 0) split.shared_topics /= split.folds;
    take_test_sets(json, split);
    split.similarity_mean = optional_number(statistics, "similarity_mean");
    split.similarity_max = optional_number(statistics, "similarity_max");
    for (const Json& pair : statistics.value("closest", Json::array()))
      split.closest.push_back({pair.at("topics").at(0), pair.at("topics").at(1), pair.at("similarity")});
  }));
  Status first;
  SF_TRY(take_apart(path, [&] {
    if (split.folds > 0 && json.value("unit", "") == "row") first = take_first_fold(json, path, split);
  }));
  SF_TRY(first);
  split.space = unit.need(space_kind());
  run.splits.push_back(std::move(split));
  if (const std::string design = folder.artifact(unit.key, kDesignFile); is_there(design)) {
    SF_ASSIGN(DesignFile drawn, read_design(design));
    run.designs.push_back(std::move(drawn));
  }
  return {};
}

Status read_near_of(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  SF_TRY(folder.check_artifact(unit.key));
  SF_ASSIGN(NearFile near, read_near(folder.artifact(unit.key, kNearFile)));
  for (auto& fold : near.folds) fold.documents.clear();  // for whoever looks into the run
  run.near.push_back(std::move(near));
  return {};
}

Status read_analysis_of(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  SF_TRY(folder.check_artifact(unit.key));
  SF_ASSIGN(AnalysisFile analysis, read_analysis(folder.artifact(unit.key, kAnalysisFile)));
  run.analyses.push_back(std::move(analysis));
  return {};
}

Status read_map_of(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  SF_TRY(folder.check_artifact(unit.key));
  SF_ASSIGN(MapFile map, read_map(folder.artifact(unit.key, kMapFile)));
  run.maps[unit.need(space_kind())] = {map.corpus,
                                       map.space,
                                       map.method,
                                       map.documents,
                                       std::move(map.rows),
                                       std::move(map.ids),
                                       std::move(map.classes),
                                       std::move(map.class_of),
                                       std::move(map.x),
                                       std::move(map.y)};
  return {};
}

Status read_attributions_of(const RunFolder& folder, const Unit& unit, ExplainedIds& ids, RunRecords& run) {
  SF_TRY(folder.check_artifact(unit.key));
  SF_ASSIGN(AttributionRecord record,
            read_attribution_record(folder.artifact(unit.key, kAttributionsFile), run.explain_top, ids));
  record.folder = unit.key;
  run.attributions.push_back(std::move(record));
  return {};
}

// Names of classes become places in the classes of the corpus, which are known once answers are read. Records whose
// classes are not among them are of no use: nothing was answered yet.
void place_classes(const CorpusInfo& corpus, RunRecords& run) {
  const auto places = [&](const std::vector<std::string>& names) {
    std::vector<uint32_t> found;
    for (const auto& name : names) {
      const auto place = std::ranges::find(corpus.classes, name);
      found.push_back(place == corpus.classes.end() ? kNoCode
                                                    : static_cast<uint32_t>(place - corpus.classes.begin()));
    }
    return found;
  };
  for (auto& split : run.splits) {
    if (split.corpus != corpus.name || !split.clusters) continue;
    auto& clusters = *split.clusters;
    clusters.classes = places(clusters.class_names);
    const bool without = clusters.class_names.size() == 1 && corpus.classes.empty();
    clusters.class_names.clear();
    if (!without && std::ranges::count(clusters.classes, kNoCode) > 0) split.clusters.reset();
  }
  for (auto& [key, map] : run.maps) {
    if (map.corpus != corpus.name) continue;
    const auto found = places(map.class_names);
    for (uint32_t& code : map.class_of) code = code == kNoCode ? kNoCode : found[code];
    map.class_names.clear();
  }
  for (auto& record : run.attributions) {
    if (record.corpus != corpus.name) continue;
    record.classes = places(record.class_names);
    record.class_names.clear();
  }
}

// marker: of the unit.
Status read_cell(const RunFolder& folder, const Unit& unit, const Json& marker, RunRecords& run) {
  const std::string path = folder.marker(unit);
  SF_ASSIGN(const CellFile file, cell_from_json(marker, path));
  return add_records(file, unit.key, path, run);
}

// Reads what the units of the plan wrote. Each is checked against its marker first.
Status read_units(const RunFolder& folder, RunRecords& run, Slices& slices) {
  SF_ASSIGN(const auto plan, folder.read_plan());
  std::map<std::string, std::string> not_there;  // labels of missing units by key
  ExplainedIds explained;
  for (const auto& unit : plan) {
    const bool cell = unit.kind->examines();
    const auto [found, marker] = folder.marked(unit, cell ? Check::digests : Check::sizes);
    if (found.state == State::damaged)
      return data_error(fmt::format("{} (of {}); standfast run with the same study makes it again",
                                    found.reason, unit.label()));
    // A cell is done after its split, so the split must have existed.
    if (found.state == State::missing && unit.kind == &splits_kind()) not_there[unit.key] = unit.label();
    if (found.state == State::done && cell)
      for (const auto& need : unit.needs)
        if (const auto gone = not_there.find(need.key); gone != not_there.end())
          return data_error(
              fmt::format("{}: {} is not there, but {} is; standfast run with the same study "
                          "makes it again",
                          folder.path(), gone->second, unit.label()));
    if (found.state == State::missing && unit.kind->only_shown()) run.not_shown.push_back(unit.label());
    if (found.state == State::missing && cell) add_missing(unit, run);
    if (found.state == State::failed && !cell) run.failed_artifacts.push_back({unit.label(), found.reason, unit.kind->only_shown()});
    if (found.state != State::missing && cell) SF_TRY(read_cell(folder, unit, marker, run));
    if (found.state != State::done) continue;
    if (unit.kind == &corpus_kind()) SF_TRY(read_corpus(folder, unit, run));
    if (unit.kind == &slices_kind()) SF_TRY(read_slices_of(folder, unit, slices));
    if (unit.kind == &splits_kind()) SF_TRY(read_split(folder, unit, run));
    if (unit.kind == &near_kind()) SF_TRY(read_near_of(folder, unit, run));
    if (unit.kind == &analysis_kind()) SF_TRY(read_analysis_of(folder, unit, run));
    if (unit.kind == &map_kind()) SF_TRY(read_map_of(folder, unit, run));
    if (unit.kind == &explain_kind()) SF_TRY(read_attributions_of(folder, unit, explained, run));
  }
  return {};
}

}  // namespace

Result<RunRecords> read_run(const std::string& folder, KeepAnswers keep) {
  if (!is_folder(folder)) return data_error(folder + ": no such run folder");
  if (!is_there(folder + "/provenance.json"))
    return data_error(folder + ": no provenance.json; is this a folder that `standfast run` wrote?");
  SF_ASSIGN(RunRecords run, read_provenance(folder + "/provenance.json"));
  Slices slices;
  SF_TRY(read_units(RunFolder(folder), run, slices));
  sort_cells(run);

  if (keep == KeepAnswers::aside) {
    SF_ASSIGN(run.store, AnswerStore::make());
  }
  const TaskResults& results = results_of(run.the_task());
  for (auto& corpus : run.corpora) {
    AnswerNames names;
    const auto sliced = slices.find(corpus.name);
    if (sliced != slices.end()) names.ids = &sliced->second.places;
    if (!run.group.empty()) names.groups.emplace();
    for (auto& cell : run.cells) {
      if (!cell.ok || cell.corpus != corpus.name) continue;
      SF_TRY(results.read_answers(answers_of(folder, cell), corpus, names, cell));
      if (run.store) SF_TRY(run.store->put_aside(cell));
    }
    corpus.tested_authors = names.authors.size();
    corpus.tested_topics = names.topics.names();
    corpus.tested_documents = names.documents.size();
    place_classes(corpus, run);
    if (sliced != slices.end())
      run.slices[corpus.name] = slices_of_documents(sliced->second, names.documents);
    if (names.groups) run.slices[corpus.name].push_back(slices_by_group(run.group, *names.groups));
  }
  return run;
}

}  // namespace standfast::result
