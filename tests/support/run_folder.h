// A run folder made in code, in the format of docs/run-folder.md, for tests of its readers.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/unit/kinds.h"

namespace standfast::testing {

struct RunFolderOptions {
  int authors = 30, topics = 12, folds = 4, pairs = 160;  // pairs of a fold
  bool prior = true;                                      // has the chance model
  bool reference = true;                                  // marks iid as reference
  bool trouble = true;                                    // has a failed cell and one that has not run
  bool nasty_names = true;  // topics that try to break out of HTML, JSON, LaTeX and CSV
  std::vector<std::string> corpora = {"forums"};
};

inline std::vector<std::string> run_folder_topics(const RunFolderOptions& options) {
  std::vector<std::string> topics;
  if (options.nasty_names)
    topics = {"</script><script>document.documentElement.dataset.broken=1</script>", "<!-- \"quoted\", comma",
              "line\u2028separator & <b>bold</b>", "{{data}} 50% of $x_1$ #1 \\end{table}",
              "Обсуждение 話題"};
  while (topics.size() < static_cast<size_t>(options.topics))
    topics.push_back(fmt::format("topic {}", topics.size()));
  return topics;
}

// Rewrites the markers of a run for the current files, as if the units had written them so.
inline void reseal(const std::string& folder) {
  using Json = nlohmann::ordered_json;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name != "record.json" && name != "artifact.json") continue;
    std::ifstream in(entry.path());
    Json marker = Json::parse(in);
    marker.erase("seal");
    std::vector<std::string> files;
    if (marker.contains("files"))
      for (const auto& file : marker["files"]) files.push_back(file["path"]);
    marker["files"] = *describe_files(folder, files);
    std::ofstream(entry.path(), std::ios::binary) << sealed_text(marker);
  }
}

// Returns how well a model separates same-author pairs from others under a condition. The means of the two
// kinds of scores differ by 1.6 times this number.
inline double planted_strength(const std::string& model, const std::string& condition) {
  const double base = model == "ppm"          ? 0.38
                      : model == "char-ngram" ? 0.30
                      : model == "topic-fit"  ? 0.28
                                              : 0.0;
  const double kept = condition == "iid"     ? 1.0
                      : model == "topic-fit" ? (condition == "hits" ? 0.1 : 0.4)
                                             : (condition == "hits" ? 0.6 : 0.8);
  return base * kept;
}

