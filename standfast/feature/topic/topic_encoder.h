// Topic vectors from any encoder: the documents of a topic are brought to unit length and combined,
// coordinate by coordinate, by their mean or their median. (Sawatphol et al. 2024, equation 1; the median
// stands in their code.)
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "standfast/base/memo.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

enum class Aggregate : uint8_t { mean, median };
inline constexpr const char* kAggregates[] = {"mean", "median"};  // in the order of the enum
Result<Aggregate> aggregate_from_name(const std::string& name);

// The choice of an encoder and an aggregate for topic vectors.
struct EncoderChoice {
  std::string name = "tfidf";  // in its catalog
  Options options;             // resolved
  Aggregate aggregate = Aggregate::mean;
  uint64_t seed = 0;  // seed of the encoder; the draw has another, so that all draws share one set of vectors
};

// Describes the choice for records: "nmf components=20, median" is the encoder with the options that are not
// at their default. The default encoder as it stands is "word tf-idf".
std::string describe(const EncoderChoice& choice, const EncoderCatalog& catalog = encoders());

// Makes the topic encoder; usage errors for the encoder's options.
Result<TopicEncoder> topic_encoder(const EncoderChoice& choice, const EncoderCatalog& catalog = encoders());
TopicEncoder topic_encoder(std::string name, std::shared_ptr<const Encoder> encoder, Aggregate aggregate,
                           uint64_t seed = 0);

// Returns the encoder with a memory: where the same documents are encoded again, for another draw or
// condition, it returns the similarities that it made before. The memo must outlive it and belong to one
// corpus and one encoder of that name.
TopicEncoder remembering(TopicEncoder encoder, Memo& memo);

// Returns the default: topic vectors by the encoder tfidf as it stands, and their mean.
TopicEncoder tfidf_topics();

// Computes the similarity of topics from the vectors of documents; rows: the documents of the vectors.
std::unique_ptr<TopicSimilarity> topic_similarity(const Encoded& encoded, std::span<const uint32_t> rows,
                                                  const Column& topic, Aggregate aggregate, int threads);

}  // namespace standfast
