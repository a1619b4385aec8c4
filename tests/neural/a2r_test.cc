// Tests of A2R: the check values of the project's notes, its network against plain loops in double precision,
// texts, files and training.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/base/sink.h"
#include "standfast/base/stop.h"
#include "standfast/neural/a2r/a2r_network.h"
#include "standfast/neural/a2r/a2r_training.h"
#include "standfast/num/autodiff/losses.h"
#include "tests/num/gradient_case.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using gradients::Doubles;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(A2rLosses, HaveTheCheckValues) {
  Tape tape(true);
  const auto soft = gradients::value_of(tape, {1, 0}, 1), hard = gradients::value_of(tape, {0, 1}, 1);
  const std::vector<uint32_t> classes = {0};
  std::vector<A2rPredictorLoss> losses(1);
  a2r_predictor_losses(tape, Divergence::symmetric_kl, soft, hard, classes, Doubles{1}, losses);
  EXPECT_NEAR(losses[0].sum(), 2.550757690, 1e-9);
  EXPECT_NEAR(a2r_reward(losses[0].hard), -0.865098388, 1e-9);
}

TEST(A2rLosses, RewardsAreCountedFromTheMeanOfTheLastBatches) {
  RewardBaseline baseline;
  EXPECT_EQ(baseline.mean(), 0);
  baseline.add(-0.6);
  EXPECT_NEAR(baseline.mean(), -0.3, 1e-15);
  for (size_t i = 0; i < RewardBaseline::kMostBatches; ++i) baseline.add(-0.5);
  EXPECT_NEAR(baseline.mean(), -0.5, 1e-12);
  RewardBaseline other;
  other.resume(baseline.rewards());
  EXPECT_EQ(other.mean(), baseline.mean());
}

std::vector<std::string> sentences_of(std::string_view text, const A2rTokens& read) {
  std::vector<std::string> out;
  for (const TokenSpan& span : read.spans) out.emplace_back(text.substr(span.begin, span.end - span.begin));
  return out;
}

TEST(A2rText, HasSentencesAndTokensInLowerCase) {
  const std::string text = "  Honestly, I DON'T know. \"Ärger!\"\n\nYes  ";
  const A2rTokens read = a2r_tokens(text, {});
  EXPECT_THAT(read.tokens,
              ElementsAre("honestly", ",", "i", "do", "n't", "know", ".", "\"", "ärger", "!", "\"", "yes"));
  EXPECT_THAT(sentences_of(text, read), ElementsAre("Honestly, I DON'T know.", "\"Ärger!\"", "Yes"));
  EXPECT_THAT(read.sentences, ElementsAre(0, 7, 11, 12));
  EXPECT_FALSE(read.cut);
  for (const std::string none : {"", " \n "}) EXPECT_TRUE(a2r_tokens(none, {}).spans.empty());
}

TEST(A2rText, EndsWhereReadingDoes) {
  const std::string text = "One two. Three four five. Six.";
  const A2rTokens cut = a2r_tokens(text, {.most_tokens = 5});
  EXPECT_TRUE(cut.cut);
  EXPECT_THAT(sentences_of(text, cut), ElementsAre("One two.", "Three four"));
  EXPECT_FALSE(a2r_tokens(text, {.most_tokens = 9}).cut);
  const A2rTokens two = a2r_tokens(text, {.most_sentences = 2});
  EXPECT_THAT(sentences_of(text, two), ElementsAre("One two.", "Three four five. Six."));
  EXPECT_THAT(two.sentences, ElementsAre(0, 3, 9));
}

