#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/read/format.h"
#include "standfast/study/spec/parse_parts.h"
#include "standfast/text/encodings.h"

namespace standfast {
namespace {

// Parses at-least = { author = 20 }.
Status parse_counts(TableReader& reader, const std::string& file, const std::string& key,
                    std::array<uint64_t, kRoles.size()>& counts) {
  const TomlValue* value = reader.take(key);
  if (value == nullptr) return {};
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return reader.wrong_type(key, *value, "a table { author = 20 }");
  TableReader inner(*table, value->line, file, reader.owner() + ": " + key);
  for (const Role role : kRoles) {
    const std::string name(role_name(role));
    SF_ASSIGN(counts[static_cast<size_t>(role)], inner.count(name, 0));
    if (inner.has(name) && counts[static_cast<size_t>(role)] == 0)
      return inner.fail_here(
          fmt::format("{}: {} = 0 has no meaning; write 1 or more, or leave it out", inner.owner(), name));
  }
  return inner.finish();
}

// Parses a rule as a table: { from = "id", until = "-", nth = 2, kind = "number", separator = ";" }. from may
// be left out if the kind is given; then it is the column of the file with the rule's name.
Status parse_rule(TableReader inner, bool has_nth, AttributeRule& rule) {
  const std::vector<std::string> kinds(kAttributeKinds.begin(), kAttributeKinds.end());
  SF_ASSIGN(const std::string kind, inner.word("kind", kinds, ""));
  SF_ASSIGN(rule.from, inner.text("from", kind.empty() ? "" : rule.name));
  SF_ASSIGN(rule.until, inner.text("until"));
  SF_ASSIGN(rule.nth, inner.count("nth", 1));
  SF_ASSIGN(rule.separator, inner.text("separator"));
  SF_TRY(inner.finish());
  rule.kind = kind_from_name(kind).value_or(AttributeKind::category);
  if (rule.nth < 1) return inner.fail_here(inner.owner() + ": nth counts from 1");
  if (has_nth && rule.until.empty())
    return inner.fail_here(inner.owner() +
                           ": nth needs until: the value is the text before the nth occurrence of until");
  if (!rule.separator.empty() && rule.kind != AttributeKind::list)
    return inner.fail_here(inner.owner() +
                           ": separator splits a value into elements; it needs kind = \"list\"");
  return {};
}

// Parses column = { thread = "case" } or { thread = { from = "id", until = "-", nth = 2 } }.
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
      const bool has_nth =
          std::any_of(parts->begin(), parts->end(), [](const auto& e) { return e.key == "nth"; });
      SF_TRY(parse_rule(TableReader(*parts, given.line, file, owner), has_nth, rule));
    }
    if (rule.from.empty())
      return reader.fail_at(given.line, owner + " names no column of the file (from = \"id\" is the id)");
    attributes.push_back(std::move(rule));
  }
  return {};
}

bool is_column_of(const CorpusSpec& corpus, std::string_view name) {
  return role_from_name(name) || (name == kPartAttribute && !corpus.parts.empty()) ||
         std::any_of(corpus.attributes.begin(), corpus.attributes.end(),
                     [&](const AttributeRule& rule) { return rule.name == name; });
}

// Parses sides = { independent = { part = "held-out" } }.
Status parse_sides(TableReader& reader, const std::string& file, CorpusSpec& corpus) {
  constexpr std::string_view kTaken[] = {kTestSide, "train", "validation", "dev", "aside"};
  const TomlValue* value = reader.take("sides");
  if (value == nullptr) return {};
  const char* like = "a table { independent = { part = \"held-out\" } }";
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return reader.wrong_type("sides", *value, like);
  for (const auto& [name, given] : *table) {
    const std::string owner = fmt::format("{}: side {}", reader.owner(), name);
    if (const auto objection = objection_to_name(name); !objection.empty())
      return reader.fail_at(given.key_line, fmt::format("{}: its name {}", owner, objection));
    if (std::find(std::begin(kTaken), std::end(kTaken), name) != std::end(kTaken))
      return reader.fail_at(given.key_line,
                            fmt::format("{}: every fold has a {} side; give another name", owner, name));
    const auto* values = std::get_if<TomlTable>(&given.value);
    if (values == nullptr) return reader.wrong_type("side " + name, given, "a table { part = \"held-out\" }");
    TableReader inner(*values, given.line, file, owner);
    SideSpec side{name, {}};
    for (const auto& entry : *values) {
      SF_ASSIGN(std::string wanted, inner.text(entry.key));
      if (wanted.empty())
        return reader.fail_at(entry.value.line, fmt::format("{}: {} is empty", owner, entry.key));
      // If no key of the corpus defines the column, it is the column of the file with that name.
      if (!is_column_of(corpus, entry.key)) {
        if (const auto objection = objection_to_attribute(entry.key); !objection.empty())
          return reader.fail_at(entry.value.line, fmt::format("{}: a column {}", owner, objection));
        corpus.attributes.push_back({entry.key, entry.key, "", 1});
      }
      side.where.push_back({entry.key, std::move(wanted)});
    }
    if (side.where.empty())
      return reader.fail_at(given.line, fmt::format("{} names no column: write {}", owner, like));
    corpus.sides.push_back(std::move(side));
  }
  return {};
}

