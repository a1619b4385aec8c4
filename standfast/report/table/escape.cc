#include "standfast/report/table/escape.h"

#include <cstddef>

#include <unicode/uchar.h>

#include "standfast/text/normal_form.h"
#include "standfast/text/printable.h"
#include "standfast/text/unicode.h"

namespace standfast::report {
namespace {

// Returns true for control characters other than tab and line ends. They may occur in names, such as labels.
// A page shows nothing for them or becomes invalid, LaTeX stops, and a terminal obeys them.
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

bool is_right_to_left(CodePoint c) {
  if (c < 0x590) return false;
  const UCharDirection direction = u_charDirection(static_cast<UChar32>(c));
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

// Isolates each run of right-to-left text between U+2068 and U+2069, so that it does not reorder neighbouring
// numbers and signs, and shows bidirectional control characters as escapes. Other text is returned unchanged.
std::string_view isolate_right_to_left(std::string_view text, std::string& store) {
  if (is_all_ascii(text)) return text;
  store.clear();
  const std::string shown = printable(text);
  for (size_t at = 0; at < shown.size();) {
    const size_t begin = at;
    if (!is_right_to_left(next_code_point(shown, at))) {
      store.append(shown, begin, at - begin);
      continue;
    }
    size_t end =
        at;  // behind the last letter of the stretch; white space and marks between two letters belong to it
    for (size_t ahead = at; ahead < shown.size();) {
      const CodePoint c = next_code_point(shown, ahead);
      if (is_right_to_left(c) || u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK)
        end = ahead;
      else if (!is_space(c))
        break;
    }
    store += "\u2068";
    store.append(shown, begin, end - begin);
    store += "\u2069";
    at = end;
  }
  return store;
}

std::string escaped_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (is_control(c))
          out += "\xEF\xBF\xBD";
        else
          out += c;
    }
  }
  return out;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string isolated;
  return escaped_html(isolate_right_to_left(text, isolated));
}

std::string escape_html_part(std::string_view text) {
  return is_all_ascii(text) ? escaped_html(text) : escaped_html(printable(text));
}

std::string escape_json_for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else if (c == '\xE2' && (json.substr(i, 3) == "\xE2\x80\xA8" || json.substr(i, 3) == "\xE2\x80\xA9")) {
      out += json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string escape_latex(std::string_view given) {
  std::string out;
  const std::string text = is_all_ascii(given) ? std::string(given) : printable(given);
  for (const char c : text) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        out += c;
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '<':
        out += "\\textless{}";
        break;
      case '>':
        out += "\\textgreater{}";
        break;
      case '|':
        out += "\\textbar{}";
        break;
      case '"':
        out += "{\\char34}";  // \textquotedbl stops a document in LaTeX's default encoding, OT1
        break;
      case '\n':
      case '\r':
      case '\t':
        out += ' ';
        break;
      default:
        out += is_control(c) ? ' ' : c;
    }
  }
  return out;
}

}  // namespace standfast::report
