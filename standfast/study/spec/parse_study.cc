#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/json.h"
#include "standfast/corpus/read/format.h"
#include "standfast/feature/encoder/vectors_encoder.h"
#include "standfast/split/matched_control.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

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
    if (name.size() > suffix.size() && name.ends_with(suffix)) name.erase(name.size() - suffix.size());
  return name;
}

// at-least = { author = 20 }.
Status parse_counts(TableReader& reader, const std::string& file, const std::string& key,
                    std::array<uint64_t, kRoles.size()>& counts) {
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return {};
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return reader.wrong_type(key, *value, "a table { author = 20 }");
  TableReader inner(*table, value->line, file, reader.owner() + ": " + key);
  for (const Role role : kRoles) {
    SF_ASSIGN(counts[static_cast<size_t>(role)], inner.count(std::string(role_name(role)), 0));
  }
  return inner.finish();
}

// column = { thread = "case" } or { thread = { from = "id", until = "-", nth = 2 } }.
Status parse_columns(TableReader& reader, const std::string& file, std::vector<AttributeRule>& attributes) {
  const TomlValue* value = reader.take("column");
  if (value == nullptr) return {};
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return reader.wrong_type("column", *value, "a table { thread = \"thread_id\" }");
  for (const auto& [name, given] : *table) {
    const std::string owner = fmt::format("{}: column {}", reader.owner(), name);
    if (const auto objection = objection_to_attribute(name); !objection.empty())
      return reader.fail_at(given.key_line, fmt::format("{}: a column {}", reader.owner(), objection));
    AttributeRule rule;
    rule.name = name;
    if (const auto* from = std::get_if<std::string>(&given.value)) {
      rule.from = *from;
    } else {
      const auto* parts = std::get_if<TomlTable>(&given.value);
      if (parts == nullptr)
        return reader.wrong_type("column " + name, given,
                                 "a name or a table { from = \"id\", until = \"-\" }");
      TableReader inner(*parts, given.line, file, owner);
      SF_ASSIGN(rule.from, inner.text("from"));
      SF_ASSIGN(rule.until, inner.text("until"));
      const bool has_nth =
          std::any_of(parts->begin(), parts->end(), [](const auto& e) { return e.key == "nth"; });
      SF_ASSIGN(rule.nth, inner.count("nth", 1));
      SF_TRY(inner.finish());
      if (rule.nth < 1) return inner.fail_here(owner + ": nth counts from 1");
      if (has_nth && rule.until.empty())
        return inner.fail_here(owner + ": nth needs until: what stands before the nth of it is taken");
    }
    if (rule.from.empty())
      return reader.fail_at(given.line, owner + " names no column of the file (from = \"id\" is the id)");
    attributes.push_back(std::move(rule));
  }
  return {};
}

