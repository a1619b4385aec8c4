// The common part of all readers of documents: missing text, missing and duplicate ids, the limit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "standfast/corpus/read/read.h"
#include "standfast/corpus/source_rows.h"
#include "standfast/text/words.h"

namespace standfast {

// The policy for bad rows, and the counts that go with it.
class RowPolicy {
 public:
  // The options and the report must outlive the policy. file: the name of the input in messages.
  RowPolicy(std::string file, const ReadOptions& options, ReadReport& report)
      : file_(std::move(file)), options_(options), report_(report) {}

  const std::string& file() const { return file_; }
  bool repairs() const { return options_.bad_rows == BadRowPolicy::repair; }
  // Returns the number of the row now being read, 1-based; blank lines do not count.
  uint64_t row_number() const { return report_.rows + 1; }

  // Reject or accept a row; each row ends in one of the two. line: 1-based, 0 where the input has no lines
  // (`why` then names the place). reject() fails where the policy says so.
  Status reject(uint64_t line, const std::string& why);
  void accept(uint64_t line, const std::string& mended);  // mended: what was mended, or ""

  // Tells the sink the rows left out and the repairs.
  void summarise() const;
  // Returns the data error of an input of which nothing is left.
  Failure nothing_left() const;

 private:
  std::string file_;
  const ReadOptions& options_;
  ReadReport& report_;
  std::string first_skipped_, first_mended_;
};

// Tells a reader how many texts the form changed.
std::string told_of_form(const std::string& file, uint64_t changed, uint64_t of, const ReadingForm& form);

// A row. Its views are needed only during add().
struct Row {
  uint64_t line = 0;  // line of its start, 1-based; 0 where the input has no lines
  std::optional<std::string_view> text, id;
  std::array<std::optional<std::string_view>, kRoles.size()> values;  // "" counts as missing
  // The values of the columns of each rule of ReadOptions::attributes, by rule; values from ids are made by
  // add().
  std::vector<AttributeSource> attributes;
  bool text_spent = false;  // the text's bytes are not read after add(): see TextBytes
  std::string mended;       // the repairs that the reader has already made, or ""
  // True if some characters of the row became U+FFFD. A name (any value but a text) that has one makes a bad
  // row.
  bool replaced = false;
  std::string_view hint = {};  // for the message: at the encoding (text/encoding_guess.h), or ""
};

class RowCollector {
 public:
  // has_ids: an id column is mapped, so a row without one is bad; otherwise ids are made: "row17" for the
  // 17th row (bad rows count, blank lines do not), which survives a change of format.
  RowCollector(const std::string& file, const ReadOptions& options, ReadReport& report, bool has_ids);

  // Announces that a row of this id is being read: a hint, and nothing more.
  void expect(std::string_view id) const { builder_.expect(id); }
  Status add(const Row& row);
  Status reject(uint64_t line, const std::string& why) { return policy_.reject(line, why); }

  bool repairs() const { return policy_.repairs(); }
  bool full() const { return options_.limit > 0 && builder_.size() >= options_.limit; }

  // Returns the corpus; a data error if it has no documents.
  Result<Corpus> finish() &&;

 private:
  void note_row();
  bool asked_for(const Row& row);
  // Returns which name of a row has a replaced character, or "".
  std::string objection_to_names(const Row& row) const;
  // Returns the value of an attribute, in elements_ where it is a list; a data error where it is none of its
  // kind.
  Result<AttributeInput> attribute_of(const Row& row, size_t rule, std::optional<std::string_view> id);

  const ReadOptions& options_;
  ReadReport& report_;
  RowPolicy policy_;
  bool has_ids_;
  CorpusBuilder builder_;
  UnspacedShare unspaced_;
  std::string in_form_;                                  // a text that its form changed
  std::vector<std::vector<std::string_view>> elements_;  // by rule, of the row at hand
  std::vector<uint64_t> missing_;                        // by rule: documents without a value
  std::vector<uint64_t> row_of_;                         // by document, from the first that is not row i
};

// Returns `stem`, or "stem-2", "stem-3", ... if the builder has it already.
std::string unused_id(const CorpusBuilder& builder, std::string_view stem);

}  // namespace standfast
