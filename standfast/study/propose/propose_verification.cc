// Candidates of verification.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/propose/propose.h"

namespace standfast::proposal {
namespace {

constexpr size_t kLeastWriters = 12;     // fewest authors that can make pairs of a kind
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

// Returns whether two of these documents share no value of the columns.
bool some_pair_across(const std::vector<uint32_t>& rows, const std::vector<const Column*>& columns) {
  std::set<std::vector<uint32_t>> kinds;
  for (const uint32_t row : rows) {
    std::vector<uint32_t> kind;
    for (const Column* column : columns) kind.push_back(column->codes[row]);
    const bool bare = std::all_of(kind.begin(), kind.end(), [](uint32_t code) { return code == kMissing; });
    if (!kinds.insert(kind).second && bare) return true;  // two documents without any value
  }
  for (size_t i = 0; i < columns.size() && kinds.size() > 1;
       ++i) {  // all share one value, so no pair need be tried
    const uint32_t first = (*kinds.begin())[i];
    if (first != kMissing &&
        std::all_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind[i] == first; }))
      return false;
  }
  for (auto a = kinds.begin(); a != kinds.end(); ++a)
    for (auto b = std::next(a); b != kinds.end(); ++b) {
      bool shares = false;
      for (size_t i = 0; i < columns.size(); ++i) shares |= (*a)[i] != kMissing && (*a)[i] == (*b)[i];
      if (!shares) return true;
    }
  return false;
}

// The blocks of a corpus, and their names in texts and studies.
struct Blocks {
  std::vector<std::string> names;
  std::vector<const Column*> columns;
  std::string list() const { return fmt::format("{}", fmt::join(names, " or its ")); }
};

// A confounder of pairs (SF115) that is no block: a trait of authors, or a column coarser than topics. The
// shares are expected values for randomly drawn pairs.
struct Confounder {
  std::string name;
  const Column* column = nullptr;
  // Shares of same-author and of different-author pairs that have it in common.
  double same = 0, different = 0;
  bool of_authors = false;  // practically all pairs of one author share it
  bool of_topics = false;   // practically all documents of a topic do
  double auc() const { return 0.5 + std::abs(same - different) / 2; }
};
using Confounders = std::vector<Confounder>;

// From this AUC on, pairs are drawn so that they agree in the column.
constexpr double kLeastConfounding = 0.53;
constexpr double kOfAuthors = 0.98;  // share of same-author pairs

// Computes the expected shares: each document draws one of the same author, and one of a random other author.
Confounder confounder_of(const std::string& name, const Column& column, const Column& authors,
                         const Column* topics) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> cells;  // author, value
  std::vector<uint64_t> written(authors.names.size());
  for (uint32_t row = 0; row < column.codes.size(); ++row) {
    if (authors.codes[row] == kMissing) continue;
    ++written[authors.codes[row]];
    if (column.codes[row] != kMissing) ++cells[{authors.codes[row], column.codes[row]}];
  }
  const auto there = std::count_if(written.begin(), written.end(), [](uint64_t n) { return n > 0; });
  const auto share = [&](const auto& cell) {
    return static_cast<double>(cell.second) / static_cast<double>(written[cell.first.first]);
  };
  std::vector<double> of_value(column.names.size());
  for (const auto& cell : cells) of_value[cell.first.second] += share(cell);
  Confounder confounder{name, &column};
  double twice = 0, all = 0;
  for (const uint64_t n : written) {
    if (n > 1) twice += static_cast<double>(n);
    all += static_cast<double>(n);
  }
  for (const auto& cell : cells) {
    const auto n = static_cast<double>(cell.second);
    const uint64_t of_author = written[cell.first.first];
    if (of_author > 1) confounder.same += n * (n - 1) / static_cast<double>(of_author - 1) / twice;
    if (there > 1)
      confounder.different +=
          n * (of_value[cell.first.second] - share(cell)) / static_cast<double>(there - 1) / all;
  }
  confounder.of_authors = confounder.same >= kOfAuthors;
  confounder.of_topics = topics != nullptr && goes_with(*topics, column) >= kOfAuthors;
  return confounder;
}

