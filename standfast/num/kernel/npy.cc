#include "standfast/num/kernel/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace standfast {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written in the byte order of the machine");

constexpr std::string_view kMagic = "\x93NUMPY";

// The contents of the header, which is a Python dictionary.
struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<size_t> shape;
};

// A cursor over {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  std::optional<Header> read() {
    Header header;
    bool seen[3] = {};
    if (!take('{')) return std::nullopt;
    while (!take('}')) {
      const auto key = quoted();
      if (!key || !take(':')) return std::nullopt;
      const auto which = *key == "descr" ? 0 : *key == "fortran_order" ? 1 : *key == "shape" ? 2 : 3;
      if (which == 3 || std::exchange(seen[which], true)) return std::nullopt;
      if (which == 0) {
        const auto descr = quoted();
        if (!descr) return std::nullopt;
        header.descr = *descr;
      } else if (which == 1) {
        if (!take_word("True") && !take_word("False")) return std::nullopt;
        header.fortran_order = last_ == "True";
      } else if (!shape(header.shape)) {
        return std::nullopt;
      }
      if (!take(',') && !at('}')) return std::nullopt;
    }
    skip();
    if (!text_.empty() || !seen[0] || !seen[1] || !seen[2]) return std::nullopt;
    return header;
  }

 private:
  void skip() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n')) text_.remove_prefix(1);
  }
  bool at(char c) {
    skip();
    return !text_.empty() && text_.front() == c;
  }
  bool take(char c) {
    if (!at(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    skip();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    last_ = word;
    return true;
  }
  std::optional<std::string> quoted() {
    if (!at('\'') && !at('"')) return std::nullopt;
    const size_t end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string word(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return word;
  }
  bool shape(std::vector<size_t>& out) {
    if (!take('(')) return false;
    while (!take(')')) {
      skip();
      size_t length = 0;
      const auto [end, code] = std::from_chars(text_.data(), text_.data() + text_.size(), length);
      if (code != std::errc() || out.size() == 16) return false;
      text_.remove_prefix(static_cast<size_t>(end - text_.data()));
      out.push_back(length);
      if (!take(',') && !at(')')) return false;
    }
    return true;
  }

  std::string_view text_;
  std::string_view last_;
};

template <class T>
void swap_bytes(T& value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  std::reverse(bytes.begin(), bytes.end());
  value = std::bit_cast<T>(bytes);
}

template <class T>
std::vector<T> decode(std::string_view bytes, const Header& header, bool swapped) {
  std::vector<T> data(bytes.size() / sizeof(T));
  if (!data.empty()) std::memcpy(data.data(), bytes.data(), bytes.size());
  if (swapped)
    for (T& value : data) swap_bytes(value);
  if (!header.fortran_order || header.shape.size() < 2) return data;
  const size_t rows = header.shape[0], columns = header.shape[1];
  std::vector<T> turned(data.size());
  for (size_t c = 0; c < columns; ++c)
    for (size_t r = 0; r < rows; ++r) turned[r * columns + c] = data[c * rows + r];
  return turned;
}

template <class T>
std::string whole_file(const char* descr, std::span<const T> data, size_t rows, size_t columns) {
  assert(data.size() == rows * std::max<size_t>(columns, 1));
  std::string header =
      columns == 0 ? fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", descr, rows)
                   : fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", descr,
                                 rows, columns);
  // The data begin at a multiple of 64 bytes, and the header ends with a line feed.
  constexpr size_t kBefore = 10, kAlign = 64;
  while ((kBefore + header.size() + 1) % kAlign != 0) header += ' ';
  header += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(data.data()), data.size_bytes());
  return out;
}

}  // namespace

