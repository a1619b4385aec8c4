#include "standfast/base/sealed.h"

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"

namespace standfast {
namespace {

constexpr size_t kSealDigits = 64;

// The bytes before and after the digits of a seal, and the end of the text before it was sealed.
struct Form {
  std::string_view before, after, rest;
};
constexpr Form kMember{",\n \"seal\": \"", "\"\n}\n", "\n}\n"};
constexpr Form kLine{"{\"seal\": \"", "\"}\n", ""};

std::string sealed(std::string text, const Form& form) {
  const std::string digest = sha256_hex(text);
  text.resize(text.size() - form.rest.size());
  return text.append(form.before).append(digest).append(form.after);
}

Result<std::string> unsealed(std::string_view text, const Form& form) {
  if (text.empty()) return data_error("it is empty");
  if (text.find("\r\n") != std::string_view::npos)
    return data_error(
        "its line ends were changed to CRLF (by git? Then \"* -text\" in .gitattributes prevents it)");
  if (text.find(form.before) == std::string_view::npos)
    return data_error("it has no seal: it was cut, edited, or written by an earlier version");
  const auto changed = [] { return data_error("it was changed after it was written (its seal differs)"); };
  const size_t size = form.before.size() + kSealDigits + form.after.size();
  if (text.size() < size) return changed();
  const size_t at = text.size() - size;
  if (text.substr(at, form.before.size()) != form.before || !text.ends_with(form.after)) return changed();
  std::string body = std::string(text.substr(0, at)) + std::string(form.rest);
  if (sha256_hex(body) != text.substr(at + form.before.size(), kSealDigits)) return changed();
  return body;
}

}  // namespace

std::string file_text(const nlohmann::ordered_json& json) {
  return json_text(json, 1) + "\n";
}

std::string sealed_text(const nlohmann::ordered_json& json) {
  return sealed(file_text(json), kMember);
}
std::string sealed_lines(std::string lines) {
  return sealed(std::move(lines), kLine);
}

Result<std::string> unsealed_text(std::string_view text) {
  return unsealed(text, kMember);
}
Result<std::string> unsealed_lines(std::string_view text) {
  return unsealed(text, kLine);
}

bool seems_sealed(std::string_view text) {
  return text.find(kMember.before) != std::string_view::npos;
}

}  // namespace standfast
