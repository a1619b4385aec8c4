#include "standfast/result/run/run_reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/record/slices_file.h"
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

// Only options with words are needed here: the names of columns.
Options recorded_options(const Json& object) {
  std::map<std::string, OptionValue> values;
  for (const auto& [name, value] : object.items())
    if (value.is_string()) values[name] = value.get<std::string>();
  return Options::recorded(values);
}

Status read_provenance(const std::string& path, RunRecords& run) {
  SF_ASSIGN(const Json json, read_sealed(path, kProvenanceSchema));
  return take_apart(path, [&] {
    const Json& study = json.at("study");
    run.version = json.at("version").get<std::string>();
    run.name = study.value("name", "");
    run.task = study.value("task", "verification");
    run.target = study.value("target", "");
    run.profile = study.at("profile").get<std::string>();
    run.seeds = study.at("seeds").get<std::vector<uint64_t>>();
    run.metric = study.value("metric", "");
    run.ignore = study.value("ignore", std::vector<std::string>());
    for (const Json& item : study.at("models"))
      run.models.push_back({item.at("name"), item.value("model", item.at("name").get<std::string>())});
    if (const auto list = study.find("predictions"); list != study.end())
      for (const Json& item : *list)
        run.predictions.push_back({item.at("name"), item.at("path"), item.at("sha256")});
    std::vector<std::string> sides = {kTestSide};  // sides that some corpus has
    for (const Json& item : json.at("corpora")) {
      run.corpora.push_back({item.at("name"), item.value("sha256", ""), item.value("documents", uint64_t{0}),
                             item.value("authors", uint64_t{0}), item.value("topics", uint64_t{0})});
      for (const Json& side : item.value("sides", Json::array())) {
        run.corpora.back().sides.push_back(
            {side.at("name"), side.at("documents"), side.at("sha256"), side.at("shared_texts")});
        if (std::find(sides.begin(), sides.end(), side.at("name")) == sides.end())
          sides.push_back(side.at("name"));
      }
    }
    for (const Json& item : study.at("conditions"))
      for (const auto& side : sides) {
        const auto drawn = item.at("name").get<std::string>();
        const bool test = side == kTestSide;
        run.conditions.push_back(
            {name_of_side(drawn, side), item.value("sampler", "all"), item.at("splitter"),
             test && item.value("reference", false), test ? item.value("control_of", "") : "",
             item.value("block", std::vector<std::string>{}), item.value("trades", 1U),
             recorded_options(item.value("splitter_options", Json::object())),
             item.value("corpora", std::vector<std::string>{}), side, test ? "" : drawn});
      }
  });
}

// The records of a cell, one for each side. A failed cell has the records that it should have: one for each
// side of its corpus.
std::vector<CellRecord> records_of(const CellFile& file, const std::string& folder,
                                   const CorpusInfo& corpus) {
  CellRecord cell;
  cell.folder = folder;
  cell.task = file.task;
  cell.corpus = file.corpus;
  cell.drawn = file.condition;
  cell.model = file.model;
  cell.seed = file.seed;
  cell.fold = file.fold;
  cell.trade = file.trade;
  cell.fit = file.fit;
  cell.ok = file.ok;
  cell.reason = file.reason;
  cell.n_train = file.count("train");
  cell.n_validation = file.count("validation");
  cell.same_train = file.count("same_train");
  cell.train_classes = file.count("train_classes");
  cell.profile = file.profile;
  cell.probabilistic = file.probabilities;
  cell.p1 = optional_number(file.facts, "p1");
  cell.p2 = optional_number(file.facts, "p2");
  std::vector<CellSide> sides = file.sides;
  if (!file.ok) {
    sides = {CellSide{}};
    for (const auto& side : corpus.sides) sides.push_back({side.name, "", 0, {}, {}});
  }
  std::vector<CellRecord> records;
  for (const auto& side : sides) {
    cell.side = side.side;
    cell.condition = name_of_side(cell.drawn, side.side);
    cell.answers_file = side.predictions;
    cell.n_test = side.n;
    cell.same_test = side.count("same");
    cell.scores = side.scores;
    records.push_back(cell);
  }
  return records;
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
    split.similarity_mean = optional_number(statistics, "similarity_mean");
    split.similarity_max = optional_number(statistics, "similarity_max");
    for (const Json& pair : statistics.value("closest", Json::array()))
      split.closest.push_back({pair.at("topics").at(0), pair.at("topics").at(1), pair.at("similarity")});
  }));
  run.splits.push_back(std::move(split));
  if (const std::string design = folder.artifact(unit.key, kDesignFile); is_there(design)) {
    SF_ASSIGN(DesignFile drawn, read_design(design));
    run.designs.push_back(std::move(drawn));
  }
  return {};
}

