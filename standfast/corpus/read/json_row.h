// One line of JSON: an object whose wanted members are decoded and whose others are only checked.
// simdjson's on-demand parser does the work; what it leaves unchecked in values that nobody asks for
// (escapes, numbers, words) is checked here, so a broken line never passes for a good one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

struct JsonValue {
  enum class Kind { absent, null, text, number, boolean, list, object };
  Kind kind = Kind::absent;
  // text: decoded; number and boolean: as written; list: see `items`, and of a list of numbers within a list the
  // numbers with what stands between them ("0, 5"). Stands in the line that was parsed (or valid until the next parse, where that
  // had to be mended).
  std::string_view text;
  // For a list of scalars in a wanted member: its elements (kind text, number, boolean, null or list). Else empty.
  std::vector<JsonValue> items;
};

class JsonRowParser {
 public:
  // wanted: names of the members to decode; values() has one entry for each, in this order.
  explicit JsonRowParser(std::vector<std::string> wanted);
  ~JsonRowParser();

  // Calls body(text) in parse() as soon as that wanted member is decoded, before the rest of the line.
  void watch(size_t wanted, std::function<void(std::string_view text)> body);

  // mend: NaN and Infinity become null and lone surrogates U+FFFD, instead of being errors.
  // `line` is decoded in its own place, so that a long one is not held twice; 64 readable bytes must follow
  // it. Returns "" or what is wrong with the line, guessing the mistake.
  std::string parse(std::span<char> line, bool mend);

  const std::vector<std::string>& wanted() const;
  const std::vector<JsonValue>& values() const;
  bool mended() const;  // the last line needed mending
  // The last line is not UTF-8. If it was mended, its values stand elsewhere.
  bool bad_bytes() const;
  const std::vector<std::string>& names()
      const;                       // members seen so far, in order of appearance (at most 10,000)
  bool seen(size_t wanted) const;  // a line had this member

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a member holds, as far as a column can be judged by it.
enum class JsonForm : uint8_t {
  nothing,  // null, or a word that JSON does not know
  bare,     // a number, true or false
  text,
  texts,  // a list of texts, also an empty one
  nested  // any other list, or an object
};
// Of a column that has both.
JsonForm common_form(JsonForm a, JsonForm b);

// Is the text a number, true or false, as JSON writes them?
bool is_bare_json(std::string_view text);

// Members of an object line; empty if the line is not an object. `line` must be followed by 64 readable bytes.
struct JsonMember {
  std::string name;
  JsonForm form;
  bool scalar() const { return form <= JsonForm::text; }
};
std::vector<JsonMember> json_members(std::string_view line);

// Space alone: a line to pass over.
inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace standfast
