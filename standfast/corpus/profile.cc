#include "standfast/corpus/profile.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/corpus/topic_table.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr uint32_t kUsefulTopic = 20;  // least documents of a topic for a fold to depend on it

std::vector<uint64_t> count_codes(const Column& column) {
  std::vector<uint64_t> counts(column.names.size());
  for (const uint32_t code : column.codes)
    if (code != kMissing) ++counts[code];
  return counts;
}

RoleProfile profile_role(Role role, const Column& column) {
  RoleProfile profile{role, static_cast<uint32_t>(column.names.size()), 0, "", 0};
  profile.missing = static_cast<uint64_t>(std::count(column.codes.begin(), column.codes.end(), kMissing));
  const auto counts = count_codes(column);
  const auto largest = std::max_element(counts.begin(), counts.end());
  if (largest != counts.end()) {
    profile.largest = column.names[static_cast<size_t>(largest - counts.begin())];
    profile.largest_documents = *largest;
  }
  return profile;
}

uint64_t pairs_of(uint64_t n) {
  return n * (n - 1) / 2;
}

AuthorTopicProfile profile_cells(const Column& authors, const Column& topics) {
  AuthorTopicProfile profile;
  profile.authors = static_cast<uint32_t>(authors.names.size());
  profile.topics = static_cast<uint32_t>(topics.names.size());
  std::vector<uint64_t> cells;
  for (size_t row = 0; row < authors.codes.size(); ++row)
    if (authors.codes[row] != kMissing && topics.codes[row] != kMissing)
      cells.push_back(uint64_t{authors.codes[row]} << 32 | topics.codes[row]);
  std::sort(cells.begin(), cells.end());
  std::vector<uint64_t> sizes;
  std::vector<uint32_t> topics_of(profile.authors);
  uint64_t within_topic = 0;
  for (size_t i = 0; i < cells.size();) {
    size_t end = i;
    while (end < cells.size() && cells[end] == cells[i]) ++end;
    sizes.push_back(end - i);
    within_topic += pairs_of(end - i);
    ++topics_of[cells[i] >> 32];
    i = end;
  }
  profile.filled_cells = sizes.size();
  if (!sizes.empty()) {
    profile.density =
        static_cast<double>(sizes.size()) / (static_cast<double>(profile.authors) * profile.topics);
    std::sort(sizes.begin(), sizes.end());
    profile.median_documents_in_cell =
        static_cast<double>(sizes[(sizes.size() - 1) / 2] + sizes[sizes.size() / 2]) / 2.0;
  }
  for (const uint32_t count : topics_of) {
    profile.authors_in_two_topics += count >= 2;
    profile.authors_in_five_topics += count >= 5;
  }
  // Cross-topic pairs are counted among documents whose topic is known.
  std::vector<uint64_t> known(profile.authors);
  for (const uint64_t cell : cells) ++known[cell >> 32];
  for (const uint64_t count : known) profile.same_author_cross_topic_pairs += count > 0 ? pairs_of(count) : 0;
  profile.same_author_cross_topic_pairs -= within_topic;
  for (const uint64_t count : count_codes(authors)) {
    profile.authors_with_two_documents += count >= 2;
    profile.same_author_pairs += count > 0 ? pairs_of(count) : 0;
  }
  const auto topic_sizes = count_codes(topics);
  for (const uint32_t at_least : {5, 10, 20, 50, 100, 200, 500, 1000}) {
    TopicCount count{at_least, 0, 0};
    for (const uint64_t size : topic_sizes)
      if (size >= at_least) ++count.topics, count.documents += size;
    profile.topic_counts.push_back(count);
  }
  return profile;
}

void add_verification(const Corpus& corpus, const CorpusProfile& profile, std::vector<Ability>& abilities) {
  const Column* authors = corpus.column(Role::author);
  if (authors == nullptr) {
    abilities.push_back(
        {"verification", false, "No verification: there is no author column (--author NAME maps one)."});
    return;
  }
  uint64_t writers = 0, pairs = 0;
  for (const uint64_t count : count_codes(*authors)) {
    writers += count >= 2;
    pairs += count > 0 ? pairs_of(count) : 0;
  }
  const bool possible = writers >= 2;
  abilities.push_back(
      {"verification", possible,
       possible
           ? fmt::format("Verification: {} wrote two documents or more, which makes {} same-author pairs.",
                         counted(writers, "author"), pairs)
           : fmt::format("No verification: only {} wrote two documents or more.",
                         counted(writers, "author"))});
  abilities.push_back(
      {"author-disjoint", writers >= 10,
       fmt::format("{}uthor-disjoint folds: {} of {} wrote two documents or more{}.",
                   writers >= 10 ? "A" : "No a", writers, counted(authors->names.size(), "author"),
                   writers >= 10 ? "" : "; folds need at least ten")});
  if (!profile.author_topic) return;
  const auto& cells = *profile.author_topic;
  const bool cross = cells.authors_in_two_topics >= 2;
  abilities.push_back(
      {"cross-topic-pairs", cross,
       cross ? fmt::format(
                   "Cross-topic pairs: {} wrote on two topics or more, which makes {} same-author pairs "
                   "across topics ({} wrote on five or more).",
                   counted(cells.authors_in_two_topics, "author"), cells.same_author_cross_topic_pairs,
                   cells.authors_in_five_topics)
             : "No cross-topic pairs: hardly any author wrote on two topics, so topic and author cannot be "
               "told apart."});
}

