// standfast sample: chooses topics and documents, and shows which.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "cli/sample_sweep.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/groups.h"
#include "standfast/sample/sampler.h"
#include "standfast/text/printable.h"

namespace standfast::cli {
namespace {

struct SampleArgs {
  CorpusArgs corpus;
  DrawArgs draw;
  SweepArgs sweep;
  bool json = false;
};

using Json = nlohmann::ordered_json;

// Names of the topics that were merged into a chosen one, without that one.
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
    return usage_error(fmt::format("sample: {} looks at no vectors, so --encoder has no use", sampler->name));
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
                         "Six topics that are unlike each other");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
