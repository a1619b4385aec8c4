#include "standfast/study/propose.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/json.h"
#include "standfast/corpus/keep_frequent.h"
#include "standfast/study/judge.h"
#include "standfast/study/summary.h"
#include "standfast/study/work.h"

namespace standfast {
namespace {

constexpr size_t kLeastWriters = 12;     // authors that make pairs of a kind worth drawing
constexpr uint32_t kManyTopics = 12;     // from so many on HITS has a choice
constexpr uint32_t kMostTopics = 40;     // that a sample takes
constexpr uint32_t kMostClasses = 15;    // authors of a classification
constexpr double kMostOneAuthor = 0.25;  // share of documents on topics of practically one author
// Documents that a class and a topic of a classification need: the first bound that leaves a sound study.
constexpr std::array<uint64_t, 3> kLeastDocuments = {20, 10, 5};
constexpr uint64_t kLowestBound = kLeastDocuments.back();

std::string counted(uint64_t n, std::string_view one, std::string_view many = {}) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return fmt::format("{} {}", digits,
                     n == 1         ? std::string(one)
                     : many.empty() ? std::string(one) + "s"
                                    : std::string(many));
}

// A text as TOML writes it; JSON's escapes are among TOML's.
std::string toml_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Comment lines of at most 110 columns.
std::string comment(const std::string& text) {
  std::string out, line = "#";
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (line.size() + 1 + (end - begin) > 110) {
      out += line + "\n";
      line = "#";
    }
    line += " " + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return out + line + "\n";
}

// What the choices rest on.
struct Facts {
  uint64_t documents = 0, authors = 0, topics = 0;
  std::vector<uint64_t> topic_sizes;  // falling
  uint64_t writers = 0;               // authors with two documents
};

std::vector<uint64_t> sizes_of(const Column& column) {
  std::vector<uint64_t> sizes(column.names.size());
  for (const uint32_t code : column.codes)
    if (code != kMissing) ++sizes[code];
  return sizes;
}

Facts facts_of(const Corpus& corpus) {
  Facts facts;
  facts.documents = corpus.size();
  if (const Column* author = corpus.column(Role::author)) {
    facts.authors = author->names.size();
    for (const uint64_t size : sizes_of(*author)) facts.writers += size >= 2;
  }
  if (const Column* topic = corpus.column(Role::topic)) {
    facts.topics = topic->names.size();
    facts.topic_sizes = sizes_of(*topic);
    std::sort(facts.topic_sizes.rbegin(), facts.topic_sizes.rend());
  }
  return facts;
}

uint32_t topics_with(const Facts& facts, uint64_t documents) {
  return static_cast<uint32_t>(std::count_if(facts.topic_sizes.begin(), facts.topic_sizes.end(),
                                             [&](uint64_t size) { return size >= documents; }));
}

// Authors with two documents on one of the topics of so many documents, and with documents on two of them.
struct Writers {
  uint64_t within = 0, across = 0;
};
Writers writers_of(const Corpus& corpus, uint64_t min_docs) {
  const Column& authors = *corpus.column(Role::author);
  const Column& topics = *corpus.column(Role::topic);
  const auto sizes = sizes_of(topics);
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> cells;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (authors.codes[row] != kMissing && topics.codes[row] != kMissing &&
        sizes[topics.codes[row]] >= min_docs)
      ++cells[{authors.codes[row], topics.codes[row]}];
  std::vector<uint32_t> topics_of(authors.names.size());
  std::vector<bool> twice(authors.names.size());
  for (const auto& [cell, n] : cells) {
    ++topics_of[cell.first];
    if (n >= 2) twice[cell.first] = true;
  }
  Writers writers;
  for (size_t author = 0; author < topics_of.size(); ++author) {
    writers.within += twice[author];
    writers.across += topics_of[author] >= 2;
  }
  return writers;
}

struct Condition {
  std::string why, lines;  // a comment, and what stands below [[condition]]
};

struct Candidate {
  std::string title, why;  // why: of the study as a whole
  Frequent frequent;       // of its corpus
  std::string why_frequent;
  std::vector<Condition> conditions;
  std::vector<std::string> models;
  std::string why_models;
};

struct PairRule {
  std::string relation;  // "cross-topic", "same-topic", ""
  std::string why;
  std::string lines() const {
    return relation.empty()
               ? ""
               : fmt::format("pairs = {{ positives = \"{}\", negatives = \"{}\" }}\n", relation, relation);
  }
};

std::vector<PairRule> pair_rules(const Writers& writers, bool cross_first) {
  const PairRule cross = {
      "cross-topic",
      fmt::format(
          "No pair shares its topic, in any condition, so that a topic in common never gives the answer "
          "away. {} on two topics or more, which makes such pairs.",
          counted(writers.across, "author has documents", "authors have documents"))};
  const PairRule within = {
      "same-topic",
      fmt::format(
          "Every pair shares its topic, in every condition, so that a topic in common tells nothing. {} on "
          "one topic, which makes such pairs.",
          counted(writers.within, "author has two documents", "authors have two documents"))};
  const PairRule any = {
      "", fmt::format(
              "Pairs are drawn as they come: only {} on two topics and {} two documents on one, too few for "
              "pairs of one kind.",
              counted(writers.across, "author wrote", "authors wrote"),
              counted(writers.within, "author has", "authors have"))};
  std::vector<PairRule> rules;
  const bool can_cross = writers.across >= kLeastWriters, can_within = writers.within >= kLeastWriters;
  if (can_cross && cross_first) rules.push_back(cross);
  if (can_within) rules.push_back(within);
  if (can_cross && !cross_first) rules.push_back(cross);
  if (rules.empty()) {
    if (writers.across >= 2) rules.push_back(cross);
    if (writers.within >= 2) rules.push_back(within);
    rules.push_back(any);
  }
  return rules;
}

const std::vector<std::string> kVerifiers = {"char-ngram", "ppm", "topic-fit", "prior"};
constexpr const char* kWhyVerifiers =
    "Two that read habits of writing, one that knows topics alone (what it scores, topic can do), and "
    "chance.";
const std::vector<std::string> kClassifiers = {"maxent", "naive-bayes", "prior"};
constexpr const char* kWhyClassifiers = "Two that learn words, and chance.";

std::string condition(const std::string& name, bool reference, const std::string& rest) {
  return fmt::format("name = \"{}\"\n{}{}", name, reference ? "reference = true\n" : "", rest);
}

// ---- verification ----

// folds: 0 where the method has no such option.
std::string split_line(const std::string& method, uint32_t folds, bool validates) {
  return fmt::format("split = {{ method = \"{}\"{}{} }}\n", method,
                     folds > 0 ? fmt::format(", folds = {}", folds) : "",
                     validates ? "" : ", validation = 0");
}

const char* why_validation(bool validates) {
  return validates ? ""
                   : " A part of training set aside for validation would lack pairs of both kinds, so "
                     "thresholds are "
                     "placed on the training pairs.";
}

// Topics enough to choose among: shuffled, random topics, HITS, all of m topics.
void add_many_topics(const Corpus& corpus, const Facts& facts, bool validates, std::vector<Candidate>& out) {
  uint64_t min_docs = 2;
  for (const uint64_t bound : {50, 20, 10, 5})
    if (topics_with(facts, bound) >= 2 * kManyTopics) {
      min_docs = bound;
      break;
    }
  if (min_docs == 2)
    for (const uint64_t bound : {20, 10, 5})
      if (topics_with(facts, bound) >= kManyTopics) {
        min_docs = bound;
        break;
      }
  const uint32_t pool = topics_with(facts, min_docs);
  if (pool < kManyTopics) return;
  const uint32_t topics = std::clamp<uint32_t>(pool / 2, 6, kMostTopics);
  const uint64_t median = facts.topic_sizes[pool / 2];
  const uint64_t max_docs = facts.topic_sizes[0] > median ? std::max(median, 2 * min_docs) : 0;
  const Writers writers = writers_of(corpus, min_docs);
  std::vector<uint32_t> fold_counts = {std::clamp<uint32_t>(topics / 3, 2, 8)};
  if (fold_counts.front() > 2) fold_counts.push_back(2);  // test sides with more topics hold more pairs
  for (const auto& rule : pair_rules(writers, true))
    for (const uint32_t folds : fold_counts) {
      const std::string options = fmt::format("topics = {}, min-docs = {}{}", topics, min_docs,
                                              max_docs > 0 ? fmt::format(", max-docs = {}", max_docs) : "");
      const std::string random = "sample = { method = \"random-topics\", " + options + " }\n";
      const std::string hits = "sample = { method = \"hits\", " + options + " }\n";
      const std::string by_topic = split_line("topic-k-fold", folds, validates);
      Candidate c;
      c.title = "HITS";
      c.why = fmt::format(
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
          why_validation(validates));
      c.conditions = {
          {"The reference: shuffled folds of random topics. Topics are on both sides.",
           condition("i.i.d.", true, random + split_line("k-fold", folds, validates) + rule.lines())},
          {"The same topics and documents, but a fold tests on topics that its training lacks. Twins of them "
           "may "
           "be in training.",
           condition("random topics", false, random + by_topic + rule.lines())},
          {"As many topics, as unlike each other as possible, so that no twin of a test topic is in "
           "training.",
           condition("HITS", false, hits + by_topic + rule.lines())}};
      c.models = kVerifiers;
      c.why_models = kWhyVerifiers;
      out.push_back(std::move(c));
    }
}

// Few topics: each of them, or a few at a time, is left out.
void add_few_topics(const Corpus& corpus, const Facts& facts, bool validates, std::vector<Candidate>& out) {
  uint64_t min_docs = 2;
  for (const uint64_t bound : {50, 20, 10, 5})
    if (topics_with(facts, bound) >= std::min<uint64_t>(6, facts.topics)) {
      min_docs = bound;
      break;
    }
  const uint32_t topics = std::min(topics_with(facts, min_docs), kMostTopics);
  if (topics < 2) return;
  const uint64_t median = facts.topic_sizes[topics / 2];
  const uint64_t max_docs = facts.topic_sizes[0] > 2 * median ? 2 * median : 0;
  const Writers writers = writers_of(corpus, min_docs);
  const std::string sample =
      fmt::format("sample = {{ method = \"random-topics\", topics = {}, min-docs = {}{} }}\n", topics,
                  min_docs, max_docs > 0 ? fmt::format(", max-docs = {}", max_docs) : "");
  for (const auto& rule : pair_rules(writers, false)) {
    // A side of one topic has no pair of two.
    const uint32_t folds = rule.relation == "cross-topic" ? std::max(2U, topics / 3) : topics;
    if (rule.relation == "cross-topic" && topics < 4) continue;
    const bool one = folds == topics;
    Candidate c;
    c.title = "novel topics";
    c.why = fmt::format(
        "{} with {} or more: {}, so all of them take part, and {}. {}{}",
        counted(topics, "topic is there", "topics are there"), counted(min_docs, "document"),
        topics < kManyTopics ? "too few for HITS to choose among"
                             : "half of them, for HITS, would hold too few pairs",
        one ? "each is left out once" : fmt::format("they are left out in {}", counted(folds, "fold")),
        rule.why, why_validation(validates));
    c.conditions = {
        {"The reference: the same documents in as many shuffled folds. Topics are on both sides.",
         condition("i.i.d.", true, sample + split_line("k-fold", folds, validates) + rule.lines())},
        {"A fold tests on what its training never saw.",
         condition(one ? "novel topic" : "novel topics", false,
                   sample +
                       (one ? split_line("leave-one-topic-out", 0, validates)
                            : split_line("topic-k-fold", folds, validates)) +
                       rule.lines())}};
    c.models = kVerifiers;
    c.why_models = kWhyVerifiers;
    out.push_back(std::move(c));
  }
}

// The share of documents on topics of practically one author.
double one_author_share(const Corpus& corpus) {
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const std::vector<Fold> all = {{{}, {}, RowSet(rows)}};
  const auto measures = measure_condition(corpus, all, {}, {}, Role::author);
  return measures.classed == 0
             ? 0
             : static_cast<double>(measures.one_class_topic) / static_cast<double>(measures.classed);
}

// why: topics cannot be kept apart.
void add_novel_authors(const Facts& facts, const std::string& why, bool validates,
                       std::vector<Candidate>& out) {
  const auto folds = static_cast<uint32_t>(std::clamp<uint64_t>(facts.writers / 6, 2, 5));
  Candidate c;
  c.title = "novel authors";
  c.why = fmt::format(
      "{}, so what is kept apart are authors. {} two documents or more, and {} leave each test side several "
      "of them.{}",
      why, counted(facts.writers, "author has", "authors have"), counted(folds, "fold"),
      why_validation(validates));
  c.conditions = {{"The reference: shuffled folds. Authors are on both sides.",
                   condition("i.i.d.", true, split_line("k-fold", folds, validates))},
                  {"A fold tests on authors that its training never saw.",
                   condition("novel authors", false, split_line("author-k-fold", folds, validates))}};
  c.models = {"char-ngram", "ppm", "prior"};
  c.why_models = "Two that read habits of writing, and chance.";
  out.push_back(std::move(c));
}

// ---- classification ----

// Every seed trades anew, so a control needs few trades of each.
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
           "but no new topic. What is lost from here to \"novel topic\" is topic; what is lost before is "
           "data.",
           target, target),
       condition("matched control", false, "control-of = \"novel topic\"\n" + std::string(kTrades))}};
  // The widest block whose name a study can write as a key.
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
             "lost from the control above to this one is {0}, and only what is lost from here is topic.",
             block->name, target, counted(block->groups, "group"), counted(block->documents, "document")),
         condition("whole blocks", false,
                   fmt::format("control-of = \"novel topic\"\nblock = \"{}\"\n{}", block->name, kTrades))});
  return c;
}

