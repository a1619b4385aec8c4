// Tests of the classifier a2r beyond the laws of classifiers: planted rationales, options, messages, refusals
// and resuming. Its network is tested in tests/neural/a2r_test.cc.
#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/base/stop.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/neural/train/training_history.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/kept_state.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using A2rGiven = std::map<std::string, OptionValue>;
A2rGiven quick_settings(A2rGiven more = {}) {
  more.insert({{"dimension", int64_t{16}},
               {"units", int64_t{12}},
               {"epochs", int64_t{6}},
               {"generator-rate", 0.01},
               {"predictor-rate", 0.02},
               {"policy-from", int64_t{3}}});
  return more;
}
std::unique_ptr<Classifier> made_a2r(const A2rGiven& settings) {
  return classifiers().make("a2r", settings).value();
}

// Documents of five sentences. If there is a signal, one of the sentences, anywhere, has a word that tells
// the class. Without a signal it has one of the words that all documents share.
struct CuedSentences {
  std::vector<testing::Doc> docs;
  std::vector<TokenSpan> cues;  // the sentence with the word, or the place for it
  std::vector<uint32_t> classes, train, validation, test;
  std::vector<std::string> names = {"first", "second", "third"};

  CuedSentences(size_t documents, bool signal) {
    Rng rng(11, "cued sentences");
    for (uint32_t d = 0; d < documents; ++d) {
      const auto label = static_cast<uint32_t>(rng.below(names.size()));
      const uint64_t cued = rng.below(5);
      std::string text;
      for (uint64_t s = 0; s < 5; ++s) {
        if (s > 0) text += ' ';
        const auto begin = static_cast<uint32_t>(text.size());
        const uint64_t words = 3 + rng.below(4), place = rng.below(words);
        for (uint64_t w = 0; w < words; ++w)
          text +=
              (w > 0 ? " " : "") + (s == cued && w == place && signal ? fmt::format("Cue{}", label)
                                                                      : fmt::format("Word{}", rng.below(40)));
        text += '.';
        if (s == cued) cues.push_back({begin, static_cast<uint32_t>(text.size())});
      }
      docs.push_back({fmt::format("d{:04}", d), text, "", ""});
      classes.push_back(label);
      (d % 4 < 2 ? train : d % 4 == 2 ? validation : test).push_back(d);
    }
  }
  std::vector<uint32_t> classes_of(const std::vector<uint32_t>& rows) const {
    std::vector<uint32_t> out;
    for (const uint32_t row : rows) out.push_back(classes[row]);
    return out;
  }
};

Status fit_a2r(Classifier& classifier, const CuedSentences& from, const Corpus& corpus,
               const ClassifierContext& context = {}, bool validated = true) {
  const auto of_train = from.classes_of(from.train), of_validation = from.classes_of(from.validation);
  TrainingSet set{.documents = {&corpus, from.train}, .classes = of_train, .names = from.names};
  if (validated) {
    set.dev = {&corpus, from.validation};
    set.dev_classes = of_validation;
  }
  return classifier.fit(set, context);
}

TEST(A2r, FindsThePlantedSentenceAndNoneWhereThereIsNone) {
  for (const bool signal : {true, false}) {
    const CuedSentences from(800, signal);
    const Corpus corpus = testing::make_corpus(from.docs);
    const auto classifier = made_a2r(quick_settings({{"epochs", int64_t{30}}, {"policy-from", int64_t{10}}}));
    const auto status = fit_a2r(*classifier, from, corpus, {{.threads = 2}});
    ASSERT_TRUE(status) << status.error().message;
    DenseMatrix out;
    const auto rationales = classifier->predict_with_rationales({&corpus, from.test}, {}, out);
    ASSERT_TRUE(rationales) << rationales.error().message;
    double held = 0, right = 0;
    const auto n = static_cast<double>(from.test.size());
    for (size_t i = 0; i < from.test.size(); ++i) {
      const Rationale& one = (*rationales)[i];
      ASSERT_EQ(one.units.size(), 5U);
      ASSERT_EQ(one.chosen.size(), 1U);
      held += one.units[one.chosen[0]] == from.cues[from.test[i]];
      const auto row = out.row(i);
      right += std::ranges::max_element(row) - row.begin() == from.classes[from.test[i]];
    }
    RecordProperty(signal ? "held_with_signal" : "held_without", std::to_string(held / n));
    if (signal) {
      EXPECT_GE(held / n, 0.95) << classifier->facts().dump(1);
      EXPECT_GE(right / n, 0.95);
    } else {
      EXPECT_NEAR(held / n, 0.2, 3 * std::sqrt(0.2 * 0.8 / n));
    }
  }
}

