#include "standfast/corpus/read/json_row.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr int kMaxDepth = 256;
constexpr size_t kMaxNames = 10000;
// A parser keeps buffers as large as its largest line. Lines above this length get a parser of their own,
// which is thrown away.
constexpr size_t kLongLine = size_t{1} << 20;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::string_view without_trailing_space(std::string_view s) {
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

// Matches numbers of RFC 8259, section 6.
bool is_number(std::string_view s) {
  size_t i = 0;
  const auto digits = [&] {
    const size_t from = i;
    while (i < s.size() && is_digit(s[i])) ++i;
    return i > from;
  };
  if (i < s.size() && s[i] == '-') ++i;
  if (i < s.size() && s[i] == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (i < s.size() && s[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    ++i;
    if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == s.size();
}

uint32_t hex4(const char* s) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = s[i];
    value = value << 4 | static_cast<uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return value;
}

bool is_high_surrogate(uint32_t c) {
  return c >= 0xd800 && c < 0xdc00;
}
bool is_low_surrogate(uint32_t c) {
  return c >= 0xdc00 && c < 0xe000;
}

// Decodes the text inside the quotes to `out`, which may be the place of `raw`: no escape is shorter than its
// decoded form. Lone surrogates become U+FFFD and set `lone`. Returns the length, or nullopt if an escape is
// not JSON.
std::optional<size_t> decode(std::string_view raw, char* out, bool& lone) {
  char* to = out;
  for (const char *from = raw.data(), *end = from + raw.size(); from < end;) {
    const auto* escape = static_cast<const char*>(std::memchr(from, '\\', static_cast<size_t>(end - from)));
    const auto plain = static_cast<size_t>((escape == nullptr ? end : escape) - from);
    if (to != from) std::memmove(to, from, plain);
    to += plain;
    if (escape == nullptr) break;
    if (escape + 1 >= end) return std::nullopt;
    from = escape + 2;
    static constexpr std::string_view kKinds = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (const size_t at = kKinds.find(escape[1]); at != std::string_view::npos) {
      *to++ = kMeanings[at];
      continue;
    }
    const auto unit_at = [&](const char* at) -> std::optional<uint32_t> {
      if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return std::nullopt;
      for (int k = 2; k < 6; ++k)
        if (!is_hex(at[k])) return std::nullopt;
      return hex4(at + 2);
    };
    const auto unit = unit_at(escape);
    if (!unit) return std::nullopt;
    from = escape + 6;
    uint32_t code = *unit;
    if (is_high_surrogate(code)) {
      if (const auto low = unit_at(from); low && is_low_surrogate(*low)) {
        code = 0x10000 + ((code - 0xd800) << 10) + (*low - 0xdc00);
        from += 6;
      }
    }
    const bool alone = code >= 0xd800 && code < 0xe000;
    lone |= alone;
    to += write_utf8(alone ? 0xfffd : code, to);
  }
  return static_cast<size_t>(to - out);
}

JsonForm form_of(ondemand::value& value) {
  ondemand::json_type type;
  if (value.type().get(type)) return JsonForm::nothing;
  switch (type) {
    case ondemand::json_type::string:
      return JsonForm::text;
    case ondemand::json_type::number:
    case ondemand::json_type::boolean:
      return JsonForm::bare;
    case ondemand::json_type::null:
      return JsonForm::nothing;
    case ondemand::json_type::array:
      break;
    default:
      return JsonForm::nested;
  }
  ondemand::array array;
  if (value.get_array().get(array)) return JsonForm::nested;
  JsonForm form = JsonForm::texts;
  for (auto element : array) {
    ondemand::json_type inner;
    if (element.type().get(inner) || inner != ondemand::json_type::string) form = JsonForm::nested;
  }
  return form;
}

// Returns the inside of a string token of simdjson: without the quotes and the white space behind it.
std::string_view inside_quotes(std::string_view token) {
  token = without_trailing_space(token);
  return token.size() >= 2 ? token.substr(1, token.size() - 2) : std::string_view();
}

}  // namespace

struct JsonRowParser::State {
  std::vector<std::string> wanted;
  std::vector<JsonValue> values;
  std::vector<bool> seen;
  std::vector<std::string> names;
  bool mend = false, mended = false, bad_bytes = false;
  bool is_long = false;      // strings are decoded in place, not in a buffer of the parser
  bool overwritten = false;  // a string of the line was decoded in place
  ondemand::parser parser;
  std::unique_ptr<ondemand::parser> long_parser;
  std::string repaired_line;

  // Keys as they stand in the file (escapes and all), and their decoded forms.
  static constexpr size_t kUnwanted = ~size_t{0};
  struct Key {
    std::string raw;
    size_t wanted;
  };
  std::vector<Key> keys;
  std::unordered_map<std::string, size_t> key_of;  // raw -> index into keys
  size_t expected = 0;                             // index of the key that followed this one last time
  size_t watched = kUnwanted - 1;
  std::function<void(std::string_view text)> on_watched;

  std::string problem;
  bool complain(std::string what) {
    if (problem.empty()) problem = std::move(what);
    return false;
  }
  bool complain(simdjson::error_code code) {
    switch (code) {
      case simdjson::UTF8_ERROR:
        return complain("the line is not valid UTF-8 (another encoding?)");
      case simdjson::UNESCAPED_CHARS:
        return complain("a control character stands unescaped in a string (a raw line break, tab or NUL?)");
      case simdjson::UNCLOSED_STRING:
        return complain("a string never closes (is the line cut off?)");
      case simdjson::STRING_ERROR:
        return complain("a string holds a wrong escape or half a surrogate pair");
      case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
        return complain("the object never closes, or text follows it (is the line cut off?)");
      default:
        return complain("not valid JSON (a missing comma, colon or quote?)");
    }
  }

  // Finds the key at `raw` (just behind its opening quote), within a line that ends at `end`.
  std::optional<size_t> find_key(const char* raw, const char* end) {
    const auto matches = [&](const std::string& key) {
      return static_cast<size_t>(end - raw) > key.size() && raw[key.size()] == '"' &&
             std::memcmp(raw, key.data(), key.size()) == 0;
    };
    if (expected < keys.size() && matches(keys[expected].raw)) return keys[expected++].wanted;
    const char* close = raw;
    while (close < end && *close != '"') close += *close == '\\' ? 2 : 1;
    if (close >= end) return std::nullopt;
    const std::string spelled(raw, close);
    const auto found = key_of.find(spelled);
    if (found != key_of.end()) {
      expected = found->second + 1;
      return keys[found->second].wanted;
    }
    std::string name = spelled;
    bool lone = false;
    const auto size = decode(spelled, name.data(), lone);
    if (!size || (lone && !mend)) return std::nullopt;
    name.resize(*size);
    size_t target = kUnwanted;
    for (size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i] == name) target = i;
    if (names.size() < kMaxNames || target != kUnwanted) {
      key_of.emplace(spelled, keys.size());
      keys.push_back({spelled, target});
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      expected = keys.size();
    }
    return target;
  }

  bool scalar(std::string_view token, JsonValue* target) {
    JsonValue value;
    if (is_number(token)) {
      if (target != nullptr) *target = {JsonValue::Kind::number, token, {}};
      return true;
    }
    if (token == "null") {
      value.kind = JsonValue::Kind::null;
    } else if (token == "true" || token == "false") {
      value = {JsonValue::Kind::boolean, token, {}};
    } else if (token == "NaN" || token == "Infinity" || token == "-Infinity") {
      if (!mend) return complain(fmt::format("{} is not JSON (Python writes it for missing numbers)", token));
      mended = true;
      value.kind = JsonValue::Kind::null;
    } else {
      return complain(
          fmt::format("\"{}\" is not a JSON value (a missing quote or comma? Python's True and None?)",
                      repair_utf8(token.substr(0, 20))));
    }
    if (target != nullptr) *target = std::move(value);
    return true;
  }

  bool string(ondemand::value& value, std::string_view token, JsonValue* target) {
    if (target != nullptr && !is_long) {
      target->kind = JsonValue::Kind::text;
      const auto error = value.get_string().get(target->text);
      if (error == simdjson::SUCCESS) return true;
      if (error != simdjson::STRING_ERROR || !mend) return complain(error);
      return string_in_place(inside_quotes(token), target);
    }
    // The string is taken out explicitly. If it were left to the iterator, a string before a colon would pass
    // for a key.
    ondemand::raw_json_string taken;
    if (const auto error = value.get_raw_json_string().get(taken)) return complain(error);
    return string_in_place(inside_quotes(token), target);
  }
  bool string_in_place(std::string_view raw, JsonValue* target) {
    // Unwanted strings are decoded in place too, which checks them. That is safe: the parser goes by the text
    // between strings.
    bool lone = false;
    const auto size = decode(raw, const_cast<char*>(raw.data()), lone);
    overwritten = true;
    if (!size || (lone && !mend)) return complain(simdjson::STRING_ERROR);
    mended |= lone;
    if (target != nullptr) *target = {JsonValue::Kind::text, raw.substr(0, *size), {}};
    return true;
  }

  // Checks a whole value, and decodes it where target is not null. items: true if a list may keep its
  // elements.
  bool walk(ondemand::value value, JsonValue* target, bool items, int depth) {
    if (depth > kMaxDepth) return complain(fmt::format("nested deeper than {}", kMaxDepth));
    const std::string_view token = value.raw_json_token();
    if (!token.empty() && token.front() == '"') return string(value, token, target);
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) {
      // The token is a word that JSON does not know, or there is no value at all.
      if (error != simdjson::TAPE_ERROR) return complain(error);
      return scalar(without_trailing_space(token), target);
    }
    if (target != nullptr) *target = {};
    switch (type) {
      case ondemand::json_type::array: {
        if (target != nullptr) target->kind = JsonValue::Kind::list;
        const bool keep = target != nullptr && items;
        ondemand::array array;
        if (const auto error = value.get_array().get(array)) return complain(error);
        const bool numbers = target != nullptr && !items;  // maybe a list of numbers in a kept list
        bool others = false;
        JsonValue number;
        for (auto element : array) {
          ondemand::value inner;
          if (const auto error = element.get(inner)) return complain(error);
          JsonValue* const to = keep ? &target->items.emplace_back() : numbers ? &number : nullptr;
          if (!walk(inner, to, false, depth + 1)) return false;
          if (!numbers) continue;
          others |= number.kind != JsonValue::Kind::number;
          if (others) continue;
          const char* const begin = target->text.empty() ? number.text.data() : target->text.data();
          target->text = {begin, static_cast<size_t>(number.text.data() + number.text.size() - begin)};
        }
        if (others) target->text = {};
        return true;
      }
      case ondemand::json_type::object: {
        if (target != nullptr) target->kind = JsonValue::Kind::object;
        ondemand::object object;
        if (const auto error = value.get_object().get(object)) return complain(error);
        for (auto field : object) {
          ondemand::value inner;
          std::string_view key;
          if (const auto error = field.error()) return complain(error);
          if (const auto error = field.unescaped_key().get(key)) {
            if (error != simdjson::STRING_ERROR || !mend) return complain(error);
            mended = true;
          }
          if (const auto error = field.value().get(inner)) return complain(error);
          if (!walk(inner, nullptr, false, depth + 1)) return false;
        }
        return true;
      }
      default:
        return scalar(without_trailing_space(token), target);
    }
  }

  std::string parse_row(std::string_view line, bool mend_it);

  bool parse(std::string_view line) {
    ondemand::parser* chosen = &parser;
    is_long = line.size() > kLongLine;
    if (is_long) {
      long_parser = std::make_unique<ondemand::parser>();
      chosen = long_parser.get();
    } else {
      long_parser.reset();
    }
    ondemand::document document;
    if (const auto error =
            chosen->iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document))
      return complain(error);
    ondemand::object object;
    if (const auto error = document.get_object().get(object)) {
      if (line.starts_with("["))
        return complain("a JSON list where an object was expected (jq -c '.[]' makes lines of a list)");
      if (error == simdjson::INCORRECT_TYPE) return complain("a JSON value where an object was expected");
      return complain(error);
    }
    const char* const end = line.data() + line.size();
    expected = 0;
    for (auto field : object) {
      ondemand::raw_json_string key;
      ondemand::value value;
      if (const auto error = field.key().get(key)) return complain(error);
      const auto target = find_key(key.raw(), end);
      if (!target) return complain(simdjson::STRING_ERROR);
      if (const auto error = field.value().get(value)) return complain(error);
      JsonValue* place = *target == kUnwanted ? nullptr : &values[*target];
      if (place != nullptr) seen[*target] = true;
      if (!walk(value, place, true, 1)) return false;
      if (*target == watched) on_watched(place->text);
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      return complain("text after the closing brace (two objects on one line?)");
    return true;
  }
};

