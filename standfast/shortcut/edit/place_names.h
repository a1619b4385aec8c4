// Names of countries and cities, for the category shortcut: disjoint lists for train and for test. Our own
// choice; the lists of Zhou et al. 2024 can be given by option.
#pragma once

#include <span>
#include <string_view>

namespace standfast {

std::span<const std::string_view> countries_of_train();
std::span<const std::string_view> countries_of_test();
std::span<const std::string_view> cities_of_train();
std::span<const std::string_view> cities_of_test();

}  // namespace standfast
