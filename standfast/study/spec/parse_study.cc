#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/json.h"
#include "standfast/split/strata.h"
#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/spec/set_keys.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

struct PlacedTable {
  const TomlTable* table;
  uint32_t line;
  std::string owner;  // "condition 2"
};

// Returns the tables of [[key]]. A single [key] counts as a list of one table.
Result<std::vector<PlacedTable>> tables(TableReader& top, const std::string& key) {
  std::vector<PlacedTable> out;
  const TomlValue* value = top.take(key);
  if (value == nullptr) return out;
  if (const auto* table = std::get_if<TomlTable>(&value->value)) {
    out.push_back({table, value->line, key});
    return out;
  }
  const auto* list = std::get_if<TomlList>(&value->value);
  if (list == nullptr) return top.wrong_type(key, *value, "a list of tables");
  for (const auto& item : *list) {
    const auto* table = std::get_if<TomlTable>(&item.value);
    if (table == nullptr) return top.wrong_type(key, item, "a table");
    out.push_back({table, item.line, fmt::format("{} {}", key, out.size() + 1)});
  }
  return out;
}

Result<std::vector<uint64_t>> parse_seeds(TableReader& top) {
  constexpr uint64_t kNotGiven = UINT64_MAX;
  SF_ASSIGN(const uint64_t given, top.count("seed", kNotGiven));
  const uint64_t first = given == kNotGiven ? 1 : given;
  std::vector<uint64_t> seeds = {first};
  const TomlValue* value = top.take("seeds");
  if (value == nullptr) return seeds;
  if (const auto* number = std::get_if<int64_t>(&value->value); number != nullptr) {
    if (*number < 1 || *number > 10000) return top.fail_at(value->line, "seeds, as a number, is 1 to 10000");
    for (int64_t i = 1; i < *number; ++i) seeds.push_back(first + static_cast<uint64_t>(i));
    return seeds;
  }
  const auto* list = std::get_if<TomlList>(&value->value);
  if (list == nullptr) return top.wrong_type("seeds", *value, "a whole number or a list of whole numbers");
  seeds.clear();
  for (const auto& item : *list) {
    const auto* number = std::get_if<int64_t>(&item.value);
    if (number == nullptr || *number < 0) return top.wrong_type("seeds", item, "whole numbers, 0 or more");
    const auto seed = static_cast<uint64_t>(*number);
    if (std::find(seeds.begin(), seeds.end(), seed) != seeds.end())
      return top.fail_at(item.line, fmt::format("seed {} is listed twice", seed));
    seeds.push_back(seed);
  }
  if (seeds.empty()) return top.fail_at(value->line, "seeds is an empty list");
  if (given != kNotGiven)
    return top.fail_at(
        value->line,
        fmt::format(
            "seed = {} has no effect beside a list of seeds: add it to the list, or leave one of the two out",
            given));
  return seeds;
}

Status parse_target(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("target");
  if (value == nullptr) return {};
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return top.wrong_type("target", *value, "the name of a column");
  if (!study.the_task().traits().has_target)
    return top.fail_at(
        value->line, "target names the column that classifiers predict; it needs task = \"classification\"");
  const auto role = role_from_name(*name);
  if (!role || *role == Role::date)
    return top.fail_at(value->line,
                       fmt::format("target is author, topic, label or source, not \"{}\"", *name));
  study.target = *role;
  return {};
}

// Parses metric = "auc": a metric of the profile.
Status parse_metric(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("metric");
  if (value == nullptr) return {};
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return top.wrong_type("metric", *value, "the name of a metric");
  std::vector<std::string> known;
  if (const auto profile = study.the_task().profile(study.profile)) known = profile->names();
  if (std::find(known.begin(), known.end(), *name) == known.end())
    return top.fail_at(value->line, fmt::format("profile {} has no metric \"{}\"{}", study.profile, *name,
                                                suggestion(*name, known)));
  study.metric = *name;
  return {};
}

