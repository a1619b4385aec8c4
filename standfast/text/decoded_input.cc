#include "standfast/text/decoded_input.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unicode/utf16.h>

#include "standfast/text/encoding_guess.h"
#include "standfast/text/encodings.h"
#include "standfast/text/icu_converter.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

std::string in_hex(std::string_view bytes) {
  std::string hex = bytes.size() == 1 ? "the byte" : "the bytes";
  for (const char byte : bytes) hex += fmt::format(" 0x{:02x}", static_cast<unsigned char>(byte));
  return hex;
}

class DecodedInput final : public InputStream {
 public:
  DecodedInput(std::string name, std::unique_ptr<InputStream> source, const TextEncoding& encoding,
               size_t block_bytes)
      : name_(std::move(name)),
        source_(std::move(source)),
        encoding_(encoding),
        block_(std::max<size_t>(block_bytes, 4), '\0') {}

  Result<size_t> read(std::span<char> buffer) override {
    if (buffer.empty()) return size_t{0};
    while (used_ == text_.size()) {
      if (error_) return Failure(*error_);
      if (at_end_) return size_t{0};
      text_.clear();
      used_ = 0;
      if (auto decoded = decode_block(); !decoded) error_ = decoded.error();
    }
    const size_t n = std::min(buffer.size(), text_.size() - used_);
    std::memcpy(buffer.data(), text_.data() + used_, n);
    used_ += n;
    return n;
  }

 private:
  // Fetches a block. It is full unless the source ends, so messages do not depend on the pieces in which the
  // source comes.
  Result<std::string_view> fetch() {
    size_t size = 0;
    while (size < block_.size()) {
      SF_ASSIGN(const size_t n, source_->read(std::span(block_).subspan(size)));
      if (n == 0) {
        at_end_ = true;
        break;
      }
      size += n;
    }
    fetched_ = std::string_view(block_).substr(0, size);
    return fetched_;
  }

  // Chooses the order of bytes, and drops the byte order mark.
  Status start(std::string_view& bytes) {
    const ByteOrderMark mark = find_byte_order_mark(bytes);
    const std::string name = encoding_.name;
    const bool is_wide = name.starts_with("utf-");
    if (mark.bytes > 0 && (is_wide || mark.encoding == kUtf8) && !mark.encoding.starts_with(name))
      return data_error(
          fmt::format("{0}: begins with the byte order mark of {1}, so it is not {2}: --encoding {1}", name_,
                      mark.encoding, name));
    if ((name == "utf-16" || name == "utf-32") && !bytes.empty()) {
      const std::string_view order = mark.bytes > 0 ? mark.encoding : wide_encoding_of(bytes);
      if (!order.starts_with(name))
        return data_error(fmt::format(
            "{0}: has no byte order mark, and the order of its bytes cannot be told: --encoding {1}le or "
            "{1}be",
            name_, name));
      SF_ASSIGN(encoding_, find_encoding(order));
    }
    if (is_wide) bytes.remove_prefix(mark.bytes);
    converter_ = open_converter(encoding_.converter);
    if (converter_ == nullptr)
      return missing_error(fmt::format("{}: ICU's table of {} is not on this system", name_, encoding_.name));
    return {};
  }

  Status decode_block() {
    SF_ASSIGN(std::string_view bytes, fetch());
    if (converter_ == nullptr) SF_TRY(start(bytes));
    const char* from = bytes.data();
    const char* const end = from + bytes.size();
    for (;;) {
      UChar units[4096];
      UChar* to = units;
      UErrorCode status = U_ZERO_ERROR;
      ucnv_toUnicode(converter_.get(), &to, units + std::size(units), &from, end, nullptr, at_end_, &status);
      SF_TRY(take({units, static_cast<size_t>(to - units)}));
      if (status == U_BUFFER_OVERFLOW_ERROR) continue;
      if (U_SUCCESS(status)) return {};
      return refuse(status);
    }
  }

  // Appends UTF-16 as UTF-8. The halves of a pair may come in two calls.
  Status take(std::u16string_view units) {
    for (const char16_t unit : units) {
      CodePoint c = unit;
      if (U16_IS_LEAD(unit)) {
        lead_ = unit;
        continue;
      }
      if (U16_IS_TRAIL(unit)) c = static_cast<CodePoint>(U16_GET_SUPPLEMENTARY(lead_, unit));
      if (is_misread(c, converter_.get()))
        return refuse(in_hex(std::string(1, static_cast<char>(c))) + " is a control code");
      if (std::exchange(first_, false) && c == 0xfeff) continue;
      line_ += c == '\n';
      append_utf8(c, text_);
    }
    return {};
  }

  Failure refuse(UErrorCode why) {
    char invalid[32];
    auto size = static_cast<int8_t>(sizeof(invalid));
    UErrorCode status = U_ZERO_ERROR;
    ucnv_getInvalidChars(converter_.get(), invalid, &size, &status);
    const std::string_view bytes(invalid, U_SUCCESS(status) ? static_cast<size_t>(size) : 0);
    if (why == U_TRUNCATED_CHAR_FOUND) return refuse(in_hex(bytes) + " at its end are a part of a character");
    return refuse(in_hex(bytes) + (bytes.size() == 1 ? " is no character" : " are no character"));
  }

  Failure refuse(const std::string& what) {
    const std::string guess = guess_encoding(fetched_);
    return data_error(fmt::format("{}:{}: {} in {} ({})", name_, line_, what, encoding_.name,
                                  guess.empty() || guess == encoding_.name
                                      ? "is the file damaged, or in another encoding?"
                                      : fmt::format("it looks like {0}: --encoding {0}", guess)));
  }

  std::string name_;
  std::unique_ptr<InputStream> source_;
  TextEncoding encoding_;
  IcuConverter converter_;
  std::string block_;         // bytes of the source
  std::string_view fetched_;  // the part of it that is filled
  std::string text_;          // decoded, to be handed out
  size_t used_ = 0;           // bytes of the text handed out
  char16_t lead_ = 0;         // the first half of a pair
  uint64_t line_ = 1;
  bool first_ = true, at_end_ = false;
  std::optional<Error> error_;
};

}  // namespace

std::unique_ptr<InputStream> decoded_input(std::string name, std::unique_ptr<InputStream> source,
                                           const TextEncoding& encoding, size_t block_bytes) {
  if (*encoding.converter == '\0') return source;
  return std::make_unique<DecodedInput>(std::move(name), std::move(source), encoding, block_bytes);
}

}  // namespace standfast
