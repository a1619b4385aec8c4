#include "standfast/split/file/index_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/text/printable.h"

namespace standfast {
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
  IndexReader(const std::string& where, const Corpus& corpus)
      : where_(where), corpus_(corpus), line_of_(corpus.size(), 0) {}

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
      SF_ASSIGN(const uint32_t row, row_of(without_space(list.substr(begin, end - begin))));
      rows.push_back(row);
      begin = end + 1;
    }
    return {};
  }

  Result<uint32_t> row_of(std::string_view word) {
    uint32_t row = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), row);
    if (end != word.data() + word.size() || problem == std::errc::invalid_argument)
      return wrong(fmt::format("\"{}\" is no row number", shortened(word)));
    if (problem != std::errc() || row >= corpus_.size())
      return wrong(fmt::format("there is no row {}: {} has {} documents and rows count from 0",
                               shortened(word), corpus_.name(), corpus_.size()));
    if (line_of_[row] > 0)
      return wrong(
          line_of_[row] == line_
              ? fmt::format("row {} is there twice", row)
              : fmt::format("row {} is in line {} already; no row is tested and trains", row, line_of_[row]));
    line_of_[row] = line_;
    return row;
  }

  Status all_there() const {
    const auto first = std::ranges::find(line_of_, 0U);
    if (first == line_of_.end()) return {};
    return data_error(fmt::format(
        "{}: {} of the {} rows of {} are in neither line, the first is row {} (\"{}\"); is this the corpus the "
        "split was made for?",
        where_, std::ranges::count(line_of_, 0U), corpus_.size(), corpus_.name(), first - line_of_.begin(),
        printable_line(corpus_.id(static_cast<uint32_t>(first - line_of_.begin())))));
  }

  const std::string& where_;
  const Corpus& corpus_;
  std::vector<uint32_t> line_of_;  // by row: where it was read; 0: not yet
  uint32_t line_ = 0;
};

}  // namespace

Result<IndexFile> parse_index_file(std::string_view text, const std::string& where, const Corpus& corpus) {
  return IndexReader(where, corpus).read(text);
}

Status index_file_holds(const Corpus& corpus, const Split& split) {
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
  const Fold& fold = split.folds[0];
  std::vector<uint32_t> train = fold.train.list();
  train.insert(train.end(), fold.validation.begin(), fold.validation.end());
  return fmt::format("test: [{}]\ntrain: [{}]\n", fmt::join(fold.test.list(), ", "), fmt::join(train, ", "));
}

}  // namespace standfast
