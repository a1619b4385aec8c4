#include "standfast/result/run/run_reader.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/in_order.h"
#include "standfast/base/input_stream.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_records.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/spec/study_json.h"
#include "standfast/study/unit/kinds.h"

namespace standfast::result {
namespace {

using Json = nlohmann::ordered_json;
using State = RunFolder::State;

Result<RunRecords> read_provenance(const std::string& path) {
  SF_ASSIGN(const Json json, read_sealed(path, kProvenanceSchema));
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::string version;
  SF_TRY(take_apart(path, [&] {
    study = recorded_study(json.at("study"));
    for (const Json& corpus : json.at("corpora")) corpus_fields().take(corpus, corpora.emplace_back());
    json.at("version").get_to(version);
  }));
  if (find_task(study.task) == nullptr)
    return data_error(fmt::format("{}: this version has no task \"{}\"", path, study.task));
  RunRecords run = records_of_study(study, corpora, version);
  run.group = study.group;
  if (study.explain) run.explain_top = study.explain->top;
  return run;
}

// Returns the slices by code of the tested documents.
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
static_assert(kMissing == kNoCode);  // in artifacts too

// Returns the slices by the study's group, whose values the answers name by code.
DocumentSlices slices_by_group(const std::string& column, const Interner& groups) {
  DocumentSlices slices{column, {groups.names().begin(), groups.names().end()}, {}, true};
  std::sort(slices.values.begin(), slices.values.end());
  for (const auto& name : groups.names())
    slices.of.push_back(static_cast<uint32_t>(
        std::lower_bound(slices.values.begin(), slices.values.end(), name) - slices.values.begin()));
  return slices;
}

// Replaces names of classes by places in the classes of the corpus, which are known once answers are read.
// Records whose classes are not among them are of no use: nothing was answered yet.
void place_classes(const CorpusInfo& corpus, RunRecords& run) {
  const auto places = [&](const std::vector<std::string>& names) { return places_of_classes(names, corpus); };
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
    const auto found = places(map.classes);
    for (uint32_t& code : map.class_of) code = code == kNoCode ? kNoCode : found[code];
    map.classes.clear();
  }
  for (auto& record : run.attributions) {
    if (record.corpus != corpus.name) continue;
    record.classes = places(record.class_names);
    record.class_names.clear();
  }
}

// Names the fits of networks in the words that conditions use for them.
void name_space_fits(RunRecords& run) {
  for (auto& fit : run.fits) {
    const auto asks = std::ranges::find(run.conditions, fit.condition, &ConditionInfo::name);
    if (asks == run.conditions.end() || !asks->space) continue;
    run.space_fits.push_back(
        {fit.corpus, asks->space->fit, fit.documents, fit.validation, std::move(fit.history)});
  }
  run.fits.clear();
}

// The output of a unit, as far as it can be read without the units before it.
struct FoundUnit {
  RunFolder::MarkedUnit of;
  std::optional<Result<CellFile>> cell;
  std::optional<Result<RationaleRecord>> rationales;  // of a cell that names them
};

Result<RationaleRecord> measured_rationales(const std::string& path) {
  SF_ASSIGN(const RationalesFile file, read_rationales(path));
  return rationale_record(file);
}

constexpr size_t kMostAtOnce = 16;

// Returns the number of unpacked files of answers that are in memory at once: files that are read, and as
// many that are unpacked meanwhile. A million documents make files of a hundred megabytes.
size_t files_at_once(const std::vector<CellRecord*>& cells) {
  constexpr uint64_t kBytesOfAnswer = 160, kMostBytes = uint64_t{128} << 20;
  uint64_t largest = 1;
  for (const CellRecord* cell : cells) largest = std::max(largest, cell->n_test * kBytesOfAnswer);
  return std::clamp<uint64_t>(kMostBytes / largest, 1, kMostAtOnce);
}

// Reads the outputs of the units of the plan. Each is checked against its marker first.
Status read_units(const RunFolder& folder, int threads, RunRecords& run) {
  SF_ASSIGN(const auto plan, folder.read_plan());
  std::map<std::string, std::string> not_there;  // labels of missing units by key
  const auto read = [&](size_t i) {
    const bool cell = plan[i].kind->examines();
    FoundUnit unit{folder.marked(plan[i], cell ? Check::digests : Check::sizes), {}, {}};
    const State state = unit.of.found.state;
    if (cell && (state == State::done || state == State::failed))
      unit.cell = cell_from_json(unit.of.marker, folder.marker(plan[i]));
    if (unit.cell && *unit.cell && !(*unit.cell)->rationales.empty())
      unit.rationales = measured_rationales(folder.unit_folder(plan[i]) + "/" + (*unit.cell)->rationales);
    return unit;
  };
  return in_order(plan.size(), kMostAtOnce, threads, read, [&](size_t i, FoundUnit of) -> Status {
    const Unit& unit = plan[i];
    const auto& found = of.of.found;
    const bool cell = unit.kind->examines();
    if (found.state == State::damaged) return damaged_part(found.reason, unit.label());
    // A cell is done after its split, so the split must have existed.
    if (found.state == State::missing && unit.kind == &splits_kind()) not_there[unit.key] = unit.label();
    if (found.state == State::done && cell)
      for (const auto& need : unit.needs)
        if (const auto gone = not_there.find(need.key); gone != not_there.end())
          return damaged_part(
              fmt::format("{}: {} is not there, but {} is", folder.path(), gone->second, unit.label()));
    if (found.state == State::missing && unit.kind->only_shown()) run.not_shown.push_back(unit.label());
    if (found.state == State::missing && cell && !unit.left_out) add_missing(unit, run);
    if (found.state == State::failed && !cell)
      run.failed_artifacts.push_back({unit.label(), found.reason, unit.kind->only_shown()});
    if (of.cell) {
      if (!*of.cell) return tl::unexpected(of.cell->error());
      SF_TRY(add_records(**of.cell, unit.key, folder.marker(unit), run));
      if (of.rationales) {
        if (!*of.rationales) return tl::unexpected(of.rationales->error());
        add_rationales(**of.cell, unit.key, std::move(**of.rationales), run);
      }
    }
    return found.state == State::done ? unit.kind->read(folder, unit, run) : Status();
  });
}

}  // namespace

