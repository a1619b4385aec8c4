#include "standfast/report/figure/palette.h"

#include <array>

#include <fmt/format.h>

namespace standfast::report {
namespace {

constexpr std::array kShifts = {"#d0670a", "#c0443f", "#8f742f", "#7d4b2a"};
constexpr std::array<const char*, kValueColors> kValues = {"#1b8f6e", "#7a5bc4", "#2489a5",
                                                           "#b8559a", "#5b8f1b", "#2f5d62"};

template <size_t n>
std::string variable(const char* name, const std::array<const char*, n>& colors, size_t i) {
  const size_t k = i % n;
  return fmt::format("var(--{}{},{})", name, k + 1, colors[k]);
}

bool is_control(const CorpusFindings& found, size_t condition) {
  return condition < found.controls.size() && found.controls[condition];
}

}  // namespace

std::string shift_color(size_t i) {
  return variable("shift", kShifts, i);
}

std::string value_color(size_t i) {
  return variable("value", kValues, i);
}

std::string condition_color(const CorpusFindings& found, size_t condition) {
  if (found.reference == condition) return reference_color();
  if (is_control(found, condition)) return control_color();
  size_t before = 0;
  for (size_t c = 0; c < condition; ++c) before += found.reference != c && !is_control(found, c);
  return shift_color(before);
}

}  // namespace standfast::report
