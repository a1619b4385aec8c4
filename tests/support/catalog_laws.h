// The laws that every catalog obeys, whatever it lists.
#pragma once

#include <cmath>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "standfast/base/catalog.h"

namespace standfast::testing {

// Checks the laws. needed: for some components, values of options that have no default (a command, a file).
template <class Product, class Traits>
void expect_laws_of_catalog(const Catalog<Product, Traits>& catalog,
                            const std::map<std::string, std::map<std::string, OptionValue>>& needed = {}) {
  for (const auto& listed : catalog.entries()) {
    SCOPED_TRACE(catalog.family() + " " + listed.name);
    auto entry = listed;
    entry.make = [](const Options&) -> Result<std::unique_ptr<Product>> {
      ADD_FAILURE() << "built to be checked";
      return usage_error("built");
    };
    const Catalog<Product, Traits> checked(catalog.family(), {entry});
    const auto found = needed.find(entry.name);
    const auto given = found == needed.end() ? std::map<std::string, OptionValue>{} : found->second;
    // Defaults are allowed values.
    const auto defaults = checked.resolve(entry.name, given);
    ASSERT_TRUE(defaults) << defaults.error().message;
    EXPECT_TRUE(checked.check(entry.name, *defaults));
    // Each name and each trait occurs once and has a meaning.
    std::set<std::string> names;
    for (const auto& option : entry.options) {
      EXPECT_TRUE(names.insert(option.name).second) << option.name;
      EXPECT_FALSE(option.meaning.empty()) << option.name;
    }
    names.clear();
    for (const auto& trait : describe(entry.traits)) {
      EXPECT_TRUE(names.insert(std::string(trait.name)).second) << trait.name;
      EXPECT_FALSE(trait.meaning.empty()) << trait.name;
    }
    // A value out of range is refused, and the message names the option and the allowed range.
    for (const auto& option : entry.options) {
      const auto refuse = [&](double number) {
        auto wrong = given;
        if (std::holds_alternative<double>(option.default_value))
          wrong[option.name] = number;
        else
          wrong[option.name] = static_cast<int64_t>(number);
        const auto made = checked.resolve(entry.name, wrong);
        ASSERT_FALSE(made) << option.name << " = " << number;
        EXPECT_EQ(made.error().kind, ErrorKind::usage);
        EXPECT_NE(made.error().message.find(option.name + " = "), std::string::npos) << made.error().message;
        EXPECT_NE(made.error().message.find(option.range.in_words()), std::string::npos)
            << made.error().message;
      };
      if (std::isfinite(option.range.low) && !(option.range.or_zero && option.range.low == 1))
        refuse(option.range.above_low ? option.range.low : option.range.low - 1);
      if (std::isfinite(option.range.high))
        refuse(option.range.below_high ? option.range.high : option.range.high + 1);
    }
    // Presets use options of the component, with allowed values.
    for (const auto& preset : entry.options.presets()) {
      const auto made = checked.resolve(entry.name, given, preset.name);
      EXPECT_TRUE(made) << preset.name << ": " << (made ? "" : made.error().message);
      EXPECT_FALSE(preset.summary.empty()) << preset.name;
    }
  }
}

}  // namespace standfast::testing
