#include "standfast/study/spec/explain.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/task/task.h"

namespace standfast {

bool is_among(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool guesses(const StudySpec& study, const StudyCatalogs& catalogs, const ModelSpec& model) {
  return study.the_task().model_facts(model.model.name, catalogs).chance;
}

bool covers(const ExplainSpec& explain, const ConditionSpec& condition) {
  return explain.conditions.empty() || is_among(explain.conditions, condition.name);
}

std::vector<std::string> sides_to_explain(const StudySpec& study, const StudyCatalogs& catalogs,
                                          const CorpusSpec& corpus, const ConditionSpec& condition,
                                          const ModelSpec& model) {
  std::vector<std::string> sides;
  if (!study.explain || !covers(*study.explain, condition)) return sides;
  const auto& models = study.explain->models;
  if (models.empty() ? guesses(study, catalogs, model) : !is_among(models, model.name)) return sides;
  const bool planted = condition.shortcut.has_value();
  for (const auto& side : study.explain->sides)
    if (side == kTestSide || (planted && (side == kOriginalSide || side == kAntiTestSide)) ||
        std::ranges::any_of(corpus.sides, [&](const SideSpec& one) { return one.name == side; }))
      sides.push_back(side);
  return sides;
}

namespace {

template <class Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

// Parses a list of known names. objection: to a known name; "": none.
template <class Objection>
Result<std::vector<std::string>> known_names(TableReader& reader, const std::string& key,
                                             const std::string& one, const std::vector<std::string>& known,
                                             std::vector<std::string> fallback, const Objection& objection) {
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return fallback;
  const auto words = TableReader::words_of(*value);
  if (!words) return reader.wrong_type(key, *value, fmt::format("a list of {}s", one));
  const auto fail = [&](const std::string& why) {
    return reader.fail_at(value->line, fmt::format("{}: {}: {}", reader.owner(), key, why));
  };
  std::vector<std::string> names;
  for (const auto& name : words->get<std::vector<std::string>>()) {
    if (const std::string why = objection(name); !why.empty()) return fail(why);
    if (!is_among(known, name))
      return fail(fmt::format("there is no {} \"{}\"{}", one, name, suggestion(name, known)));
    if (is_among(names, name)) return fail(fmt::format("\"{}\" is listed twice", name));
    names.push_back(name);
  }
  if (names.empty()) return fail(fmt::format("an empty list; leave it out or name a {}", one));
  return names;
}

// Returns the sides on which models of the covered conditions are examined.
std::vector<std::string> sides_there(const StudySpec& study, const ExplainSpec& explain) {
  std::vector<std::string> sides = {kTestSide};
  const auto add = [&](const std::string& side) {
    if (!is_among(sides, side)) sides.push_back(side);
  };
  for (const auto& condition : study.conditions) {
    if (!covers(explain, condition)) continue;
    if (condition.shortcut) {
      add(kOriginalSide);
      add(kAntiTestSide);
    }
    for (const auto& corpus : study.corpora)
      if (condition.asks(corpus.name))
        for (const auto& side : corpus.sides) add(side.name);
  }
  return sides;
}

Result<ExplainSpec> parse_explain_table(TableReader& reader, const StudyCatalogs& catalogs,
                                        const StudySpec& study) {
  ExplainSpec explain;
  const auto fine = [](const std::string&) { return std::string(); };
  SF_ASSIGN(const std::string method, reader.text("method", "partition"));
  SF_ASSIGN(explain.documents, reader.count("documents", explain.documents));
  SF_ASSIGN(explain.seed, reader.count("seed", 0));
  SF_ASSIGN(const uint64_t top, reader.count("top", explain.top));
  if (top < 1 || top > kMostExplainTop)
    return reader.fail_here(fmt::format("explain: top = {}: choose 1 to {}", top, kMostExplainTop));
  explain.top = static_cast<uint32_t>(top);
  SF_ASSIGN(explain.conditions,
            known_names(reader, "conditions", "condition", names_of(study.conditions), {}, fine));
  SF_ASSIGN(explain.models,
            known_names(reader, "models", "model", names_of(study.models), {}, [&](const std::string& name) {
              for (const auto& one : study.predictions)
                if (one.name == name)
                  return fmt::format(
                      "\"{}\" are answers of a program that ran elsewhere; there is no model to ask", name);
              for (const auto& model : study.models)
                if (model.name == name && guesses(study, catalogs, model))
                  return fmt::format("\"{}\" guesses; no word of a text changes its answer", name);
              return std::string();
            }));
  SF_ASSIGN(explain.sides,
            known_names(reader, "sides", "side", sides_there(study, explain), explain.sides, fine));
  // Each named condition must have cells to explain.
  for (const auto& name : explain.conditions) {
    ExplainSpec alone;
    alone.conditions = {name};
    const auto there = sides_there(study, alone);
    if (std::ranges::none_of(explain.sides, [&](const auto& side) { return is_among(there, side); }))
      return reader.fail_here(fmt::format("explain: condition \"{}\" has none of the sides ({}); it has {}",
                                          name, fmt::join(explain.sides, ", "), fmt::join(there, ", ")));
  }
  SF_ASSIGN(auto given, reader.rest());
  SF_ASSIGN(explain.explainer, reader.resolve(*catalogs.explainers, method, std::move(given)));
  return explain;
}

}  // namespace

Result<ExplainSpec> parse_explain(const TomlValue& value, const std::string& file,
                                  const StudyCatalogs& catalogs, const StudySpec& study) {
  const TomlTable nothing;
  TableReader top(nothing, value.line, file, "the study");
  if (!study.the_task().traits().has_target)
    return top.fail_here("explain is for classifiers; it needs task = \"classification\"");
  ExplainSpec explain;
  if (const auto* name = std::get_if<std::string>(&value.value)) {
    SF_ASSIGN(explain.explainer, top.resolve(*catalogs.explainers, *name, {{}, {}, value.line}));
  } else if (const auto* table = std::get_if<TomlTable>(&value.value)) {
    TableReader reader(*table, value.line, file, "explain");
    SF_ASSIGN(explain, parse_explain_table(reader, catalogs, study));
  } else {
    return top.wrong_type("explain", value, "a name such as \"partition\" or a table [explain]");
  }
  if (std::ranges::all_of(study.models,
                          [&](const ModelSpec& model) { return guesses(study, catalogs, model); }))
    return top.fail_here("explain: the study has no model that does more than guess");
  return explain;
}

}  // namespace standfast