// Counts of authors who can make pairs. within: two documents on one topic of at least min_docs documents.
// across: documents on two such topics (without topics: any two documents). The other members count the
// authors among these who can do so across blocks. agreeing: the two documents, and one by another author,
// have one value in each of these columns.
struct Writers {
  uint64_t within = 0, across = 0, within_across_blocks = 0, across_all = 0;
  uint64_t most() const { return std::max({within, across}); }
};
Writers writers_of(const Corpus& corpus, uint64_t min_docs, const Blocks& blocks,
                   const Confounders& agreeing) {
  const Column& authors = *corpus.column(Role::author);
  const Column* topics = corpus.column(Role::topic);
  const auto sizes = topics != nullptr ? sizes_of(*topics) : std::vector<uint64_t>();
  // Rows by the values in which they agree, then by author and topic.
  std::map<std::vector<uint32_t>, std::map<uint32_t, std::map<uint32_t, std::vector<uint32_t>>>> alike;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    const uint32_t topic = topics != nullptr ? topics->codes[row] : 0;
    if (authors.codes[row] == kMissing || topic == kMissing || (topics != nullptr && sizes[topic] < min_docs))
      continue;
    std::vector<uint32_t> values;
    for (const auto& one : agreeing) values.push_back(one.column->codes[row]);
    if (std::find(values.begin(), values.end(), kMissing) != values.end()) continue;
    alike[values][authors.codes[row]][topic].push_back(row);
  }
  std::vector<const Column*> all = blocks.columns;
  if (topics != nullptr) all.push_back(topics);
  enum Kind : size_t { kWithin, kAcross, kWithinAcrossBlocks, kAcrossAll, kKinds };
  std::array<std::set<uint32_t>, kKinds> able;  // authors
  for (const auto& [values, by_author] : alike) {
    if (by_author.size() < 2) continue;
    for (const auto& [author, own] : by_author) {
      std::vector<uint32_t> rows;
      for (const auto& [topic, there] : own) {
        rows.insert(rows.end(), there.begin(), there.end());
        if (there.size() < 2) continue;
        able[kWithin].insert(author);
        if (blocks.columns.empty() || some_pair_across(there, blocks.columns))
          able[kWithinAcrossBlocks].insert(author);
      }
      if (topics != nullptr ? own.size() >= 2 : rows.size() >= 2) able[kAcross].insert(author);
      if (rows.size() >= 2 && (all.empty() || some_pair_across(rows, all))) able[kAcrossAll].insert(author);
    }
  }
  return {able[kWithin].size(), able[kAcross].size(), able[kWithinAcrossBlocks].size(),
          able[kAcrossAll].size()};
}

struct PairRule {
  std::string relation;             // "cross-topic", "same-topic", ""
  std::vector<std::string> blocks;  // blocks across which pairs are drawn
  std::string why;
  std::vector<std::string> positives_same = {}, negatives_same = {};
  std::string lines() const {
    std::vector<std::string> parts;
    for (const auto& [kind, same] :
         {std::pair{"positives", &positives_same}, {"negatives", &negatives_same}}) {
      std::vector<std::string> keys;
      if (!relation.empty()) keys.push_back(fmt::format("topics = \"{}\"", relation));
      if (!same->empty())
        keys.push_back("same = " +
                       (same->size() == 1 ? nlohmann::json(same->front()) : nlohmann::json(*same)).dump());
      if (same->empty() && !relation.empty())
        parts.push_back(fmt::format("{} = \"{}\"", kind, relation));
      else if (!same->empty())
        parts.push_back(fmt::format("{} = {{ {} }}", kind, fmt::join(keys, ", ")));
    }
    if (!blocks.empty()) parts.push_back("cross-block = " + nlohmann::json(blocks).dump());
    return parts.empty() ? "" : fmt::format("pairs = {{ {} }}\n", fmt::join(parts, ", "));
  }
};

