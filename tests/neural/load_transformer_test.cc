// Encoders of every family from their folders, against the hidden states of transformers
// (tests/reference/transformers_reference.py).
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/neural/encoder/transformer.h"
#include "tests/support/data.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

// Element i of the tensor is .8 sin(.7 (i + 1) + the sum of its name's bytes).
void fill(testing::SmallCheckpoint& checkpoint) {
  for (auto& [name, tensor] : checkpoint.tensors) {
    double bytes = 0;
    for (const unsigned char byte : name) bytes += byte;
    const bool norm =
        (name.find("LayerNorm") != std::string::npos || name.find("layer_norm") != std::string::npos) &&
        name.ends_with("weight");
    for (size_t i = 0; i < tensor.numbers.size(); ++i)
      tensor.numbers[i] =
          static_cast<float>(0.8 * std::sin(0.7 * static_cast<double>(i + 1) + bytes) + (norm ? 1 : 0));
  }
}

TEST(LoadTransformer, EveryHiddenStateEqualsThatOfTransformers) {
  const auto text = read_file(STANDFAST_SOURCE_DIR "/tests/reference/transformers_small.json");
  ASSERT_TRUE(text) << text.error().message;
  const auto reference = parse_json<nlohmann::json>(*text).value();
  const testing::TemporaryFolder temporary;
  ASSERT_EQ(reference.at("cases").size(), 5U);
  for (const auto& one : reference.at("cases")) {
    const std::string family = one.at("family"), activation = one.at("activation");
    SCOPED_TRACE(family + " " + activation);
    testing::SmallCheckpoint checkpoint(family);
    checkpoint.config[family == "distilbert" ? "activation" : "hidden_act"] = activation;
    if (family == "roberta") checkpoint.config.update({{"pad_token_id", 1}, {"layer_norm_eps", 1e-5}});
    fill(checkpoint);
    const std::string folder = temporary.file(family + activation);
    checkpoint.write(folder);
    const auto config = read_model_config(folder).value();
    const Weights weights = Weights::open(folder).value();
    const auto model = load_transformer(EncoderTensors::find(weights, config).value(), config);
    ASSERT_TRUE(model) << model.error().message;
    for (size_t t = 0; t < reference.at("texts").size(); ++t) {
      const auto ids = reference.at("texts")[t].get<std::vector<int32_t>>();
      const std::vector<uint32_t> segments = {0, static_cast<uint32_t>(ids.size())};
      size_t layers = 0;
      Tape tape;
      model->states(tape, {.ids = ids, .types = {}, .segments = segments},
                    [&](size_t layer, const Strided<const float>& states) {
                      const auto expected = one.at("states")[t][layer].get<std::vector<double>>();
                      ASSERT_EQ(states.rows * states.columns, expected.size());
                      for (size_t i = 0; i < expected.size(); ++i)
                        EXPECT_NEAR(states.data[i], expected[i], 5e-6) << layer << ": " << i;
                      ++layers;
                    });
      EXPECT_EQ(layers, 3U);
    }
  }
}

}  // namespace
}  // namespace standfast