// Parses only = { source = "news", rating = ">= 4" }: for roles, attributes and the part.
Status parse_only(TableReader& reader, const std::string& file, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("only");
  if (value == nullptr) return {};
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return reader.wrong_type("only", *value, "a table { source = \"news\" }");
  TableReader inner(*table, value->line, file, reader.owner() + ": only");
  // Returns the value of a key, "" where the table lacks it.
  const auto wanted_of = [&](const std::string& name, AttributeKind kind) -> Result<std::string> {
    SF_ASSIGN(std::string wanted, inner.text(name));
    if (!inner.has(name)) return wanted;
    if (const auto objection = objection_to_wanted(kind, wanted); !objection.empty())
      return inner.fail_here(fmt::format("{}: {} {}", inner.owner(), name, objection));
    return wanted;
  };
  for (const Role role : kRoles) {
    SF_ASSIGN(corpus.only[static_cast<size_t>(role)],
              wanted_of(std::string(role_name(role)), AttributeKind::category));
  }
  std::vector<Attribute> attributes;
  for (const auto& rule : corpus.attributes) attributes.emplace_back(rule.name, rule.kind);
  if (!corpus.parts.empty()) attributes.emplace_back(kPartAttribute);
  for (const auto& [name, kind] : attributes) {
    SF_ASSIGN(std::string wanted, wanted_of(name, kind));
    if (!wanted.empty()) corpus.only_attributes.push_back({name, std::move(wanted)});
  }
  return inner.finish();
}

// Parses fold-letters = ["tatweel"].
Status parse_fold_letters(TableReader& reader, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("fold-letters");
  if (value == nullptr) return {};
  const char* const like = "a list of words [\"tatweel\", \"yo\"]";
  const auto* list = std::get_if<TomlList>(&value->value);
  if (list == nullptr) return reader.wrong_type("fold-letters", *value, like);
  for (const auto& item : *list) {
    const auto* name = std::get_if<std::string>(&item.value);
    if (name == nullptr) return reader.wrong_type("fold-letters", item, like);
    corpus.fold_letters.push_back(*name);
  }
  if (const auto form = reading_form(corpus.form, corpus.fold_letters); !form)
    return reader.fail_at(value->line, fmt::format("{}: {}", reader.owner(), form.error().message));
  return {};
}

// Parses join-values = ["author"]: roles and columns.
Status parse_join_values(TableReader& reader, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("join-values");
  if (value == nullptr) return {};
  const char* like = "a list of roles and columns [\"author\"]";
  const auto* list = std::get_if<TomlList>(&value->value);
  if (list == nullptr) return reader.wrong_type("join-values", *value, like);
  for (const auto& item : *list) {
    const auto* name = std::get_if<std::string>(&item.value);
    if (name == nullptr) return reader.wrong_type("join-values", item, like);
    // If no key of the corpus defines the column, it is the column of the file with that name.
    if (!is_column_of(corpus, *name)) {
      if (const auto objection = objection_to_attribute(*name); !objection.empty())
        return reader.fail_at(item.line,
                              fmt::format("{}: join-values: a column {}", reader.owner(), objection));
      corpus.attributes.push_back({*name, *name, "", 1});
    }
    corpus.join_values.push_back(*name);
  }
  return {};
}