TEST(A2r, TellsOfItsFit) {
  const CuedSentences from(60, true);
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto classifier = made_a2r(quick_settings());
  ASSERT_TRUE(fit_a2r(*classifier, from, corpus));
  const auto facts = classifier->facts();
  EXPECT_EQ(facts["documents"], 30);
  EXPECT_EQ(facts["mean_sentences"], 5);
  EXPECT_EQ(facts["documents_of_one_sentence"], 0);
  EXPECT_EQ(facts["batch"], 4);
  EXPECT_EQ(facts["updates"], 48);
  EXPECT_EQ(facts["validation_documents"], 15);
  EXPECT_FALSE(facts.contains("classes"));
  ASSERT_TRUE(facts["best_epoch"].is_number());
  const auto history = history_in(facts);
  ASSERT_TRUE(history);
  EXPECT_EQ(history->updates, 24U);
  EXPECT_EQ(history->updates_planned, 24U);
  ASSERT_EQ(history->validations.size(), 6U);
  EXPECT_EQ(history->validations.back().update, 24U);
  EXPECT_EQ(history->validations[*history->best].accuracy, facts["validation_accuracy"]);
  EXPECT_EQ(*history->best + 1, facts["best_epoch"]);
  EXPECT_NEAR(history->guessing, std::log(3), 0.1);
  // Without validation documents, or when asked for, the last weights are kept.
  const auto last = made_a2r(quick_settings({{"keep", std::string("last")}})),
             alone = made_a2r(quick_settings());
  ASSERT_TRUE(fit_a2r(*last, from, corpus));
  ASSERT_TRUE(fit_a2r(*alone, from, corpus, {}, false));
  EXPECT_TRUE(last->facts()["best_epoch"].is_null());
  EXPECT_TRUE(alone->facts()["best_epoch"].is_null());
  EXPECT_EQ(testing::state_bytes(*last->save()), testing::state_bytes(*alone->save()));
}

TEST(A2r, TakesVectorsOfWordsFromAFile) {
  const CuedSentences from(60, true);
  const Corpus corpus = testing::make_corpus(from.docs);
  const testing::TemporaryFolder folder;
  std::ofstream(folder.file("words.vec")) << "3 4\nword1 1 2 3 4\nCue1 9 9 9 9\nunheardof 0 0 0 0\n";
  const auto classifier = made_a2r(quick_settings({{"vectors", folder.file("words.vec")}}));
  const auto status = fit_a2r(*classifier, from, corpus);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(classifier->facts()["words_with_vectors"], 1) << "words are looked up in lower case";
  const auto absent = made_a2r(quick_settings({{"vectors", folder.file("absent.vec")}}));
  EXPECT_THAT(fit_a2r(*absent, from, corpus).error().message, HasSubstr("absent.vec"));
}

// Collects warnings and messages as text.
class ToldLines final : public Sink {
 public:
  void log(Level level, std::string_view text) override {
    if (level != Level::debug) all += std::string(text) + "\n";
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}
  std::string all;
};

