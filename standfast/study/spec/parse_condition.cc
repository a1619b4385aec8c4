#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "standfast/split/matched_control.h"
#include "standfast/split/splitter.h"
#include "standfast/split/strata.h"
#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

// Parser of shortcut = { kind = "single-term", lambda = 0.8, test-lambda = 1, law = "mixture", ... } of a
// condition. Other keys are options of the kind.

Result<double> parse_dose(TableReader& reader, const char* key) {
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return 1.0;
  const auto* real = std::get_if<double>(&value->value);
  const auto* whole = std::get_if<int64_t>(&value->value);
  const double dose = real != nullptr ? *real : whole != nullptr ? static_cast<double>(*whole) : -1;
  if (!(dose >= 0 && dose <= 1)) return reader.wrong_type(key, *value, "a number from 0 to 1");
  return dose;
}

// Checks that no side of a corpus has the name of a side of planted folds.
Status check_sides(const TableReader& reader, const StudySpec& study, const ConditionSpec& condition) {
  for (const auto& corpus : study.corpora)
    for (const auto& side : corpus.sides)
      if (condition.asks(corpus.name) && (side.name == kOriginalSide || side.name == kAntiTestSide))
        return reader.fail_here(fmt::format(
            "{}: corpus {} has a side \"{}\", and a shortcut makes a side of this name; rename the side of "
            "the corpus",
            reader.owner(), corpus.name, side.name));
  return {};
}

// Parses a shortcut. reader: of the condition, whose name, corpora and splitter are known. Nothing if it has
// no shortcut.
Result<std::optional<ShortcutSpec>> parse_shortcut(TableReader& reader, const std::string& file,
                                                   const StudyCatalogs& catalogs, const StudySpec& study,
                                                   const ConditionSpec& condition) {
  const TomlValue* value = reader.take("shortcut");
  if (value == nullptr) return std::nullopt;
  if (!study.the_task().traits().has_target)
    return reader.fail_at(
        value->key_line,
        fmt::format(
            "{}: a shortcut is planted by the classes of documents; it needs task = \"classification\"",
            reader.owner()));
  const TomlTable nothing;
  const auto* name = std::get_if<std::string>(&value->value);
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (name == nullptr && table == nullptr)
    return reader.wrong_type("shortcut", *value,
                             "the name of a shortcut or a table { kind = \"...\", lambda = 0.8 }");
  TableReader inner(table != nullptr ? *table : nothing, value->line, file, reader.owner() + ": shortcut");
  inner.allow(reader.allowed());
  ShortcutSpec shortcut;
  SF_ASSIGN(const std::string kind, inner.text("kind", name != nullptr ? *name : ""));
  if (kind.empty()) return inner.fail_here(inner.owner() + " names no kind, as in kind = \"single-term\"");
  SF_ASSIGN(shortcut.lambda, parse_dose(inner, "lambda"));
  SF_ASSIGN(shortcut.test_lambda, parse_dose(inner, "test-lambda"));
  SF_ASSIGN(const std::string law, inner.word("law", kDoseLaws, kDoseLaws.front()));
  shortcut.law = law == kDoseLaws.front() ? DoseLaw::mixture : DoseLaw::product;
  SF_ASSIGN(const auto given, inner.rest());
  SF_ASSIGN(shortcut.kind, inner.resolve(*catalogs.shortcuts, kind, given));
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(kind));
  shortcut.columns = attributes_named(shortcut.kind.options, entry->options);
  SF_TRY(check_sides(inner, study, condition));
  return shortcut;
}

// Parses the names of columns under a key of a control: block = "thread" or ["forum", "thread"]. others:
// allowed words that are not columns. why_not: the objection to a role, by role; other roles are allowed.
Result<std::vector<std::string>> parse_columns(TableReader& reader, const char* key,
                                               const std::map<std::string_view, const char*>& why_not,
                                               const std::vector<std::string_view>& others = {}) {
  std::vector<std::string> names;
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return names;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    names.push_back(*name);
  } else {
    const auto* list = std::get_if<TomlList>(&value->value);
    if (list == nullptr) return reader.wrong_type(key, *value, "the name of a column or a list of names");
    for (const auto& item : *list) {
      const auto* word = std::get_if<std::string>(&item.value);
      if (word == nullptr) return reader.wrong_type(key, item, "the name of a column");
      if (std::find(names.begin(), names.end(), *word) != names.end())
        return reader.fail_at(item.line,
                              fmt::format("{}: {} names \"{}\" twice", reader.owner(), key, *word));
      names.push_back(*word);
    }
    if (names.empty())
      return reader.fail_at(value->line, fmt::format("{}: {} is an empty list", reader.owner(), key));
  }
  for (const auto& name : names) {
    const auto fail = [&](const std::string& what) {
      return reader.fail_at(value->line, fmt::format("{}: {} \"{}\" {}", reader.owner(), key, name, what));
    };
    if (const auto found = why_not.find(name); found != why_not.end()) return fail(found->second);
    if (role_from_name(name) || std::find(others.begin(), others.end(), name) != others.end()) continue;
    if (const auto objection = objection_to_attribute(name); !objection.empty()) return fail(objection);
  }
  return names;
}