// Counts the topics with at least kUsefulTopic documents that practically one author wrote, who wrote hardly
// anything else. If such a topic is left out of training, its author is left out too.
uint64_t topics_that_are_authors(const Corpus& corpus) {
  if (corpus.column(Role::author) == nullptr) return 0;
  uint64_t without = 0;
  const auto counts = topic_counts(corpus, Role::author, without);
  if (!counts) return 0;  // no document has both author and topic
  const auto table = topic_table(*counts);
  if (!table) return 0;
  return static_cast<uint64_t>(
      std::count_if(table->topics.begin(), table->topics.end(), [](const TopicSummary& topic) {
        return topic.documents >= kUsefulTopic && topic.single_author && 2 * topic.unseen > topic.documents;
      }));
}

// Returns true if all documents of every author are on one topic. Then a new topic always has new authors.
bool authors_keep_to_topics(const CorpusProfile& profile) {
  return profile.author_topic && profile.author_topic->authors_in_two_topics == 0;
}

void add_topic_studies(const Corpus& corpus, const CorpusProfile& profile, std::vector<Ability>& abilities) {
  const Column* topics = corpus.column(Role::topic);
  if (topics == nullptr) {
    abilities.push_back({"novel-topics", false,
                         "No novel topics, no HITS: there is no topic column (--topic NAME maps one)."});
    return;
  }
  uint64_t useful = 0;
  for (const uint64_t count : count_codes(*topics)) useful += count >= kUsefulTopic;
  std::string have =
      fmt::format("{} of {} at least {} documents", useful,
                  fmt::format("{} topic{} {}", topics->names.size(), topics->names.size() == 1 ? "" : "s",
                              useful == 1 ? "has" : "have"),
                  kUsefulTopic);
  std::string why;  // the reason why some of these topics are unusable
  if (const uint64_t authors = std::min(useful, topics_that_are_authors(corpus)); authors > 0) {
    have +=
        fmt::format(", but {} practically one author, who wrote on nothing else",
                    authors == useful ? std::string(useful == 1 ? "it has" : "each of them has")
                                      : fmt::format("{} of them {}", authors, authors == 1 ? "has" : "have"));
    useful -= authors;
    why = fmt::format(
        " Leaving such a topic out also leaves its author out, so a new topic cannot be told from an "
        "unknown author (standfast analyze has the table); {} left.",
        useful == 0 ? "none is" : fmt::format("{} {}", useful, useful == 1 ? "is" : "are"));
  }
  if (authors_keep_to_topics(profile)) {
    why +=
        " No author wrote on two topics: same-author pairs always share their topic, and new topics have new "
        "authors, so a loss on them cannot be told from new authors.";
    useful = 0;
  }
  const bool novel = useful >= 2, hits = useful >= 10;
  abilities.push_back(
      {"novel-topics", novel,
       novel
           ? fmt::format(
                 "Novel topics: {}; folds over topics, up to {} of them, or one topic left out at a time.{}",
                 have, useful, why)
           : fmt::format("No novel topics: {}, but at least two that share authors are needed.{}", have,
                         why)});
  abilities.push_back(
      {"hits", hits,
       hits ? fmt::format("HITS: {}; choose clearly fewer than {} for the choice to matter.", have, useful)
            : fmt::format("HITS has little to choose from: {}, but it needs at least ten that share authors.",
                          have)});
}

void add_classification(const Corpus& corpus, std::vector<Ability>& abilities) {
  const Column* labels = corpus.column(Role::label);
  if (labels == nullptr) return;
  auto counts = count_codes(*labels);
  const bool possible = counts.size() >= 2;
  std::sort(counts.begin(), counts.end());
  abilities.push_back({"classification", possible,
                       possible ? fmt::format("Classification: {} labels, {} to {} documents each.",
                                              counts.size(), counts.front(), counts.back())
                                : "No classification: every document has the same label."});
}

}  // namespace

CorpusProfile profile_corpus(const Corpus& corpus) {
  CorpusProfile profile;
  profile.documents = corpus.size();
  profile.text_bytes = corpus.text_bytes();
  std::vector<uint64_t> lengths;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    lengths.push_back(count_code_points(corpus.text(row)));
    profile.empty_texts += corpus.text(row).empty();
  }
  std::sort(lengths.begin(), lengths.end());
  for (size_t i = 0; i < kLengthPercents.size() && !lengths.empty(); ++i)
    profile.length_quantiles[i] =
        lengths[static_cast<size_t>(kLengthPercents[i]) * (lengths.size() - 1) / 100];
  for (const Role role : kRoles)
    if (const Column* column = corpus.column(role)) profile.roles.push_back(profile_role(role, *column));
  const Column *authors = corpus.column(Role::author), *topics = corpus.column(Role::topic);
  if (authors != nullptr && topics != nullptr) profile.author_topic = profile_cells(*authors, *topics);
  add_verification(corpus, profile, profile.abilities);
  add_topic_studies(corpus, profile, profile.abilities);
  add_classification(corpus, profile.abilities);
  return profile;
}

}  // namespace standfast
