#include "standfast/split/file/row_lists.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/printable.h"

namespace standfast {

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

Result<std::optional<uint32_t>> row_of(std::string_view word, const std::string& where, uint64_t line,
                                       RowUnit unit, FileRows& rows) {
  constexpr size_t kShown = 80;
  const std::string shown = printable_line(word.substr(0, kShown)) + (word.size() > kShown ? "..." : "");
  if (unit == RowUnit::id) {
    const Corpus& corpus = rows.corpus();
    if (const auto row = corpus.row_of(word)) return row;
    const bool number = word.find_first_not_of("0123456789") == std::string_view::npos;
    return data_error(fmt::format("{}:{}: {} has no document \"{}\"{}", where, line, corpus.name(), shown,
                                  number ? " (if these are row numbers, give unit = \"row\")"
                                         : " (was it read in part only, by limit, only or at-least?)"));
  }
  uint64_t row = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), row);
  if (end != word.data() + word.size() ||
      (problem != std::errc() && problem != std::errc::result_out_of_range))
    return data_error(
        fmt::format("{}:{}: \"{}\" is no row number (for ids give unit = \"id\")", where, line, shown));
  auto document = rows.document(problem == std::errc() ? row : UINT64_MAX);
  if (!document) return with_context(fmt::format("{}:{}", where, line), document.error());
  return document;
}

}  // namespace

bool is_listable(std::string_view id) {
  return trimmed(id).size() == id.size() && id.find('\n') == std::string_view::npos && !id.starts_with(kMark);
}

Result<std::vector<ListedDocument>> parse_id_list(std::string_view text, const std::string& where,
                                                  RowUnit unit, FileRows& rows) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  std::vector<ListedDocument> documents;
  std::unordered_map<uint32_t, uint64_t> line_of;
  uint64_t line = 0;
  bool any = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view word = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    ++line;
    if (word.empty()) continue;
    any = true;
    SF_ASSIGN(const std::optional<uint32_t> row, row_of(word, where, line, unit, rows));
    if (!row) continue;
    if (const auto [first, is_new] = line_of.emplace(*row, line); !is_new)
      return data_error(fmt::format("{}:{}: \"{}\" is listed in line {} already", where, line,
                                    printable_line(rows.corpus().id(*row)), first->second));
    documents.push_back({line, *row});
  }
  if (!any) return data_error(where + ": lists no document");
  return documents;
}

namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view without_space(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::string shortened(std::string_view text) {
  constexpr size_t kShown = 40;
  return fmt::format("{}{}", printable_line(text.substr(0, kShown)), text.size() > kShown ? "..." : "");
}

class IndexReader {
 public:
  IndexReader(const std::string& where, FileRows& rows)
      : where_(where), rows_(rows), corpus_(rows.corpus()), line_of_(corpus_.size(), 0) {}

  Result<IndexFile> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    IndexFile file;
    uint32_t test_line = 0, train_line = 0;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view line = without_space(text.substr(begin, end - begin));
      begin = end + 1;
      ++line_;
      if (line.empty()) continue;
      const bool test = line.starts_with("test:");
      if (!test && !line.starts_with("train:"))
        return wrong(
            fmt::format("\"{}\" begins neither \"test: [\" nor \"train: [\" (an index file has two lines, "
                        "one of each; a list with one row a line is test = FILE, unit = row)",
                        shortened(line)));
      uint32_t& seen = test ? test_line : train_line;
      if (seen > 0)
        return wrong(
            fmt::format("a second line of {} (the first is line {})", test ? "test" : "train", seen));
      seen = line_;
      SF_TRY(read_rows(without_space(line.substr(test ? 5 : 6)), test ? file.test : file.train));
    }
    for (const auto& [line, name] : {std::pair{test_line, "test"}, std::pair{train_line, "train"}})
      if (line == 0) return data_error(fmt::format("{}: has no line \"{}: [...]\"", where_, name));
    SF_TRY(all_there());
    return file;
  }

 private:
  Failure wrong(const std::string& what) const {
    return data_error(fmt::format("{}:{}: {}", where_, line_, what));
  }

  Status read_rows(std::string_view list, std::vector<uint32_t>& rows) {
    if (!list.starts_with('[') || !list.ends_with(']') || list.size() < 2)
      return wrong(fmt::format("\"{}\" is no list in brackets; was the line cut short?", shortened(list)));
    list = list.substr(1, list.size() - 2);
    if (without_space(list).empty()) return {};
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(',', begin), list.size());
      SF_ASSIGN(const auto row, row_of(without_space(list.substr(begin, end - begin))));
      if (row) rows.push_back(*row);
      begin = end + 1;
    }
    return {};
  }

  Result<std::optional<uint32_t>> row_of(std::string_view word) {
    uint64_t row = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), row);
    if (end != word.data() + word.size() || problem == std::errc::invalid_argument)
      return wrong(fmt::format("\"{}\" is no row number", shortened(word)));
    auto document = rows_.document(problem == std::errc() ? row : UINT64_MAX);
    if (!document) return wrong(document.error().message);
    if (!*document) return document;
    uint32_t& line_of = line_of_[**document];
    if (line_of > 0)
      return wrong(line_of == line_ ? fmt::format("row {} occurs twice", row)
                                    : fmt::format("row {} is in line {} already; no row is tested and trains",
                                                  row, line_of));
    line_of = line_;
    return document;
  }

  Status all_there() const {
    const auto& asked = rows_.documents();
    const auto unnamed = [this](uint32_t document) { return line_of_[document] == 0; };
    const auto first = std::ranges::find_if(asked, unnamed);
    if (first == asked.end()) return {};
    return data_error(fmt::format(
        "{}: {} of the {} rows of {} are in neither line, the first is row {} (\"{}\"); is this the corpus "
        "the split was made for?",
        where_, std::ranges::count_if(asked, unnamed), asked.size(), corpus_.name(), rows_.row_of(*first),
        printable_line(corpus_.id(*first))));
  }

  const std::string& where_;
  FileRows& rows_;
  const Corpus& corpus_;
  std::vector<uint32_t> line_of_;  // by document: the line that named it; 0: not yet named
  uint32_t line_ = 0;
};

}  // namespace

Result<IndexFile> parse_index_file(std::string_view text, const std::string& where, FileRows& rows) {
  return IndexReader(where, rows).read(text);
}

Status index_file_holds(const Corpus& corpus, const Split& split) {
  SF_TRY(rows_in_file(corpus));
  if (split.folds.size() != 1)
    return data_error(fmt::format("an index file holds one fold, and this split has {}; export index lists",
                                  split.folds.size()));
  const Fold& fold = split.folds[0];
  const size_t sides = fold.test.size() + fold.train.size() + fold.validation.size();
  if (sides < corpus.size())
    return data_error(fmt::format(
        "an index file names every document, and {} of {} are on no side of this split; export index lists",
        corpus.size() - sides, corpus.size()));
  return {};
}

Result<std::string> write_index_file(const Corpus& corpus, const Split& split) {
  SF_TRY(index_file_holds(corpus, split));
  SF_ASSIGN(const std::vector<uint64_t> row_of, rows_in_file(corpus));
  const Fold& fold = split.folds[0];
  std::vector<uint64_t> test, train;
  for (const uint32_t document : fold.test) test.push_back(row_of[document]);
  for (const RowSet* side : {&fold.train, &fold.validation})
    for (const uint32_t document : *side) train.push_back(row_of[document]);
  return fmt::format("test: [{}]\ntrain: [{}]\n", fmt::join(test, ", "), fmt::join(train, ", "));
}

}  // namespace standfast