Result<RunRecords> read_run(const std::string& folder, KeepAnswers keep, int threads) {
  if (!is_folder(folder)) return data_error(folder + ": no such run folder");
  if (!is_there(folder + "/provenance.json"))
    return data_error(folder + ": no provenance.json; is this a folder that `standfast run` wrote?");
  SF_ASSIGN(RunRecords run, read_provenance(folder + "/provenance.json"));
  SF_TRY(read_units(RunFolder(folder), threads, run));
  name_space_fits(run);
  sort_cells(run);

  if (keep == KeepAnswers::aside) {
    SF_ASSIGN(run.store, AnswerStore::make());
  }
  const TaskResults& results = results_of(run.the_task());
  for (auto& corpus : run.corpora) {
    AnswerNames names;
    const auto sliced = run.slice_columns.find(corpus.name);
    if (sliced != run.slice_columns.end()) names.ids = &sliced->second.places;
    if (!run.group.empty()) names.groups.emplace();
    names.pair_ids = run.nested_repeats > 0;
    std::vector<CellRecord*> answered;
    for (auto* cells : {&run.cells, &run.nested})
      for (auto& cell : *cells)
        if (cell.ok && cell.corpus == corpus.name) answered.push_back(&cell);
    const auto unpacked = [&](size_t i) { return read_file(answers_of(folder, *answered[i]), kOwnFiles); };
    const Status read = in_order(
        answered.size(), files_at_once(answered), threads, unpacked,
        [&](size_t i, Result<std::string> text) -> Status {
          if (!text) return tl::unexpected(std::move(text.error()));
          CellRecord& cell = *answered[i];
          SF_TRY(results.read_answers(answers_of(folder, cell), std::move(*text), corpus, names, cell));
          if (answer_count(cell) != cell.n_test)
            return data_error(
                fmt::format("{}: holds {} answers, and its record says {} (see docs/run-folder.md)",
                            answers_of(folder, cell), answer_count(cell), cell.n_test));
          return run.store ? run.store->put_aside(cell) : Status();
        });
    SF_TRY(read);
    corpus.tested_authors = names.authors.size();
    corpus.tested_topics = names.topics.names();
    corpus.tested_documents = names.documents.size();
    place_classes(corpus, run);
    if (sliced != run.slice_columns.end())
      run.slices[corpus.name] = slices_of_documents(sliced->second, names.documents);
    if (names.groups) run.slices[corpus.name].push_back(slices_by_group(run.group, *names.groups));
  }
  run.slice_columns.clear();
  run.explained.clear();
  return run;
}

}  // namespace standfast::result
