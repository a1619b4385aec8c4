#include "standfast/corpus/write/write.h"

#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json_string.h"
#include "standfast/base/paths.h"
#include "standfast/corpus/read/format.h"

namespace standfast {
namespace {

// Lines on their way to a file; they are written in pieces of a few hundred kilobytes.
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

void append_member(std::string& to, std::string_view name, std::string_view value) {
  to += to.back() == '{' ? "" : ",";
  append_json_string(to, name);
  to += ':';
  append_json_string(to, value);
}

Status write_jsonl(const Corpus& corpus, std::span<const uint32_t> rows, OutputFile& file) {
  const auto roles = roles_of(corpus);
  LineBuffer lines(file);
  for (const uint32_t row : rows) {
    std::string& line = lines.text();
    line += '{';
    append_member(line, "id", corpus.id(row));
    line += ",\"text\":\"";
    SF_TRY(
        lines.in_pieces(corpus.text(row), [&](std::string_view piece) { append_json_escaped(line, piece); }));
    line += '"';
    for (const Role role : roles)
      if (const auto value = corpus.value(role, row); !value.empty())
        append_member(line, role_name(role), value);
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

Status write_separated(const Corpus& corpus, std::span<const uint32_t> rows, char delimiter,
                       OutputFile& file) {
  const auto roles = roles_of(corpus);
  LineBuffer lines(file);
  lines.text() += fmt::format("id{}text", delimiter);
  for (const Role role : roles) lines.text() += fmt::format("{}{}", delimiter, role_name(role));
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
    if (has_nul)
      return data_error(fmt::format(
          "the document \"{}\" holds a NUL character, which CSV cannot carry; write JSONL", corpus.id(row)));
    line += '\n';
    SF_TRY(lines.line_done());
  }
  return lines.flush();
}

// Why the word cannot stand in a file name, or "".
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
    // An id that was a path once stays in its folder.
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
                    std::optional<std::span<const uint32_t>> rows) {
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
  if (format == Format::folder) return write_folder(corpus, *rows, path);
  SF_ASSIGN(auto file, OutputFile::create(path));
  SF_TRY(format == Format::jsonl ? write_jsonl(corpus, *rows, file)
                                 : write_separated(corpus, *rows, format == Format::tsv ? '\t' : ',', file));
  return file.commit();
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
