// How many documents of each class are tested: a share of all, with the class ratio of the sample or one's own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// n x parts / whole, halves to the even number as Python rounds them. whole > 0.
uint64_t nearest_even(uint64_t n, uint64_t parts, uint64_t whole);

// sizes: documents of each class, in the order of classes; test_parts: the share that is tested, in parts per
// million. ratios: of all documents, "hate=0.31", for all classes but one; that one takes the rest of 1. Without
// any the ratios are those of the sizes. Quotas are rounded class by class, so their sum may differ from the share of
// all by some documents. A data error where a class has fewer documents than its quota, or all quotas are 0; a usage
// error where the ratios are wrong.
Result<std::vector<uint32_t>> class_quotas(std::span<const std::string> names,
                                           std::span<const uint64_t> sizes, uint64_t test_parts,
                                           std::span<const std::string> ratios);

}  // namespace standfast
