// The flags that name a sampler, a seed and threads to sample and split, and how topics are shown.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/args.h"
#include "cli/vector_args.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/statistics.h"

namespace standfast::cli {

struct DrawArgs {
  std::string sampler = "all";
  std::map<std::string, OptionValue> sampler_options;
  EncoderArgs encoder;
  int64_t seed = 0;
  int64_t jobs = 0;

  // sampler_flag, settings_flag: the names of these two flags in this command.
  void declare(Args& args, const std::string& sampler_flag, const std::string& settings_flag);
  uint64_t the_seed() const { return static_cast<uint64_t>(seed); }
  int threads() const;
  // What options of sampler and encoder name, as inputs (keep_inputs.h).
  std::vector<std::string> files() const;
  Result<Sample> draw(const Corpus& corpus) const;
};

// The topics of a corpus, compared. If they cannot be (no topics, no shared words): null, and the reason is printed on
// the terminal.
std::unique_ptr<TopicSimilarity> compared_topics(const Corpus& corpus, int threads,
                                                 const TopicEncoder& encoder);
// Statistics with the similarities of topics by `encoder`. The encoder is fitted on the whole corpus, as
// `run` does, whichever documents are in the folds. If topics cannot be compared (no topics, no shared
// words), there are no similarities, and the reason is printed on the terminal.
SplitStatistics statistics_with_similarity(const Corpus& corpus, const Sample& sample, const Split& split,
                                           int threads, size_t closest, const TopicEncoder& encoder);

// A table of the folds with sizes and topic similarity, the averages, and the most similar topics.
std::string describe(const Corpus& corpus, const SplitStatistics& statistics);

// The names of a catalog with their options, one a line, for the end of --help.
template <class C>
std::string describe_catalog(const C& catalog) {
  std::string out = catalog.family() + "s and their options (standfast ls -l says what each means):\n";
  for (const auto& entry : catalog.entries()) {
    out += "  " + entry.name;
    for (const auto& option : entry.options) out += " " + option.name + "=" + to_string(option.default_value);
    out += "\n";
  }
  return out;
}

}  // namespace standfast::cli
