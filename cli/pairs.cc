// standfast pairs: verification pairs of every fold and side, as PAN files.
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/corpus/write.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/study/experiment/export_pairs.h"
#include "standfast/study/spec/spec.h"

namespace standfast::cli {
namespace {

struct PairsRunArgs {
  std::string run;
  std::vector<std::string> conditions;
  bool test_only = false;

  void declare(Args& args);
};

void PairsRunArgs::declare(Args& args) {
  args.text("--run", run, "Instead of CORPUS: write the pairs of every condition, seed and fold of this run");
  args.texts("--condition", conditions, "With --run: only this condition (repeatable)");
  args.flag("--test-only", test_only, "With --run: leave training and validation pairs out");
}

Status export_run(const PairsRunArgs& given, const std::string& out, bool json) {
  ExportOptions options;
  options.run = given.run;
  options.out = out;
  options.conditions = given.conditions;
  options.test_only = given.test_only;
  options.sink = &terminal();
  SF_ASSIGN(const auto folds, export_pairs(options));
  if (folds.empty()) return data_error(given.run + ": no split of this run is there yet");
  nlohmann::ordered_json document = {{"run", given.run}, {"folds", nlohmann::ordered_json::array()}};
  std::string table;
  for (const auto& fold : folds) {
    document["folds"].push_back({{"folder", fold.folder},
                                 {"train", fold.train},
                                 {"validation", fold.validation},
                                 {"test", fold.test}});
    std::string of_sides;
    for (const auto& [side, pairs] : fold.sides) {
      document["folds"].back()["sides"][side] = pairs;
      of_sides += fmt::format(", {} {}", pairs, side);
    }
    table += fmt::format("{}  {} train, {} validation, {} test{} pairs\n", fold.folder, fold.train,
                         fold.validation, fold.test, of_sides);
  }
  SF_TRY(write_file(out + "/pairs.json", json_text(document, 1) + "\n"));
  print(json ? json_text(document) + "\n" : table);
  return {};
}

using Json = nlohmann::ordered_json;

struct PairsArgs {
  CorpusArgs corpus;
  PairsRunArgs run;
  std::string splits, out, profile = "hits";
  std::map<std::string, OptionValue> options;
  int64_t seed = 0;
  bool json = false;
  std::function<std::string()> flag_of_a_corpus;  // the first that is given
};

// Returns the scores of a system that always gives the answer of the larger class. A model below them has
// learned nothing.
Json majority(const MetricProfile& profile, const PairSample& sample) {
  std::vector<uint8_t> same;
  for (const auto& pair : sample.pairs) same.push_back(pair.same ? 1 : 0);
  const double answer = sample.counts.prior() > 0.5 ? 1 : 0;
  const auto scores = evaluate(profile, std::vector<double>(same.size(), answer), same);
  Json json = {{"answer", answer == 1 ? "same" : "different"}, {"profile", profile.name}};
  const auto names = metric_names(profile);
  for (size_t m = 0; m < names.size(); ++m)
    json[names[m]] = scores.values[m] ? Json(*scores.values[m]) : Json(nullptr);
  return json;
}

Json to_json(const PairCounts& counts) {
  return {{"pairs", counts.pairs},
          {"same", counts.same},
          {"different", counts.different},
          {"prior", counts.prior()},
          {"documents", counts.documents},
          {"authors", counts.authors},
          {"without_author", counts.without_author},
          {"skipped", counts.skipped},
          {"without_negative", counts.without_negative},
          {"repeats_removed", counts.repeats_removed},
          {"same_text_different_author", counts.same_text_different_author},
          {"dropped", counts.dropped}};
}

struct Side {
  std::string folder, name;
  const RowSet* rows;
};

std::vector<Side> sides_of(const Split& split) {
  std::vector<Side> sides;
  for (size_t f = 0; f < split.folds.size(); ++f) {
    const auto& fold = split.folds[f];
    const std::pair<const char*, const RowSet*> all[] = {
        {"train", &fold.train}, {"validation", &fold.validation}, {"test", &fold.test}};
    for (const auto& [side, rows] : all)
      if (!rows->empty())
        sides.push_back(
            {fmt::format("fold-{}/{}", f, side), fmt::format("the {} side of fold {}", side, f), rows});
  }
  return sides;
}

Status run(const PairsArgs& given) {
  if (!given.run.run.empty()) {
    const std::string flag = given.corpus.path.empty() ? given.flag_of_a_corpus() : "CORPUS";
    if (!flag.empty())
      return usage_error(
          fmt::format("pairs: --run brings its corpus, splits, options and seeds; leave {} out", flag));
    SF_TRY(keep_folder("--out", given.out, given.run.run));
    return export_run(given.run, given.out, given.json);
  }
  if (given.corpus.path.empty()) return usage_error("pairs: CORPUS is required (or --run RUN)");
  if (!given.run.conditions.empty() || given.run.test_only)
    return usage_error("pairs: --condition and --test-only belong to --run");
  SF_ASSIGN(const Options resolved, Options::resolve("pairs", pair_option_specs(), given.options));
  SF_ASSIGN(const PairOptions options, pair_options(resolved));
  SF_ASSIGN(const MetricProfile* profile, find_profile(given.profile));
  const auto keep = [&](const std::string& file) {
    return keep_inputs("--out", given.out + "/" + file, {given.corpus.path, given.splits});
  };
  const auto keep_side = [&](const std::string& side) -> Status {
    SF_TRY(keep(side + "/pairs.jsonl"));
    return keep(side + "/truth.jsonl");
  };
  SF_TRY(keep("pairs.json"));
  if (given.splits.empty()) SF_TRY(keep_side("."));
  CorpusArgs read = given.corpus;
  read.also_read(attributes_named(resolved, pair_option_specs()), "set");
  SF_ASSIGN(const Corpus corpus, read.read());
  const Sample whole = whole_corpus(corpus);
  Splits splits;
  const RowSet all(whole.rows);
  std::vector<Side> sides = {{".", "the corpus", &all}};
  if (!given.splits.empty()) {
    SF_ASSIGN(AnySplit any, read_any_split(given.splits, corpus, terminal()));
    splits = std::move(any.splits);
    sides = sides_of(splits.split);
  }
  const auto pairs_of = [&](const Side& side) {
    return sample_pairs(corpus, side.rows->list(), options, static_cast<uint64_t>(given.seed), side.name,
                        splits.sample.group_of_topic);
  };
  // Nothing is written if any side cannot be written. The pairs are drawn once more below, so that memory
  // holds the pairs of only one side at a time; few corpora have such ids.
  const bool doubtful = ids_can_clash(corpus);
  for (const auto& side : sides) {
    SF_TRY(keep_side(side.folder));
    if (!doubtful) continue;
    SF_ASSIGN(const PairSample sample, pairs_of(side));
    SF_TRY(check_pair_ids(corpus, sample.pairs));
  }
  Json document = {{"seed", given.seed},
                   {"data", {{"sha256", corpus.data_hash()}, {"documents", corpus.size()}}}};
  document["options"] = Json::object();
  for (const auto& [name, value] : resolved.values())
    std::visit([&](const auto& v) { document["options"][name] = v; }, value);
  document["sides"] = Json::array();
  std::string table;
  for (size_t s = 0; s < sides.size(); ++s) {
    const auto& side = sides[s];
    SF_ASSIGN(PairSample sample, pairs_of(side));
    const std::string folder = given.out + "/" + side.folder;
    SF_TRY(make_directories(folder));
    Json one = {{"folder", side.folder},
                {"counts", to_json(sample.counts)},
                {"majority", majority(*profile, sample)}};
    document["sides"].push_back(one);
    table += fmt::format("{:<18} {}\n", side.folder == "." ? "corpus" : side.folder, describe(sample.counts));
    if (const std::string shortage = describe_shortage(sample.counts); !shortage.empty())
      table += fmt::format("{:<18} {}\n", "", shortage);
    SF_TRY(write_pan(corpus, PairSet{std::move(sample.pairs), {}}, folder + "/pairs.jsonl",
                     folder + "/truth.jsonl"));
    terminal().progress("pairs", s + 1, sides.size());
  }
  SF_TRY(write_file(given.out + "/pairs.json", json_text(document, 1) + "\n"));
  if (given.json)
    print(json_text(document) + "\n");
  else
    print(table);
  return {};
}

}  // namespace

Command pairs_command() {
  return {
      "pairs", "Sample verification pairs for every fold and write PAN files", [](Args& args) {
        auto given = std::make_shared<PairsArgs>();
        given->corpus.declare(args, false);
        given->run.declare(args);
        args.text("--splits", given->splits,
                  "Split of this corpus, as splits.json or as lists that exports write; without it the pairs "
                  "are of the whole corpus")
            .path();
        args.text("-o,--out", given->out,
                  "Folder for fold-<i>/<side>/{pairs,truth}.jsonl and pairs.json (counts, prior, majority)",
                  true)
            .new_folder();
        args.settings("--set", given->options, "Option of the sampling, see below");
        args.count("--seed", given->seed, "Seed of every draw; recorded");
        std::vector<std::string> profiles;
        for (const auto& profile : metric_profiles()) profiles.push_back(profile.name);
        args.choice("--profile", given->profile, profiles, "Metrics in which the majority answer is scored");
        given->flag_of_a_corpus = args.first_given(
            together({{"--splits", "--set", "--seed", "--profile"}, CorpusArgs::column_flags()}));
        args.flag("--json", given->json, "Print one JSON document");
        std::string options = "Options:\n";
        for (const auto& spec : pair_option_specs())
          options += fmt::format("  {}={}  {}\n", spec.name, to_string(spec.default_value), spec.meaning);
        args.footer(
            options +
            "\n"
            "Each document is paired with another by its author and with one by another author (Sawatphol et "
            "al. 2024).\n"
            "A same-author pair can be drawn from either end, and an author with one document gives none. So "
            "pairs of two authors\n"
            "outnumber the others, and some are dropped until both kinds are equally many (balanced=false "
            "keeps them: then read\n"
            "every score beside the majority answer printed here).\n"
            "\n"
            "--run writes the pairs that the models of a run are given, for a model that runs elsewhere: "
            "<corpus>--<condition>--seed<seed>/\n"
            "fold-<i>/<side>/{pairs,truth}.jsonl. Put answers.jsonl {id, value} beside the pairs of each "
            "test side, then\n"
            "`standfast compare RUN --test topic-shortcut --predictions NAME=FOLDER`.");
        args.example("standfast pairs corpus.jsonl --splits splits.json --out pairs",
                     "Write verification problems for each side of each fold");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