Status read_cell(const RunFolder& folder, const Unit& unit, RunRecords& run) {
  const std::string path = folder.marker(unit);
  SF_ASSIGN(const Json json, read_sealed(path, kRecordSchema));
  SF_ASSIGN(const CellFile file, cell_from_json(json, path));
  const auto corpus = std::find_if(run.corpora.begin(), run.corpora.end(),
                                   [&](const auto& known) { return known.name == file.corpus; });
  const auto knows = [](const auto& list, const std::string& name) {
    return std::any_of(list.begin(), list.end(), [&](const auto& known) { return known.name == name; });
  };
  if (corpus == run.corpora.end() || !knows(run.conditions, file.condition) || !knows(run.models, file.model))
    return data_error(fmt::format("{}: {} / {} / {} is not in the study of provenance.json", path,
                                  file.corpus, file.condition, file.model));
  if (file.ok) SF_TRY(results_of(run.the_task()).take_classes(path, file.classes, *corpus));
  for (auto& record : records_of(file, unit.key, *corpus)) {
    if (!knows(run.conditions, record.condition))
      return data_error(fmt::format("{}: side {} is not in provenance.json", path, record.side));
    // Another fit on the same fold is no further evidence. It is kept apart from the cells that intervals are
    // made from.
    (record.fit > 0 ? run.refits : run.cells).push_back(std::move(record));
  }
  return {};
}

void add_missing(const Unit& unit, RunRecords& run) {
  for (const auto& condition : run.conditions) {
    const size_t c = static_cast<size_t>(&condition - run.conditions.data());
    if (condition.drawn() != unit.condition) continue;
    for (size_t i = 0; i < run.corpora.size(); ++i)
      if (run.corpora[i].name == unit.corpus && run.asks(i, c))
        run.missing.push_back(
            {unit.label(), unit.corpus, condition.name, unit.model, unit.seed, unit.fold, condition.side});
  }
}

// Reads what the units of the plan wrote. Each is checked against its marker first.
Status read_units(const RunFolder& folder, RunRecords& run, Slices& slices) {
  SF_ASSIGN(const auto plan, folder.read_plan());
  std::map<std::string, std::string> not_there;  // labels of missing units by key
  for (const auto& unit : plan) {
    const bool cell = unit.kind->examines();
    const auto found = folder.state(unit, cell ? Check::digests : Check::sizes);
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
    if (found.state == State::failed && !cell) run.failed_artifacts.push_back({unit.label(), found.reason});
    if (found.state != State::missing && cell) SF_TRY(read_cell(folder, unit, run));
    if (found.state != State::done) continue;
    if (unit.kind == &corpus_kind()) SF_TRY(read_corpus(folder, unit, run));
    if (unit.kind == &slices_kind()) SF_TRY(read_slices_of(folder, unit, slices));
    if (unit.kind == &splits_kind()) SF_TRY(read_split(folder, unit, run));
  }
  return {};
}

}  // namespace

Result<RunRecords> read_run(const std::string& folder, KeepAnswers keep) {
  if (!is_folder(folder)) return data_error(folder + ": no such run folder");
  if (!is_there(folder + "/provenance.json"))
    return data_error(folder + ": no provenance.json; is this a folder that `standfast run` wrote?");
  RunRecords run;
  SF_TRY(read_provenance(folder + "/provenance.json", run));
  if (find_task(run.task) == nullptr)
    return data_error(fmt::format("{}/provenance.json: this version has no task \"{}\"", folder, run.task));
  Slices slices;
  SF_TRY(read_units(RunFolder(folder), run, slices));

  const Places corpora(run.corpora), conditions(run.conditions), models(run.models);
  std::sort(run.cells.begin(), run.cells.end(), [&](const CellRecord& a, const CellRecord& b) {
    const auto rank = [&](const CellRecord& c) {
      return std::make_tuple(corpora.of(c.corpus), conditions.of(c.condition), models.of(c.model), c.seed,
                             c.fold);
    };
    const auto left = rank(a), right = rank(b);
    return left != right ? left < right : a.folder < b.folder;
  });

  if (keep == KeepAnswers::aside) {
    SF_ASSIGN(run.store, AnswerStore::make());
  }
  const TaskResults& results = results_of(run.the_task());
  for (auto& corpus : run.corpora) {
    AnswerNames names;
    const auto sliced = slices.find(corpus.name);
    if (sliced != slices.end()) names.ids = &sliced->second.places;
    for (auto& cell : run.cells) {
      if (!cell.ok || cell.corpus != corpus.name) continue;
      SF_TRY(results.read_answers(answers_of(folder, cell), corpus, names, cell));
      if (run.store) SF_TRY(run.store->put_aside(cell));
    }
    corpus.tested_authors = names.authors.size();
    corpus.tested_topics = names.topics.names();
    corpus.tested_documents = names.documents.size();
    if (sliced != slices.end())
      run.slices[corpus.name] = slices_of_documents(sliced->second, names.documents);
  }
  return run;
}

}  // namespace standfast::result
