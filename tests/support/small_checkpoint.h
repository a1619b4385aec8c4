// Small model folders: every tensor of an encoder with 8 dimensions a token, filled from a running count.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/checkpoint/safetensors.h"

namespace standfast::testing {

class SmallCheckpoint {
 public:
  struct Tensor {
    std::vector<uint64_t> shape;
    std::vector<float> numbers;
  };
  nlohmann::ordered_json config;
  std::map<std::string, Tensor> tensors;
  static constexpr uint64_t kVocabulary = 11, kHidden = 8, kInner = 12, kPositions = 16, kLayers = 2;

  explicit SmallCheckpoint(const std::string& type = "bert", const std::string& prefix = "") {
    const bool distil = type == "distilbert";
    config = {{"model_type", type}, {"vocab_size", kVocabulary}, {"max_position_embeddings", kPositions}};
    const char* names[][2] = {{"hidden_size", "dim"},
                              {"num_hidden_layers", "n_layers"},
                              {"num_attention_heads", "n_heads"},
                              {"intermediate_size", "hidden_dim"}};
    const uint64_t sizes[] = {kHidden, kLayers, 2, kInner};
    for (size_t i = 0; i < 4; ++i) config[names[i][distil]] = sizes[i];
    if (!distil) config["type_vocab_size"] = type == "bert" ? 2 : 1;
    const std::string e = prefix + "embeddings.";
    put(e + "word_embeddings.weight", {kVocabulary, kHidden});
    put(e + "position_embeddings.weight", {kPositions, kHidden});
    if (!distil) put(e + "token_type_embeddings.weight", {type == "bert" ? 2U : 1U, kHidden});
    norm(e + "LayerNorm");
    for (uint64_t i = 0; i < kLayers; ++i) {
      const std::string at = prefix + fmt::format("{}.layer.{}.", distil ? "transformer" : "encoder", i);
      for (const char* name : {"query", "key", "value"})
        linear(
            at + (distil ? fmt::format("attention.{}_lin", name[0]) : fmt::format("attention.self.{}", name)),
            kHidden, kHidden);
      linear(at + (distil ? "attention.out_lin" : "attention.output.dense"), kHidden, kHidden);
      norm(at + (distil ? "sa_layer_norm" : "attention.output.LayerNorm"));
      linear(at + (distil ? "ffn.lin1" : "intermediate.dense"), kInner, kHidden);
      linear(at + (distil ? "ffn.lin2" : "output.dense"), kHidden, kInner);
      norm(at + (distil ? "output_layer_norm" : "output.LayerNorm"));
    }
  }

  void put(const std::string& name, const std::vector<uint64_t>& shape) {
    size_t count = 1;
    for (const uint64_t size : shape) count *= size;
    Tensor tensor{shape, std::vector<float>(count)};
    // The numbers look random: numbers in a regular order would make the vectors of any two texts nearly the
    // same.
    for (float& number : tensor.numbers)
      number = static_cast<float>((++next_ * 2654435761U) >> 22U) / 1024 - 0.5F;
    tensors[name] = std::move(tensor);
  }
  void norm(const std::string& name) {
    put(name + ".weight", {kHidden});
    for (float& number : tensors.at(name + ".weight").numbers) number += 1;
    put(name + ".bias", {kHidden});
  }
  void linear(const std::string& name, uint64_t outputs, uint64_t inputs) {
    put(name + ".weight", {outputs, inputs});
    put(name + ".bias", {outputs});
  }
  void rename(const std::string& from, const std::string& to) {
    auto node = tensors.extract(from);
    node.key() = to;
    tensors.insert(std::move(node));
  }

  void write_config(const std::string& folder) const {
    std::filesystem::create_directories(folder);
    ASSERT_TRUE(write_file(folder + "/config.json", json_text(config)));
  }
  // Writes the weights whose names begin with `start`.
  void write_weights(const std::string& path, const std::string& start = "") const {
    std::vector<TensorToWrite> list;
    for (const auto& [name, tensor] : tensors)
      if (name.starts_with(start)) list.push_back({name, tensor.shape, tensor.numbers});
    ASSERT_TRUE(write_safetensors(path, list));
  }
  void write(const std::string& folder) const {
    write_config(folder);
    write_weights(folder + "/model.safetensors");
  }

 private:
  unsigned next_ = 0;
};

// A small fine-tuned classifier as a folder: random layers of 8 dimensions, eleven tokens, a head for the
// given classes.

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

// A small encoder as a folder: random layers of 8 dimensions; its tokens are frequent English words and
// pieces of others.

inline void write_small_encoder(const std::string& folder) {
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (const char* word : {"the",  "of",  "and", "to",  "in",   "that", "it", "was", "with", "as",   "from",
                           "they", "but", "not", "are", "this", "or",   "we", "at",  "be",   "extra"})
    vocabulary += std::string(word) + "\n";
  for (const char* before : {"", "##"})
    for (char letter = '0'; letter <= 'z'; ++letter)
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0 &&
          std::isupper(static_cast<unsigned char>(letter)) == 0)
        vocabulary += std::string(before) + letter + "\n";
  const auto tokens = static_cast<uint64_t>(std::ranges::count(vocabulary, '\n'));
  constexpr uint64_t kPositions = 160;
  SmallCheckpoint model;
  model.put("embeddings.word_embeddings.weight", {tokens, SmallCheckpoint::kHidden});
  model.put("embeddings.position_embeddings.weight", {kPositions, SmallCheckpoint::kHidden});
  // Words count for more than positions.
  for (float& number : model.tensors["embeddings.position_embeddings.weight"].numbers) number *= 0.05F;
  model.linear("pooler.dense", SmallCheckpoint::kHidden, SmallCheckpoint::kHidden);
  model.config["vocab_size"] = tokens;
  model.config["max_position_embeddings"] = kPositions;
  model.write(folder);
  ASSERT_TRUE(write_file(folder + "/vocab.txt", vocabulary));
}

// A small sentence-transformers folder: an encoder with 8 dimensions a token that reads 12 tokens, with a
// vocabulary of letters.

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
