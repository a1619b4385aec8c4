#include "standfast/neural/o2d2/o2d2_network.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/rng.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/network_files.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/tape.h"
#include "standfast/num/kernel/portable_math.h"

namespace standfast {
namespace {

// Draws weights, each part from a stream of its own.
class Drawing {
 public:
  explicit Drawing(uint64_t seed) : seed_(seed) {}

  std::vector<float> uniform(size_t n, double bound, const char* name) const {
    Rng rng(seed_, "o2d2/begin", name);
    std::vector<float> out(n);
    for (float& number : out) number = static_cast<float>((2 * rng.uniform() - 1) * bound);
    return out;
  }
  Linear layer(size_t inputs, size_t outputs, double bound, const char* name) const {
    const auto weights = uniform(inputs * outputs, bound, name);
    return {pack_outputs({weights.data(), outputs, inputs, inputs}), std::vector<float>(outputs)};
  }
  Linear xavier(size_t inputs, size_t outputs, const char* name) const {
    return layer(inputs, outputs, std::sqrt(6.0 / static_cast<double>(inputs + outputs)), name);
  }
  Table table(size_t rows, size_t columns, double bound, const char* name) const {
    FloatMatrix out(rows, columns);
    out.data = uniform(rows * columns, bound, name);
    return out;
  }
  // Makes an LSTM with biases 0, 2.5, 0 and 1 of the gates i, f, g, o.
  Lstm lstm(size_t inputs, const char* input, const char* recurrent) const {
    constexpr size_t kState = O2d2Sizes::kState;
    Lstm out{layer(inputs, 4 * kState, 0.05, input), layer(kState, 4 * kState, 0.05, recurrent)};
    out.recurrent.bias.clear();
    std::fill_n(out.input.bias.begin() + kState, kState, 2.5F);
    std::fill_n(out.input.bias.begin() + 3 * kState, kState, 1.0F);
    return out;
  }
  // Makes a factor: uniform within .02 above the diagonal, and the logarithm of a number on it.
  LearnedNumbers factor(double diagonal, const char* name) const {
    constexpr size_t d = O2d2Sizes::kFactors;
    auto numbers = uniform(d * d, 0.02, name);
    for (size_t i = 0; i < d; ++i) {
      std::fill_n(numbers.begin() + static_cast<ptrdiff_t>(i * d), i, 0.0F);
      numbers[i * d + i] = static_cast<float>(log_double(diagonal));
    }
    return {std::move(numbers), {}};
  }

