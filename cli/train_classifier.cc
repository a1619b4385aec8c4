// standfast train for classifiers: fits on documents and saves as a folder.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/interrupt.h"
#include "cli/train_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/training_set.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/robust/training_part.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

// Validation documents, disjoint from the training documents (TrainingSet::dev).
struct Validation {
  std::optional<Corpus> own;  // read from a file
  const Corpus* corpus = nullptr;
  std::vector<uint32_t> rows, classes, groups;
  nlohmann::ordered_json origin;  // null: there are none
  bool any() const { return !rows.empty(); }
};

// Parses a share such as "0.1"; nullopt for the path of a file.
std::optional<double> share_of(const std::string& text) {
  if (std::error_code ignored; std::filesystem::exists(text, ignored)) return std::nullopt;
  char* end = nullptr;
  const double share = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' ? std::optional(share) : std::nullopt;
}

Status check_validation(const TrainArgs& given, const ClassifierCatalog::Entry& entry) {
  if (given.validation.empty()) {
    for (const char* name : {"patience", "best", "validations"})
      if (entry.traits.uses_validation && given.settings.contains(name))
        return usage_error(fmt::format(
            "train: {} = {}: validation documents decide that; give some with --validation FILE or "
            "--validation 0.1 (a share of the documents), or leave it out",
            name, to_string(given.settings.at(name))));
    return {};
  }
  if (!entry.traits.uses_validation)
    return usage_error(fmt::format(
        "train: --validation gives documents that {} does not look at; leave it out", entry.name));
  if (const auto share = share_of(given.validation); share && !(*share > 0 && *share < 1))
    return usage_error(
        fmt::format("train: --validation {}: a share is above 0 and below 1 (or it is the path of a corpus)",
                    given.validation));
  return {};
}

// Moves a share of each class from `rows` and `classes` to validation: at least one of two documents or more.
Status put_aside(const Corpus& corpus, double share, uint64_t seed, std::vector<uint32_t>& rows,
                 std::vector<uint32_t>& classes, Validation& out) {
  const TrainingSet all = {.documents = {&corpus, rows}, .classes = classes};
  const auto order = drawn_order(all, classes, {}, seed, "train/validation");
  const auto part = drawn_share(order, classes, share, 1, 1);
  const TrainingPart aside(all, part, 1), left(all, part, 0);
  if (aside.rows.empty())
    return data_error(fmt::format("{}: no class has two documents, so none can be put aside for validation",
                                  corpus.name()));
  out.corpus = &corpus;
  out.rows = aside.rows;
  out.classes = aside.classes;
  out.origin = {{"share", share}, {"documents", out.rows.size()}};
  rows = left.rows;
  classes = left.classes;
  return {};
}

// Reads validation documents with the columns of the training corpus. Classes are matched by name.
Status read_validation(CorpusArgs from, const std::string& path, Role target, const Column& learned,
                       const Corpus& training, std::span<const uint32_t> trained, Validation& out) {
  from.path = path;
  SF_ASSIGN(out.own, from.read());
  const Corpus& corpus = *out.own;
  const auto found = corpus.require(target);
  if (!found) return with_context("--validation " + path, found.error());
  const Column& column = **found;
  std::unordered_set<std::string_view> texts;
  for (const uint32_t row : trained) texts.insert(training.text(row));
  size_t without = 0, unknown = 0, copies = 0;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (column.codes[row] == kMissing) {
      ++without;
      continue;
    }
    const auto place = std::ranges::find(learned.names, column.names[column.codes[row]]);
    if (place == learned.names.end()) {
      ++unknown;
      continue;
    }
    out.rows.push_back(row);
    out.classes.push_back(static_cast<uint32_t>(place - learned.names.begin()));
    copies += texts.contains(corpus.text(row)) ? 1 : 0;
  }
  const std::string_view kind = role_name(target);
  if (out.rows.empty())
    return data_error(fmt::format(
        "--validation {}: none of its {} documents has a {} that the training documents have ({} have "
        "others)",
        path, corpus.size(), kind, unknown));
  if (without + unknown > 0)
    terminal().warn(
        fmt::format("--validation {}: {} of {} documents are left out ({} without a {}, {} with one "
                    "that no training document has)",
                    path, without + unknown, corpus.size(), without, kind, unknown));
  std::vector<std::string> lacking;
  for (uint32_t place = 0; place < learned.names.size(); ++place)
    if (std::ranges::find(out.classes, place) == out.classes.end())
      lacking.push_back(fmt::format("\"{}\"", printable_line(learned.names[place])));
  if (!lacking.empty())
    terminal().warn(fmt::format(
        "--validation {}: none of its {} documents has the {} {}{} ({} of {}), so no validation shows how "
        "well a "
        "model answers these",
        path, out.rows.size(), kind,
        fmt::join(std::span(lacking).first(std::min<size_t>(3, lacking.size())), ", "),
        lacking.size() > 3 ? ", ..." : "", lacking.size(), learned.names.size()));
  if (copies > 0)
    terminal().warn(
        fmt::format("--validation {}: {} of {} documents have the text of a training document, so validation "
                    "looks better than it is",
                    path, copies, out.rows.size()));
  out.corpus = &corpus;
  out.origin = {{"corpus_hash", corpus.data_hash()}, {"documents", out.rows.size()}};
  return {};
}

