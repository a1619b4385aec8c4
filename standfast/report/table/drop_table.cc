// The drops of classifiers and their parts (result/findings/drops.h), as a table and in words.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::report {
namespace {

TableCell part_cell(const Drop::Part& part) {
  if (part.n == 0) return {"-", part.why_not};
  return {
      signed_shown(part.difference),
      part.low ? fmt::format("[{}, {}]", signed_shown(*part.low), signed_shown(*part.high)) : std::string(),
      fmt::format("p {}; n {}", shown_p(part.p), part.n)};
}

// Returns the names of the parts of all drops, each once: first parts (data and class mix) first, last parts
// last; between them the parts named after controls, in the order of the chains.
std::vector<std::string> part_names(const std::vector<Drop>& drops) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& drop : drops)
    if (!drop.parts.empty()) add(drop.parts.front().first);
  for (const auto& drop : drops)
    for (size_t i = 1; i + 1 < drop.parts.size(); ++i) add(drop.parts[i].first);
  for (const auto& drop : drops)
    if (!drop.parts.empty()) add(drop.parts.back().first);
  return names;
}

// Describes the properties that a control keeps, to tell several controls apart.
std::string kept_in_words(const ConditionInfo& control) {
  const std::string last = !control.block.empty()   ? (control.whole ? "whole " : "") + control.block.back()
                           : !control.match.empty() ? control.match.back()
                                                    : "";
  return last.empty() ? "" : fmt::format(" ({})", last);
}

}  // namespace

std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const UnitChoice& unit, double level) {
  if (drops.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("drops", {info.name});
  table.title = fmt::format("Decomposition of the drop on {}", info.name);
  const bool matched = std::ranges::any_of(drops, &Drop::matched);
  const bool all_matched = std::ranges::all_of(drops, &Drop::matched);
  std::string rest = fmt::format(
      "{0} and what travels with it: the columns in brackets, and properties that no column records. It is "
      "called {0} alone where every column that goes along with {1} was kept whole",
      unit.one, unit.many);
  const std::string region =
      "the cost of the split itself beyond all of this (the latent region, where it splits a space)";
  if (all_matched)
    rest = region;
  else if (matched)
    rest += ". Where a control matches columns it is " + region;
  table.caption = fmt::format(
      "Accuracy lost between \"{}\" and each other condition (the drop). Where a matched control is in the "
      "study, the drop has parts, which add up to it; a part below 0 is a gain. Data and class mix: lost "
      "already when the folds keep their sizes and classes but documents are dealt at random. {}A block (a "
      "thread, a case): lost beyond that when its documents of one class stay together. A whole block: lost "
      "beyond that when its documents of all classes do. The rest is {}. Each number is the difference of "
      "two scores, each of all test documents of its condition except those that the other cannot test "
      "(SF119), with a {} interval and a p by sign flips over {}, {} (the larger p where there are topics "
      "and authors); n: answers under the second. Where the survival table compares the same two conditions "
      "it has the same number. All trades of a control count together; SD over trades: the standard "
      "deviation of its score from one trade to the next. Holm: p of the last part where there is a control, "
      "else of the drop, corrected over all conditions and models of this table.",
      run.conditions[*summary.reference].name,
      matched ? "A column, or length: lost beyond that when both sides keep its mix as well. " : "", rest,
      percent(level), unit.many, population_in_words(run.nested_repeats > 0));
  const std::vector<std::string> names = part_names(drops);
  table.header = {"condition", "model", "drop"};
  for (const auto& name : names) table.header.push_back("of it " + name);
  if (names.empty()) table.header.emplace_back("of it data and class mix");
  table.header.emplace_back("SD over trades");
  table.header.emplace_back("Holm");
  table.data_header = {"corpus", "condition", "model", "part",  "from", "to",      "difference",
                       "low",    "high",      "p",     "units", "n",    "why_not", "sd_of_one_trade",
                       "p_holm"};
  table.texts = {"corpus", "condition", "model", "part", "from", "to", "why_not"};
  for (const Drop& drop : drops) {
    const auto& parts = drop.parts;
    std::vector<TableCell> row = {
        {run.conditions[drop.condition].name}, {run.models[drop.model].name}, part_cell(drop.all)};
    for (size_t i = 0; i < std::max<size_t>(names.size(), 1); ++i) {
      const auto found = std::find_if(parts.begin(), parts.end(),
                                      [&](const auto& p) { return i < names.size() && p.first == names[i]; });
      row.push_back(found != parts.end() ? part_cell(found->second)
                                         : TableCell{parts.empty() ? "no control" : "-"});
    }
    std::vector<std::string> sds;
    for (size_t i = 0; i < drop.controls.size(); ++i)
      if (drop.sd_over_trades[i]) {
        sds.push_back(fmt::format("{:.3f}{}", *drop.sd_over_trades[i],
                                  kept_in_words(run.conditions[drop.controls[i]])));
      }
    row.push_back(sds.empty() ? TableCell{"-"} : TableCell{fmt::format("{}", fmt::join(sds, ", "))});
    row.push_back({shown_p(drop.p_holm)});
    table.rows.push_back(std::move(row));
    const auto add = [&](const std::string& name, const Drop::Part& p) {
      table.data.push_back({info.name, run.conditions[drop.condition].name, run.models[drop.model].name, name,
                            run.conditions[p.from].name, run.conditions[p.to].name,
                            p.n > 0 ? exact(p.difference) : "", exact(p.low), exact(p.high), exact(p.p),
                            std::to_string(p.topics), std::to_string(p.n), p.why_not, exact(p.one_trade_sd),
                            &p == &drop.asked() ? exact(drop.p_holm) : ""});
    };
    add("all", drop.all);
    for (const auto& [name, p] : parts) add(name, p);
  }
  return table;
}

std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops) {
  std::vector<std::string> sentences;
  for (const auto& drop : drops) {
    if (drop.parts.empty() || drop.all.n == 0 || drop.asked().n == 0) continue;
    const bool lost = drop.all.difference >= 0;
    std::vector<std::string> words;
    for (const auto& [name, part] : drop.parts) {
      const bool along = (part.difference >= 0) == lost || std::abs(part.difference) < 0.0005;
      words.push_back(fmt::format("{:.3f} is {}{} (p {})", std::abs(part.difference),
                                  along  ? ""
                                  : lost ? "gained by "
                                         : "lost to ",
                                  name, shown_p(part.p)));
    }
    const std::string last = words.back();
    words.pop_back();
    sentences.push_back(fmt::format("{}{}: of the {:.3f} accuracy {} from {} to {}, {} and {}.",
                                    run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "",
                                    run.models[drop.model].name, std::abs(drop.all.difference),
                                    lost ? "lost" : "gained", run.conditions[*summary.reference].name,
                                    run.conditions[drop.condition].name, fmt::join(words, ", "), last));
  }
  return sentences;
}

TableEntry drop_entry() {
  return {"drops", [](const Section& of) {
            auto tables = of.found.of_pairs ? std::vector<ShownTable>()
                                            : if_any(drop_table(of.run, of.summary, of.corpus, of.found.drops,
                                                                of.found.unit, of.level));
            for (auto& one : tables)
              one.words = drop_sentences(of.run, of.summary, of.corpus, of.found.drops);
            return tables;
          }};
}

}  // namespace standfast::report