Result<std::vector<std::string>> parse_block(TableReader& reader, const StudySpec& study) {
  return parse_columns(
      reader, "block",
      {{role_name(Role::topic),
        "is the topic itself, which a control must mix; name something smaller than a topic"},
       {role_name(study.target), "is the target: a whole class has no partner to trade places with"}});
}

// Parses match = ["source", "length"].
Result<std::vector<std::string>> parse_match(TableReader& reader, const StudySpec& study,
                                             const std::vector<std::string>& block) {
  SF_ASSIGN(auto names, parse_columns(reader, "match",
                                      {{role_name(study.target),
                                        "is the target, which a control always matches; leave it out"}},
                                      {kLengthToMatch}));
  for (const auto& name : names)
    if (std::find(block.begin(), block.end(), name) != block.end())
      return reader.fail_here(
          fmt::format("{}: \"{}\" is in block and in match; documents that agree in it cannot "
                      "both trade places and stay together",
                      reader.owner(), name));
  return names;
}

// Parses corpora = ["a", "b"] or "a": names of corpora that come earlier in the study.
Result<std::vector<std::string>> parse_asked_corpora(TableReader& reader, const StudySpec& study) {
  std::vector<std::string> names;
  const TomlValue* value = reader.take("corpora");
  if (value == nullptr) return names;
  std::vector<TomlValue> items;
  if (const auto* list = std::get_if<TomlList>(&value->value))
    items = *list;
  else
    items.push_back(*value);
  std::vector<std::string> known;
  for (const auto& corpus : study.corpora) known.push_back(corpus.name);
  for (const auto& item : items) {
    const auto* name = std::get_if<std::string>(&item.value);
    if (name == nullptr) return reader.wrong_type("corpora", item, "the name of a corpus or a list of names");
    if (std::find(known.begin(), known.end(), *name) == known.end())
      return reader.fail_at(item.line, fmt::format("{}: there is no corpus \"{}\"{}", reader.owner(), *name,
                                                   suggestion(*name, known)));
    if (std::find(names.begin(), names.end(), *name) != names.end())
      return reader.fail_at(item.line, fmt::format("{}: corpora names \"{}\" twice", reader.owner(), *name));
    names.push_back(*name);
  }
  if (names.empty())
    return reader.fail_at(value->line,
                          reader.owner() + ": corpora is an empty list; leave it out to use all corpora");
  return names;
}

// Checks that columns that a split uses are categories in every corpus that the condition is asked of. key:
// the key that names them. numbers: columns of numbers are allowed as well.
Status check_categories(const TableReader& reader, const StudySpec& study, const ConditionSpec& condition,
                        const char* key, const std::vector<std::string>& names, bool numbers = false) {
  for (const auto& corpus : study.corpora)
    for (const auto& rule : corpus.attributes)
      if (condition.asks(corpus.name) && rule.kind != AttributeKind::category &&
          !(numbers && rule.kind == AttributeKind::number) &&
          std::find(names.begin(), names.end(), rule.name) != names.end())
        return reader.fail_here(fmt::format(
            "{}: {}: column \"{}\" of corpus {} is a {} where a category {}is needed", reader.owner(), key,
            rule.name, corpus.name, kind_name(rule.kind), numbers ? "or a number " : ""));
  return {};
}

bool begins_with(const std::vector<std::string>& names, const std::vector<std::string>& first) {
  return first.size() <= names.size() && std::equal(first.begin(), first.end(), names.begin());
}

// Returns whether a control keeps everything that another keeps, in the order of the chain. Blocks are
// nested, the larger named first: of two lists the shorter one keeps more. A block that is whole has the
// documents of all its classes.
bool keeps_all_of(const ConditionSpec& more, const ConditionSpec& less) {
  return begins_with(more.match, less.match) && (more.whole || !less.whole) &&
         (less.block.empty() || (!more.block.empty() && begins_with(less.block, more.block)));
}

