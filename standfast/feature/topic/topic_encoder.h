// Topic vectors from any encoder: the documents of a topic are brought to unit length and combined,
// coordinate by coordinate, by their mean or their median. (Sawatphol et al. 2024, equation 1; the median
// stands in their code.)
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/topic/topic_similarity.h"

namespace standfast {

enum class Aggregate : uint8_t { mean, median };
inline constexpr const char* kAggregates[] = {"mean", "median"};  // in the order of the enum
Result<Aggregate> aggregate_from_name(const std::string& name);

// Everything that says how topics are made vectors of.
struct EncoderChoice {
  std::string name = "tfidf";  // in its catalog
  Options options;             // resolved
  Aggregate aggregate = Aggregate::mean;
  uint64_t seed = 0;  // of the encoder; not that of the draw, so that all draws share one set of vectors
};

// "nmf components=20, median": the encoder with the options that are not at their default, for records. The
// default encoder as it stands is "word tf-idf".
std::string describe(const EncoderChoice& choice, const EncoderCatalog& catalog = encoders());

// Usage errors of the encoder's options.
Result<TopicEncoder> topic_encoder(const EncoderChoice& choice, const EncoderCatalog& catalog = encoders());
TopicEncoder topic_encoder(std::string name, std::shared_ptr<const Encoder> encoder, Aggregate aggregate,
                           uint64_t seed = 0);

// Topic vectors by the encoder tfidf as it stands, and their mean: what is used where nothing else is asked
// for.
TopicEncoder tfidf_topics();

// How alike topics are, from the vectors of documents; rows says whose they are.
std::unique_ptr<TopicSimilarity> topic_similarity(const Encoded& encoded, std::span<const uint32_t> rows,
                                                  const Column& topic, Aggregate aggregate, int threads);

}  // namespace standfast
