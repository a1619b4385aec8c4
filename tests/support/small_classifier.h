// A small fine-tuned classifier as a folder: random layers of 8 dimensions, eleven tokens, a head for the
// given classes.
#pragma once

#include <string>
#include <vector>

#include "tests/support/small_checkpoint.h"

namespace standfast::testing {

// Writes the folder. change: 1 gives other weights of the head.
inline void write_small_classifier(const std::string& folder, const std::vector<std::string>& classes,
                                   float change = 0) {
  SmallCheckpoint model("bert", "bert.");
  model.linear("bert.pooler.dense", SmallCheckpoint::kHidden, SmallCheckpoint::kHidden);
  model.linear("classifier", classes.size(), SmallCheckpoint::kHidden);
  model.tensors["classifier.bias"].numbers[0] += change;
  for (size_t k = 0; k < classes.size(); ++k) model.config["id2label"][std::to_string(k)] = classes[k];
  model.write(folder);
  ASSERT_TRUE(
      write_file(folder + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nof\nand\nto\na\nin\n"));
}

}  // namespace standfast::testing
