// Topic vectors: the mean of a topic's document vectors, each brought to unit length first; the mean is not
// normalised again. (Sawatphol et al. 2024, equation 1.) A zero document counts as a document and stays zero.
//
// The terms of each sum are first rounded to a grid so coarse that no addition rounds (2^-42 for topics of up
// to 1,024 documents), so the sums are exact: the same for any order of documents and any number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/feature/topic/topic_similarity.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Computes the means. documents: one row per document; topic_of[i]: topic code of row i, kMissing for none;
// topics: number of codes. Result: topics rows; zero where a topic has no document.
CsrMatrix topic_means(const CsrMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                      int threads = 1);

// Computes the same over dense vectors of `columns` numbers each, row-major. A vector with a number that is
// not finite counts as zero: readers of vectors refuse such numbers.
DenseMatrix topic_means(std::span<const float> documents, size_t columns, std::span<const uint32_t> topic_of,
                        uint32_t topics, int threads = 1);

DenseMatrix topic_means(const FloatMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads = 1);
DenseMatrix topic_means(const DenseMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads = 1);

// Computes the median of each coordinate over the topic's documents, each brought to unit length first; of an
// even number the mean of the two in the middle.
CsrMatrix topic_medians(const CsrMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                        int threads = 1);
DenseMatrix topic_medians(const FloatMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                          int threads = 1);
DenseMatrix topic_medians(const DenseMatrix& documents, std::span<const uint32_t> topic_of, uint32_t topics,
                          int threads = 1);

}  // namespace standfast