// Maps the groups of validation documents to the codes of the training groups, by name.
Status find_groups(const std::string& group, std::span<const std::string> names, Validation& out) {
  if (group.empty() || !out.any()) return {};
  SF_ASSIGN(const TrainingValues values, training_values(*out.corpus, {.group = group}, out.rows));
  for (const uint32_t code : values.groups) {
    const auto place = code == kMissing ? names.end() : std::ranges::find(names, values.group_names[code]);
    out.groups.push_back(place == names.end() ? kMissing : static_cast<uint32_t>(place - names.begin()));
  }
  return {};
}

}  // namespace

Status train_classifier(const TrainArgs& given) {
  for (const auto& [flag, value] :
       {std::pair{"--truth", &given.truth}, {"--validation-truth", &given.validation_truth}})
    if (!value->empty())
      return usage_error(fmt::format(
          "train: {} is for verification; a classifier finds its classes in the corpus (--target)", flag));
  if (given.hold_out_given())
    return usage_error(
        "train: --hold-out is for verification; a classifier learns from all documents, but for a share that "
        "--validation puts aside");
  SF_ASSIGN(const auto* entry, classifiers().find(given.model));
  SF_ASSIGN(const Options options, classifiers().resolve(entry->name, given.settings, given.preset));
  SF_ASSIGN(auto classifier, entry->make(options));
  SF_TRY(check_validation(given, *entry));

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
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (column.codes[row] == kMissing) continue;
    rows.push_back(row);
    classes.push_back(column.codes[row]);
  }
  if (column.names.size() < 2)
    return data_error(fmt::format(
        "{}: a classifier needs two {}s to tell apart, and the documents have {} (--target names another "
        "column)",
        corpus.name(), role_name(target),
        column.names.empty() ? "none" : fmt::format("one, \"{}\"", printable_line(column.names.front()))));
  const size_t without_class = corpus.size() - rows.size();
  if (without_class > 0)
    terminal().warn(fmt::format("{} of {} documents have no {} and are left out", without_class,
                                corpus.size(), role_name(target)));
  if (!given.group.empty()) SF_TRY(corpus.require_named(given.group));
  Validation validation;
  if (const auto share = share_of(given.validation))
    SF_TRY(put_aside(corpus, *share, static_cast<uint64_t>(given.seed), rows, classes, validation));
  else if (!given.validation.empty())
    SF_TRY(read_validation(from, given.validation, target, column, corpus, rows, validation));
  SF_ASSIGN(const TrainingValues values, training_values(corpus, {given.document_weight, given.group}, rows));
  SF_TRY(find_groups(given.group, values.group_names, validation));
  // The training state is saved here, so that the same command resumes after a kill.
  const std::string parts = parts_beside(given.out);
  const ClassifierContext context{{.seed = static_cast<uint64_t>(given.seed),
                                   .threads = given.threads(),
                                   .sink = &terminal(),
                                   .scratch = parts}};
  SF_TRY(until_interrupted(
      [&]() -> Status {
        return classifier->fit({.documents = {&corpus, rows},
                                .classes = classes,
                                .names = column.names,
                                .weights = values.weights,
                                .groups = values.groups,
                                .group_names = values.group_names,
                                .dev = {validation.corpus, validation.rows},
                                .dev_classes = validation.classes,
                                .dev_groups = validation.groups},
                               context);
      },
      interrupted_fit(entry->traits.in_batches)));
  nlohmann::ordered_json origin = {{"corpus_hash", corpus.data_hash()},
                                   {"seed", given.seed},
                                   {"documents", rows.size()},
                                   {"classes", column.names.size()},
                                   {"without_class", without_class}};
  origin.update(origin_of(corpus));
  if (validation.any()) origin["validation"] = validation.origin;
  if (!given.document_weight.empty())
    origin["document_weight"] = {{"column", given.document_weight},
                                 {"sha256", corpus.attribute_hash(given.document_weight)}};
  if (!given.group.empty()) origin["group"] = given.group;
  SF_TRY(save_classifier(given.out, entry->name, options, *classifier,
                         {std::string(role_name(target)), column.names}, origin));
  remove_training_parts(parts);
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
  std::vector<uint64_t> counts(column.names.size());
  for (const uint32_t name : classes) ++counts[name];
  const auto most = std::max_element(counts.begin(), counts.end());
  print(fmt::format(
      "{}: {} training documents of {} classes ({}); answering \"{}\" to all is right in {:.1f} %\n",
      entry->name, rows.size(), column.names.size(), role_name(target),
      column.names[static_cast<size_t>(most - counts.begin())],
      100.0 * static_cast<double>(*most) / static_cast<double>(rows.size())));
  if (validation.any())
    print(fmt::format("validated on {} documents{}\n", validation.rows.size(),
                      validation.own ? " of " + given.validation : std::string(", put aside")));
  facts.erase("history");  // its lines stand on the terminal already; --json has them
  print_facts(facts);
  print(fmt::format("saved in {}\n", given.out));
  return {};
}

}  // namespace standfast::cli