// path = "posts.jsonl", or several: ["a.jsonl", "b.jsonl"] or { train = "a.jsonl", test = "b.jsonl" }.
Status parse_paths(TableReader& reader, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("path");
  if (value == nullptr) return reader.fail_here("this [[corpus]] has no path");
  if (const auto* path = std::get_if<std::string>(&value->value)) {
    corpus.path = *path;
    corpus.name = stem(*path);
  } else if (const auto* list = std::get_if<TomlList>(&value->value)) {
    for (const auto& item : *list) {
      const auto* part = std::get_if<std::string>(&item.value);
      if (part == nullptr) return reader.wrong_type("path", item, "a path");
      corpus.parts.push_back({stem(*part), *part});
    }
  } else if (const auto* table = std::get_if<TomlTable>(&value->value)) {
    for (const auto& [name, item] : *table) {
      const auto* part = std::get_if<std::string>(&item.value);
      if (part == nullptr) return reader.wrong_type("path " + name, item, "a path");
      corpus.parts.push_back({name, *part});
    }
  } else {
    return reader.wrong_type("path", *value, "a path, a list of paths or a table { name = \"path\" }");
  }
  std::set<std::string> names;
  for (const auto& part : corpus.parts) {
    if (!names.insert(part.name).second)
      return reader.fail_at(value->line,
                            fmt::format("{}: two of its files are called \"{}\"; name the parts: path = "
                                        "{{ first = \"{}\", second = ... }}",
                                        reader.owner(), part.name, corpus.parts.front().path));
    if (const auto objection = objection_to_name(part.name); !objection.empty())
      return reader.fail_at(value->line, fmt::format("{}: the name of its part \"{}\" {}", reader.owner(),
                                                     part.name, objection));
    corpus.name += (corpus.name.empty() ? "" : "+") + part.name;
  }
  if (corpus.path.empty() && corpus.parts.empty())
    return reader.fail_at(value->line, "this [[corpus]] has no path");
  const auto is_input = [](const CorpusPart& part) { return part.path == "-"; };
  if (corpus.path == "-" || std::any_of(corpus.parts.begin(), corpus.parts.end(), is_input))
    return reader.fail_here("a study cannot read a corpus from standard input: workers read it again");
  SF_ASSIGN(corpus.name, reader.text("name", corpus.name));
  return {};
}

Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file) {
  CorpusSpec corpus;
  SF_TRY(parse_paths(reader, corpus));
  SF_ASSIGN(corpus.format, reader.word("format", kCorpusFormats, corpus.format));
  SF_ASSIGN(corpus.bad_rows, reader.word("bad-rows", kBadRowRules, corpus.bad_rows));
  SF_ASSIGN(corpus.text_column, reader.text("text"));
  SF_ASSIGN(corpus.id_column, reader.text("id"));
  for (const Role role : kRoles) {
    SF_ASSIGN(corpus.role_columns[static_cast<size_t>(role)], reader.text(std::string(role_name(role))));
  }
  SF_TRY(parse_columns(reader, file, corpus.attributes));
  if (!corpus.parts.empty())
    for (const auto& rule : corpus.attributes)
      if (rule.name == kPartAttribute)
        return reader.fail_here(
            fmt::format("{}: \"{}\" is the file that a document of a corpus in parts is "
                        "from; give the column another name",
                        reader.owner(), kPartAttribute));
  if (const TomlValue* value = reader.take("only")) {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("only", *value, "a table { source = \"news\" }");
    TableReader inner(*table, value->line, file, reader.owner() + ": only");
    for (const Role role : kRoles) {
      SF_ASSIGN(corpus.only[static_cast<size_t>(role)], inner.text(std::string(role_name(role))));
    }
    std::vector<std::string> names;
    for (const auto& rule : corpus.attributes) names.push_back(rule.name);
    if (!corpus.parts.empty()) names.emplace_back(kPartAttribute);
    for (const auto& name : names) {
      SF_ASSIGN(std::string wanted, inner.text(name));
      if (!wanted.empty()) corpus.only_attributes.push_back({name, std::move(wanted)});
    }
    SF_TRY(inner.finish());
  }
  SF_TRY(parse_counts(reader, file, "at-least", corpus.frequent.at_least));
  SF_TRY(parse_counts(reader, file, "most", corpus.frequent.most));
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

// block = "thread" or ["forum", "thread"].
Result<std::vector<std::string>> parse_block(TableReader& reader, const StudySpec& study) {
  std::vector<std::string> names;
  const TomlValue* value = reader.take("block");
  if (value == nullptr) return names;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    names.push_back(*name);
  } else {
    const auto* list = std::get_if<TomlList>(&value->value);
    if (list == nullptr) return reader.wrong_type("block", *value, "the name of a column or a list of names");
    for (const auto& item : *list) {
      const auto* word = std::get_if<std::string>(&item.value);
      if (word == nullptr) return reader.wrong_type("block", item, "the name of a column");
      if (std::find(names.begin(), names.end(), *word) != names.end())
        return reader.fail_at(item.line, fmt::format("{}: block names \"{}\" twice", reader.owner(), *word));
      names.push_back(*word);
    }
    if (names.empty()) return reader.fail_at(value->line, reader.owner() + ": block is an empty list");
  }
  for (const auto& name : names) {
    const auto fail = [&](const std::string& what) {
      return reader.fail_at(value->line, fmt::format("{}: block \"{}\" {}", reader.owner(), name, what));
    };
    if (name == role_name(Role::topic))
      return fail("is the topic itself, which a control is to mix; name what is smaller than a topic");
    if (name == role_name(study.target))
      return fail("is the target: a whole class has no partner to change places with");
    if (role_from_name(name)) continue;
    if (const auto objection = objection_to_attribute(name); !objection.empty()) return fail(objection);
  }
  return names;
}

