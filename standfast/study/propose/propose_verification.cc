// Candidates of verification.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>

#include <fmt/format.h>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/in_words.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/propose/pair_rules.h"
#include "standfast/study/propose/propose.h"

namespace standfast::proposal {
namespace {

constexpr uint32_t kManyTopics = 12;     // from this many on, HITS has a choice
constexpr uint32_t kMostTopics = 40;     // most topics that a sample takes
constexpr double kMostOneAuthor = 0.25;  // share of documents on topics with practically one author

uint32_t topics_with(const Facts& facts, uint64_t documents) {
  return static_cast<uint32_t>(std::count_if(facts.topic_sizes.begin(), facts.topic_sizes.end(),
                                             [&](uint64_t size) { return size >= documents; }));
}

constexpr uint64_t kFewestDocuments = 2;  // fewest documents of a topic that takes part

// Returns the first of the bounds that so many topics reach with their documents, else kFewestDocuments.
uint64_t first_bound(const Facts& facts, std::initializer_list<uint64_t> bounds, uint64_t topics) {
  for (const uint64_t bound : bounds)
    if (topics_with(facts, bound) >= topics) return bound;
  return kFewestDocuments;
}

// A corpus as all candidates see it. validates: a part of training is taken for validation.
struct Basis {
  const Corpus& corpus;
  const Facts& facts;
  const PairBlocks& blocks;
  const Confounders& confounders;
  bool validates = true;

