#include "standfast/base/json_text.h"

#include "standfast/base/json.h"

namespace standfast {

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void append_json_string(std::string& to, std::string_view text) {
  to += '"';
  append_json_escaped(to, text);
  to += '"';
}

void append_json_escaped(std::string& to, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  size_t from = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
    to.append(text, from, i - from);
    from = i + 1;
    to += '\\';
    switch (c) {
      case '"':
        to += '"';
        break;
      case '\\':
        to += '\\';
        break;
      case '\b':
        to += 'b';
        break;
      case '\f':
        to += 'f';
        break;
      case '\n':
        to += 'n';
        break;
      case '\r':
        to += 'r';
        break;
      case '\t':
        to += 't';
        break;
      default:
        to += "u00";
        to += kHex[c >> 4];
        to += kHex[c & 15];
    }
  }
  to.append(text, from);
}

}  // namespace standfast
