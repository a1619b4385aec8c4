// Tests of O2D2: the check values of the project's notes, gradients against finite differences, tokens,
// windows, files and training.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/base/sink.h"
#include "standfast/base/stop.h"
#include "standfast/neural/encoder/word_vectors.h"
#include "standfast/neural/o2d2/o2d2_losses.h"
#include "standfast/neural/o2d2/o2d2_network.h"
#include "standfast/neural/o2d2/o2d2_text.h"
#include "standfast/neural/o2d2/o2d2_training.h"
#include "standfast/neural/o2d2/pair_draws.h"
#include "tests/num/gradient_case.h"
#include "tests/support/corpora.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(O2d2Losses, MetricHeadHasTheCheckValues) {
  const MetricHead head;
  EXPECT_NEAR(head.probability(0.5), 0.968681118, 2e-8);  // the notes leave out the added 1e-8
  EXPECT_NEAR(head.probability(2), 0.775258745, 2e-8);
  EXPECT_NEAR(head.probability(6), 0.266408493, 2e-8);
  EXPECT_EQ(head.loss(0.1, true).loss, 0);
  for (const bool same : {true, false})
    for (const double distance : {0.7, 3.0, 8.0}) {
      const auto slopes = head.loss(distance, same);
      const auto slope = [&](auto&& moved) { return (moved(1e-6) - moved(-1e-6)) / 2e-6; };
      EXPECT_NEAR(slopes.to_distance, slope([&](double by) { return head.loss(distance + by, same).loss; }),
                  1e-8);
      EXPECT_NEAR(slopes.to_alpha, slope([&](double by) {
                    return MetricHead{0.09 + by, 1.5}.loss(distance, same).loss;
                  }),
                  1e-7);
      EXPECT_NEAR(slopes.to_beta, slope([&](double by) {
                    return MetricHead{0.09, 1.5 + by}.loss(distance, same).loss;
                  }),
                  1e-7);
    }
}

TEST(O2d2Losses, TwoCovarianceHasTheCheckValues) {
  const std::vector<float> a = {0.5F}, b = {0.9F};
  EXPECT_NEAR(TwoCovariance::of_precisions({1.5}, {4}, {0.2}, false).score(a, b), 0.374838538, 1e-7);
  EXPECT_NEAR(TwoCovariance::of_precisions({1.5}, {4}, {0.2}, true).score(a, b), -1.535200594, 1e-7);
}

// Returns the logarithm of the ratio of two Gaussian densities of (a, b), computed from their covariances:
// under one author and under two.
double ratio_of_densities(double between, double within, double mean, double a, double b) {
  const double own = 1 / between, noise = 1 / within, total = own + noise;
  const double x = a - mean, y = b - mean;
  const double determinant = total * total - own * own;
  const double together =
      -0.5 * (total * x * x - 2 * own * x * y + total * y * y) / determinant - 0.5 * std::log(determinant);
  const double apart = -0.5 * (x * x + y * y) / total - std::log(total);
  return together - apart;
}

TEST(O2d2Losses, TwoCovarianceIsTheRatioOfGaussians) {
  for (const double a : {-1.0, 0.25, 2.0})
    for (const double b : {-0.5, 3.0}) {
      const auto x = static_cast<float>(a), y = static_cast<float>(b);
      EXPECT_NEAR(TwoCovariance::of_precisions({0.7}, {2.5}, {-0.4}, false).score({&x, 1}, {&y, 1}),
                  ratio_of_densities(0.7, 2.5, -0.4, a, b), 1e-12);
    }
}

