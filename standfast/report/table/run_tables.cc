// Tables of a whole run: failures, and conditions, models and metrics in words, printed from the catalogs.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/report/table/tables.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/splitter.h"

namespace standfast::report {

std::optional<Table> warning_table(const Judgement& judgement) {
  if (judgement.warnings.empty()) return std::nullopt;
  Table table;
  table.name = "warnings";
  table.title = "Before you read the numbers";
  table.caption =
      fmt::format("docs/warnings.md says for each code how it is found, why it matters and what to do.{}",
                  judgement.ignored > 0
                      ? fmt::format(" The study ignores {}.", counted(judgement.ignored, "other warning"))
                      : "");
  table.header = {"warning", "what is wrong", "in this study"};
  for (const auto& warning : judgement.warnings) {
    const auto check = find_warning_kind(warning.code);
    table.rows.push_back({{warning.code}, {check ? (*check)->title : ""}, {warning.message, warning.corpus}});
  }
  return table;
}

namespace {

std::string not_in_catalog(const std::string& name) {
  return fmt::format("{} (not in this version's catalog)", name);
}

template <class CatalogType>
std::pair<std::string, std::string> in_words(const CatalogType& catalog, const std::string& name) {
  const auto entry = catalog.find(name);
  if (!entry) return {not_in_catalog(name), ""};
  return {(*entry)->summary, (*entry)->citation};
}

}  // namespace

std::optional<Table> trouble_table(const RunRecords& run) {
  Table table;
  table.name = "failed-cells";
  table.title = "Failed and missing cells";
  table.caption = "Their test items count in the total n and in no score.";
  table.header = {"cell", "what happened"};
  for (const auto& cell : run.cells)
    if (!cell.ok && cell.side == kTestSide)
      table.rows.push_back({{fmt::format("{} / {} / {} / seed {} / fold {}", cell.corpus, cell.condition,
                                         cell.model, cell.seed, cell.fold)},
                            {"failed: " + cell.reason}});
  for (const auto& artifact : run.failed_artifacts)
    table.rows.push_back({{artifact.label},
                          {(artifact.only_shown ? "failed; the report leaves it out, and no score needs "
                                                  "it: "
                                                : "failed, and with it every cell that needs it: ") +
                           artifact.reason}});
  for (const auto& label : run.not_shown)
    table.rows.push_back({{label}, {"is missing; the report leaves it out, and no score needs it"}});
  for (const auto& cell : run.missing)
    if (cell.side == kTestSide) table.rows.push_back({{cell.label}, {"has not run yet"}});
  if (table.rows.empty()) return std::nullopt;
  return table;
}

Table condition_table(const RunRecords& run) {
  Table table;
  table.name = "conditions";
  table.title = "Conditions";
  table.caption =
      "A condition is a sampler, which selects topics and documents, and a splitter, which divides them "
      "into training and test.";
  table.header = {"condition", "sampler", "splitter", "remarks"};
  const auto is_planted = [&](const std::string& name) {
    return std::ranges::any_of(run.conditions,
                               [&](const auto& one) { return one.name == name && one.shortcut; });
  };
  for (const auto& condition : run.conditions) {
    const auto [sampler, sampler_source] = in_words(samplers(), condition.sampler);
    const auto [splitter, splitter_source] = in_words(splitters(), condition.splitter);
    std::vector<std::string> remarks;
    if (condition.reference) remarks.push_back("Reference of survival.");
    if (condition.of_planted_fold())
      remarks.push_back(fmt::format(
          "The models of \"{}\", examined on its test documents {}.", condition.side_of,
          condition.side == kOriginalSide ? "as they are, without the cue" : "with the cue reversed"));
    else if (condition.side != kTestSide)
      remarks.push_back(fmt::format(
          "The models of \"{}\", examined on the side {}: {} that no fold of its corpus has. This is "
          "compared with the score of the same models on their test {}.",
          condition.side_of, condition.side,
          run.the_task().traits().draws_pairs ? "pairs of documents" : "documents",
          is_planted(condition.side_of) ? "documents as they are, without the cue" : "items"));
    if (condition.shortcut && condition.side == kTestSide)
      remarks.push_back(fmt::format("The shortcut {} is planted: lambda {:g} on train, {:g} on test, law {}.",
                                    condition.shortcut->kind, condition.shortcut->lambda,
                                    condition.shortcut->test_lambda, condition.shortcut->law));
    if (!condition.control_of.empty())
      remarks.push_back(fmt::format(
          "Matched control of \"{}\": the same folds after {}{}{}.", condition.control_of,
          condition.block.empty() ? "documents have traded places at random within their class"
          : condition.whole
              ? fmt::format(
                    "whole blocks ({}), with the documents of all their classes, have traded places at "
                    "random",
                    fmt::join(condition.block, " > "))
              : fmt::format("a class's own blocks ({}) have traded places at random",
                            fmt::join(condition.block, " > ")),
          condition.match.empty()
              ? ""
              : fmt::format(", among those that agree in {}", join_words(condition.match)),
          condition.trades == 1 ? "" : fmt::format("; the mean of {} trades", condition.trades)));
    if (!condition.corpora.empty())
      remarks.push_back(fmt::format("Asked of {} only.", fmt::join(condition.corpora, ", ")));
    for (const auto& split : run.splits)
      if (split.condition == condition.name)
        for (const auto& note : split.notes)
          if (std::find(remarks.begin(), remarks.end(), note) == remarks.end()) remarks.push_back(note);
    table.rows.push_back({{condition.name},
                          {condition.sampler, sampler, sampler_source},
                          {condition.splitter, splitter, splitter_source},
                          {fmt::format("{}", fmt::join(remarks, " "))}});
  }
  return table;
}

Table model_table(const RunRecords& run) {
  Table table;
  table.name = "models";
  table.title = "Models";
  table.header = {"model", "what it does", "source"};
  for (const auto& model : run.models) {
    if (model.foreign) {
      table.rows.push_back({{model.name}, {"Answers of a program that ran elsewhere"}, {""}});
      continue;
    }
    const ModelFacts facts = run.the_task().model_facts(model.model);
    table.rows.push_back({{model.name, model.name == model.model ? "" : model.model},
                          {facts.known ? facts.summary : not_in_catalog(model.model)},
                          {facts.citation}});
  }
  return table;
}

Table metric_table(const Summary& summary) {
  Table table;
  table.name = "metrics";
  table.title = "Metrics";
  table.header = {"metric", "what it is", "source"};
  for (const auto& metric : summary.profile.metrics)
    table.rows.push_back({{metric.name}, {metric.words}, {metric.source}});
  return table;
}

}  // namespace standfast::report
