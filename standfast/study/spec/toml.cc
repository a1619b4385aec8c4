#include "standfast/study/spec/toml.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/options.h"
#include "standfast/text/utf8.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// Some assertions of toml++ fail on malformed files ("[{model]]"), although it reports such files properly.
// Bad input must not abort the program.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

namespace standfast {
namespace {

// Conversion of TOML to ASCII. toml++ 3.3 treats some places as unreachable, but letters beyond ASCII do
// reach them, at any position in a file that is not TOML. So toml++ only ever gets ASCII: letters in strings
// are first written as escapes.

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

// Returns the same TOML, line by line, in ASCII. Usage errors ("file:line: ..."): not UTF-8; a letter beyond
// ASCII outside strings and comments; a key of more than 16 parts, or lists and tables nested more than 32
// deep (trees of toml++ are walked by recursion, and it accepts a key of 20,000 parts). Text that is not TOML
// for other reasons is still not TOML afterwards.
Result<std::string> toml_in_ascii(std::string_view text, const std::string& file) {
  if (!is_valid_utf8(text)) return usage_error(fmt::format("{}: not UTF-8 (is it a study?)", file));
  return Rewriter(text, file).run();
}

uint32_t line_of(const toml::source_region& region) {
  return region.begin.line;
}

Result<TomlValue> convert(const toml::node& node, uint32_t key_line, const std::string& file);

constexpr std::string_view kWindowsPath =
    " (a path of Windows? In double quotes a backslash begins an escape: write 'C:\\Users\\me' in single "
    "quotes, or \"C:/Users/me\")";

bool is_key_of_a_path(std::string_view key) {
  return key == "path" || key == "folder" || key == "ids" || key == "checkpoint";
}

Result<TomlTable> convert_table(const toml::table& table, const std::string& file) {
  TomlTable out;
  for (const auto& [key, node] : table) {
    SF_ASSIGN(auto value, convert(node, line_of(key.source()), file));
    // "data\new.csv" is valid TOML: \n is an escape, so the path has a line break.
    if (const auto* text = std::get_if<std::string>(&value.value);
        text != nullptr && is_key_of_a_path(key.str()) &&
        text->find_first_of("\b\t\n\f\r") != std::string::npos)
      return usage_error(fmt::format("{}:{}: {} has a line break, a tab or the like in it{}", file,
                                     value.line, key.str(), kWindowsPath));
    out.push_back({std::string(key.str()), std::move(value)});
  }
  // toml++ sorts by name; people read in the order of lines.
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.value.key_line < b.value.key_line; });
  return out;
}

Result<TomlValue> convert(const toml::node& node, uint32_t key_line, const std::string& file) {
  TomlValue out;
  out.line = line_of(node.source());
  out.key_line = key_line != 0 ? key_line : out.line;
  if (out.line == 0) out.line = out.key_line;
  if (const auto* b = node.as_boolean()) {
    out.value = b->get();
  } else if (const auto* i = node.as_integer()) {
    out.value = i->get();
  } else if (const auto* d = node.as_floating_point()) {
    out.value = d->get();
  } else if (const auto* s = node.as_string()) {
    out.value = s->get();
  } else if (const auto* a = node.as_array()) {
    TomlList list;
    for (const auto& item : *a) {
      SF_ASSIGN(auto value, convert(item, 0, file));
      list.push_back(std::move(value));
    }
    out.value = std::move(list);
  } else if (const auto* t = node.as_table()) {
    SF_ASSIGN(auto table, convert_table(*t, file));
    out.value = std::move(table);
  } else {
    return usage_error(
        fmt::format("{}:{}: dates and times are not used here (did you forget the quotes?)", file, out.line));
  }
  return out;
}

// Returns a hint where a line that is not TOML has a path of Windows in double quotes.
std::string hint_of_path(std::string_view text, uint32_t line) {
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  text = text.substr(0, text.find('\n'));
  const size_t quote = text.find('"');
  const bool drive = quote != std::string_view::npos && text.find('\\', quote) != std::string_view::npos;
  return std::string(drive ? kWindowsPath : "");
}

}  // namespace

Result<TomlTable> parse_toml(std::string_view text, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  SF_ASSIGN(const std::string ascii, toml_in_ascii(text, file));
  const toml::parse_result result = toml::parse(ascii, std::string_view(file));
  if (!result) {
    const auto& error = result.error();
    std::string what(error.description());
    std::replace(what.begin(), what.end(), '\n', ' ');
    const uint32_t line = line_of(error.source());
    return usage_error(fmt::format("{}:{}: not TOML: {}{}", file, line, what, hint_of_path(text, line)));
  }
  return convert_table(result.table(), file);
}

const char* toml_type_name(const TomlValue& value) {
  static constexpr const char* kNames[] = {"true or false", "a whole number", "a number",
                                           "text",          "a list",         "a table"};
  return kNames[value.value.index()];
}

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string{'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      out += c;
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !key.empty() && key.find_first_not_of(kBare) == std::string::npos ? key : quoted(key);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  const std::string text = to_string(OptionValue(number));
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

bool is_list_of_tables(const TomlValue& value) {
  const auto* list = std::get_if<TomlList>(&value.value);
  return list != nullptr && !list->empty() && std::ranges::all_of(*list, [](const TomlValue& one) {
           return std::holds_alternative<TomlTable>(one.value);
         });
}

void write_keys(const TomlTable& table, std::string& out) {
  for (const auto& [key, value] : table) out += fmt::format("{} = {}\n", key_text(key), write_toml(value));
}

}  // namespace

std::string write_toml(const TomlValue& value) {
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* whole = std::get_if<int64_t>(&value.value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value.value)) return number_text(*number);
  if (const auto* text = std::get_if<std::string>(&value.value)) return quoted(*text);
  std::string inside;
  if (const auto* list = std::get_if<TomlList>(&value.value)) {
    for (const auto& one : *list) inside += (inside.empty() ? "" : ", ") + write_toml(one);
    return "[" + inside + "]";
  }
  for (const auto& [key, one] : std::get<TomlTable>(value.value))
    inside += fmt::format("{}{} = {}", inside.empty() ? " " : ", ", key_text(key), write_toml(one));
  return inside.empty() ? "{}" : "{" + inside + " }";
}

// Keys of the file itself must stand before the first table.
std::string write_toml(const TomlTable& table) {
  TomlTable own;
  std::string tables;
  for (const auto& entry : table) {
    if (is_list_of_tables(entry.value)) {
      for (const auto& one : std::get<TomlList>(entry.value.value)) {
        tables += fmt::format("\n[[{}]]\n", key_text(entry.key));
        write_keys(std::get<TomlTable>(one.value), tables);
      }
    } else if (const auto* inner = std::get_if<TomlTable>(&entry.value.value)) {
      tables += fmt::format("\n[{}]\n", key_text(entry.key));
      write_keys(*inner, tables);
    } else {
      own.push_back(entry);
    }
  }
  std::string out;
  write_keys(own, out);
  return out + tables;
}

}  // namespace standfast
