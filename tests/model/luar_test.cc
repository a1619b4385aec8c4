// Tests of the verifier `luar`: its input for learning, the result of learning, and its refusals.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/synth/synth.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifiers.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/kept_state.h"
#include "tests/support/streams.h"
#include "tests/support/word_encoder.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using Given = std::map<std::string, OptionValue>;

constexpr uint32_t kAuthors = 30, kDocuments = 6;
constexpr double kStyle = 2.5;  // how much authors differ in their habits

// Returns documents, author by author. Parameter style is how much the habits of authors differ (0: not at
// all).
std::vector<testing::Doc> written(double style) {
  const auto synth = Synth::make({.authors = kAuthors,
                                  .topics = 6,
                                  .families = 3,
                                  .documents = kAuthors * kDocuments,
                                  .length = 120,
                                  .style = style,
                                  .author_topic_correlation = 0,
                                  .seed = 4});
  EXPECT_TRUE(synth) << synth.error().message;
  std::vector<testing::Doc> docs;
  for (uint64_t i = 0; i < synth->size(); ++i) {
    const auto d = synth->document(i);
    docs.push_back({d.id, d.text, d.author, d.topic});
  }
  std::stable_sort(docs.begin(), docs.end(),
                   [](const auto& x, const auto& y) { return x.author < y.author; });
  return docs;
}

// Returns all same-author pairs of authors [first, last), and as many different-author pairs.
std::vector<Pair> pairs_of(uint32_t first, uint32_t last) {
  std::vector<Pair> pairs;
  for (uint32_t a = kDocuments * first; a < kDocuments * last; ++a)
    for (uint32_t b = a + 1; b < kDocuments * last; ++b)
      if (a / kDocuments == b / kDocuments || (7 * a + b) % (2 * (last - first)) == 0)
        pairs.push_back({a, b, a / kDocuments == b / kDocuments});
  return pairs;
}

struct Auc {
  double value = 0, error = 0;  // the error is a standard error by Hanley and McNeil 1982
};
Auc auc_of(std::span<const double> scores, std::span<const Pair> pairs) {
  double wins = 0, same = 0, different = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    (pairs[i].same ? same : different) += 1;
    for (size_t j = 0; j < scores.size(); ++j)
      if (pairs[i].same && !pairs[j].same)
        wins += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
  }
  const double a = wins / (same * different), q1 = a / (2 - a), q2 = 2 * a * a / (1 + a);
  return {a, std::sqrt((a * (1 - a) + (same - 1) * (q1 - a * a) + (different - 1) * (q2 - a * a)) /
                       (same * different))};
}

class LuarVerifierTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new testing::TemporaryFolder;
    std::vector<std::string_view> texts;
    const auto docs = written(kStyle);
    for (const auto& doc : docs) texts.push_back(doc.text);
    testing::write_word_encoder(folder_->file("encoder"), texts);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static Given given(Given more = {}) {
    Given out = {{"checkpoint", folder_->file("encoder")},
                 {"window", int64_t{20}},
                 {"updates", int64_t{100}},
                 {"authors", int64_t{8}},
                 {"episode", int64_t{4}},
                 {"temperature", 0.1},
                 {"learning-rate", 3e-3}};
    for (auto& [name, value] : more) out[name] = value;
    return out;
  }
  static std::unique_ptr<Verifier> make(const Given& options) {
    auto made = verifiers().make("luar", options);
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
  static std::unique_ptr<Verifier> fitted(const Corpus& corpus, const Given& options, const Work& work = {}) {
    auto verifier = make(options);
    const auto train = pairs_of(0, 18), validation = pairs_of(18, 23);
    const auto status = verifier->fit({&corpus, train}, {&corpus, validation}, {work});
    EXPECT_TRUE(status) << status.error().message;
    return verifier;
  }
  static std::vector<double> scores(const Verifier& verifier, const Corpus& corpus,
                                    const std::vector<Pair>& pairs) {
    std::vector<double> out(pairs.size());
    const auto status = verifier.score({&corpus, pairs}, out, {});
    EXPECT_TRUE(status) << status.error().message;
    return out;
  }
  static Auc asked(double style, const Given& options) {
    const Corpus corpus = testing::make_corpus(written(style));
    const auto test = pairs_of(23, 30);
    return auc_of(scores(*fitted(corpus, options), corpus, test), test);
  }
  static testing::TemporaryFolder* folder_;
};
testing::TemporaryFolder* LuarVerifierTest::folder_ = nullptr;

TEST_F(LuarVerifierTest, PlacesThresholdsOnStretchedCosines) {
  const Corpus corpus = testing::make_corpus(written(kStyle));
  const Given few = {{"updates", int64_t{2}}};
  Given plain = few;
  plain["scale"] = std::string("cosine");
  const auto facts = fitted(corpus, given(few))->facts();
  EXPECT_LT(facts.at("similarity_of_0").get<double>(), facts.at("similarity_of_1").get<double>());
  EXPECT_FALSE(fitted(corpus, given(plain))->facts().contains("similarity_of_0"));
}

TEST_F(LuarVerifierTest, LearnsAPlantedHabit) {
  const Auc learned = asked(kStyle, given()), hardly = asked(kStyle, given({{"learning-rate", 1e-9}}));
  EXPECT_GT(learned.value, 0.8) << learned.error;
  EXPECT_GT(learned.value, hardly.value + 0.05)
      << "of the random numbers that it began with: " << hardly.value;
}

TEST_F(LuarVerifierTest, FindsNothingWhereAllWriteAlike) {
  const Auc found = asked(0, given());
  EXPECT_LT(std::abs(found.value - 0.5), 3 * found.error) << found.value;
}

