// standfast analyze: how much the topics of a corpus can test, and the consistency of authors across topics.
// With --splits: properties of splits of the corpus.
#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "cli/analyze_splits.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/show_tables.h"
#include "standfast/analysis/lexical/style_interaction.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/topic_table.h"
#include "standfast/report/table/table.h"
#include "standfast/report/table/tables.h"

namespace standfast::cli {
namespace {

using report::exact;
using report::shown;
using report::Table;
using report::TableCell;

// Returns the positions of the items, items with most documents first.
template <class Item>
std::vector<size_t> largest_first(const std::vector<Item>& items) {
  std::vector<size_t> order(items.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return items[a].documents > items[b].documents; });
  return order;
}

constexpr uint64_t kMostCellsShown = 1'000'000;  // in a table of topics by authors

// Returns the topics, largest first. target: what takes the place of authors, "author" or "label".
Table topics_table(const TopicTable& table, const std::string& target) {
  Table out;
  out.name = "topics";
  out.title = fmt::format("What each topic can say about {}s", target);
  out.caption = fmt::format(
      "{} documents of {} {}s on {} topics, which carry as much as {:.2f} equal ones (V2 = {:.5f}). "
      "Effective {}s: "
      "1 / sum of squared shares. Always answering the largest {} of a topic scores its share on that "
      "topic. Unseen: documents by {}s with no other topic.",
      grouped(table.documents), table.authors.size(), target, table.topics.size(), table.effective_topics,
      table.v2, target, target, target);
  out.header = {"topic",          "documents", "share", target + "s", "effective", "largest " + target,
                "share of topic", "unseen",    ""};
  out.data_header = {"topic",
                     "documents",
                     "share",
                     target + "s",
                     "effective_" + target + "s",
                     "largest",
                     "largest_share",
                     "unseen_documents",
                     "single_" + target};
  for (const size_t t : largest_first(table.topics)) {
    const TopicSummary& topic = table.topics[t];
    const double share = static_cast<double>(topic.documents) / static_cast<double>(table.documents);
    const std::string& name = table.counts.topics[t];
    const std::string& largest = table.counts.authors[topic.largest_author];
    out.rows.push_back({{name},
                        {grouped(topic.documents)},
                        {report::exact_percent(share)},
                        {std::to_string(topic.authors)},
                        {shown(topic.effective_authors, 2)},
                        {largest},
                        {report::exact_percent(topic.largest_share), "", "", topic.largest_share},
                        {topic.unseen == 0 ? "" : grouped(topic.unseen)},
                        {topic.single_author ? "one " + target : ""}});
    out.data.push_back({name, std::to_string(topic.documents), exact(share), std::to_string(topic.authors),
                        exact(topic.effective_authors), largest, exact(topic.largest_share),
                        std::to_string(topic.unseen), topic.single_author ? "1" : "0"});
  }
  return out;
}

// Returns the authors, largest first.
Table authors_table(const TopicTable& table, const std::string& target) {
  Table out;
  out.name = target + "s";
  out.title = fmt::format("How widely each {} wrote", target);
  out.caption = fmt::format(
      "{}s with one topic cannot be named once it is left out. Those with few effective topics (1 / sum of "
      "squared shares) are learned from little else.",
      target);
  out.header = {target, "documents", "topics", "effective", "largest topic", "share in it"};
  out.data_header = {target, "documents", "topics", "effective_topics", "largest_topic", "largest_share"};
  for (const size_t a : largest_first(table.authors)) {
    const AuthorSummary& author = table.authors[a];
    const std::string& largest = table.counts.topics[author.largest_topic];
    out.rows.push_back({{table.counts.authors[a]},
                        {grouped(author.documents)},
                        {std::to_string(author.topics)},
                        {shown(author.effective_topics, 2)},
                        {largest},
                        {report::exact_percent(author.largest_share), "", "", author.largest_share}});
    out.data.push_back({table.counts.authors[a], std::to_string(author.documents),
                        std::to_string(author.topics), exact(author.effective_topics), largest,
                        exact(author.largest_share)});
  }
  return out;
}

// Returns true if counts_table() has at most a million cells.
bool fits_a_table(const TopicTable& table) {
  return uint64_t{table.topics.size()} * table.authors.size() <= kMostCellsShown;
}

// Returns the table that replaces counts_table() if it is too large: a row for each topic and author that
// have documents in common.
Table cells_table(const TopicTable& table, const std::string& target) {
  const TopicCounts& counts = table.counts;
  Table out;
  out.name = "cells";
  out.title = fmt::format("Documents by topic and {}", target);
  out.caption = fmt::format(
      "A row for each of the {} crossings with documents: a table of {} topics by {} {}s has too many cells.",
      grouped(counts.cells.size()), grouped(counts.topics.size()), grouped(counts.authors.size()), target);
  out.header = out.data_header = {"topic", target, "documents"};
  for (const auto& cell : counts.cells) {
    out.data.push_back(
        {counts.topics[cell.topic], counts.authors[cell.author], std::to_string(cell.documents)});
    out.rows.push_back({{out.data.back()[0]}, {out.data.back()[1]}, {out.data.back()[2]}});
  }
  return out;
}

// Returns the counts themselves, with totals. --table reads its CSV.
Table counts_table(const TopicTable& table, const std::string& target) {
  const TopicCounts& counts = table.counts;
  Table out;
  out.name = "counts";
  out.title = fmt::format("Documents by topic and {}", target);
  out.caption = "Rows and columns add up to the totals at the margins.";
  out.header = {"topic", "total"};
  out.header.insert(out.header.end(), counts.authors.begin(), counts.authors.end());
  out.data_header = {"topic"};  // without totals, so that the file can be read again
  out.data_header.insert(out.data_header.end(), counts.authors.begin(), counts.authors.end());
  auto cell = counts.cells.begin();
  for (uint32_t t = 0; t < counts.topics.size(); ++t) {
    std::vector<TableCell> row = {{counts.topics[t]}, {std::to_string(table.topics[t].documents)}};
    std::vector<std::string> data = {counts.topics[t]};
    for (uint32_t a = 0; a < counts.authors.size(); ++a) {
      const bool here = cell != counts.cells.end() && cell->topic == t && cell->author == a;
      const uint64_t n = here ? cell->documents : 0;
      cell += here;
      row.push_back({n == 0 ? "" : std::to_string(n), "", "",
                     static_cast<double>(n) / static_cast<double>(table.topics[t].documents)});
      data.push_back(std::to_string(n));
    }
    out.rows.push_back(std::move(row));
    out.data.push_back(std::move(data));
  }
  std::vector<TableCell> totals = {{"total"}, {std::to_string(table.documents)}};
  for (const auto& author : table.authors) totals.push_back({std::to_string(author.documents)});
  out.rows.push_back(std::move(totals));
  return out;
}

using Json = nlohmann::ordered_json;

constexpr size_t kColumnsShown = 20;       // authors side by side on a terminal
constexpr size_t kRowsShown = 30;          // authors below each other; --json and --out have all
constexpr size_t kMostTopicsShown = 1000;  // if there are more topics, only the largest are shown

struct AnalyzeArgs {
  CountsArgs counts;
  SplitAnalysisArgs splits;
  std::function<std::string()> flag_of_splits, flag_of_counts;  // the first that is given
  double single_author = 0.98;
  bool interaction = false, json = false;
  std::string type = "II", language, out;
  int64_t min_docs = 2, jobs = 0;
};

Json summary(const TopicTable& table) {
  return {{"documents", table.documents},
          {"topics", table.topics.size()},
          {"authors", table.authors.size()},
          {"v2", table.v2},
          {"effective_topics", table.effective_topics},
          {"single_author_share", table.options.single_author_share},
          {"single_author_topics", table.single_author_topics},
          {"single_author_documents", table.single_author_documents},
          {"testing_effective_topics", table.testing_effective_topics},
          {"unseen_documents", table.unseen},
          {"largest_author_of_each_topic", table.topic_oracle},
          {"largest_author", table.majority}};
}

// Returns the assumed language of the texts. told: the language that the user gave, or "".
TextLanguage language_of_texts(const Corpus& corpus, const std::string& told) {
  TextLanguage language = language_of(corpus);
  if (told.empty()) return language;
  language.words = find_function_words(told);
  language.code = language.words == nullptr ? "" : std::string(language.words->code);
  language.name = language.words == nullptr ? "" : std::string(language.words->language);
  return language;
}

std::string language_line(const TextLanguage& language, const std::string& told) {
  if (told.empty())
    return in_words(language) + (language.code.empty() ? "; --language CODE says which it is" : "");
  return fmt::format("took the texts for {}, by --language ({})",
                     language.words == nullptr ? "a language without a list of function words"
                                               : fmt::format("{} ({})", language.name, language.code),
                     language.why);
}

Json language_json(const TextLanguage& language, const std::string& told) {
  return {{"code", language.code.empty() ? Json(nullptr) : Json(language.code)},
          {"name", language.code.empty() ? Json(nullptr) : Json(language.name)},
          {"has_function_words", language.words != nullptr},
          {"told", !told.empty()},
          {"why", language.why}};
}

// Refuses flags that have no effect: each half of the command has its own flags.
Status check_flags(const AnalyzeArgs& given) {
  const bool splits = !given.splits.splits.empty();
  const std::string flag = splits ? given.flag_of_counts() : given.flag_of_splits();
  if (flag.empty()) return {};
  return usage_error(splits
                         ? fmt::format("analyze: --splits analyses splits of a corpus; leave {} away", flag)
                         : fmt::format("analyze: {} is about splits: give --splits FILE", flag));
}

Status run(const AnalyzeArgs& given) {
  SF_TRY(check_flags(given));
  if (!given.splits.splits.empty()) {
    if (given.counts.corpus.path.empty()) return usage_error("analyze: --splits needs the corpus too");
    return analyze_splits(given.splits, given.counts.corpus,
                          {given.counts.target, given.out, given.json, threads_of(given.jobs)});
  }
  if (given.interaction && !given.counts.table.empty())
    return usage_error("analyze: --interaction measures texts; give a corpus, not a table of counts");
  if (!given.language.empty()) {
    if (!given.counts.table.empty())
      return usage_error("analyze: --language describes texts; give a corpus, not a table of counts");
    if (auto known = known_language(given.language); !known)
      return with_context("analyze: --language", known.error());
  }
  if (given.min_docs < 1) return usage_error("analyze: --min-docs must be at least 1");
  SF_ASSIGN(const auto read, given.counts.read("analyze"));
  SF_ASSIGN(const TopicTable table, topic_table(read.counts, {.single_author_share = given.single_author}));
  const std::string& target = given.counts.target;
  std::vector<report::Table> tables = {
      topics_table(table, target), authors_table(table, target),
      fits_a_table(table) ? counts_table(table, target) : cells_table(table, target)};
  const SumsOfSquares type = given.type == "II" ? SumsOfSquares::type2 : SumsOfSquares::type3;
  if (given.interaction) {
    const InteractionOptions options{
        .target = given.counts.role(),
        .type = type,
        .min_documents = static_cast<uint32_t>(std::min<int64_t>(given.min_docs, INT32_MAX)),
        .threads = threads_of(given.jobs),
        .language = given.language};
    SF_ASSIGN(const StyleInteraction found, style_interaction(*read.corpus, options, terminal()));
    tables.push_back(report::interaction_table(found, target, type));
  }
  if (!given.out.empty()) SF_TRY(write_tables(given.out, tables, given.counts.files()));
  std::optional<TextLanguage> language;
  if (read.corpus) language = language_of_texts(*read.corpus, given.language);
  if (given.json) {
    Json document = {
        {"schema", "standfast-analyze/1"}, {"data", read.name},          {"target", target},
        {"summary", summary(table)},       {"warnings", table.warnings}, {"tables", tables_json(tables)}};
    if (language) document["language"] = language_json(*language, given.language);
    print(json_text(document) + "\n");
    return {};
  }
  std::string text;
  for (auto one : tables) {
    if (one.name == "counts" && table.authors.size() > kColumnsShown) continue;
    if (one.name == "cells") continue;
    const bool long_list =
        one.name == target + "s" || (one.name == "topics" && one.rows.size() > kMostTopicsShown);
    if (long_list && one.rows.size() > kRowsShown) {
      one.caption += fmt::format(" The {} largest of {} are shown; --json and --out have all.", kRowsShown,
                                 one.rows.size());
      one.rows.resize(kRowsShown);
    }
    text += shown_table(one);
  }
  for (const auto& warning : table.warnings) text += wrapped(warning) + "\n";
  if (language) text += wrapped(language_line(*language, given.language)) + "\n";
  print(text);
  return {};
}

}  // namespace

