// Comparison of rationales with the planted cue: a row for each condition, side, model, class and reading of
// the cue.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

constexpr size_t kMostRowsShown = 60;  // of a table that is shown at once
constexpr const char* kWholeText = "the whole text is the cue";

std::string with_interval(const ClusteredMean& mean) {
  if (!mean.mean) return "-";
  if (!mean.interval) return exact_percent(*mean.mean);
  return fmt::format("{} ({} to {})", exact_percent(*mean.mean), exact_percent(mean.interval->low),
                     exact_percent(mean.interval->high));
}

void append(std::vector<std::string>& row, const ClusteredMean& mean) {
  row.push_back(exact(mean.mean));
  row.push_back(mean.interval ? exact(mean.interval->low) : "");
  row.push_back(mean.interval ? exact(mean.interval->high) : "");
}

// The cue as planted, or with the text inserted around it.
struct ReadCue {
  const char* name;
  const HeldCues& held;
};

void add_row(const RunRecords& run, size_t corpus, const RationaleFinding& one, const RationaleRow& of,
             const ReadCue& cue, Table& table) {
  const std::string klass = of.klass ? run.corpora[corpus].classes[*of.klass] : "all";
  const std::string &condition = run.conditions[one.condition].name, &model = run.models[one.model].name;
  const HeldCues& held = cue.held;
  const bool any = held.held.mean.has_value();
  const auto at_random = [&](double share) { return any ? exact_percent(share) : std::string("-"); };
  table.rows.push_back({{condition},
                        {model},
                        {klass},
                        {any ? cue.name : "-"},
                        {with_interval(held.held), any || !one.rewritten ? "" : kWholeText},
                        {at_random(held.random_held)},
                        {with_interval(held.covered)},
                        {at_random(held.random_covered)},
                        {with_interval(of.read)},
                        {fmt::format("{} of {}", grouped(held.held.items), grouped(of.rationales))}});
  std::vector<std::string> row = {run.corpora[corpus].name, condition, model, klass, any ? cue.name : ""};
  append(row, held.held);
  row.push_back(any ? exact(held.random_held) : "");
  append(row, held.covered);
  row.push_back(any ? exact(held.random_covered) : "");
  append(row, of.read);
  for (const uint64_t count : {held.held.items, of.rationales, of.read.documents})
    row.push_back(std::to_string(count));
  row.emplace_back(one.rewritten && !any ? kWholeText : "");
  table.data.push_back(std::move(row));
}

}  // namespace

Table rationale_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  Table table = table_of("rationales", "Do rationales hold the planted cue?", run.corpora[corpus].name);
  table.caption = fmt::format(
      "A rationale is the part of a document from which a classifier answered. Held: the share of "
      "rationales that cover at least half of the planted cue's characters; covered: the mean share of its "
      "characters. At random: the exact mean of both for random rationales of as many units (sentences, "
      "tokens) of the same documents. Read: the mean share of the text, over all rationales. In frame: the "
      "cue with the frame around it that every text received alike. Cues: the number of rationales of "
      "documents with a cue, of all rationales. In brackets: {} intervals over documents. Documents of all "
      "folds and draws are pooled; a document that several fits answered counts once for each fit in means "
      "and as one document in intervals, which apply to these fits only.",
      percent(found.level));
  table.header = {"condition", "model",   "class",     "cue",  "held",
                  "at random", "covered", "at random", "read", "cues"};
  table.data_header = {"corpus",      "condition",    "model",          "class",       "cue",
                       "held",        "held_low",     "held_high",      "held_random", "covered",
                       "covered_low", "covered_high", "covered_random", "read",        "read_low",
                       "read_high",   "cues",         "rationales",     "documents",   "why_no_cue"};
  table.texts = {"corpus", "condition", "model", "class", "cue", "why_no_cue"};
  for (const auto& one : found.rationales)
    for (const auto& of : one.rows) {
      add_row(run, corpus, one, of, {"as planted", of.cue}, table);
      if (of.in_frame) add_row(run, corpus, one, of, {"in frame", *of.in_frame}, table);
    }
  return table;
}

