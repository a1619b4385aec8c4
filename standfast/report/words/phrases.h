// Parts of sentences: units of intervals and sign flips, contents of a corpus, and shares of the lead over
// guessing, as far as a share is informative (docs/what-survives.md).
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/report/table/table.h"

namespace standfast::report {

// Names the units: "authors and topics"; for a corpus with neither, "documents".
inline std::string units_in_words(uint64_t authors, uint64_t topics) {
  if (authors == 0 && topics == 0) return "documents";
  return authors == 0 ? "topics" : topics == 0 ? "authors" : "authors and topics";
}

// Returns "pairs that share an author or a topic are not independent".
inline std::string shared_in_words(const std::string& items, uint64_t authors, uint64_t topics) {
  if (authors == 0 && topics == 0) return fmt::format("{} count as independent", items);
  return fmt::format("{} that share {} are not independent", items,
                     authors == 0  ? "a topic"
                     : topics == 0 ? "an author"
                                   : "an author or a topic");
}

// Names the population of an interval. nested: the interval includes the variation from other training.
inline const char* population_in_words(bool nested) {
  return nested ? "for models trained anew (nested cross-validation)" : "for these fitted models";
}

// Returns the words after "its interval" in a caption if intervals are not for the fitted models.
inline const char* anew_in_words(bool nested) {
  return nested ? " for models trained anew (nested cross-validation)" : "";
}

// Returns a sentence for a caption whose intervals are for the fitted models in a study where other intervals
// are not, or "".
inline const char* of_fitted_models(bool nested) {
  return nested ? " Intervals here are for these fitted models." : "";
}

// Returns "6,000 documents by 60 authors on 36 topics".
inline std::string document_counts(uint64_t documents, uint64_t authors, uint64_t topics) {
  return fmt::format("{} by {} on {}", counted(documents, "document"), counted(authors, "author"),
                     counted(topics, "topic"));
}

// Describes the segmentation of words if dictionaries are used too; else returns "".
inline std::string word_rule_sentence(double unspaced) {
  if (unspaced <= 0) return "";
  return fmt::format(
      " {} of the characters belong to scripts without spaces between words; dictionaries segment words "
      "there, except for models that split words at spaces.",
      percent(unspaced));
}

// Above this share, the condition was easier than the reference, and points are reported instead.
inline constexpr double kLargestShare = 1.1;

// Returns whether a share of the lead is between 0 and kLargestShare.
bool is_share(double value);

// Formats a share: "77 %". Outside this range it is a bound, if the interval gives one: "at least 87 %", "at
// most 12 %". "" without a bound or a share.
std::string share_in_words(const Estimate& share);
// Formats a share as above, followed by "survives", or returns "".
std::string survives_in_words(const Estimate& share);

}  // namespace standfast::report