// Checks that the controls of one condition form a chain: from single documents to the matched columns, as
// listed, and to the largest block. The drop is split into parts along this chain.
Status check_nested(const TableReader& reader, const ConditionSpec& control, const StudySpec& study) {
  for (const auto& other : study.conditions) {
    if (other.control_of != control.control_of || keeps_all_of(control, other) ||
        keeps_all_of(other, control))
      continue;
    if (!begins_with(control.match, other.match) && !begins_with(other.match, control.match))
      return reader.fail_here(fmt::format(
          "{}: its match and the match of \"{}\" do not begin alike; controls of one condition form a "
          "chain, as in "
          "match = [\"{}\"] and match = [\"{}\", \"{}\"]",
          reader.owner(), other.name, other.match.front(), other.match.front(), control.match.front()));
    const ConditionSpec& whole = control.whole ? control : other;
    if (control.whole != other.whole && control.match == other.match)
      return reader.fail_here(fmt::format(
          "{}: \"{}\" keeps whole blocks but smaller ones than the other control; name the larger block in "
          "it",
          reader.owner(), whole.name));
    const auto& a = control.block.size() < other.block.size() ? control.block : other.block;
    const auto& b = control.block.size() < other.block.size() ? other.block : control.block;
    if (begins_with(b, a) && control.match != other.match)
      return reader.fail_here(fmt::format(
          "{}: it matches {} than \"{}\" and keeps {} blocks; controls of one condition form a chain, so "
          "give every control with a block the longest match",
          reader.owner(), control.match.size() > other.match.size() ? "more" : "less", other.name,
          control.match.size() > other.match.size() ? "smaller or no" : "larger"));
    return reader.fail_here(fmt::format(
        "{}: its block and the block of \"{}\" are not nested; name the larger column first in the smaller "
        "block, as in block = "
        "[\"{}\", \"{}\"]",
        reader.owner(), other.name, a.back(), b.back()));
  }
  return {};
}

// Parses split = { method = "k-fold", folds = 5 }, with the defaults of a study.
Result<ComponentSpec> parse_split(TableReader& reader, const StudyCatalogs& catalogs,
                                  const StudySpec& study) {
  // Thresholds are set on pairs that the model was not fitted on. So a study of verification sets aside a
  // fifth of train for that. Classifiers learn from all of train.
  GivenOptions preset;
  const TaskTraits asks = study.the_task().traits();
  if (asks.has_target) preset["by"] = std::string(role_name(study.target));  // for splitters that stratify
  if (asks.draws_pairs) preset[kValidationOption] = 0.2;
  const auto parsed = [&] { return reader.component("split", "method", *catalogs.splitters, "", preset); };
  SF_ASSIGN(ComponentSpec splitter, parsed());
  // Validation by whole classes would take these out of training, so no answer could be right. Where no
  // validation is drawn, the recorded unit stays as it was, and earlier runs go on.
  const auto takes_classes = [&] {
    const auto unit = unit_of_validation(splitter.options);
    return unit && study.is_target(*unit);
  };
  if (!takes_classes()) return splitter;
  preset[kValidationUnitOption] = std::string("document");
  SF_ASSIGN(splitter, parsed());
  if (takes_classes())
    return reader.fail_here(fmt::format(
        "{0}: split: {1} = \"{2}\" would take whole classes out of training, because {2} is the target; {1} "
        "= \"document\" takes single documents",
        reader.owner(), kValidationUnitOption, role_name(study.target)));
  return splitter;
}