TEST(O2d2Losses, TwoCovarianceHasTheGradientsOfItsScore) {
  constexpr size_t d = 4;
  const auto numbers = [](size_t n, uint64_t seed, double by) {
    auto out = gradients::floats(gradients::drawn(n, seed));
    for (float& one : out) one *= static_cast<float>(by);
    return out;
  };
  auto between = numbers(d * d, 1, 0.3), within = numbers(d * d, 2, 0.3), mean = numbers(d, 3, 0.5),
       a = numbers(d, 4, 1), b = numbers(d, 5, 1);
  for (const bool released : {false, true}) {
    const auto score = [&] { return TwoCovariance(d, between, within, mean, released).score(a, b); };
    const TwoCovariance now(d, between, within, mean, released);
    std::vector<float> to_a(d), to_b(d), to_between(d * d), to_within(d * d), to_mean(d);
    now.gradient(a, b, 1.5, to_a, to_b);
    TwoCovariance::Sums sums(d);
    sums.add(a, b, 1.5);
    now.to_parameters(sums, between, within, mean, to_between, to_within, to_mean);
    for (auto [given, gradient] : {std::pair{&a, &to_a},
                                   {&b, &to_b},
                                   {&between, &to_between},
                                   {&within, &to_within},
                                   {&mean, &to_mean}})
      for (size_t i = 0; i < given->size(); ++i) {
        const float before = (*given)[i];
        (*given)[i] = before + 0x1p-10F;
        const double above = score();
        (*given)[i] = before - 0x1p-10F;
        const double slope = 1.5 * (above - score()) / 0x1p-9;
        (*given)[i] = before;
        EXPECT_NEAR((*gradient)[i], slope, 2e-5 * (1 + std::abs(slope))) << i;
      }
  }
}

TEST(O2d2Losses, AdaptedAnswerHasTheCheckValues) {
  const std::vector<float> logits = {1, -1, 0.5, 2};
  const AdaptedAnswer answer = adapted(logits, 0.8, true);
  EXPECT_THAT(answer.confusion,
              ElementsAre(::testing::DoubleNear(0.622459, 1e-6), ::testing::DoubleNear(0.047426, 1e-6),
                          ::testing::DoubleNear(0.377541, 1e-6), ::testing::DoubleNear(0.952574, 1e-6)));
  EXPECT_NEAR(answer.probability, 0.837567, 1e-6);
  EXPECT_NEAR(answer.loss, -std::log(0.837567) + 0.105 * -0.853712, 2e-6);
  for (const bool same : {true, false})
    for (size_t k = 0; k < 4; ++k) {
      const auto loss = [&](float by) {
        auto moved = logits;
        moved[k] += by;
        return adapted(moved, 0.3, same).loss;
      };
      EXPECT_NEAR(adapted(logits, 0.3, same).to_logits[k], (loss(0x1p-10F) - loss(-0x1p-10F)) / 0x1p-9, 1e-6);
    }
}

TEST(O2d2Losses, LogisticLossIsThatOfTheSigmoid) {
  for (const double score : {-40.0, -1.0, 0.0, 2.0, 800.0})
    for (const bool truth : {true, false}) {
      const double p = 1 / (1 + std::exp(-score));
      const LogisticLoss got = logistic_loss(score, truth);
      EXPECT_NEAR(got.probability, p, 1e-12);
      EXPECT_NEAR(got.to_score, p - truth, 1e-12);
      EXPECT_NEAR(got.loss, std::log1p(std::exp(-std::abs(score))) + std::max(truth ? -score : score, 0.0),
                  1e-12);
    }
}

TEST(O2d2Tokens, AreCleanedAsTheReleasedCodeDoes) {
  EXPECT_EQ(o2d2_cleaned("say \"yes\""), "say 'yes'");
  EXPECT_EQ(o2d2_cleaned("a''''b"), "a ' ' b");
  EXPECT_EQ(o2d2_cleaned("wait---no....oh!!!no,,,so"), "wait -- no .. oh !! no ,, so");
  EXPECT_EQ(o2d2_cleaned("1,'2"), "1, '2");
  EXPECT_EQ(o2d2_cleaned("1,~~~~2"), "1 ~~ 2");
  EXPECT_EQ(o2d2_cleaned("sooooo 11111"), "sooo 111");
  EXPECT_EQ(o2d2_cleaned("well-known,end. (x) 3.14"), "well - known , end . ( x ) 3.14");
  EXPECT_EQ(o2d2_cleaned("größe:ё"), "größe : ё");
}

