// A small sentence-transformers folder: an encoder with 8 dimensions a token that reads 12 tokens, with a
// vocabulary of letters.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "tests/support/small_checkpoint.h"

namespace standfast::testing {

struct SmallSentenceModel {
  std::string family = "bert";
  std::string pooling = "pooling_mode_mean_tokens";
  bool normalize = true;
  int most_tokens = 12;

  void write(const std::string& folder) const {
    SmallCheckpoint(family).write(folder);
    // Words of these letters are read; all others are [UNK].
    put(folder + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##a\nb\n##b\nc\n##c\nthe\n");
    put(folder + "/tokenizer_config.json", R"({"do_lower_case": true, "model_max_length": 14})");
    put(folder + "/modules.json",
        std::string(
            R"([{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},)") +
            R"({"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"})" +
            (normalize
                 ? R"(,{"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}])"
                 : "]"));
    ASSERT_TRUE(make_directories(folder + "/1_Pooling"));
    put(folder + "/1_Pooling/config.json", R"({"word_embedding_dimension": 8, ")" + pooling + R"(": true})");
    if (most_tokens > 0)
      put(folder + "/sentence_bert_config.json",
          R"({"max_seq_length": )" + std::to_string(most_tokens) + "}");
  }
  static void put(const std::string& path, const std::string& content) {
    ASSERT_TRUE(write_file(path, content));
  }
};

}  // namespace standfast::testing
