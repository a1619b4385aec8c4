#include "standfast/study/spec/auxiliary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {
namespace {

constexpr std::string_view kPrefix = "auxiliary:";

}  // namespace

const AuxiliarySpec* Auxiliaries::named(std::string_view value) const {
  if (!value.starts_with(kPrefix)) return nullptr;
  for (const auto& one : declared_)
    if (one.name == value.substr(kPrefix.size())) return &one;
  return nullptr;
}

Result<std::string> Auxiliaries::path(const OptionSpec& option, const std::string& value) {
  if (!value.starts_with(kPrefix)) return value;
  const std::string head = fmt::format("{} = {}", option.name, value);
  if (option.holds.empty())
    return usage_error(fmt::format(
        "{}: it reads no auxiliary file; give a path (./{} if the file is called so)", head, value));
  const std::string name = value.substr(kPrefix.size());
  std::vector<std::string> fitting;
  for (const auto& one : declared_)
    if (one.kind == option.holds) fitting.push_back(one.name);
  const AuxiliarySpec* const file = named(value);
  if (file != nullptr && file->kind == option.holds) {
    used_.insert(name);
    return file->path;
  }
  const std::string what = file == nullptr ? "no [[auxiliary]] has this name"
                                           : fmt::format("this file is of the kind {} where {} is needed",
                                                         file->kind, option.holds);
  if (fitting.empty())
    return usage_error(fmt::format("{}: {}; declare one with kind = \"{}\"", head, what, option.holds));
  const std::string hint = nearest_name(name, fitting);
  return usage_error(fmt::format("{}: {}{}", head, what,
                                 hint.empty() ? fmt::format(" (there are: {})", fmt::join(fitting, ", "))
                                              : fmt::format("; did you mean \"auxiliary:{}\"?", hint)));
}

std::optional<size_t> Auxiliaries::unused(const std::function<bool(const std::string&)>& is_read) const {
  for (size_t i = 0; i < declared_.size(); ++i)
    if (!used_.contains(declared_[i].name) && is_read(declared_[i].kind)) return i;
  return std::nullopt;
}

}  // namespace standfast
