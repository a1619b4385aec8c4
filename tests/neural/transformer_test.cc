// Compares the encoder with values that were computed elsewhere in double precision.
#include "standfast/neural/encoder/transformer.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/num/autodiff/pool.h"
#include "tests/support/data.h"
#include "tests/support/every_simd_level.h"
#include "tests/support/small_checkpoint.h"
#include "tests/support/states_of.h"

namespace standfast {
namespace {

using testing::states_of;

// The tensors of a test, numbered from 1 in the order of the file. Element i of tensor s is .1 sin(.7 (i + 1)
// + s); the weights of norms are larger by 1.
class Tensors {
 public:
  FloatMatrix matrix(size_t rows, size_t columns) {
    FloatMatrix m(rows, columns);
    m.data = vector(rows * columns);
    return m;
  }
  std::vector<float> vector(size_t n, double more = 0) {
    ++number_;
    std::vector<float> out(n);
    for (size_t i = 0; i < n; ++i)
      out[i] = static_cast<float>(more + 0.1 * std::sin(0.7 * static_cast<double>(i + 1) + number_));
    return out;
  }
  NormWeights norm(size_t n) {
    auto weight = vector(n, 1);
    return {std::move(weight), vector(n)};
  }
  Linear linear(size_t inputs, size_t outputs) {
    const auto weights = vector(outputs * inputs);
    return {pack_outputs({weights.data(), outputs, inputs, inputs}), vector(outputs)};
  }

 private:
  int number_ = 0;
};

constexpr size_t kHidden = 4, kInner = 8;

TransformerWeights tiny_weights(Tensors& tensors, size_t positions, size_t types) {
  auto words = tensors.matrix(12, kHidden), places = tensors.matrix(positions, kHidden),
       kinds = tensors.matrix(types, kHidden);
  TransformerWeights weights{
      std::move(words), std::move(places), std::move(kinds), tensors.norm(kHidden), {}};
  for (int l = 0; l < 2; ++l) {
    std::vector<float> maps, biases;
    for (int part = 0; part < 3; ++part) {
      const auto map = tensors.vector(kHidden * kHidden), bias = tensors.vector(kHidden);
      maps.insert(maps.end(), map.begin(), map.end());
      biases.insert(biases.end(), bias.begin(), bias.end());
    }
    Linear all{pack_outputs({maps.data(), 3 * kHidden, kHidden, kHidden}), biases};
    Linear attended = tensors.linear(kHidden, kHidden);
    NormWeights first = tensors.norm(kHidden);
    Linear inner = tensors.linear(kHidden, kInner), outer = tensors.linear(kInner, kHidden);
    weights.layers.push_back({std::move(all), std::move(attended), std::move(first), std::move(inner),
                              std::move(outer), tensors.norm(kHidden)});
  }
  return weights;
}

std::vector<float> mean_of(const FloatMatrix& states, size_t first, size_t last) {
  std::vector<float> out(kHidden);
  pool(Pooling::mean, {states.row(first).data(), last - first, kHidden, kHidden}, out);
  return out;
}

void expect_near(std::span<const float> got, const std::vector<double>& expected) {
  for (size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(got[j], expected[j], 2e-6) << j;
}

TEST(Transformer, EqualsBertInDoublePrecision) {
  Tensors tensors;
  const Transformer bert({.heads = 2}, tiny_weights(tensors, 8, 2));
  const std::vector<int32_t> ids = {2, 7, 5, 3, 2, 9, 3};
  const std::vector<uint32_t> segments = {0, 4, 7};
  const auto states = states_of(bert, {.ids = ids, .segments = segments});
  expect_near(states.row(0), {1.351725627, .370495615, -.578626633, -1.154593723});
  expect_near(states.row(4), {1.350911811, .371387118, -.576532781, -1.156821320});
  expect_near(mean_of(states, 0, 4), {.759870705, -.361446448, -.528615288, .318204477});
  expect_near(mean_of(states, 4, 7), {1.093420817, -.288568801, -.708498814, .028335228});
  // The pooler of the checkpoint is a linear map of the class token, then tanh.
  const Linear pooler = tensors.linear(kHidden, kHidden);
  std::vector<float> pooled(kHidden);
  linear(pooler, {states.row(0).data(), 1, kHidden, kHidden}, {pooled.data(), 1, kHidden, kHidden}, 1);
  activate(Activation::tanh, pooled);
  expect_near(pooled, {.195157422, .017797866, -.085388629, .055906686});
}

TEST(Transformer, EqualsRobertaInDoublePrecision) {
  Tensors tensors;
  const Transformer roberta({.heads = 2, .epsilon = 1e-5F, .positions_behind = 1},
                            tiny_weights(tensors, 10, 1));
  EXPECT_EQ(roberta.most_tokens(), 8U);
  const std::vector<int32_t> ids = {0, 7, 5, 2, 0, 9, 2};
  const std::vector<uint32_t> segments = {0, 4, 7};
  const auto states = states_of(roberta, {.ids = ids, .segments = segments});
  expect_near(states.row(0), {1.284320332, .461815827, -.493679691, -1.265965707});
  expect_near(states.row(4), {1.284096127, .459631507, -.486977758, -1.270273110});
  expect_near(mean_of(states, 0, 4), {1.114266957, -.312952473, -.733316014, .056924467});
  expect_near(mean_of(states, 4, 7), {1.071700988, .069051258, -.526501481, -.537947642});
}

TEST(Transformer, EveryLevelAndNeighbourGivesTheSameBytes) {
  Tensors tensors;
  const Transformer bert({.heads = 2}, tiny_weights(tensors, 8, 2));
  const std::vector<int32_t> ids = {2, 7, 5, 3, 2, 9, 3};
  const std::vector<uint32_t> segments = {0, 4, 7};
  const auto states = [&] { return states_of(bert, {.ids = ids, .segments = segments}).data; };
  testing::expect_same_at_every_simd_level(states);
  const std::vector<uint32_t> alone = {0, 3};
  const auto second = states_of(bert, {.ids = std::span(ids).subspan(4), .segments = alone}).data;
  const auto both = states();
  EXPECT_TRUE(std::equal(second.begin(), second.end(), both.begin() + 4 * kHidden));
}

// Fills the tensors of a checkpoint: element i of a tensor is .8 sin(.7 (i + 1) + the sum of its name's
// bytes). Encoders of every family are read from such folders and compared with the hidden states of
// transformers (tests/reference/transformers_reference.py).
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