// Without topics: by what else documents can be kept apart.
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

// ---- the file ----

// Bounds that the user gave, tightened by those of a candidate.
Frequent both(Frequent given, const Frequent& wanted) {
  for (size_t r = 0; r < kRoles.size(); ++r) {
    given.at_least[r] = std::max(given.at_least[r], wanted.at_least[r]);
    if (given.most[r] == 0) given.most[r] = wanted.most[r];
  }
  return given;
}

std::string corpus_lines(const CorpusSpec& corpus, const Frequent& frequent,
                         const std::string& why_frequent) {
  std::string out = fmt::format("[[corpus]]\npath = {}\n", toml_text(corpus.path));
  if (!corpus.name.empty()) out += fmt::format("name = {}\n", toml_text(corpus.name));
  if (corpus.format != "guess") out += fmt::format("format = {}\n", toml_text(corpus.format));
  if (corpus.bad_rows != "fail") out += fmt::format("bad-rows = {}\n", toml_text(corpus.bad_rows));
  if (!corpus.text_column.empty()) out += fmt::format("text = {}\n", toml_text(corpus.text_column));
  if (!corpus.id_column.empty()) out += fmt::format("id = {}\n", toml_text(corpus.id_column));
  std::vector<std::string> only;
  for (const Role role : kRoles) {
    const auto r = static_cast<size_t>(role);
    if (!corpus.role_columns[r].empty())
      out += fmt::format("{} = {}\n", role_name(role), toml_text(corpus.role_columns[r]));
    if (!corpus.only[r].empty())
      only.push_back(fmt::format("{} = {}", role_name(role), toml_text(corpus.only[r])));
  }
  if (!only.empty()) out += fmt::format("only = {{ {} }}\n", fmt::join(only, ", "));
  if (!why_frequent.empty()) out += comment(why_frequent);
  for (const auto& [key, counts] : {std::pair{"at-least", &frequent.at_least}, {"most", &frequent.most}}) {
    std::vector<std::string> parts;
    for (const Role role : kRoles)
      if (const uint64_t n = (*counts)[static_cast<size_t>(role)]; n > 0)
        parts.push_back(fmt::format("{} = {}", role_name(role), n));
    if (!parts.empty()) out += fmt::format("{} = {{ {} }}\n", key, fmt::join(parts, ", "));
  }
  return out;
}

