#include "standfast/feature/topic/topic_encoder.h"

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/feature/topic/topic_vectors.h"

namespace standfast {

Result<Aggregate> aggregate_from_name(const std::string& name) {
  for (const auto aggregate : {Aggregate::mean, Aggregate::median})
    if (name == kAggregates[static_cast<size_t>(aggregate)]) return aggregate;
  return usage_error(fmt::format("topics are aggregated by mean or median, not \"{}\"", name));
}

std::string describe(const EncoderChoice& choice, const EncoderCatalog& catalog) {
  std::string text = choice.name;
  if (const auto entry = catalog.find(choice.name))
    text += options_changed(choice.options, (*entry)->options, "sha256");  // the path is enough
  if (choice.seed != 0) text += fmt::format(" seed={}", choice.seed);
  if (text == "tfidf") text = "word tf-idf";
  return choice.aggregate == Aggregate::median ? text + ", median" : text;
}

Result<TopicEncoder> topic_encoder(const EncoderChoice& choice, const EncoderCatalog& catalog) {
  SF_ASSIGN(const auto* entry, catalog.find(choice.name));
  SF_ASSIGN(std::shared_ptr<const Encoder> encoder, entry->make(choice.options));
  return topic_encoder(describe(choice, catalog), std::move(encoder), choice.aggregate, choice.seed);
}

TopicEncoder topic_encoder(std::string name, std::shared_ptr<const Encoder> encoder, Aggregate aggregate,
                           uint64_t seed) {
  return {name,
          [=](const Corpus& corpus, std::span<const uint32_t> rows, int threads,
              Sink& sink) -> Result<std::shared_ptr<const TopicSimilarity>> {
            SF_ASSIGN(const Column* topic, corpus.require(Role::topic));
            sink.progress("topic vectors", 0, 2);
            const auto encoded = encoder->encode(corpus, rows, {seed, threads, &sink});
            if (!encoded)
              return with_context(fmt::format("{}: topic vectors ({})", corpus.name(), name),
                                  encoded.error());
            sink.progress("topic vectors", 1, 2);
            auto similarity = topic_similarity(*encoded, rows, *topic, aggregate, threads);
            sink.progress("topic vectors", 2, 2);
            return similarity;
          }};
}

std::unique_ptr<TopicSimilarity> topic_similarity(const Encoded& encoded, std::span<const uint32_t> rows,
                                                  const Column& topic, Aggregate aggregate, int threads) {
  std::vector<uint32_t> topic_of;
  topic_of.reserve(rows.size());
  for (const uint32_t row : rows) topic_of.push_back(topic.codes[row]);
  const auto topics = static_cast<uint32_t>(topic.names.size());
  return std::visit(
      [&](const auto& documents) {
        return topic_similarity(aggregate == Aggregate::mean
                                    ? topic_means(documents, topic_of, topics, threads)
                                    : topic_medians(documents, topic_of, topics, threads),
                                threads);
      },
      encoded.vectors);
}

TopicEncoder remembering(TopicEncoder encoder, Memo& memo) {
  using Similarity = std::shared_ptr<const TopicSimilarity>;
  const std::string name = encoder.name;
  return {name,
          [encoder = std::move(encoder), &memo](const Corpus& corpus, std::span<const uint32_t> rows,
                                                int threads, Sink& sink) -> Result<Similarity> {
            const std::string_view bytes(reinterpret_cast<const char*>(rows.data()), rows.size_bytes());
            SF_ASSIGN(const Similarity* kept,
                      memo.get<Similarity>(encoder.name + " " + sha256_hex(bytes),
                                           [&] { return encoder.encode(corpus, rows, threads, sink); }));
            return *kept;
          }};
}

TopicEncoder tfidf_topics() {
  static const std::shared_ptr<const Encoder> encoder = std::move(*encoders().make("tfidf", {}));
  return topic_encoder("word tf-idf", encoder, Aggregate::mean);
}

}  // namespace standfast
