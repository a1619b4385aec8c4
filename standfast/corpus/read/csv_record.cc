#include "standfast/corpus/read/csv_record.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "standfast/corpus/read/bad_bytes.h"
#include "standfast/text/encoding_guess.h"
#include "standfast/text/encodings.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

// The distance behind an undoubled quote within which we look for the quote that closes its text.
constexpr size_t kLookAhead = size_t{64} << 10;

constexpr std::string_view kUndoubled =
    "text behind a closing quote (a quote inside a field must be doubled)";

struct LineShapes {
  size_t lines = 0, rows = 0;
};

// Counts lines that are not empty, and lines with as many separators as a row (and an even number of quotes,
// where a whole row is asked for).
LineShapes shapes_of(std::string_view bytes, char separator, size_t width, bool whole) {
  LineShapes shapes;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (line.empty() || line == "\r") continue;
    ++shapes.lines;
    shapes.rows += static_cast<size_t>(std::ranges::count(line, separator)) + 1 == width &&
                   (!whole || std::ranges::count(line, '"') % 2 == 0);
  }
  return shapes;
}

}  // namespace

std::string_view CsvField::decode() {
  if (is_plain()) return raw;
  // The bytes lie in the reader's buffer, and only this record uses them.
  char* const out = const_cast<char*>(raw.data());
  char* to = out;
  const auto take = [&](std::string_view bytes) {
    std::memmove(to, bytes.data(), bytes.size());
    to += bytes.size();
  };
  for (size_t from = 0; from < raw.size();) {
    const size_t quote = quoted ? raw.find('"', from) : std::string_view::npos;
    if (quote == std::string_view::npos) {
      take(raw.substr(from));
      break;
    }
    take(raw.substr(from, quote + 1 - from));
    from = quote + 2;  // behind the second of two quotes
  }
  take(tail);
  raw = {out, static_cast<size_t>(to - out)};
  tail = {};
  escaped = false;
  return raw;
}

CsvReader::CsvReader(InputStream& input, std::string name, uint64_t max_bytes, size_t block_bytes)
    : window_(input, block_bytes), name_(std::move(name)), max_bytes_(max_bytes) {}

Status CsvReader::fetch_more() {
  // Fetches at least as much again as there is, so that scanning a long record again and again stays linear.
  const size_t wanted = 2 * window_.bytes().size() + 1;
  while (!at_end_ && window_.bytes().size() < wanted) {
    SF_ASSIGN(const bool more, window_.fetch());
    at_end_ = !more;
  }
  return {};
}

Result<std::string_view> CsvReader::from_here(size_t size) {
  while (!at_end_ && window_.bytes().size() < size) SF_TRY(fetch_more());
  return window_.bytes().substr(0, size);
}

Status CsvReader::start() {
  started_ = true;
  while (!at_end_ && window_.bytes().size() < 4) SF_TRY(fetch_more());
  SF_ASSIGN(const size_t mark, byte_order_mark(window_.bytes(), name_));
  window_.consume(mark);
  return {};
}