// Parses control-of = "novel topics": the same condition again, with documents traded within classes.
Result<ConditionSpec> parse_control(TableReader& reader, const ConditionSpec& named, const StudySpec& study) {
  std::vector<std::string> names;
  for (const auto& earlier : study.conditions) {
    names.push_back(earlier.name);
    if (earlier.name != named.control_of) continue;
    if (!earlier.control_of.empty())
      return reader.fail_here(
          fmt::format("{}: \"{}\" is itself a control; name the condition that it controls, \"{}\"",
                      reader.owner(), earlier.name, earlier.control_of));
    if (earlier.shortcut)
      return reader.fail_here(fmt::format(
          "{}: \"{}\" plants a shortcut, so its baseline is the same fits, examined on the documents "
          "without the cue; name a "
          "condition without a shortcut",
          reader.owner(), earlier.name));
    ConditionSpec control = earlier;
    control.name = named.name;
    control.reference = named.reference;
    control.control_of = earlier.name;
    if (const TomlValue* value = reader.take("corpora"))
      return reader.fail_at(
          value->key_line,
          fmt::format("{}: a control uses the corpora of its condition; leave corpora out here",
                      reader.owner()));
    SF_ASSIGN(control.block, parse_block(reader, study));
    SF_TRY(check_categories(reader, study, control, "block", control.block));
    SF_ASSIGN(control.whole, reader.flag("whole", false));
    if (control.whole && control.block.empty())
      return reader.fail_here(
          fmt::format("{}: whole = true needs a block, as in block = \"thread\"", reader.owner()));
    SF_ASSIGN(control.match, parse_match(reader, study, control.block));
    SF_TRY(check_categories(reader, study, control, "match", control.match, true));
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

// Returns the table of pairs with one key for each option: negatives = { topics = "same-topic", same =
// "source" } becomes negatives = "same-topic" and negatives-same = "source".
Result<TomlTable> flat_pairs(const TableReader& reader, const TomlTable& table) {
  TomlTable flat;
  const auto put = [&](const std::string& key, const TomlValue& value) -> Status {
    if (std::any_of(flat.begin(), flat.end(), [&](const TomlEntry& entry) { return entry.key == key; }))
      return reader.fail_at(value.key_line, fmt::format("{}: pairs: {} is given twice", reader.owner(), key));
    flat.push_back({key, value});
    return {};
  };
  for (const auto& [key, value] : table) {
    const auto* kind = std::get_if<TomlTable>(&value.value);
    if (kind == nullptr || (key != "positives" && key != "negatives")) {
      SF_TRY(put(key, value));
      continue;
    }
    for (const auto& [inner, of_kind] : *kind) {
      if (inner != "topics" && inner != "same")
        return reader.fail_at(of_kind.key_line,
                              fmt::format("{}: pairs: {} has no key \"{}\"{}", reader.owner(), key, inner,
                                          suggestion(inner, {"topics", "same"})));
      SF_TRY(put(inner == "topics" ? key : key + "-same", of_kind));
    }
  }
  return flat;
}

}  // namespace

Result<ConditionSpec> parse_condition(TableReader reader, const std::string& file,
                                      const StudyCatalogs& catalogs, const StudySpec& study) {
  ConditionSpec condition;
  SF_ASSIGN(condition.name, reader.text("name"));
  if (condition.name.empty()) return reader.missing("name", "this [[condition]] has no name");
  SF_ASSIGN(condition.reference, reader.flag("reference", false));
  SF_ASSIGN(condition.control_of, reader.text("control-of"));
  if (!condition.control_of.empty()) return parse_control(reader, condition, study);
  for (const char* key : {"block", "whole", "match", "trades"})
    if (const TomlValue* value = reader.take(key))
      return reader.fail_at(value->key_line, fmt::format("{}: {} belongs to a control; it needs control-of = "
                                                         "\"the condition\"",
                                                         reader.owner(), key));
  SF_ASSIGN(condition.corpora, parse_asked_corpora(reader, study));
  SF_ASSIGN(condition.sampler, reader.component("sample", "method", *catalogs.samplers, "all"));
  SF_ASSIGN(condition.encoder, parse_encoder(reader, file, *catalogs.encoders, true));
  SF_ASSIGN(const auto* sampler, catalogs.samplers->find(condition.sampler.name));
  if (condition.encoder && !sampler->traits.needs_vectors)
    return reader.fail_here(fmt::format("{}: the sampler {} reads no vectors, so encoder has no effect",
                                        reader.owner(), condition.sampler.name));
  SF_ASSIGN(condition.splitter, parse_split(reader, catalogs, study));
  const TaskTraits asks = study.the_task().traits();
  SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
  condition.columns = attributes_named(condition.splitter.options, splitter->options);
  for (const auto& name : condition.columns)
    if (const auto objection = objection_to_attribute(name); !objection.empty())
      return reader.fail_here(fmt::format("{}: split: a column {}", reader.owner(), objection));
  SF_TRY(parse_space(reader, file, catalogs, study, condition));
  SF_TRY(check_categories(reader, study, condition, "split",
                          categories_named(condition.splitter.options, splitter->options)));
  PlacedOptions given;
  if (const TomlValue* value = reader.take("pairs")) {
    if (!asks.draws_pairs)
      return reader.fail_at(
          value->line,
          fmt::format("{}: pairs belong to task = \"verification\"; a classifier answers for documents",
                      reader.owner()));
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("pairs", *value, "a table");
    SF_ASSIGN(const TomlTable flat, flat_pairs(reader, *table));
    TableReader inner(flat, value->line, file, reader.owner() + ": pairs");
    SF_ASSIGN(given, inner.rest());
  }
  SF_ASSIGN(condition.pairs,
            reader.resolve_options(reader.owner() + ": pairs", catalogs.pair_options, given));
  const auto of_pairs = attributes_named(condition.pairs, catalogs.pair_options);
  for (const auto& name : of_pairs)
    if (const auto objection = objection_to_attribute(name); !objection.empty())
      return reader.fail_here(fmt::format("{}: pairs: a column {}", reader.owner(), objection));
  SF_TRY(check_categories(reader, study, condition, "pairs", of_pairs));
  add_columns(condition, of_pairs);
  SF_ASSIGN(condition.shortcut, parse_shortcut(reader, file, catalogs, study, condition));
  SF_TRY(reader.finish());
  return condition;
}

}  // namespace standfast
