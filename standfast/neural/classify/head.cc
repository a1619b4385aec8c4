#include "standfast/neural/classify/head.h"

#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "standfast/base/rng.h"
#include "standfast/num/autodiff/dropout.h"

namespace standfast {
namespace {

Linear packed(ClassHead::Layer layer) {
  const size_t outputs = layer.bias.size(), inputs = layer.weight.size() / outputs;
  return {pack_outputs({layer.weight.data(), outputs, inputs, inputs}), std::move(layer.bias)};
}

Activation activation_of(ClassHead::Bend bend) {
  return bend == ClassHead::Bend::tanh ? Activation::tanh : Activation::relu;
}

ClassHead::Layer drawn(size_t inputs, size_t outputs, bool uniform, uint64_t seed, const char* name) {
  Rng rng(seed, "fine-tune/head", name);
  ClassHead::Layer layer{std::vector<float>(outputs * inputs), std::vector<float>(outputs)};
  const double bound = 1 / std::sqrt(static_cast<double>(inputs));
  const auto number = [&] {
    return static_cast<float>(uniform ? (2 * rng.uniform() - 1) * bound : 0.02 * rng.normal());
  };
  for (float& weight : layer.weight) weight = number();
  if (uniform)
    for (float& bias : layer.bias) bias = number();
  return layer;
}

void drop_rows(Tape& tape, const ValuePtr& rows, float dropout_share) {
  std::vector<uint32_t> segments(rows->rows + 1);
  std::iota(segments.begin(), segments.end(), 0U);
  dropout(tape, rows, segments, dropout_share);
}

}  // namespace

Head head_of(ClassHead from, ModelFamily family) {
  Head head{{},
            packed(std::move(from.hidden)),
            activation_of(from.bend),
            packed(std::move(from.output)),
            family == ModelFamily::roberta};
  if (!from.bottleneck.weight.empty()) {
    head.bottleneck = packed(std::move(from.bottleneck));
    head.drops_first = true;
  }
  return head;
}

Head new_head(ModelFamily family, size_t hidden, size_t classes, size_t bottleneck, ClassHead::Layer pooler,
              uint64_t seed) {
  ClassHead head;
  head.bend = class_head_names(family, bottleneck > 0).bend;
  const bool narrow = bottleneck > 0;
  if (narrow) head.bottleneck = drawn(hidden, bottleneck, true, seed, "bottleneck");
  head.hidden = !narrow && !pooler.weight.empty()
                    ? std::move(pooler)
                    : drawn(narrow ? bottleneck : hidden, hidden, narrow, seed, "hidden");
  head.output = drawn(hidden, classes, narrow, seed, "output");
  return head_of(std::move(head), family);
}

ValuePtr scores_of(Tape& tape, const Head& head, ValuePtr first, float dropout_share) {
  if (head.drops_first) drop_rows(tape, first, dropout_share);
  if (head.bottleneck) first = linear(tape, first, *head.bottleneck);
  first = activation(tape, head.bend, linear(tape, first, head.hidden));
  drop_rows(tape, first, dropout_share);
  return linear(tape, first, head.output);
}

ValuePtr vectors_of(Tape& tape, const Head& head, ValuePtr first, TextVector which) {
  if (which == TextVector::class_token) return first;
  if (head.bottleneck) first = linear(tape, first, *head.bottleneck);
  if (which == TextVector::bottleneck) {
    assert(head.bottleneck);
    return first;
  }
  return activation(tape, head.bend, linear(tape, first, head.hidden));
}

}  // namespace standfast
