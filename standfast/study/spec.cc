#include "standfast/study/spec.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "standfast/corpus/format.h"
#include "standfast/feature/vectors_encoder.h"
#include "standfast/study/toml.h"

namespace standfast {
namespace {

using GivenOptions = std::map<std::string, OptionValue>;

// Options as a file gives them, with the line of each.
struct PlacedOptions {
  GivenOptions values;
  std::map<std::string, uint32_t> lines;
  uint32_t line = 0;  // of the table they stand in
};

const std::vector<std::string> kFormats = {"guess", "jsonl", "csv", "tsv", "folder"};
const std::vector<std::string> kBadRows = {"fail", "skip", "repair"};

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const auto hint = nearest_name(word, candidates);
  return hint.empty() ? fmt::format(" (there are: {})", fmt::join(candidates, ", "))
                      : fmt::format("; did you mean \"{}\"?", hint);
}

// A table whose keys are taken one by one; what is left at the end was misspelt.
class TableReader {
 public:
  TableReader(const TomlTable& table, uint32_t line, std::string file, std::string owner)
      : table_(table),
        line_(line),
        file_(std::move(file)),
        owner_(std::move(owner)),
        taken_(table.size(), false) {}

  const TomlValue* take(const std::string& name) {
    known_.push_back(name);
    for (size_t i = 0; i < table_.size(); ++i) {
      if (table_[i].key != name) continue;
      taken_[i] = true;
      return &table_[i].value;
    }
    return nullptr;
  }

  Result<std::string> text(const std::string& name, std::string fallback = {}) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    if (const auto* text = std::get_if<std::string>(&value->value)) return *text;
    return wrong_type(name, *value, "text");
  }

  Result<std::string> word(const std::string& name, const std::vector<std::string>& allowed,
                           std::string fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    const auto* text = std::get_if<std::string>(&value->value);
    if (text == nullptr) return wrong_type(name, *value, "text");
    if (std::find(allowed.begin(), allowed.end(), *text) == allowed.end())
      return fail_at(value->line, fmt::format("{}: {} has no value \"{}\"{}", owner_, name, *text,
                                              suggestion(*text, allowed)));
    return *text;
  }

  Result<bool> flag(const std::string& name, bool fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    if (const auto* flag = std::get_if<bool>(&value->value)) return *flag;
    return wrong_type(name, *value, "true or false");
  }

  Result<uint64_t> count(const std::string& name, uint64_t fallback) {
    const TomlValue* value = take(name);
    if (value == nullptr) return fallback;
    const auto* number = std::get_if<int64_t>(&value->value);
    if (number == nullptr || *number < 0) return wrong_type(name, *value, "a whole number, 0 or more");
    return static_cast<uint64_t>(*number);
  }

  // A list of strings as JSON.
  static std::optional<nlohmann::json> words_of(const TomlValue& value) {
    const auto* list = std::get_if<TomlList>(&value.value);
    if (list == nullptr) return std::nullopt;
    auto words = nlohmann::json::array();
    for (const auto& item : *list) {
      const auto* word = std::get_if<std::string>(&item.value);
      if (word == nullptr) return std::nullopt;
      words.push_back(*word);
    }
    return words;
  }

  // Everything not taken yet, as options of a component.
  Result<PlacedOptions> rest() {
    PlacedOptions placed;
    placed.line = line_;
    GivenOptions& given = placed.values;
    for (size_t i = 0; i < table_.size(); ++i) {
      if (taken_[i]) continue;
      taken_[i] = true;
      const auto& [name, value] = table_[i];
      placed.lines[name] = value.key_line;
      if (const auto* flag = std::get_if<bool>(&value.value))
        given[name] = *flag;
      else if (const auto* integer = std::get_if<int64_t>(&value.value))
        given[name] = *integer;
      else if (const auto* number = std::get_if<double>(&value.value))
        given[name] = *number;
      else if (const auto* text = std::get_if<std::string>(&value.value))
        given[name] = *text;
      else if (const auto words = words_of(value))
        given[name] = words->dump();  // an option that is a list of words, such as a command, is JSON text
      else
        return wrong_type(name, value, "a single value");
    }
    return placed;
  }

  Status finish() const {
    for (size_t i = 0; i < table_.size(); ++i)
      if (!taken_[i])
        return fail_at(table_[i].value.key_line, fmt::format("{} has no key \"{}\"{}", owner_, table_[i].key,
                                                             suggestion(table_[i].key, known_)));
    return {};
  }

