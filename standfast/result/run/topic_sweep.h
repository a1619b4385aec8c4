// Sweep over m, the number of topics that HITS keeps. For each m it reports the remaining data, the
// similarity of train and test topics, and the stability of the ranking of models from fold to fold.
// (Sawatphol et al. 2024, TACL, tables 1, 7 and 8, recommend tuning m. In table 8 stability does not rise or
// fall with m: .91 .88 .92 .93 .93 .84 for 50 to 100 topics, so the most stable m of a sweep is partly luck.)
//
// Each m is a study in memory with one condition: the sampler with topics = m, whole topics in k folds, and
// pairs. Every model is examined on every fold. Topic vectors are made once for all m.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/study/spec/spec.h"

namespace standfast::result {

struct TopicSweepOptions {
  std::string sampler = "hits";                        // a catalog entry with an option "topics"
  std::map<std::string, OptionValue> sampler_options;  // "topics" is set by the sweep
  EncoderChoice encoder = {};    // of topics, for the sampler and for the similarities that are shown
  std::vector<uint32_t> topics;  // the m to try; empty: sweep_grid of the pool
  uint32_t folds = 10;           // at most m
  uint64_t max_pairs = 2000;     // for each side; 0: all
  std::vector<std::string> models = {"char-ngram", "ppm", "topic-fit"};  // at least two, each once
  std::string profile = "hits";
  uint64_t seed = 0;
  int threads = 1;
  Sink* sink = &null_sink();
};

// Returns numbers of topics worth trying: six evenly spaced numbers up to three quarters of the pool, at most
// 100 (the paper's largest), none below 4. For a pool of less than 6: one number.
std::vector<uint32_t> sweep_grid(uint32_t pool);

struct TopicSweepEntry {
  uint32_t topics = 0, folds = 0;
  std::string failure;  // the reason why there are no numbers, or ""
  uint64_t documents = 0, authors = 0;
  double train_pairs = 0, test_pairs = 0;          // means over folds
  double prior = 0;                                // share of same-author pairs among the test pairs
  double similarity_mean = 0, similarity_max = 0;  // between train and test topics, means over folds
  std::vector<RankStability> stability;            // by metric
  Replicated average;                              // over the metrics that overall averages, and overall
  std::vector<std::vector<double>> scores;         // by model and metric: mean over folds, NaN: undefined
};

struct TopicSweep {
  uint32_t pool = 0;                     // topics with enough documents
  std::string vectors;                   // the vectors by which topics were compared
  std::vector<std::string> metrics;      // the last is "overall"
  std::vector<TopicSweepEntry> entries;  // m ascending
  std::optional<size_t> choice;          // place of an entry; nothing: no m has a stability
  std::string advice;                    // one or two sentences for a reader
};

// Runs the sweep. Errors: a sampler without "topics", fewer than two models or one named twice, unknown
// names, a corpus without topics or authors. If an m cannot be drawn, only that entry fails.
Result<TopicSweep> sweep_topics(const Corpus& corpus, const TopicSweepOptions& options);

}  // namespace standfast::result