  std::vector<PairRule> rules(uint64_t min_docs, bool topics, bool cross_first) const {
    return pair_rules(corpus, min_docs, blocks, confounders, topics, cross_first);
  }
  // Returns the line of a split. folds: 0 if the method has no such option.
  std::string split_line(const std::string& method, uint32_t folds) const {
    return fmt::format("split = {{ method = \"{}\"{}{} }}\n", method,
                       folds > 0 ? fmt::format(", folds = {}", folds) : "",
                       validates ? "" : ", validation = 0");
  }
  const char* why_validation() const {
    return validates ? ""
                     : " A part of training that is taken for validation would lack pairs of one kind, so "
                       "thresholds are placed on the training pairs.";
  }
};

const std::vector<std::string> kVerifiers = {"char-ngram", "ppm", "topic-fit", "prior"};
constexpr const char* kWhyVerifiers =
    "Two models that read habits of writing, one that knows topics alone (its score can be reached from "
    "topic alone), and chance.";

Candidate candidate(std::string title, std::string why, std::vector<Condition> conditions) {
  Candidate c;
  c.title = std::move(title);
  c.why = std::move(why);
  c.conditions = std::move(conditions);
  c.models = kVerifiers;
  c.why_models = kWhyVerifiers;
  return c;
}

// Returns the options of a sampler of topics. max_docs: 0 for no bound.
std::string topic_options(uint32_t topics, uint64_t min_docs, uint64_t max_docs) {
  return fmt::format("topics = {}, min-docs = {}{}", topics, min_docs,
                     max_docs > 0 ? fmt::format(", max-docs = {}", max_docs) : "");
}

// Adds candidates for enough topics to choose among: shuffled folds, random topics and HITS, all with m
// topics.
void add_many_topics(const Basis& basis, const std::string& sentence_model, std::vector<Candidate>& out) {
  const Facts& facts = basis.facts;
  uint64_t min_docs = first_bound(facts, {50, 20, 10, 5}, 2 * kManyTopics);
  if (min_docs == kFewestDocuments) min_docs = first_bound(facts, {20, 10, 5}, kManyTopics);
  const uint32_t pool = topics_with(facts, min_docs);
  if (pool < kManyTopics) return;
  const uint32_t topics = std::clamp<uint32_t>(pool / 2, 6, kMostTopics);
  const uint64_t median = facts.topic_sizes[pool / 2];
  const uint64_t max_docs = facts.topic_sizes[0] > median ? std::max(median, 2 * min_docs) : 0;
  std::vector<uint32_t> fold_counts = {std::clamp<uint32_t>(topics / 3, 2, 8)};
  if (fold_counts.front() > 2) fold_counts.push_back(2);  // test sides with more topics have more pairs
  for (const auto& rule : basis.rules(min_docs, true, true))
    for (const uint32_t folds : fold_counts) {
      const std::string options = topic_options(topics, min_docs, max_docs);
      const std::string random = "sample = { method = \"random-topics\", " + options + " }\n";
      const std::string hits = "sample = { method = \"hits\", " + options + " }\n";
      const std::string by_topic = basis.split_line("topic-k-fold", folds);
      const std::string why = fmt::format(
          "All conditions take {} of the {} with {} or more: HITS needs more topics than it takes, so "
          "{}.{} {} of {} {} each leave every test side several. {}{}",
          counted(topics, "topic"), counted(pool, "topic"), counted(min_docs, "document"),
          topics == kMostTopics ? fmt::format("half of them or {} at most", kMostTopics) : "half of them",
          max_docs > 0
              ? fmt::format(" From each they take at most {} documents (the median topic has {}), so that "
                            "no condition is larger because its topics are.",
                            max_docs, median)
              : "",
          counted(folds, "fold"), topics / folds, topics % folds == 0 ? "topics" : "topics or more", rule.why,
          basis.why_validation());
      Candidate c = candidate(
          "HITS", why,
          {{"The reference: shuffled folds of random topics. Topics are on both sides.",
            condition("i.i.d.", true, random + basis.split_line("k-fold", folds) + rule.lines())},
           {"The same topics and documents, but a fold tests on topics that its training lacks. Twins of "
            "them may be in training.",
            condition("random topics", false, random + by_topic + rule.lines())},
           {"As many topics, as unlike each other as possible, so that no twin of a test topic is in "
            "training.",
            condition("HITS", false, hits + by_topic + rule.lines())}});
      // The condition is a comment: a proposal is drawn several times, and sentence vectors take minutes.
      if (!sentence_model.empty())
        c.conditions.back().lines +=
            "# Topics are compared by tf-idf. The authors of HITS compare them by sentence vectors, which "
            "take some minutes once:\n"
            "# encoder = { method = \"sentence\", checkpoint = \"" +
            sentence_model + "\" }\n";
      out.push_back(std::move(c));
    }
}

// Adds candidates for few topics: each topic, or a few at a time, is left out.
void add_few_topics(const Basis& basis, std::vector<Candidate>& out) {
  const Facts& facts = basis.facts;
  const uint64_t min_docs = first_bound(facts, {50, 20, 10, 5}, std::min<uint64_t>(6, facts.topics));
  const uint32_t topics = std::min(topics_with(facts, min_docs), kMostTopics);
  if (topics < 2) return;
  const uint64_t median = facts.topic_sizes[topics / 2];
  const uint64_t max_docs = facts.topic_sizes[0] > 2 * median ? 2 * median : 0;
  const std::string sample =
      "sample = { method = \"random-topics\", " + topic_options(topics, min_docs, max_docs) + " }\n";
  for (const auto& rule : basis.rules(min_docs, true, false)) {
    // A side with one topic has no pair of two topics.
    const uint32_t folds = rule.relation == "cross-topic" ? std::max(2U, topics / 3) : topics;
    if (rule.relation == "cross-topic" && topics < 4) continue;
    const bool one = folds == topics;
    const std::string why = fmt::format(
        "{} with {} or more: {}, so all of them take part, and {}. {}{}",
        counted(topics, "topic is there", "topics are there"), counted(min_docs, "document"),
        topics < kManyTopics ? "too few for HITS to choose among"
                             : "half of them, for HITS, would hold too few pairs",
        one ? "each is left out once" : fmt::format("they are left out in {}", counted(folds, "fold")),
        rule.why, basis.why_validation());
    out.push_back(
        candidate("novel topics", why,
                  {{"The reference: the same documents in as many shuffled folds. Topics are on both sides.",
                    condition("i.i.d.", true, sample + basis.split_line("k-fold", folds) + rule.lines())},
                   {"A fold tests on topics that its training never saw.",
                    condition(one ? "novel topic" : "novel topics", false,
                              sample +
                                  (one ? basis.split_line("leave-one-topic-out", 0)
                                       : basis.split_line("topic-k-fold", folds)) +
                                  rule.lines())}}));
  }
}

// Returns the share of documents on topics with practically one author.
double one_author_share(const Corpus& corpus) {
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const std::vector<Fold> all = {{{}, {}, RowSet(rows)}};
  const auto measures = measure_condition(corpus, all, {}, {}, Role::author);
  return measures.classed == 0
             ? 0
             : static_cast<double>(measures.one_class_topic) / static_cast<double>(measures.classed);
}

// Adds candidates with novel authors. why_not_topics: the reason why topics cannot be kept apart.
void add_novel_authors(const Basis& basis, const std::string& why_not_topics, std::vector<Candidate>& out) {
  const Facts& facts = basis.facts;
  const auto folds = static_cast<uint32_t>(std::clamp<uint64_t>(facts.writers / 6, 2, 5));
  for (const auto& rule : basis.rules(1, facts.topics >= 2, true)) {
    const std::string why = fmt::format(
        "{}, so authors are kept apart. {} two documents or more, and with {} each test side has "
        "several of them.{}{}{}",
        why_not_topics, counted(facts.writers, "author has", "authors have"), counted(folds, "fold"),
        rule.why.empty() ? "" : " ", rule.why, basis.why_validation());
    out.push_back(candidate(
        "novel authors", why,
        {{"The reference: shuffled folds. Authors are on both sides.",
          condition("i.i.d.", true, basis.split_line("k-fold", folds) + rule.lines())},
         {"A fold tests on authors that its training never saw.",
          condition("novel authors", false, basis.split_line("author-k-fold", folds) + rule.lines())}}));
  }
}

}  // namespace

Result<std::vector<Offer>> verification_offers(const Corpus& corpus, const Facts& facts,
                                               const ProposeOptions& options) {
  if (corpus.column(Role::author) == nullptr)
    return nothing(options, "verification needs an author column (--author NAME maps one)");
  if (facts.writers < 2)
    return nothing(options,
                   fmt::format("verification needs two authors with two documents each; {} that many",
                               facts.writers == 0 ? "none has" : "one has"));
  StudySpec study;
  study.limit = options.limit;
  const auto found = blocks_of(study, options.corpus, folder_of_study(options), corpus);
  PairBlocks blocks;
  Confounders confounders;
  for (const auto& one : found) {
    if (one.within_topics) {
      blocks.names.push_back(one.block.name);
      blocks.columns.push_back(&one.values);
    } else if (auto confounder = confounder_of(one.block.name, one.values, *corpus.column(Role::author),
                                               corpus.column(Role::topic));
               confounder.auc() >= kLeastConfounding) {
      confounders.push_back(std::move(confounder));
    }
  }
  const std::array<Basis, 2> bases = {
      {{corpus, facts, blocks, confounders, true}, {corpus, facts, blocks, confounders, false}}};
  std::vector<Candidate> candidates;
  const double one_author = facts.topics >= 2 ? one_author_share(corpus) : 0;
  if (facts.topics >= 2 && one_author <= kMostOneAuthor) {
    for (const Basis& basis : bases) add_many_topics(basis, options.sentence_model, candidates);
    for (const Basis& basis : bases) add_few_topics(basis, candidates);
  }
  const std::string no_topics =
      one_author > kMostOneAuthor
          ? fmt::format(
                "{:.0f} % of the documents lie on topics of practically one author, where topic and author "
                "cannot be told apart",
                100 * one_author)
      : facts.topics == 0 ? "The corpus has no topics"
                          : "No two topics have enough documents";
  const size_t of_topics = candidates.size();
  for (const Basis& basis : bases)
    add_novel_authors(
        basis, of_topics == 0 ? no_topics : "With topics kept apart, folds would lack pairs of one kind",
        candidates);
  std::vector<Offer> offers;
  for (size_t i = 0; i < candidates.size(); ++i)
    offers.push_back({std::move(candidates[i]), nullptr, of_topics > 0 && i >= of_topics});
  return offers;
}

}  // namespace standfast::proposal
