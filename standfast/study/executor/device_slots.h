// Accelerators that a run may use, and their assignment to units.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Returns the names of `asked` devices: the first entries of the user's own CUDA_VISIBLE_DEVICES (`visible`)
// if it is set, else "0", "1" ... As CUDA reads the list, it ends at an empty entry or at a negative one.
// asked: nothing stands for 1, or 0 if the list is empty. A usage error for more than kMostDevices, a missing
// error if the list has fewer devices than are asked for.
Result<std::vector<std::string>> device_names(std::optional<uint64_t> asked,
                                              const std::optional<std::string>& visible);
// Returns the device names for this process, from its CUDA_VISIBLE_DEVICES.
Result<std::vector<std::string>> devices_here(std::optional<uint64_t> asked);

// Checks that the devices suffice for every model. A missing error names the first model that declares more
// devices than there are.
Status devices_suffice(const StudySpec& study, size_t devices);

// The devices of a run, each free or taken. The lowest free ones are given first.
class DeviceSlots {
 public:
  explicit DeviceSlots(std::vector<std::string> names) : names_(std::move(names)), taken_(names_.size()) {}

  int free() const;
  // Takes `count` free devices and returns their places; there must be as many.
  std::vector<size_t> take(int count);
  void give_back(const std::vector<size_t>& places);
  std::vector<std::string> names_of(const std::vector<size_t>& places) const;

 private:
  std::vector<std::string> names_;
  std::vector<bool> taken_;
};

}  // namespace standfast