std::string study_text(const Candidate& c, const Facts& facts, const ProposeOptions& options,
                       const std::string& task, const std::string& target, const std::string& why_task,
                       const std::vector<DesignWarning>& warnings) {
  const bool classifies = task == "classification";
  const std::string file = std::filesystem::path(options.study_path).filename().string();
  std::string out =
      comment(fmt::format("Made by standfast init for {} by {} on {}. {} Read it, change it, then:",
                          counted(facts.documents, "document"), counted(facts.authors, "author"),
                          counted(facts.topics, "topic"), why_task));
  out += fmt::format(
      "#   standfast run {0} --out RUN --dry-run   shows folds, sizes and warnings; runs nothing\n"
      "#   standfast run {0} --out RUN             runs it and writes RUN/report.html\n",
      file.find_first_of("\n\r") == std::string::npos && !file.empty() ? file : "STUDY");
  for (const auto& warning : warnings)
    out += comment("Warning " + warning.code + " remains (docs/warnings.md): " + warning.message + ".");
  out += fmt::format("title = \"How much stands: {}\"\n", c.title);
  if (classifies) out += fmt::format("task = \"classification\"\ntarget = \"{}\"\n", target);
  const bool small = facts.documents <= 5000;
  out += comment(classifies
                     ? "Shown first. Accuracy of a constant answer is its chance, in every condition."
                     : "Shown first. Its chance is 0.5 in every condition, so shares of it can be compared.");
  out += fmt::format("metric = \"{}\"\n", classifies ? "accuracy" : "auc");
  out += comment(fmt::format("Everything that is drawn is drawn {}, so that no result hangs on one draw.",
                             small ? "five times" : "three times"));
  out += fmt::format("seeds = {}\n", small ? 5 : 3);
  if (options.limit > 0) out += fmt::format("limit = {}\n", options.limit);
  out += "\n" + corpus_lines(options.corpus, both(options.corpus.frequent, c.frequent), c.why_frequent) +
         "\n" + comment(c.why);
  for (const auto& one : c.conditions) out += "\n" + comment(one.why) + "[[condition]]\n" + one.lines;
  out += "\n" + comment(c.why_models);
  for (size_t i = 0; i < c.models.size(); ++i)
    out += fmt::format("{}[[model]]\ntype = \"{}\"\n", i == 0 ? "" : "\n", c.models[i]);
  return out;
}