TEST(O2d2Tokens, CutPunctuationAndClitics) {
  EXPECT_THAT(
      o2d2_tokens("Don't say 'it's we'll' ($5)... ok"),
      ElementsAre("Do", "n't", "say", "'", "it", "'s", "we", "'ll", "'", "(", "$", "5", ")", "..", "ok"));
  EXPECT_THAT(o2d2_tokens("John’s They’re n't"), ElementsAre("John", "’s", "They", "’re", "n't"));
  EXPECT_THAT(o2d2_tokens("  \n "), ElementsAre());
  EXPECT_THAT(o2d2_tokens("我喜欢 it"), ElementsAre("我", "喜欢", "it"));
}

TEST(O2d2Text, HasWindowsWithoutEmptyOnes) {
  EXPECT_EQ(windows_of(0), 0U);
  EXPECT_EQ(windows_of(1), 1U);
  EXPECT_EQ(windows_of(30), 1U);
  EXPECT_EQ(windows_of(31), 2U);
  EXPECT_EQ(windows_of(56), 2U);
  EXPECT_EQ(windows_of(57), 3U);
  EXPECT_EQ(windows_of(5464), 210U);
  EXPECT_EQ(windows_of(100'000), 210U);
}

TEST(O2d2Text, PacksWindowsWithWhatTheyShare) {
  const std::vector<std::vector<std::string>> texts = {{"b", "a", "a", "longerthanfifteencharacters"}};
  const auto vocabulary = O2d2Vocabulary::learn(texts, 2, 300);
  EXPECT_THAT(vocabulary.words(), ElementsAre("a", "b"));
  std::vector<std::string> tokens(33, "a");
  tokens[31] = "new";
  tokens[32] = texts[0].back();
  const O2d2Text text = numbered(vocabulary, tokens);
  EXPECT_EQ(text.begins[33] - text.begins[32], kTokenCharacters);
  PackedWindows packed;
  packed.add(text, 0, text.windows());
  packed.add({}, 0, 0);
  EXPECT_THAT(packed.of_windows, ElementsAre(0, 30, 37));
  EXPECT_THAT(packed.of_texts, ElementsAre(0, 2, 2));
  EXPECT_EQ(packed.words[30], 1U);
  EXPECT_EQ(packed.words[35], 0U);
  EXPECT_EQ(packed.of_words.size(), 38U);
  const auto again = O2d2Vocabulary::restore(vocabulary.save());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->save(), vocabulary.save());
}

TEST(WordVectors, AreReadFromEachFormat) {
  const testing::TemporaryFolder folder;
  const auto read = [&](const std::string& content) {
    const std::string path = folder.file("vectors.txt");
    std::ofstream(path) << content;
    return read_word_vectors(path, {"the", "größe"});
  };
  for (const std::string head : {"", "3 2\n"}) {
    const auto found = read(head + "the 0.5 -1e-2\nother 3 4\ngröße 1 2 \nthe 9 9\n");
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->columns, 2U);
    EXPECT_EQ(found->lines, 4U);
    EXPECT_THAT(found->of_words.at("the"), ElementsAre(0.5F, -0.01F));
    EXPECT_THAT(found->of_words.at("größe"), ElementsAre(1, 2));
    EXPECT_FALSE(found->of_words.contains("other"));
  }
  EXPECT_THAT(read("the 1 2\nother 3\n").error().message, HasSubstr("vectors.txt:2: 1 numbers"));
  EXPECT_THAT(read("the 1 x2\n").error().message, HasSubstr("\"x2\" is not a number"));
  EXPECT_FALSE(read(""));
}

