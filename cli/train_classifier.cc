// standfast train for classifiers: fits on documents and saves as a folder.
#include <algorithm>

#include <fmt/format.h>

#include "cli/train_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/training_columns.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/text/printable.h"

namespace standfast::cli {

Status train_classifier(const TrainArgs& given) {
  for (const auto& [flag, value] : {std::pair{"--truth", &given.truth},
                                    {"--validation", &given.validation},
                                    {"--validation-truth", &given.validation_truth}})
    if (!value->empty())
      return usage_error(fmt::format(
          "train: {} is for verification; a classifier finds its classes in the corpus (--target)", flag));
  if (given.hold_out_given())
    return usage_error(
        "train: --hold-out is for verification; a classifier learns from all documents, so leave it out");
  SF_ASSIGN(const auto* entry, classifiers().find(given.model));
  SF_ASSIGN(const Options options, classifiers().resolve(entry->name, given.settings, given.preset));
  SF_ASSIGN(auto classifier, entry->make(options));

  if (!given.document_weight.empty() && !entry->traits.weights)
    return usage_error(fmt::format(
        "train: {} takes no --document-weight (standfast ls --long shows which classifiers take weights)",
        entry->name));

  CorpusArgs from = given.corpus;
  for (const auto& [flag, column] :
       {std::pair{"document-weight", given.document_weight}, {"group", given.group}})
    if (!column.empty()) from.also_read({column}, flag);
  SF_ASSIGN(const Corpus corpus, from.read());
  SF_ASSIGN(const Role target, given.task.role(corpus));
  if (given.group == role_name(target))
    return usage_error(fmt::format(
        "train: --group {} is the target; a group is a class together with a value of another column",
        given.group));
  const Column& column = *corpus.column(target);
  std::vector<uint32_t> rows, classes;
  std::vector<uint64_t> counts(column.names.size());
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (column.codes[row] == kMissing) continue;
    rows.push_back(row);
    classes.push_back(column.codes[row]);
    ++counts[classes.back()];
  }
  if (column.names.size() < 2)
    return data_error(fmt::format(
        "{}: a classifier needs two {}s to tell apart, and the documents have {} (--target names another column)",
        corpus.name(), role_name(target),
        column.names.empty() ? "none" : fmt::format("one, \"{}\"", printable_line(column.names.front()))));
  if (rows.size() < corpus.size())
    terminal().warn(fmt::format("{} of {} documents have no {} and are left out", corpus.size() - rows.size(),
                                corpus.size(), role_name(target)));
  if (!given.group.empty()) SF_TRY(corpus.require_named(given.group));
  SF_ASSIGN(const TrainingValues values, training_values(corpus, {given.document_weight, given.group}, rows));
  const ClassifierContext context{
      {.seed = static_cast<uint64_t>(given.seed), .threads = given.threads(), .sink = &terminal()}};
  SF_TRY(classifier->fit({.documents = {&corpus, rows},
                          .classes = classes,
                          .names = column.names,
                          .weights = values.weights,
                          .groups = values.groups,
                          .group_names = values.group_names},
                         context));
  nlohmann::ordered_json origin = {{"corpus_hash", corpus.data_hash()},
                                   {"seed", given.seed},
                                   {"documents", rows.size()},
                                   {"classes", column.names.size()},
                                   {"without_class", corpus.size() - rows.size()}};
  if (!given.document_weight.empty())
    origin["document_weight"] = {{"column", given.document_weight},
                                 {"sha256", corpus.attribute_hash(given.document_weight)}};
  if (!given.group.empty()) origin["group"] = given.group;
  SF_TRY(save_classifier(given.out, entry->name, options, *classifier,
                         {std::string(role_name(target)), column.names}, origin));
  auto facts = classifier->facts();
  if (!given.with_text) facts.erase("telling");  // words of texts, which may be offensive
  if (given.json) {
    nlohmann::ordered_json json = {{"model", entry->name},
                                   {"folder", given.out},
                                   {"target", role_name(target)},
                                   {"classes", column.names},
                                   {"origin", origin}};
    json["facts"] = std::move(facts);
    print(json_text(json) + "\n");
    return {};
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  print(fmt::format(
      "{}: {} training documents of {} classes ({}); answering \"{}\" to all is right in {:.1f} %\n",
      entry->name, rows.size(), column.names.size(), role_name(target),
      column.names[static_cast<size_t>(most - counts.begin())],
      100.0 * static_cast<double>(*most) / static_cast<double>(rows.size())));
  print_facts(facts);
  print(fmt::format("saved in {}\n", given.out));
  return {};
}

}  // namespace standfast::cli
