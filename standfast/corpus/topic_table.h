// The author x topic table of a corpus as evidence: the informativeness of each topic for attribution under
// novel topics, and the limits of the table as a whole.
//
// A topic with practically one author tests nothing but the naming of that author: the constant answer gets
// all of it. Documents whose author wrote on no other topic cannot be answered once their topic is left out
// of training. And a weighted mean over topics has 1 / V2 effective topics, V2 = sum of squared shares (the
// novel-topic paper, section 4), which is fewer than the number of topics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/corpus/topic_counts.h"

namespace standfast {

struct TopicTableOptions {
  // The share of one author from which a topic counts as a single-author topic, 0.5..1. Lower: more topics
  // count.
  double single_author_share = 0.98;
};

struct TopicSummary {
  uint64_t documents = 0;
  uint32_t authors = 0;          // with a document on it
  uint32_t largest_author = 0;   // index into TopicCounts::authors; the first in a tie
  double largest_share = 0;      // the score of always answering this author on the topic
  double effective_authors = 0;  // 1 / sum of squared shares of the authors on it
  bool single_author = false;
  uint64_t unseen = 0;  // documents by authors who wrote on no other topic
};

struct AuthorSummary {
  uint64_t documents = 0;
  uint32_t topics = 0;         // with a document
  uint32_t largest_topic = 0;  // index into TopicCounts::topics
  double largest_share = 0;
  double effective_topics = 0;  // 1 / sum of squared shares
};

struct TopicTable {
  TopicCounts counts;
  TopicTableOptions options;
  std::vector<TopicSummary> topics;    // as in counts
  std::vector<AuthorSummary> authors;  // as in counts
  uint64_t documents = 0;
  double v2 = 0, effective_topics = 0;  // over all topics
  uint32_t single_author_topics = 0;
  uint64_t single_author_documents = 0;
  // Over the other topics alone, by their own shares; 0 if there is none.
  double testing_effective_topics = 0;
  uint64_t unseen = 0;  // documents that leave-one-topic-out cannot answer
  // topic_oracle: the accuracy of naming each topic's largest author, weighted by documents, which a reader
  // of topics alone can reach if it has seen the topic. majority: the accuracy of always naming the largest
  // author of all.
  double topic_oracle = 0, majority = 0;
  std::vector<std::string> warnings;  // sentences, most important first
};

// Analyses the table. Topics and authors without a document are left out. A usage error for a share outside
// 0.5..1.
Result<TopicTable> topic_table(const TopicCounts& counts, const TopicTableOptions& options = {});

}  // namespace standfast