TEST_F(LuarVerifierTest, TestDocumentsHaveNoPartInTheFit) {
  auto docs = written(kStyle);
  const auto before = fitted(testing::make_corpus(docs), given());
  for (size_t i = size_t{23} * kDocuments; i < docs.size(); ++i)
    docs[i].text = fmt::format("noise of the {}", i);
  const auto after = fitted(testing::make_corpus(docs), given());
  EXPECT_EQ(before->save()->fields, after->save()->fields);
  EXPECT_EQ(testing::state_bytes(*before->save()), testing::state_bytes(*after->save()));
}

TEST_F(LuarVerifierTest, GoesOnAfterAKillWithTheSameBytes) {
  const Corpus corpus = testing::make_corpus(written(kStyle));
  testing::ListeningSink straight, resumed;
  const auto whole = fitted(corpus, given(), {.seed = 2, .sink = &straight});
  struct Killed {};
  class Killer final : public Sink {
   public:
    void log(Level, std::string_view line) override {
      if (line.starts_with("update 60 of 100")) throw Killed();
    }
    void progress(std::string_view, uint64_t, uint64_t) override {}
  } killer;
  const Work work{.seed = 2, .sink = &killer, .scratch = folder_->file("scratch")};
  EXPECT_THROW((void)fitted(corpus, given(), work), Killed);
  const auto again = fitted(corpus, given(),
                            {.seed = 2, .threads = 2, .sink = &resumed, .scratch = folder_->file("scratch")});
  EXPECT_EQ(again->save()->fields, whole->save()->fields);
  EXPECT_EQ(testing::state_bytes(*again->save()), testing::state_bytes(*whole->save()));
  EXPECT_THAT(resumed.all, HasSubstr("resumes after update 40 of 100"));
  EXPECT_EQ(resumed.all.size(), straight.all.size() + std::string("resumes after update 40 of 100\n").size());
}

// A saved folder is a checkpoint: it answers at once, or learns on.
TEST_F(LuarVerifierTest, ASavedFolderAnswersWithoutTraining) {
  const Corpus corpus = testing::make_corpus(written(kStyle));
  const auto first = fitted(corpus, given());
  const auto options = Options::resolve("luar", (*verifiers().find("luar"))->options, given()).value();
  ASSERT_TRUE(save_verifier(folder_->file("model"), "luar", options, *first));
  const std::string checkpoint = folder_->file("model/checkpoint");
  const auto second = fitted(corpus, given({{"checkpoint", checkpoint}, {"updates", int64_t{0}}}));
  const auto test = pairs_of(23, 30);
  EXPECT_EQ(scores(*second, corpus, test), scores(*first, corpus, test));
  EXPECT_THAT(second->facts().at("note").get<std::string>(), HasSubstr("learned nothing"));
  const auto third = fitted(corpus, given({{"checkpoint", checkpoint}, {"updates", int64_t{5}}}));
  EXPECT_LT(third->facts().at("loss_at_first").get<double>(),
            first->facts().at("loss_at_first").get<double>());
  // An encoder that has not learned gives no answers.
  auto none = make(given({{"updates", int64_t{0}}}));
  const auto train = pairs_of(0, 18);
  const auto status = none->fit({&corpus, train}, {&corpus, {}}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::usage);
  EXPECT_THAT(status.error().message, HasSubstr("luar: updates = 0, and "));
}

TEST_F(LuarVerifierTest, CountsWhatItLeavesOut) {
  auto docs = written(kStyle);
  for (uint32_t d = 0; d < kDocuments; ++d) docs[d].text = d == 2 ? "the" : "";  // one text in all
  docs[2 * kDocuments].author = "";
  const Corpus corpus = testing::make_corpus(docs);
  const auto facts = fitted(corpus, given())->facts();
  EXPECT_EQ(facts.at("authors"), 17);
  EXPECT_EQ(facts.at("authors_left_out"), 1);
  EXPECT_EQ(facts.at("documents_without_author"), 1);
  EXPECT_EQ(facts.at("documents"), 17 * kDocuments - 1);
  EXPECT_EQ(facts.at("updates"), 100);
  EXPECT_FALSE(facts.contains("authors_from"));
}

TEST_F(LuarVerifierTest, NeedsTwoAuthors) {
  auto docs = written(kStyle);
  const auto fails = [&](const std::vector<testing::Doc>& from, const std::vector<Pair>& train) {
    const Corpus corpus = testing::make_corpus(from);
    auto verifier = make(given());
    const auto status = verifier->fit({&corpus, train}, {&corpus, {}}, {});
    EXPECT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::data);
    return status.error().message;
  };
  EXPECT_THAT(
      fails(docs, pairs_of(0, 1)),
      HasSubstr(
          "luar: it learns to tell authors apart and needs at least 2 authors with 2 windows of 20 tokens"));
  for (auto& doc : docs) doc.author = "";
  std::vector<Pair> different;
  for (const Pair& pair : pairs_of(0, 5))
    if (!pair.same) different.push_back(pair);
  EXPECT_THAT(fails(docs, different), HasSubstr("0 of the 0 authors"));
  EXPECT_THAT(fails(docs, different), HasSubstr("that same-author pairs connect"));
}

TEST_F(LuarVerifierTest, RefusesAnotherModelInItsPlace) {
  const Corpus corpus = testing::make_corpus(written(kStyle));
  auto verifier = make(given({{"sha256", std::string(64, 'a')}}));
  const auto train = pairs_of(0, 3);
  const auto status = verifier->fit({&corpus, train}, {&corpus, {}}, {});
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("was it replaced?"));
}

}  // namespace
}  // namespace standfast
