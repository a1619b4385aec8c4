// Documents in clusters (blobs) of a vector space, with classes, for tests of latent splits. Blob b has a
// direction of its own, with a little noise derived from the id. Classes are in the author column.
#pragma once

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/split/splitter.h"
#include "tests/support/corpora.h"

namespace standfast::testing {

struct BlobDocument {
  size_t blob = 0;
  std::string label;
  std::string id;
};

class Blobs {
 public:
  // centres: one direction for each blob.
  Blobs(std::vector<BlobDocument> documents, const std::vector<std::vector<float>>& centres,
        double noise = 0.05)
      : documents_(std::move(documents)), matrix_(documents_.size(), centres[0].size()) {
    std::vector<Doc> docs;
    for (size_t i = 0; i < documents_.size(); ++i) {
      const auto& one = documents_[i];
      docs.push_back({one.id, "text", one.label, ""});
      Rng rng(3, "tests/blobs", one.id);
      for (size_t c = 0; c < matrix_.columns; ++c)
        matrix_.row(i)[c] = centres[one.blob][c] + static_cast<float>(noise * rng.normal());
    }
    corpus_ = make_corpus(docs);
    rows_.resize(documents_.size());
    std::iota(rows_.begin(), rows_.end(), 0U);
  }

  const Corpus& corpus() const { return corpus_; }
  const FloatMatrix& matrix() const { return matrix_; }
  const std::vector<BlobDocument>& documents() const { return documents_; }

  Result<Split> split(const std::string& method, const std::map<std::string, OptionValue>& options,
                      uint64_t seed = 1, int threads = 1) const {
    SF_ASSIGN(const auto splitter, splitters().make(method, options));
    return splitter->split(corpus_, whole_corpus(corpus_),
                           {.seed = seed,
                            .threads = threads,
                            .vectors = {matrix_, rows_, "blobs"},
                            .classes = corpus_.column(Role::author)});
  }

  std::map<std::string, size_t> tested_by_label(const Split& split) const {
    std::map<std::string, size_t> counts;
    for (const uint32_t row : split.folds[0].test) ++counts[documents_[row].label];
    return counts;
  }
  std::map<size_t, size_t> tested_by_blob(const Split& split) const {
    std::map<size_t, size_t> counts;
    for (const uint32_t row : split.folds[0].test) ++counts[documents_[row].blob];
    return counts;
  }

 private:
  std::vector<BlobDocument> documents_;
  FloatMatrix matrix_;
  std::vector<uint32_t> rows_;
  Corpus corpus_ = make_corpus({{"d", "t", "", ""}});
};

// Makes documents. sizes[b]: the number of documents of blob b with each label ("ant", "bee", "cat" ...).
inline std::vector<BlobDocument> blob_documents(const std::vector<std::vector<size_t>>& sizes) {
  static const char* const kLabels[] = {"ant", "bee", "cat", "dog"};
  std::vector<BlobDocument> documents;
  for (size_t b = 0; b < sizes.size(); ++b)
    for (size_t c = 0; c < sizes[b].size(); ++c)
      for (size_t i = 0; i < sizes[b][c]; ++i)
        documents.push_back({b, kLabels[c], fmt::format("d{:04}", documents.size() * 7919 % 10'007)});
  return documents;
}

// Returns the axes of a space of n dimensions.
inline std::vector<std::vector<float>> axes(size_t n) {
  std::vector<std::vector<float>> directions(n, std::vector<float>(n, 0));
  for (size_t i = 0; i < n; ++i) directions[i][i] = 3;
  return directions;
}

}  // namespace standfast::testing
