#include "arrow_in.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "standfast/text/utf8.h"

namespace standfast::python {

// The schema and the chunks, released together.
struct ArrowTable::Held {
  ArrowSchema schema{};
  std::vector<ArrowArray> chunks;

  Held() = default;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    for (auto& chunk : chunks)
      if (chunk.release != nullptr) chunk.release(&chunk);
    if (schema.release != nullptr) schema.release(&schema);
  }
};

namespace {

bool bit_at(const void* bits, int64_t i) {
  return ((static_cast<const uint8_t*>(bits)[i >> 3] >> (i & 7)) & 1) != 0;
}

template <class T>
T element(const void* buffer, int64_t i) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + i * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

double half_float(uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double sign = (bits >> 15) != 0 ? -1 : 1;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

// Returns ticks since 1970, `per_second` of them in a second, as ISO 8601: "2020-01-31T08:00:00.5", without a
// zero fraction.
std::string iso_time(int64_t ticks, int64_t per_second, bool zoned) {
  using namespace std::chrono;
  int64_t whole = ticks / per_second, rest = ticks % per_second;
  if (rest < 0) rest += per_second, --whole;
  int64_t days_since = whole / 86400, second = whole % 86400;
  if (second < 0) second += 86400, --days_since;
  const year_month_day date{sys_days{days{days_since}}};
  std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                 second / 3600, second / 60 % 60, second % 60);
  if (rest != 0) {
    std::string fraction = fmt::format("{:.9f}", static_cast<double>(rest) / static_cast<double>(per_second));
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += fraction.substr(1);
  }
  return zoned ? text + "+00:00" : text;
}

std::string iso_date(int64_t days_since) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days_since}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

// Returns the name of a type for a message.
std::string type_in_words(const char* format) {
  switch (format[0]) {
    case 'z':
    case 'Z':
      return "bytes";
    case 'd':
      return "decimals";
    case '+':
      return format[1] == 's' ? "structs" : format[1] == 'm' ? "maps" : "nested values";
  }
  return fmt::format("Arrow's type \"{}\"", format);
}

// Checks that the type of a column can be read. nested: for the elements of a list.
Status readable(const ArrowSchema& schema, bool nested) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr) return readable(*schema.dictionary, nested);
  static constexpr std::string_view kScalars = "nbcCsSiIlLefguU";
  if (format.size() == 1 && kScalars.find(format[0]) != std::string_view::npos) return {};
  if (format == "vu" || format.starts_with("td") || format.starts_with("ts")) return {};
  if ((format == "+l" || format == "+L") && !nested && schema.n_children == 1)
    return readable(*schema.children[0], true);
  return data_error(fmt::format("holds {}, where text, numbers or dates are expected; cast it first",
                                type_in_words(schema.format)));
}

bool is_missing(const ArrowArray& array, int64_t i) {
  return array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr &&
         !bit_at(array.buffers[0], i);
}

Failure broken_offsets() {
  return data_error("has offsets that point outside of its buffers");
}

