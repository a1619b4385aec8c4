// Strata: documents that agree in their class and in the columns that a control matches (matched_control.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

// Among the columns to match this word is the length of the text in words, and no column.
inline constexpr std::string_view kLengthToMatch = "length";
// Lengths, and columns of numbers, are matched by fifths: the quantiles of all documents that are asked for.
inline constexpr uint32_t kMatchedBuckets = 5;

// Cuts classes into strata. classes: rows of the corpus; no row is in two. match: roles, categories, columns of
// numbers, or kLengthToMatch; each is one more thing in which the documents of a stratum agree. A document without a
// value agrees with those of its class that have none either. Strata are in the order of classes, and rows keep their
// order. Which documents stand together depends on neither. A data error where the corpus has no such column, or where
// it holds lists or texts. Without match: the classes themselves.
Result<std::vector<std::vector<uint32_t>>> strata_of(const Corpus& corpus,
                                                     std::vector<std::vector<uint32_t>> classes,
                                                     const std::vector<std::string>& match);

// "label, source and fifth of length": what the documents of a stratum agree in. target: the classes.
std::string words_of_strata(std::string_view target, const std::vector<std::string>& match);

// Documents in buckets by a number of theirs, such as their length: each bucket is a quantile.

// The bucket of each of `rows`, in their order: that of the quantile where its value begins, so that equal values stay
// together. With 0 buckets every value is one. Buckets are numbered from 0 in the order of values; there are at most
// `wanted`. values: by row of the corpus; those of `rows` are numbers. Does not depend on the order of rows.
std::vector<uint32_t> quantile_buckets(std::span<const uint32_t> rows, const std::vector<double>& values,
                                       uint32_t wanted);

}  // namespace standfast