// Parses near = 0.8, near-tokens = "words".
Status parse_near(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("near");
  if (value != nullptr) {
    const auto* real = std::get_if<double>(&value->value);
    const auto* whole = std::get_if<int64_t>(&value->value);
    study.near = real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : -1;
    if (!(study.near >= 0.3 && study.near <= 1) && study.near != 0)
      return top.wrong_type("near", *value, "a number from 0.3 to 1, or 0 for none");
  }
  if (study.near == 0 && top.has("near-tokens"))
    return top.fail_here("near-tokens belongs to near, such as near = 0.8");
  SF_ASSIGN(study.near_tokens, top.word("near-tokens", {"words", "runs"}, study.near_tokens));
  return {};
}

// Parses interval = "nested", interval-repeats = 4.
Status parse_interval(TableReader& top, StudySpec& study) {
  SF_ASSIGN(const std::string interval, top.word("interval", {"fitted", "nested"}, std::string("fitted")));
  const bool nested = interval == "nested";
  if (!nested && top.has("interval-repeats"))
    return top.fail_here("interval-repeats belongs to interval = \"nested\"");
  SF_ASSIGN(const uint64_t repeats, top.count("interval-repeats", kNestedRepeats));
  if (repeats < 1 || repeats > kMostNestedRepeats)
    return top.fail_here(fmt::format("interval-repeats is 1 to {}", kMostNestedRepeats));
  if (nested) study.nested_repeats = static_cast<uint32_t>(repeats);
  return {};
}

// Refuses nested intervals where their coverage has not been shown.
Status check_interval(const TableReader& top, const StudySpec& study, const StudyCatalogs& catalogs) {
  if (study.nested_repeats == 0) return {};
  const auto refuse = [&](const std::string& what) {
    return top.fail_here(
        fmt::format("interval = \"nested\" is not for {} (docs/what-survives.md says why)", what));
  };
  for (const auto& corpus : study.corpora)
    if (!corpus.sides.empty())
      return refuse(
          fmt::format("sides, and corpus \"{}\" has \"{}\"", corpus.name, corpus.sides.front().name));
  for (const auto& condition : study.conditions) {
    if (condition.shortcut)
      return refuse(fmt::format("shortcuts, and condition \"{}\" plants one", condition.name));
    SF_ASSIGN(const auto* sampler, catalogs.samplers->find(condition.sampler.name));
    if (sampler->traits.merges_topics)
      return refuse(
          fmt::format("merged topics, and the sampler of condition \"{}\" merges them", condition.name));
  }
  if (!study.predictions.empty())
    return refuse(fmt::format("answers from elsewhere, and [[predictions]] names \"{}\"",
                              study.predictions.front().name));
  return {};
}

// Parses ignore = ["SF101"].
Status parse_ignore(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("ignore");
  if (value == nullptr) return {};
  const auto words = TableReader::words_of(*value);
  if (!words) return top.wrong_type("ignore", *value, "a list of codes of warnings");
  auto codes = known_codes(words->get<std::vector<std::string>>());
  if (!codes) return top.fail_at(value->line, "ignore: " + codes.error().message);
  study.ignore = std::move(*codes);
  return {};
}

// Adds a column that a block, a splitter or a weight names and that no key of a corpus defines. It is the
// column of the file with that name. A corpus in parts has "part" without any key. asker: the condition that
// names the column; null: the column is added to all corpora.
void add_column(StudySpec& study, const std::string& name, const ConditionSpec* asker = nullptr) {
  if (role_from_name(name)) return;
  for (auto& corpus : study.corpora) {
    if (asker != nullptr && !asker->asks(corpus.name)) continue;
    const bool known = (name == kPartAttribute && !corpus.parts.empty()) ||
                       std::any_of(corpus.attributes.begin(), corpus.attributes.end(),
                                   [&](const AttributeRule& rule) { return rule.name == name; });
    if (known) continue;
    corpus.attributes.push_back({name, name, "", 1});
    corpus.attributes.back().implied = true;
  }
}

