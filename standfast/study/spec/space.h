// The space of a condition: the vectors of documents in which its splitter or its sampler works. An encoder
// makes it, or a classifier that can return the numbers behind its answers (trait represents).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "standfast/base/options.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

// An option of components that read a file: the digest of the file's content. A study fills it in.
inline constexpr const char* kDigestOption = "sha256";

// The documents a space learns from. Documents that no split of the study may see are in neither set.
enum class SpaceRows : uint8_t {
  sample,  // the documents that the sampler of the condition may choose from
  all,     // also the documents that it leaves out (topics with too few documents)
};
inline constexpr const char* kSpaceRows[] = {"sample", "all"};  // in the order of the enum

// Documents that the fit of a model sees apart from those that it learns from (TrainingSet::dev): those of a side of the
// corpus, or a share of the documents that it would learn from, drawn within each class by the seed of the space.
struct SpaceValidation {
  std::string side = {};
  double share = 0;  // above 0 and below 1; 0: no share
  bool any() const { return !side.empty() || share > 0; }
};

struct SpaceSpec {
  bool of_model = false;  // true: maker is a classifier; false: an encoder
  // aggregate: only for samplers, which work with topics. seed: of the encoder or classifier and of the
  // reduction. It is not the seed of the draw, so all draws share one space.
  EncoderChoice maker = {};
  SpaceRows rows = SpaceRows::sample;
  SpaceValidation validation = {};  // only of a model that looks at such documents
  std::string reduction = {};       // of the vectors; "": no reduction
  Options reduction_options = {};
  // The files that options of the maker name: path as given, and SHA-256 (fill_file_digests).
  std::map<std::string, std::string> files = {};

  // "maxent lambda=2, all rows, svd components=10". Only options that differ from their default are named.
  std::string in_words() const;
  // The same for its fit alone: "maxent lambda=2, all rows".
  std::string fit_in_words() const;
};

}  // namespace standfast