// Controls of one condition form a chain, from single documents to the largest block, and the drop is taken
// apart along it.
Status check_nested(const TableReader& reader, const ConditionSpec& control, const StudySpec& study) {
  for (const auto& other : study.conditions) {
    if (other.control_of != control.control_of) continue;
    const auto& a = control.block.size() < other.block.size() ? control.block : other.block;
    const auto& b = control.block.size() < other.block.size() ? other.block : control.block;
    if (std::equal(a.begin(), a.end(), b.begin())) continue;
    return reader.fail_here(
        fmt::format("{}: its block and that of \"{}\" are not nested; name the larger first in the smaller, "
                    "as in block = "
                    "[\"{}\", \"{}\"]",
                    reader.owner(), other.name, a.back(), b.back()));
  }
  return {};
}

// control-of = "novel topics": that condition again, with documents traded within classes.
Result<ConditionSpec> parse_control(TableReader& reader, const ConditionSpec& named, const StudySpec& study) {
  std::vector<std::string> names;
  for (const auto& earlier : study.conditions) {
    names.push_back(earlier.name);
    if (earlier.name != named.control_of) continue;
    if (!earlier.control_of.empty())
      return reader.fail_here(
          fmt::format("{}: \"{}\" is itself a control; name the condition it is the control of, \"{}\"",
                      reader.owner(), earlier.name, earlier.control_of));
    ConditionSpec control = earlier;
    control.name = named.name;
    control.reference = named.reference;
    control.control_of = earlier.name;
    SF_ASSIGN(control.block, parse_block(reader, study));
    SF_ASSIGN(const uint64_t trades, reader.count("trades", kDefaultTrades));
    if (trades < 1 || trades > kMostTrades)
      return reader.fail_here(
          fmt::format("{}: trades is 1 to {}, not {}", reader.owner(), kMostTrades, trades));
    control.trades = static_cast<uint32_t>(trades);
    SF_TRY(reader.finish());
    SF_TRY(check_nested(reader, control, study));
    return control;
  }
  const auto hint = nearest_name(named.control_of, names);
  return reader.fail_here(fmt::format("{}: control-of names no condition above it: \"{}\"{}", reader.owner(),
                                      named.control_of,
                                      hint.empty() ? "" : fmt::format("; did you mean \"{}\"?", hint)));
}

Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs, const StudySpec& study) {
  ConditionSpec condition;
  SF_ASSIGN(condition.name, reader.text("name"));
  if (condition.name.empty()) return reader.fail_here("this [[condition]] has no name");
  SF_ASSIGN(condition.reference, reader.flag("reference", false));
  SF_ASSIGN(condition.control_of, reader.text("control-of"));
  if (!condition.control_of.empty()) return parse_control(reader, condition, study);
  for (const char* key : {"block", "trades"})
    if (const TomlValue* value = reader.take(key))
      return reader.fail_at(value->key_line, fmt::format("{}: {} belongs to a control; it needs control-of = "
                                                         "\"the condition\"",
                                                         reader.owner(), key));
  SF_ASSIGN(condition.sampler, reader.component("sample", "method", *catalogs.samplers, "all"));
  SF_ASSIGN(condition.encoder, parse_encoder(reader, file, *catalogs.encoders));
  SF_ASSIGN(const auto* sampler, catalogs.samplers->find(condition.sampler.name));
  if (condition.encoder && !sampler->traits.needs_vectors)
    return reader.fail_here(fmt::format("{}: the sampler {} looks at no vectors, so encoder has no use",
                                        reader.owner(), condition.sampler.name));
  // Thresholds are placed on pairs the model was not fitted on: in a study of verification a fifth of train
  // is set aside for that. Classifiers learn from all of train.
  GivenOptions preset;
  const TaskTraits asks = study.the_task().traits();
  if (asks.has_target) preset["by"] = std::string(role_name(study.target));  // of splitters that stratify
  if (asks.draws_pairs) preset["validation"] = 0.2;
  SF_ASSIGN(condition.splitter, reader.component("split", "method", *catalogs.splitters, "", preset));
  SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
  condition.columns = attributes_named(condition.splitter.options, splitter->options);
  for (const auto& name : condition.columns)
    if (const auto objection = objection_to_attribute(name); !objection.empty())
      return reader.fail_here(fmt::format("{}: split: a column {}", reader.owner(), objection));
  PlacedOptions given;
  if (const TomlValue* value = reader.take("pairs")) {
    if (!asks.draws_pairs)
      return reader.fail_at(value->line, fmt::format("{}: pairs belong to task = \"verification\"; a "
                                                     "classifier answers documents",
                                                     reader.owner()));
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

Result<uint32_t> fits_of_key(const TableReader& reader, const TomlValue& value) {
  const auto* number = std::get_if<int64_t>(&value.value);
  if (number == nullptr) return reader.wrong_type("fits", value, "a whole number");
  if (*number < 1 || *number > int64_t{kMostFits})
    return reader.fail_at(value.line,
                          fmt::format("{}: fits is 1 to {}, not {}", reader.owner(), kMostFits, *number));
  return static_cast<uint32_t>(*number);
}

// document-weight = "trust": only of classifiers that take weights.
Result<std::string> parse_document_weight(TableReader& reader, const std::string& type,
                                          const StudyCatalogs& catalogs, const Task& task) {
  const TomlValue* value = reader.take("document-weight");
  if (value == nullptr) return "";
  const auto fail = [&](const std::string& why) {
    return reader.fail_at(value->line, fmt::format("{}: document-weight {}", reader.owner(), why));
  };
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return reader.wrong_type("document-weight", *value, "the name of a column");
  if (!task.traits().has_target) return fail("is for classifiers; it needs task = \"classification\"");
  if (const auto objection = objection_to_attribute(*name); !objection.empty() && !role_from_name(*name))
    return fail("names a column that " + objection);
  std::vector<std::string> takers;
  for (const auto& entry : catalogs.classifiers->entries())
    if (entry.traits.weights) takers.push_back(entry.name);
  if (std::find(takers.begin(), takers.end(), type) == takers.end())
    return fail(fmt::format("is for classifiers that take weights ({}); {} takes none",
                            fmt::join(takers, ", "), type));
  return *name;
}

Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs, const Task& task) {
  ModelSpec model;
  SF_ASSIGN(const std::string type, reader.text("type"));
  if (type.empty()) return reader.fail_here("this [[model]] has no type (standfast ls lists them)");
  SF_ASSIGN(model.name, reader.text("name", type));
  SF_ASSIGN(model.document_weight, parse_document_weight(reader, type, catalogs, task));
  if (const TomlValue* value = reader.take("fits")) {
    SF_ASSIGN(model.fits, fits_of_key(reader, *value));
  }
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(model.model, reader.resolve(task.models(catalogs), type, given));
  return model;
}

Result<PredictionsSpec> parse_predictions(TableReader reader) {
  PredictionsSpec predictions;
  SF_ASSIGN(predictions.path, reader.text("path"));
  if (predictions.path.empty()) return reader.fail_here("these [[predictions]] have no path");
  SF_ASSIGN(predictions.name, reader.text("name", stem(predictions.path)));
  SF_TRY(reader.finish());
  return predictions;
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

Status parse_target(TableReader& top, StudySpec& study) {
  const TomlValue* value = top.take("target");
  if (value == nullptr) return {};
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return top.wrong_type("target", *value, "the name of a column");
  if (!study.the_task().traits().has_target)
    return top.fail_at(value->line,
                       "target says what classifiers answer; it needs task = \"classification\"");
  const auto role = role_from_name(*name);
  if (!role || *role == Role::date)
    return top.fail_at(value->line,
                       fmt::format("target is author, topic, label or source, not \"{}\"", *name));
  study.target = *role;
  return {};
}

// metric = "auc": a metric of the profile.
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

// ignore = ["SF101"].
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

// A column that a block, a splitter or a weight names and no key of a corpus explains is the one of the file
// with its name; of a corpus in parts, "part" is there without.
void add_column(StudySpec& study, const std::string& name) {
  if (role_from_name(name)) return;
  for (auto& corpus : study.corpora) {
    const bool known = (name == kPartAttribute && !corpus.parts.empty()) ||
                       std::any_of(corpus.attributes.begin(), corpus.attributes.end(),
                                   [&](const AttributeRule& rule) { return rule.name == name; });
    if (!known) corpus.attributes.push_back({name, name, "", 1});
  }
}

void add_named_columns(StudySpec& study) {
  for (const auto& condition : study.conditions)
    for (const auto* names : {&condition.block, &condition.columns})
      for (const auto& name : *names) add_column(study, name);
}

// Chance is the score of this model, so a study always has it.
constexpr const char* kChanceModel = "prior";
Status add_prior(StudySpec& study, const StudyCatalogs& catalogs) {
  for (const auto& model : study.models)
    if (model.model.name == kChanceModel) return {};
  const auto prior = study.the_task().models(catalogs).info(kChanceModel);
  if (!prior) return {};
  SF_ASSIGN(auto options, Options::resolve(kChanceModel, *prior->options, {}));
  std::string name = kChanceModel;
  const auto is_taken = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
  };
  while (is_taken(study.models) || is_taken(study.predictions)) name += "'";
  study.models.push_back({name, {kChanceModel, std::move(options)}});
  return {};
}

}  // namespace

