// A parser of lines of JSON, each an object whose wanted members are decoded and whose others are only
// checked. simdjson's on-demand parser does the work; it leaves the contents of unwanted values (escapes,
// numbers, words) unchecked, so they are checked here, and a broken line never passes for a good one.
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
  // text: decoded; number and boolean: as written; list: see `items`; a list of numbers within a list: the
  // numbers with the text between them ("0, 5"). A view into the line that was parsed (or valid until the
  // next parse, where that had to be mended).
  std::string_view text;
  // The elements of a list of scalars in a wanted member (kind text, number, boolean, null or list). Else
  // empty.
  std::vector<JsonValue> items;
};

class JsonRowParser {
 public:
  // wanted: names of the members to decode; values() has one entry for each, in this order.
  explicit JsonRowParser(std::vector<std::string> wanted);
  ~JsonRowParser();

  // Calls body(text) in parse() as soon as that wanted member is decoded, before the rest of the line.
  void watch(size_t wanted, std::function<void(std::string_view text)> body);

  // Parses a line. mend: NaN and Infinity become null and lone surrogates U+FFFD, instead of being errors.
  // `line` is decoded in its own place, so that a long one is not held twice; 64 readable bytes must follow
  // it. Returns "" or what is wrong with the line, guessing the mistake.
  std::string parse(std::span<char> line, bool mend);

  const std::vector<std::string>& wanted() const;
  const std::vector<JsonValue>& values() const;
  bool mended() const;  // the last line needed mending
  // Returns whether the last line is not UTF-8. If it was mended, its values stand elsewhere.
  bool bad_bytes() const;
  const std::vector<std::string>& names()
      const;                       // members seen so far, in order of appearance (at most 10,000)
  bool seen(size_t wanted) const;  // a line had this member

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The content of a member, as far as a column can be judged by it.
enum class JsonForm : uint8_t {
  nothing,  // null, or a word that is no JSON
  bare,     // a number, true or false
  text,
  texts,  // a list of texts, also an empty one
  nested  // any other list, or an object
};
// Returns the form of a column that has both.
JsonForm common_form(JsonForm a, JsonForm b);

// Returns whether the text is a number, true or false, as JSON writes them.
bool is_bare_json(std::string_view text);

// The members of an object line; none if the line is not an object. `line` must be followed by 64 readable
// bytes.
struct JsonMember {
  std::string name;
  JsonForm form;
  bool scalar() const { return form <= JsonForm::text; }
};
std::vector<JsonMember> json_members(std::string_view line);

// Returns whether the line holds white space alone and is to be passed over.
inline bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace standfast
