// Training of networks (result/findings/learning.h), as a table.
#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/table.h"
#include "standfast/result/findings/learning.h"

namespace standfast::report {
namespace {

// Formats a range: "1,200", "1,100 to 1,200".
std::string from_to(uint64_t least, uint64_t most) {
  return least == most ? grouped(most) : fmt::format("{} to {}", grouped(least), grouped(most));
}

std::string maker_of(const RunRecords& run, const Learning& one) {
  return one.of_space ? "the space" : run.models[one.model].name;
}

// Describes the documents that selected the weights of the models.
std::string choice_of(const RunRecords& run, const Learning& one) {
  if (one.chosen == 0) return "the weights after the last update";
  const std::string of_validation =
      !one.of_space ? "validation documents of the fold chose the epoch"
      : one.validation.find_first_not_of("0123456789.e-") == std::string::npos
          ? fmt::format("a share of {} of its documents chose the epoch", one.validation)
          : fmt::format("side {} chose the epoch", one.validation);
  bool tested = false;  // a side that chose is a side that scores are taken on
  for (const auto& condition : run.conditions)
    tested = tested || (one.of_space && condition.side == one.validation);
  return of_validation + (tested ? ", so its scores are not independent of the space" : "");
}

// Makes the table, or nothing if no network learned. The data of the table have a row for each fit.
std::optional<Table> learning_table(const RunRecords& run, size_t corpus,
                                    const std::vector<Learning>& learning) {
  if (learning.empty()) return std::nullopt;
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("learning", "How networks learned", name);
  uint64_t fits = 0;
  for (const Learning& one : learning) fits += one.fits.size();
  table.caption = fmt::format(
      "Means over the fits of a row. Training loss is cross-entropy in nats: over the first twentieth of "
      "the updates, at the lowest point of the curve, over the last twentieth. Compare it with the loss of "
      "guessing by the frequencies of the classes; a network that ends near it has learned little, or its "
      "texts say little about them. Validation refers to the weights that the models have. A space is made "
      "once for all folds, from documents that include the tested ones. n: {}.",
      counted(fits, "fit"));
  table.header = {"condition",     "network",    "training texts", "updates",
                  "training loss", "validation", "weights"};
  table.data_header = {"corpus",
                       "condition",
                       "network",
                       "checkpoint",
                       "digest",
                       "options",
                       "seed",
                       "fold",
                       "fit",
                       "texts",
                       "texts_cut",
                       "tested_included",
                       "updates",
                       "updates_planned",
                       "loss_first",
                       "loss_lowest",
                       "loss_last",
                       "loss_guessing",
                       "validation_texts",
                       "validation_loss",
                       "validation_accuracy",
                       "best_update",
                       "weights"};
  table.texts = {"corpus", "condition", "network",         "checkpoint",
                 "digest", "options",   "tested_included", "weights"};
  for (const Learning& one : learning) {
    const std::string condition = one.of_space ? one.conditions : run.conditions[one.condition].name;
    const std::string maker = maker_of(run, one), choice = choice_of(run, one);
    TableCell texts{from_to(one.least_texts, one.most_texts)};
    texts.second =
        one.texts_cut > 0
            ? fmt::format("{} cut after {} tokens",
                          exact_percent(static_cast<double>(one.texts_cut) / static_cast<double>(one.texts)),
                          grouped(one.most_tokens))
            : "none cut";
    if (one.of_space) texts.third = "the tested ones included";
    TableCell updates{
        from_to(one.least_updates, one.most_updates),
        fmt::format("{}{}", counted(one.fits.size(), "fit"),
                    one.ended_early > 0 ? fmt::format(", {} ended early", one.ended_early) : std::string())};
    TableCell losses{fmt::format("{} → {} → {}", shown(one.first), shown(one.lowest), shown(one.last)),
                     one.guessing > 0 ? fmt::format("guessing {}", shown(one.guessing)) : std::string()};
    if (one.diverged > 0)
      losses.third = counted(one.diverged, "fit") + " diverged";
    else if (one.at_guessing > 0)
      losses.third = counted(one.at_guessing, "fit") + " at guessing";
    TableCell validation{"-"};
    if (one.validation_loss)
      validation = {
          fmt::format("loss {}", shown(*one.validation_loss)),
          fmt::format("accuracy {}", shown(*one.validation_accuracy)),
          fmt::format("after {:.0f} updates, {}", *one.best_update, counted(one.validation_texts, "text"))};
    table.rows.push_back(
        {{condition},
         {maker, one.digest.empty() ? "" : fmt::format("{} ({})", one.checkpoint, one.digest.substr(0, 8)),
          one.options},
         texts,
         updates,
         losses,
         validation,
         {choice}});
    for (const LearnedFit& fit : one.fits) {
      const TrainingHistory& history = *fit.history;
      double lowest = history.last;
      for (const auto& point : history.losses) lowest = std::min(lowest, point.loss);
      const auto* best = history.best ? &history.validations[*history.best] : nullptr;
      table.data.push_back({name,
                            condition,
                            maker,
                            one.checkpoint,
                            history.model,
                            one.options,
                            one.of_space ? "" : std::to_string(fit.seed),
                            one.of_space ? "" : std::to_string(fit.fold),
                            one.of_space ? "" : std::to_string(fit.fit),
                            std::to_string(history.texts),
                            std::to_string(history.texts_cut),
                            one.of_space ? "yes" : "no",
                            std::to_string(history.updates),
                            std::to_string(history.updates_planned),
                            exact(history.first),
                            exact(lowest),
                            exact(history.last),
                            history.guessing > 0 ? exact(history.guessing) : "",
                            std::to_string(history.validation_texts),
                            best != nullptr ? exact(best->loss) : "",
                            best != nullptr ? exact(best->accuracy) : "",
                            best != nullptr ? std::to_string(best->update) : "",
                            choice});
    }
  }
  return table;
}

}  // namespace

TableEntry learning_entry() {
  return {"learning",
          [](const Section& of) { return if_any(learning_table(of.run, of.corpus, of.found.learning)); }};
}

}  // namespace standfast::report