TEST(A2rText, SentencesThatAreTooShortAreReadAndNotChosen) {
  const A2rReading reading{.shortest_sentence = 3};
  const A2rTokens read = a2r_tokens("Ha! One two three. Ho! Four five.", reading);
  const std::vector<A2rTokens> all = {read};
  const auto vocabulary = A2rVocabulary::learn(all, 1);
  const A2rText text = numbered(vocabulary, read, reading);
  EXPECT_THAT(text.candidates, ElementsAre(1, 3));
  EXPECT_EQ(text.words.size(), 11U);
  // If all sentences are too short, all may be chosen.
  EXPECT_THAT(numbered(vocabulary, a2r_tokens("Ha! Ho!", reading), reading).candidates, ElementsAre(0, 1));
  PackedSentences packed;
  packed.add(text);
  packed.add({});
  packed.add(text);
  EXPECT_THAT(packed.candidates, ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(packed.of_candidates, ElementsAre(0, 2, 2, 4));
  EXPECT_THAT(packed.of_texts, ElementsAre(0, 11, 11, 22));
}

TEST(A2rVocabulary, HasTheWordsOfTheTextsAndOneNumberForAllOthers) {
  const std::vector<A2rTokens> texts = {a2r_tokens("b a b", {}), a2r_tokens("c a", {})};
  const auto all = A2rVocabulary::learn(texts, 1), frequent = A2rVocabulary::learn(texts, 2);
  EXPECT_THAT(all.words(), ElementsAre("a", "b", "c"));
  EXPECT_THAT(frequent.words(), ElementsAre("a", "b"));
  EXPECT_EQ(all.number("c"), 4U);
  EXPECT_EQ(frequent.number("c"), A2rVocabulary::kUnknown);
  EXPECT_EQ(all.number(""), A2rVocabulary::kUnknown);
  EXPECT_EQ(A2rVocabulary::restore(all.save())->words(), all.words());
  EXPECT_FALSE(A2rVocabulary::restore({"b", "a"}));
  EXPECT_FALSE(A2rVocabulary::restore({"a", "a"}));
}

// The following functions are the network in plain loops: a text is a list of vectors, and the parts that are
// left out of it are vectors of zeros.
using Rows = std::vector<Doubles>;

Doubles plain_layer(const Linear& layer, const Doubles& x) {
  const size_t outputs = layer.bias.size();
  const auto weights = gradients::unpacked(layer.weights, outputs);
  Doubles out;
  for (size_t o = 0; o < outputs; ++o) {
    out.push_back(layer.bias[o]);
    for (size_t k = 0; k < x.size(); ++k) out[o] += double{weights[o * x.size() + k]} * x[k];
  }
  return out;
}

Rows plain_gru(const Gru& gru, Rows x, bool backward) {
  if (backward) std::ranges::reverse(x);
  const size_t units = gru.hidden();
  const auto sigmoid = [](double a) { return 1 / (1 + std::exp(-a)); };
  Rows out;
  Doubles h(units);
  for (const Doubles& row : x) {
    const Doubles in = plain_layer(gru.input, row), of_state = plain_layer(gru.recurrent, h);
    for (size_t j = 0; j < units; ++j) {
      const double r = sigmoid(in[j] + of_state[j]), z = sigmoid(in[units + j] + of_state[units + j]),
                   n = std::tanh(in[2 * units + j] + r * of_state[2 * units + j]);
      h[j] = (1 - z) * n + z * h[j];
    }
    out.push_back(h);
  }
  if (backward) std::ranges::reverse(out);
  return out;
}

// Computes the vector of a sentence: the maximum over the states of rows [begin, end).
Doubles plain_sentence(const BidirectionalGru& network, const Rows& x, size_t begin, size_t end) {
  const Rows forward = plain_gru(network.forward, x, false), backward = plain_gru(network.backward, x, true);
  Doubles out(2 * network.forward.hidden(), -std::numeric_limits<double>::infinity());
  for (size_t i = begin; i < end; ++i)
    for (size_t j = 0; j < out.size(); ++j)
      out[j] = std::max(out[j], j < out.size() / 2 ? forward[i][j] : backward[i][j - out.size() / 2]);
  return out;
}

Rows plain_words(const Table& table, const A2rText& text, size_t begin, size_t end) {
  Rows out;
  for (size_t i = 0; i < text.words.size(); ++i) {
    const auto row = table.row(text.words[i]);
    out.push_back(i >= begin && i < end ? Doubles(row.begin(), row.end()) : Doubles(row.size()));
  }
  return out;
}

// Texts of several sentences. If there is a signal, the words of sentence `cue` of a text tell its class.
struct PlantedSentences {
  std::vector<A2rText> texts;
  std::vector<uint32_t> classes, cues;
};
constexpr uint32_t kWordRows = 42;
PlantedSentences planted_sentences(size_t texts, uint64_t seed) {
  Rng rng(seed, "planted sentences");
  PlantedSentences out;
  for (size_t t = 0; t < texts; ++t) {
    A2rText text;
    const auto sentences = static_cast<uint32_t>(1 + rng.below(5)),
               cue = static_cast<uint32_t>(rng.below(sentences)), label = static_cast<uint32_t>(rng.below(3));
    for (uint32_t s = 0; s < sentences; ++s) {
      for (uint64_t i = 0; i < 2 + rng.below(5); ++i)
        text.words.push_back(static_cast<uint32_t>(2 + rng.below(37)));
      if (s == cue) text.words.push_back(39 + label);
      text.sentences.push_back(static_cast<uint32_t>(text.words.size()));
      text.candidates.push_back(s);
    }
    out.texts.push_back(std::move(text));
    out.classes.push_back(label);
    out.cues.push_back(cue);
  }
  return out;
}
const A2rSizes kSmall{.word_rows = kWordRows, .word_columns = 7, .units = 5, .classes = 3};

// Returns a network whose parts are far from 0.
A2rNetwork lively_network() {
  A2rNetwork network = A2rNetwork::begin(kSmall, 3);
  const auto enlarge = [](const std::string&, auto& part, auto...) {
    if constexpr (requires { part.data; }) {
      for (float& number : part.data) number *= 8;
    }
  };
  each_generator_part(network, enlarge);
  each_predictor_part(network, enlarge);
  return network;
}

TEST(A2rNetwork, IsThatOfPlainLoops) {
  const A2rNetwork network = lively_network();
  const PlantedSentences from = planted_sentences(6, 1);
  PackedSentences packed;
  std::vector<uint32_t> chosen;
  for (size_t t = 0; t < from.texts.size(); ++t) {
    packed.add(from.texts[t]);
    // Nothing is chosen in the last text.
    chosen.push_back(t + 1 < from.texts.size() ? packed.of_candidates[t] + from.cues[t] : kNothingDrawn);
  }
  Tape tape;
  const auto shares = candidate_shares(tape, network, packed);
  const auto soft = soft_scores(tape, network, packed, shares, candidate_vectors(tape, network, packed));
  const auto hard = hard_scores(tape, network, packed, chosen);
  for (size_t t = 0; t < from.texts.size(); ++t) {
    const A2rText& text = from.texts[t];
    const Rows of_generator = plain_words(network.generator_words, text, 0, SIZE_MAX),
               of_predictor = plain_words(network.predictor_words, text, 0, SIZE_MAX);
    Doubles terms;
    double total = 0;
    for (size_t s = 0; s + 1 < text.sentences.size(); ++s) {
      const Doubles vector =
          plain_sentence(network.generator, of_generator, text.sentences[s], text.sentences[s + 1]);
      double score = 0;
      for (size_t j = 0; j < vector.size(); ++j) score += vector[j] * double{network.score.data[j]};
      total += terms.emplace_back(std::exp(score));
    }
    Doubles sum(2 * kSmall.units), seen(2 * kSmall.units);
    for (size_t s = 0; s < terms.size(); ++s) {
      ASSERT_NEAR(shares->numbers[packed.of_candidates[t] + s], terms[s] / total, 2e-6);
      const Doubles vector =
          plain_sentence(network.predictor, of_predictor, text.sentences[s], text.sentences[s + 1]);
      for (size_t j = 0; j < sum.size(); ++j) sum[j] += terms[s] / total * vector[j];
    }
    if (chosen[t] != kNothingDrawn) {
      const size_t begin = text.sentences[from.cues[t]], end = text.sentences[from.cues[t] + 1];
      seen = plain_sentence(network.predictor, plain_words(network.predictor_words, text, begin, end), begin,
                            end);
    }
    const Doubles plain_soft = plain_layer(network.soft, sum), plain_hard = plain_layer(network.hard, seen);
    for (size_t k = 0; k < kSmall.classes; ++k) {
      ASSERT_NEAR(soft->read().row(t)[k], plain_soft[k], 5e-6);
      ASSERT_NEAR(hard->read().row(t)[k], plain_hard[k], 5e-6);
    }
  }
}

TEST(A2rNetwork, AnswersDoNotDependOnOrderCompanyOrThreads) {
  const A2rNetwork network = lively_network();
  auto texts = planted_sentences(400, 1).texts;
  texts.push_back({});  // a text without words
  const A2rAnswers all = answers_of(network, texts, 1), again = answers_of(network, texts, 3);
  EXPECT_EQ(all.scores.data, again.scores.data);
  EXPECT_EQ(all.chosen, again.chosen);
  EXPECT_EQ(all.chosen.back(), kNothingDrawn);
  const std::vector<A2rText> some = {texts[399], texts[7]};
  const A2rAnswers few = answers_of(network, some, 1);
  for (const auto& [here, there] : {std::pair{0, 399}, std::pair{1, 7}}) {
    EXPECT_EQ(few.chosen[here], all.chosen[there]);
    EXPECT_TRUE(std::ranges::equal(few.scores.row(here), all.scores.row(there)));
  }
}

// A step along the gradient of either loss changes that loss by as much as the gradient says.
TEST(A2rNetwork, PartsHaveTheGradientsOfTheirLoss) {
  A2rNetwork network = lively_network();
  const PlantedSentences from = planted_sentences(8, 2);
  PackedSentences packed;
  std::vector<uint32_t> chosen;
  for (size_t t = 0; t < from.texts.size(); ++t) {
    packed.add(from.texts[t]);
    chosen.push_back(packed.of_candidates[t] + from.cues[t]);
  }
  const Doubles shares_of_texts(from.texts.size(), 1.0 / static_cast<double>(from.texts.size()));
  const auto loss_now = [&](bool learns) {
    Tape tape(learns);
    const auto shares = candidate_shares(tape, network, packed);
    const auto soft = soft_scores(tape, network, packed, shares, candidate_vectors(tape, network, packed));
    const auto hard = hard_scores(tape, network, packed, chosen);
    std::vector<A2rPredictorLoss> losses(from.texts.size());
    a2r_predictor_losses(tape, Divergence::jensen_shannon, soft, hard, from.classes, shares_of_texts, losses);
    const auto logs = log_probabilities(tape, shares, packed.of_candidates, {0.2, 0}, chosen);
    double sum = 0;
    for (size_t i = 0; i < losses.size(); ++i)
      sum += shares_of_texts[i] * (losses[i].sum() - logs->numbers[i]);
    if (learns) {
      tape.open_gradient(*logs);
      for (size_t i = 0; i < losses.size(); ++i) logs->gradient[i] = static_cast<float>(-shares_of_texts[i]);
      tape.back();
      Tape* const tapes[] = {&tape};
      add_deferred(tapes, 1);
    }
    return sum;
  };
  auto parameters = let_generator_learn(network);
  for (Parameter& one : let_predictor_learn(network)) parameters.push_back(std::move(one));
  EXPECT_EQ(parameters.size(), 10U + 13U);
  loss_now(true);
  for (Parameter& parameter : parameters) {
    double squares = 0;
    for (const float one : parameter.gradient) squares += double{one} * one;
    ASSERT_GT(squares, 0) << parameter.name;
    const double length = std::clamp(1e-3 / std::sqrt(squares), 1e-3, 0.03),
                 step = length / std::sqrt(squares);
    const std::vector<float> before(parameter.numbers.begin(), parameter.numbers.end());
    const auto moved = [&](double by) {
      for (size_t i = 0; i < before.size(); ++i)
        parameter.numbers[i] = static_cast<float>(before[i] + by * parameter.gradient[i]);
      if (parameter.layer != nullptr) turn_weights(*parameter.layer, 0, parameter.layer->weights.count());
      return loss_now(false);
    };
    const double slope = (moved(step) - moved(-step)) / (2 * step);
    moved(0);
    const double rounding = 1e-6 / (length * std::sqrt(squares));
    EXPECT_NEAR(slope / squares, 1, 0.02 + rounding) << parameter.name << ", squared length " << squares;
    if (parameter.table != nullptr && parameter.table->rows > 1) {
      EXPECT_EQ(parameter.table->learns->touched[A2rVocabulary::kLeftOut], 0);
    }
  }
  stop_learning(network);
}

std::map<std::string, std::vector<float>> parts_of(const A2rNetwork& network) {
  std::map<std::string, std::vector<float>> out;
  const auto keep = [&](const std::string& name, const auto& part, auto... outputs) {
    if constexpr (requires { part.data; }) {
      out[name] = part.data;
    } else {
      out[name] = gradients::unpacked(part.weights, outputs...);
      out[name].insert(out[name].end(), part.bias.begin(), part.bias.end());
    }
  };
  each_generator_part(network, keep);
  each_predictor_part(network, keep);
  return out;
}

struct Problem {
  A2rDocuments training, validation;
  explicit Problem(size_t texts = 60) {
    const auto take = [](PlantedSentences from, A2rDocuments& to) {
      to.texts = std::move(from.texts);
      to.classes = std::move(from.classes);
    };
    take(planted_sentences(texts, 5), training);
    take(planted_sentences(20, 6), validation);
  }
};
A2rOptions quick_a2r() {
  A2rOptions out;
  out.epochs = 4;
  out.batch = 25;  // three batches in an epoch
  out.generator_rate = out.predictor_rate = 0.01;
  out.policy_from = 1;
  return out;
}

struct Learned {
  A2rNetwork network = A2rNetwork::begin(kSmall, 1);
  A2rTrained done = {};
};
Learned trained(const Problem& problem, const A2rOptions& options, const Work& work) {
  Learned out;
  auto done = train_a2r(out.network, problem.training, problem.validation, options, work, "test");
  EXPECT_TRUE(done) << done.error().message;
  out.done = std::move(*done);
  return out;
}

TEST(A2rTraining, MovesOnePartAfterTheOther) {
  Problem problem;
  problem.validation = {};
  A2rOptions options = quick_a2r();
  options.batch = 100;  // one batch in an epoch
  const auto moved = [&](uint32_t epochs) {
    options.epochs = epochs;
    const auto before = parts_of(Learned().network), after = parts_of(trained(problem, options, {}).network);
    bool generator = false, predictor = false;
    for (const auto& [name, numbers] : before)
      if (numbers != after.at(name)) (name.starts_with("generator") ? generator : predictor) = true;
    return std::pair(generator, predictor);
  };
  EXPECT_EQ(moved(1), std::pair(true, false));
  EXPECT_EQ(moved(2), std::pair(true, true));
  options.epochs = 2;
  const A2rTrained done = trained(problem, options, {}).done;
  EXPECT_TRUE(done.epochs[0].generator && !done.epochs[0].predictor);
  EXPECT_TRUE(!done.epochs[1].generator && done.epochs[1].predictor);
  EXPECT_FALSE(done.best);
}

TEST(A2rTraining, HasTheSameBytesForAnyThreads) {
  const Problem problem(1200);  // large enough for several pieces of a batch
  A2rOptions options = quick_a2r();
  options.batch = 600;
  options.generator_divergence = true;
  const auto one = trained(problem, options, {.threads = 1}),
             three = trained(problem, options, {.threads = 3});
  EXPECT_TRUE(parts_of(one.network) == parts_of(three.network));
  EXPECT_EQ(one.done.losses, three.done.losses);
  EXPECT_EQ(one.done.epochs.size(), 4U);
  ASSERT_TRUE(one.done.best);
}

TEST(A2rTraining, OptionsAreOnesThatMatter) {
  const Problem problem;
  const auto numbers = [&](const A2rOptions& options) {
    return parts_of(trained(problem, options, {}).network);
  };
  A2rOptions plain = quick_a2r();
  plain.keep_best = false;
  const auto usual = numbers(plain);
  std::vector<A2rOptions> others(7, plain);
  others[0].policy_from = 100;
  others[1].exploration.share = 0;
  others[2].exploration.places = 50;
  others[3].divergence = Divergence::jensen_shannon;
  others[4].generator_divergence = true;
  others[5].generator_rate = 0.02;
  others[6].predictor_rate = 0.02;
  for (size_t i = 0; i < others.size(); ++i) EXPECT_TRUE(numbers(others[i]) != usual) << i;
  EXPECT_FALSE(trained(problem, plain, {}).done.best);
}

// Weights are relative, and a text with a large weight counts more.
TEST(A2rTraining, WeighsTexts) {
  Problem problem;
  A2rOptions options = quick_a2r();
  options.keep_best = false;
  const auto plain = trained(problem, options, {});
  problem.training.weights.assign(problem.training.texts.size(), 4);
  EXPECT_TRUE(parts_of(trained(problem, options, {}).network) == parts_of(plain.network));
  problem.training.weights[0] = 1;
  EXPECT_TRUE(parts_of(trained(problem, options, {}).network) != parts_of(plain.network));
}

TEST(A2rTraining, ABatchHasAtMostAnEighthOfTheTexts) {
  EXPECT_EQ(A2rOptions::batch_for(1), 1U);
  EXPECT_EQ(A2rOptions::batch_for(30), 4U);
  EXPECT_EQ(A2rOptions::batch_for(1124), 141U);
  EXPECT_EQ(A2rOptions::batch_for(100'000), 500U);
}

// Sets a stop flag after some lines of the log.
class StopAfter final : public Sink {
 public:
  StopAfter(std::atomic<bool>& flag, size_t after) : flag_(flag), after_(after) {}
  void log(Level level, std::string_view text) override {
    if (level == Level::debug) return;
    lines.emplace_back(text);
    if (lines.size() == after_) flag_ = true;
  }
  void progress(std::string_view, uint64_t done, uint64_t total) override {
    EXPECT_LE(done, total);
    last_progress = {done, total};
  }
  std::vector<std::string> lines;
  std::pair<uint64_t, uint64_t> last_progress;

 private:
  std::atomic<bool>& flag_;
  size_t after_;
};

TEST(A2rTraining, GoesOnAfterAKillToTheSameBytes) {
  const Problem problem;
  const A2rOptions options = quick_a2r();
  std::atomic<bool> never = false;
  StopAfter whole(never, 1000);
  const auto straight = trained(problem, options, {.sink = &whole});
  EXPECT_THAT(whole.lines, ElementsAre(HasSubstr("epoch 1: loss of the predictor"), HasSubstr("epoch 2:"),
                                       HasSubstr("epoch 3:"), HasSubstr("validation accuracy")));
  EXPECT_EQ(whole.last_progress.first, whole.last_progress.second);
  for (const size_t lines : {1, 2, 3}) {
    const testing::TemporaryFolder folder;
    std::atomic<bool> flag = false;
    StopAfter first(flag, lines);
    bool stopped = false;
    {
      const StopWhen when(&flag);
      try {
        trained(problem, options, {.sink = &first, .scratch = folder.file("scratch")});
      } catch (const Stopped&) {
        stopped = true;
      }
    }
    EXPECT_TRUE(stopped);
    StopAfter second(never, 1000);
    const auto resumed = trained(problem, options, {.sink = &second, .scratch = folder.file("scratch")});
    EXPECT_TRUE(parts_of(resumed.network) == parts_of(straight.network)) << lines;
    EXPECT_EQ(resumed.done.losses, straight.done.losses);
    EXPECT_EQ(resumed.done.hard_losses, straight.done.hard_losses);
    EXPECT_EQ(second.lines, whole.lines);
    EXPECT_LT(0U, resumed.done.tokens_before);
  }
}

TEST(A2rTraining, SaysThatTheLossIsNoNumberAnyMore) {
  const Problem problem;
  A2rOptions options = quick_a2r();
  options.predictor_rate = 1e30;
  auto network = A2rNetwork::begin(kSmall, 1);
  const auto done = train_a2r(network, problem.training, {}, options, {}, "");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("no longer a number"));
}

TEST(A2rFiles, AreReadAgain) {
  const std::vector<A2rTokens> tokens = {a2r_tokens("b a c.", {})};
  const auto vocabulary = A2rVocabulary::learn(tokens, 1);
  A2rSizes sizes = kSmall;
  sizes.word_rows = vocabulary.rows();
  const LoadedA2r model{vocabulary, A2rNetwork::begin(sizes, 1)};
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(save_a2r(folder.path(), model));
  const auto loaded = load_a2r(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(parts_of(loaded->network) == parts_of(model.network));
  EXPECT_EQ(loaded->vocabulary.words(), model.vocabulary.words());
  std::ofstream(folder.file("vocabulary.json")) << "[\"a\"]";
  EXPECT_THAT(load_a2r(folder.path()).error().message, HasSubstr("has the shape"));
  std::filesystem::remove(folder.file("model.safetensors"));
  EXPECT_FALSE(load_a2r(folder.path()));
}

}  // namespace
}  // namespace standfast