 private:
  uint64_t seed_;
};

// Returns another stream for another use of the same text, or for a part of it.
uint64_t other_stream(uint64_t stream, uint64_t use) {
  uint64_t z = stream + (use + 1) * 0xd1342543de82ef95ULL;
  z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93ULL;
  return z ^ (z >> 32);
}
std::vector<uint64_t> other_streams(std::span<const uint64_t> streams, uint64_t use) {
  std::vector<uint64_t> out;
  for (const uint64_t stream : streams) out.push_back(other_stream(stream, use));
  return out;
}

std::vector<uint32_t> row_by_row(size_t rows) {
  std::vector<uint32_t> segments(rows + 1);
  std::iota(segments.begin(), segments.end(), 0U);
  return segments;
}

ValuePtr states(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const BothDirections& lstm,
                float dropped) {
  const RecurrentDropout both{dropped, dropped};
  const auto forward = standfast::lstm(tape, x, segments, lstm.forward, Direction::forward, both);
  return join_columns(
      tape, {forward, standfast::lstm(tape, x, segments, lstm.backward, Direction::backward, both)});
}

// Returns squared differences of rows 2 i and 2 i + 1, as a value without gradient.
ValuePtr squared_differences(Tape& tape, const Value& vectors) {
  const auto out = tape.make(vectors.rows / 2, vectors.columns, false);
  for (size_t i = 0; i < out->rows; ++i) {
    const float *a = vectors.read().row(2 * i), *b = vectors.read().row(2 * i + 1);
    for (size_t j = 0; j < out->columns; ++j) out->write().row(i)[j] = (a[j] - b[j]) * (a[j] - b[j]);
  }
  return out;
}

// Applies a head's layers; if `streams` are given, the input of each layer has dropout.
ValuePtr factors_of(Tape& tape, const O2d2Network& network, const ValuePtr& vectors, float dropped) {
  dropout(tape, vectors, row_by_row(vectors->rows), dropped);
  return activation(tape, Activation::relu, linear(tape, vectors, network.factors));
}
ValuePtr confusion_logits(Tape& tape, const O2d2Network& network, const ValuePtr& differences,
                          float dropped) {
  const auto rows = row_by_row(differences->rows);
  dropout(tape, differences, rows, dropped);
  const auto hidden = activation(tape, Activation::tanh, linear(tape, differences, network.adaptation));
  dropout(tape, hidden, rows, dropped);
  return linear(tape, hidden, network.confusion);
}

std::span<const float> row_of(const Value& value, size_t row) {
  return {value.read().row(row), value.columns};
}
std::span<float> gradient_row(Value& value, size_t row) {
  return {value.gradient.data() + row * value.columns, value.columns};
}

// Approximate number of windows that go through the network together.
constexpr size_t kWindowsAtOnce = 64;

}  // namespace

O2d2Network O2d2Network::begin(const O2d2Vocabulary& vocabulary, size_t word_columns, uint64_t seed) {
  using S = O2d2Sizes;
  const Drawing draw(seed);
  const size_t inputs = word_columns + S::kFilters, both = 2 * S::kState;
  return {
      .characters = draw.table(vocabulary.character_rows(), S::kCharacter, 0.03, "characters"),
      .words = draw.table(vocabulary.word_rows(), word_columns, 0.05, "words"),
      .convolution = {draw.layer(S::kFilterWidth * S::kCharacter, S::kFilters, 0.1, "convolution"),
                      S::kFilterWidth, kTokenCharacters},
      .in_windows = {draw.lstm(inputs, "in windows, forward", "in windows, forward, recurrent"),
                     draw.lstm(inputs, "in windows, backward", "in windows, backward, recurrent")},
      .over_windows = {draw.lstm(both, "over windows, forward", "over windows, forward, recurrent"),
                       draw.lstm(both, "over windows, backward", "over windows, backward, recurrent")},
      .of_window = {draw.layer(both, both, 0.03, "attention in windows"),
                    draw.table(1, both, 0.03, "attention in windows, vector")},
      .of_text = {draw.layer(both, both, 0.03, "attention over windows"),
                  draw.table(1, both, 0.03, "attention over windows, vector")},
      .vector = draw.layer(both, S::kVector, 0.4, "vector"),
      .metric = {.numbers = {0.09F, 1.5F}, .gradient = {}},
      .factors = draw.layer(S::kVector, S::kFactors, 0.4, "factors"),
      .between = draw.factor(0.98, "between"),
      .within = draw.factor(1.02, "within"),
      .mean = {.numbers = draw.uniform(S::kFactors, 1e-4, "mean"), .gradient = {}},
      .adaptation = draw.layer(S::kVector, S::kAdapted, 0.4, "adaptation"),
      .confusion = draw.layer(S::kAdapted, 4, 0.4, "confusion"),
      .detector = draw.xavier(S::kDetectorInputs, S::kDetected, "detector"),
      .detector_next = draw.xavier(S::kDetected, S::kDetectedNext, "detector, next"),
      .detector_output = draw.xavier(S::kDetectedNext, 1, "detector, output"),
  };
}

namespace {

// Makes parts trainable and lists them.
struct Learn {
  std::vector<Parameter>& list;
  void operator()(const std::string& name, Table& table) const { learn(table, name, list); }
  void operator()(const std::string& name, Linear& layer, size_t outputs) const {
    learn(layer, outputs, name, list);
  }
  void operator()(const std::string& name, LearnedNumbers& numbers) const {
    numbers.gradient.assign(numbers.numbers.size(), 0.0F);
    list.push_back({.name = name, .numbers = numbers.numbers, .gradient = numbers.gradient});
  }
};
struct StopLearning {
  void operator()(const std::string&, Table& table) const { table.learns.reset(); }
  void operator()(const std::string&, Linear& layer, size_t) const { layer.learns.reset(); }
  void operator()(const std::string&, LearnedNumbers& numbers) const { numbers.gradient.clear(); }
};

}  // namespace

std::vector<Parameter> let_encoder_learn(O2d2Network& network) {
  std::vector<Parameter> list;
  each_encoder_part(network, Learn{list});
  return list;
}
std::vector<Parameter> let_detector_learn(O2d2Network& network) {
  std::vector<Parameter> list;
  each_detector_part(network, Learn{list});
  return list;
}
void stop_learning(O2d2Network& network) {
  each_encoder_part(network, StopLearning{});
  each_detector_part(network, StopLearning{});
}

ValuePtr text_vectors(Tape& tape, const O2d2Network& network, const PackedWindows& texts,
                      std::span<const uint64_t> streams, const O2d2Dropout& given) {
  const bool drops = !streams.empty();
  const O2d2Dropout dropped = drops ? given : O2d2Dropout{0, 0, 0, 0, 0, 0};
  if (drops) tape.set_streams({streams.begin(), streams.end()});
  const auto characters = gather(tape, {{&network.characters, texts.characters}});
  dropout(tape, characters, texts.characters_of_texts, dropped.characters);
  const auto spelled = activation(tape, Activation::tanh,
                                  max_convolution(tape, characters, texts.of_words, network.convolution));
  const auto words = join_columns(tape, {gather(tape, {{&network.words, texts.words}}), spelled});
  if (drops) {  // a window is a sequence with its own masks
    std::vector<uint64_t> of_windows;
    for (size_t t = 0; t + 1 < texts.of_texts.size(); ++t)
      for (uint32_t w = texts.of_texts[t]; w < texts.of_texts[t + 1]; ++w)
        of_windows.push_back(other_stream(streams[t], 16 + (w - texts.of_texts[t])));
    tape.set_streams(std::move(of_windows));
  }
  const auto in_windows = states(tape, words, texts.of_windows, network.in_windows, dropped.states);
  const auto windows =
      attention_pool(tape, in_windows, texts.of_windows, network.of_window, dropped.attention);
  if (drops) tape.set_streams(other_streams(streams, 0));
  const auto over_windows = states(tape, windows, texts.of_texts, network.over_windows, dropped.states);
  const auto of_texts =
      attention_pool(tape, over_windows, texts.of_texts, network.of_text, dropped.attention);
  dropout(tape, of_texts, row_by_row(of_texts->rows), dropped.vector);
  return activation(tape, Activation::tanh, linear(tape, of_texts, network.vector));
}

FloatMatrix text_vectors(const O2d2Network& network, std::span<const O2d2Text> texts, int threads) {
  FloatMatrix out(texts.size(), O2d2Sizes::kVector);
  std::vector<size_t> begins = {0};
  size_t windows = 0;
  for (size_t t = 0; t < texts.size(); ++t) {
    const size_t some = texts[t].windows();
    if (t > begins.back() && windows + some > kWindowsAtOnce) {
      begins.push_back(t);
      windows = 0;
    }
    windows += some;
  }
  if (!texts.empty()) begins.push_back(texts.size());
  parallel_for(begins.size() - 1, threads, [&](size_t piece) {
    PackedWindows packed;
    for (size_t t = begins[piece]; t < begins[piece + 1]; ++t) packed.add(texts[t], 0, texts[t].windows());
    Tape tape;
    const auto vectors = text_vectors(tape, network, packed, {}, {});
    std::ranges::copy(vectors->numbers, out.row(begins[piece]).begin());
  });
  return out;
}

void pair_losses(Tape& tape, const O2d2Network& network, const ValuePtr& vectors,
                 const TwoCovariance& scoring, std::span<const uint8_t> same, double share,
                 std::span<const uint64_t> streams, const O2d2Dropout& dropped, std::span<PairLoss> losses,
                 PairSums& sums) {
  const size_t pairs = same.size();
  assert(vectors->rows == 2 * pairs);
  const MetricHead metric = network.metric_head();
  // Inputs of the two heads that pass no gradient back.
  std::vector<uint64_t> of_texts;
  for (const uint64_t stream : streams) of_texts.insert(of_texts.end(), 2, other_stream(stream, 1));
  tape.set_streams(std::move(of_texts));
  const auto factors = factors_of(tape, network, stop_gradient(tape, vectors), dropped.heads);
  tape.set_streams(other_streams(streams, 2));
  const auto logits = confusion_logits(tape, network, squared_differences(tape, *vectors), dropped.heads);
  tape.open_gradient(*vectors);
  tape.open_gradient(*factors);
  tape.open_gradient(*logits);
  std::vector<double> to_alpha(pairs), to_beta(pairs), to_score(pairs);
  for (size_t i = 0; i < pairs; ++i) {
    const auto a = row_of(*vectors, 2 * i), b = row_of(*vectors, 2 * i + 1);
    const auto learned = metric.loss(metric_distance(a, b), same[i] != 0);
    const auto to_a = gradient_row(*vectors, 2 * i), to_b = gradient_row(*vectors, 2 * i + 1);
    for (size_t j = 0; j < a.size(); ++j) {
      to_a[j] = static_cast<float>(share * learned.to_distance * 2 * (double{a[j]} - b[j]));
      to_b[j] = -to_a[j];
    }
    to_alpha[i] = share * learned.to_alpha;
    to_beta[i] = share * learned.to_beta;
    const auto left = row_of(*factors, 2 * i), right = row_of(*factors, 2 * i + 1);
    const LogisticLoss scored = logistic_loss(scoring.score(left, right), same[i] != 0);
    to_score[i] = share * scored.to_score;
    scoring.gradient(left, right, to_score[i], gradient_row(*factors, 2 * i),
                     gradient_row(*factors, 2 * i + 1));
    const AdaptedAnswer answer = adapted(row_of(*logits, i), scored.probability, same[i] != 0);
    for (size_t k = 0; k < 4; ++k)
      gradient_row(*logits, i)[k] = static_cast<float>(share * answer.to_logits[k]);
    losses[i] = {learned.loss, scored.loss, answer.loss};
  }
  // Copied, because the backward pass consumes the numbers of the factors, which the sums need.
  const auto copied = stop_gradient(tape, factors);
  tape.defer(&sums, 1,
             [&sums, copied, to_alpha = std::move(to_alpha), to_beta = std::move(to_beta),
              to_score = std::move(to_score)](size_t) {
               for (size_t i = 0; i < to_score.size(); ++i) {
                 sums.to_alpha += to_alpha[i];
                 sums.to_beta += to_beta[i];
                 sums.scoring.add(row_of(*copied, 2 * i), row_of(*copied, 2 * i + 1), to_score[i]);
               }
             });
}

void finish_sums(O2d2Network& network, const TwoCovariance& scoring, PairSums& sums) {
  network.metric.gradient[0] += static_cast<float>(sums.to_alpha);
  network.metric.gradient[1] += static_cast<float>(sums.to_beta);
  scoring.to_parameters(sums.scoring, network.between.numbers, network.within.numbers, network.mean.numbers,
                        network.between.gradient, network.within.gradient, network.mean.gradient);
  sums.to_alpha = sums.to_beta = 0;
  sums.scoring.clear();
}

ValuePtr detector_scores(Tape& tape, const O2d2Network& network, const ValuePtr& inputs,
                         std::span<const uint64_t> streams, float dropped) {
  const float share = streams.empty() ? 0 : dropped;
  if (!streams.empty()) tape.set_streams({streams.begin(), streams.end()});
  const auto rows = row_by_row(inputs->rows);
  dropout(tape, inputs, rows, share);
  const auto first = activation(tape, Activation::tanh, linear(tape, inputs, network.detector));
  dropout(tape, first, rows, share);
  const auto next = activation(tape, Activation::tanh, linear(tape, first, network.detector_next));
  dropout(tape, next, rows, share);
  return linear(tape, next, network.detector_output);
}

HeadAnswers answers_of(const O2d2Network& network, const FloatMatrix& vectors, std::span<const RowPair> pairs,
                       bool released_constant) {
  constexpr size_t kVector = O2d2Sizes::kVector;
  HeadAnswers out;
  out.detector_inputs = FloatMatrix(pairs.size(), O2d2Sizes::kDetectorInputs);
  if (pairs.empty()) return out;
  const MetricHead metric = network.metric_head();
  const TwoCovariance scoring = network.scoring(released_constant);
  Tape tape;
  const auto texts = tape.make(vectors.rows, kVector, false),
             differences = tape.make(pairs.size(), kVector, false);
  std::ranges::copy(vectors.data, texts->numbers.begin());
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto a = vectors.row(pairs[i].a), b = vectors.row(pairs[i].b);
    const auto inputs = out.detector_inputs.row(i);
    for (size_t j = 0; j < kVector; ++j) {
      differences->write().row(i)[j] = inputs[j] = (a[j] - b[j]) * (a[j] - b[j]);
      inputs[kVector + j] = (a[j] + b[j]) * (a[j] + b[j]);
    }
  }
  const auto factors = factors_of(tape, network, texts, 0);
  const auto logits = confusion_logits(tape, network, differences, 0);
  for (size_t i = 0; i < pairs.size(); ++i) {
    out.metric.push_back(
        std::min(1.0, metric.probability(metric_distance(vectors.row(pairs[i].a), vectors.row(pairs[i].b)))));
    auto left = row_of(*factors, pairs[i].a), right = row_of(*factors, pairs[i].b);
    // Sums are taken in one order, whichever text comes first.
    if (std::ranges::lexicographical_compare(right, left)) std::swap(left, right);
    const double p = logistic_loss(scoring.score(left, right), true).probability;
    out.scoring.push_back(p);
    const AdaptedAnswer answer = adapted(row_of(*logits, i), p, true);
    out.adapted.push_back(std::clamp(answer.probability, 0.0, 1.0));
    for (size_t k = 0; k < 4; ++k)
      out.detector_inputs.row(i)[2 * kVector + k] = static_cast<float>(answer.confusion[k]);
  }
  const auto inputs = tape.make(pairs.size(), O2d2Sizes::kDetectorInputs, false);
  std::ranges::copy(out.detector_inputs.data, inputs->numbers.begin());
  const auto scores = detector_scores(tape, network, inputs, {}, 0);
  for (const float score : scores->numbers) out.doubt.push_back(logistic_loss(score, true).probability);
  return out;
}

