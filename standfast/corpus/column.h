// Columns: the values that a corpus has for its documents beside text and id, and the kinds of columns.
//
// Roles (author, topic ...) are categories. Attributes, which have their own names, are of one of four kinds:
//
//   category   one of few values, dictionary-coded: splitters, blocks and slices use it
//   number     a finite double; unit and scale stay as in the corpus, nothing is rescaled
//   list       strings in the order of the file, repeated ones stay; an empty list is a value
//   text       one string of any length, never coded: another version of the document, a rationale
//
// A document may lack a value of any kind: kMissing, NaN, no list, "". An empty category or text is a missing
// one. All columns are indexed by the row of the document.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace standfast {

inline constexpr uint32_t kMissing = 0xffffffffU;

struct Column {
  std::vector<uint32_t> codes;     // one per document: index into names, or kMissing
  std::vector<std::string> names;  // distinct values, ascending by code point
};

struct NumberColumn {
  std::vector<double> values;  // one per document: finite, or NaN for none
};

struct ListColumn {
  std::vector<std::string> names;  // distinct elements, ascending by code point
  std::vector<uint32_t> codes;     // all elements, document by document: indices into names
  std::vector<uint64_t> begins;    // documents + 1: document i has codes[begins[i] .. begins[i + 1])
  std::vector<bool> has;           // one per document: it has a list, which may be empty
  // Returns the elements of a document as indices into names; nothing where it has no list.
  std::optional<std::span<const uint32_t>> of(uint32_t row) const;
};

struct TextColumn {
  std::vector<std::string_view> values;  // one per document, valid as long as its corpus; "" for none
};

enum class AttributeKind : uint8_t { category, number, list, text };
inline constexpr std::array<std::string_view, 4> kAttributeKinds = {"category", "number", "list", "text"};
inline std::string_view kind_name(AttributeKind kind) {
  return kAttributeKinds[static_cast<size_t>(kind)];
}
std::optional<AttributeKind> kind_from_name(std::string_view name);

struct Attribute {
  std::string name;
  AttributeKind kind = AttributeKind::category;
  // A name alone makes a category.
  Attribute(std::string called,
            AttributeKind of_kind = AttributeKind::category)  // NOLINT(google-explicit-constructor)
      : name(std::move(called)), kind(of_kind) {}
  Attribute(const char* called) : name(called) {}  // NOLINT(google-explicit-constructor)
  bool operator==(const Attribute&) const = default;
};

// A value of one document as it is handed to a corpus: none, a category or text, a number, a list.
using AttributeInput =
    std::variant<std::monostate, std::string_view, double, std::span<const std::string_view>>;
// A whole column; monostate: no document has a value.
using AttributeColumn = std::variant<std::monostate, Column, NumberColumn, ListColumn, TextColumn>;

// Counts the documents without a value; 0 for no column.
uint32_t count_missing(const AttributeColumn& column);

}  // namespace standfast
