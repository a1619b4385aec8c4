// Flags of sample and split: the sampler, the seed, the threads and the display of topics.
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

  // Declares the flags. sampler_flag, settings_flag: the names of these two flags in this command.
  void declare(Args& args, const std::string& sampler_flag, const std::string& settings_flag);
  uint64_t the_seed() const { return static_cast<uint64_t>(seed); }
  int threads() const;
  // Returns the files that options of the sampler and the encoder name, as inputs (keep_inputs.h).
  std::vector<std::string> files() const;
  Result<Sample> draw(const Corpus& corpus) const;
};

// Compares the topics of a corpus. Returns null if they cannot be compared (no topics, no shared words), and
// prints the reason on the terminal.
std::shared_ptr<const TopicSimilarity> compared_topics(const Corpus& corpus, int threads,
                                                       const TopicEncoder& encoder);
// Returns statistics with the similarities of topics by `encoder`. The encoder is fitted on the whole corpus,
// as in `run`, whichever documents are in the folds. If topics cannot be compared (no topics, no shared
// words), there are no similarities, and the reason is printed on the terminal.
SplitStatistics statistics_with_similarity(const Corpus& corpus, const Sample& sample, const Split& split,
                                           int threads, size_t closest, const TopicEncoder& encoder);

// Returns a table of the folds with sizes and topic similarity, the averages, and the most similar topics.
std::string describe(const Corpus& corpus, const SplitStatistics& statistics);

// Returns the names of a catalog with their options, one a line, for the end of --help.
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
