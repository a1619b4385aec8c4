#include "standfast/split/latent/class_quotas.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/split/folds.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr uint64_t kMillion = 1'000'000;

// Parses the ratio of each class into parts per million.
Result<std::vector<uint64_t>> parsed(std::span<const std::string> names,
                                     std::span<const std::string> ratios) {
  std::vector<std::optional<uint64_t>> given(names.size());
  uint64_t sum = 0;
  for (const std::string& ratio : ratios) {
    const size_t sign = ratio.rfind('=');
    double number = 0;
    const char* const end = ratio.data() + ratio.size();
    if (sign == std::string::npos || sign + 1 == ratio.size())
      return usage_error(fmt::format("class-ratios: \"{}\" is no ratio of a class, such as \"{}=0.3\"", ratio,
                                     printable_line(names[0])));
    const auto read = std::from_chars(ratio.data() + sign + 1, end, number);
    if (read.ec != std::errc() || read.ptr != end || !(number >= 0 && number <= 1))
      return usage_error(fmt::format("class-ratios: \"{}\": a ratio is a number from 0 to 1", ratio));
    const std::string name = ratio.substr(0, sign);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto hint = nearest_name(name, {names.begin(), names.end()});
      return usage_error(fmt::format("class-ratios: no document has the class \"{}\"{}", name,
                                     hint.empty() ? "" : fmt::format("; did you mean \"{}\"?", hint)));
    }
    auto& place = given[static_cast<size_t>(found - names.begin())];
    if (place) return usage_error(fmt::format("class-ratios: \"{}\" is named twice", name));
    place = parts_per_million(number);
    sum += *place;
  }
  if (ratios.size() + 1 != names.size())
    return usage_error(fmt::format(
        "class-ratios: {} of {} classes are given; give all but one, which takes the rest (classes: {})",
        ratios.size(), names.size(), fmt::join(names, ", ")));
  if (sum > kMillion)
    return usage_error(
        fmt::format("class-ratios: they add up to {}, more than 1", static_cast<double>(sum) / 1e6));
  std::vector<uint64_t> parts;
  for (const auto& one : given) parts.push_back(one.value_or(kMillion - sum));
  return parts;
}

}  // namespace

uint64_t nearest_even(uint64_t n, uint64_t parts, uint64_t whole) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{n} * parts, below = product / whole, twice = 2 * (product % whole);
  return static_cast<uint64_t>(below) + (twice > whole || (twice == whole && below % 2 == 1) ? 1 : 0);
}

Result<std::vector<uint32_t>> class_quotas(std::span<const std::string> names,
                                           std::span<const uint64_t> sizes, uint64_t test_parts,
                                           std::span<const std::string> ratios) {
  const uint64_t n = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  std::vector<uint32_t> quotas;
  std::vector<uint64_t> parts;
  if (!ratios.empty()) {
    SF_ASSIGN(parts, parsed(names, ratios));
  }
  for (size_t c = 0; c < sizes.size(); ++c) {
    const uint64_t quota = ratios.empty() ? nearest_even(sizes[c], test_parts, kMillion)
                                          : nearest_even(n, test_parts * parts[c], kMillion * kMillion);
    if (quota > sizes[c])
      return data_error(
          fmt::format("{} documents of \"{}\" are wanted for the test side, and there are {}; take a "
                      "smaller ratio of this class or a smaller test share",
                      quota, printable_line(names[c]), sizes[c]));
    quotas.push_back(static_cast<uint32_t>(quota));
  }
  if (std::ranges::all_of(quotas, [](uint32_t quota) { return quota == 0; }))
    return data_error(fmt::format(
        "a share of {} is not one document of any class of {} documents; take a larger test share",
        static_cast<double>(test_parts) / 1e6, n));
  return quotas;
}

}  // namespace standfast
