// Cross-entropies under the fixed-order PPM model without escape probabilities, for many pairs of texts at
// once.
//
// The model (specification: the compression baseline of PAN's verification tasks, after Teahan and Harper
// 2003, "Using compression-based language models for text categorization"): reading a text, count each
// character after each of its contexts of 0..order characters, and let p(c | context) be count / total in the
// longest context in which c was seen after it. Contexts are cut at the start of the text. A character never
// seen costs log2(256) = 8 bits. No probability is reserved for escapes, so the probabilities sum to more
// than 1; `ppm_contexts.h` has the true PPM.
//
// Method. A context followed by c is an n-gram ending in c. So for each position of text B only three numbers
// are needed: the length of the longest suffix (at most order + 1 characters) of B up to here that occurs in
// A, how often it occurs there, and how often it occurs without its last character. Each text is therefore
// indexed once by sorting its positions by the reversed 6-gram that ends there; all counts of orders 0..5
// follow from one pass over the sorted grams. Two indexes are then merged, which answers both directions for
// every gram at once. There is no hash table and nothing to clear, and a text's index serves all its
// partners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "standfast/base/sink.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr int kPpmLongestOrder = 5;
inline constexpr double kPpmUnseenBits = 8;  // log2 of the nominal alphabet of 256

struct PpmMatchOptions {
  int order = kPpmLongestOrder;  // longest context in characters, 0..5
  int threads = 1;
  uint64_t memory_budget = uint64_t{512} << 20;  // Limit in bytes for indexes. Texts that do not fit together
                                                 // are indexed again for each group of partners. Does not
                                                 // change results.
};

// Computes cross-entropies. out: pairs.size() x 2; row i of pair (a, b) holds bits per code point of text b
// under the model of text a, then of a under the model of b; NaN if the measured text is empty. The same
// bytes for any threads and memory budget.
void ppm_cross_entropies(std::span<const std::string_view> texts,
                         std::span<const std::pair<uint32_t, uint32_t>> pairs, const PpmMatchOptions& options,
                         Sink& sink, DenseMatrix& out);

}  // namespace standfast