TEST(A2r, LeavesOutWhatHasNoWordAndSaysWhatIsCut) {
  CuedSentences from(60, true);
  for (const size_t row : {0, 1, 4}) from.docs[row].text = row == 1 ? " \n " : "";
  for (const size_t row : {2, 3}) from.docs[row].text = "";
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto classifier =
      made_a2r(quick_settings({{"max-tokens", int64_t{9}}, {"max-sentences", int64_t{2}}}));
  ToldLines sink;
  ASSERT_TRUE(fit_a2r(*classifier, from, corpus, {{.sink = &sink}}));
  EXPECT_EQ(classifier->facts()["documents_without_words"], 3);
  EXPECT_EQ(classifier->facts()["documents_cut"], 27);
  EXPECT_THAT(sink.all, HasSubstr("3 of 30 training documents have no word and are left out"));
  EXPECT_THAT(sink.all, HasSubstr("1 of 15 validation documents have no word and are left out\n"));
  EXPECT_EQ(classifier->facts()["validation_documents"], 14);
  EXPECT_THAT(sink.all, Not(HasSubstr("nothing to choose")));
  EXPECT_THAT(sink.all, HasSubstr("27 of 30 texts are longer than the 9 tokens"));
  EXPECT_THAT(sink.all, HasSubstr("4 texts in a batch"));
  DenseMatrix out;
  const std::vector<uint32_t> asked = {3, 7};
  const auto rationales = classifier->predict_with_rationales({&corpus, asked}, {}, out);
  ASSERT_TRUE(rationales);
  EXPECT_TRUE((*rationales)[0].units.empty() && (*rationales)[0].chosen.empty());
  for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(out.row(0)[c], 1.0 / 3, 1e-15);
  EXPECT_LE((*rationales)[1].units.size(), 2U);
  const std::string& text = from.docs[7].text;
  EXPECT_LT((*rationales)[1].units.back().end, text.size()) << "units end where reading does";
}

TEST(A2r, SaysThatThereIsNothingToChooseOrToValidateOn) {
  CuedSentences from(20, true);
  for (auto& doc : from.docs) doc.text = doc.text.substr(0, doc.text.find('.') + 1);
  for (const uint32_t row : from.validation) from.docs[row].text = "";
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto classifier = made_a2r(quick_settings());
  ToldLines sink;
  ASSERT_TRUE(fit_a2r(*classifier, from, corpus, {{.sink = &sink}}));
  EXPECT_EQ(classifier->facts()["documents_of_one_sentence"], 10);
  EXPECT_THAT(sink.all, HasSubstr("each training document has one sentence, so there is nothing to choose"));
  EXPECT_THAT(sink.all, HasSubstr("5 of 5 validation documents have no word and are left out; none is left"));
}

TEST(A2r, RefusesTextsWithoutASentence) {
  CuedSentences from(20, true);
  for (auto& doc : from.docs) doc.text = "  ";
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto status = fit_a2r(*made_a2r(quick_settings()), from, corpus);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::data);
  EXPECT_THAT(status.error().message, HasSubstr("none of the 10 training documents has a word"));
}

TEST(A2r, WeighsClassesAlikeWhereAsked) {
  const CuedSentences from(60, true);
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto plain = made_a2r(quick_settings()),
             balanced = made_a2r(quick_settings({{"class-weights", std::string("balanced")}}));
  ASSERT_TRUE(fit_a2r(*plain, from, corpus));
  ASSERT_TRUE(fit_a2r(*balanced, from, corpus));
  EXPECT_NE(testing::state_bytes(*plain->save()), testing::state_bytes(*balanced->save()));
}

class FlagAfter final : public Sink {
 public:
  FlagAfter(std::atomic<bool>& flag, size_t after) : flag_(flag), after_(after) {}
  void log(Level level, std::string_view) override {
    if (level != Level::debug && ++count_ == after_) flag_ = true;
  }
  void progress(std::string_view, uint64_t, uint64_t) override {}

