// Candidates of classification.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/propose/proposal.h"

namespace standfast::proposal {
namespace {

constexpr uint32_t kMostClasses = 15;  // at most this many authors in a classification
// Documents that a class and a topic need. The first bound that leaves a sound study is used.
constexpr std::array<uint64_t, 3> kLeastDocuments = {20, 10, kLeastOfAClass};

const std::vector<std::string> kClassifiers = {"maxent", "naive-bayes", "prior"};
constexpr const char* kWhyClassifiers = "Two that learn words, and chance.";

// Every seed draws new trades, so a control needs only a few trades for each seed.
constexpr const char* kTrades = "trades = 2\n";

Candidate classification(const Corpus& corpus, const Frequent& frequent, const std::string& target,
                         const std::string& why_frequent, const std::vector<BlockColumn>& blocks) {
  const Facts facts = facts_of(corpus);
  Candidate c;
  c.frequent = frequent;
  c.why_frequent = why_frequent;
  c.models = kClassifiers;
  c.why_models = kWhyClassifiers;
  const bool all = facts.topics <= 20;
  const auto folds = static_cast<uint32_t>(std::clamp<uint64_t>(facts.topics, 2, 10));
  c.title = "novel topics";
  c.why = fmt::format(
      "{} by {} on {} take part. {} The reference has {}, so that it trains on about as much.",
      counted(facts.documents, "document"), counted(facts.authors, "author"), counted(facts.topics, "topic"),
      all ? "Each topic is left out once."
          : fmt::format("Topics are left out in {}; leaving out one at a time would take {}.",
                        counted(folds, "fold"), counted(facts.topics, "fold")),
      counted(folds, "fold"));
  c.conditions = {
      {fmt::format("The reference: shuffled folds with every {} in proportion. Topics are on both sides.",
                   target),
       condition("i.i.d.", true,
                 fmt::format("split = {{ method = \"stratified-k-fold\", folds = {} }}\n", folds))},
      {"A fold tests on topics that its training lacks.",
       condition("novel topic", false,
                 all ? std::string("split = \"leave-one-topic-out\"\n")
                     : fmt::format("split = {{ method = \"topic-k-fold\", folds = {} }}\n", folds))},
      {fmt::format(
           "The same folds after documents have traded places within their {}: as much data of the same {}s, "
           "but no new topic. What is lost from here to \"novel topic\" is topic and what travels with it; "
           "what is "
           "lost before is data.",
           target, target),
       condition("matched control", false, "control-of = \"novel topic\"\n" + std::string(kTrades))}};
  // The block with most documents whose name can be a key in a study.
  const BlockColumn* block = nullptr;
  for (const auto& one : blocks)
    if (std::all_of(one.name.begin(), one.name.end(),
                    [](char x) { return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_'; }) &&
        (block == nullptr || one.documents > block->documents))
      block = &one;
  if (block != nullptr)
    c.conditions.push_back(
        {fmt::format(
             "The same, but documents of one {0} and {1} trade places only together: {2} hold {3}. What is "
             "lost from the control above to this one is {0}{4}.",
             block->name, target, counted(block->groups, "group"), counted(block->documents, "document"),
             block->shared > 0
                 ? fmt::format("; {} hold several {}s", counted(block->shared, block->name), target)
                 : ", and only what is lost from here is topic"),
         condition(block->shared > 0 ? "own blocks" : "whole blocks", false,
                   fmt::format("control-of = \"novel topic\"\nblock = \"{}\"\n{}", block->name, kTrades))});
  if (block != nullptr && block->shared > 0)
    c.conditions.push_back(
        {fmt::format(
             "The same, but a {0} trades places with its documents of all {1}s, so that none of it stays in "
             "training and names another {1}. Only what is lost from here is topic.",
             block->name, target),
         condition("whole blocks", false,
                   fmt::format("control-of = \"novel topic\"\nblock = \"{}\"\nwhole = true\n{}", block->name,
                               kTrades))});
  return c;
}

// Without topics: uses other columns by which documents can be kept apart.
std::optional<Candidate> classification_without_topics(const Corpus& corpus, const std::string& target) {
  Candidate c;
  c.models = kClassifiers;
  c.why_models = kWhyClassifiers;
  const Facts facts = facts_of(corpus);
  const bool authors = target != "author" && facts.authors >= 10;
  const Column* dates = corpus.column(Role::date);
  if (!authors && (dates == nullptr || dates->names.size() < 10)) return std::nullopt;
  const std::string reference =
      condition("i.i.d.", true, "split = { method = \"stratified-k-fold\", folds = 5 }\n");
  const std::string why_reference = "The reference: shuffled folds with every " + target + " in proportion.";
  if (authors) {
    c.title = "novel authors";
    c.why = fmt::format("The corpus has no topics, so topics cannot be kept apart; its {} can.",
                        counted(facts.authors, "author"));
    c.conditions = {
        {why_reference, reference},
        {"A fold tests on authors that its training never saw.",
         condition("novel authors", false, "split = { method = \"author-k-fold\", folds = 5 }\n")},
        {fmt::format("The same folds after documents have traded places within their {}.", target),
         condition("matched control", false, "control-of = \"novel authors\"\n")}};
    return c;
  }
  c.title = "later documents";
  c.why = fmt::format("The corpus has no topics, so topics cannot be kept apart; its {} can.",
                      counted(dates->names.size(), "date"));
  c.conditions = {{why_reference, reference},
                  {"Trains on the past, tests on the latest fifth.",
                   condition("later", false, "split = { method = \"temporal\", test-share = 0.2 }\n")},
                  {fmt::format("The same fold after documents have traded places within their {}.", target),
                   condition("matched control", false, "control-of = \"later\"\n")}};
  return c;
}

}  // namespace

Result<std::vector<Offer>> classification_offers(const Corpus& corpus, const Facts& facts,
                                                 const std::string& target, const ProposeOptions& options) {
  const Role role = *role_from_name(target);
  const uint64_t classes = large_values(corpus, role, kLeastOfAClass);
  const uint64_t topics = large_values(corpus, Role::topic, kLeastOfAClass);
  if (corpus.column(role) == nullptr)
    return nothing(options,
                   fmt::format("classification needs a column of {}s (--{} NAME maps one)", target, target));
  if (classes < 2)
    return nothing(options, fmt::format("classification needs two {}s with {} documents each; {} that many",
                                        target, kLeastOfAClass, classes == 0 ? "none has" : "one has"));
  if (topics < 2) {
    auto candidate = classification_without_topics(corpus, target);
    if (!candidate)
      return nothing(
          options, fmt::format("{}, so nothing can be kept apart (--topic NAME maps a column)",
                               facts.topics == 0
                                   ? std::string("it has no topics")
                                   : fmt::format("fewer than two topics have {} documents", kLeastOfAClass)));
    return std::vector<Offer>{{std::move(*candidate), nullptr}};
  }
  // A class with few documents teaches little, so lower bounds come after higher ones.
  const uint64_t all = corpus.column(role)->names.size();
  std::vector<std::pair<Frequent, std::string>> bounds;
  for (const uint64_t least : kLeastDocuments) {
    Frequent enough;
    enough.at_least[static_cast<size_t>(Role::topic)] = least;
    enough.at_least[static_cast<size_t>(role)] = least;
    const uint64_t have = large_values(corpus, role, least);
    const std::string why = fmt::format(
        "Groups with fewer than {} documents are left out, because they can be neither learned nor scored: "
        "{} of {} {}s and {} of {} topics have enough.",
        least, have, all, target, large_values(corpus, Role::topic, least), facts.topics);
    if (have > kMostClasses) {
      Frequent most = enough;
      most.most[static_cast<size_t>(role)] = kMostClasses;
      bounds.emplace_back(
          most,
          fmt::format("{} The {} with most documents are taken: authors who wrote more wrote on more topics.",
                      why, kMostClasses));
    }
    if (have <= 4 * kMostClasses) bounds.emplace_back(enough, why);
  }
  std::vector<Offer> offers;
  std::string reason;
  for (const auto& [frequent, words] : bounds) {
    StudySpec study;
    study.limit = options.limit;
    study.task = "classification";
    study.target = role;
    CorpusSpec spec = options.corpus;
    spec.frequent = both(options.corpus.frequent, frequent);
    auto kept = read_study_corpus(study, spec, folder_of_study(options), nullptr, null_sink());
    if (!kept) {
      reason = kept.error().message;
      continue;
    }
    auto shared = std::make_shared<const Corpus>(std::move(*kept));
    const Facts left = facts_of(*shared);
    if (left.topics < 2 || shared->column(role)->names.size() < 2) {
      reason = fmt::format("no two {}s and two topics have {} documents at once", target,
                           frequent.at_least[static_cast<size_t>(role)]);
      continue;
    }
    const auto blocks = tradable(*shared, blocks_of(study, spec, folder_of_study(options), *shared));
    offers.push_back({classification(*shared, frequent, target, words, blocks), shared});
    // Blocks may have no partners to trade places with. Then the rest of the study is still one.
    if (!blocks.empty()) offers.push_back({classification(*shared, frequent, target, words, {}), shared});
  }
  if (offers.empty()) return nothing(options, reason);
  return offers;
}

}  // namespace standfast::proposal
