#include "standfast/base/catalog.h"

#include "standfast/base/child_program.h"
#include "standfast/base/split_command.h"

namespace standfast {

Status ComponentList::ready(std::string_view name, const Options& options) const {
  SF_ASSIGN(const ComponentInfo found, info(name));
  for (const auto& option : *found.options) {
    if (option.kind != OptionKind::command) continue;
    SF_ASSIGN(const auto words, split_command(options.text(option.name)));
    if (!words.empty()) SF_TRY(check_command(option.name, words));
  }
  return {};
}

}  // namespace standfast
