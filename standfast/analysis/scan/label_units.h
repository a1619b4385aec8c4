// The labelled documents that a scan looks at: which label and which group each has, and in which half it is.
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
  std::vector<uint32_t> label;      // by document: place in `labels`
  std::vector<std::string> labels;  // that a document has, at least two
  // Documents of one group are not independent. By document: a number below `groups`. Without a column of groups,
  // documents with the same text (case and white space aside) are a group, and each other document is one.
  std::vector<uint32_t> group;
  uint32_t groups = 0;
  // By group: its value, or the least id of its documents. Draws go by these names, so the order of the corpus changes
  // none.
  std::vector<std::string> group_names;
  bool named_groups = false;
  // 0 or 1, whole groups, drawn at random, of about as many documents each.
  std::vector<uint8_t> half;
  uint64_t all = 0;  // documents of the corpus, those without a label too

  uint32_t size() const { return static_cast<uint32_t>(rows.size()); }
};

// target, group: a role or a category of the corpus; group "": none. seed: of the halves. A data error where fewer than
// two labels have documents.
Result<LabelUnits> label_units(const Corpus& corpus, const std::string& target, const std::string& group,
                               uint64_t seed);

// Whole groups dealt to `parts` in drawn order, each to the part with the fewest documents. By document.
std::vector<uint8_t> dealt_groups(const LabelUnits& units, uint8_t parts, uint64_t seed,
                                  std::string_view stream);

}  // namespace standfast