namespace {

std::string place(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

// Calls with_part(name, part ...) for the parts that a list or a reader takes; for LearnedNumbers, their
// numbers.
template <class Body>
auto as_tensors(const Body& with_part) {
  return [&with_part](const std::string& name, auto& part, auto... outputs) {
    if constexpr (requires { part.numbers; })
      with_part(name, part.numbers);
    else
      with_part(name, part, outputs...);
  };
}

}  // namespace

Status save_o2d2(const std::string& folder, const O2d2Network& network, const O2d2Vocabulary& vocabulary) {
  TensorList list;
  const auto add = [&](const auto&... part) { list.add(part...); };
  each_encoder_part(network, as_tensors(add));
  each_detector_part(network, as_tensors(add));
  SF_TRY(list.write(folder));
  return write_file(place(folder, "vocabulary.json"), vocabulary.save().dump() + "\n");
}

Result<LoadedO2d2> load_o2d2(const std::string& folder) {
  const std::string path = place(folder, "vocabulary.json");
  SF_ASSIGN(const std::string text, read_plain_file(path));
  SF_ASSIGN(const auto json, parse_json(text, path));
  SF_ASSIGN(O2d2Vocabulary vocabulary, O2d2Vocabulary::restore(json));
  SF_ASSIGN(const Weights weights, Weights::open(folder));
  const TensorInfo* words = weights.find("words.weight");
  if (words == nullptr || words->shape.size() != 2 || words->shape[0] != vocabulary.word_rows() ||
      words->shape[1] == 0)
    return data_error(folder + ": there is no table of words with a row for each word of the vocabulary");
  O2d2Network begun = O2d2Network::begin(vocabulary, words->shape[1], 0);
  LoadedO2d2 out{std::move(vocabulary), std::move(begun)};
  PartReader reader(weights);
  const auto fill = [&](auto&&... part) { reader.fill(part...); };
  each_encoder_part(out.network, as_tensors(fill));
  each_detector_part(out.network, as_tensors(fill));
  if (!reader.status()) return Failure(reader.status().error());
  return out;
}

}  // namespace standfast