  Failure fail_at(uint32_t line, const std::string& message) const {
    return usage_error(fmt::format("{}:{}: {}", file_, line, message));
  }
  Failure fail_here(const std::string& message) const { return fail_at(line_, message); }
  Failure wrong_type(const std::string& name, const TomlValue& value, std::string_view wanted) const {
    return fail_at(value.line, fmt::format("{}: {} is {} where {} is needed", owner_, name,
                                           toml_type_name(value), wanted));
  }
  const std::string& owner() const { return owner_; }

  // A component written as a table { method = "hits", topics = 40 } or, without options, as its name.
  template <class C>
  Result<ComponentSpec> component(const std::string& key, const std::string& name_key, const C& catalog,
                                  const std::string& fallback, const GivenOptions& study_defaults = {}) {
    const TomlValue* value = take(key);
    if (value == nullptr) {
      if (fallback.empty()) return fail_here(fmt::format("{}: {} is missing", owner_, key));
      return resolve(catalog, fallback, {{}, {}, line_}, study_defaults);
    }
    if (const auto* name = std::get_if<std::string>(&value->value))
      return resolve(catalog, *name, {{}, {}, value->line}, study_defaults);
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return wrong_type(key, *value, fmt::format("a table {{ {} = \"...\" }}", name_key));
    TableReader inner(*table, value->line, file_, fmt::format("{}: {}", owner_, key));
    SF_ASSIGN(const std::string name, inner.text(name_key, fallback));
    if (name.empty()) return inner.fail_here(fmt::format("{} names no {}", inner.owner(), name_key));
    SF_ASSIGN(const auto given, inner.rest());
    return resolve(catalog, name, given, study_defaults);
  }

  Result<Options> resolve_options(const std::string& owner, const std::vector<OptionSpec>& specs,
                                  const PlacedOptions& given) const {
    // One by one first, so that the complaint names the line of the option.
    for (const auto& [name, value] : given.values)
      if (const auto one = Options::resolve(owner, specs, {{name, value}}); !one)
        return fail_at(given.lines.at(name), one.error().message);
    return Options::resolve(owner, specs, given.values);
  }

  // study_defaults: values that options take in a study unless they are given, where the component has them.
  template <class C>
  Result<ComponentSpec> resolve(const C& catalog, const std::string& name, PlacedOptions given,
                                const GivenOptions& study_defaults = {}) const {
    const uint32_t line = given.line;
    const auto entry = catalog.find(name);
    if (!entry) return fail_at(line, entry.error().message);
    for (const auto& option : (*entry)->options)
      if (const auto found = study_defaults.find(option.name); found != study_defaults.end())
        if (given.values.insert(*found).second) given.lines[option.name] = line;
    SF_ASSIGN(Options options, resolve_options(catalog.family() + " " + name, (*entry)->options, given));
    // Building it once here finds what only the component can check (a range, two options that exclude each
    // other).
    const auto built = (*entry)->make(options);
    if (!built) return fail_at(line, built.error().message);
    return ComponentSpec{name, std::move(options)};
  }

 private:
  const TomlTable& table_;
  uint32_t line_;
  std::string file_;
  std::string owner_;
  std::vector<bool> taken_;
  std::vector<std::string> known_;
};

// Names stand in file names, labels and the report: short, no path, no control characters.
std::string objection_to_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 80) return "is longer than 80 bytes";
  if (name.front() == '.' || name.front() == '-') return "begins with a dot or a dash";
  if (name.find("--") != std::string_view::npos)
    return "has \"--\" in it (file names use that between names)";
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == '\\')
      return "has a slash or a control character in it";
  return "";
}

Status check_name(const TableReader& reader, const std::string& name, std::set<std::string>& seen) {
  const std::string objection = objection_to_name(name);
  if (!objection.empty())
    return reader.fail_here(fmt::format("{}: its name \"{}\" {}", reader.owner(), name, objection));
  if (!seen.insert(name).second)
    return reader.fail_here(fmt::format("{}: another one has the name \"{}\"", reader.owner(), name));
  return {};
}

