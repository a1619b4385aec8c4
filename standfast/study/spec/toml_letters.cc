#include "standfast/study/spec/toml_letters.h"

#include <cstdint>

#include <fmt/format.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kMostKeyParts = 16, kMostNested = 32;

// Returns the quotes that open a string at the start of `rest`; empty if there are none.
std::string_view opening_quote(std::string_view rest) {
  for (const std::string_view quote : {R"(""")", "'''", "\"", "'"})
    if (rest.starts_with(quote)) return quote;
  return {};
}

class Rewriter {
 public:
  Rewriter(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Result<std::string> run() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        comment();
      } else if (const auto quote = opening_quote(text_.substr(at_)); !quote.empty()) {
        SF_TRY(string(quote));
      } else if (!is_ascii(text_[at_])) {
        return complaint("a letter beyond ASCII outside quotes (did you forget the quotes?)");
      } else {
        SF_TRY(look_at_depth(text_[at_]));
        copy();
      }
    }
    return std::move(out_);
  }

 private:
  void copy() {
    line_ += text_[at_] == '\n';
    out_ += text_[at_++];
  }

  // Checks the depth, for a character outside strings and comments.
  Status look_at_depth(char c) {
    if (c == '.') {
      if (++dots_ >= kMostKeyParts)
        return complaint(fmt::format("a key of more than {} parts", kMostKeyParts));
      return {};
    }
    const bool opens = c == '[' || c == '{', closes = c == ']' || c == '}';
    if (opens || closes || c == '=' || c == ',' || c == '\n') dots_ = 0;
    if (opens && ++open_ > kMostNested)
      return complaint(fmt::format("lists or tables nested deeper than {}", kMostNested));
    if (closes && open_ > 0) --open_;
    return {};
  }

  void comment() {
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) out_ += is_ascii(text_[at_]) ? text_[at_] : '?';
  }

  // Copies a string up to its closing quotes. If they are missing, copies up to the place where the parser
  // notices that.
  Status string(std::string_view quote) {
    const bool literal = quote.front() == '\'', is_long = quote.size() == 3;
    size_t end = at_ + quote.size();
    for (; end < text_.size(); ++end) {
      if (!is_long && text_[end] == '\n') break;
      if (!literal && text_[end] == '\\') {
        if (end + 1 < text_.size() && !is_ascii(text_[end + 1]))
          return complaint("a backslash before a letter beyond ASCII");
        if (end + 1 < text_.size() && text_[end + 1] != '\n') ++end;
      } else if (text_.substr(end).starts_with(quote)) {
        break;
      }
    }
    const std::string_view inside = text_.substr(at_ + quote.size(), end - at_ - quote.size());
    bool ascii = true;
    for (const char c : inside) ascii = ascii && is_ascii(c);
    const bool closed = end < text_.size() && text_[end] != '\n';
    // Literal strings have no escapes. A literal string that needs them becomes a basic string.
    const bool convert = literal && !ascii && closed;
    const std::string_view new_quote = !convert ? quote : is_long ? R"(""")" : "\"";
    out_ += new_quote;
    for (size_t i = 0; i < inside.size();) {
      line_ += inside[i] == '\n';
      if (is_ascii(inside[i])) {
        if (convert && (inside[i] == '"' || inside[i] == '\\')) out_ += '\\';
        out_ += inside[i++];
      } else {
        out_ += fmt::format("\\U{:08X}", static_cast<uint32_t>(next_code_point(inside, i)));
      }
    }
    at_ = end;
    if (!closed) return {};
    at_ += quote.size();
    out_ += new_quote;
    // One or two more quotes before the closing three belong to the string: """"a"""" ends in a quote.
    for (int more = 0; is_long && more < 2 && at_ < text_.size() && text_[at_] == quote.front();
         ++more, ++at_)
      out_.insert(convert ? out_.size() - 3 : out_.size(), 1, quote.front());
    return {};
  }

  Failure complaint(std::string_view what) const {
    return usage_error(fmt::format("{}:{}: not TOML: {}", file_, line_, what));
  }

  std::string_view text_;
  const std::string& file_;
  std::string out_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t dots_ = 0;  // dots since a key may have begun
  size_t open_ = 0;  // open brackets and braces
};

}  // namespace

Result<std::string> toml_in_ascii(std::string_view text, const std::string& file) {
  if (!is_valid_utf8(text)) return usage_error(fmt::format("{}: not UTF-8 (is it a study?)", file));
  return Rewriter(text, file).run();
}

}  // namespace standfast