JsonRowParser::JsonRowParser(std::vector<std::string> wanted) : state_(std::make_unique<State>()) {
  state_->values.resize(wanted.size());
  state_->seen.resize(wanted.size());
  state_->wanted = std::move(wanted);
}
JsonRowParser::~JsonRowParser() = default;

void JsonRowParser::watch(size_t wanted, std::function<void(std::string_view)> body) {
  state_->watched = wanted;
  state_->on_watched = std::move(body);
}

std::string JsonRowParser::parse(std::span<char> line, bool mend) {
  return state_->parse_row({line.data(), line.size()}, mend);
}

std::string JsonRowParser::State::parse_row(std::string_view line, bool mend_it) {
  const auto attempt = [&](std::string_view bytes) {
    for (auto& value : values) {
      value.kind = JsonValue::Kind::absent;
      value.text = {};
      value.items.clear();
    }
    problem.clear();
    return parse(bytes);
  };
  mend = mend_it;
  mended = overwritten = bad_bytes = false;
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  // If a string of the line was decoded in place, the line had already passed as UTF-8, and its bytes have
  // changed since.
  if (!attempt(line) && !overwritten && !is_valid_utf8(line)) {
    bad_bytes = true;
    if (!mend) {
      // Half a character may look like a quote or an escape.
      problem.clear();
      complain(simdjson::UTF8_ERROR);
      return problem;
    }
    const size_t size = (repaired_line = repair_utf8(line)).size();
    repaired_line.append(simdjson::SIMDJSON_PADDING, ' ');
    mended = true;
    attempt(std::string_view(repaired_line).substr(0, size));
  }
  return problem;
}