std::string folder_of_study(const ProposeOptions& options) {
  const auto parent = std::filesystem::path(options.study_path).parent_path();
  return parent.empty() ? "." : parent.string();
}

Failure nothing(const ProposeOptions& options, const std::string& why) {
  return data_error(fmt::format("{}: nothing to study: {}", options.corpus.path, why));
}

// The classes that a classification can tell apart: those with enough documents.
uint64_t large_values(const Corpus& corpus, Role role, uint64_t least) {
  const Column* column = corpus.column(role);
  if (column == nullptr) return 0;
  const auto sizes = sizes_of(*column);
  return static_cast<uint64_t>(
      std::count_if(sizes.begin(), sizes.end(), [&](uint64_t n) { return n >= least; }));
}

}  // namespace

Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink) {
  const CorpusSpec& spec = study.corpora.front();
  StudyDesign design = outline(study, {corpus_facts(spec.name, corpus)});
  const uint64_t steps = study.conditions.size() * study.seeds.size();
  uint64_t step = 0;
  bool controls = false;
  for (const auto& condition : study.conditions) {
    controls |= !condition.control_of.empty();
    for (const uint64_t seed : study.seeds) {
      sink.progress("drawing splits", step++, steps);
      auto drawn =
          draw_condition(corpus, condition, study_catalogs(), drawn_for(study), seed, threads, null_sink());
      if (!drawn) return with_context("condition " + condition.name, drawn.error());
      add_draw(design, {spec.name,
                        condition.name,
                        measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, study.target),
                        {}});
    }
  }
  if (controls) add_draw(design, {spec.name, "", {}, unused_blocks(study, spec, study_folder, corpus)});
  sink.progress("drawing splits", steps, steps);
  auto warnings = check_design(design);
  leave_out(warnings, study.ignore);
  return warnings;
}