Table rationale_agreement_table(const RunRecords& run, size_t corpus, const CorpusFindings& found) {
  Table table =
      table_of("rationale-agreement", "Do rationales agree with annotators?", run.corpora[corpus].name);
  table.caption = fmt::format(
      "Documents in which annotators marked tokens (between white space). Precision: of the tokens that a "
      "classifier read, the share that they marked; at random: the share of all tokens that they marked. "
      "Recall: of the tokens that they marked, the share that it read; at random: the share of all tokens "
      "that it read. Means over documents; documents of which nothing is read have no precision. In "
      "brackets: {} intervals over documents.",
      percent(found.level));
  table.header = {"condition", "model",  "class",     "precision",
                  "at random", "recall", "at random", "documents"};
  table.data_header = {"corpus",    "condition",     "model",          "class",
                       "precision", "precision_low", "precision_high", "precision_random",
                       "recall",    "recall_low",    "recall_high",    "recall_random",
                       "documents", "items"};
  table.texts = {"corpus", "condition", "model", "class"};
  for (const auto& one : found.rationales)
    for (const auto& of : one.rows) {
      if (!of.annotated) continue;
      const AnnotatedShares& shares = *of.annotated;
      const std::string klass = of.klass ? run.corpora[corpus].classes[*of.klass] : "all";
      const std::string &condition = run.conditions[one.condition].name, &model = run.models[one.model].name;
      const bool reads = shares.precision.mean.has_value();
      table.rows.push_back({{condition},
                            {model},
                            {klass},
                            {with_interval(shares.precision)},
                            {reads ? exact_percent(shares.marked) : "-"},
                            {with_interval(shares.recall)},
                            {exact_percent(shares.read)},
                            {grouped(shares.recall.documents)}});
      std::vector<std::string> row = {run.corpora[corpus].name, condition, model, klass};
      append(row, shares.precision);
      row.push_back(reads ? exact(shares.marked) : "");
      append(row, shares.recall);
      row.insert(row.end(), {exact(shares.read), std::to_string(shares.recall.documents),
                             std::to_string(shares.recall.items)});
      table.data.push_back(std::move(row));
    }
  return table;
}

std::vector<std::string> rationale_sentences(const RunRecords& run, size_t corpus,
                                             const CorpusFindings& found) {
  std::vector<std::string> sentences;
  for (const auto& one : found.rationales) {
    const HeldCues& cue = one.rows.front().cue;
    if (!cue.held.mean) continue;
    sentences.push_back(fmt::format(
        "{}{} under {}: {} of the rationales of {} hold the planted cue (at random {}). Over all {}, with a "
        "cue or without, a rationale has {} of its text on average.",
        run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "", run.models[one.model].name,
        run.conditions[one.condition].name, with_interval(cue.held), counted(cue.held.documents, "document"),
        exact_percent(cue.random_held), counted(one.rows.front().read.documents, "document"),
        exact_percent(one.rows.front().read.mean.value_or(0))));
  }
  return sentences;
}

TableEntry rationale_agreement_entry() {
  return {"rationale-agreement", [](const Section& of) -> std::vector<ShownTable> {
            Table table = rationale_agreement_table(of.run, of.corpus, of.found);
            const bool hidden = table.rows.size() > kMostRowsShown;
            return if_rows(std::move(table), hidden);
          }};
}

TableEntry rationale_entry() {
  return {"rationales", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.rationales.empty()) return {};
            Table table = rationale_table(of.run, of.corpus, of.found);
            const bool hidden = table.rows.size() > kMostRowsShown;
            return if_rows(std::move(table), hidden, rationale_sentences(of.run, of.corpus, of.found));
          }};
}

}  // namespace standfast::report
