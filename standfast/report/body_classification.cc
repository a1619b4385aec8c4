// The part of a corpus's section that only runs of classification have.
#include <algorithm>

#include <fmt/format.h>

#include "standfast/report/body.h"
#include "standfast/report/class_tables.h"
#include "standfast/report/class_tests.h"
#include "standfast/report/drop_tests.h"
#include "standfast/report/escape.h"
#include "standfast/report/style_table.h"
#include "standfast/report/topic_confusion.h"
#include "standfast/report/topic_scores.h"
#include "standfast/split/splitter.h"

namespace standfast::report {
namespace {

bool keeps_topics_apart(const ConditionInfo& condition) {
  const auto splitter = splitters().find(condition.splitter);
  return splitter && keeps_apart((*splitter)->traits, condition.splitter_options, Role::topic) &&
         condition.control_of.empty();
}

}  // namespace

void Body::style_part(const RunRecords& run, size_t corpus, double level) {
  const auto style = run.styles.find(run.corpora[corpus].name);
  if (style == run.styles.end()) return;
  const std::string& target = style->second.target;
  const std::string title = fmt::format("Habits of {}s across topics", target);
  std::string words;
  if (style->second.found) {
    const Table named = table_of("style", title, run.corpora[corpus].name);
    Table table = interaction_table(*style->second.found, target, SumsOfSquares::type2);
    table.name = named.name;
    table.title = named.title;
    add(table);
    words = style_sentence(*style->second.found, target, 1 - level);
  } else {
    words = fmt::format("{}: no analysis of variance of style ({}).", title, style->second.why_not);
  }
  html_ += fmt::format("<p class=\"words\">{}</p>\n", escape_html(words));
}

void Body::classification_part(const RunRecords& run, const Summary& summary, size_t corpus, double level) {
  const auto& info = run.corpora[corpus];
  uint64_t cells = 0, answers = 0;
  for (const auto& cell : run.cells)
    if (cell.ok && cell.corpus == info.name) {
      ++cells;
      answers += cell.classified.size();
    }
  if (cells == 0) return;
  const std::string n = fmt::format("n: {} in {}", plural(answers, "answer"), plural(cells, "cell"));
  const ClassTestOptions options{level, run.seeds.empty() ? 0 : run.seeds.front(), 1};
  const std::vector<Drop> all_drops = drops(run, summary, corpus, options);
  if (const auto table = drop_table(run, summary, corpus, all_drops, options)) {
    add(*table);
    const auto sentences = drop_sentences(run, summary, corpus, all_drops);
    if (!sentences.empty()) {
      html_ += "<ul class=\"words\">";
      for (const auto& sentence : sentences) html_ += fmt::format("<li>{}</li>", escape_html(sentence));
      html_ += "</ul>\n";
      figure(
          "drops", corpus, "What the drop is made of",
          fmt::format(
              "Accuracy lost against the reference: in all, the part that is lost already with other data of "
              "the same size and classes, where blocks were kept whole what each of them costs, and the part "
              "that only the new {}s (without blocks: and what travels with them) explain. Bars are {} "
              "intervals over {}s.",
              unit_choice(run, corpus).one, percent(level), unit_choice(run, corpus).one));
    }
  }
  for (size_t m = 0; m < summary.metrics.size(); ++m)
    add(fold_mean_table(run, summary, corpus, m), summary.metrics[m]);
  figure(
      "folds", corpus, "Scores fold by fold",
      fmt::format("Each dot is the test score of one fold; the tick is the score of all folds together, the "
                  "bar its {} interval. {}.",
                  percent(level), n));
  if (const auto table = model_test_table(run, summary, corpus, options)) add(*table);
  if (const auto table = drop_test_table(run, summary, corpus, level)) add(*table);
  if (const auto table = confusion_halves_table(run, summary, corpus, level)) add(*table);
  if (!unit_choice(run, corpus).by_author)
    figure(
        "topics", corpus, "Topic by topic",
        "Accuracy on the test documents of each topic, hardest topic last; the larger the dot, the more "
        "documents. A topic whose dots lie far apart is one that the model knows only when it has seen it.");
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (const auto table = topic_score_table(run, summary, corpus, c)) {
      if (keeps_topics_apart(run.conditions[c]))
        add(*table);
      else
        add_hidden(*table);
    }
  style_part(run, corpus, level);
  figure("confusion", corpus, "Confusion",
         fmt::format("Who is taken for whom: rows are the truth, columns the answer, shares of the row. All "
                     "folds and seeds pooled. {}.",
                     n));
  if (const auto table = worst_group_table(run, summary, corpus, level)) add(*table);
  add_hidden(class_table(run, summary, corpus));
}

}  // namespace standfast::report
