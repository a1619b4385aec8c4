// A task folder for the collaborative benchmark of GenBench: data.jsonl with {"input", "target",
// "target_options"}, split.jsonnet with the line numbers of each side ("test:17", a line of the source called
// test), config.jsonnet, and the eval card of the taxonomy as JSON and as a line of text. Each side that
// split.jsonnet names must also be the name of a source, or GenBench refuses the task, so the file is the
// source of every side. Values that only the user knows (authors, the address of the data, the versions of
// the metrics) come from options; if one is missing, config.jsonnet has a comment that says what to fill in.
//
// Source of the format: README of the repository GenBench/genbench_cbt. Source of the axes: Hupkes et al.
// 2023, "A taxonomy and review of generalization research in NLP", Nature Machine Intelligence 5.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/option_table.h"
#include "standfast/split/export/exporter.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

using Words = std::vector<std::string>;

struct GenBenchOptions {
  std::string name;
  std::string target = "label";
  std::string description, address;
  Words authors = {}, keywords = {}, metrics = {"accuracy", "f1"}, metric_versions = {};
  Words motivation = {"practical"}, type = {"robustness"}, shift = {"covariate"};
  Words source = {"partitioned-natural"}, locus = {"finetune-train-test"};
};

struct Axis {
  const char* option;
  const char* key;  // in eval_card.json
  Words GenBenchOptions::*chosen;
  Words words;
  const char* meaning;
};

const std::array<Axis, 5>& axes() {
  static const std::array<Axis, 5> all = {
      Axis{"motivation",
           "motivation",
           &GenBenchOptions::motivation,
           {"practical", "cognitive", "intrinsic", "fairness"},
           "the reason to study generalisation"},
      Axis{"type",
           "generalisation_type",
           &GenBenchOptions::type,
           {"compositional", "structural", "cross-task", "cross-lingual", "cross-domain", "robustness"},
           "the type of generalisation"},
      Axis{"shift",
           "shift_type",
           &GenBenchOptions::shift,
           {"covariate", "label", "full", "assumed", "multiple"},
           "the difference between train and test"},
      Axis{"source",
           "shift_source",
           &GenBenchOptions::source,
           {"natural", "partitioned-natural", "generated", "fully-generated"},
           "the origin of the shift"},
      Axis{"locus",
           "shift_locus",
           &GenBenchOptions::locus,
           {"train-test", "finetune-train-test", "pretrain-train", "pretrain-test"},
           "the stages between which the shift lies"}};
  return all;
}