namespace {

// Candidates with the corpus that each is of: null for the one that was given.
struct Offer {
  Candidate candidate;
  std::shared_ptr<const Corpus> corpus;
};

Result<std::vector<Offer>> verification_offers(const Corpus& corpus, const Facts& facts,
                                               const ProposeOptions& options) {
  if (corpus.column(Role::author) == nullptr)
    return nothing(options, "verification needs an author column (--author NAME maps one)");
  if (facts.writers < 2)
    return nothing(options,
                   fmt::format("verification needs two authors with two documents each; {} that many",
                               facts.writers == 0 ? "none has" : "one has"));
  std::vector<Candidate> candidates;
  const double one_author = facts.topics >= 2 ? one_author_share(corpus) : 0;
  if (facts.topics >= 2 && one_author <= kMostOneAuthor) {
    for (const bool validates : {true, false}) add_many_topics(corpus, facts, validates, candidates);
    for (const bool validates : {true, false}) add_few_topics(corpus, facts, validates, candidates);
  }
  const std::string no_topics =
      one_author > kMostOneAuthor
          ? fmt::format(
                "{:.0f} % of the documents lie on topics of practically one author, where topic and author "
                "cannot be told apart",
                100 * one_author)
      : facts.topics == 0 ? "The corpus has no topics"
                          : "No two topics have documents enough";
  if (candidates.empty())
    for (const bool validates : {true, false}) add_novel_authors(facts, no_topics, validates, candidates);
  std::vector<Offer> offers;
  for (auto& candidate : candidates) offers.push_back({std::move(candidate), nullptr});
  return offers;
}

Result<std::vector<Offer>> classification_offers(const Corpus& corpus, const Facts& facts,
                                                 const std::string& target, const ProposeOptions& options) {
  const Role role = *role_from_name(target);
  const uint64_t classes = large_values(corpus, role, kLowestBound);
  const uint64_t topics = large_values(corpus, Role::topic, kLowestBound);
  if (corpus.column(role) == nullptr)
    return nothing(options,
                   fmt::format("classification needs a column of {}s (--{} NAME maps one)", target, target));
  if (classes < 2)
    return nothing(options, fmt::format("classification needs two {}s with {} documents each; {} that many",
                                        target, kLowestBound, classes == 0 ? "none has" : "one has"));
  if (topics < 2) {
    auto candidate = classification_without_topics(corpus, target);
    if (!candidate)
      return nothing(options,
                     fmt::format("{}, so nothing can be kept apart (--topic NAME maps a column)",
                                 facts.topics == 0
                                     ? std::string("it has no topics")
                                     : fmt::format("fewer than two topics have {} documents", kLowestBound)));
    return std::vector<Offer>{{std::move(*candidate), nullptr}};
  }
  // Few documents of a class teach little, so lower bounds come after higher ones.
  const uint64_t all = corpus.column(role)->names.size();
  std::vector<std::pair<Frequent, std::string>> bounds;
  for (const uint64_t least : kLeastDocuments) {
    Frequent enough;
    enough.at_least[static_cast<size_t>(Role::topic)] = least;
    enough.at_least[static_cast<size_t>(role)] = least;
    const uint64_t have = large_values(corpus, role, least);
    const std::string why = fmt::format(
        "What has fewer than {} documents is left out, it can be neither learned nor scored: {} of {} {}s "
        "and {} of {} "
        "topics have as many.",
        least, have, all, target, large_values(corpus, Role::topic, least), facts.topics);
    if (have > kMostClasses) {
      Frequent most = enough;
      most.most[static_cast<size_t>(role)] = kMostClasses;
      bounds.emplace_back(
          most,
          fmt::format("{} Of these the {} with most are taken: whoever wrote more wrote on more topics.", why,
                      kMostClasses));
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
    const auto blocks = unused_blocks(study, spec, folder_of_study(options), *shared);
    offers.push_back({classification(*shared, frequent, target, words, blocks), shared});
  }
  if (offers.empty()) return nothing(options, reason);
  return offers;
}

}  // namespace

Result<ProposedStudy> propose_study(Corpus corpus, const ProposeOptions& options) {
  const Facts facts = facts_of(corpus);
  std::string task = options.task, why_task = "The task was asked for.";
  if (task.empty()) {
    task = facts.writers >= 2 ? "verification" : "classification";
    why_task = fmt::format(
        "{}: {} two documents or more.", task == "verification" ? "Verification" : "Classification",
        facts.writers == 0 ? "no author has" : counted(facts.writers, "author has", "authors have"));
  }
  std::string target = options.target;
  if (task == "classification" && target.empty()) {
    const bool authors = large_values(corpus, Role::author, kLowestBound) >= 2;
    const bool labels = large_values(corpus, Role::label, kLowestBound) >= 2;
    target = !authors && (labels || corpus.column(Role::author) == nullptr) &&
                     corpus.column(Role::label) != nullptr
                 ? "label"
                 : "author";
  }
  SF_ASSIGN(const auto offers, task == "verification"
                                   ? verification_offers(corpus, facts, options)
                                   : classification_offers(corpus, facts, target, options));

  std::optional<ProposedStudy> best;
  const Offer* chosen = nullptr;
  std::string reason;
  for (const auto& offer : offers) {
    ProposedStudy proposed;
    const auto text = [&] {
      return study_text(offer.candidate, facts, options, task, target, why_task, proposed.warnings);
    };
    SF_ASSIGN(const StudySpec study, parse_study(text(), options.study_path, study_catalogs()));
    auto warnings = judge_study(study, folder_of_study(options), offer.corpus ? *offer.corpus : corpus,
                                options.threads, *options.sink);
    if (!warnings) {
      if (reason.empty()) reason = warnings.error().message;
      continue;
    }
    if (best && best->warnings.size() <= warnings->size()) continue;
    proposed.warnings = std::move(*warnings);
    proposed.text = text();
    best = std::move(proposed);
    chosen = &offer;
    if (best->warnings.empty()) break;
  }
  if (!best) return nothing(options, reason);
  best->choices.push_back(why_task);
  if (!chosen->candidate.why_frequent.empty()) best->choices.push_back(chosen->candidate.why_frequent);
  best->choices.push_back(chosen->candidate.why);
  return std::move(*best);
}

}  // namespace standfast