Result<char> CsvReader::guess_separator() {
  SF_TRY(start());
  while (!at_end_ && window_.bytes().find('\n') == std::string_view::npos &&
         window_.bytes().size() < max_bytes_)
    SF_TRY(fetch_more());
  constexpr std::string_view kSays = "sep=";
  std::string_view first = window_.bytes().substr(0, window_.bytes().find('\n'));
  const size_t whole = std::min(first.size() + 1, window_.bytes().size());
  if (first.ends_with('\r')) first.remove_suffix(1);
  if (first.size() == kSays.size() + 1 && first.starts_with(kSays)) {
    const char said = first.back();
    window_.consume(whole);
    ++line_;
    return said;
  }
  static constexpr std::array kSeparators = {',', ';', '\t'};
  std::array<size_t, kSeparators.size()> counts{};
  bool inside = false;
  for (const char c : window_.bytes().substr(0, window_.bytes().find('\n'))) {
    if (c == '"' && quotes_) inside = !inside;
    for (size_t i = 0; i < kSeparators.size() && !inside; ++i) counts[i] += c == kSeparators[i];
  }
  return kSeparators[static_cast<size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

// An attempt to read the record at the start of the bytes.
struct CsvReader::Scan {
  std::string_view bytes;
  bool at_end;  // nothing follows the bytes
  char separator;
  bool lenient;
  bool quotes;
  CsvRecord& record;

  enum class Outcome { done, more, problem, unclosed };
  size_t consumed = 0;
  bool undoubled = false;  // text follows a closing quote

  // Returns the first separator, LF or CR at or after `at`.
  size_t find_special(size_t at) const {
    while (at < bytes.size() && bytes[at] != separator && bytes[at] != '\n' && bytes[at] != '\r') ++at;
    return at;
  }

  // Returns the end of an unquoted stretch from `at`; npos: more bytes are needed. A carriage return without
  // a line feed becomes part of the stretch when lenient, and sets `problem` when strict.
  size_t stretch_end(size_t at, std::string& problem) {
    for (;;) {
      at = find_special(at);
      if (at == bytes.size()) return at_end ? at : std::string_view::npos;
      if (bytes[at] != '\r') return at;
      if (at + 1 == bytes.size()) return at_end ? at : std::string_view::npos;
      if (bytes[at + 1] == '\n') return at;
      if (!lenient) problem = "a carriage return of its own outside quotes";
      record.mended |= lenient;
      ++at;
    }
  }

  // record: must be cleared.
  Outcome run() {
    std::string problem;
    for (size_t at = 0;;) {
      CsvField field;
      if (quotes && at < bytes.size() && bytes[at] == '"') {
        field.quoted = true;
        const size_t open = ++at;
        for (;;) {
          const void* found = std::memchr(bytes.data() + at, '"', bytes.size() - at);
          if (found == nullptr) return at_end ? Outcome::unclosed : Outcome::more;
          at = static_cast<size_t>(static_cast<const char*>(found) - bytes.data());
          if (at + 1 == bytes.size() && !at_end) return Outcome::more;
          if (at + 1 == bytes.size() || bytes[at + 1] != '"') break;
          field.escaped = true;
          at += 2;
        }
        field.raw = bytes.substr(open, at - open);
        ++at;
        const size_t end = stretch_end(at, problem);
        if (end == std::string_view::npos) return Outcome::more;
        field.tail = bytes.substr(at, end - at);
        if (!field.tail.empty()) {
          if (!lenient && problem.empty()) problem = kUndoubled;
          undoubled = true;
          record.mended |= lenient;
        }
        at = end;
      } else {
        const size_t end = stretch_end(at, problem);
        if (end == std::string_view::npos) return Outcome::more;
        field.raw = bytes.substr(at, end - at);
        at = end;
      }
      record.fields.push_back(field);
      if (at < bytes.size() && bytes[at] == separator) {
        ++at;
        if (at == bytes.size() && !at_end) return Outcome::more;
        continue;
      }
      record.bytes = bytes.substr(0, at);
      if (at < bytes.size() && bytes[at] == '\r') ++at;
      consumed = std::min(at + 1, bytes.size());
      record.problem = std::move(problem);
      return record.problem.empty() ? Outcome::done : Outcome::problem;
    }
  }
};

size_t CsvReader::end_of_text(std::string_view bytes, size_t end, char separator) const {
  for (size_t at = end; (at = bytes.find('"', at)) != std::string_view::npos;) {
    const char before = bytes[at - 1], after = at + 1 < bytes.size() ? bytes[at + 1] : '\n';
    if (after == '"') {
      at += 2;
      continue;
    }
    if (before == separator || before == '\n') break;  // opens a field, so the text has ended
    ++at;
    if (after != separator && after != '\n' && after != '\r') continue;
    const size_t line_end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    // If most lines are rows, the quote belongs to them, undoubled too. Its own line has one quote too many
    // for a row.
    const size_t line = std::max(bytes.rfind('\n', at - 1) + 1, end);
    LineShapes shapes = shapes_of(bytes.substr(end, line - end), separator, width_, true);
    ++shapes.lines;
    shapes.rows += shapes_of(bytes.substr(line, line_end - line), separator, width_, false).rows;
    if (2 * shapes.rows > shapes.lines) break;
    at = end = line_end;
  }
  return end;
}

Result<bool> CsvReader::next(char separator, bool lenient, CsvRecord& record) {
  record.clear();
  if (!started_) SF_TRY(start());
  window_.consume(pending_);
  pending_ = 0;
  while (skipping_line_) {
    const size_t end = window_.bytes().find('\n');
    skipping_line_ = end == std::string_view::npos && !at_end_;
    window_.consume(end == std::string_view::npos ? window_.bytes().size() : end + 1);
    line_ += end != std::string_view::npos;
    if (skipping_line_) SF_TRY(fetch_more());
  }
  record.line = line_;
  for (;;) {
    // The search is limited to the longest record and its end. So whether a record is too long does not
    // depend on how much has been fetched.
    const std::string_view bytes = window_.bytes().substr(0, max_bytes_ + 2);
    const bool all_there = at_end_ && bytes.size() == window_.bytes().size();
    if (bytes.empty()) {
      if (at_end_) return false;
      SF_TRY(fetch_more());
      continue;
    }
    Scan scan{bytes, all_there, separator, lenient, quotes_, record};
    const auto outcome = scan.run();
    const bool finished = outcome == Scan::Outcome::done || outcome == Scan::Outcome::problem;
    if (finished && record.bytes.size() <= max_bytes_) {
      size_t end = scan.consumed;
      if (width_ > 1) {
        if (record.bytes.find('\n') != std::string_view::npos) {
          record.lines = 1 + static_cast<size_t>(std::ranges::count(record.bytes, '\n'));
          record.rows = shapes_of(record.bytes, separator, width_, false).rows;
        }
        if (separator == '\t' && record.all_rows()) {
          record.clear();
          record.problem =
              "a quote opens here and closes in a later line, but each of these lines is a row of its own"
              " (a stray quote? --quotes none takes quotes as they are)";
          skipping_line_ = true;
          return true;
        }
        if (scan.undoubled) {
          if (!at_end_ && window_.bytes().size() < end + kLookAhead) {
            record.clear();
            SF_TRY(fetch_more());
            continue;
          }
          end = end_of_text(window_.bytes().substr(0, end + kLookAhead), end, separator);
        }
      }
      const auto lines = static_cast<size_t>(std::ranges::count(window_.bytes().substr(0, end), '\n'));
      if (end > scan.consumed) {
        record.clear();
        record.problem = fmt::format("{}; its text seems to go on in later lines", kUndoubled);
        record.lines = std::max<size_t>(lines, 1);
      }
      pending_ = end;
      line_ += lines;
      return true;
    }
    record.clear();
    if (outcome == Scan::Outcome::more && bytes.size() < max_bytes_ + 2) {
      SF_TRY(fetch_more());
      continue;
    }
    if (outcome == Scan::Outcome::unclosed && bytes.size() <= max_bytes_) {
      record.problem = "a quote that opens here never closes";
      if (width_ > 0) record.problem += " (a stray quote? --quotes none takes quotes as they are)";
      const auto shapes = shapes_of(bytes, separator, width_, false);
      if (width_ > 1 && 2 * shapes.rows <= shapes.lines) {
        record.problem += "; all lines behind it seem to be its text (is the file cut off?)";
        pending_ = bytes.size();
        return true;
      }
      skipping_line_ = true;
      return true;
    }
    record.problem =
        fmt::format("longer than {} bytes{}", max_bytes_,
                    bytes.find('"') == std::string_view::npos ? "" : " (a quote that never closes?)");
    skipping_line_ = true;
    return true;
  }
}

namespace {

std::string_view without_outer_spaces(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  return s;
}

}  // namespace

Result<std::vector<std::string>> read_csv_header(CsvReader& records, char separator, const std::string& name,
                                                 OtherEncodings others) {
  CsvRecord record;
  do {
    SF_ASSIGN(const bool any, records.next(separator, false, record));
    if (!any) return data_error(name + ": is empty");
    const bool bad_bytes =
        record.problem.empty() && (!objection_to_bytes(record.bytes).empty() || is_iso_2022_jp(record.bytes));
    if (!bad_bytes && record.problem.empty()) continue;
    // In UTF-16 the bytes of other characters look like line ends.
    std::string hint;
    if (others == OtherEncodings::can_be_named) {
      SF_ASSIGN(const std::string_view bytes, records.from_here(kBytesForHint));
      if (bad_bytes || !guess_encoding(bytes).empty()) hint = encoding_hint(bytes);
    }
    if (bad_bytes || !hint.empty())
      return data_error(fmt::format("{}:{}: the header is not UTF-8 text{}", name, record.line,
                                    hint.empty() ? "" : fmt::format(" ({})", hint)));
    return data_error(fmt::format("{}:{}: in the header: {}", name, record.line, record.problem));
  } while (record.blank());
  std::vector<std::string> columns;
  for (auto& field : record.fields) columns.emplace_back(without_outer_spaces(field.decode()));
  return columns;
}

std::string objection_to_width(const CsvRecord& record, size_t width) {
  if (record.fields.size() == width) return "";
  return fmt::format("{} fields where the header has {} (an unquoted separator or line break in a text?)",
                     record.fields.size(), width);
}

std::string objection_to_bytes(std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos) return "holds a NUL byte (is the file UTF-16 or damaged?)";
  return is_valid_utf8(bytes) ? "" : "not valid UTF-8 (another encoding?)";
}

}  // namespace standfast
