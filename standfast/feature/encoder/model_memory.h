// Estimation of the memory that a pretrained model takes.
#pragma once

#include <cstdint>
#include <string>

namespace standfast {

// The memory beside the weights: the tokenizer, the texts of a batch as tokens, their intermediate vectors.
inline constexpr uint64_t kModelMarginBytes = uint64_t{32} << 20;

// Estimates the bytes for a model of Hugging Face: its weights as they lie in their files, which are mapped
// while they are read, and as floats; and the margin. 0 if the path is no such folder, or its weights cannot
// be read. Measured: all-MiniLM-L6-v2 (91 MB of float32) took 185 MB, with one thread and two, for short and
// for long texts.
uint64_t memory_of_model(const std::string& folder);

}  // namespace standfast
