// The documents of a sample as input of latent feature splits, in the order of their ids, each with its class
// and its vector; and cosines of such vectors. Because of that order, the order of the corpus changes neither
// clusters nor draws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/num/kernel/dense.h"
#include "standfast/split/splitter.h"

namespace standfast {

// The documents, their classes and vectors. A place is the index of a document in these lists.
struct LatentDocuments {
  std::vector<uint32_t> rows;        // of the corpus, by id
  std::vector<uint32_t> class_of;    // by place
  std::vector<std::string> classes;  // names, in the order of classes; at least one
  std::vector<uint64_t> sizes;       // documents of each class
  FloatMatrix vectors;               // by place
  size_t distinct = 0;               // number of distinct vectors
  uint64_t without_class = 0;        // documents of the sample that are left out because they have no class
};

// Collects the documents. class_order: names of all classes; empty: by ascending number of documents, in a
// tie by the smallest id of the documents, so that names have no effect. centre: subtract the mean of each
// column. unit: then divide each row by its length; zero rows stay. If context has no classes, all documents
// belong to one class.
Result<LatentDocuments> latent_documents(const Corpus& corpus, const Sample& sample,
                                         const SplitContext& context,
                                         const std::vector<std::string>& class_order, bool centre,
                                         bool unit = false);

// Counts documents as counts[cluster][class].
std::vector<std::vector<uint32_t>> count_classes(const LatentDocuments& documents,
                                                 const std::vector<uint32_t>& cluster_of, size_t clusters);

// Cosine similarities of float32 vectors with a vector of doubles. A zero vector has cosine 0 with every
// vector. The order of summation is fixed, so threads change no number.

std::vector<double> as_doubles(std::span<const float> x);
double cosine(const std::vector<double>& x, const std::vector<double>& y);

// Returns the cosine of each of these rows of the matrix with y.
std::vector<double> cosines_with(const MatrixView<const float>& matrix, std::span<const uint32_t> rows,
                                 const std::vector<double>& y, int threads);

// Divides each row by its length. Zero rows stay.
void to_unit_length(FloatMatrix& matrix);

// Returns the sum of these rows, added in their order.
std::vector<double> sum_of_rows(const MatrixView<const float>& matrix, std::span<const uint32_t> rows);

}  // namespace standfast