namespace {

// A file after everything except the numbers has been read and checked.
struct Opened {
  Header header;
  bool swapped = false;   // the numbers are in the other byte order
  std::string type;       // "f4"
  std::string_view data;  // exactly the bytes that the shape needs
};

Result<Opened> open_npy(std::string_view bytes, const std::string& file) {
  const auto wrong = [&](const std::string& what) { return data_error(file + ": " + what); };
  if (!bytes.starts_with(kMagic)) return wrong("not a .npy file (numpy.save makes them)");
  if (bytes.size() < 10) return wrong("ends within its header");
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(bytes[i])); };
  const size_t version = byte(6);
  if (version < 1 || version > 3 || byte(7) != 0)
    return wrong(fmt::format(".npy version {}.{} is not known (1.0, 2.0 and 3.0 are)", version, byte(7)));
  const size_t prefix = version == 1 ? 10 : 12;
  if (bytes.size() < prefix) return wrong("ends within its header");
  size_t length = byte(8) | byte(9) << 8;
  if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
  if (bytes.size() - prefix < length) return wrong("ends within its header");
  const auto header = HeaderReader(bytes.substr(prefix, length)).read();
  if (!header) return wrong("its header cannot be read; was the file damaged?");
  if (header->shape.empty() || header->shape.size() > 2)
    return wrong(fmt::format("has {} dimensions where rows and columns are needed", header->shape.size()));

  const std::string& descr = header->descr;
  const bool swapped = descr.starts_with('>');
  const std::string type = descr.empty() ? "" : descr.substr(1);
  const size_t width = type == "f4" || type == "u4" ? 4 : type == "f8" || type == "u8" ? 8 : 0;
  if (width == 0 || (!swapped && descr[0] != '<' && descr[0] != '='))
    return wrong(
        fmt::format("holds numbers of type \"{}\"; float32 and float64 can be read (numpy: "
                    "array.astype('float32'))",
                    descr));
  bytes.remove_prefix(prefix + length);
  size_t count = 1;
  for (const size_t n : header->shape) {
    if (n != 0 && count > SIZE_MAX / width / n) return wrong("its shape is larger than any memory");
    count *= n;
  }
  if (bytes.size() != count * width)
    return wrong(fmt::format("has {} bytes of data where its shape ({}) needs {}; {}", bytes.size(),
                             fmt::join(header->shape, " x "), count * width,
                             bytes.size() < count * width ? "is it truncated?" : "was something appended?"));
  return Opened{*header, swapped, type, bytes};
}

}  // namespace

Result<NpyArray> parse_npy(std::string_view bytes, const std::string& file) {
  SF_ASSIGN(const Opened opened, open_npy(bytes, file));
  const auto& [header, swapped, type, data] = opened;
  NpyArray array;
  array.shape = header.shape;
  if (type == "f4") array.data = decode<float>(data, header, swapped);
  if (type == "f8") array.data = decode<double>(data, header, swapped);
  if (type == "u4") array.data = decode<uint32_t>(data, header, swapped);
  if (type == "u8") array.data = decode<uint64_t>(data, header, swapped);
  return array;
}

Result<MatrixView<const float>> view_npy(std::string_view bytes, const std::string& file) {
  SF_ASSIGN(const Opened opened, open_npy(bytes, file));
  if (opened.type != "f4" || opened.swapped || opened.header.fortran_order ||
      opened.header.shape.size() != 2 ||
      reinterpret_cast<uintptr_t>(opened.data.data()) % alignof(float) != 0)
    return data_error(file + ": not a table of float32 that can be used as it stands");
  return MatrixView<const float>(opened.header.shape[0], opened.header.shape[1],
                                 reinterpret_cast<const float*>(opened.data.data()));
}

std::string npy_bytes(std::span<const float> data, size_t rows, size_t columns) {
  return whole_file("<f4", data, rows, columns);
}
std::string npy_bytes(std::span<const double> data, size_t rows, size_t columns) {
  return whole_file("<f8", data, rows, columns);
}
std::string npy_bytes(std::span<const uint32_t> data, size_t rows, size_t columns) {
  return whole_file("<u4", data, rows, columns);
}
std::string npy_bytes(std::span<const uint64_t> data, size_t rows, size_t columns) {
  return whole_file("<u8", data, rows, columns);
}

}  // namespace standfast
