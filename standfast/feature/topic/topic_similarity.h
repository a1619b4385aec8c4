// Similarity of the topics of a corpus: the cosine of their vectors, one against all at a time, so that
// topics x topics numbers are never held. A TopicEncoder makes the vectors (tf-idf, LSA, sentence encoders).
// A topic without documents, or with a zero vector, has similarity 0 to every topic.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

class TopicSimilarity {
 public:
  virtual ~TopicSimilarity() = default;
  virtual uint32_t topics() const = 0;
  // Computes out[j] = similarity of `topic` and j, for every topic code j (topic itself too). out: topics()
  // numbers.
  virtual void against_all(uint32_t topic, std::span<double> out) const = 0;
  // Computes out[i] = mean similarity of among[i] to the others of `among`; 0 if there are none.
  virtual void mean_to_others(std::span<const uint32_t> among, std::span<double> out) const;
};

// Computes similarities from topic vectors, one row per topic code; rows are brought to unit length here.
// threads: for comparing one topic with all, where they are many; the numbers do not depend on it.
std::unique_ptr<TopicSimilarity> topic_similarity(DenseMatrix vectors, int threads = 1);
std::unique_ptr<TopicSimilarity> topic_similarity(CsrMatrix vectors, int threads = 1);
// Takes similarities computed elsewhere: topics x topics, symmetric.
std::unique_ptr<TopicSimilarity> topic_similarity_from_matrix(DenseMatrix similarities);

// An encoder that makes topic vectors of the documents in `rows`; topics without a document there get a zero
// vector.
struct TopicEncoder {
  std::string name;  // recorded in the sample, e.g. "word tf-idf"
  std::function<Result<std::shared_ptr<const TopicSimilarity>>(
      const Corpus& corpus, std::span<const uint32_t> rows, int threads, Sink& sink)>
      encode;
};

}  // namespace standfast