std::string stem(const std::string& path) {
  std::string name = std::filesystem::path(path).lexically_normal().filename().string();
  if (name.empty()) name = std::filesystem::path(path).lexically_normal().parent_path().filename().string();
  for (const std::string_view suffix : {".gz", ".zst", ".jsonl", ".json", ".csv", ".tsv"})
    if (name.size() > suffix.size() && name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file) {
  CorpusSpec corpus;
  SF_ASSIGN(corpus.path, reader.text("path"));
  if (corpus.path.empty()) return reader.fail_here("this [[corpus]] has no path");
  if (corpus.path == "-")
    return reader.fail_here("a study cannot read a corpus from standard input: workers read it again");
  SF_ASSIGN(corpus.name, reader.text("name", stem(corpus.path)));
  SF_ASSIGN(corpus.format, reader.word("format", kFormats, corpus.format));
  SF_ASSIGN(corpus.bad_rows, reader.word("bad-rows", kBadRows, corpus.bad_rows));
  SF_ASSIGN(corpus.text_column, reader.text("text"));
  SF_ASSIGN(corpus.id_column, reader.text("id"));
  for (const Role role : kRoles) {
    SF_ASSIGN(corpus.role_columns[static_cast<size_t>(role)], reader.text(std::string(role_name(role))));
  }
  if (const TomlValue* value = reader.take("only")) {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("only", *value, "a table { source = \"news\" }");
    TableReader inner(*table, value->line, file, reader.owner() + ": only");
    for (const Role role : kRoles) {
      SF_ASSIGN(corpus.only[static_cast<size_t>(role)], inner.text(std::string(role_name(role))));
    }
    SF_TRY(inner.finish());
  }
  SF_TRY(reader.finish());
  return corpus;
}

// encoder = "nmf" or { method = "nmf", components = 20, aggregate = "median", seed = 0 }.
Result<std::optional<EncoderChoice>> parse_encoder(TableReader& reader, const std::string& file,
                                                   const EncoderCatalog& catalog) {
  const TomlValue* value = reader.take("encoder");
  if (value == nullptr) return std::nullopt;
  EncoderChoice choice;
  PlacedOptions given;
  given.line = value->line;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    choice.name = *name;
  } else {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("encoder", *value, "a table { method = \"...\" }");
    TableReader inner(*table, value->line, file, reader.owner() + ": encoder");
    SF_ASSIGN(choice.name, inner.text("method"));
    if (choice.name.empty()) return inner.fail_here(inner.owner() + " names no method");
    SF_ASSIGN(const std::string aggregate,
              inner.word("aggregate", {std::begin(kAggregates), std::end(kAggregates)}, "mean"));
    SF_ASSIGN(choice.aggregate, aggregate_from_name(aggregate));
    SF_ASSIGN(choice.seed, inner.count("seed", 0));
    SF_ASSIGN(given, inner.rest());
  }
  SF_ASSIGN(ComponentSpec component, reader.resolve(catalog, choice.name, given));
  choice.options = std::move(component.options);
  return choice;
}

Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs) {
  ConditionSpec condition;
  SF_ASSIGN(condition.name, reader.text("name"));
  if (condition.name.empty()) return reader.fail_here("this [[condition]] has no name");
  SF_ASSIGN(condition.reference, reader.flag("reference", false));
  SF_ASSIGN(condition.sampler, reader.component("sample", "method", *catalogs.samplers, "all"));
  SF_ASSIGN(condition.encoder, parse_encoder(reader, file, *catalogs.encoders));
  SF_ASSIGN(const auto* sampler, catalogs.samplers->find(condition.sampler.name));
  if (condition.encoder && !sampler->traits.needs_vectors)
    return reader.fail_here(fmt::format("{}: the sampler {} looks at no vectors, so encoder has no use",
                                        reader.owner(), condition.sampler.name));
  // Thresholds are placed on pairs the model was not fitted on: in a study a fifth of train is set aside for
  // that.
  SF_ASSIGN(condition.splitter,
            reader.component("split", "method", *catalogs.splitters, "", {{"validation", OptionValue(0.2)}}));
  PlacedOptions given;
  if (const TomlValue* value = reader.take("pairs")) {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("pairs", *value, "a table");
    TableReader inner(*table, value->line, file, reader.owner() + ": pairs");
    SF_ASSIGN(given, inner.rest());
  }
  SF_ASSIGN(condition.pairs,
            reader.resolve_options(reader.owner() + ": pairs", catalogs.pair_options, given));
  SF_TRY(reader.finish());
  return condition;
}

Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs) {
  ModelSpec model;
  SF_ASSIGN(const std::string type, reader.text("type"));
  if (type.empty()) return reader.fail_here("this [[model]] has no type (standfast ls lists them)");
  SF_ASSIGN(model.name, reader.text("name", type));
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(model.model, reader.resolve(*catalogs.verifiers, type, given));
  return model;
}

