// Rewrites: other wordings of documents, made elsewhere. A table (CSV, TSV or JSON lines, packed or not) has
// the id of a document and its rewritten text in each row. One table may hold several rewrites of a document,
// in different styles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/corpus/read/read_options.h"
#include "standfast/corpus/read/table_rows.h"

namespace standfast {

// The name of this kind of file in studies (OptionSpec::holds).
inline constexpr std::string_view kRewritesKind = "rewrites";

// The columns of the table that are read.
struct RewriteColumns {
  std::string id = "id", text = "text";
  std::string style = "style";  // a table without this column has one rewrite of each document
};
// Returns the options for these columns. A component with an option NAME that holds rewrites includes this
// table with the prefix "NAME-", so that a study can pass on the columns that its [[auxiliary]] names.
OptionTable<RewriteColumns> rewrite_column_table(const std::string& prefix = "");

struct Rewrite {
  std::string id;     // the document's id; never empty
  std::string style;  // "" if the table has no styles
  std::string text;   // as it is written: quotes and white space around it are kept
  uint64_t line = 0;  // line of its row's start, 1-based
};

class Rewrites {
 public:
  // Each (id, style) occurs once.
  explicit Rewrites(std::vector<Rewrite> all);

  const std::vector<Rewrite>& all() const { return all_; }            // in the order of the file
  const std::vector<std::string>& styles() const { return styles_; }  // sorted; {""} if the table has none
  // Returns a rewrite; null if there is none.
  const Rewrite* find(std::string_view id, std::string_view style = "") const;

 private:
  std::vector<Rewrite> all_;
  std::vector<uint32_t> order_;  // places in all_, by id and style
  std::vector<std::string> styles_;
};

// Policy for a row without a text, or with a blank one: the rewriter failed there.
enum class BlankRewrite : uint8_t { refused, kept };

// Reads the table. Data errors name file and line and guess the mistake: no id, no text or a blank one
// (unless they are kept), an id a second time in one style, a style in some rows and not in all, a column
// that the table lacks, a table without rows, and the errors of for_each_row and open_rows.
Result<Rewrites> read_rewrites(const std::string& path, const RewriteColumns& columns,
                               BlankRewrite blank = BlankRewrite::refused);
// Parses the same from a stream: the seam for tests and fuzzers.
Result<Rewrites> parse_rewrites(InputStream& input, const std::string& name, Format format,
                                const RewriteColumns& columns, const TableLimits& limits = {},
                                BlankRewrite blank = BlankRewrite::refused);

}  // namespace standfast
