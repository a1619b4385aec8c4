// Space of a condition: the vectors of documents in which its splitter or its sampler works. It is made by an
// encoder, or by a classifier that can return the numbers behind its answers (trait represents).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "standfast/base/options.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/topic/topic_encoder.h"

namespace standfast {

// Name of an option of components that read a file: the digest of the file's content. A study fills it in.
inline constexpr const char* kDigestOption = "sha256";

// The documents a space learns from. Documents that no split of the study may see are in neither set.
enum class SpaceRows : uint8_t {
  sample,  // the documents that the sampler of the condition may choose from
  all,     // also the documents that the sampler leaves out (topics with too few documents)
};
inline constexpr const char* kSpaceRows[] = {"sample", "all"};  // in the order of the enum

// Validation documents of a space, which the fit of a model sees apart from its training documents
// (TrainingSet::dev): the documents of a side of the corpus, or a share of the training documents, drawn
// within each class by the seed of the space.
struct SpaceValidation {
  std::string side = {};
  double share = 0;  // above 0 and below 1; 0: no share
  bool any() const { return !side.empty() || share > 0; }
};

struct SpaceSpec {
  bool of_model = false;  // true: maker is a classifier; false: an encoder
  // The maker of the space. aggregate: only for samplers, which work with topics. seed: of the encoder or
  // classifier and of the reduction. It is not the seed of the draw, so all draws share one space.
  EncoderChoice maker = {};
  SpaceRows rows = SpaceRows::sample;
  SpaceValidation validation = {};  // only for a model that uses such documents
  std::string reduction = {};       // reduction of the vectors; "": none
  Options reduction_options = {};
  // The files that options of the maker name: path as given, and SHA-256 (fill_file_digests).
  std::map<std::string, std::string> files = {};

  // Describes the space: "maxent lambda=2, all rows, svd components=10". Only options that differ from their
  // default are named.
  std::string in_words() const;
  // Describes its fit alone: "maxent lambda=2, all rows".
  std::string fit_in_words() const;
};

}  // namespace standfast
