#include "standfast/study/executor/device_slots.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include <fmt/format.h>

namespace standfast {
namespace {

std::vector<std::string> entries_of(std::string_view visible) {
  std::vector<std::string> names;
  while (!visible.empty()) {
    const size_t end = std::min(visible.find(','), visible.size());
    std::string_view name = visible.substr(0, end);
    visible.remove_prefix(std::min(end + 1, visible.size()));
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (name.empty() || name.starts_with('-')) break;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  }
  return names;
}

}  // namespace

Result<std::vector<std::string>> device_names(std::optional<uint64_t> asked,
                                              const std::optional<std::string>& visible) {
  if (asked.value_or(0) > kMostDevices)
    return usage_error(fmt::format("--devices is 0 to {}, not {}", kMostDevices, *asked));
  if (!visible) {
    std::vector<std::string> names;
    for (uint64_t i = 0; i < asked.value_or(1); ++i) names.push_back(std::to_string(i));
    return names;
  }
  auto names = entries_of(*visible);
  if (asked.value_or(0) > names.size())
    return missing_error(
        fmt::format("--devices {}: CUDA_VISIBLE_DEVICES = \"{}\" lists {}", *asked, *visible, names.size()));
  names.resize(std::min<size_t>(asked.value_or(1), names.size()));
  return names;
}

Result<std::vector<std::string>> devices_here(std::optional<uint64_t> asked) {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return device_names(asked, visible == nullptr ? std::nullopt : std::optional<std::string>(visible));
}

Status devices_suffice(const StudySpec& study, size_t devices) {
  for (const auto& model : study.models) {
    if (model.devices <= devices) continue;
    const std::string needs = fmt::format("model \"{}\" needs {} device{}", model.name, model.devices,
                                          model.devices == 1 ? "" : "s");
    if (devices == 0)
      return missing_error(fmt::format(
          "{}, and this run may use none (--devices 0, or an empty CUDA_VISIBLE_DEVICES); give --devices {}, "
          "or leave the model out",
          needs, model.devices));
    return missing_error(
        fmt::format("{}, and this run may use {}; give --devices {}", needs, devices, model.devices));
  }
  return {};
}

int DeviceSlots::free() const {
  return static_cast<int>(std::count(taken_.begin(), taken_.end(), false));
}

std::vector<size_t> DeviceSlots::take(int count) {
  std::vector<size_t> places;
  for (size_t i = 0; i < taken_.size() && places.size() < static_cast<size_t>(count); ++i) {
    if (taken_[i]) continue;
    taken_[i] = true;
    places.push_back(i);
  }
  assert(places.size() == static_cast<size_t>(count));
  return places;
}

void DeviceSlots::give_back(const std::vector<size_t>& places) {
  for (const size_t place : places) taken_[place] = false;
}

std::vector<std::string> DeviceSlots::names_of(const std::vector<size_t>& places) const {
  std::vector<std::string> names;
  for (const size_t place : places) names.push_back(names_[place]);
  return names;
}

}  // namespace standfast
