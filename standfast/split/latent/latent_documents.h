// The documents of a sample as latent feature splits see them: in the order of their ids, each with its class and
// its vector. So another order of the corpus gives the same clusters and the same draws.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/num/kernel/dense.h"
#include "standfast/split/splitter.h"

namespace standfast {

// A place is a document's number in these lists.
struct LatentDocuments {
  std::vector<uint32_t> rows;        // of the corpus, by id
  std::vector<uint32_t> class_of;    // by place
  std::vector<std::string> classes;  // names, in the order of classes; at least one
  std::vector<uint64_t> sizes;       // documents of each class
  FloatMatrix vectors;               // by place
  size_t distinct = 0;               // vectors
  uint64_t without_class = 0;        // documents of the sample that are left out
};

// class_order: names of all classes; empty: the class with fewest documents first, of equal ones the one with the
// smallest id, so that names play no part. centre: take the mean of each column away. unit: then divide each row by its
// length; rows of zeros stay. If context has no classes, all
// documents are of one.
Result<LatentDocuments> latent_documents(const Corpus& corpus, const Sample& sample,
                                         const SplitContext& context,
                                         const std::vector<std::string>& class_order, bool centre,
                                         bool unit = false);

// counts[cluster][class]
std::vector<std::vector<uint32_t>> count_classes(const LatentDocuments& documents,
                                                 const std::vector<uint32_t>& cluster_of, size_t clusters);

}  // namespace standfast
