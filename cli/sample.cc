// standfast sample: draws topics and documents, and shows them.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/groups.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/result/run/topic_sweep.h"
#include "standfast/sample/sampler.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

struct SweepArgs {
  std::string topics;  // "auto", or numbers "20,30,40"; "": no sweep
  std::string models = "char-ngram,ppm,topic-fit", profile = "hits", csv;
  int64_t folds = 10, max_pairs = 2000;

  void declare(Args& args);
};

using Json = nlohmann::ordered_json;
using result::TopicSweep;
using result::TopicSweepEntry;
using result::TopicSweepOptions;

constexpr double kConfidence = 0.95;

std::vector<std::string> parts_of(const std::string& list) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    std::string part = list.substr(begin, end - begin);
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    part.erase(part.find_last_not_of(' ') + 1);
    if (!part.empty()) parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

Result<std::vector<uint32_t>> numbers_of(const std::string& list) {
  std::vector<uint32_t> numbers;
  if (list == "auto") return numbers;
  for (const auto& part : parts_of(list)) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size() || number == 0)
      return usage_error(fmt::format(
          "--topics {}: \"{}\" is not a number of topics; give auto or e.g. 20,30,40", list, part));
    numbers.push_back(number);
  }
  if (numbers.empty()) return usage_error("--topics: give auto or numbers of topics, e.g. 20,30,40");
  return numbers;
}

std::optional<Interval> interval_of(const RankStability& stability) {
  return percentile_interval(stability.mean.replicates,
                             small_sample_confidence(kConfidence, stability.units));
}

// Returns the interval of the average. All metrics use the same folds. The average has as many units as the
// metric with the fewest.
std::optional<Interval> interval_of_average(const TopicSweepEntry& entry) {
  uint32_t units = 0;
  for (const auto& stability : entry.stability)
    units = units == 0 ? stability.units : std::min(units, stability.units);
  return percentile_interval(entry.average.replicates, small_sample_confidence(kConfidence, units));
}

Json value_json(const Replicated& mean, const std::optional<Interval>& interval) {
  Json json;
  json["value"] = mean.value ? Json(*mean.value) : Json(nullptr);
  json["low"] = interval ? Json(interval->low) : Json(nullptr);
  json["high"] = interval ? Json(interval->high) : Json(nullptr);
  json["n_used"] = mean.n_used;
  json["n_total"] = mean.n_total;
  return json;
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const TopicSweep& sweep, const TopicSweepOptions& options, const Corpus& corpus) {
  Json json = {{"schema", "standfast-topic-sweep/1"},
               {"method", options.sampler},
               {"data", {{"sha256", corpus.data_hash()}, {"documents", corpus.size()}}},
               {"vectors", sweep.vectors},
               {"pool", sweep.pool},
               {"folds", options.folds},
               {"max_pairs", options.max_pairs},
               {"models", options.models},
               {"profile", options.profile},
               {"seed", options.seed},
               {"confidence", kConfidence},
               {"entries", Json::array()}};
  for (const auto& entry : sweep.entries) {
    Json one = {{"topics", entry.topics}, {"folds", entry.folds}};
    if (!entry.failure.empty()) {
      one["failure"] = entry.failure;
      json["entries"].push_back(std::move(one));
      continue;
    }
    one.update({{"documents", entry.documents},
                {"authors", entry.authors},
                {"train_pairs", entry.train_pairs},
                {"test_pairs", entry.test_pairs},
                {"prior", entry.prior},
                {"similarity_mean", number(entry.similarity_mean)},
                {"similarity_max", number(entry.similarity_max)}});
    for (size_t k = 0; k < sweep.metrics.size(); ++k)
      one["stability"][sweep.metrics[k]] =
          value_json(entry.stability[k].mean, interval_of(entry.stability[k]));
    one["stability"]["average"] = value_json(entry.average, interval_of_average(entry));
    for (size_t m = 0; m < options.models.size(); ++m)
      for (size_t k = 0; k < sweep.metrics.size(); ++k)
        one["scores"][options.models[m]][sweep.metrics[k]] = number(entry.scores[m][k]);
    json["entries"].push_back(std::move(one));
  }
  json["choice"] = sweep.choice ? Json(sweep.entries[*sweep.choice].topics) : Json(nullptr);
  json["advice"] = sweep.advice;
  return json;
}