// Returns the kinds of pairs, the best first: across blocks before others. Where a corpus has blocks and too
// few authors wrote in two, the rule says so.
std::vector<PairRule> pair_rules(const Writers& writers, const Blocks& blocks, bool topics,
                                 bool cross_first) {
  const auto cross = [&](bool across_blocks) {
    const std::string also = across_blocks ? " or its " + blocks.list() : "";
    return PairRule{
        "cross-topic", across_blocks ? blocks.names : std::vector<std::string>{},
        fmt::format(
            "No pair shares its topic{}, in any condition, so that {} the answer away. {} on two topics or "
            "more{}, as such pairs need.",
            also, across_blocks ? "neither gives" : "a topic in common never gives",
            counted(across_blocks ? writers.across_all : writers.across, "author has documents",
                    "authors have documents"),
            across_blocks ? " and no " + blocks.list() + " in common" : "")};
  };
  const auto within = [&](bool across_blocks) {
    return PairRule{
        "same-topic", across_blocks ? blocks.names : std::vector<std::string>{},
        fmt::format(
            "Every pair shares its topic, in every condition, so that a topic in common tells nothing{}. "
            "{} on one topic{}, as such pairs need.",
            across_blocks ? fmt::format(", and none shares its {}", blocks.list()) : "",
            counted(across_blocks ? writers.within_across_blocks : writers.within, "author has two documents",
                    "authors have two documents"),
            across_blocks ? " and no " + blocks.list() + " in common" : "")};
  };
  std::vector<PairRule> rules;
  const auto add = [&](bool across_blocks) {
    const uint64_t crossing = across_blocks ? writers.across_all : writers.across;
    const uint64_t staying = across_blocks ? writers.within_across_blocks : writers.within;
    const auto add_two = [&](uint64_t least) {
      if (crossing >= least && cross_first) rules.push_back(cross(across_blocks));
      if (staying >= least) rules.push_back(within(across_blocks));
      if (crossing >= least && !cross_first) rules.push_back(cross(across_blocks));
    };
    if (!topics) {
      if (across_blocks && crossing >= kLeastWriters)
        rules.push_back(
            {"", blocks.names,
             fmt::format("No pair shares its {}, in any condition, so that it never gives the answer "
                         "away. {} without it in common, as such pairs need.",
                         blocks.list(),
                         counted(crossing, "author has two documents", "authors have two documents"))});
      return;
    }
    add_two(kLeastWriters);
    if (!across_blocks && rules.empty()) {
      add_two(2);
      rules.push_back(
          {"",
           {},
           fmt::format("Pairs are drawn as they come: only {} on two topics and {} two documents on one, "
                       "too few for pairs of one kind.",
                       counted(writers.across, "author wrote", "authors wrote"),
                       counted(writers.within, "author has", "authors have"))});
    }
  };
  if (!blocks.names.empty()) add(true);
  const size_t across_blocks = rules.size();
  add(false);
  if (!topics) rules.push_back({"", {}, ""});
  if (!blocks.names.empty())
    for (size_t i = across_blocks; i < rules.size(); ++i)
      rules[i].why += fmt::format(
          "{}A fault remains: pairs may share their {}{}.", rules[i].why.empty() ? "" : " ",
          fmt::join(blocks.names, " or their "),
          across_blocks == 0 ? fmt::format(", because only {} documents without it in common",
                                           counted(std::max(writers.across_all, writers.within_across_blocks),
                                                   "author has", "authors have"))
                             : ", because sides would lack pairs without it in common");
  return rules;
}

