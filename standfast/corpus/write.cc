#include "standfast/corpus/write.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/corpus/read/format.h"
#include "standfast/corpus/read/json_row.h"

namespace standfast {

void append_json_value(std::string& to, const AttributeInput& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) append_json_string(to, *text);
  if (const auto* number = std::get_if<double>(&value)) to += fmt::format("{}", *number);
  const auto* list = std::get_if<std::span<const std::string_view>>(&value);
  if (list == nullptr) return;
  to += '[';
  for (size_t i = 0; i < list->size(); ++i) {
    if (i > 0) to += ',';
    append_json_string(to, (*list)[i]);
  }
  to += ']';
}

namespace {

// A buffer of lines on their way to a file; they are written in pieces of a few hundred kilobytes.
class LineBuffer {
 public:
  explicit LineBuffer(OutputFile& file) : file_(file) {}
  std::string& text() { return text_; }
  Status line_done() { return text_.size() < kPiece ? Status() : flush(); }
  // Calls append(piece) for one piece of a text after the other, so that a long text is not held twice.
  template <class Append>
  Status in_pieces(std::string_view bytes, Append&& append) {
    for (; bytes.size() > kPiece; bytes.remove_prefix(kPiece)) {
      append(bytes.substr(0, kPiece));
      SF_TRY(line_done());
    }
    append(bytes);
    return {};
  }
  Status flush() {
    SF_TRY(file_.write(text_));
    text_.clear();
    return {};
  }

 private:
  static constexpr size_t kPiece = size_t{1} << 18;
  OutputFile& file_;
  std::string text_;
};

std::vector<Role> roles_of(const Corpus& corpus) {
  std::vector<Role> roles;
  for (const Role role : kRoles)
    if (corpus.column(role) != nullptr) roles.push_back(role);
  return roles;
}

// Values of the attributes that are written, document by document.
class AttributeValues {
 public:
  AttributeValues(const Corpus& corpus, std::span<const WrittenAttribute> attributes)
      : corpus_(corpus), attributes_(attributes) {
    const auto& all = corpus.attributes();
    for (const auto& attribute : attributes) {
      const auto found =
          std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == attribute.name; });
      assert(found != all.end());
      places_.push_back(static_cast<size_t>(found - all.begin()));
    }
  }

  size_t size() const { return attributes_.size(); }
  const WrittenAttribute& operator[](size_t i) const { return attributes_[i]; }
  // Returns a value, valid until the next call.
  AttributeInput of(size_t i, uint32_t row) { return corpus_.attribute_value(places_[i], row, elements_); }

 private:
  const Corpus& corpus_;
  std::span<const WrittenAttribute> attributes_;
  std::vector<size_t> places_;
  std::vector<std::string_view> elements_;
};

void append_name(std::string& to, std::string_view name) {
  to += to.back() == '{' ? "" : ",";
  append_json_string(to, name);
  to += ':';
}

void append_member(std::string& to, std::string_view name, std::string_view value) {
  append_name(to, name);
  append_json_string(to, value);
}

Status write_jsonl(const Corpus& corpus, std::span<const uint32_t> rows, AttributeValues attributes,
                   OutputFile& file) {
  const auto roles = roles_of(corpus);
  LineBuffer lines(file);
  for (const uint32_t row : rows) {
    std::string& line = lines.text();
    line += '{';
    const auto append_text = [&](std::string_view name, std::string_view text) -> Status {
      append_name(line, name);
      line += '"';
      SF_TRY(lines.in_pieces(text, [&](std::string_view piece) { append_json_escaped(line, piece); }));
      line += '"';
      return {};
    };
    append_member(line, "id", corpus.id(row));
    SF_TRY(append_text("text", corpus.text(row)));
    for (const Role role : roles)
      if (const auto value = corpus.value(role, row); !value.empty())
        append_member(line, role_name(role), value);
    for (size_t i = 0; i < attributes.size(); ++i) {
      const auto value = attributes.of(i, row);
      if (std::holds_alternative<std::monostate>(value)) continue;
      const WrittenAttribute& attribute = attributes[i];
      const auto* text = std::get_if<std::string_view>(&value);
      if (text != nullptr && !(attribute.bare && is_bare_json(*text))) {
        SF_TRY(append_text(attribute.name, *text));
        continue;
      }
      append_name(line, attribute.name);
      if (text != nullptr)
        line += *text;
      else
        append_json_value(line, value);
    }
    line += "}\n";
    SF_TRY(lines.line_done());
  }
  return lines.flush();
}