 private:
  std::atomic<bool>& flag_;
  size_t after_, count_ = 0;
};

TEST(A2r, GoesOnAfterAKillToTheSameBytes) {
  const CuedSentences from(60, true);
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto straight = made_a2r(quick_settings());
  ASSERT_TRUE(fit_a2r(*straight, from, corpus));
  const testing::TemporaryFolder folder;
  const std::string scratch = folder.file("scratch");
  std::atomic<bool> flag = false, never = false;
  FlagAfter stopping(flag, 4);
  {
    const StopWhen when(&flag);
    EXPECT_THROW(
        (void)fit_a2r(*made_a2r(quick_settings()), from, corpus, {{.sink = &stopping, .scratch = scratch}}),
        Stopped);
  }
  const auto resumed = made_a2r(quick_settings());
  FlagAfter unstopped(never, 0);
  ASSERT_TRUE(fit_a2r(*resumed, from, corpus, {{.threads = 2, .sink = &unstopped, .scratch = scratch}}));
  EXPECT_EQ(testing::state_bytes(*resumed->save()), testing::state_bytes(*straight->save()));
  EXPECT_EQ(resumed->facts(), straight->facts());
}

TEST(A2r, DamagedFieldsAreRefused) {
  const CuedSentences from(60, true);
  const Corpus corpus = testing::make_corpus(from.docs);
  const auto classifier = made_a2r(quick_settings());
  ASSERT_TRUE(fit_a2r(*classifier, from, corpus));
  const testing::KeptState kept(*classifier);
  ASSERT_TRUE(made_a2r(quick_settings())->restore(kept.state));
  const std::vector<std::pair<const char*, nlohmann::ordered_json>> damages = {
      {"present", {0, 0, 1}}, {"present", {0}},         {"present", {0, 1, 3}},
      {"classes", {"one"}},   {"documents", {0, 0, 0}}, {"history", "text"}};
  for (const auto& [field, value] : damages) {
    ModelState state = kept.state;
    state.fields[field] = value;
    const auto other = made_a2r(quick_settings());
    const auto restored = other->restore(state);
    ASSERT_FALSE(restored) << field << value;
    EXPECT_THAT(restored.error().message, HasSubstr("a2r"));
    DenseMatrix out;
    EXPECT_FALSE(other->predict({&corpus, from.test}, {}, out));
  }
}

TEST(A2r, SaysWhatMemoryItTakes) {
  const auto* entry = *classifiers().find("a2r");
  const auto memory = [&](const A2rGiven& given, uint64_t documents) {
    return entry->memory(Options::resolve("a2r", entry->options, given).value(),
                         {.documents = documents, .text_bytes = 100 * documents});
  };
  EXPECT_EQ(memory({}, 0), 0U);
  EXPECT_GT(memory({}, 1500), 20'000'000U);
  EXPECT_LT(memory({}, 1500), 1'000'000'000U);
  EXPECT_GT(memory({{"units", int64_t{300}}}, 1500), memory({}, 1500));
  EXPECT_GT(memory({}, 100'000), memory({}, 1500));
}

TEST(A2r, IsABaseOfMethodsThatGiveItWeightsAndOfNoOthers) {
  EXPECT_TRUE(classifiers().make("jtt", {{"base", std::string("a2r")}}));
  EXPECT_FALSE(classifiers().make("afr", {{"base", std::string("a2r")}}));
  const auto refused = classifiers().make("group-dro", {{"base", std::string("a2r")}});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("base = a2r: it learns in batches"));
}

TEST(A2r, HasPresetsThatCanBeMade) {
  for (const std::string preset : {"released", "shortcut-a2r"}) {
    const auto options = classifiers().resolve("a2r", {}, preset);
    ASSERT_TRUE(options) << preset;
    EXPECT_EQ(options->integer("batch"), 500);
    EXPECT_EQ(options->text("keep"), "last");
  }
}

}  // namespace
}  // namespace standfast
