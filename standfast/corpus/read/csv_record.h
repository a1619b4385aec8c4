// Records of a CSV or TSV stream (RFC 4180): fields may be quoted, quoted fields may hold separators, line
// breaks and doubled quotes. LF and CRLF end a record; a quote is special only at the start of a field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/read/line_reader.h"

namespace standfast {

struct CsvField {
  std::string_view raw;  // without its quotes; doubled quotes still doubled
  bool quoted = false;
  bool escaped = false;   // holds doubled quotes
  std::string_view tail;  // the text behind the closing quote (lenient reading only)

  // Returns the value. Where it is not plain it is decoded in the place of `raw`, which it becomes.
  std::string_view decode();
  bool is_plain() const { return !escaped && tail.empty(); }
};

struct CsvRecord {
  uint64_t line = 0;  // line of its start, 1-based
  // The whole record, without the line end, and its fields; valid until the next call. Empty where the end of
  // the record was not found (a quote that never closes, more bytes than may be).
  std::string_view bytes;
  std::vector<CsvField> fields;
  std::string problem;  // not "": the fields are meaningless
  bool mended = false;  // lenient reading was needed
  // The shape of a record of several lines: the number of lines, and the number of lines with as many
  // separators as a row. They tell whether a stray quote swallowed the lines.
  size_t lines = 1, rows = 0;
  bool mostly_rows() const { return lines > 1 && 2 * rows > lines; }
  bool all_rows() const { return lines > 1 && rows == lines; }
  bool blank() const { return fields.size() == 1 && fields[0].raw.empty() && !fields[0].quoted; }
  // Drops all bytes: the reader's buffer is about to move.
  void clear() {
    bytes = {};
    fields.clear();
    problem.clear();
    mended = false;
    lines = 1;
    rows = 0;
  }
};

class CsvReader {
 public:
  CsvReader(InputStream& input, std::string name, uint64_t max_bytes, size_t block_bytes = size_t{1} << 20);

  // Guesses the separator: the most frequent of , ; and tab outside quotes in the first line (the first of
  // these where they tie). A first line "sep=;", which Excel writes and reads, states it and is no row. To be
  // called before next().
  Result<char> guess_separator();

  // Treats a quote as a character like others, so that a line is a record.
  void take_quotes_as_they_are() { quotes_ = false; }
  // Sets the number of fields of the following records. So lines can be told from rows, which next() does
  // where quotes are not as they should be.
  void rows_have(size_t width) { width_ = width; }

  // Reads the next record; false at the end. lenient: text behind a closing quote belongs to the field, a
  // carriage return of its own too (as Python's csv module reads), instead of being a problem.
  //
  // After a problem reading goes on behind the record, whose lines inside the quoted field are no rows,
  // whatever they look like. Exceptions, where it is known what a row has:
  // - Behind an undoubled quote the text may go on in later lines. It does where the next quote closes a
  //   field and most lines up to it are no rows.
  // - Where each line of the record is a row, a TSV has a stray quote, whether the record has a problem or
  //   not: reading goes on with the next line. (In a CSV the text may be a table.)
  // - A quote that never closes is stray if most lines to the end are rows: then reading goes on with the
  //   next line, and otherwise all of them are its text.
  Result<bool> next(char separator, bool lenient, CsvRecord& record);

  // Returns up to `size` bytes from the record returned last on, to guess an encoding from. They do not
  // depend on the pieces in which the stream comes. The bytes and fields of that record are no longer valid.
  Result<std::string_view> from_here(size_t size);

 private:
  struct Scan;
  // Returns the true end, in `bytes`, of a bad record that seems to end at `end`: behind the lines of its
  // text.
  size_t end_of_text(std::string_view bytes, size_t end, char separator) const;
  Status start();
  Status fetch_more();

  ByteWindow window_;
  std::string name_;
  uint64_t max_bytes_;
  uint64_t line_ = 1;
  size_t pending_ = 0;  // bytes to consume before the next record
  bool quotes_ = true;
  size_t width_ = 0;  // 0: unknown
  bool started_ = false, at_end_ = false;
  bool skipping_line_ = false;  // the rest of the current line belongs to a record that was too long
};

// A CSV stream as a table: its header, and checks of its records.
enum class OtherEncodings { can_be_named, are_refused };  // tells whether the file has a flag --encoding

// Returns the names of the columns: the first record that is not blank, without spaces around names. To be
// called before other records are read. name: the name of the file. Data errors: an empty stream, a broken
// header, a header that is not UTF-8.
Result<std::vector<std::string>> read_csv_header(CsvReader& records, char separator, const std::string& name,
                                                 OtherEncodings others = OtherEncodings::are_refused);

// Returns what is wrong with a record that has another number of fields than the header, or "".
std::string objection_to_width(const CsvRecord& record, size_t width);
// Returns what is wrong with bytes of a table that are not UTF-8 or hold NUL, or "".
std::string objection_to_bytes(std::string_view bytes);

}  // namespace standfast
