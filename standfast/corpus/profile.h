// The profile of a corpus: counts, lengths, the author x topic table, and the studies that the corpus can
// support, in numbers and in sentences.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"

namespace standfast {

struct RoleProfile {
  Role role = Role::author;
  uint32_t values = 0;   // number of distinct values
  uint64_t missing = 0;  // documents without a value
  std::string largest;   // the most frequent value (the first by name in a tie)
  uint64_t largest_documents = 0;
};

// The number of topics with at least a given number of documents, and their documents.
struct TopicCount {
  uint32_t at_least = 0;
  uint32_t topics = 0;
  uint64_t documents = 0;
};

struct AuthorTopicProfile {
  uint32_t authors = 0, topics = 0;
  uint64_t filled_cells = 0;            // author-topic combinations with a document
  double density = 0;                   // filled_cells / (authors * topics)
  double median_documents_in_cell = 0;  // over filled cells
  uint32_t authors_with_two_documents = 0;
  uint32_t authors_in_two_topics = 0, authors_in_five_topics = 0;
  uint64_t same_author_pairs = 0;              // unordered pairs of documents of one author
  uint64_t same_author_cross_topic_pairs = 0;  // the subset with two different topics
  std::vector<TopicCount> topic_counts;        // for 5, 10, 20, 50, 100, 200, 500, 1000 documents
};

struct Ability {
  std::string study;  // kebab-case: "novel-topics", "hits", ...
  bool possible = false;
  std::string sentence;  // the conclusion from the numbers, or the missing requirement
};

struct CorpusProfile {
  uint64_t documents = 0, text_bytes = 0, empty_texts = 0;
  // Lengths in code points at 0, 5, 25, 50, 75, 95 and 100 % (the value at rank floor(q (n - 1))).
  std::array<uint64_t, 7> length_quantiles{};
  std::vector<RoleProfile> roles;                  // of the existing columns
  std::optional<AuthorTopicProfile> author_topic;  // if both columns exist
  std::vector<Ability> abilities;
};

inline constexpr std::array<int, 7> kLengthPercents = {0, 5, 25, 50, 75, 95, 100};

CorpusProfile profile_corpus(const Corpus& corpus);

}  // namespace standfast