Status append_field(LineBuffer& lines, std::string_view field, char delimiter, bool always_quoted) {
  const bool quoted = always_quoted || field.find_first_of("\"\r\n") != std::string_view::npos ||
                      field.find(delimiter) != std::string_view::npos;
  std::string& to = lines.text();
  if (!quoted) return lines.in_pieces(field, [&](std::string_view piece) { to += piece; });
  to += '"';
  SF_TRY(lines.in_pieces(field, [&](std::string_view piece) {
    for (size_t from = 0;;) {
      const size_t quote = piece.find('"', from);
      to.append(piece, from, quote == std::string_view::npos ? quote : quote + 1 - from);
      if (quote == std::string_view::npos) break;
      to += '"';
      from = quote + 1;
    }
  }));
  to += '"';
  return {};
}

// Formats a list as a field, and checks that a reader finds the same elements: they may hold the separator or
// begin with a space.
Result<std::string> list_field(const WrittenAttribute& attribute, std::span<const std::string_view> elements,
                               std::string_view id) {
  std::string field =
      elements.empty() ? attribute.separator : fmt::format("{}", fmt::join(elements, attribute.separator));
  const AttributeRule rule{.name = attribute.name,
                           .from = attribute.name,
                           .kind = AttributeKind::list,
                           .separator = attribute.separator};
  std::vector<std::string_view> kept;
  const auto read = attribute_input(rule, {.text = field}, kept);
  const auto* back = read ? std::get_if<std::span<const std::string_view>>(&*read) : nullptr;
  if (back != nullptr && std::equal(back->begin(), back->end(), elements.begin(), elements.end()))
    return field;
  return data_error(fmt::format(
      "document \"{}\": the list of \"{}\" cannot be read back from \"{}\", with \"{}\" between elements; "
      "write JSONL, or take another separator (--column \"{}:list:|=COLUMN\")",
      id, attribute.name, field, attribute.separator, attribute.name));
}

// Formats a number or a list as a field of a table; "" for no value.
Result<std::string> field_of(const WrittenAttribute& attribute, const AttributeInput& value,
                             std::string_view id) {
  if (const auto* list = std::get_if<std::span<const std::string_view>>(&value))
    return list_field(attribute, *list, id);
  const auto* number = std::get_if<double>(&value);
  return number == nullptr ? std::string() : fmt::format("{}", *number);
}

Status write_separated(const Corpus& corpus, std::span<const uint32_t> rows, AttributeValues attributes,
                       char delimiter, OutputFile& file) {
  const auto roles = roles_of(corpus);
  LineBuffer lines(file);
  lines.text() += fmt::format("id{}text", delimiter);
  for (const Role role : roles) lines.text() += fmt::format("{}{}", delimiter, role_name(role));
  for (size_t i = 0; i < attributes.size(); ++i) {
    lines.text() += delimiter;
    SF_TRY(append_field(lines, attributes[i].name, delimiter, false));
  }
  lines.text() += '\n';
  for (const uint32_t row : rows) {
    std::string& line = lines.text();
    bool has_nul = false;
    const auto append = [&](std::string_view field, bool always_quoted) {
      has_nul |= field.find('\0') != std::string_view::npos;
      return append_field(lines, field, delimiter, always_quoted);
    };
    SF_TRY(append(corpus.id(row), false));
    line += delimiter;
    SF_TRY(append(corpus.text(row), corpus.text(row).empty()));
    for (const Role role : roles) {
      line += delimiter;
      SF_TRY(append(corpus.value(role, row), false));
    }
    for (size_t i = 0; i < attributes.size(); ++i) {
      line += delimiter;
      const auto value = attributes.of(i, row);
      if (const auto* text = std::get_if<std::string_view>(&value)) {
        SF_TRY(append(*text, false));
        continue;
      }
      SF_ASSIGN(const std::string field, field_of(attributes[i], value, corpus.id(row)));
      SF_TRY(append(field, false));
    }
    if (has_nul)
      return data_error(fmt::format(
          "the document \"{}\" holds a NUL character, which CSV cannot carry; write JSONL", corpus.id(row)));
    line += '\n';
    SF_TRY(lines.line_done());
  }
  return lines.flush();
}

