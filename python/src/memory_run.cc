// Bindings for studies in memory: `standfast run` and the first part of `standfast report`, on a corpus given
// in Python. Models written in Python may stand beside the built-in ones.
#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "call.h"
#include "corpus_in.h"
#include "errors.h"
#include "foreign_models.h"
#include "register.h"
#include "standfast/analysis/leak/warning_lines.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/report/page/survival_view.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/experiment/measured_corpus.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

using namespace result;

constexpr const char* kStudyName = "survival()";  // in messages: "survival():7: ..."

// Pairs of a name in the catalog and the Python object that answers.
using ForeignModels = std::vector<std::pair<std::string, nb::object>>;

// Catalogs of a study: the models of Python, under their names, are added to the catalogs of the library.
class Catalogs {
 public:
  Catalogs(const std::string& task, const std::vector<std::string>& names,
           const std::function<ClassCallback(size_t)>& of_documents,
           const std::function<PairCallback(size_t)>& of_pairs) {
    auto for_documents = classifiers().entries();
    auto for_pairs = verifiers().entries();
    for (size_t i = 0; i < names.size(); ++i)
      if (task == "verification")
        for_pairs.push_back(callback_verifier_entry(names[i], of_pairs(i)));
      else
        for_documents.push_back(callback_classifier_entry(names[i], of_documents(i)));
    classifiers_ = std::make_unique<ClassifierCatalog>("classifier", std::move(for_documents));
    verifiers_ = std::make_unique<VerifierCatalog>("verifier", std::move(for_pairs));
    all_.classifiers = classifiers_.get();
    all_.verifiers = verifiers_.get();
  }
  const StudyCatalogs& all() const { return all_; }

 private:
  std::unique_ptr<ClassifierCatalog> classifiers_;
  std::unique_ptr<VerifierCatalog> verifiers_;
  StudyCatalogs all_ = study_catalogs();
};

Result<StudySpec> parsed(const std::string& toml, const StudyCatalogs& catalogs) {
  SF_ASSIGN(StudySpec study, parse_study(toml, kStudyName, catalogs));
  SF_TRY(fill_file_digests(study, "", catalogs));
  return study;
}

// Describes the columns that a study will read from its corpus: columns without a role, with their kinds, and
// a flag for columns that may group documents within topics.
nb::dict outline(const std::string& toml, const std::string& task, const std::vector<std::string>& foreign) {
  const Catalogs catalogs(
      task, foreign, [](size_t) { return ClassCallback(); }, [](size_t) { return PairCallback(); });
  const StudySpec study = value_of(parsed(toml, catalogs.all()));
  nb::dict columns;
  for (const auto& rule : study.corpora.front().attributes)
    columns[rule.name.c_str()] = std::string(kind_name(rule.kind));
  nb::dict all;
  all["columns"] = columns;
  all["blocks"] = needs_blocks(study);
  return all;
}

// The test items of a cell: documents, or the two documents of a pair.
struct TestItems {
  std::vector<uint32_t> a, b;
};

struct HeldRun {
  StudySpec study;
  RunRecords records;
  SurvivalView view;
  size_t documents = 0;
  using Cell = std::tuple<std::string, std::string, uint64_t, uint32_t>;  // condition, model, seed, fold
  std::map<Cell, TestItems> items;
};

Status check_columns(const StudySpec& study, const Corpus& corpus) {
  for (const auto& rule : study.corpora.front().attributes) {
    const Attribute* there = corpus.attribute(rule.name);
    if (there == nullptr)
      return usage_error(fmt::format("the data have no column \"{}\"; name it in columns=", rule.name));
    if (there->kind != rule.kind)
      return usage_error(fmt::format("column \"{}\" is a {} where a {} is needed", rule.name,
                                     kind_name(there->kind), kind_name(rule.kind)));
  }
  return {};
}

// Draws every condition before any model is fitted, so that a condition that cannot be drawn costs no time.
Status draw_all(ExperimentInMemory& experiment, const StudySpec& study, const std::string& corpus,
                const std::function<bool()>& interrupted) {
  for (const auto& condition : study.conditions)
    for (const uint64_t seed : study.seeds)
      if (interrupted())
        return fail(ErrorKind::interrupted, "stopped");
      else if (const auto drawn = experiment.draw(study, corpus, condition.name, seed); !drawn)
        return with_context(fmt::format("condition \"{}\" cannot be drawn", condition.name), drawn.error());
  return {};
}

