// Strata: sets of documents that agree in their class and in the columns that a control matches
// (matched_control.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// In a list of columns to match this word denotes the length of the text in words, not a column.
inline constexpr std::string_view kLengthToMatch = "length";
// Lengths and columns of numbers are matched by fifths: quantiles over all requested documents.
inline constexpr uint32_t kMatchedBuckets = 5;

// Partitions classes into strata. classes: disjoint lists of rows of the corpus. match: roles, categories,
// columns of numbers, or kLengthToMatch; the documents of a stratum agree in each of them. A document without
// a value agrees with the documents of its class that have none either. Strata are in the order of classes,
// and rows keep their order. The partition depends on neither order. Without match the classes themselves are
// returned. A data error if the corpus has no such column, or if the column holds lists or texts.
Result<std::vector<std::vector<uint32_t>>> strata_of(const Corpus& corpus,
                                                     std::vector<std::vector<uint32_t>> classes,
                                                     const std::vector<std::string>& match);

// Describes the properties that the documents of a stratum share: "label, source and fifth of length".
// target: the classes.
std::string words_of_strata(std::string_view target, const std::vector<std::string>& match);

// Returns the bucket (quantile) of each of `rows`, in their order. A document goes to the bucket where its
// value begins, so equal values stay together. With 0 buckets every distinct value is a bucket. Buckets are
// numbered from 0 in the order of values; there are at most `wanted`. values: by row of the corpus; the
// values of `rows` are numbers. The result does not depend on the order of rows.
std::vector<uint32_t> quantile_buckets(std::span<const uint32_t> rows, const std::vector<double>& values,
                                       uint32_t wanted);

}  // namespace standfast
