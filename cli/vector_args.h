// The flags that turn documents into vectors: encoder, its options, seed, and a reduction of the vectors.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/args.h"
#include "standfast/corpus/corpus.h"
#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast::cli {

struct VectorArgs {
  std::string encoder, preset, reduce, reduce_preset;
  std::map<std::string, OptionValue> settings, reduce_settings;
  int64_t seed = 0;

  // Declares the flags. encoder_help: what the flag --encoder is for in this command.
  void declare(Args& args, const std::string& encoder_help);
  // Checks that encoder, reduction and their options exist, before anything is read.
  Status check() const;
  // Returns the files that the options name, as inputs (keep_inputs.h).
  std::vector<std::string> files() const;
  // Encodes all documents of the corpus. Errors name the corpus.
  Result<Encoded> encode(const Corpus& corpus, int threads) const;
  // Encodes all documents without --reduce. scratch: a folder for parts of long work (base/work.h).
  Result<Encoded> encode_in_full(const Corpus& corpus, int threads, const std::string& scratch = {}) const;
  // Returns the vectors reduced as --reduce asks, or unchanged without it. Documents are taken in the order
  // of their ids (of the rows, if there are none), so that another order of the file gives the same vectors.
  // file: for messages.
  Result<Encoded> reduced(Encoded encoded, std::span<const std::string_view> ids, const std::string& file,
                          int threads) const;
  Result<Encoded> reduced(Encoded encoded, const Corpus& corpus, int threads) const;

 private:
  struct Asked;
  Result<Asked> asked() const;
};

// The flags that turn topics into vectors: encoder, its options, aggregate, seed.
struct EncoderArgs {
  std::string name = "tfidf", aggregate = "mean";
  std::map<std::string, OptionValue> settings;
  int64_t seed = 0;

  void declare(Args& args);
  bool given() const { return name != "tfidf" || aggregate != "mean" || !settings.empty(); }
  // Returns the files that the options name, as inputs (keep_inputs.h).
  std::vector<std::string> files() const;
  Result<EncoderChoice> choice() const;
  Result<TopicEncoder> topics() const;
};

}  // namespace standfast::cli
