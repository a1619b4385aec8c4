#include "standfast/study/propose/pair_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "standfast/analysis/leak/condition_measures.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/study/propose/propose.h"

namespace standfast::proposal {
namespace {

constexpr size_t kLeastWriters = 12;  // fewest authors that can make pairs of a kind
constexpr double kOfAuthors = 0.98;   // share of same-author pairs

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

// Counts of authors who can make pairs. within: two documents on one topic of at least min_docs documents.
// across: documents on two such topics (without topics: any two documents). The other members count the
// authors among these who can do so across blocks. agreeing: the two documents, and one by another author,
// have one value in each of these columns.
struct Writers {
  uint64_t within = 0, across = 0, within_across_blocks = 0, across_all = 0;
  uint64_t most() const { return std::max({within, across}); }
};
Writers writers_of(const Corpus& corpus, uint64_t min_docs, const PairBlocks& blocks,
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

// Returns the kinds of pairs, the best first: across blocks before others. Where a corpus has blocks and too
// few authors wrote in two, the rule says so.
std::vector<PairRule> pair_rules(const Writers& writers, const PairBlocks& blocks, bool topics,
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
std::vector<PairRule> agreeing_rules(const Corpus& corpus, uint64_t min_docs, const PairBlocks& blocks,
                                     const Confounders& agreeing, bool topics, bool cross_first) {
  PairBlocks crossed, rest;
  for (size_t i = 0; i < blocks.names.size(); ++i) {
    PairBlocks tried = crossed;
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

}  // namespace

std::string PairRule::lines() const {
  std::vector<std::string> parts;
  for (const auto& [kind, same] : {std::pair{"positives", &positives_same}, {"negatives", &negatives_same}}) {
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

std::vector<PairRule> pair_rules(const Corpus& corpus, uint64_t min_docs, const PairBlocks& blocks,
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

}  // namespace standfast::proposal
