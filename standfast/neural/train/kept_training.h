// The stored state of a training, from which it resumes after a kill: one file of a scratch folder, written
// atomically.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/base/stop.h"

namespace standfast {

// Returns numbers as the bytes in memory, for digests and files.
template <class Numbers>
std::string_view bytes_of(const Numbers& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0])};
}

// Stores a state. key: identifies the inputs of the training. It is part of the state; a state with another
// key is ignored. header: the small values. numbers: everything else, in an order that the reader knows.
Status keep_training(const std::string& scratch, const std::string& key, const nlohmann::ordered_json& header,
                     std::span<const std::span<float>> numbers);
// Fills `numbers`, which have the stored sizes, and returns the header; nothing if there is no such file or
// it is damaged: then numbers stay unchanged.
std::optional<nlohmann::ordered_json> kept_training(const std::string& scratch, const std::string& key,
                                                    std::span<const std::span<float>> numbers);

// Returns whether a file of a scratch folder, by its name, is the state of a training.
bool is_training_state(std::string_view name);

// Defers a stop request (base/stop.h) to the next boundary between two updates, where the state is saved.
// During its lifetime, loops of this thread do not stop midway, since half an update cannot be saved.
class StopsBetween {
 public:
  // scratch: if "", no state is saved and loops may stop anywhere.
  explicit StopsBetween(const std::string& scratch)
      : asked_(scratch.empty() ? nullptr : stop_flag()), masked_(scratch.empty() ? stop_flag() : nullptr) {}
  bool asked() const { return asked_ != nullptr && *asked_; }

 private:
  const std::atomic<bool>* asked_;
  StopWhen masked_;
};

// Logs that a training resumes, at level debug, which unit records omit: a resumed training leaves the same
// bytes as an uninterrupted one.
void tell_it_goes_on(Sink& sink, uint64_t updates, uint64_t planned);

}  // namespace standfast