// Returns the rules of the blocks that enough authors can cross. A block that they cannot cross (each author
// wrote in one book, say) must not keep the others from being crossed.
std::vector<PairRule> agreeing_rules(const Corpus& corpus, uint64_t min_docs, const Blocks& blocks,
                                     const Confounders& agreeing, bool topics, bool cross_first) {
  Blocks crossed, rest;
  for (size_t i = 0; i < blocks.names.size(); ++i) {
    Blocks tried = crossed;
    tried.names.push_back(blocks.names[i]);
    tried.columns.push_back(blocks.columns[i]);
    const Writers writers = writers_of(corpus, min_docs, tried, agreeing);
    if (std::max(writers.across_all, topics ? writers.within_across_blocks : 0) >= kLeastWriters)
      crossed = std::move(tried);
    else
      rest.names.push_back(blocks.names[i]);
  }
  if (crossed.names.empty() || rest.names.empty())
    return pair_rules(writers_of(corpus, min_docs, blocks, agreeing), blocks, topics, cross_first);
  auto rules = pair_rules(writers_of(corpus, min_docs, crossed, agreeing), crossed, topics, cross_first);
  for (auto& rule : rules)
    rule.why +=
        fmt::format("{}Pairs may share their {}: too few authors have documents without it in common.",
                    rule.why.empty() ? "" : " ", fmt::join(rest.names, " or their "));
  return rules;
}

// Returns the pair rules in order of preference: first the rules that make pairs agree in as many confounders
// as enough authors allow, then the rules without this constraint.
std::vector<PairRule> pair_rules(const Corpus& corpus, uint64_t min_docs, const Blocks& blocks,
                                 Confounders confounders, bool topics, bool cross_first) {
  std::stable_sort(confounders.begin(), confounders.end(),
                   [](const Confounder& a, const Confounder& b) { return a.auc() > b.auc(); });
  Confounders agreeing, rest;
  for (const auto& one : confounders) {
    Confounders tried = agreeing;
    tried.push_back(one);
    if (writers_of(corpus, min_docs, {}, tried).most() >= kLeastWriters)
      agreeing = std::move(tried);
    else
      rest.push_back(one);
  }
  const auto in_words = [](const Confounder& one) {
    return fmt::format(
        "knowing only whether two documents share their {} tells authors apart with an AUC of {:.2f} "
        "({:.0f} % of same-author pairs share it, {:.0f} % of others)",
        one.name, one.auc(), 100 * one.same, 100 * one.different);
  };
  const auto add = [](PairRule& rule, const std::string& sentence) {
    rule.why += (rule.why.empty() ? "" : " ") + sentence;
  };
  std::vector<PairRule> rules;
  if (!agreeing.empty()) rules = agreeing_rules(corpus, min_docs, blocks, agreeing, topics, cross_first);
  for (auto& rule : rules)
    for (const auto& one : agreeing) {
      if (one.of_topics && rule.relation == "same-topic") continue;  // they agree in it already
      rule.negatives_same.push_back(one.name);
      if (!one.of_authors) rule.positives_same.push_back(one.name);
      add(rule, fmt::format("If pairs are drawn as they come, {}; so pairs {} share it, in every condition.",
                            in_words(one), one.of_authors ? "of different authors" : "of both kinds"));
    }
  const size_t agree = rules.size();
  for (auto& rule : agreeing_rules(corpus, min_docs, blocks, {}, topics, cross_first))
    rules.push_back(std::move(rule));
  for (size_t i = 0; i < rules.size(); ++i)
    for (const auto& one : i < agree ? rest : confounders)
      add(rules[i], fmt::format("A fault remains: {}, and {}.", in_words(one),
                                i < agree || agree == 0 ? "too few authors have documents that agree in it"
                                                        : "sides would lack pairs that agree in it"));
  return rules;
}

// A corpus as all candidates see it. validates: a part of training is taken for validation.
struct Basis {
  const Corpus& corpus;
  const Facts& facts;
  const Blocks& blocks;
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
    "Two models that read habits of writing, one that knows topics alone (its score can be reached from topic alone), "
    "and chance.";

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
            "# Topics are compared by tf-idf. The authors of HITS compare them by sentence vectors, which take some minutes "
            "once:\n"
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
  Blocks blocks;
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
