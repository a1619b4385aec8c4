// The space of a condition: the vectors of documents in which its splitter, or its sampler, works. An encoder
// makes it, or a classifier that gives the numbers behind its answers (trait represents).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "standfast/base/options.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

// An option of components that read a file: the digest of what is in it, which a study fills in.
inline constexpr const char* kDigestOption = "sha256";

// What a space learns from. Documents that no split of the study may see are in neither.
enum class SpaceRows : uint8_t {
  sample,  // those that the sampler of the condition may choose from
  all,     // those that it leaves out, too (topics with too few documents)
};
inline constexpr const char* kSpaceRows[] = {"sample", "all"};  // in the order of the enum

struct SpaceSpec {
  bool of_model = false;  // maker is a classifier, else an encoder
  // aggregate: for samplers, which work with topics; seed: of encoder or classifier and of the reduction, not
  // that of the draw, so that all draws share one space.
  EncoderChoice maker = {};
  SpaceRows rows = SpaceRows::sample;
  std::string reduction = {};  // of the vectors; "": they are taken as they are
  Options reduction_options = {};
  // Files that options of the maker name, by path as given, with their SHA-256 (fill_file_digests).
  std::map<std::string, std::string> files = {};

  // "maxent lambda=2, all rows, svd components=10": with the options that are not at their default.
  std::string in_words() const;
  // The same of its fit alone: "maxent lambda=2, all rows".
  std::string fit_in_words() const;
};

}  // namespace standfast
