// Quotas of the test side: the number of test documents of each class, as a share of all documents, with the
// class ratio of the sample or a given one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Returns n x parts / whole, rounded to the nearest integer; halves go to the even number, as in Python.
// Requires whole > 0.
uint64_t nearest_even(uint64_t n, uint64_t parts, uint64_t whole);

// Computes the quota of each class. sizes: documents of each class, in the order of classes; test_parts: the
// share of test documents, in parts per million. ratios: the target class ratios, as "hate=0.31", for all
// classes but one, which takes the rest of 1; empty: the ratios of the sizes. Quotas are rounded class by
// class, so their sum may differ from the share of all documents by some documents. A data error if a class
// has fewer documents than its quota, or if all quotas are 0; a usage error if the ratios are invalid.
Result<std::vector<uint32_t>> class_quotas(std::span<const std::string> names,
                                           std::span<const uint64_t> sizes, uint64_t test_parts,
                                           std::span<const std::string> ratios);

}  // namespace standfast
