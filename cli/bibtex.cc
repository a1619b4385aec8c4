#include "cli/bibtex.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace standfast::cli {
namespace {

// Characters that mean something to TeX, as themselves.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      out += fmt::format("\\{}{{}}", c);
    else
      out += c;
  }
  return out;
}

std::string key_of(const CitedMethod& method) {
  std::string key = method.family + "-" + method.name;
  std::ranges::replace_if(
      key, [](char c) { return c == ' ' || c == ',' || c == '@'; }, '-');
  return key;
}

}  // namespace

std::string bibtex_of(const std::vector<CitedMethod>& methods) {
  std::string out;
  std::vector<std::string_view> said;
  for (const auto& method : methods) {
    if (std::ranges::find(said, method.citation) != said.end()) continue;
    said.push_back(method.citation);
    const std::string key = key_of(method);
    out += fmt::format("\n@misc{{{},\n  key = {{{}}},\n  note = {{{}}},\n}}\n", key, key,
                       escaped(method.citation));
  }
  return out;
}

}  // namespace standfast::cli