std::string objection_to_axes(const GenBenchOptions& options) {
  for (const Axis& axis : axes()) {
    const Words& chosen = options.*axis.chosen;
    if (chosen.empty())
      return fmt::format("{} names nothing; there are {}", axis.option, fmt::join(axis.words, ", "));
    for (const auto& word : chosen)
      if (std::find(axis.words.begin(), axis.words.end(), word) == axis.words.end())
        return fmt::format("{} = {}: there are {}", axis.option, printable_line(word),
                           fmt::join(axis.words, ", "));
  }
  return "";
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string json_list(const Words& words) {
  Words all;
  for (const auto& word : words) all.push_back(json_quoted(word));
  return fmt::format("[{}]", fmt::join(all, ", "));
}

struct TaskRows {
  const Column* target = nullptr;
  std::vector<uint32_t> rows;   // of the corpus, ascending: the lines of data.jsonl
  std::vector<uint32_t> place;  // by row: its line in data.jsonl
};

class GenBenchExport final : public Exporter {
 public:
  explicit GenBenchExport(GenBenchOptions options) : options_(std::move(options)) {}

  Status holds(const Corpus& corpus, const Split& split) const override {
    SF_TRY(task_of(corpus, split));
    return {};
  }

 private:
  Status write_held(const Corpus& corpus, const Split& split, const std::string& folder) const override {
    SF_ASSIGN(const TaskRows task, task_of(corpus, split));
    SF_TRY(make_directories(folder));
    SF_TRY(write_data(corpus, task, folder + "/data.jsonl"));
    SF_TRY(write_file(folder + "/split.jsonnet", split_text(split.folds[0], task)));
    SF_TRY(write_file(folder + "/config.jsonnet", config_text(corpus, split)));
    SF_TRY(write_file(folder + "/eval_card.json", card_json(corpus, split)));
    return write_file(folder + "/eval_card.txt", card_line() + "\n");
  }

  Result<TaskRows> task_of(const Corpus& corpus, const Split& split) const {
    if (split.folds.size() != 1)
      return data_error(
          fmt::format("a GenBench task holds one fold, and this split has {}", split.folds.size()));
    TaskRows task;
    SF_ASSIGN(task.target, corpus.require_named(options_.target));
    const Fold& fold = split.folds[0];
    for (const RowSet* side : {&fold.train, &fold.validation, &fold.test})
      task.rows.insert(task.rows.end(), side->begin(), side->end());
    std::sort(task.rows.begin(), task.rows.end());
    task.place.assign(corpus.size(), kMissing);
    for (uint32_t place = 0; place < task.rows.size(); ++place) {
      const uint32_t row = task.rows[place];
      if (task.target->codes[row] == kMissing)
        return data_error(fmt::format("{}: \"{}\" has no {}, and every line of a GenBench task has a target",
                                      corpus.name(), printable_line(corpus.id(row)), options_.target));
      task.place[row] = place;
    }
    return task;
  }

  static Status write_data(const Corpus& corpus, const TaskRows& task, const std::string& path) {
    const std::string names = json_list(task.target->names);
    SF_ASSIGN(OutputFile file, OutputFile::create(path));
    for (const uint32_t row : task.rows) {
      std::string line = "{\"input\": ";
      append_json_string(line, corpus.text(row));
      line +=
          fmt::format(", \"target\": {}, \"target_options\": {}, \"id\": ", task.target->codes[row], names);
      append_json_string(line, corpus.id(row));
      SF_TRY(file.write(line + "}\n"));
    }
    return file.commit();
  }

  static std::string split_text(const Fold& fold, const TaskRows& task) {
    std::string text = "{";
    for (const auto& [name, rows] :
         {std::pair{"train", &fold.train}, {"validation", &fold.validation}, {"test", &fold.test}}) {
      if (rows->empty()) continue;
      Words places;
      for (const uint32_t row : *rows) places.push_back(fmt::format("\"test:{}\"", task.place[row]));
      text += fmt::format("{}\n  \"{}\": [{}]", text.size() > 1 ? "," : "", name, fmt::join(places, ", "));
    }
    return text + "\n}\n";
  }

  std::string name_of_task(const Corpus& corpus, const Split& split) const {
    if (!options_.name.empty()) return options_.name;
    std::string name = corpus.name().substr(corpus.name().find_last_of('/') + 1);
    name = name.substr(0, name.find('.'));
    return split.method.empty() ? name : fmt::format("{} ({})", name, split.method);
  }

  std::string config_text(const Corpus& corpus, const Split& split) const {
    const Words keywords = options_.keywords.empty()
                               ? Words{options_.type.front(), options_.shift.front() + " shift"}
                               : options_.keywords;
    Words metrics;
    for (size_t m = 0; m < options_.metrics.size(); ++m)
      metrics.push_back(fmt::format("    {{ hf_id: {}{}, best_score: 1.0 }},\n",
                                    json_quoted(options_.metrics[m]),
                                    options_.metric_versions.empty()
                                        ? ""
                                        : ", git_commit_sha: " + json_quoted(options_.metric_versions[m])));
    return fmt::format(
        "{{\n  name: {},\n  description: {},\n  keywords: {},\n{}  authors: {},\n\n"
        "  data_source: {{\n    type: 'manual',\n"
        "    // split.jsonnet says which lines of this file are train, validation and test. GenBench asks "
        "for a source\n"
        "    // of each of them, so the file is named for each.\n{}{}  }},\n\n"
        "  has_validation_set: {},\n  has_train_set: true,\n\n  task_type: 'multiple_choice',\n\n"
        "  split_file: 'split.jsonnet',\n\n  evaluation_metrics: [\n{}{}  ],\n\n"
        "  preparation_strategies: {{\n    finetuning: {{ objective: 'maximum_likelihood' }},\n  }},\n}}\n",
        json_quoted(name_of_task(corpus, split)),
        json_quoted(options_.description.empty() ? split.reason : options_.description), json_list(keywords),
        options_.authors.empty() ? "  // Fill in the authors of the task (or export it with authors=...).\n"
                                 : "",
        json_list(options_.authors),
        options_.address.empty()
            ? "    // Fill in the address at which data.jsonl can be fetched (or export it with address=...).\n"
            : "",
        sources(split.folds[0]), split.folds[0].validation.empty() ? "false" : "true",
        options_.metric_versions.empty()
            ? "    // Fill in git_commit_sha, the version of each metric (or export it with metric-versions=...).\n"
            : "",
        fmt::join(metrics, ""));
  }

  std::string sources(const Fold& fold) const {
    std::string lines;
    for (const auto& [name, rows] :
         {std::pair{"train", &fold.train}, {"validation", &fold.validation}, {"test", &fold.test}})
      if (!rows->empty()) lines += fmt::format("    {}: {},\n", name, json_quoted(options_.address));
    return lines;
  }

  std::string card_json(const Corpus& corpus, const Split& split) const {
    std::string json = fmt::format("{{\"task\": {}", json_quoted(name_of_task(corpus, split)));
    for (const Axis& axis : axes()) json += fmt::format(",\n\"{}\": {}", axis.key, json_list(spoken(axis)));
    const Fold& fold = split.folds[0];
    return json + fmt::format(
                      ",\n\"split\": {{\"method\": {}, \"seed\": {}, \"train\": {}, \"validation\": {}, "
                      "\"test\": {}, \"sha256_of_data\": {}}}}}\n",
                      json_quoted(split.method), split.seed, fold.train.size(), fold.validation.size(),
                      fold.test.size(), json_quoted(corpus.data_hash()));
  }

  std::string card_line() const {
    Words parts;
    for (const Axis& axis : axes())
      parts.push_back(fmt::format("{} {}", axis.option, fmt::join(spoken(axis), ", ")));
    return fmt::format("GenBench eval card: {}", fmt::join(parts, "; "));
  }

  // Returns the term of the taxonomy: "partitioned-natural" on the command line is "partitioned natural"
  // there; "train-test" stays.
  Words spoken(const Axis& axis) const {
    Words words = options_.*axis.chosen;
    for (auto& word : words) {
      if (word == "partitioned-natural") word = "partitioned natural";
      if (word == "fully-generated") word = "fully generated";
      if (word == "finetune-train-test") word = "finetune train-test";
    }
    return words;
  }

  GenBenchOptions options_;
};

}  // namespace