// Returns why the word cannot stand in a file name, or "".
std::string name_problem(std::string_view word) {
  if (word.find('/') != std::string_view::npos || word.find('\0') != std::string_view::npos)
    return "holds a slash or a NUL";
  if (word.starts_with(".")) return "begins with a dot";
  return word.size() > 200 ? "is longer than 200 bytes" : "";
}

Status write_folder(const Corpus& corpus, std::span<const uint32_t> rows, const std::string& path) {
  for (const Role role : {Role::label, Role::source, Role::date})
    if (corpus.column(role) != nullptr)
      return data_error(fmt::format(
          "a folder of texts has no place for the column \"{}\"; write JSONL, or read with --{} none",
          role_name(role), role_name(role)));
  SF_TRY(make_directories(path));
  SF_ASSIGN(const bool empty, is_empty_folder(path));
  if (!empty) return data_error(path + ": the folder is not empty");
  for (const uint32_t row : rows) {
    const std::string_view author = corpus.value(Role::author, row), topic = corpus.value(Role::topic, row);
    std::string_view title = corpus.id(row);
    // An id that was once a path stays in its folder.
    if (!topic.empty() && title.starts_with(std::string(topic) + "/")) title.remove_prefix(topic.size() + 1);
    const auto refuse = [&](std::string_view what, std::string_view word, const std::string& why) {
      return data_error(
          fmt::format("document \"{}\": the {} \"{}\" {}, so no file can have this name; write JSONL",
                      corpus.id(row), what, word, why));
    };
    for (const auto& [what, word] : {std::pair{"id", title}, {"author", author}, {"topic", topic}})
      if (const auto why = name_problem(word); !why.empty()) return refuse(what, word, why);
    if (author.find('_') != std::string_view::npos) return refuse("author", author, "holds an underscore");
    std::string name(title);
    if (author.empty()) {
      if (name.find('_') != std::string::npos)
        return refuse("id", name,
                      "holds an underscore; a reader would take the text before it as the author");
    } else if (!name.starts_with(std::string(author) + "_")) {
      name = fmt::format("{}_{}", author, name);
    }
    std::string folder = path;
    if (!topic.empty()) {
      folder = fmt::format("{}/{}", path, topic);
      SF_TRY(make_directories(folder));
    }
    const std::string file = fmt::format("{}/{}.txt", folder, name);
    if (is_there(file)) return refuse("id", name, "would be the name of two files");
    SF_TRY(write_file(file, corpus.text(row)));
  }
  return {};
}

}  // namespace

