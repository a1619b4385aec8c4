// Candidates of classification.
#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/propose/propose.h"

namespace standfast::proposal {
namespace {

constexpr uint32_t kMostClasses = 15;  // at most this many authors in a classification
// The smallest numbers of documents of a class and a topic. The first bound that leaves a sound study is
// used.
constexpr std::array<uint64_t, 3> kLeastDocuments = {20, 10, kLeastOfAClass};

const std::vector<std::string> kClassifiers = {"maxent", "naive-bayes", "prior"};
constexpr const char* kWhyClassifiers = "Two models that learn words, and chance.";

// The number of trades of a control. Every seed draws new trades, so a few for each seed suffice.
constexpr const char* kTrades = "trades = 2\n";

// Returns a candidate. block: a column whose groups a second control keeps whole; null: there is none. whole:
// where classes share groups, a third control keeps them with the documents of all classes.
Candidate classification(const Corpus& corpus, const Frequent& frequent, const std::string& target,
                         const std::string& why_frequent, const BlockColumn* block, bool whole) {
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
           "but no new topic. The loss from here to \"novel topic\" is due to topic and what travels with "
           "it; the loss before is due to data and class mix.",
           target, target),
       condition("matched control", false, "control-of = \"novel topic\"\n" + std::string(kTrades))}};
  if (block != nullptr)
    c.conditions.push_back(
        {fmt::format(
             "The same, but documents of one {0} and {1} trade places only together: {2} hold {3}{4}. The "
             "loss from the control above to this one is due to {0}{5}.",
             block->name, target, counted(block->groups, block->name), counted(block->documents, "document"),
             block->shared > 0 ? fmt::format(", and {} of the blocks have several {}s", block->shared, target)
                               : "",
             block->shared > 0 ? ""
                               : fmt::format(", and the loss from here on is due to no {}", block->name)),
         condition(block->shared > 0 ? "own blocks" : "whole blocks", false,
                   fmt::format("control-of = \"novel topic\"\nblock = \"{}\"\n{}", block->name, kTrades))});
  if (block != nullptr && block->shared > 0 && whole)
    c.conditions.push_back(
        {fmt::format(
             "The same, but a {0} trades places with its documents of all {1}s, so that none of it stays in "
             "training and names another {1}. The loss from here on is due to no {0}.",
             block->name, target),
         condition("whole blocks", false,
                   fmt::format("control-of = \"novel topic\"\nblock = \"{}\"\nwhole = true\n{}", block->name,
                               kTrades))});
  return c;
}

// Returns the columns whose names can be keys in a study, the one with most documents first.
std::vector<BlockColumn> by_documents(std::vector<BlockColumn> blocks) {
  std::erase_if(blocks, [](const BlockColumn& one) {
    return !std::all_of(one.name.begin(), one.name.end(),
                        [](char x) { return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_'; });
  });
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const auto& a, const auto& b) { return a.documents > b.documents; });
  return blocks;
}

// Returns the controls of hidden groups, the strictest last.
std::vector<Condition> controls_of_groups(const std::string& target, bool sources) {
  const auto control = [](const std::string& name, const std::string& match) {
    return condition(name, false, "control-of = \"hidden groups\"\n" + match + kTrades);
  };
  return {{fmt::format(
               "The same folds after documents have traded places within their {}. The loss before is due to "
               "data and class mix.",
               target),
           control("matched control", "")},
          {fmt::format(
               "The same, but documents of one {}{} trade places only within their fifth of length. The loss "
               "from here to \"hidden groups\" is due to neither length{} nor {}.",
               target, sources ? " and source" : "", sources ? ", source" : "", target),
           control(sources ? "same sources and lengths" : "same lengths",
                   sources ? "match = [\"source\", \"length\"]\n" : "match = \"length\"\n")}};
}