void add_named_columns(StudySpec& study) {
  for (const auto& condition : study.conditions) {
    for (const auto* names : {&condition.block, &condition.match, &condition.columns})
      for (const auto& name : *names)
        if (names != &condition.match || name != kLengthToMatch) add_column(study, name, &condition);
    if (condition.shortcut)
      for (const auto& name : condition.shortcut->columns) add_column(study, name, &condition);
  }
}

// Parses slices = ["part", "source"]: roles or columns. If some corpus defines the column, it is used in
// these corpora only. If none does, it is the column of the file with its name, in all corpora.
Status parse_slices(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("slices");
  if (value == nullptr) return {};
  const auto words = TableReader::words_of(*value);
  if (!words) return top.wrong_type("slices", *value, "a list of names of columns, such as [\"source\"]");
  for (const auto& name : words->get<std::vector<std::string>>()) {
    if (std::find(study.slices.begin(), study.slices.end(), name) != study.slices.end())
      return top.fail_at(value->line, fmt::format("slices names \"{}\" twice", name));
    if (const auto objection = objection_to_attribute(name); !objection.empty() && !role_from_name(name))
      return top.fail_at(value->line, fmt::format("slices: a column {}", objection));
    study.slices.push_back(name);
  }
  return {};
}

// Parses group = "source": a role or a column, as in slices.
Status parse_group(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("group");
  if (value == nullptr) return {};
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return top.wrong_type("group", *value, "the name of a column");
  const auto role = role_from_name(*name);
  if (const auto objection = objection_to_attribute(*name); !objection.empty() && !role)
    return top.fail_at(value->line, fmt::format("group: a column {}", objection));
  if (role && study.is_target(*role))
    return top.fail_at(
        value->line,
        fmt::format("group: {} is the target, and the report has scores by class already", *name));
  study.group = *name;
  std::erase(study.slices, *name);  // the report has the scores by it once
  return {};
}

// Adds a column. key: slices or group.
Status add_sliced_column(TableReader& top, StudySpec& study, const char* key, const std::string& name) {
  bool explained = false;
  for (const auto& corpus : study.corpora) {
    explained |= name == kPartAttribute && !corpus.parts.empty();
    for (const auto& rule : corpus.attributes) {
      if (rule.name != name) continue;
      explained = true;
      if (rule.kind != AttributeKind::category)
        return top.fail_at(top.take(key)->line,
                           fmt::format("{}: column \"{}\" of corpus {} is a {} where a category is needed",
                                       key, name, corpus.name, kind_name(rule.kind)));
    }
  }
  if (!explained) add_column(study, name);
  return {};
}

// Adds a model that guesses: its score is the chance level, so a study always has one.
Status add_chance(StudySpec& study, const StudyCatalogs& catalogs) {
  const Task& task = study.the_task();
  for (const auto& model : study.models)
    if (task.model_facts(model.model.name, catalogs).chance) return {};
  const std::string guesser = task.chance_model(catalogs);
  if (guesser.empty()) return {};
  SF_ASSIGN(auto options, task.models(catalogs).resolve(guesser, {}));
  study.models.push_back({guesser, {guesser, std::move(options)}});
  return {};
}

// Checks that a row with the name of the guesser is one that guesses. type: of a model; "": of predictions.
Status check_guessers_name(const TableReader& reader, const std::string& name, const std::string& type,
                           const StudySpec& study, const StudyCatalogs& catalogs) {
  const Task& task = study.the_task();
  if (name != task.chance_model(catalogs) || (!type.empty() && task.model_facts(type, catalogs).chance))
    return {};
  return reader.fail_here(
      fmt::format("{}: \"{}\" is the row of the guessing model in every table; choose another name",
                  reader.owner(), name));
}

