#include "standfast/study/experiment/study_corpus.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/study/spec/table_reader.h"

namespace standfast {
namespace {

std::string in_words(const SideSpec& side) {
  std::string words;
  for (const auto& one : side.where)
    words += fmt::format("{}{} = \"{}\"", words.empty() ? "" : ", ", one.name, one.value);
  return words;
}

}  // namespace

Status keep_sides_apart(const CorpusSpec& spec, Corpus& corpus) {
  for (const auto& side : spec.sides) {
    std::vector<uint32_t> rows(corpus.size());
    for (uint32_t row = 0; row < corpus.size(); ++row) rows[row] = row;
    for (const auto& wanted : side.where) {
      SF_ASSIGN(const Column* column, corpus.require_named(wanted.name));
      const auto name = std::find(column->names.begin(), column->names.end(), wanted.value);
      if (name == column->names.end())
        return data_error(fmt::format(
            "corpus {}: side {}: no document has {} = \"{}\"{}", spec.name, side.name, wanted.name,
            wanted.value, column->names.size() > 20 ? "" : suggestion(wanted.value, column->names)));
      const auto code = static_cast<uint32_t>(name - column->names.begin());
      std::erase_if(rows, [&](uint32_t row) { return column->codes[row] != code; });
    }
    if (rows.empty())
      return data_error(
          fmt::format("corpus {}: side {}: no document has {}", spec.name, side.name, in_words(side)));
    // Each answer is asked for only once.
    for (const auto& before : corpus.kept_apart()) {
      const auto twice = std::find_if(rows.begin(), rows.end(), [&](uint32_t row) {
        return std::binary_search(before.rows.begin(), before.rows.end(), row);
      });
      if (twice != rows.end())
        return data_error(fmt::format("corpus {}: document {} is on side {} and on side {}", spec.name,
                                      corpus.id(*twice), before.side, side.name));
    }
    corpus.keep_apart({side.name, std::move(rows)});
  }
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (!corpus.is_kept_apart(row)) return {};
  if (spec.sides.empty()) return {};
  return data_error(
      fmt::format("corpus {}: its sides hold all of its documents, so none is left for the "
                  "folds",
                  spec.name));
}

namespace {

// Replaces flags of the command line in messages of the reader of a corpus. Keys of [[corpus]] have the same
// names, without dashes.
std::string as_keys(std::string message) {
  for (size_t at = message.find(" --"); at != std::string::npos; at = message.find(" --", at))
    message.erase(at + 1, 2);
  return message;
}

}  // namespace

Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& spec,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink,
                                 ReadReport* report) {
  SF_ASSIGN(ReadOptions options, read_options(spec, study.limit));
  options.sink = &sink;
  auto read = read_corpus_of(spec, options, study_folder, report);
  // The file does not fit the table, so the message gives the place of the table.
  if (!read && read.error().kind == ErrorKind::usage && !spec.place.empty())
    return usage_error(
        fmt::format("{}: {}{}", spec.place,
                    read.error().message.starts_with("corpus ") ? "" : fmt::format("corpus {}: ", spec.name),
                    as_keys(read.error().message)));
  SF_ASSIGN(auto corpus, std::move(read));
  const std::string& path = corpus.name();
  if (facts != nullptr && corpus.data_hash() != facts->sha256)
    return data_error(fmt::format("{}: corpus \"{}\" has changed since this run began", path, spec.name));
  if (facts != nullptr)
    for (const auto& [name, sha256] : facts->attributes)
      if (corpus.attribute_hash(name) != sha256)
        return data_error(fmt::format("{}: column \"{}\" of corpus \"{}\" has changed since this run began",
                                      path, name, spec.name));
  SF_TRY(keep_sides_apart(spec, corpus));
  return corpus;
}

}  // namespace standfast
