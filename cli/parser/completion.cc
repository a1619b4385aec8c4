#include "cli/parser/completion.h"

#include <algorithm>

namespace standfast::cli {

Completed completed_by(const OptionDescription& option) {
  switch (option.holds) {
    case Holds::choice:
    case Holds::name:
    case Holds::names:
      return Completed::words;
    case Holds::file:
    case Holds::path:
      return Completed::files;
    case Holds::folder:
      return Completed::folders;
    default:
      return Completed::nothing;
  }
}

std::string words_of_choices(const OptionDescription& option) {
  std::string words;
  for (const auto& choice : option.choices)
    if (choice.find_first_of(" '\"\\$`") == std::string::npos) words += (words.empty() ? "" : " ") + choice;
  return words;
}

std::string short_meaning(const std::string& meaning) {
  constexpr size_t kMost = 72;
  std::string line = meaning;
  std::ranges::replace(line, '\n', ' ');
  if (line.size() <= kMost) return line;
  const size_t space = line.rfind(' ', kMost);
  return line.substr(0, space == std::string::npos ? kMost : space) + " ...";
}

}  // namespace standfast::cli