std::string to_csv(const TopicSweep& sweep) {
  std::string csv =
      "topics,folds,documents,authors,train_pairs,test_pairs,prior,similarity_mean,similarity_max";
  for (const auto& metric : sweep.metrics) csv += ",stability_" + metric;
  csv += ",stability_average,stability_average_low,stability_average_high\n";
  const auto cell = [](double value) { return std::isfinite(value) ? fmt::format(",{}", value) : ","; };
  const auto optional_cell = [](const std::optional<double>& value) {
    return value ? fmt::format(",{}", *value) : ",";
  };
  for (const auto& entry : sweep.entries) {
    if (!entry.failure.empty()) continue;
    csv += fmt::format("{},{},{},{}", entry.topics, entry.folds, entry.documents, entry.authors);
    for (const double value :
         {entry.train_pairs, entry.test_pairs, entry.prior, entry.similarity_mean, entry.similarity_max})
      csv += cell(value);
    for (const auto& stability : entry.stability) csv += optional_cell(stability.mean.value);
    csv += optional_cell(entry.average.value);
    const auto interval = interval_of_average(entry);
    csv += optional_cell(interval ? std::optional(interval->low) : std::nullopt);
    csv += optional_cell(interval ? std::optional(interval->high) : std::nullopt);
    csv += '\n';
  }
  return csv;
}

std::string to_text(const TopicSweep& sweep, const TopicSweepOptions& options) {
  std::string out = fmt::format("{}: numbers of topics out of {} ({}), seed {}\n", options.sampler,
                                sweep.pool, sweep.vectors, options.seed);
  out += fmt::format("{:>6} {:>6} {:>9} {:>8} {:>16} {:>6}  {:>15}  {}\n", "topics", "folds", "documents",
                     "authors", "pairs train/test", "prior", "similarity m/max", "stability (Spearman)");
  const auto shown = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.3f}", *value) : std::string("-");
  };
  for (const auto& entry : sweep.entries) {
    if (!entry.failure.empty()) {
      out += fmt::format("{:>6} {}\n", entry.topics, entry.failure);
      continue;
    }
    out += fmt::format("{:>6} {:>6} {:>9} {:>8} {:>16} {:>5.1f}%  {:>15}  ", entry.topics, entry.folds,
                       entry.documents, entry.authors,
                       fmt::format("{:.0f}/{:.0f}", entry.train_pairs, entry.test_pairs), 100 * entry.prior,
                       fmt::format("{:.3f}/{:.3f}", entry.similarity_mean, entry.similarity_max));
    for (size_t k = 0; k < sweep.metrics.size(); ++k)
      out += fmt::format("{} {}  ", sweep.metrics[k], shown(entry.stability[k].mean.value));
    out += "average " + shown(entry.average.value);
    if (const auto interval = interval_of_average(entry))
      out += fmt::format(" [{:.3f}, {:.3f}]", interval->low, interval->high);
    out += "\n";
  }
  return out + "\n" + sweep.advice + "\n";
}

void SweepArgs::declare(Args& args) {
  args.text("--topics", topics,
            "Try several numbers of topics and report on each: auto, or numbers such as 20,30,40");
  std::vector<std::string> profiles, verifier_names;
  for (const auto& known : metric_profiles()) profiles.push_back(known.name);
  for (const auto& entry : verifiers().entries()) verifier_names.push_back(entry.name);
  args.choice("--profile", profile, profiles, "With --topics: metrics by which models are ranked");
  args.text("--models", models, "With --topics: the models that are ranked, separated by commas")
      .listed(verifier_names);
  args.count("--folds", folds, "With --topics: folds of whole topics");
  args.count("--max-pairs", max_pairs, "With --topics: pairs of a side at most, 0 for all");
  args.text("--csv", csv, "With --topics: write the table to this file too").new_file();
}