TEST(PairDraws, UseATextOnceAndKeepTheRule) {
  std::vector<uint32_t> authors, topics;
  for (uint32_t i = 0; i < 60; ++i) {
    authors.push_back(i / 6);
    topics.push_back(i % 4 == 3 ? kNoTopic : i % 4);
  }
  const auto across = [&](uint32_t a, uint32_t b) { return topics[a] != topics[b]; };
  for (const bool rule : {false, true}) {
    PairDraws how;
    if (rule) how.same_authors = how.others = across;
    std::set<uint32_t> used;
    size_t same = 0, shared = 0;
    const auto pairs = draw_pairs(authors, topics, how, Rng(1, "draws"));
    EXPECT_GT(pairs.size(), 15U);
    for (const DrawnPair& pair : pairs) {
      EXPECT_TRUE(used.insert(pair.a).second && used.insert(pair.b).second);
      EXPECT_EQ(pair.same, authors[pair.a] == authors[pair.b]);
      same += pair.same;
      shared += topics[pair.a] == topics[pair.b];
    }
    EXPECT_GT(same, 0U);
    EXPECT_LT(same, pairs.size());
    EXPECT_EQ(shared == 0, rule);
    EXPECT_EQ(pairs, draw_pairs(authors, topics, how, Rng(1, "draws")));
    EXPECT_NE(pairs, draw_pairs(authors, topics, how, Rng(2, "draws")));
  }
  // No kind of pair is more than one and a half times as frequent as the rarest kind.
  PairDraws even;
  even.most_of_a_kind = 1.5;
  std::map<std::pair<bool, bool>, size_t> kinds;
  for (const DrawnPair& pair : draw_pairs(authors, topics, even, Rng(1, "draws")))
    ++kinds[{pair.same, topics[pair.a] == topics[pair.b]}];
  size_t least = SIZE_MAX, most = 0;
  for (const auto& [kind, count] : kinds) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  EXPECT_EQ(kinds.size(), 4U);
  EXPECT_LE(most, 3 * least / 2);
}

// Texts whose authors each like one word more than others do.
struct Planted {
  O2d2Vocabulary vocabulary;
  O2d2Texts first, second;
  O2d2Validation validation;
  std::vector<RowPair> pairs;
};
Planted planted(bool signal) {
  Rng rng(3, "planted");
  std::vector<std::vector<std::string>> tokens;
  std::vector<uint32_t> authors;
  for (uint32_t author = 0; author < 30; ++author)
    for (uint32_t text = 0; text < 4; ++text) {
      std::vector<std::string> words;
      for (size_t i = 0; i < 40; ++i)
        words.push_back(fmt::format("w{}", signal && rng.chance(0.5) ? author % 10 : rng.below(40)));
      tokens.push_back(words);
      authors.push_back(author);
    }
  Planted out;
  out.vocabulary = O2d2Vocabulary::learn(tokens, 100, 100);
  for (size_t i = 0; i < tokens.size(); ++i) {
    O2d2Texts& part = authors[i] < 16 ? out.first : out.second;
    const O2d2Text text = numbered(out.vocabulary, tokens[i]);
    if (authors[i] < 20) {
      part.texts.push_back(text);
      part.authors.push_back(authors[i]);
      part.topics.push_back(kNoTopic);
    } else {
      out.validation.texts.push_back(text);
    }
  }
  std::vector<uint8_t> same;
  for (uint32_t a = 0; a < 40; ++a)
    for (uint32_t b = a + 1; b < 40; ++b)
      if (a / 4 == b / 4 || (a + b) % 5 == 0) {
        out.validation.pairs.push_back({a, b});
        same.push_back(a / 4 == b / 4);
      }
  out.validation.value = [same](std::span<const double> scores) {  // AUC
    double wins = 0, all = 0;
    for (size_t i = 0; i < same.size(); ++i)
      for (size_t j = 0; j < same.size(); ++j)
        if (same[i] && !same[j]) {
          wins += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
          ++all;
        }
    return wins / all;
  };
  return out;
}

O2d2Options quick() {
  O2d2Options out;
  out.epochs = 3;
  out.detector_epochs = 3;
  out.batch = 10;
  return out;
}