struct PlacedTable {
  const TomlTable* table;
  uint32_t line;
  std::string owner;  // "condition 2"
};

// The tables of [[key]]; a single [key] counts as a list of one.
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
  SF_ASSIGN(const uint64_t first, top.count("seed", 1));
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
  return seeds;
}

// Chance is the score of the prior model, so a study always has one.
Status add_prior(StudySpec& study, const StudyCatalogs& catalogs) {
  for (const auto& model : study.models)
    if (model.model.name == "prior") return {};
  const auto entry = catalogs.verifiers->find("prior");
  if (!entry) return {};
  SF_ASSIGN(auto options, Options::resolve("verifier prior", (*entry)->options, {}));
  std::string name = "prior";
  while (std::any_of(study.models.begin(), study.models.end(), [&](const auto& m) { return m.name == name; }))
    name += "'";
  study.models.push_back({name, {"prior", std::move(options)}});
  return {};
}

template <class T>
const T& named(const std::vector<T>& items, std::string_view name) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
  assert(found != items.end());
  return *found;
}

}  // namespace

const CorpusSpec& StudySpec::corpus(std::string_view name) const {
  return named(corpora, name);
}
const ConditionSpec& StudySpec::condition(std::string_view name) const {
  return named(conditions, name);
}
const ModelSpec& StudySpec::model(std::string_view name) const {
  return named(models, name);
}

Result<StudySpec> parse_study(std::string_view text, const std::string& file, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const TomlTable table, parse_toml(text, file));
  TableReader top(table, 1, file, "the study");
  StudySpec study;
  SF_ASSIGN(study.title, top.text("title", stem(std::filesystem::path(file).replace_extension().string())));
  SF_ASSIGN(study.task, top.word("task", {"verification"}, study.task));
  SF_ASSIGN(study.profile, top.word("profile", catalogs.profiles, study.profile));
  SF_ASSIGN(study.seeds, parse_seeds(top));
  SF_ASSIGN(study.limit, top.count("limit", 0));
  SF_ASSIGN(const auto corpora, tables(top, "corpus"));
  SF_ASSIGN(const auto conditions, tables(top, "condition"));
  SF_ASSIGN(const auto models, tables(top, "model"));
  SF_TRY(top.finish());
  std::set<std::string> names;
  for (const auto& [place, line, owner] : corpora) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto corpus, parse_corpus(reader, file));
    SF_TRY(check_name(reader, corpus.name, names));
    study.corpora.push_back(std::move(corpus));
  }
  names.clear();
  std::string reference;
  for (const auto& [place, line, owner] : conditions) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto condition, parse_condition(reader, file, catalogs));
    SF_TRY(check_name(reader, condition.name, names));
    if (condition.reference && !reference.empty())
      return reader.fail_here(
          fmt::format("both \"{}\" and \"{}\" say reference = true; survival is measured against one",
                      reference, condition.name));
    if (condition.reference) reference = condition.name;
    study.conditions.push_back(std::move(condition));
  }
  names.clear();
  for (const auto& [place, line, owner] : models) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto model, parse_model(reader, catalogs));
    SF_TRY(check_name(reader, model.name, names));
    study.models.push_back(std::move(model));
  }
  for (const auto& [what, n] : {std::pair{"corpus", study.corpora.size()},
                                {"condition", study.conditions.size()},
                                {"model", study.models.size()}})
    if (n == 0) return usage_error(fmt::format("{}: the study has no [[{}]]", file, what));
  SF_TRY(add_prior(study, catalogs));
  return study;
}

nlohmann::ordered_json options_to_json(const Options& options) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&](const auto& v) { json[name] = v; }, value);
  return json;
}