// Returns the sweep of --topics, or of --set topics=auto (which is then removed from draw's options). Returns
// nothing if no sweep is asked for.
std::optional<std::string> sweep_wanted(const SweepArgs& sweep, DrawArgs& draw) {
  if (!sweep.topics.empty()) return sweep.topics;
  const auto set = draw.sampler_options.find("topics");
  if (set == draw.sampler_options.end() || !std::holds_alternative<std::string>(set->second))
    return std::nullopt;
  const std::string value = std::get<std::string>(set->second);
  if (value != "auto" && value.find(',') == std::string::npos) return std::nullopt;
  draw.sampler_options.erase(set);
  return value;
}

Status print_sweep(const Corpus& corpus, const DrawArgs& draw, const SweepArgs& sweep,
                   const std::string& topics, bool json) {
  if (sweep.folds < 2 || sweep.folds > 1000)
    return usage_error(fmt::format("--folds {}: from 2 to 1000", sweep.folds));
  if (sweep.max_pairs < 0 || sweep.max_pairs == 1)
    return usage_error(fmt::format("--max-pairs {}: 0 (all) or at least 2", sweep.max_pairs));
  TopicSweepOptions options;
  options.sampler = draw.sampler;
  options.sampler_options = draw.sampler_options;
  SF_ASSIGN(options.encoder, draw.encoder.choice());
  SF_ASSIGN(options.topics, numbers_of(topics));
  options.folds = static_cast<uint32_t>(sweep.folds);
  options.max_pairs = static_cast<uint64_t>(sweep.max_pairs);
  options.models = parts_of(sweep.models);
  options.profile = sweep.profile;
  options.seed = draw.the_seed();
  options.threads = draw.threads();
  options.sink = &terminal();
  SF_ASSIGN(const TopicSweep found, result::sweep_topics(corpus, options));
  if (!sweep.csv.empty()) SF_TRY(write_file(sweep.csv, to_csv(found)));
  print(json ? json_text(to_json(found, options, corpus)) + "\n" : to_text(found, options));
  const bool any = std::any_of(found.entries.begin(), found.entries.end(),
                               [](const auto& entry) { return entry.failure.empty(); });
  if (!any) return data_error("no number of topics could be drawn: " + found.entries.front().failure);
  return {};
}

struct SampleArgs {
  CorpusArgs corpus;
  DrawArgs draw;
  SweepArgs sweep;
  bool json = false;
};

using Json = nlohmann::ordered_json;

// Returns the names of the topics that were merged into a chosen one, without the name of that one.
std::vector<std::string> merged_into(const Corpus& corpus, const Sample& sample, uint32_t chosen) {
  std::vector<std::string> names;
  for (uint32_t topic = 0; topic < sample.group_of_topic.size(); ++topic)
    if (topic != chosen && sample.group_of_topic[topic] == chosen)
      names.push_back(corpus.column(Role::topic)->names[topic]);
  return names;
}

Json to_json(const Corpus& corpus, const Sample& sample, const std::vector<uint64_t>& documents) {
  Json json = {{"method", sample.method}, {"seed", sample.seed}};
  json["options"] = Json::object();
  for (const auto& [name, value] : sample.options.values())
    std::visit([&](const auto& v) { json["options"][name] = v; }, value);
  json["data"] = {{"sha256", corpus.data_hash()}, {"documents", corpus.size()}};
  if (!sample.vectors.empty()) json["vectors"] = sample.vectors;
  json["topics"] = Json::array();
  for (size_t i = 0; i < sample.topics.size(); ++i) {
    Json topic = {{"name", corpus.column(Role::topic)->names[sample.topics[i]]}, {"documents", documents[i]}};
    if (!sample.leakage.empty()) topic[i == 0 ? "mean_similarity" : "leakage"] = sample.leakage[i];
    if (!sample.group_of_topic.empty()) topic["merged"] = merged_into(corpus, sample, sample.topics[i]);
    json["topics"].push_back(topic);
  }
  json["notes"] = sample.notes;
  json["n"] = sample.rows.size();
  json["ids"] = Json::array();
  for (const uint32_t row : sample.rows) json["ids"].push_back(std::string(corpus.id(row)));
  return json;
}