HeldRun run_study(const std::string& toml, const std::string& task, const HeldCorpus& held,
                  const ForeignModels& foreign, bool draw_first, const std::string& metric, double level,
                  int threads) {
  HeldRun run;
  const Corpus& corpus = held.corpus;
  run.documents = corpus.size();
  call_released([&](Sink& sink, const std::function<bool()>& interrupted, Desk& desk) {
    CurrentCell current;
    std::vector<std::string> names;
    for (const auto& [name, answer] : foreign) names.push_back(name);
    const Catalogs catalogs(
        task, names, [&](size_t i) { return class_callback(foreign[i].second, corpus, current, desk); },
        [&](size_t i) { return pair_callback(foreign[i].second, corpus, current, desk); });
    run.study = value_of(parsed(toml, catalogs.all()));
    value_of(check_columns(run.study, corpus));
    const std::string& name = run.study.corpora.front().name;
    InMemoryOptions options{.catalogs = &catalogs.all(), .threads = threads_for(threads), .designs = true};
    options.examined = [&](const Unit& cell, const ExaminedCell& done) {
      if (cell.fit > 0 || cell.left_out) return;
      TestItems& items = run.items[{cell.condition, cell.model, cell.seed, cell.fold}];
      if (!done.documents.empty()) items.a = done.documents.front().rows;
      if (!done.pairs.empty())
        for (const Pair& pair : done.pairs.front().pairs) {
          items.a.push_back(pair.a);
          items.b.push_back(pair.b);
        }
    };
    ExperimentInMemory experiment({{name, &corpus}}, options);
    if (draw_first) value_of(draw_all(experiment, run.study, name, interrupted));
    run.records = value_of(experiment.run(run.study, [&](const Unit& cell) {
      current.unit = cell;
      return !interrupted();
    }));
    if (interrupted()) return;
    run.view = value_of(
        survival_view(run.records, {.metric = metric, .level = level, .threads = options.threads}, sink));
  });
  return run;
}

size_t metric_of(const HeldRun& run, const std::string& name) {
  if (name.empty()) return run.view.metric;
  const auto& metrics = run.view.metrics;
  const auto found = std::find(metrics.begin(), metrics.end(), name);
  if (found == metrics.end())
    refuse(ErrorKind::usage,
           fmt::format("there is no metric \"{}\" (there are: {})", name, fmt::join(metrics, ", ")));
  return static_cast<size_t>(found - metrics.begin());
}

const report::Table& table_of(const HeldRun& run, const std::string& metric) {
  return run.view.tables.front()[metric_of(run, metric)];
}

nb::str unicode(std::string_view text) {
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::list warnings_of(const HeldRun& run) {
  nb::list all;
  for (const auto& warning : run.view.warnings) {
    const auto check = find_warning_kind(warning.code);
    nb::dict one;
    one["code"] = warning.code;
    one["title"] = check ? (*check)->title : "";
    one["severity"] = check ? std::string(severity_name((*check)->severity)) : "";
    one["docs"] = check ? (*check)->anchor() : "";
    one["message"] = unicode(warning.message);
    all.append(one);
  }
  return all;
}

// Returns the failed cells, then failures that cells share, which have no model.
nb::list failures_of(const HeldRun& run) {
  nb::list all;
  std::set<std::tuple<std::string, std::string, uint64_t, uint32_t, uint32_t>>
      seen;  // a cell has several sides
  const auto add = [&](const std::vector<CellRecord>& cells) {
    for (const auto& cell : cells)
      if (!cell.ok && seen.emplace(cell.drawn, cell.model, cell.seed, cell.fold, cell.fit).second)
        all.append(nb::make_tuple(cell.drawn, cell.model, cell.seed, cell.fold, unicode(cell.reason)));
  };
  add(run.records.cells);
  add(run.records.refits);
  for (const auto& cell : run.records.nested)
    if (!cell.ok)
      all.append(nb::make_tuple(
          cell.drawn, cell.model, cell.seed, cell.fold,
          unicode(fmt::format("without {}s {} of repeat {}: {}", cell.left_out->units,
                              cell.left_out->block + 1, cell.left_out->repeat + 1, cell.reason))));
  for (const auto& one : run.records.failed_artifacts)
    all.append(nb::make_tuple(one.label, nb::none(), nb::none(), nb::none(), unicode(one.reason)));
  return all;
}

// Returns the predictions column by column, with one row for each test item of every fold and seed.
nb::dict predictions_of(const HeldRun& run, const HeldCorpus& held, const std::string& condition,
                        const std::string& model) {
  const Corpus& corpus = held.corpus;
  if (corpus.size() != run.documents)
    refuse(ErrorKind::data,
           fmt::format("the table is of {} documents, and these are {}", run.documents, corpus.size()));
  const bool pairs = run.records.the_task().traits().draws_pairs;
  const auto& classes = run.records.corpora.front().classes;
  nb::list ids, left, right, truth, predicted;
  std::vector<int64_t> seeds, folds, rows;
  std::vector<uint8_t> same;
  std::vector<double> values;
  std::vector<std::vector<double>> columns(classes.size());
  bool probabilistic = true;
  const auto id = [&](uint32_t row) { return unicode(corpus.id(row)); };
  for (const auto& cell : run.records.cells) {
    if (!cell.ok || cell.side != kTestSide || cell.condition != condition || cell.model != model) continue;
    const TestItems& items = run.items.at({cell.drawn, cell.model, cell.seed, cell.fold});
    for (size_t i = 0; i < items.a.size(); ++i) {
      seeds.push_back(static_cast<int64_t>(cell.seed));
      folds.push_back(cell.fold);
      if (pairs) {
        left.append(id(items.a[i]));
        right.append(id(items.b[i]));
        same.push_back(cell.predictions.same[i]);
        values.push_back(cell.predictions.value[i]);
        continue;
      }
      rows.push_back(items.a[i]);
      ids.append(id(items.a[i]));
      probabilistic &= cell.probabilistic;
      const auto& of = cell.classified;
      truth.append(unicode(classes[of.truth[i]]));
      const std::span<const double> row(of.probabilities.data() + i * classes.size(), classes.size());
      const uint32_t answer = predicted_class(row);
      predicted.append(answer == kNoAnswer ? nb::object(nb::none()) : nb::object(unicode(classes[answer])));
      for (size_t c = 0; c < classes.size(); ++c) columns[c].push_back(row[c]);
    }
  }
  nb::dict all;
  all["seed"] = array_of(std::move(seeds));
  all["fold"] = array_of(std::move(folds));
  if (pairs) {
    all["left"] = left;
    all["right"] = right;
    all["same"] = array_of(std::move(same));
    all["value"] = array_of(std::move(values));
    return all;
  }
  all["id"] = ids;
  all["row"] = array_of(std::move(rows));
  all["truth"] = truth;
  all["predicted"] = predicted;
  // Rows that only rank the classes are not called probabilities.
  const std::string prefix = probabilistic ? "p:" : "score:";
  for (size_t c = 0; c < classes.size(); ++c)
    all[unicode(prefix + classes[c])] = array_of(std::move(columns[c]));
  return all;
}

std::vector<std::string> names_of(const auto& list) {
  std::vector<std::string> names;
  for (const auto& one : list) names.push_back(one.name);
  return names;
}

}  // namespace