nlohmann::ordered_json study_to_json(const StudySpec& study) {
  nlohmann::ordered_json json;
  json["name"] = study.title;
  json["task"] = study.task;
  json["profile"] = study.profile;
  json["seeds"] = study.seeds;
  json["limit"] = study.limit;
  json["corpora"] = nlohmann::ordered_json::array();
  for (const auto& corpus : study.corpora) {
    nlohmann::ordered_json c;
    c["name"] = corpus.name;
    c["path"] = corpus.path;
    c["format"] = corpus.format;
    c["bad-rows"] = corpus.bad_rows;
    c["text"] = corpus.text_column;
    c["id"] = corpus.id_column;
    for (const Role role : kRoles)
      c[std::string(role_name(role))] = corpus.role_columns[static_cast<size_t>(role)];
    c["only"] = nlohmann::ordered_json::object();
    for (const Role role : kRoles)
      if (const auto& value = corpus.only[static_cast<size_t>(role)]; !value.empty())
        c["only"][std::string(role_name(role))] = value;
    json["corpora"].push_back(std::move(c));
  }
  json["conditions"] = nlohmann::ordered_json::array();
  for (const auto& condition : study.conditions) {
    nlohmann::ordered_json c;
    c["name"] = condition.name;
    c["reference"] = condition.reference;
    c["sampler"] = condition.sampler.name;
    c["sampler_options"] = options_to_json(condition.sampler.options);
    if (condition.encoder) {
      c["encoder"] = condition.encoder->name;
      c["encoder_options"] = options_to_json(condition.encoder->options);
      c["encoder_seed"] = condition.encoder->seed;
      c["aggregate"] = kAggregates[static_cast<size_t>(condition.encoder->aggregate)];
    }
    c["splitter"] = condition.splitter.name;
    c["splitter_options"] = options_to_json(condition.splitter.options);
    c["pairs"] = options_to_json(condition.pairs);
    json["conditions"].push_back(std::move(c));
  }
  json["models"] = nlohmann::ordered_json::array();
  for (const auto& model : study.models) {
    nlohmann::ordered_json m;
    m["name"] = model.name;
    m["model"] = model.model.name;
    m["options"] = options_to_json(model.model.options);
    json["models"].push_back(std::move(m));
  }
  return json;
}

namespace {

GivenOptions options_from_json(const nlohmann::ordered_json& json) {
  GivenOptions given;
  for (const auto& [name, value] : json.items()) {
    if (value.is_boolean())
      given[name] = value.get<bool>();
    else if (value.is_number_integer())
      given[name] = value.get<int64_t>();
    else if (value.is_number())
      given[name] = value.get<double>();
    else
      given[name] = value.get<std::string>();
  }
  return given;
}

template <class C>
Result<ComponentSpec> component_from_json(const C& catalog, const std::string& name,
                                          const nlohmann::ordered_json& json) {
  SF_ASSIGN(const auto* entry, catalog.find(name));
  SF_ASSIGN(auto options,
            Options::resolve(catalog.family() + " " + name, entry->options, options_from_json(json)));
  return ComponentSpec{name, std::move(options)};
}

}  // namespace

Result<StudySpec> study_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs) {
  try {
    StudySpec study;
    study.title = json.at("name").get<std::string>();
    study.task = json.at("task").get<std::string>();
    study.profile = json.at("profile").get<std::string>();
    study.seeds = json.at("seeds").get<std::vector<uint64_t>>();
    study.limit = json.at("limit").get<uint64_t>();
    for (const auto& c : json.at("corpora")) {
      CorpusSpec corpus;
      corpus.name = c.at("name").get<std::string>();
      corpus.path = c.at("path").get<std::string>();
      corpus.format = c.at("format").get<std::string>();
      corpus.bad_rows = c.at("bad-rows").get<std::string>();
      corpus.text_column = c.at("text").get<std::string>();
      corpus.id_column = c.at("id").get<std::string>();
      for (const Role role : kRoles)
        corpus.role_columns[static_cast<size_t>(role)] =
            c.at(std::string(role_name(role))).get<std::string>();
      for (const Role role : kRoles)
        corpus.only[static_cast<size_t>(role)] = c.at("only").value(std::string(role_name(role)), "");
      study.corpora.push_back(std::move(corpus));
    }
    for (const auto& c : json.at("conditions")) {
      ConditionSpec condition;
      condition.name = c.at("name").get<std::string>();
      condition.reference = c.at("reference").get<bool>();
      SF_ASSIGN(condition.sampler, component_from_json(*catalogs.samplers, c.at("sampler").get<std::string>(),
                                                       c.at("sampler_options")));
      if (c.contains("encoder")) {
        EncoderChoice choice;
        SF_ASSIGN(ComponentSpec component,
                  component_from_json(*catalogs.encoders, c.at("encoder").get<std::string>(),
                                      c.at("encoder_options")));
        choice.name = std::move(component.name);
        choice.options = std::move(component.options);
        choice.seed = c.at("encoder_seed").get<uint64_t>();
        SF_ASSIGN(choice.aggregate, aggregate_from_name(c.at("aggregate").get<std::string>()));
        condition.encoder = std::move(choice);
      }
      SF_ASSIGN(condition.splitter,
                component_from_json(*catalogs.splitters, c.at("splitter").get<std::string>(),
                                    c.at("splitter_options")));
      SF_ASSIGN(condition.pairs,
                Options::resolve("pairs", catalogs.pair_options, options_from_json(c.at("pairs"))));
      study.conditions.push_back(std::move(condition));
    }
    for (const auto& m : json.at("models")) {
      ModelSpec model;
      model.name = m.at("name").get<std::string>();
      SF_ASSIGN(model.model,
                component_from_json(*catalogs.verifiers, m.at("model").get<std::string>(), m.at("options")));
      study.models.push_back(std::move(model));
    }
    return study;
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format(
        "the recorded study cannot be read ({}); was it written by another version?", error.what()));
  }
}

