// Synthetic corpora with a known truth: authors who differ in habits only, topics that differ in words only,
// and topics that are planted to be nearly the same. Options set what a verifier can know about an author,
// and what it can only take from the topic. So a claim about a method can be checked against the planted
// truth.
//
// Text is made of real English function words in a small grammar (clauses, noun phrases, prepositional
// phrases) and of content words from a syllable grammar. An author has habits: which function words, which
// punctuation, how long a sentence. A topic has content words of its own and words it shares with its family;
// words that belong to no topic are common to all. Nothing else differs, in particular not the length of
// documents.
//
// Randomness: each author, each word list and each document has a stream of its own (base/rng.h), so document
// 17 is the same whether 20 or 2 million are asked for, in any order and on any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/topic_counts.h"

namespace standfast {

struct SynthOptions {
  // Documents are dealt to authors in turn, topics to families in turn. With as many families as topics no
  // topic has a twin.
  int64_t authors = 60;
  int64_t topics = 36;
  int64_t families = 12;
  int64_t documents = 3000;
  // Words of a document: uniform between 0.7 and 1.3 of this, to the next end of a sentence.
  int64_t length = 150;
  // Spread of habits between authors, 0..4. 0: all write alike, 2: caricatures.
  double style = 1.0;
  // Share of content words that belong to the topic or its family, 0..1.
  double topic_strength = 0.7;
  // Share of the topic or family words that come from the family, 0..1. 1 makes its topics the same, 0
  // strangers.
  double overlap = 0.9;
  // Share of an author's documents kept for two home topics, 0..1; the others are spread evenly. 0: topic
  // carries no information about the author.
  double author_topic_correlation = 0.8;
  // Threads of an author within a topic, 0..1000: conversations with content words of their own. 0: none.
  // With a table the documents of a cell are dealt to its threads evenly, otherwise by chance.
  int64_t threads = 0;
  // True if threads belong to a topic instead and authors write in all of them, each document in one by
  // chance.
  bool shared_threads = false;
  // Share of content words that are the thread's own, 0..1; topic_strength is then a share of the others.
  double thread_strength = 0;
  // The counts of a replica: this many documents of each author on each topic, with the names of the table,
  // in an order drawn by the seed. authors, topics, documents and author_topic_correlation are then ignored.
  // At most 10^7 documents; names are valid UTF-8.
  std::optional<TopicCounts> table = {};
  uint64_t seed = 1;
};

struct SynthDocument {
  std::string id, author, topic, family, text;
  std::string thread = {};  // "" without threads
};

// The planted truth, against which a method is checked.
struct SynthTruth {
  struct Author {
    std::string name;
    std::vector<std::string> home_topics;  // with a table: the two topics of most documents
    double words_per_sentence = 0;         // mean the author aims at
    std::vector<std::string> favourites;  // the function words most over-used against the average, most first
  };
  struct Topic {
    std::string name, family;
    uint64_t documents = 0;
  };
  std::vector<Author> authors;
  std::vector<Topic> topics;
};

class Synth {
 public:
  struct State;  // opaque
  // Makes a corpus. A usage error names the option that is out of range.
  static Result<Synth> make(const SynthOptions& options);
  Synth(Synth&&) noexcept;
  Synth& operator=(Synth&&) noexcept;
  ~Synth();

  uint64_t size() const;
  SynthDocument document(uint64_t index) const;  // index < size(); safe from several threads
  SynthTruth truth() const;

  struct Written {
    uint64_t documents = 0;
    uint64_t text_bytes = 0;
  };
  // Writes JSON lines {id, author, topic, family, text}, with threads also thread before text; .gz, .zst and
  // "-" as everywhere. Memory does not grow with size().
  Result<Written> write(const std::string& path, int threads, Sink& sink) const;

  // Returns the same corpus in memory, as read_corpus would give it (family and thread are no roles and are
  // left out).
  Result<Corpus> corpus(int threads) const;

 private:
  explicit Synth(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace standfast
