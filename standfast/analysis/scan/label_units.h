// The labelled documents of a scan, with the label, the group and the half of each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

inline constexpr size_t kMostScannedLabels = 200;

struct LabelUnits {
  std::vector<uint32_t> rows;       // of the corpus, ascending: documents with a label
  std::vector<uint32_t> label;      // by document: index into `labels`
  std::vector<std::string> labels;  // labels with a document, at least two
  // By document: a number below `groups`. Documents of one group are not independent. Without a column of
  // groups, documents with the same text (up to case and white space) are a group, and each other document is
  // one.
  std::vector<uint32_t> group;
  uint32_t groups = 0;
  // By group: its value, or the least id of its documents. Random draws use these names, so the order of the
  // corpus changes no draw.
  std::vector<std::string> group_names;
  bool named_groups = false;
  // By document: 0 or 1. Halves hold whole groups, drawn at random, with about as many documents each.
  std::vector<uint8_t> half;
  uint64_t all = 0;  // documents of the corpus, including documents without a label

  uint32_t size() const { return static_cast<uint32_t>(rows.size()); }
};

// Collects the labelled documents. target, group: a role or a category of the corpus; group "": none. seed:
// of the halves. A data error if fewer than two labels have documents.
Result<LabelUnits> label_units(const Corpus& corpus, const std::string& target, const std::string& group,
                               uint64_t seed);

// Deals whole groups to `parts` in random order, each to the part with the fewest documents. Returns parts by
// document.
std::vector<uint8_t> dealt_groups(const LabelUnits& units, uint8_t parts, uint64_t seed,
                                  std::string_view stream);

}  // namespace standfast