Result<ReadOptions> read_options(const CorpusSpec& corpus, uint64_t limit) {
  const auto format = format_from_name(corpus.format);
  const auto policy = std::find(kBadRows.begin(), kBadRows.end(), corpus.bad_rows);
  if (!format || policy == kBadRows.end())
    return usage_error(fmt::format("corpus {}: no such format or policy", corpus.name));
  ReadOptions options;
  options.format = *format;
  options.bad_rows =
      static_cast<BadRowPolicy>(policy - kBadRows.begin());  // kBadRows is in the order of the enum
  options.text_column = corpus.text_column;
  options.id_column = corpus.id_column;
  options.role_columns = corpus.role_columns;
  options.only = corpus.only;
  options.limit = limit;
  return options;
}

namespace {

// A path of a study as it is to be opened. owner: whose it is, for messages.
Result<std::string> path_of_study(const std::string& owner, const std::string& given,
                                  const std::string& study_folder) {
  std::string expanded;
  for (size_t at = 0; at < given.size();) {
    const size_t open = given.find("${", at);
    expanded.append(given, at, open - at);
    if (open == std::string::npos) break;
    const size_t close = given.find('}', open);
    if (close == std::string::npos)
      return usage_error(fmt::format("{}: \"{}\" has ${{ without }}", owner, given));
    const std::string name = given.substr(open + 2, close - open - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr)
      return usage_error(fmt::format(
          "{}: its path \"{}\" needs the environment variable {}, which is not set", owner, given, name));
    expanded += value;
    at = close + 1;
  }
  const std::filesystem::path path(expanded);
  return path.is_absolute() ? expanded
                            : (std::filesystem::path(study_folder) / path).lexically_normal().string();
}

}  // namespace

Result<std::string> corpus_path(const CorpusSpec& corpus, const std::string& study_folder) {
  return path_of_study("corpus " + corpus.name, corpus.path, study_folder);
}

Result<EncoderChoice> located(const EncoderChoice& choice, const std::string& study_folder,
                              const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(choice.name));
  if (!entry->traits.reads_files) return choice;
  EncoderChoice found = choice;
  for (const char* option : {"path", "ids"}) {
    if (choice.options.text(option).empty()) continue;
    SF_ASSIGN(std::string path,
              path_of_study("encoder " + choice.name, choice.options.text(option), study_folder));
    found.options = found.options.with(option, std::move(path));
  }
  return found;
}

Status fill_file_digests(StudySpec& study, const std::string& study_folder, const StudyCatalogs& catalogs) {
  for (auto& condition : study.conditions) {
    if (!condition.encoder) continue;
    SF_ASSIGN(const auto* entry, catalogs.encoders->find(condition.encoder->name));
    if (!entry->traits.reads_files) continue;
    SF_ASSIGN(const EncoderChoice found, located(*condition.encoder, study_folder, catalogs));
    SF_ASSIGN(std::string digest, vectors_digest(found.options.text("path"), found.options.text("ids")));
    const std::string& wanted = condition.encoder->options.text("sha256");
    if (!wanted.empty() && wanted != digest)
      return data_error(fmt::format("condition {}: {} has the sha256 {}, the study asks for {}",
                                    condition.name, found.options.text("path"), digest, wanted));
    condition.encoder->options = condition.encoder->options.with("sha256", std::move(digest));
  }
  return {};
}

}  // namespace standfast
