// Stability of authors' habits over topics (analysis/lexical/style_interaction.h), as a table and in words.
#include <vector>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/text/function_words.h"

namespace standfast::report {

Table interaction_table(const StyleInteraction& found, const std::string& target, SumsOfSquares type) {
  Table out;
  out.name = "interaction";
  out.title = fmt::format("Habits of {}s across topics: analysis of variance", target);
  out.caption = fmt::format(
      "{} documents in {} cells of {} {}s and {} topics; {} empty. {} left out (cells too small, or no {} or "
      "no topic known). Sums of squares of type {}. eta2: share of the variance; p corrected over {} "
      "measures (Holm), each effect by itself. Where a habit goes with the {} on every topic, eta2 of the {} "
      "is large and eta2 of the interaction is small.",
      grouped(found.documents), found.cells, found.authors, target, found.topics,
      found.empty_cells == 1 ? "1 cell is" : fmt::format("{} cells are", found.empty_cells),
      found.left_out == 1 ? "1 document is" : fmt::format("{} documents are", grouped(found.left_out)),
      target, type == SumsOfSquares::type2 ? "II" : "III", found.measures.size(), target, target);
  if (const FunctionWords* words = find_function_words(found.language);
      words != nullptr && words->code != "en")
    out.caption += fmt::format(" function-words: {} ones.", words->language);
  out.header = {"measure", "n", target + ": F",   "eta2", "p", "topic: F",
                "eta2",    "p", "interaction: F", "eta2", "p"};
  out.data_header = {"measure", "n",      "effect",      "sum_of_squares",      "df",  "residual_df", "f",
                     "p",       "p_holm", "eta_squared", "partial_eta_squared", "note"};
  for (const auto& measure : found.measures) {
    if (!measure.anova) {
      out.rows.push_back({{measure.name}, {"0"}, {measure.why_not}});
      out.rows.back().resize(out.header.size());
      std::vector<std::string> fact(out.data_header.size());
      fact.front() = measure.name;
      fact[1] = "0";
      fact.back() = measure.why_not;
      out.data.push_back(std::move(fact));
      continue;
    }
    const TwoWayAnova& anova = *measure.anova;
    std::vector<TableCell> row = {{measure.name}, {grouped(anova.n)}};
    const auto add = [&](const std::string& name, const AnovaEffect& effect,
                         const std::optional<double>& corrected) {
      row.push_back({effect.f ? shown(*effect.f, 2) : "-", fmt::format("df {:g}", effect.df)});
      row.push_back({shown(effect.eta_squared), "", "", effect.eta_squared});
      row.push_back({shown_p(corrected)});
      out.data.push_back({measure.name, std::to_string(anova.n), name, exact(effect.sum_of_squares),
                          exact(effect.df), exact(anova.residual_df), exact(effect.f), exact(effect.p),
                          exact(corrected), exact(effect.eta_squared), exact(effect.partial_eta_squared),
                          ""});
    };
    add(target, anova.a, measure.p_author);
    add("topic", anova.b, measure.p_topic);
    add("interaction", anova.interaction, measure.p_interaction);
    out.rows.push_back(std::move(row));
  }
  return out;
}

std::string style_sentence(const StyleInteraction& found, const std::string& target, double alpha) {
  const auto moved = [&](std::optional<double> MeasureInteraction::*p, std::vector<std::string>& which) {
    size_t tested = 0;
    for (const auto& measure : found.measures) {
      tested += (measure.*p).has_value();
      if ((measure.*p).value_or(1) < alpha) which.push_back(measure.name);
    }
    return tested;
  };
  std::vector<std::string> by_topic, by_both;
  const size_t tested = moved(&MeasureInteraction::p_topic, by_topic);
  const size_t tested_both = moved(&MeasureInteraction::p_interaction, by_both);
  std::string out =
      tested == 0 ? std::string("The effect of topics on measures of style cannot be tested on this table")
                  : fmt::format("Topics change {} of {} measures of style (main effect, p < {:g} after Holm)",
                                by_topic.size(), tested, alpha);
  if (tested_both == 0)
    return out + fmt::format("; differences of this effect from {} to {} cannot be tested.", target, target);
  if (by_both.empty())
    return out + fmt::format(
                     "; none of {} was found to change differently from {} to {}, so no reason for a drop on "
                     "new topics is shown in these habits.",
                     tested_both, target, target);
  return out + fmt::format(
                   "; {} of {} change differently from {} to {} ({}): anything that a model learns about "
                   "them on other topics may not hold on a new topic. This is one reason for a drop.",
                   by_both.size(), tested_both, target, target, fmt::join(by_both, ", "));
}

TableEntry style_entry() {
  return {
      "style", [](const Section& of) -> std::vector<ShownTable> {
        const auto style = of.run.styles.find(of.run.corpora[of.corpus].name);
        if (of.found.of_pairs || of.found.cells == 0 || style == of.run.styles.end()) return {};
        const std::string& target = style->second.target;
        const std::string title = fmt::format("Habits of {}s across topics", target);
        if (!style->second.found)
          return {
              {std::nullopt,
               "",
               false,
               {fmt::format("{}: no analysis of variance of style ({}).", title, style->second.why_not)}}};
        const Table named = table_of("style", title, of.run.corpora[of.corpus].name);
        Table table = interaction_table(*style->second.found, target, SumsOfSquares::type2);
        table.name = named.name;
        table.title = named.title;
        return {{std::move(table), "", false, {style_sentence(*style->second.found, target, 1 - of.level)}}};
      }};
}

}  // namespace standfast::report