// Marks the reference of a study that names none. Where several conditions could be compared, they are
// compared with the first that is neither a control nor planted with a shortcut. SF123 reports this.
void take_first_as_reference(StudySpec& study) {
  if (study.conditions.size() < 2) return;
  const auto can_be = [](const ConditionSpec& condition) {
    return condition.control_of.empty() && !condition.shortcut;
  };
  const auto first = std::find_if(study.conditions.begin(), study.conditions.end(), can_be);
  if (first != study.conditions.end()) first->reference = first->reference_by_default = true;
}

}  // namespace

Result<StudySpec> parse_study(std::string_view text, const std::string& file, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const TomlTable table, parse_toml(text, file));
  return parse_study_tree(table, file, catalogs);
}

Result<StudySpec> parse_study_tree(const TomlTable& table, const std::string& file,
                                   const StudyCatalogs& catalogs) {
  TableReader top(table, 1, file, "the study");
  StudySpec study;
  SF_ASSIGN(study.title, top.text("title", stem(std::filesystem::path(file).replace_extension().string())));
  SF_ASSIGN(study.task, top.word("task", task_names(), study.task));
  SF_TRY(parse_target(top, study));
  const Task& task = study.the_task();
  SF_ASSIGN(study.profile, top.word("profile", task.profiles(catalogs), task.default_profile(catalogs)));
  SF_TRY(parse_metric(top, study));
  SF_TRY(parse_ignore(top, study));
  SF_TRY(parse_near(top, study));
  SF_TRY(parse_interval(top, study));
  SF_TRY(parse_map(top, file, catalogs, study));
  SF_TRY(parse_slices(top, study));
  SF_TRY(parse_group(top, study));
  SF_ASSIGN(study.seeds, parse_seeds(top));
  if (const TomlValue* value = top.take("fits")) {
    SF_ASSIGN(study.fits, parse_fits(top, *value));
  }
  SF_ASSIGN(study.limit, top.count("limit", 0));
  SF_ASSIGN(const std::string keep, top.word("keep", {"nothing", "models"}, "nothing"));
  study.keep_models = keep == "models";
  SF_ASSIGN(const auto corpora, tables(top, "corpus"));
  SF_ASSIGN(const auto conditions, tables(top, "condition"));
  SF_ASSIGN(const auto models, tables(top, "model"));
  SF_ASSIGN(const auto predictions, tables(top, "predictions"));
  SF_ASSIGN(const auto auxiliary_tables, tables(top, "auxiliary"));
  const TomlValue* analyses = top.take("analyses");
  const TomlValue* explain = top.take("explain");
  SF_TRY(top.finish());
  std::set<std::string> names;
  for (const auto& [place, line, owner] : auxiliary_tables) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto auxiliary, parse_auxiliary(reader));
    SF_TRY(check_name(reader, auxiliary.name, names));
    study.auxiliaries.push_back(std::move(auxiliary));
  }
  Auxiliaries auxiliaries(study.auxiliaries);
  names.clear();
  for (const auto& [place, line, owner] : corpora) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto corpus, parse_corpus(reader, file));
    corpus.place = fmt::format("{}:{}", file, line);
    SF_TRY(check_name(reader, corpus.name, names));
    study.corpora.push_back(std::move(corpus));
  }
  names.clear();
  std::string reference;
  for (const auto& [place, line, owner] : conditions) {
    TableReader reader(*place, line, file, owner);
    reader.allow(&auxiliaries);
    SF_ASSIGN(auto condition, parse_condition(reader, file, catalogs, study));
    SF_TRY(check_name(reader, condition.name, names));
    if (condition.reference && !reference.empty())
      return reader.fail_here(fmt::format(
          "both \"{}\" and \"{}\" have reference = true; survival is measured against one condition",
          reference, condition.name));
    if (condition.reference) reference = condition.name;
    study.conditions.push_back(std::move(condition));
  }
  if (reference.empty()) take_first_as_reference(study);
  add_named_columns(study);
  for (const auto& name : study.slices) SF_TRY(add_sliced_column(top, study, "slices", name));
  if (!study.group.empty()) SF_TRY(add_sliced_column(top, study, "group", study.group));
  if (analyses != nullptr) {
    SF_ASSIGN(study.analyses, parse_analyses(*analyses, file, catalogs, study, auxiliaries));
    for (const auto& analysis : study.analyses)
      for (const auto& name : analysis.columns) add_column(study, name);
  }
  if (!study.conditions.empty()) SF_TRY(check_map(top, study));
  for (size_t i = 0; i < study.corpora.size() && !study.conditions.empty(); ++i)
    if (std::none_of(study.conditions.begin(), study.conditions.end(),
                     [&](const ConditionSpec& c) { return c.asks(study.corpora[i].name); }))
      return usage_error(fmt::format(
          "{}:{}: no condition uses corpus \"{}\"; name it in the corpora of a condition, or leave it out",
          file, corpora[i].line, study.corpora[i].name));
  names.clear();
  for (const auto& [place, line, owner] : models) {
    TableReader reader(*place, line, file, owner);
    reader.allow(&auxiliaries);
    SF_ASSIGN(auto model, parse_model(reader, catalogs, study));
    SF_TRY(check_name(reader, model.name, names));
    SF_TRY(check_guessers_name(reader, model.name, model.model.name, study, catalogs));
    if (!model.document_weight.empty()) add_column(study, model.document_weight);
    study.models.push_back(std::move(model));
  }
  const auto is_read = [&](const std::string& kind) { return kind_is_read(kind, catalogs); };
  if (const auto unused = auxiliaries.unused(is_read))
    return usage_error(fmt::format(
        "{}:{}: no option names auxiliary \"{}\"; write \"auxiliary:{}\" as the path in an option, or leave "
        "it out",
        file, auxiliary_tables[*unused].line, study.auxiliaries[*unused].name,
        study.auxiliaries[*unused].name));
  for (const auto& [place, line, owner] : predictions) {  // their names must differ from the names of models
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto one, parse_predictions(reader));
    SF_TRY(check_name(reader, one.name, names));
    SF_TRY(check_guessers_name(reader, one.name, "", study, catalogs));
    study.predictions.push_back(std::move(one));
  }
  if (explain != nullptr && !study.conditions.empty() && !study.corpora.empty()) {
    SF_ASSIGN(study.explain, parse_explain(*explain, file, catalogs, study));
  }
  // A study with only predictions is allowed: the prior, which every study gets, finds the items to answer.
  for (const auto& [what, n] : {std::pair{"corpus", study.corpora.size()},
                                {"condition", study.conditions.size()},
                                {"model", study.models.size() + study.predictions.size()}})
    if (n == 0) return usage_error(fmt::format("{}: the study has no [[{}]]", file, what));
  SF_TRY(check_interval(top, study, catalogs));
  SF_TRY(add_chance(study, catalogs));
  return study;
}

std::string objection_to_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 80) return "is longer than 80 bytes";
  if (name.front() == '.' || name.front() == '-') return "begins with a dot or a dash";
  if (name.find("--") != std::string_view::npos)
    return "contains \"--\" (which separates names in file names)";
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == '\\')
      return "contains a slash or a control character";
  return "";
}

Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen) {
  const std::string objection = objection_to_name(name);
  if (!objection.empty())
    return reader.fail_here(fmt::format("{}: its name \"{}\" {}", reader.owner(), name, objection));
  if (!seen.insert(name).second)
    return reader.fail_here(fmt::format("{}: the name \"{}\" is used twice", reader.owner(), name));
  return {};
}

std::string stem(const std::string& path) {
  std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  if (name.empty()) name = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  for (const std::string_view suffix : {".gz", ".zst", ".jsonl", ".json", ".csv", ".tsv"})
    if (name.size() > suffix.size() && name.ends_with(suffix)) name.erase(name.size() - suffix.size());
  return name;
}

std::string name_of_corpus(const std::string& path) {
  const std::string name = stem(path);
  const std::string folder = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  return name == "docs" && objection_to_name(folder).empty() ? folder : name;
}

}  // namespace standfast
