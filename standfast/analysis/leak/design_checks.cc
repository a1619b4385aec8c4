#include "standfast/analysis/leak/design_checks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/design_parts.h"
#include "standfast/metric/classes/classification.h"
#include "standfast/metric/pairs/verification.h"
#include "standfast/metric/stat/unit_estimate.h"

namespace standfast {
namespace {

constexpr double kLeastShareOfSizes = 0.8;    // SF101: below it, points are lost (docs/warnings.md)
constexpr uint32_t kLeastUnits = 6;           // SF104, SF105: 2 ^ (1 - 6) is below 0.05, 2 ^ (1 - 5) is not
constexpr double kMostOneClass = 0.25;        // SF106
constexpr double kMostUnseen = 0.10;          // SF107
constexpr double kMostLoose = 0.10;           // SF114
constexpr double kMostCopiesApart = 0.02;     // SF118
constexpr double kMostSeen = 0.50;            // SF120
constexpr double kLeastShareOfLengths = 0.5;  // SF121

using Warnings = std::vector<StudyWarning>;

void training_sizes(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  const auto values = ratios(
      corpus, [&](const auto& m) { return design.classifies ? m.train.documents : m.train.pairs(); },
      [](const auto& m) { return m.folds; });
  if (values.size() < 2) return;
  const auto worst = extremes(values);
  if (worst[0].value >= kLeastShareOfSizes * worst[1].value) return;
  const auto said = [&](const std::vector<ConditionValue>& of) {
    return fmt::format("the conditions train on different amounts: {} of a fold, on average, {}",
                       design.classifies ? "training documents" : "training pairs",
                       listed(of, [](double x) { return grouped(std::llround(x)); }));
  };
  out.push_back({"SF101", corpus.name, said(values), said(worst)});
}

// Returns whether a condition tests new topics: its splitter keeps topics apart, or its split is given and
// every fold has disjoint topics.
bool has_novel_topics(const DesignCondition& condition) {
  return condition.novel_topics ||
         (condition.given && condition.control_of.empty() && !condition.draws.empty() &&
          std::all_of(condition.draws.begin(), condition.draws.end(),
                      [](const auto& draw) { return draw.topics_apart; }));
}

// needed: with fewer units there is no interval and no p.
void tested_units(const DesignCorpus& corpus, bool topics, uint32_t needed, Warnings& out) {
  std::vector<ConditionValue> few;
  for (const auto& condition : corpus.conditions) {
    if (condition.draws.empty()) continue;
    uint32_t least = UINT32_MAX;
    for (const auto& draw : condition.draws)
      least = std::min(least, topics ? draw.test_topics : draw.test_authors);
    if (least < needed) few.push_back({&condition, static_cast<double>(least)});
  }
  if (few.empty()) return;
  const auto said = [&](const std::string& where) {
    return fmt::format(
        "a draw tests few {}; an interval or p needs at least {} over all seeds together, else there is "
        "none: {}",
        topics ? "topics" : "authors", needed == kLeastUnits ? "six" : fmt::to_string(needed), where);
  };
  const auto show = [](double x) { return fmt::format("{:.0f}", x); };
  out.push_back(
      {topics ? "SF104" : "SF105", corpus.name, said(listed(few, show)), said(worst_of(few, show, true))});
}

void few_units(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  const bool of_topics =
      corpus.has_topics && std::any_of(corpus.conditions.begin(), corpus.conditions.end(), has_novel_topics);
  if (of_topics) tested_units(corpus, true, kLeastUnits, out);
  // In classification the units are topics; they are authors only if there are no topics.
  const bool of_authors = design.classifies ? corpus.has_authors && !corpus.has_topics : true;
  const bool alone_in_pairs = !design.classifies && !corpus.has_topics;
  if (of_authors) tested_units(corpus, false, alone_in_pairs ? kFewestAloneInPairs : kLeastUnits, out);
}

void one_class_topics(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  std::vector<ConditionValue> values;
  for (const auto& condition : corpus.conditions) {
    if (!has_novel_topics(condition) || !condition.control_of.empty()) continue;
    const auto share = ratio(
        condition, [](const auto& m) { return m.one_class_topic; }, [](const auto& m) { return m.classed; });
    if (share && *share > kMostOneClass) values.push_back({&condition, *share});
  }
  if (values.empty()) return;
  const std::string& what = design.classifies ? design.target : "author";
  const auto said = [&](const std::string& where) {
    return fmt::format(
        "test documents lie on topics of practically one {}, where topic and {} cannot be told apart: {}",
        what, what, where);
  };
  out.push_back({"SF106", corpus.name, said(listed(values, percent)), said(worst_of(values, percent))});
}

void unseen_classes(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  if (!design.classifies) return;
  std::vector<ConditionValue> values;
  for (const auto& condition : corpus.conditions) {
    const auto share = ratio(
        condition, [](const auto& m) { return m.unseen_class; }, [](const auto& m) { return m.classed; });
    if (share && *share > kMostUnseen) values.push_back({&condition, *share});
  }
  if (values.empty()) return;
  const auto said = [&](const std::string& where) {
    return fmt::format("test documents of {}s that their training lacks cannot be answered correctly: {}",
                       design.target, where);
  };
  out.push_back({"SF107", corpus.name, said(listed(values, percent)), said(worst_of(values, percent))});
}

// A control of single documents is acceptable beside a control of blocks: together they separate block and
// topic.
void trades_across_blocks(const DesignCorpus& corpus, Warnings& out) {
  if (corpus.blocks.empty()) return;
  std::vector<std::string> columns;
  for (const auto& block : corpus.blocks)
    columns.push_back(fmt::format("{} ({} groups hold {} documents)", quoted(block.name),
                                  grouped(block.groups), grouped(block.documents)));
  std::vector<std::string> controls;
  for (const auto& condition : corpus.conditions) {
    const auto minds_blocks = [&](const DesignCondition& other) {
      return other.control_of == condition.control_of && !other.block.empty();
    };
    if (!condition.control_of.empty() &&
        std::none_of(corpus.conditions.begin(), corpus.conditions.end(), minds_blocks))
      controls.push_back(quoted(condition.name));
  }
  if (controls.empty()) return;
  const auto said = [&](const std::string& which, const std::string& by) {
    return fmt::format(
        "{} {} documents one by one, though the corpus has a column that groups them within "
        "topics: {}",
        which, controls.size() == 1 ? "trades" : "trade", by);
  };
  out.push_back(
      {"SF108", corpus.name,
       said(fmt::format("{}", fmt::join(controls, ", ")), fmt::format("{}", fmt::join(columns, ", "))),
       said(and_more(controls.front(), controls.size()), and_more(columns.front(), columns.size()))});
}

void headline_metric(const StudyDesign& design, Warnings& out) {
  if (design.metric.empty() || carries_percentage(design.metric)) return;
  out.push_back(
      {"SF110", "",
       fmt::format("the tables show {} first, for which points lost can be given but no share that survives: "
                   "guessing has no single score by it",
                   design.metric)});
}

void trained_elsewhere(const StudyDesign& design, Warnings& out) {
  if (design.pretrained.empty()) return;
  std::vector<std::string> names;
  for (const auto& name : design.pretrained) names.push_back(quoted(name));
  out.push_back(
      {"SF117", "",
       fmt::format(
           "{} {} trained elsewhere, so the training data may hold test documents: no split here keeps "
           "them apart",
           fmt::join(names, ", "), names.size() == 1 ? "was" : "were")});
}

void no_reference(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  const auto reference_of = [](const DesignCorpus& of) {
    return std::find_if(of.conditions.begin(), of.conditions.end(),
                        [](const DesignCondition& condition) { return condition.reference; });
  };
  if (reference_of(corpus) != corpus.conditions.end()) return;
  for (const auto& other : design.corpora)
    if (const auto found = reference_of(other); found != other.conditions.end()) {
      out.push_back({"SF112", corpus.name,
                     fmt::format("{} is the reference, but the study does not apply it to this corpus, "
                                 "so nothing on this corpus is compared",
                                 quoted(found->name))});
      return;
    }
}

void tested_lengths(const DesignCorpus& corpus, Warnings& out) {
  std::vector<ConditionValue> values;
  for (const auto& condition : corpus.conditions) {
    double sum = 0, draws = 0;
    for (const auto& draw : condition.draws)
      if (draw.test_length) sum += *draw.test_length, ++draws;
    if (draws > 0) values.push_back({&condition, sum / draws});
  }
  if (values.size() < 2) return;
  const auto worst = extremes(values);
  if (worst[0].value >= kLeastShareOfLengths * worst[1].value) return;
  const auto said = [](const std::vector<ConditionValue>& of) {
    return fmt::format(
        "the conditions test texts of different lengths, and short texts are harder: median bytes {}",
        listed(of, [](double x) { return grouped(std::llround(x)); }));
  };
  out.push_back({"SF121", corpus.name, said(values), said({worst[0], worst[1]})});
}

void odd_values_of(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  std::vector<std::string> parts, columns;
  for (const auto& odd : corpus.odd_values) {
    const bool classes = design.classifies && odd.column == design.target;
    if (!classes && odd.column != "author" && odd.column != "topic") continue;
    parts.push_back(odd.message + (classes ? " (each is a class)" : ""));
    columns.push_back(odd.column);
  }
  if (parts.empty()) return;
  out.push_back({"SF122", corpus.name, fmt::format("{}", fmt::join(parts, "; ")),
                 fmt::format("values of {} look like one value, like a missing value or like several "
                             "values in one cell",
                             fmt::join(columns, ", "))});
}

void first_as_reference(const StudyDesign& design, Warnings& out) {
  for (const auto& corpus : design.corpora)
    for (const auto& condition : corpus.conditions)
      if (condition.reference && condition.reference_by_default) {
        out.push_back({"SF123", "",
                       fmt::format("no condition says reference = true, so {}, the first, is the reference",
                                   quoted(condition.name))});
        return;
      }
}

void shared_texts(const DesignCorpus& corpus, Warnings& out) {
  for (const auto& side : corpus.sides) {
    if (side.shared_texts == 0) continue;
    out.push_back({"SF113", corpus.name,
                   fmt::format("{} of {} documents of side {} have the same text as a document that models "
                               "may learn from",
                               side.shared_texts, side.documents, quoted(side.name))});
  }
}

void loose_groups(const DesignCorpus& corpus, Warnings& out) {
  std::vector<SizedPart> parts;
  for (const auto& condition : corpus.conditions) {
    std::vector<std::string> columns;
    for (const auto& draw : condition.draws)
      for (const auto& whole : draw.whole)
        if (static_cast<double>(whole.loose) > kMostLoose * static_cast<double>(whole.tested) &&
            std::find(columns.begin(), columns.end(), whole.column) == columns.end()) {
          columns.push_back(whole.column);
          parts.push_back({fmt::format("{} {} ({} of {} tested documents)", quoted(condition.name),
                                       quoted(whole.column), grouped(whole.loose), grouped(whole.tested)),
                           static_cast<double>(whole.loose) / static_cast<double>(whole.tested)});
        }
  }
  if (parts.empty()) return;
  const auto said = [](const std::string& where) {
    return fmt::format(
        "a split keeps groups whole whose documents share neither author nor topic, and intervals treat "
        "these documents as independent: {}",
        where);
  };
  out.push_back({"SF114", corpus.name, said(joined(parts, ", ")), said(worst_and_more(parts))});
}

void copies_in_training(const DesignCorpus& corpus, Warnings& out) {
  std::vector<ConditionValue> exact, near;
  for (const auto& condition : corpus.conditions) {
    if (const auto share = share_copied(condition)) exact.push_back({&condition, *share});
    if (condition.near_share) near.push_back({&condition, *condition.near_share});
  }
  const auto differ = [](const std::vector<ConditionValue>& values) {
    if (values.size() < 2) return false;
    const auto apart = extremes(values);
    return apart[1].value - apart[0].value > kMostCopiesApart + 1e-9;  // two points, up to rounding
  };
  std::vector<std::string> parts;
  std::string worst;
  const auto add = [&](const char* what, const std::vector<ConditionValue>& values) {
    if (!differ(values)) return;
    parts.push_back(what + listed(values, percent));
    if (worst.empty()) worst = what + listed(extremes(values), percent);
  };
  add("test documents have an exact copy in training: ", exact);
  add("test items have a near duplicate there: ", near);
  if (parts.empty()) return;
  const auto said = [](const std::string& where) {
    return fmt::format("training holds tested texts in one condition more often than in another: {}", where);
  };
  out.push_back({"SF118", corpus.name, said(fmt::format("{}", fmt::join(parts, "; "))), said(worst)});
}

Draws draws_of(const DesignCondition& condition) {
  Draws draws;
  for (const auto& draw : condition.draws) draws.push_back(&draw);
  return draws;
}

// Describes the documents that some draw tests without a value in these columns: "the 600 documents without
// author", "the documents without author (600) or topic (20)".
std::string documents_without(const Draws& draws, const std::vector<std::string>& columns) {
  std::vector<std::string> counts;
  for (const auto& column : columns) {
    uint64_t most = 0;
    for (const ConditionMeasures* draw : draws)
      if (const WithoutValue* without = without_value(*draw, column)) most = std::max(most, without->tested);
    counts.push_back(grouped(most));
  }
  if (columns.size() == 1) return fmt::format("the {} documents without {}", counts.front(), columns.front());
  std::string words;
  for (size_t i = 0; i < columns.size(); ++i)
    words += fmt::format("{}{} ({})",
                         i == 0                    ? ""
                         : i + 1 == columns.size() ? " or "
                                                   : ", ",
                         columns[i], counts[i]);
  return "the documents without " + words;
}

// Describes the number of test items on which a condition is compared, as the survival table counts them:
// over folds and draws.
std::string compared_of(const Draws& draws, const std::vector<std::string>& columns, bool classifies) {
  uint64_t all = 0, lacking = 0;
  for (const ConditionMeasures* draw : draws) {
    all += classifies ? draw->test.documents : draw->test.pairs();
    lacking += items_without(*draw, columns);
  }
  return fmt::format("of its {} {}{}, {} are compared", grouped(all),
                     classifies ? "tested documents" : "test pairs",
                     draws.size() == 1 ? "" : fmt::format(" in {} draws", draws.size()),
                     grouped(all - std::min(all, lacking)));
}

// SF119: documents without a value that a condition or the reference leaves out and the other tests.
void left_out_for_lack(const StudyDesign& design, const DesignCorpus& corpus, Warnings& out) {
  const auto reference = std::find_if(corpus.conditions.begin(), corpus.conditions.end(),
                                      [](const DesignCondition& condition) { return condition.reference; });
  if (reference == corpus.conditions.end()) return;
  std::vector<std::string> parts;
  for (const auto& condition : corpus.conditions) {
    // A control leaves out the same documents as its condition.
    if (&condition == &*reference || !condition.control_of.empty()) continue;
    const auto columns = shared_columns(draws_of(condition), draws_of(*reference));
    const std::pair<const DesignCondition*, const DesignCondition*> ways[] = {{&condition, &*reference},
                                                                              {&*reference, &condition}};
    // A shortcut leaves out documents, too; only a run shows which documents without a value are among them.
    const bool depends = std::any_of(std::begin(ways), std::end(ways), [](const auto& way) {
      return way.second->planted && !left_out_columns(draws_of(*way.first), draws_of(*way.second)).empty();
    });
    for (const auto& [leaving, testing] : ways) {
      const Draws draws = draws_of(*testing);
      const auto left_out = left_out_columns(draws_of(*leaving), draws);
      if (left_out.empty()) continue;
      parts.push_back(fmt::format(
          "{} leaves out {}, which {} tests: {}", quoted(leaving->name), documents_without(draws, left_out),
          quoted(testing->name),
          depends
              ? "the two are compared without them if the shortcut can change every document, else not at all"
              : compared_of(draws, columns, design.classifies)));
    }
  }
  if (parts.empty()) return;
  out.push_back({"SF119", corpus.name,
                 fmt::format("shares and losses compare the documents that both conditions can test: {}",
                             fmt::join(parts, "; ")),
                 and_more(parts.front(), parts.size())});
}

void seen_on_sides(const DesignCorpus& corpus, Warnings& out) {
  std::vector<SizedPart> parts;
  for (const auto& condition : corpus.conditions) {
    if (condition.draws.empty() || !condition.control_of.empty()) continue;
    for (const auto& one : condition.draws.front().seen)
      if (one.seen > kMostSeen * static_cast<double>(one.documents))
        parts.push_back(
            {fmt::format("{} of {} documents of {} share their {} with training",
                         grouped(static_cast<uint64_t>(std::llround(one.seen))), grouped(one.documents),
                         quoted(condition.name + "/" + one.side), one.column),
             one.seen / static_cast<double>(one.documents)});
  }
  if (parts.empty()) return;
  const auto said = [](const std::string& where) {
    return fmt::format("a condition keeps groups apart, but a side on which it is examined does not: {}",
                       where);
  };
  out.push_back({"SF120", corpus.name, said(joined(parts, "; ")), said(worst_and_more(parts))});
}

}  // namespace

std::optional<double> share_copied(const DesignCondition& condition) {
  double copied = 0, tested = 0;
  for (const auto& draw : condition.draws) {
    if (!draw.copied) return std::nullopt;
    copied += static_cast<double>(*draw.copied);
    tested += static_cast<double>(draw.test.documents);
  }
  if (tested == 0) return std::nullopt;
  return copied / tested;
}

bool carries_percentage(std::string_view metric) {
  const auto has_zero = [](const auto& entry) { return entry && (*entry)->traits.zero != Zero::none; };
  return has_zero(verification_metrics().find(std::string(metric))) ||
         has_zero(classification_metrics().find(std::string(metric)));
}

std::vector<StudyWarning> check_design(const StudyDesign& design) {
  Warnings out;
  for (const auto& corpus : design.corpora) {
    training_sizes(design, corpus, out);
    if (!design.classifies) check_pairs(corpus, out);
    few_units(design, corpus, out);
    one_class_topics(design, corpus, out);
    unseen_classes(design, corpus, out);
    trades_across_blocks(corpus, out);
    no_reference(design, corpus, out);
    shared_texts(corpus, out);
    loose_groups(corpus, out);
    copies_in_training(corpus, out);
    left_out_for_lack(design, corpus, out);
    seen_on_sides(corpus, out);
    tested_lengths(corpus, out);
    odd_values_of(design, corpus, out);
  }
  first_as_reference(design, out);
  headline_metric(design, out);
  trained_elsewhere(design, out);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  return out;
}

}  // namespace standfast