inline void make_run_folder(const std::string& folder, const RunFolderOptions& options = {}) {
  using Json = nlohmann::ordered_json;
  const auto topics = run_folder_topics(options);
  const std::vector<std::string> conditions = {"iid", "random", "hits"};
  std::vector<std::string> models = {"ppm", "char-ngram", "topic-fit"};
  if (options.prior) models.insert(models.begin(), "prior");
  const auto save = [](const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary)
        << text;  // not flushed to disk like write_file: there are hundreds of files
  };

  StudySpec study;
  study.title = "made in a test";
  study.profile = "pan21";
  study.seeds = {0};
  Provenance provenance{.version = "0.1.0", .study = {}, .corpora = {}};
  for (const auto& corpus : options.corpora) {
    study.corpora.emplace_back();
    study.corpora.back().name = corpus;
    study.corpora.back().path = corpus + ".jsonl";
    CorpusFacts& facts = provenance.corpora.emplace_back();
    facts.name = corpus;
    facts.sha256 = std::string(64, 'a');
    facts.documents = static_cast<uint64_t>(options.authors) * 20;
    facts.authors = static_cast<uint64_t>(options.authors);
    facts.topics = static_cast<uint64_t>(options.topics);
    facts.text_bytes = static_cast<uint64_t>(options.authors) * 2000;
  }
  for (const auto& name : conditions) {
    ConditionSpec& condition = study.conditions.emplace_back();
    condition.name = name;
    condition.sampler.name = name == "iid" ? "all" : name == "hits" ? "hits" : "random-topics";
    condition.splitter.name = name == "iid" ? "k-fold" : "topic-k-fold";
    condition.reference = options.reference && name == "iid";
  }
  for (const auto& model : models) {
    study.models.emplace_back();
    study.models.back().name = study.models.back().model.name = model;
  }
  provenance.study = std::move(study);
  save(folder + "/provenance.json", provenance_text(provenance));

  const RunFolder run(folder);
  std::vector<Unit> plan;
  // Ends a unit as a worker would. files: the files that it wrote, relative to the folder.
  const auto finish = [&](const Unit& unit, const Json& marker, const std::vector<std::string>& files) {
    plan.push_back(unit);
    std::filesystem::create_directories(run.unit_folder(unit));
    Json whole = marker;
    whole["files"] = *describe_files(folder, files);
    save(run.marker(unit), sealed_text(whole));
  };
  int number = 0;
  const MetricProfile& profile = **find_profile("pan21");
  for (const auto& corpus : options.corpora) {
    // The artifacts are documents per author and topic, topic similarity, and folds.
    Json matrix = Json::array(), similarity = Json::array(), authors = Json::array();
    Rng rng(7, "test/run-folder", corpus);
    for (int a = 0; a < options.authors; ++a) {
      authors.push_back(a == 0 && options.nasty_names ? std::string("O'Brien <img src=x onerror=alert(1)>")
                                                      : fmt::format("author {}", a));
      for (int t = 0; t < options.topics; ++t)
        if (rng.chance(0.35)) matrix.push_back({a, t, 1 + rng.below(40)});
    }
    for (int i = 0; i < options.topics; ++i) {
      Json row = Json::array();
      // Topics come in families of three: they are similar within a family and not similar between families.
      for (int j = 0; j < options.topics; ++j)
        row.push_back(i == j ? 1.0 : (i / 3 == j / 3 ? 0.8 : 0.3) - 0.01 * ((i + j) % 7));
      similarity.push_back(row);
    }
    const std::string key = fmt::format("{:016x}", 0xabc000 + number++);
    save(folder + "/artifacts/" + key + "/summary.json", Json{{"corpus", corpus},
                                                              {"documents", options.authors * 20},
                                                              {"bytes", options.authors * 2000},
                                                              {"authors", authors},
                                                              {"topics", topics},
                                                              {"matrix", matrix},
                                                              {"length_quantiles", {10, 50, 100, 150, 900}}}
                                                             .dump());
    save(folder + "/artifacts/" + key + "/topic_similarity.json",
         Json{{"corpus", corpus}, {"vectors", "tf-idf"}, {"topics", topics}, {"similarity", similarity}}
             .dump());
    Unit of_corpus;
    of_corpus.kind = &corpus_kind();
    of_corpus.key = key;
    of_corpus.corpus = corpus;
    finish(of_corpus, artifact_head(of_corpus),
           {"artifacts/" + key + "/summary.json", "artifacts/" + key + "/topic_similarity.json"});
    for (const auto& condition : conditions) {
      const bool seen = condition == "iid", kept = condition == "hits";
      Json folds = Json::array(), closest = Json::array();
      for (int f = 0; f < options.folds; ++f)
        folds.push_back({{"train", 400},
                         {"test", 200},
                         {"train_topics", 9},
                         {"test_topics", 3},
                         {"shared_topics", seen ? options.topics : 0},
                         {"train_authors", 30},
                         {"test_authors", 20},
                         {"similarity_mean", (kept ? 0.27 : 0.32) + 0.01 * f}});
      for (int t = 0; t + 1 < options.topics && closest.size() < 5; t += 2)
        closest.push_back({{"topics", {topics[static_cast<size_t>(t)], topics[static_cast<size_t>(t) + 1]}},
                           {"similarity", (kept ? 0.3 : 0.8) - 0.01 * t}});
      Unit of_split;
      of_split.kind = &splits_kind();
      of_split.key = fmt::format("{:016x}", 0xdef000 + number++);
      of_split.corpus = corpus;
      of_split.condition = condition;
      save(run.splits_file(of_split), Json{{"schema", "standfast-splits/1"},
                                           {"sample", {{"notes", {condition + " was made in a test"}}}},
                                           {"notes", Json::array()},
                                           {"statistics",
                                            {{"folds", folds},
                                             {"vectors", "none"},
                                             {"similarity_mean", seen   ? 0.34
                                                                 : kept ? 0.27
                                                                        : 0.32},
                                             {"similarity_max", seen   ? 1.0
                                                                : kept ? 0.3
                                                                       : 0.8},
                                             {"closest", closest}}}}
                                          .dump());
      finish(of_split, artifact_head(of_split), {run.relative(run.splits_file(of_split))});
    }

    for (const auto& condition : conditions)
      for (const auto& model : models)
        for (int fold = 0; fold < options.folds; ++fold) {
          const std::string cell = fmt::format("{:016x}", 0x1000 + 7919 * number++);
          const std::string label =
              fmt::format("{} / {} / {} / seed 0 / fold {}", corpus, condition, model, fold);
          Unit unit;
          unit.kind = &cell_kind();
          unit.key = cell;
          unit.corpus = corpus;
          unit.condition = condition;
          unit.model = model;
          unit.fold = static_cast<uint32_t>(fold);
          const bool last = fold == options.folds - 1 && condition == "random";
          if (options.trouble && last && model == "ppm") {
            plan.push_back(unit);  // this cell has not run
            continue;
          }
          const bool failed = options.trouble && last && model == "topic-fit";
          CellFile record;
          record.task = "verification";
          record.corpus = corpus;
          record.condition = condition;
          record.model = model;
          record.fold = static_cast<uint32_t>(fold);
          record.ok = !failed;
          record.reason = failed ? "out of memory <b>at</b> fold" : "";
          record.fold_counts = {
              {"train", 3 * options.pairs}, {"validation", options.pairs}, {"same_train", options.pairs}};
          record.profile = "pan21";
          std::vector<double> scores;
          std::vector<uint8_t> same;
          std::string lines;
          // Pairs depend only on corpus, condition and fold, so that all models see the same ones.
          Rng pairs(3, "test/pairs", fmt::format("{}/{}/{}", corpus, condition, fold));
          Rng noise(5, "test/noise", label);
          for (int i = 0; i < options.pairs; ++i) {
            const bool is_same = i % (condition == "hits" ? 3 : 4) == 0;  // chance differs between conditions
            const auto a = pairs.below(static_cast<uint64_t>(options.authors));
            auto b = is_same ? a : pairs.below(static_cast<uint64_t>(options.authors));
            if (!is_same && a == b) b = (b + 1) % static_cast<uint64_t>(options.authors);
            double value = 0.25;
            if (model != "prior") {
              const double shift = planted_strength(model, condition);
              value = std::clamp(0.45 + (is_same ? shift : -shift) * 0.8 + 0.16 * noise.normal(), 0.0, 1.0);
              if (model == "char-ngram" && std::abs(value - 0.5) < 0.03) value = 0.5;
            }
            value = std::round(value * 1e6) / 1e6;
            scores.push_back(value);
            same.push_back(is_same ? 1 : 0);
            lines +=
                Json{{"id", fmt::format("d{}|e{}", i, i)},
                     {"side", kTestSide},
                     {"value", value},
                     {"same", is_same},
                     {"authors", {fmt::format("author {}", a), fmt::format("author {}", b)}},
                     {"topics", {topics[pairs.below(topics.size())], topics[pairs.below(topics.size())]}}}
                    .dump() +
                "\n";
          }
          if (!failed) {
            const auto values = evaluate(profile, scores, same);
            CellSide side{kTestSide, predictions_name(kTestSide), scores.size(), {}, {}};
            side.counts["same"] = static_cast<uint64_t>(std::count(same.begin(), same.end(), uint8_t{1}));
            side.scores = cell_scores(metric_names(profile), values.values, values.n);
            record.sides.push_back(std::move(side));
            if (model == "char-ngram")
              record.facts = {{"p1", 0.30 + 0.01 * fold}, {"p2", 0.36 + 0.02 * fold}};
            save(folder + "/cells/" + cell + "/predictions.jsonl.gz", lines);
          }
          finish(unit, to_json(record),
                 failed ? std::vector<std::string>()
                        : std::vector<std::string>{"cells/" + cell + "/predictions.jsonl.gz"});
        }
  }
  if (options.trouble) {
    Unit features;
    features.kind = &features_kind();
    features.key = "00000000000000ff";
    features.corpus = options.corpora.front();
    features.model = "ppm";
    Json failure = artifact_head(features);
    failure["status"] = "failed";
    failure["reason"] = "disk full";
    finish(features, failure, {});
  }
  std::string lines;
  for (const auto& unit : plan) lines += unit_to_json(unit).dump() + "\n";
  save(folder + "/plan.jsonl", sealed_lines(lines));
}

}  // namespace standfast::testing
