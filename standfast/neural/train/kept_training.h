// The state of a training that goes on after a kill: in one file of a scratch folder, whole or not at all.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// Numbers as they lie in memory, for digests and files.
template <class Numbers>
std::string_view bytes_of(const Numbers& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0])};
}

// header: what is small. numbers: everything else, in an order that the reader knows.
Status keep_training(const std::string& scratch, const std::string& key, const nlohmann::ordered_json& header,
                     std::span<const std::span<float>> numbers);
// Fills `numbers`, which have the sizes of those that were kept, and returns the header; nothing if there is no such file or it
// is damaged: then numbers stay.
std::optional<nlohmann::ordered_json> kept_training(const std::string& scratch, const std::string& key,
                                                    std::span<const std::span<float>> numbers);

}  // namespace standfast
