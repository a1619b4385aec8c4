#include "standfast/study/spec/auxiliary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/feature/document/function_words.h"

namespace standfast {
namespace {

constexpr std::string_view kPrefix = "auxiliary:";

Result<uint64_t> count_words(const std::string& path) {
  SF_ASSIGN(const auto words, read_word_list(path));
  return words.size();
}

}  // namespace

// To add a kind: its reader, a line here, and the options that read it (OptionTable::Row::holds).
const std::vector<AuxiliaryKind>& auxiliary_kinds() {
  static const std::vector<AuxiliaryKind> kinds = {{std::string(kWordListKind), "words", count_words}};
  return kinds;
}

const AuxiliaryKind* find_auxiliary_kind(std::string_view name) {
  for (const auto& kind : auxiliary_kinds())
    if (kind.name == name) return &kind;
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
  const AuxiliarySpec* named = nullptr;
  for (const auto& one : declared_) {
    if (one.kind == option.holds) fitting.push_back(one.name);
    if (one.name == name) named = &one;
  }
  if (named != nullptr && named->kind == option.holds) {
    used_.insert(name);
    return named->path;
  }
  const std::string what = named == nullptr
                               ? "no [[auxiliary]] has this name"
                               : fmt::format("it reads a {}, and this is a {}", option.holds, named->kind);
  if (fitting.empty())
    return usage_error(fmt::format("{}: {}; declare one with kind = \"{}\"", head, what, option.holds));
  const std::string hint = nearest_name(name, fitting);
  return usage_error(fmt::format("{}: {}{}", head, what,
                                 hint.empty() ? fmt::format(" (there are: {})", fmt::join(fitting, ", "))
                                              : fmt::format("; did you mean \"auxiliary:{}\"?", hint)));
}

std::optional<size_t> Auxiliaries::unused() const {
  for (size_t i = 0; i < declared_.size(); ++i)
    if (!used_.contains(declared_[i].name)) return i;
  return std::nullopt;
}

}  // namespace standfast