Command analyze_command() {
  return {
      "analyze",
      "Report which topics can test anything, whether authors keep their habits across topics, and what "
      "splits rest on",
      [](Args& args) {
        auto given = std::make_shared<AnalyzeArgs>();
        given->counts.declare(args);
        args.number("--single-author", given->single_author,
                    "A topic counts as a single-author topic if one author has at least this share of it");
        given->splits.declare(args);
        given->flag_of_splits =
            args.first_given({"--what", "--option", "--scores", "--vectors", "--word-lists", "--encoder",
                              "--set", "--preset", "--reduce", "--reduce-set", "--reduce-preset", "--seed"});
        args.flag("--interaction", given->interaction,
                  "Analysis of variance of twelve measures of style over author and topic");
        args.choice("--type", given->type, {"II", "III"}, "With --interaction: type of the sums of squares");
        args.count("--min-docs", given->min_docs,
                   "With --interaction: leave out topics of an author with fewer documents");
        args.text("--language", given->language,
                  "Language of the texts, whose function words --interaction counts: " +
                      function_word_codes() + ", or none (measured)");
        given->flag_of_counts = args.first_given(
            {"--table", "--single-author", "--interaction", "--type", "--min-docs", "--language"});
        args.jobs(given->jobs);
        args.text("-o,--out", given->out, "Folder for the tables as CSV and LaTeX").new_folder();
        args.flag("--json", given->json, "Print one JSON document with all tables");
        args.footer(
            "V2 is the sum of squared shares of the topics; 1 / V2 is the number of equal topics that would "
            "carry as much.\nA topic with practically one author cannot tell authors apart: the constant "
            "answer is "
            "right "
            "there (docs/analyze.md).");
        args.example(
            "standfast analyze corpus.jsonl",
            "Find the topics that can tell authors apart, and the number of topics that carry the corpus");
        args.example("standfast analyze corpus.jsonl --splits splits.json", "Report what a split rests on");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
