#include "cli/option_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast::cli {
namespace {

// "How often (1 to 9)".
std::string help_of(const OptionSpec& option) {
  std::string help = option.meaning;
  if (!help.empty() && help[0] >= 'a' && help[0] <= 'z') help[0] = static_cast<char>(help[0] - 'a' + 'A');
  const std::string range = option.range.in_words();
  return range.empty() ? help : fmt::format("{} ({})", help, range);
}

void declare_text(Args& args, const OptionSpec& option, const std::string& flag, std::string& target,
                  const std::string& help) {
  if (option.choices.empty())
    args.text_or_nothing(flag, target, help);
  else
    args.choice(flag, target, option.choices, help);
}

}  // namespace

void OptionFlags::declare(Args& args, const OptionSet& options) {
  options_ = options;
  if (!options.presets().empty()) {
    std::vector<std::string> names;
    for (const auto& preset : options.presets()) names.push_back(preset.name);
    args.text("--preset", preset_,
              fmt::format("Named values of the flags below; a flag that is given wins. One of: {}",
                          fmt::join(names, ", ")))
        .named(names);
  }
  for (const auto& option : options) {
    Flag& flag = flags_.emplace_back(Flag{option.name, option.default_value, {}});
    const std::string name = "--" + option.name, help = help_of(option);
    if (auto* yes = std::get_if<bool>(&flag.value))
      args.flag(name, *yes, help);
    else if (auto* number = std::get_if<double>(&flag.value))
      args.number(name, *number, help);
    else if (auto* count = std::get_if<int64_t>(&flag.value))
      args.count(name, *count, help);
    else if (auto* text = std::get_if<std::string>(&flag.value))
      declare_text(args, option, name, *text, help);
    flag.given = args.given(name);
  }
}

Result<Options> OptionFlags::resolved(const std::string& owner) const {
  std::map<std::string, OptionValue> given;
  for (const auto& flag : flags_)
    if (flag.given()) given[flag.name] = flag.value;
  SF_ASSIGN(const auto values, options_.preset(owner, preset_, given));
  SF_ASSIGN(Options options, Options::resolve(owner, options_, values));
  if (const auto good = options_.check(options); !good) return with_context(owner, good.error());
  return options;
}

}  // namespace standfast::cli