std::vector<float> numbers_of(const O2d2Network& network) {
  std::vector<float> out;
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(save_o2d2(folder.path(), network, O2d2Vocabulary()));
  std::ifstream file(folder.file("model.safetensors"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  for (const char c : bytes) out.push_back(static_cast<float>(c));
  return out;
}

struct TrainedBoth {
  O2d2Network network;
  O2d2Stage first = {}, second = {};
};
TrainedBoth trained(const Planted& from, const O2d2Options& options, const Work& work) {
  TrainedBoth out{O2d2Network::begin(from.vocabulary, 12, 1)};
  auto first = train_o2d2(out.network, from.first, {}, from.validation, options, work, "test");
  EXPECT_TRUE(first) << first.error().message;
  auto second = train_o2d2_detector(out.network, from.second, {}, from.validation, options, work, "test");
  EXPECT_TRUE(second) << second.error().message;
  out.first = *first;
  out.second = *second;
  return out;
}

TEST(O2d2Training, HasTheSameBytesForAnyThreads) {
  const Planted from = planted(true);
  const auto one = trained(from, quick(), {.threads = 1}), three = trained(from, quick(), {.threads = 3});
  EXPECT_EQ(numbers_of(one.network), numbers_of(three.network));
  EXPECT_EQ(one.first.epochs.size(), 3U);
  EXPECT_EQ(one.second.epochs.size(), 3U);
  ASSERT_TRUE(one.first.best);
}

// Sets a stop flag after some lines of the log.
class StopAfterLines final : public Sink {
 public:
  StopAfterLines(std::atomic<bool>& flag, size_t after) : flag_(flag), after_(after) {}
  void log(Level level, std::string_view text) override {
    if (level == Level::debug) return;
    lines.emplace_back(text);
    if (lines.size() == after_) flag_ = true;
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::vector<std::string> lines;

 private:
  std::atomic<bool>& flag_;
  size_t after_;
};

TEST(O2d2Training, GoesOnAfterAKillToTheSameBytes) {
  const Planted from = planted(true);
  std::atomic<bool> never = false;
  StopAfterLines whole(never, 1000);
  const auto straight = trained(from, quick(), {.sink = &whole});
  for (const size_t lines : {1, 2, 4, 5}) {  // within the training of the network, and of the detector
    const testing::TemporaryFolder folder;
    std::atomic<bool> flag = false;
    StopAfterLines first(flag, lines);
    bool stopped = false;
    {
      const StopWhen when(&flag);
      try {
        trained(from, quick(), {.sink = &first, .scratch = folder.file("scratch")});
      } catch (const Stopped&) {
        stopped = true;
      }
    }
    EXPECT_TRUE(stopped);
    StopAfterLines second(never, 1000);
    const auto resumed = trained(from, quick(), {.sink = &second, .scratch = folder.file("scratch")});
    EXPECT_EQ(numbers_of(resumed.network), numbers_of(straight.network)) << lines;
    EXPECT_EQ(second.lines, whole.lines);
  }
}

TEST(O2d2Training, LearnsPlantedAuthorsAndNoOthers) {
  for (const bool signal : {true, false}) {
    const Planted from = planted(signal);
    O2d2Options options = quick();
    options.epochs = 25;
    options.rate = 3e-3;
    options.last_rate = 1e-3;
    auto network = O2d2Network::begin(from.vocabulary, 12, 1);
    O2d2Validation blind;  // the epoch is not chosen by the pairs under test
    const auto done = train_o2d2(network, from.first, {}, blind, options, {.threads = 2}, "");
    ASSERT_TRUE(done) << done.error().message;
    const double auc = from.validation.value(
        answers_of(network, text_vectors(network, from.validation.texts, 1), from.validation.pairs, false)
            .adapted);
    if (signal)
      EXPECT_GT(auc, 0.8);
    else
      EXPECT_NEAR(auc, 0.5, 0.12);
  }
}

TEST(O2d2Network, AnswersDoNotDependOnOrderOrCompany) {
  const Planted from = planted(true);
  const auto network = O2d2Network::begin(from.vocabulary, 12, 1);
  const FloatMatrix vectors = text_vectors(network, from.validation.texts, 1);
  const std::vector<RowPair> some = {{3, 7}}, turned = {{7, 3}}, all = {{0, 1}, {3, 7}, {5, 6}};
  const auto one = answers_of(network, vectors, some, false),
             two = answers_of(network, vectors, turned, false),
             three = answers_of(network, vectors, all, false);
  for (const auto member :
       {&HeadAnswers::metric, &HeadAnswers::scoring, &HeadAnswers::adapted, &HeadAnswers::doubt}) {
    EXPECT_EQ((one.*member)[0], (two.*member)[0]);
    EXPECT_EQ((one.*member)[0], (three.*member)[1]);
  }
  const FloatMatrix alone = text_vectors(network, std::span(from.validation.texts).subspan(3, 1), 1);
  EXPECT_TRUE(std::ranges::equal(alone.row(0), vectors.row(3)));
}

// A step of a part along its gradient changes the loss of its own head by as much as the gradient says.
// Metric learning moves all that makes a text's vector; each other head moves only itself.
TEST(O2d2Network, PartsHaveTheGradientsOfTheirOwnLoss) {
  const Planted from = planted(true);
  auto network = O2d2Network::begin(from.vocabulary, 6, 1);
  PackedWindows packed;
  for (const size_t text : {0, 1, 5, 9})
    packed.add(from.first.texts[text], 0, from.first.texts[text].windows());
  const std::vector<uint8_t> same = {1, 0};
  const std::vector<uint64_t> streams = {1, 2};
  const O2d2Dropout none{0, 0, 0, 0, 0, 0};
  const auto losses_now = [&](bool learns) {
    Tape tape(learns);
    PairSums sums;
    const auto vectors = text_vectors(tape, network, packed, {}, none);
    std::vector<PairLoss> losses(2);
    const TwoCovariance scoring = network.scoring(false);
    pair_losses(tape, network, vectors, scoring, same, 0.5, streams, none, losses, sums);
    if (learns) {
      tape.back();
      Tape* const tapes[] = {&tape};
      add_deferred(tapes, 1);
      finish_sums(network, scoring, sums);
    }
    return losses;
  };
  auto parameters = let_encoder_learn(network);
  // The network begins with weights so small that all texts are nearly equal; larger weights tell them apart.
  for (Parameter& parameter : parameters) {
    const bool deep =
        parameter.name.find("windows") != std::string::npos && parameter.name.ends_with("weight");
    const bool table = parameter.name == "words.weight" || parameter.name == "characters.weight";
    for (float& number : parameter.numbers) number *= table ? 20.0F : deep ? 8.0F : 1.0F;
    if (parameter.layer != nullptr) turn_weights(*parameter.layer, 0, parameter.layer->weights.count());
  }
  losses_now(true);
  for (Parameter& parameter : parameters) {
    double PairLoss::*loss = &PairLoss::metric;
    for (const char* name : {"factors", "between", "within", "mean"})
      if (parameter.name.starts_with(name)) loss = &PairLoss::scoring;
    for (const char* name : {"adaptation", "confusion"})
      if (parameter.name.starts_with(name)) loss = &PairLoss::adapted;
    double squares = 0;
    for (const float one : parameter.gradient) squares += double{one} * one;
    ASSERT_GT(squares, 0) << parameter.name;
    // The step is so long that the loss, whose vectors are in single precision, changes by more than its
    // rounding.
    const double length = std::clamp(1e-3 / std::sqrt(squares), 1e-3, 0.1),
                 step = length / std::sqrt(squares);
    const std::vector<float> before(parameter.numbers.begin(), parameter.numbers.end());
    const auto moved = [&](double by) {
      for (size_t i = 0; i < before.size(); ++i)
        parameter.numbers[i] = static_cast<float>(before[i] + by * parameter.gradient[i]);
      if (parameter.layer != nullptr) turn_weights(*parameter.layer, 0, parameter.layer->weights.count());
      const auto losses = losses_now(false);
      return (losses[0].*loss + losses[1].*loss) / 2;
    };
    const double slope = (moved(step) - moved(-step)) / (2 * step);
    moved(0);
    const double rounding = 3e-7 / (length * std::sqrt(squares));
    EXPECT_NEAR(slope / squares, 1, 0.02 + rounding) << parameter.name << ", squared length " << squares;
  }
  stop_learning(network);
}

TEST(O2d2Files, AreReadAgain) {
  const Planted from = planted(true);
  const auto network = O2d2Network::begin(from.vocabulary, 12, 1);
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(save_o2d2(folder.path(), network, from.vocabulary));
  const auto loaded = load_o2d2(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(numbers_of(loaded->network), numbers_of(network));
  EXPECT_EQ(loaded->vocabulary.save(), from.vocabulary.save());
  std::filesystem::remove(folder.file("model.safetensors"));
  EXPECT_FALSE(load_o2d2(folder.path()));
}

}  // namespace
}  // namespace standfast