Result<StudySpec> parse_study(std::string_view text, const std::string& file, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const TomlTable table, parse_toml(text, file));
  TableReader top(table, 1, file, "the study");
  StudySpec study;
  SF_ASSIGN(study.title, top.text("title", stem(std::filesystem::path(file).replace_extension().string())));
  SF_ASSIGN(study.task, top.word("task", task_names(), study.task));
  SF_TRY(parse_target(top, study));
  const Task& task = study.the_task();
  SF_ASSIGN(study.profile, top.word("profile", task.profiles(catalogs), task.default_profile(catalogs)));
  SF_TRY(parse_metric(top, study));
  SF_TRY(parse_ignore(top, study));
  SF_ASSIGN(study.seeds, parse_seeds(top));
  if (const TomlValue* value = top.take("fits")) {
    SF_ASSIGN(study.fits, fits_of_key(top, *value));
  }
  SF_ASSIGN(study.limit, top.count("limit", 0));
  SF_ASSIGN(const auto corpora, tables(top, "corpus"));
  SF_ASSIGN(const auto conditions, tables(top, "condition"));
  SF_ASSIGN(const auto models, tables(top, "model"));
  SF_ASSIGN(const auto predictions, tables(top, "predictions"));
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
    SF_ASSIGN(auto condition, parse_condition(reader, file, catalogs, study));
    SF_TRY(check_name(reader, condition.name, names));
    if (condition.reference && !reference.empty())
      return reader.fail_here(
          fmt::format("both \"{}\" and \"{}\" say reference = true; survival is measured against one",
                      reference, condition.name));
    if (condition.reference) reference = condition.name;
    study.conditions.push_back(std::move(condition));
  }
  add_named_columns(study);
  names.clear();
  for (const auto& [place, line, owner] : models) {
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto model, parse_model(reader, catalogs, task));
    SF_TRY(check_name(reader, model.name, names));
    if (!model.document_weight.empty()) add_column(study, model.document_weight);
    study.models.push_back(std::move(model));
  }
  for (const auto& [place, line, owner] : predictions) {  // their names are those of models
    TableReader reader(*place, line, file, owner);
    SF_ASSIGN(auto one, parse_predictions(reader));
    SF_TRY(check_name(reader, one.name, names));
    study.predictions.push_back(std::move(one));
  }
  // With predictions alone the prior, which every study gets, finds out what there is to answer.
  for (const auto& [what, n] : {std::pair{"corpus", study.corpora.size()},
                                {"condition", study.conditions.size()},
                                {"model", study.models.size() + study.predictions.size()}})
    if (n == 0) return usage_error(fmt::format("{}: the study has no [[{}]]", file, what));
  SF_TRY(add_prior(study, catalogs));
  return study;
}

}  // namespace standfast
