// Small files with some bytes changed: each is read or refused in one clear line, and nothing else happens.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/encoder_tensors.h"
#include "standfast/checkpoint/sentence_folder.h"
#include "standfast/checkpoint/torch_file.h"
#include "tests/support/data.h"
#include "tests/support/packed.h"
#include "tests/support/reference.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using testing::SmallCheckpoint;
using testing::TemporaryFolder;

// reach: where damage says most, the first so many bytes.
std::string damaged(std::string bytes, size_t reach, Rng& rng) {
  for (uint64_t edits = 1 + rng.below(3); edits > 0 && !bytes.empty(); --edits) {
    const size_t at = rng.below(std::min(reach, bytes.size()));
    switch (rng.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << rng.below(8)));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, 1 + rng.below(12)));
        break;
      default:
        bytes.erase(at, 1 + rng.below(12));
    }
  }
  return bytes;
}

struct Damage {
  size_t refused = 0;
  template <class T>
  void look(const Result<T>& result) {
    if (result) return;
    ++refused;
    EXPECT_FALSE(result.error().message.empty());
    EXPECT_EQ(result.error().message.find('\n'), std::string::npos) << result.error().message;
  }
};

TEST(Damaged, FoldersAreReadOrRefusedInOneLine) {
  const TemporaryFolder folder;
  const SmallCheckpoint model;
  model.write(folder.path());
  ASSERT_TRUE(write_file(folder.file("modules.json"),
                         R"([{"type": "a.Transformer", "path": ""}, {"type": "a.Pooling", "path": "1"}])"));
  std::filesystem::create_directories(folder.file("1"));
  ASSERT_TRUE(write_file(folder.file("1/config.json"), R"({"pooling_mode_mean_tokens": true})"));
  const auto use = [&](Damage& seen) {
    seen.look(read_sentence_folder(folder.path()));
    const auto config = read_model_config(folder.path());
    const auto weights = Weights::open(folder.path());
    seen.look(config);
    seen.look(weights);
    if (!config || !weights) return;
    const auto tensors = EncoderTensors::find(*weights, *config);
    seen.look(tensors);
    if (tensors)
      for (const TensorInfo& tensor : weights->tensors()) seen.look(weights->read(tensor));
  };
  Damage none;
  use(none);
  EXPECT_EQ(none.refused, 0U);
  Rng rng(7, "damage", "folder");
  for (const auto& [name, reach] :
       std::initializer_list<std::pair<const char*, size_t>>{{"config.json", 10000},
                                                             {"modules.json", 10000},
                                                             {"1/config.json", 10000},
                                                             {"model.safetensors", 3000}}) {
    const std::string whole = *read_file(folder.file(name));
    Damage seen;
    for (int i = 0; i < 150; ++i) {
      ASSERT_TRUE(write_file(folder.file(name), damaged(whole, reach, rng), Flush::no));
      use(seen);
    }
    EXPECT_GT(seen.refused, 30U) << name;
    ASSERT_TRUE(write_file(folder.file(name), whole));
  }
}

TEST(Damaged, ShardsAreReadOrRefusedInOneLine) {
  const TemporaryFolder folder;
  const SmallCheckpoint model;
  model.write_weights(folder.file("a"));
  nlohmann::ordered_json index;
  for (const auto& [name, tensor] : model.tensors) index["weight_map"][name] = "a";
  const std::string whole = json_text(index);
  Rng rng(8, "damage", "shards");
  Damage seen;
  for (int i = 0; i < 250; ++i) {
    ASSERT_TRUE(write_file(folder.file("model.safetensors.index.json"), damaged(whole, whole.size(), rng),
                           Flush::no));
    seen.look(Weights::open(folder.path()));
  }
  EXPECT_GT(seen.refused, 100U);
}

TEST(Damaged, FilesOfPyTorchAreReadOrRefusedInOneLine) {
  Rng rng(9, "damage", "torch");
  for (const char* name : {"zip", "legacy", "nested"}) {
    const std::string whole =
        testing::from_base64(testing::reference("torch_files").at(name).get<std::string>());
    Damage seen;
    for (int i = 0; i < 1000; ++i) {
      const std::string bytes = damaged(whole, whole.size(), rng);
      const auto parsed = parse_torch_file(bytes, "f");
      seen.look(parsed);
      if (!parsed) continue;
      for (const TensorInfo& tensor : *parsed) {
        ASSERT_LE(tensor.begin, tensor.end);
        ASSERT_LE(tensor.end, bytes.size());
        ASSERT_LE(tensor.numbers(), bytes.size());
        if (is_floating(tensor.type)) floats_of(tensor, bytes.data() + tensor.begin);
      }
    }
    EXPECT_GT(seen.refused, 200U) << name;
  }
}

}  // namespace
}  // namespace standfast
