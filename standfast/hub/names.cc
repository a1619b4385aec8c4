#include "standfast/hub/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_';
}

bool is_hex(std::string_view text, size_t digits) {
  return text.size() == digits &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

Status check_model_name(const std::string& model) {
  const size_t slash = model.find('/');
  const auto is_part = [](std::string_view part) {
    return !part.empty() && part.front() != '-' && part.front() != '.' && part.back() != '-' &&
           part.back() != '.' && std::ranges::all_of(part, is_plain);
  };
  const std::string_view all = model;
  const bool good = slash == std::string::npos
                        ? is_part(all)
                        : is_part(all.substr(0, slash)) && is_part(all.substr(slash + 1));
  if (good && model.size() <= 200 && all.find("--") == std::string_view::npos &&
      all.find("..") == std::string_view::npos)
    return {};
  return usage_error(fmt::format(
      "\"{}\" is not the name of a model on the hub, such as sentence-transformers/all-MiniLM-L6-v2", model));
}

Status check_revision(const std::string& revision) {
  if (is_safe_path(revision) && revision.front() != '-') return {};
  return usage_error(
      fmt::format("\"{}\" is not a revision: a branch (main), a tag or a commit of 40 hex digits", revision));
}

bool is_commit(std::string_view text) {
  return is_hex(text, 40);
}
bool is_sha256(std::string_view text) {
  return is_hex(text, 64);
}

bool is_safe_path(std::string_view name) {
  if (name.empty() || name.size() > 1000 || !is_valid_utf8(name)) return false;
  if (std::ranges::any_of(name, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f' || c == '\\'; }))
    return false;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
    begin = end + 1;
  }
  return true;
}

bool is_safe_blob_name(std::string_view name) {
  return !name.empty() && name.size() <= 200 && name.front() != '.' && std::ranges::all_of(name, is_plain);
}

}  // namespace standfast
