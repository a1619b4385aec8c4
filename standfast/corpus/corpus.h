// A corpus: documents in a stable order, their texts as views into one store, their categorical columns
// dictionary-coded.
//
// Convention, everywhere in Standfast: a document is named inside the program by its row, 0-based, in the
// order it was read; outside by its id. Texts are valid UTF-8. A category code c of a column stands for
// names[c]; names are sorted by code point, so codes do not depend on the order of documents; kMissing stands
// for "no value".
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/column.h"

namespace standfast {

// The roles a column can play besides id and text. All are optional; a study says which it needs.
enum class Role : uint8_t { author, topic, label, source, date };
inline constexpr std::array kRoles = {Role::author, Role::topic, Role::label, Role::source, Role::date};
std::string_view role_name(Role role);  // "author", ...
std::optional<Role> role_from_name(std::string_view name);

// A side of its own (an independent set): documents that no sample and no fold holds. Every fitted model is
// examined on them beside the test documents of its fold.
struct KeptApart {
  std::string side;
  std::vector<uint32_t> rows;  // ascending, at least one
};

class Corpus {
 public:
  Corpus();
  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;
  ~Corpus();

  uint32_t size() const;
  std::string_view text(uint32_t row) const;
  std::string_view id(uint32_t row) const;
  std::optional<uint32_t> row_of(std::string_view id) const;

  const Column* column(Role role) const;  // null where the corpus has no such column
  // Returns the column, or a data error that says which flag would map it.
  Result<const Column*> require(Role role) const;
  // Returns names[codes[row]], or "" where the value or the column is missing.
  std::string_view value(Role role, uint32_t row) const;

  // Returns the attributes: columns that play no role and have a name of their own (a thread, a rating), in
  // the order in which they were requested.
  const std::vector<Attribute>& attributes() const;
  // Returns an attribute; null where there is none of that name.
  const Attribute* attribute(std::string_view name) const;
  // Returns the column of that role or category attribute; null where there is none. Roles come first.
  const Column* named_column(std::string_view name) const;
  // Returns the same column as named_column. If there is none, the data error suggests another name, or
  // states the kind of the column if it is not a category.
  Result<const Column*> require_named(std::string_view name) const;
  // Return an attribute of the kind number, list or text. A data error if no attribute has the name, if it is
  // of another kind, or if no document has a value.
  Result<const NumberColumn*> require_number(std::string_view name) const;
  Result<const ListColumn*> require_list(std::string_view name) const;
  Result<const TextColumn*> require_text(std::string_view name) const;
  // Returns a document's value of the attribute at this place in attributes(), in the form that CorpusBuilder
  // takes. elements: receives the elements of a list.
  AttributeInput attribute_value(size_t place, uint32_t row, std::vector<std::string_view>& elements) const;

  // Returns the sides, whose documents are kept apart; usually there is none. A document belongs to one at
  // most.
  const std::vector<KeptApart>& kept_apart() const;
  bool is_kept_apart(uint32_t row) const;
  // Adds a side. Its name must be new, the rows must exist. Sides are not part of the hash of the data.
  void keep_apart(KeptApart side);

  uint64_t text_bytes() const;  // sum over documents
  // Returns the SHA-256 over ids, texts and columns of roles in order. It does not depend on the format from
  // which a corpus was read, nor on its attributes.
  const std::string& data_hash() const;
  // Returns the SHA-256 over the values of an attribute of any kind, or of a role, in order; "" where no
  // document has one.
  std::string attribute_hash(std::string_view name) const;
  const std::string& name() const;  // file or folder it came from, for messages

 private:
  friend class CorpusBuilder;
  friend struct CorpusBuilderState;
  struct Data;
  // Returns the columns of the attribute; a data error where there is none of this name and kind, or no
  // value.
  Result<const AttributeColumn*> require_kind(std::string_view name, AttributeKind kind) const;
  std::unique_ptr<Data> data_;
};

// Policy for the bytes of a text after it was added. If they are spent (no longer needed), a long text's
// memory goes back to the system while it is copied, so that it is not held twice. Spent bytes must be
// writable memory.
enum class TextBytes : uint8_t { kept, spent };

// A builder that collects documents one by one. Memory stays near the size of the text itself: texts and ids
// go to an arena of fixed blocks.
class CorpusBuilder {
 public:
  explicit CorpusBuilder(std::string name, std::vector<Attribute> attributes = {});
  CorpusBuilder(CorpusBuilder&&) noexcept;
  ~CorpusBuilder();

  // Adds a document. values[i] belongs to kRoles[i]. attributes[i] belongs to the i-th attribute and is of
  // its kind; it is empty where the document has no value. Attributes beyond the end of the list have no
  // value either. A number is finite. The id must be new: a duplicate is a data error naming it. Text must be
  // valid UTF-8 (readers check or repair before they call).
  Status add(std::string_view id, std::string_view text,
             const std::array<std::optional<std::string_view>, kRoles.size()>& values,
             TextBytes text_bytes = TextBytes::kept, std::span<const AttributeInput> attributes = {});
  bool contains(std::string_view id) const;
  // Announces that a document of this id will be added soon: a hint, and nothing more.
  void expect(std::string_view id) const;
  uint32_t size() const;

  Corpus finish() &&;

 private:
  std::unique_ptr<struct CorpusBuilderState> state_;
};

// A selection of documents of a corpus, in an order: the input of classifiers and encoders.
struct DocumentView {
  const Corpus* corpus = nullptr;
  std::span<const uint32_t> rows;  // rows of the corpus, in the order of the answers

  uint32_t size() const { return static_cast<uint32_t>(rows.size()); }
  std::string_view text(size_t i) const { return corpus->text(rows[i]); }
};

// Replacement of texts and columns.

// Returns the same documents (name, ids, columns, order, sides that are kept apart) with other texts. texts:
// by row, null where the text stays; valid UTF-8, shorter than 4 GiB. Unchanged texts are not copied: the two
// corpora share their memory, and either may be destroyed first.
Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts);

// Replaces a column by another coding. name: of a role or of a category attribute that the corpus has.
// column: one code for each document. Call this before data_hash(), which is computed only once.
void replace_column(Corpus& corpus, std::string_view name, Column column);

}  // namespace standfast