void register_memory_run(nb::module_& module) {
  module.def("study_outline", &outline, nb::arg("study"), nb::arg("task"), nb::arg("foreign"));
  module.def(
      "is_block_name", [](const std::string& name) { return is_block_name(name); }, nb::arg("name"));
  nb::class_<HeldRun>(module, "StudyRun")
      .def_static("of", &run_study, nb::arg("study"), nb::arg("task"), nb::arg("corpus"), nb::arg("foreign"),
                  nb::arg("draw_first"), nb::arg("metric"), nb::arg("level"), nb::arg("threads"))
      .def_prop_ro("metrics", [](const HeldRun& run) { return run.view.metrics; })
      .def_prop_ro("metric", [](const HeldRun& run) { return run.view.metrics[run.view.metric]; })
      .def_prop_ro("headlines",
                   [](const HeldRun& run) {
                     nb::list all;
                     for (const auto& line : run.view.headlines) all.append(unicode(line));
                     return all;
                   })
      .def_prop_ro("warnings", &warnings_of)
      .def_prop_ro("warning_lines",
                   [](const HeldRun& run) {
                     nb::list all;
                     for (const auto& line : short_lines(run.view.warnings)) all.append(unicode(line));
                     return all;
                   })
      .def_prop_ro("failures", &failures_of)
      .def_prop_ro("conditions", [](const HeldRun& run) { return names_of(run.records.conditions); })
      .def_prop_ro("models", [](const HeldRun& run) { return names_of(run.records.models); })
      .def_prop_ro("seeds", [](const HeldRun& run) { return run.records.seeds; })
      .def_prop_ro("cells", [](const HeldRun& run) { return run.records.cells.size(); })
      .def(
          "title",
          [](const HeldRun& run, const std::string& metric) { return unicode(table_of(run, metric).title); },
          nb::arg("metric"))
      .def(
          "caption",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(table_of(run, metric).caption);
          },
          nb::arg("metric"))
      .def(
          "text",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(to_text(table_of(run, metric)));
          },
          nb::arg("metric"))
      .def(
          "csv",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(to_csv(table_of(run, metric)));
          },
          nb::arg("metric"))
      .def(
          "latex",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(to_latex(table_of(run, metric)));
          },
          nb::arg("metric"))
      .def("header", [](const HeldRun& run) { return table_of(run, "").data_header; })
      .def(
          "data",
          [](const HeldRun& run, const std::string& metric) {
            nb::list rows;
            for (const auto& row : table_of(run, metric).data) {
              nb::list cells;
              for (const auto& cell : row) cells.append(unicode(cell));
              rows.append(cells);
            }
            return rows;
          },
          nb::arg("metric"))
      .def(
          "pieces",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(report::svg_fragments(run.view.drawings.front()[metric_of(run, metric)]));
          },
          nb::arg("metric"))
      .def(
          "svg",
          [](const HeldRun& run, const std::string& metric) {
            return unicode(report::svg_file(run.view.drawings.front()[metric_of(run, metric)]));
          },
          nb::arg("metric"))
      .def("figure_caption", [](const HeldRun& run) { return unicode(run.view.captions.front()); })
      .def("predictions", &predictions_of, nb::arg("corpus"), nb::arg("condition"), nb::arg("model"));
}

}  // namespace standfast::python