ExporterCatalog::Entry genbench_exporter() {
  OptionTable<GenBenchOptions> table;
  table.add("name", &GenBenchOptions::name, "name of the task; empty: from the corpus and the method");
  table.add("target", &GenBenchOptions::target, "the column with the classes").column();
  table.add("description", &GenBenchOptions::description,
            "description of the task; empty: the split's own description");
  table.add("authors", &GenBenchOptions::authors,
            "authors of the task, with commas between them; empty: config.jsonnet asks for them");
  table.add("address", &GenBenchOptions::address,
            "address from which data.jsonl will be fetched; empty: config.jsonnet asks for it");
  table.add("keywords", &GenBenchOptions::keywords,
            "keywords, with commas between them; empty: the type and the shift");
  table.add("metrics", &GenBenchOptions::metrics,
            "names of metrics on the Hugging Face hub, with commas between them");
  table.add("metric-versions", &GenBenchOptions::metric_versions,
            "the git commit of each metric, with commas between them; empty: config.jsonnet asks for them");
  for (const Axis& axis : axes())
    table.add(axis.option, axis.chosen,
              fmt::format("axis of the eval card, {}: {} (several with commas)", axis.meaning,
                          fmt::join(axis.words, ", ")));
  table.require(objection_to_axes);
  table.require([](const GenBenchOptions& options) -> std::string {
    if (options.metrics.empty()) return "metrics names nothing; there are accuracy, f1 ...";
    return options.metric_versions.empty() || options.metric_versions.size() == options.metrics.size()
               ? ""
               : fmt::format("metric-versions has {} versions of {} metrics", options.metric_versions.size(),
                             options.metrics.size());
  });
  return {.name = "genbench",
          .summary = "A task folder of GenBench: data, split, configuration, and the eval card.",
          .citation = "Hupkes et al. 2023, Nature Machine Intelligence 5; repository GenBench/genbench_cbt",
          .traits = {.folder = true, .one_fold = true, .texts = true},
          .options = table,
          .make = made_as<Exporter, GenBenchExport>(table)};
}

}  // namespace standfast