const std::vector<std::string>& JsonRowParser::wanted() const {
  return state_->wanted;
}
const std::vector<JsonValue>& JsonRowParser::values() const {
  return state_->values;
}
bool JsonRowParser::mended() const {
  return state_->mended;
}
bool JsonRowParser::bad_bytes() const {
  return state_->bad_bytes;
}
const std::vector<std::string>& JsonRowParser::names() const {
  return state_->names;
}
bool JsonRowParser::seen(size_t wanted) const {
  return state_->seen[wanted];
}

JsonForm common_form(JsonForm a, JsonForm b) {
  if (a == b || b == JsonForm::nothing) return a;
  if (a == JsonForm::nothing) return b;
  return a <= JsonForm::text && b <= JsonForm::text ? JsonForm::text : JsonForm::nested;
}

bool is_bare_json(std::string_view text) {
  return text == "true" || text == "false" || is_number(text);
}

std::vector<JsonMember> json_members(std::string_view line) {
  std::vector<JsonMember> members;
  ondemand::parser parser;
  ondemand::document document;
  ondemand::object object;
  if (parser.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document) ||
      document.get_object().get(object))
    return members;
  for (auto field : object) {
    std::string_view key;
    ondemand::value value;
    if (field.error() || field.unescaped_key().get(key) || field.value().get(value)) break;
    std::string name(key);
    members.push_back({std::move(name), form_of(value)});
  }
  return members;
}

}  // namespace standfast