// Returns the i-th value, counted without the offset. made: receives text that the buffers do not have.
Result<std::optional<std::string_view>> scalar(const ArrowSchema& schema, const ArrowArray& array, int64_t i,
                                               std::string& made) {
  i += array.offset;
  const std::string_view format = schema.format;
  if (format == "n" || is_missing(array, i)) return std::nullopt;
  const void* const* buffers = array.buffers;
  const auto index = [&]() -> int64_t {
    switch (format[0]) {
      case 'c':
        return element<int8_t>(buffers[1], i);
      case 'C':
        return element<uint8_t>(buffers[1], i);
      case 's':
        return element<int16_t>(buffers[1], i);
      case 'S':
        return element<uint16_t>(buffers[1], i);
      case 'i':
        return element<int32_t>(buffers[1], i);
      case 'I':
        return element<uint32_t>(buffers[1], i);
      default:
        return element<int64_t>(buffers[1], i);
    }
  };
  if (schema.dictionary != nullptr) {
    const int64_t place = index();
    if (place < 0 || place >= array.dictionary->length)
      return data_error(
          fmt::format("has a code of {} in a dictionary of {} values", place, array.dictionary->length));
    return scalar(*schema.dictionary, *array.dictionary, place, made);
  }
  const auto number = [&](double value) -> std::optional<std::string_view> {
    if (std::isnan(value)) return std::nullopt;
    return made = number_text(value);
  };
  if (format == "vu") {
    // A view has sixteen bytes: the length, and the text itself or its first four bytes, its buffer and its
    // place there.
    const char* view = static_cast<const char*>(buffers[1]) + i * 16;
    const auto length = element<int32_t>(view, 0);
    if (length < 0) return broken_offsets();
    if (length <= 12) return std::string_view(view + 4, static_cast<size_t>(length));
    const auto buffer = element<int32_t>(view, 2), at = element<int32_t>(view, 3);
    // The last buffer holds the sizes of the variadic buffers before it.
    if (buffer < 0 || at < 0 || 3 + int64_t{buffer} >= array.n_buffers) return broken_offsets();
    return std::string_view(static_cast<const char*>(buffers[2 + buffer]) + at, static_cast<size_t>(length));
  }
  if (format.starts_with("td"))
    return made = iso_date(format == "tdm" ? element<int64_t>(buffers[1], i) / 86'400'000
                                           : element<int32_t>(buffers[1], i));
  if (format.starts_with("ts")) {
    const int64_t per_second = format[2] == 's'   ? 1
                               : format[2] == 'm' ? 1000
                               : format[2] == 'u' ? 1'000'000
                                                  : 1'000'000'000;
    return made = iso_time(element<int64_t>(buffers[1], i), per_second, format.size() > 4);
  }
  switch (format[0]) {
    case 'b':
      return bit_at(buffers[1], i) ? "true" : "false";
    case 'L':
      return made = fmt::format("{}", element<uint64_t>(buffers[1], i));
    case 'e':
      return number(half_float(element<uint16_t>(buffers[1], i)));
    case 'f': {
      const auto value = element<float>(buffers[1], i);
      if (std::isnan(value)) return std::nullopt;
      made = fmt::format("{}", value);
      if (made.find_first_of(".en") == std::string::npos) made += ".0";
      return made;
    }
    case 'g':
      return number(element<double>(buffers[1], i));
    case 'u': {
      const auto begin = element<int32_t>(buffers[1], i), end = element<int32_t>(buffers[1], i + 1);
      if (begin < 0 || end < begin) return broken_offsets();
      return std::string_view(static_cast<const char*>(buffers[2]) + begin, static_cast<size_t>(end - begin));
    }
    case 'U': {
      const auto begin = element<int64_t>(buffers[1], i), end = element<int64_t>(buffers[1], i + 1);
      if (begin < 0 || end < begin) return broken_offsets();
      return std::string_view(static_cast<const char*>(buffers[2]) + begin, static_cast<size_t>(end - begin));
    }
    default:
      return made = fmt::format("{}", index());
  }
}

class ArrowCells final : public Cells {
 public:
  // column: a column of the struct; nothing if the stream itself is the column.
  ArrowCells(std::shared_ptr<const void> held, const ArrowSchema& schema,
             std::vector<const ArrowArray*> chunks, std::vector<int64_t> shifts, std::vector<int64_t> lengths)
      : held_(std::move(held)), schema_(schema), chunks_(std::move(chunks)), shifts_(std::move(shifts)) {
    for (const int64_t length : lengths) begins_.push_back(begins_.back() + static_cast<size_t>(length));
  }

  size_t size() const override { return begins_.back(); }

  Result<Cell> at(size_t row) override {
    while (row >= begins_[chunk_ + 1]) ++chunk_;
    while (row < begins_[chunk_]) --chunk_;
    const ArrowArray& array = *chunks_[chunk_];
    const int64_t i = static_cast<int64_t>(row - begins_[chunk_]) + shifts_[chunk_];
    Cell cell;
    if (schema_.format[0] != '+') {
      SF_ASSIGN(cell.text, scalar(schema_, array, i, made_));
      if (cell.text && !is_valid_utf8(*cell.text)) return data_error("is not UTF-8");
      return cell;
    }
    const int64_t place = i + array.offset;
    if (is_missing(array, place)) return cell;
    const bool large = schema_.format[1] == 'L';
    const auto edge = [&](int64_t k) -> int64_t {
      return large ? element<int64_t>(array.buffers[1], k) : element<int32_t>(array.buffers[1], k);
    };
    const int64_t begin = edge(place), end = edge(place + 1);
    if (begin < 0 || end < begin || end > array.children[0]->length) return broken_offsets();
    elements_.assign(static_cast<size_t>(end - begin), {});
    texts_.clear();
    for (int64_t k = begin; k < end; ++k) {
      SF_ASSIGN(const auto text, scalar(*schema_.children[0], *array.children[0], k,
                                        elements_[static_cast<size_t>(k - begin)]));
      if (!text) return data_error("has a list with a missing element");
      if (!is_valid_utf8(*text)) return data_error("is not UTF-8");
      texts_.push_back(*text);
    }
    cell.list = texts_;
    return cell;
  }

