#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "standfast/corpus/read/format.h"
#include "standfast/study/spec/parse_parts.h"

namespace standfast {
namespace {

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

}  // namespace

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

}  // namespace standfast