// Returns candidates without topics, authors or dates: groups that are found in the texts, or at least a
// score. Clusters differ in length, in source and in their classes, so controls stand beside them. Each later
// candidate has one control fewer, in case a control cannot be drawn.
std::vector<Candidate> classification_of_texts_alone(const Facts& facts, const Frequent& frequent,
                                                     const std::string& why_not, const std::string& target,
                                                     bool sources, const std::string& sentence_model) {
  Candidate c;
  c.models = kClassifiers;
  c.why_models = kWhyClassifiers;
  c.frequent = frequent;
  c.title = "hidden groups";
  c.why = fmt::format(
      "Nothing in the corpus keeps documents apart: {}. So groups are looked for in the {} themselves "
      "(clusters of LSA vectors), and whole clusters are tested. A column would say more: --topic NAME, "
      "--author NAME or --date NAME map one.",
      why_not, counted(facts.documents, "text"));
  c.conditions = {
      {"The reference: a tenth of the documents is tested, drawn at random.",
       condition("i.i.d.", true, "split = { method = \"hold-out\", preset = \"latent-feature-splits\" }\n")},
      {"Tests on as many documents in clusters that training lacks, nearest to each other.",
       condition(
           "hidden groups", false,
           "space = { encoder = \"lsa\", components = 50 }\n"
           "split = { method = \"closest-split\", k-max = 30, restarts = 3, ninth = \"stratified\" }\n")}};
  // The condition is a comment, as for HITS: a proposal is drawn several times, and sentence vectors take
  // minutes.
  if (!sentence_model.empty())
    c.conditions.back().lines += fmt::format(
        "# In place of the space above, vectors of a sentence model, by which texts of other words may be "
        "close. They take some minutes once:\n"
        "# space = {{ encoder = \"sentence\", checkpoint = \"{}\" }}\n",
        sentence_model);
  Candidate alone = c;
  alone.title = "a score without a comparison";
  alone.why = fmt::format(
      "Nothing in the corpus keeps documents apart: {}. So there is one condition, and this study says how "
      "well models do on documents like their training documents, not how much of the score survives. A "
      "column would tell: --topic NAME, --author NAME or "
      "--date NAME map one.",
      why_not);
  alone.conditions = {{"The reference: shuffled folds with every " + target + " in proportion.",
                       condition("i.i.d.", true, "split = { method = \"stratified-k-fold\", folds = 5 }\n")}};
  std::vector<Candidate> candidates;
  for (size_t controls = 3; controls-- > 0;) {
    Candidate with = c;
    const auto all = controls_of_groups(target, sources);
    with.conditions.insert(with.conditions.end(), all.begin(),
                           all.begin() + static_cast<std::ptrdiff_t>(controls));
    candidates.push_back(std::move(with));
  }
  candidates.push_back(std::move(alone));
  return candidates;
}

// Returns a candidate without topics: it uses other columns by which documents can be kept apart.
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
  StudySpec study;
  study.limit = options.limit;
  study.task = "classification";
  study.target = role;
  // Returns the corpus within bounds.
  const auto kept = [&](const Frequent& frequent) -> Result<std::shared_ptr<const Corpus>> {
    CorpusSpec spec = options.corpus;
    spec.frequent = both(options.corpus.frequent, frequent);
    SF_ASSIGN(Corpus read, read_study_corpus(study, spec, folder_of_study(options), nullptr, null_sink()));
    return std::make_shared<const Corpus>(std::move(read));
  };
  std::vector<Offer> offers;
  const auto add_last_resorts = [&](const std::string& why_not) -> Status {
    Frequent enough;
    std::shared_ptr<const Corpus> shared;
    if (classes < corpus.column(role)->names.size()) {
      enough.at_least[static_cast<size_t>(role)] = kLeastOfAClass;
      SF_ASSIGN(shared, kept(enough));
    }
    for (auto& candidate : classification_of_texts_alone(
             facts, enough, why_not, target, target != "source" && corpus.column(Role::source) != nullptr,
             options.sentence_model))
      offers.push_back({std::move(candidate), shared, true});
    return {};
  };
  if (topics < 2) {
    if (auto candidate = classification_without_topics(corpus, target))
      offers.push_back({std::move(*candidate), nullptr});
    std::string why_not = facts.topics == 0
                              ? std::string("it has no topics")
                              : fmt::format("fewer than two topics have {} documents", kLeastOfAClass);
    // Only the user can say whether sources are the shift to test.
    if (const uint64_t sources = large_values(corpus, Role::source, kLeastOfAClass); sources >= 2)
      why_not += fmt::format(" (its source has {} values: --topic with that column tests each of them apart)",
                             sources);
    SF_TRY(add_last_resorts(why_not));
    return offers;
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
  std::string reason;
  for (const auto& [frequent, words] : bounds) {
    const auto read = kept(frequent);
    if (!read) {
      reason = read.error().message;
      continue;
    }
    const auto shared = *read;
    CorpusSpec spec = options.corpus;
    spec.frequent = both(options.corpus.frequent, frequent);
    const Facts left = facts_of(*shared);
    if (left.topics < 2 || shared->column(role)->names.size() < 2) {
      reason = fmt::format("no two {}s and two topics have {} documents at once", target,
                           frequent.at_least[static_cast<size_t>(role)]);
      continue;
    }
    // A block may have no partners to trade places with, or fill no side as a whole. Then another block is
    // tried, then one without whole blocks, and at last a study without any.
    const auto blocks =
        by_documents(tradable(*shared, blocks_of(study, spec, folder_of_study(options), *shared)));
    for (const bool whole : {true, false})
      for (const auto& block : blocks)
        if (whole || block.shared > 0)
          offers.push_back({classification(*shared, frequent, target, words, &block, whole), shared});
    offers.push_back({classification(*shared, frequent, target, words, nullptr, false), shared});
  }
  SF_TRY(add_last_resorts(reason.empty() ? "its topics cannot be" : reason));
  return offers;
}

}  // namespace standfast::proposal
