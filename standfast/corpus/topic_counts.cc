#include "standfast/corpus/topic_counts.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/corpus/read/csv_record.h"

namespace standfast {
namespace {

constexpr uint64_t kMostDocuments = 1'000'000'000'000;

// A text as a stream, for CsvReader.
class TextInput final : public InputStream {
 public:
  explicit TextInput(std::string_view text) : text_(text) {}
  Result<size_t> read(std::span<char> buffer) override {
    const size_t n = text_.copy(buffer.data(), buffer.size(), at_);
    at_ += n;
    return n;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// Returns the value without blanks around it. Call it once: decoding uses the field up.
std::string text_of(CsvField& field) {
  const std::string text(field.is_plain() ? field.raw : field.decode());
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The table as it stands in the file: rows and columns.
struct Grid {
  std::string corner;
  std::vector<std::string> rows, columns;
  struct Cell {
    uint32_t row, column;
    uint64_t count;
  };
  std::vector<Cell> cells;  // cells that are not 0, by row, then by column
};

Status add_name(std::vector<std::string>& names, std::set<std::string>& seen, const std::string& cell) {
  const std::string name(from_spreadsheet(cell));
  if (name.empty()) return data_error("a name is empty");
  if (!seen.insert(name).second) return data_error(fmt::format("\"{}\" occurs twice", name));
  names.push_back(name);
  return {};
}

Status read_header(CsvRecord& record, Grid& grid) {
  grid.corner = text_of(record.fields.front());
  if (grid.corner != "topic" && grid.corner != "author")
    return data_error(
        fmt::format("the first cell is \"{}\"; it must name the rows, \"topic\" or \"author\"", grid.corner));
  std::set<std::string> seen;
  for (size_t i = 1; i < record.fields.size(); ++i)
    SF_TRY(add_name(grid.columns, seen, text_of(record.fields[i])));
  if (grid.columns.empty()) return data_error("no columns of counts");
  return {};
}

Status read_row(CsvRecord& record, Grid& grid, std::set<std::string>& seen) {
  if (record.fields.size() != grid.columns.size() + 1)
    return data_error(
        fmt::format("{} cells where the first line has {}", record.fields.size(), grid.columns.size() + 1));
  SF_TRY(add_name(grid.rows, seen, text_of(record.fields.front())));
  for (size_t i = 1; i < record.fields.size(); ++i) {
    const std::string text = text_of(record.fields[i]);
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (!text.empty() && (error != std::errc{} || end != text.data() + text.size() || count > kMostDocuments))
      return data_error(
          fmt::format("\"{}\" for \"{}\" is not a number of documents", text, grid.columns[i - 1]));
    if (count > 0)
      grid.cells.push_back(
          {static_cast<uint32_t>(grid.rows.size() - 1), static_cast<uint32_t>(i - 1), count});
  }
  return {};
}

Result<Grid> read_grid(std::string_view text, const std::string& where) {
  TextInput input(text);
  CsvReader reader(input, where, uint64_t{1} << 24);
  CsvRecord record;
  Grid grid;
  std::set<std::string> seen;
  char separator = ',';
  for (bool first = true;;) {
    SF_ASSIGN(const bool more, reader.next(separator, false, record));
    if (!more) break;
    if (record.blank() || record.bytes.starts_with('#')) continue;
    // A header of one field that holds a tab or a semicolon shows that the cells are not separated by commas.
    if (first && record.fields.size() == 1)
      for (const char other : {'\t', ';'})
        if (record.bytes.find(other) != std::string_view::npos) {
          return data_error(fmt::format("{}:{}: cells are separated by commas, not by {}", where, record.line,
                                        other == ';' ? "semicolons" : "tabs"));
        }
    if (!record.problem.empty())
      return data_error(fmt::format("{}:{}: {}", where, record.line, record.problem));
    const Status status = first ? read_header(record, grid) : read_row(record, grid, seen);
    if (!status) return with_context(fmt::format("{}:{}", where, record.line), status.error());
    first = false;
  }
  if (grid.corner.empty()) return data_error(where + ": there is no table");
  return grid;
}

}  // namespace

TopicCounts TopicCounts::from_table(std::vector<std::string> topics, std::vector<std::string> authors,
                                    const std::vector<uint64_t>& counts) {
  assert(counts.size() == topics.size() * authors.size());
  TopicCounts table{std::move(topics), std::move(authors), {}};
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      table.cells.push_back({static_cast<uint32_t>(i / table.authors.size()),
                             static_cast<uint32_t>(i % table.authors.size()), counts[i]});
  return table;
}

uint64_t TopicCounts::at(size_t topic, size_t author) const {
  const auto place = [](const Cell& cell) { return std::pair<size_t, size_t>(cell.topic, cell.author); };
  const auto found = std::lower_bound(cells.begin(), cells.end(), std::pair(topic, author),
                                      [&](const Cell& cell, const auto& key) { return place(cell) < key; });
  return found != cells.end() && place(*found) == std::pair(topic, author) ? found->documents : 0;
}
std::vector<uint64_t> TopicCounts::topic_totals() const {
  std::vector<uint64_t> totals(topics.size(), 0);
  for (const Cell& cell : cells) totals[cell.topic] += cell.documents;
  return totals;
}
std::vector<uint64_t> TopicCounts::author_totals() const {
  std::vector<uint64_t> totals(authors.size(), 0);
  for (const Cell& cell : cells) totals[cell.author] += cell.documents;
  return totals;
}
uint64_t TopicCounts::total() const {
  uint64_t sum = 0;
  for (const Cell& cell : cells) sum += cell.documents;
  return sum;
}

TopicCounts without_empty(const TopicCounts& counts) {
  TopicCounts kept;
  const auto keep = [](const std::vector<std::string>& names, const std::vector<uint64_t>& totals,
                       std::vector<std::string>& left) {
    std::vector<uint32_t> place(names.size(), 0);
    for (size_t i = 0; i < names.size(); ++i) {
      place[i] = static_cast<uint32_t>(left.size());
      if (totals[i] > 0) left.push_back(names[i]);
    }
    return place;
  };
  const auto topic = keep(counts.topics, counts.topic_totals(), kept.topics);
  const auto author = keep(counts.authors, counts.author_totals(), kept.authors);
  for (const auto& cell : counts.cells)
    if (cell.documents > 0) kept.cells.push_back({topic[cell.topic], author[cell.author], cell.documents});
  return kept;
}

Result<TopicCounts> topic_counts(const Corpus& corpus, Role target, uint64_t& without) {
  SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
  SF_ASSIGN(const Column* author, corpus.require(target));
  std::vector<uint64_t> places;
  without = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (topic->codes[row] == kMissing || author->codes[row] == kMissing)
      ++without;
    else
      places.push_back(uint64_t{topic->codes[row]} << 32 | author->codes[row]);
  std::sort(places.begin(), places.end());
  TopicCounts table{topic->names, author->names, {}};
  for (size_t i = 0; i < places.size();) {
    size_t end = i + 1;
    while (end < places.size() && places[end] == places[i]) ++end;
    table.cells.push_back(
        {static_cast<uint32_t>(places[i] >> 32), static_cast<uint32_t>(places[i] & UINT32_MAX), end - i});
    i = end;
  }
  if (without == corpus.size())
    return data_error(
        fmt::format("{}: no document has both a topic and a {}", corpus.name(), role_name(target)));
  return table;
}

Result<TopicCounts> parse_topic_counts(std::string_view text, const std::string& where) {
  SF_ASSIGN(Grid grid, read_grid(text, where));
  TopicCounts table;
  const bool by_topic = grid.corner == "topic";
  for (const auto& cell : grid.cells)
    table.cells.push_back(by_topic ? TopicCounts::Cell{cell.row, cell.column, cell.count}
                                   : TopicCounts::Cell{cell.column, cell.row, cell.count});
  if (!by_topic)
    std::stable_sort(table.cells.begin(), table.cells.end(),
                     [](const auto& x, const auto& y) { return x.topic < y.topic; });
  table.topics = std::move(by_topic ? grid.rows : grid.columns);
  table.authors = std::move(by_topic ? grid.columns : grid.rows);
  if (table.total() == 0) return data_error(where + ": the table holds no document");
  return table;
}

Result<TopicCounts> read_topic_counts(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  return parse_topic_counts(text, path);
}

}  // namespace standfast