Status run(SampleArgs given) {
  if (const auto numbers = sweep_wanted(given.sweep, given.draw)) {
    SF_TRY(keep_inputs("--csv", given.sweep.csv, together({{given.corpus.path}, given.draw.files()})));
    SF_ASSIGN(const Corpus corpus, given.corpus.read());
    return print_sweep(corpus, given.draw, given.sweep, *numbers, given.json);
  }
  SF_ASSIGN(const auto* sampler, samplers().find(given.draw.sampler));
  if (given.draw.encoder.given() && !sampler->traits.needs_vectors)
    return usage_error(fmt::format("sample: {} reads no vectors, so --encoder has no effect", sampler->name));
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  SF_ASSIGN(const Sample sample, given.draw.draw(corpus));
  std::vector<uint64_t> documents;
  if (const auto topic = grouped_topics(corpus, sample.group_of_topic)) {
    const RowGroups groups = group_rows(*topic, sample.rows);
    std::vector<uint64_t> by_code(topic->names.size(), 0);
    for (size_t g = 0; g < groups.size(); ++g) by_code[groups.codes[g]] = groups.rows[g].size();
    for (const uint32_t code : sample.topics) documents.push_back(by_code[code]);
  }
  if (given.json) {
    print(json_text(to_json(corpus, sample, documents)) + "\n");
    return {};
  }
  std::string out = fmt::format("{}: {} of {} documents in {} topics (seed {})\n", sample.method,
                                sample.rows.size(), corpus.size(), sample.topics.size(), sample.seed);
  for (const auto& note : sample.notes) out += fmt::format("  {}\n", note);
  if (!sample.leakage.empty())
    out +=
        fmt::format("topics in the order of selection, with leakage (of the first: mean similarity; {}):\n",
                    sample.vectors);
  for (size_t i = 0; i < sample.topics.size(); ++i) {
    if (!sample.leakage.empty()) out += fmt::format("  {:.4f}", sample.leakage[i]);
    out += fmt::format("  {:>7} documents  {}", documents[i],
                       printable_line(corpus.column(Role::topic)->names[sample.topics[i]]));
    if (const auto merged = merged_into(corpus, sample, sample.topics[i]); !merged.empty())
      out += fmt::format("  + {}", printable_line(fmt::format("{}", fmt::join(merged, ", "))));
    out += "\n";
  }
  print(out);
  return {};
}

}  // namespace

Command sample_command() {
  return {"sample", "Choose topics and documents before a split (HITS, random topics)", [](Args& args) {
            auto given = std::make_shared<SampleArgs>();
            given->draw.sampler = "hits";
            given->corpus.declare(args);
            given->draw.declare(args, "--method", "--set");
            given->sweep.declare(args);
            args.flag("--json", given->json, "Print one JSON document with the ids of the chosen documents");
            args.footer(describe_catalog(samplers()) + "\n" + describe_catalog(encoders()) +
                        "\nHITS keeps topics that are unlike each other, so that a topic held out later has "
                        "no twin left in "
                        "training\n(Sawatphol, Udomcharoenchaikit and Nutanong 2024, TACL). Compare with "
                        "random-topics of the "
                        "same size:\nfew topics are another task than many topics. "
                        "hits-grouping keeps every document: topics\nthat are not chosen join the chosen "
                        "one they are most like; hits-hybrid does so where they are alike enough.");
            args.example("standfast sample corpus.jsonl --set topics=6",
                         "Choose six topics that are unlike each other");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