// Parses encoding = "latin1", which the corpus keeps under the name by which it is printed.
Status parse_encoding(TableReader& reader, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("encoding");
  if (value == nullptr) return {};
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return reader.wrong_type("encoding", *value, "a name such as \"windows-1252\"");
  const auto known = find_encoding(*name);
  if (!known)
    return reader.fail_at(value->line, fmt::format("{}: {}", reader.owner(), known.error().message));
  corpus.encoding = known->name;
  return {};
}

// Parses path = "posts.jsonl", or several: ["a.jsonl", "b.jsonl"] or { train = "a.jsonl", test = "b.jsonl" }.
Status parse_paths(TableReader& reader, CorpusSpec& corpus) {
  const TomlValue* value = reader.take("path");
  if (value == nullptr) return reader.missing("path", "this [[corpus]] has no path");
  if (const auto* path = std::get_if<std::string>(&value->value)) {
    corpus.path = *path;
    corpus.name = name_of_corpus(*path);
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

}  // namespace

Result<CorpusSpec> parse_corpus(TableReader reader, const std::string& file) {
  CorpusSpec corpus;
  SF_TRY(parse_paths(reader, corpus));
  SF_ASSIGN(corpus.format, reader.word("format", kCorpusFormats, corpus.format));
  SF_ASSIGN(corpus.bad_rows, reader.word("bad-rows", kBadRowRules, corpus.bad_rows));
  SF_ASSIGN(corpus.quotes, reader.word("quotes", {"around", "none"}, corpus.quotes));
  SF_TRY(parse_encoding(reader, corpus));
  SF_ASSIGN(corpus.form, reader.word("form", normal_form_names(), corpus.form));
  SF_TRY(parse_fold_letters(reader, corpus));
  SF_ASSIGN(corpus.text_column, reader.text("text"));
  SF_ASSIGN(corpus.id_column, reader.text("id"));
  for (const Role role : kRoles) {
    SF_ASSIGN(corpus.role_columns[static_cast<size_t>(role)], reader.text(std::string(role_name(role))));
  }
  SF_TRY(parse_columns(reader, file, corpus.attributes));
  if (!corpus.parts.empty())
    for (const auto& rule : corpus.attributes)
      if (rule.name == kPartAttribute)
        return reader.fail_here(fmt::format(
            "{}: \"{}\" is the column that names the part of each document; give the column another name",
            reader.owner(), kPartAttribute));
  SF_TRY(parse_join_values(reader, corpus));
  SF_TRY(parse_only(reader, file, corpus));
  SF_TRY(parse_sides(reader, file, corpus));
  SF_TRY(parse_counts(reader, file, "at-least", corpus.frequent.at_least));
  SF_TRY(parse_counts(reader, file, "most", corpus.frequent.most));
  SF_TRY(reader.finish());
  return corpus;
}

Result<AuxiliarySpec> parse_auxiliary(TableReader reader) {
  AuxiliarySpec auxiliary;
  SF_ASSIGN(auxiliary.path, reader.text("path"));
  if (auxiliary.path.empty()) return reader.fail_here("this [[auxiliary]] has no path");
  SF_ASSIGN(auxiliary.name, reader.text("name"));
  if (auxiliary.name.empty()) return reader.fail_here("this [[auxiliary]] has no name");
  std::vector<std::string> kinds;
  for (const auto& kind : auxiliary_kinds().entries()) kinds.push_back(kind.name);
  SF_ASSIGN(auxiliary.kind, reader.word("kind", kinds, ""));
  if (auxiliary.kind.empty())
    return reader.fail_here(
        fmt::format("{}: kind is missing; it is one of {}", reader.owner(), fmt::join(kinds, ", ")));
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(auto component, reader.resolve(auxiliary_kinds(), auxiliary.kind, given));
  auxiliary.options = std::move(component.options);
  return auxiliary;
}

bool kind_is_read(std::string_view kind, const StudyCatalogs& catalogs) {
  const auto reads = [&](const auto* catalog) {
    for (const auto& entry : catalog->entries())
      for (const auto& option : entry.options)
        if (option.holds == kind) return true;
    return false;
  };
  return reads(catalogs.samplers) || reads(catalogs.splitters) || reads(catalogs.encoders) ||
         reads(catalogs.reductions) || reads(catalogs.verifiers) || reads(catalogs.classifiers) ||
         reads(catalogs.split_analyses) || reads(catalogs.shortcuts);
}

}  // namespace standfast
