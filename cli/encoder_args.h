// The flags that say how topics are made into vectors: encoder, its options, aggregate, seed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast::cli {

struct EncoderArgs {
  std::string name = "tfidf", aggregate = "mean";
  std::map<std::string, OptionValue> settings;
  int64_t seed = 0;

  void declare(Args& args);
  bool given() const { return name != "tfidf" || aggregate != "mean" || !settings.empty(); }
  // What the options name, as inputs (keep_inputs.h).
  std::vector<std::string> files() const;
  Result<EncoderChoice> choice() const;
  Result<TopicEncoder> topics() const;
};

}  // namespace standfast::cli