Status write_corpus(const Corpus& corpus, const std::string& path, Format format,
                    std::optional<std::span<const uint32_t>> rows,
                    std::span<const WrittenAttribute> attributes) {
  std::vector<uint32_t> all;
  if (!rows) {
    all.resize(corpus.size());
    std::iota(all.begin(), all.end(), 0U);
    rows = all;
  }
  if (format == Format::guess) {
    SF_ASSIGN(format, output_format(path));
  }
  if (format == Format::pan)
    return usage_error("PAN files hold pairs, not documents; standfast pairs samples and writes them");
  for (const auto& attribute : attributes)
    if (const auto objection = objection_to_column(format, attribute.name); !objection.empty())
      return data_error(fmt::format("the column \"{}\": {}; write JSONL", attribute.name, objection));
  if (format == Format::folder) return write_folder(corpus, *rows, path);
  SF_ASSIGN(auto file, OutputFile::create(path));
  AttributeValues values(corpus, attributes);
  SF_TRY(format == Format::jsonl
             ? write_jsonl(corpus, *rows, std::move(values), file)
             : write_separated(corpus, *rows, std::move(values), format == Format::tsv ? '\t' : ',', file));
  return file.commit();
}

std::string objection_to_column(Format format, std::string_view name) {
  if (format == Format::folder) return "a folder of texts has no place for it";
  if (format != Format::jsonl && (name.starts_with(' ') || name.ends_with(' ')))
    return "CSV does not keep the spaces around its name";
  return "";
}

std::string mistaken_for(const Corpus& corpus, Format format, const Attribute& attribute) {
  std::vector<ColumnName> columns = {{"id"}, {"text"}};
  for (const Role role : roles_of(corpus)) columns.push_back({std::string(role_name(role))});
  columns.push_back({attribute.name, format != Format::jsonl || attribute.kind != AttributeKind::list});
  const auto choice = choose_columns("", columns, true, {});
  if (!choice) return "another column";
  for (const Role role : kRoles)
    if (choice->roles[static_cast<size_t>(role)] == attribute.name) return std::string(role_name(role));
  return "";
}

Status write_pan(const Corpus& corpus, const PairSet& pairs, const std::string& pairs_path,
                 const std::string& truth_path) {
  const auto append_one = [&](std::string& to, std::string_view value) {
    if (value.empty()) {
      to += "null";
    } else {
      append_json_string(to, value);
    }
  };
  const auto append_two = [&](std::string& to, std::string_view name, Role role, const Pair& pair) {
    to += fmt::format(",\"{}\":[", name);
    append_one(to, corpus.value(role, pair.a));
    to += ',';
    append_one(to, corpus.value(role, pair.b));
    to += ']';
  };
  const auto id_of = [&](size_t i) {
    return pairs.ids.empty() ? pair_id(corpus, pairs.pairs[i]) : pairs.ids[i];
  };

  if (pairs.ids.empty()) SF_TRY(check_pair_ids(corpus, pairs.pairs));
  SF_ASSIGN(auto pairs_file, OutputFile::create(pairs_path));
  LineBuffer lines(pairs_file);
  for (size_t i = 0; i < pairs.pairs.size(); ++i) {
    const Pair& pair = pairs.pairs[i];
    std::string& line = lines.text();
    line += "{\"id\":";
    append_json_string(line, id_of(i));
    if (corpus.column(Role::topic) != nullptr) append_two(line, "fandoms", Role::topic, pair);
    line += ",\"pair\":[";
    append_json_string(line, corpus.text(pair.a));
    line += ',';
    append_json_string(line, corpus.text(pair.b));
    line += "]}\n";
    SF_TRY(lines.line_done());
  }
  SF_TRY(lines.flush());
  if (truth_path.empty()) return pairs_file.commit();

  SF_ASSIGN(auto truth_file, OutputFile::create(truth_path));
  LineBuffer truths(truth_file);
  for (size_t i = 0; i < pairs.pairs.size(); ++i) {
    std::string& line = truths.text();
    line += "{\"id\":";
    append_json_string(line, id_of(i));
    line += pairs.pairs[i].same ? ",\"same\":true" : ",\"same\":false";
    if (corpus.column(Role::author) != nullptr) append_two(line, "authors", Role::author, pairs.pairs[i]);
    line += "}\n";
    SF_TRY(truths.line_done());
  }
  SF_TRY(truths.flush());
  SF_TRY(pairs_file.commit());
  return truth_file.commit();
}

}  // namespace standfast