 private:
  std::shared_ptr<const void> held_;
  const ArrowSchema& schema_;
  std::vector<const ArrowArray*> chunks_;
  std::vector<int64_t> shifts_;  // offsets of a sliced struct: its children are not sliced with it
  std::vector<size_t> begins_{0};
  size_t chunk_ = 0;
  std::string made_;
  std::vector<std::string> elements_;
  std::vector<std::string_view> texts_;
};

}  // namespace

Result<ArrowTable> ArrowTable::read(ArrowArrayStream& stream) {
  struct Release {
    ArrowArrayStream& stream;
    ~Release() {
      if (stream.release != nullptr) stream.release(&stream);
    }
  } const release{stream};
  const auto failed = [&] {
    const char* why = stream.get_last_error(&stream);
    return data_error(
        fmt::format("the Arrow stream broke off: {}", why == nullptr ? "no reason given" : why));
  };
  auto held = std::make_shared<Held>();
  if (stream.get_schema(&stream, &held->schema) != 0) return failed();
  for (;;) {
    ArrowArray chunk{};
    if (stream.get_next(&stream, &chunk) != 0) return failed();
    if (chunk.release == nullptr) break;
    held->chunks.push_back(chunk);
  }
  return ArrowTable(std::move(held));
}

ArrowTable ArrowTable::of_array(ArrowSchema& schema, ArrowArray& array) {
  auto held = std::make_shared<Held>();
  held->schema = std::exchange(schema, {});
  held->chunks.push_back(std::exchange(array, {}));
  return ArrowTable(std::move(held));
}

ArrowTable::ArrowTable(std::shared_ptr<const Held> held) : held_(std::move(held)) {
  const ArrowSchema& schema = held_->schema;
  if (std::string_view(schema.format) == "+s" && schema.dictionary == nullptr)
    for (int64_t c = 0; c < schema.n_children; ++c) {
      const ArrowSchema& child = *schema.children[c];
      columns_.push_back(
          {child.name == nullptr ? "" : child.name, child.dictionary != nullptr || child.format[0] != '+'});
    }
  else
    columns_.push_back({"", schema.dictionary != nullptr || schema.format[0] != '+'});
}

bool ArrowTable::is_table() const {
  return std::string_view(held_->schema.format) == "+s" && held_->schema.dictionary == nullptr;
}

size_t ArrowTable::rows() const {
  size_t rows = 0;
  for (const auto& chunk : held_->chunks) rows += static_cast<size_t>(chunk.length);
  return rows;
}

const ArrowSchema* ArrowTable::schema_of(size_t column) const {
  if (column >= columns_.size()) return nullptr;
  return is_table() ? held_->schema.children[column] : &held_->schema;
}

std::string ArrowTable::kind(size_t column) const {
  const ArrowSchema* schema = schema_of(column);
  if (schema == nullptr) return "";
  const std::string_view format = schema->dictionary != nullptr ? schema->dictionary->format : schema->format;
  if (format == "b") return "bool";
  if (format.size() != 1) return "";
  return std::string_view("cCsSiIlL").find(format[0]) != std::string_view::npos ? "int"
         : std::string_view("efg").find(format[0]) != std::string_view::npos    ? "float"
                                                                                : "";
}

Result<std::unique_ptr<Cells>> ArrowTable::cells(size_t column) const {
  const bool table = is_table();
  const ArrowSchema* found = schema_of(column);
  if (found == nullptr)
    return usage_error(fmt::format("is column {} of a table that has {}", column, columns_.size()));
  const ArrowSchema& schema = *found;
  SF_TRY(readable(schema, false));
  std::vector<const ArrowArray*> chunks;
  std::vector<int64_t> shifts, lengths;
  for (const auto& chunk : held_->chunks) {
    if (chunk.length == 0) continue;
    if (table && chunk.n_children != held_->schema.n_children)
      return data_error(fmt::format("is in a chunk of {} columns, and the table has {}", chunk.n_children,
                                    columns_.size()));
    const ArrowArray* values = table ? chunk.children[column] : &chunk;
    if (table && values->length < chunk.offset + chunk.length)
      return data_error(
          fmt::format("has {} values for {} rows", values->length, chunk.offset + chunk.length));
    chunks.push_back(values);
    shifts.push_back(table ? chunk.offset : 0);
    lengths.push_back(chunk.length);
  }
  return std::unique_ptr<Cells>(
      std::make_unique<ArrowCells>(held_, schema, std::move(chunks), std::move(shifts), std::move(lengths)));
}

}  // namespace standfast::python
