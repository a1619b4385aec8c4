#include "standfast/corpus/topic_counts.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/corpus/csv_record.h"

namespace standfast {
namespace {

constexpr uint64_t kMostDocuments = 1'000'000'000'000;

// A text as the stream that CsvReader wants.
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

// The value less blanks around it. To be asked once: decoding uses the field up.
std::string text_of(CsvField& field) {
  const std::string text(field.is_plain() ? field.raw : field.decode());
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// The table as it stands in the file: rows by columns.
struct Grid {
  std::string corner;
  std::vector<std::string> rows, columns;
  std::vector<uint64_t> counts;  // row-major
};

Status add_name(std::vector<std::string>& names, std::set<std::string>& seen, const std::string& name) {
  if (name.empty()) return data_error("a name is empty");
  if (!seen.insert(name).second) return data_error(fmt::format("\"{}\" is there twice", name));
  names.push_back(name);
  return {};
}

Status read_header(CsvRecord& record, Grid& grid) {
  grid.corner = text_of(record.fields.front());
  if (grid.corner != "topic" && grid.corner != "author")
    return data_error(fmt::format(
        "the first cell says \"{}\"; it must say what rows are, \"topic\" or \"author\"", grid.corner));
  std::set<std::string> seen;
  for (size_t i = 1; i < record.fields.size(); ++i)
    SF_TRY(add_name(grid.columns, seen, text_of(record.fields[i])));
  if (grid.columns.empty()) return data_error("there are no columns of counts");
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
    grid.counts.push_back(count);
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
    // The separator is known once the header is: a tab or a semicolon right behind the corner word.
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

uint64_t TopicCounts::topic_total(size_t topic) const {
  uint64_t sum = 0;
  for (size_t a = 0; a < authors.size(); ++a) sum += at(topic, a);
  return sum;
}
uint64_t TopicCounts::author_total(size_t author) const {
  uint64_t sum = 0;
  for (size_t t = 0; t < topics.size(); ++t) sum += at(t, author);
  return sum;
}
uint64_t TopicCounts::total() const {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

Result<TopicCounts> topic_counts(const Corpus& corpus, Role target, uint64_t& without) {
  SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
  SF_ASSIGN(const Column* author, corpus.require(target));
  TopicCounts table{topic->names, author->names,
                    std::vector<uint64_t>(topic->names.size() * author->names.size())};
  without = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (topic->codes[row] == kMissing || author->codes[row] == kMissing)
      ++without;
    else
      ++table.counts[topic->codes[row] * author->names.size() + author->codes[row]];
  if (without == corpus.size())
    return data_error(
        fmt::format("{}: no document has both a topic and a {}", corpus.name(), role_name(target)));
  return table;
}

Result<TopicCounts> parse_topic_counts(std::string_view text, const std::string& where) {
  SF_ASSIGN(Grid grid, read_grid(text, where));
  TopicCounts table;
  if (grid.corner == "topic") {
    table = {std::move(grid.rows), std::move(grid.columns), std::move(grid.counts)};
  } else {
    table.counts.resize(grid.counts.size());
    for (size_t a = 0; a < grid.rows.size(); ++a)
      for (size_t t = 0; t < grid.columns.size(); ++t)
        table.counts[t * grid.rows.size() + a] = grid.counts[a * grid.columns.size() + t];
    table.topics = std::move(grid.columns);
    table.authors = std::move(grid.rows);
  }
  if (table.total() == 0) return data_error(where + ": the table holds no document");
  return table;
}

Result<TopicCounts> read_topic_counts(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  return parse_topic_counts(text, path);
}

}  // namespace standfast
