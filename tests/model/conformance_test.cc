// Tests of the duties of model/verify/verifier.h, for every entry of the catalog. An entry has its default
// options, or those that settings() gives it: options that it requires, and options that make a slow model
// quick. Each is tested twice: on texts like English, and on texts in all kinds of script.
#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/corpus/corpus.h"
#include "standfast/model/saved/saved_models.h"
#include "standfast/model/verify/verifier.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/habits_corpus.h"
#include "tests/support/kept_state.h"
#include "tests/support/python.h"
#include "tests/support/scripts_corpus.h"
#include "tests/support/shuffled.h"
#include "tests/support/word_encoder.h"

namespace standfast {
namespace {

struct PairProblem {
  Corpus corpus;
  std::vector<Pair> train = testing::habit_pairs(0, 5), validation = testing::habit_pairs(5, 7),
                    test = testing::habit_pairs(7, 10);
  explicit PairProblem(Corpus texts) : corpus(std::move(texts)) {}
  PairView train_view() const { return {&corpus, train}; }
  PairView validation_view() const { return {&corpus, validation}; }
  PairView test_view() const { return {&corpus, test}; }
};

struct VerifierCase {
  std::string name;
  bool scripts = false;  // the texts are in all kinds of script
};
std::ostream& operator<<(std::ostream& out, const VerifierCase& one) {
  return out << one.name << (one.scripts ? " in every script" : "");
}

// Returns the folder of a small encoder with the words of the texts. The folder exists while the program
// runs.
std::string word_encoder(bool scripts) {
  static const testing::TemporaryFolder folder;
  static const bool written = [] {
    for (const bool in_scripts : {false, true}) {
      const Corpus corpus = in_scripts ? testing::scripts_corpus(1) : testing::habits_corpus(1);
      std::vector<std::string_view> texts;
      for (uint32_t row = 0; row < corpus.size(); ++row) texts.push_back(corpus.text(row));
      testing::write_word_encoder(folder.file(in_scripts ? "scripts" : "english"), texts);
    }
    return true;
  }();
  (void)written;
  return folder.file(scripts ? "scripts" : "english");
}

std::map<std::string, OptionValue> settings(const VerifierCase& of) {
  // The made-up scripts do not have 300 words.
  if (of.scripts && of.name == "topic-fit") return {{"masked-words", int64_t{30}}};
  const std::map<std::string, std::map<std::string, OptionValue>> all = {
      {"compression", {{"level", int64_t{3}}}},
      {"command",
       {{"command", testing::python() + " -I -S '" STANDFAST_SOURCE_DIR
                                        "/examples/bring_your_own.py' {train} {truth} {test} {answers}"}}},
      {"unmasking",
       {{"chunk", int64_t{20}},
        {"chunks", int64_t{6}},
        {"features", int64_t{20}},
        {"rounds", int64_t{3}},
        {"remove", int64_t{4}},
        {"folds", int64_t{3}}}},
      {"luar",
       {{"checkpoint", word_encoder(of.scripts)},
        {"window", int64_t{10}},
        {"updates", int64_t{30}},
        {"authors", int64_t{5}},
        {"episode", int64_t{4}},
        {"temperature", 0.1},
        {"learning-rate", 3e-3}}},
      {"embedding", {{"encoder", std::string("lsa")}, {"encoder-set", std::string("components=8,min-df=1")}}},
      {"o2d2",
       {{"dimension", int64_t{20}},
        {"words", int64_t{300}},
        {"epochs", 10.0},
        {"learning-rate", 6e-3},
        {"detector-epochs", int64_t{4}},
        {"batch", int64_t{4}}}},
      {"imposters", {{"rounds", int64_t{20}}, {"features", int64_t{300}}, {"imposters", int64_t{8}}}},
  };
  const auto found = all.find(of.name);
  return found == all.end() ? std::map<std::string, OptionValue>() : found->second;
}

class EveryVerifier : public ::testing::TestWithParam<VerifierCase> {
 protected:
  const VerifierCatalog::Entry& entry() const { return **verifiers().find(GetParam().name); }
  Options options() const {
    return Options::resolve(GetParam().name, entry().options, settings(GetParam())).value();
  }
  std::unique_ptr<Verifier> make() const {
    return verifiers().make(GetParam().name, settings(GetParam())).value();
  }
  const PairProblem& pair_problem(uint64_t seed = 1) const {
    static const PairProblem one(testing::habits_corpus(1)), two(testing::habits_corpus(2));
    static const PairProblem scripts(testing::scripts_corpus(1)), more_scripts(testing::scripts_corpus(2));
    if (GetParam().scripts) return seed == 1 ? scripts : more_scripts;
    return seed == 1 ? one : two;
  }
  std::unique_ptr<Verifier> fitted() const { return fitted(pair_problem()); }
  std::unique_ptr<Verifier> fitted(const PairProblem& from, const ModelContext& context = {}) const {
    auto verifier = make();
    const auto status = verifier->fit(from.train_view(), from.validation_view(), context);
    EXPECT_TRUE(status) << status.error().message;
    return verifier;
  }
  static std::vector<double> scores(const Verifier& verifier, const PairView& pairs,
                                    const ModelContext& context = {}) {
    std::vector<double> out(pairs.pairs.size(), -1);
    const auto status = verifier.score(pairs, out, context);
    EXPECT_TRUE(status) << status.error().message;
    return out;
  }
};

TEST_P(EveryVerifier, ScoresAreProbabilities) {
  const auto verifier = fitted();
  for (const double score : scores(*verifier, pair_problem().test_view())) {
    EXPECT_GE(score, 0);
    EXPECT_LE(score, 1);
  }
  EXPECT_FALSE(verifier->facts().empty());
}

class EveryVerifierInScripts : public EveryVerifier {};

// The authors differ only in their preferences among the common words of each script.
TEST_P(EveryVerifierInScripts, FindsPlantedAuthors) {
  const auto verifier = fitted();
  const auto found = scores(*verifier, pair_problem().test_view());
  double wins = 0, all = 0;
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t j = 0; j < found.size(); ++j)
      if (pair_problem().test[i].same && !pair_problem().test[j].same) {
        wins += found[i] > found[j] ? 1 : found[i] == found[j] ? 0.5 : 0;
        ++all;
      }
  EXPECT_GE(wins / all, 0.7) << "AUC";
}

TEST_P(EveryVerifier, RefusesToScoreOrSaveBeforeItIsFitted) {
  const auto verifier = make();
  std::vector<double> out(pair_problem().test.size());
  const auto status = verifier->score(pair_problem().test_view(), out, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::usage);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name));
  ASSERT_FALSE(verifier->save());
  EXPECT_TRUE(verifier->facts().empty());
}

TEST_P(EveryVerifier, RefitForgets) {
  auto verifier = fitted(pair_problem(2), {{.seed = 7}});
  ASSERT_TRUE(verifier->fit(pair_problem().train_view(), pair_problem().validation_view(), {}));
  EXPECT_EQ(scores(*verifier, pair_problem().test_view()), scores(*fitted(), pair_problem().test_view()));
  EXPECT_EQ(verifier->facts(), fitted()->facts());
  EXPECT_EQ(verifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*verifier->save()), testing::state_bytes(*fitted()->save()));
}

TEST_P(EveryVerifier, AFailedFitLeavesNoModel) {
  auto verifier = fitted();
  if (verifier->fit({&pair_problem().corpus, {}}, {&pair_problem().corpus, {}}, {}))
    FAIL() << "fitted on nothing";
  std::vector<double> out(pair_problem().test.size());
  EXPECT_FALSE(verifier->score(pair_problem().test_view(), out, {}));
}

TEST_P(EveryVerifier, SavedAndLoadedScoresAreEqual) {
  const auto verifier = fitted();
  const testing::TemporaryFolder folder;
  const auto status = save_verifier(folder.file("model"), GetParam().name, options(), *verifier);
  ASSERT_TRUE(status) << status.error().message;
  const auto loaded = load_verifier(folder.file("model"));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->name, GetParam().name);
  EXPECT_EQ(loaded->options.values(), options().values());
  EXPECT_EQ(scores(*loaded->verifier, pair_problem().test_view()),
            scores(*verifier, pair_problem().test_view()));
  EXPECT_EQ(loaded->verifier->facts(), verifier->facts());
}

TEST_P(EveryVerifier, ASubsetIsScoredAsInTheWhole) {
  const auto verifier = fitted();
  const auto all = scores(*verifier, pair_problem().test_view());
  std::vector<Pair> some;
  std::vector<double> expected;
  for (size_t i = all.size(); i-- > 0;)
    if (i % 3 != 1) {
      some.push_back(pair_problem().test[i]);
      expected.push_back(all[i]);
    }
  EXPECT_EQ(scores(*verifier, {&pair_problem().corpus, some}), expected);
  EXPECT_EQ(scores(*verifier, {&pair_problem().corpus, std::span(pair_problem().test).first(1)}).front(),
            all.front());
  EXPECT_TRUE(scores(*verifier, {&pair_problem().corpus, {}}).empty());
}

TEST_P(EveryVerifier, TruthAtTestIsNotLookedAt) {
  const auto verifier = fitted();
  auto unlabelled = pair_problem().test;
  for (auto& pair : unlabelled) pair.same = !pair.same;
  EXPECT_EQ(scores(*verifier, {&pair_problem().corpus, unlabelled}),
            scores(*verifier, pair_problem().test_view()));
}

TEST_P(EveryVerifier, ThreadsChangeNothing) {
  const auto verifier = fitted(pair_problem(), {{.threads = 3}});
  EXPECT_EQ(scores(*verifier, pair_problem().test_view(), {{.threads = 3}}),
            scores(*fitted(), pair_problem().test_view()));
  EXPECT_EQ(verifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*verifier->save()), testing::state_bytes(*fitted()->save()));
}

// A view has the whole corpus, but nothing must be learned from the texts of other sides.
TEST_P(EveryVerifier, LearnsFromTheDocumentsOfItsPairsAlone) {
  std::set<uint32_t> known;
  for (const auto* pairs : {&pair_problem().train, &pair_problem().validation})
    for (const Pair& pair : *pairs) known.insert({pair.a, pair.b});
  const std::string noise = "zq xv zq jj 77 qqq xvx zz";
  std::vector<const std::string*> texts(pair_problem().corpus.size(), nullptr);
  for (uint32_t row = 0; row < texts.size(); ++row)
    if (!known.contains(row)) texts[row] = &noise;
  ASSERT_LT(known.size(), texts.size());
  const Corpus other = with_texts(pair_problem().corpus, texts);
  auto verifier = make();
  const auto status = verifier->fit({&other, pair_problem().train}, {&other, pair_problem().validation}, {});
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(verifier->save()->fields, fitted()->save()->fields);
  EXPECT_EQ(testing::state_bytes(*verifier->save()), testing::state_bytes(*fitted()->save()));
}

// Draws depend on ids, never on places. Sums in another order may differ in the last digits, but nothing else
// may differ.
TEST_P(EveryVerifier, AnotherOrderOfDocumentsGivesTheSameScores) {
  const Corpus shuffled = testing::in_another_order(pair_problem().corpus);
  const auto moved = [&](std::vector<Pair> pairs) {
    for (Pair& pair : pairs) {
      pair.a = *shuffled.row_of(pair_problem().corpus.id(pair.a));
      pair.b = *shuffled.row_of(pair_problem().corpus.id(pair.b));
    }
    return pairs;
  };
  auto train = moved(pair_problem().train), validation = moved(pair_problem().validation);
  Rng(3, "tests/pairs").shuffle(train);
  Rng(4, "tests/pairs").shuffle(validation);
  auto verifier = make();
  const auto status = verifier->fit({&shuffled, train}, {&shuffled, validation}, {});
  ASSERT_TRUE(status) << status.error().message;
  const auto expected = scores(*fitted(), pair_problem().test_view());
  const auto found = scores(*verifier, {&shuffled, moved(pair_problem().test)});
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
}

TEST_P(EveryVerifier, IsSymmetricAsDeclared) {
  const auto verifier = fitted();
  auto swapped = pair_problem().test;
  for (auto& pair : swapped) std::swap(pair.a, pair.b);
  const bool symmetric =
      scores(*verifier, {&pair_problem().corpus, swapped}) == scores(*verifier, pair_problem().test_view());
  // A program may be symmetric without promising it.
  if (GetParam().name != "command") {
    EXPECT_EQ(symmetric, entry().traits.symmetric);
  }
}

TEST_P(EveryVerifier, SeedMattersAsDeclared) {
  const auto one = scores(*fitted(pair_problem(), {{.seed = 1}}), pair_problem().test_view(), {{.seed = 1}});
  if (entry().traits.deterministic) {
    EXPECT_EQ(one, scores(*fitted(pair_problem(), {{.seed = 2}}), pair_problem().test_view(), {{.seed = 2}}));
  }
  EXPECT_EQ(one, scores(*fitted(pair_problem(), {{.seed = 1}}), pair_problem().test_view(), {{.seed = 1}}));
}

TEST_P(EveryVerifier, NoTrainingPairsIsADataError) {
  auto verifier = make();
  const auto status = verifier->fit({&pair_problem().corpus, {}}, {&pair_problem().corpus, {}}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::data);
  EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name));
}

TEST_P(EveryVerifier, OneClassIsFittedOrRefusedInWords) {
  for (const bool same : {false, true}) {
    std::vector<Pair> one_class, validation;
    for (const auto& pair : pair_problem().train)
      if (pair.same == same) one_class.push_back(pair);
    for (const auto& pair : pair_problem().validation)
      if (pair.same == same) validation.push_back(pair);
    auto verifier = make();
    const auto status =
        verifier->fit({&pair_problem().corpus, one_class}, {&pair_problem().corpus, validation}, {});
    if (status) {
      for (const double score : scores(*verifier, pair_problem().test_view()))
        EXPECT_TRUE(score >= 0 && score <= 1);
    } else {
      EXPECT_EQ(status.error().kind, ErrorKind::data);
      EXPECT_THAT(status.error().message, ::testing::HasSubstr(GetParam().name));
    }
  }
}

TEST_P(EveryVerifier, EmptyDocumentsAreScored) {
  const uint32_t empty = pair_problem().corpus.size() - 2;
  const std::vector<Pair> pairs = {{empty, 40, false}, {41, empty, false}, {empty, empty + 1, false}};
  const auto verifier = fitted();
  for (const double score : scores(*verifier, {&pair_problem().corpus, pairs}))
    EXPECT_TRUE(score >= 0 && score <= 1) << score;
  // Such pairs do not stop a fit either.
  auto train = pair_problem().train;
  train.insert(train.end(), pairs.begin(), pairs.end());
  auto with_empty = make();
  const auto status = with_empty->fit({&pair_problem().corpus, train}, pair_problem().validation_view(), {});
  EXPECT_TRUE(status) << status.error().message;
}

// Giving a model its own features back changes nothing.
TEST_P(EveryVerifier, PrecomputedPairFeaturesGiveTheSameScores) {
  const auto verifier = fitted();
  if (verifier->pair_features() == nullptr) return;
  class Table final : public PairFeatureTable {
   public:
    std::map<std::pair<uint32_t, uint32_t>, std::vector<double>> rows;
    mutable uint64_t hits = 0;
    std::span<const double> find(uint32_t a, uint32_t b) const override {
      const auto row = rows.find({a, b});
      if (row == rows.end()) return {};
      ++hits;
      return row->second;
    }
  } table;
  const auto* features = verifier->pair_features();
  for (const auto& view :
       {pair_problem().train_view(), pair_problem().validation_view(), pair_problem().test_view()}) {
    DenseMatrix computed;
    ASSERT_TRUE(features->compute(view, 1, null_sink(), computed));
    ASSERT_EQ(computed.rows, view.pairs.size());
    ASSERT_EQ(computed.columns, features->width());
    for (size_t i = 0; i < view.pairs.size(); i += 2)  // the model has to compute the others
      table.rows[{view.pairs[i].a, view.pairs[i].b}] = {computed.row(i).begin(), computed.row(i).end()};
  }
  const ModelContext with_table{{}, &table};
  EXPECT_EQ(scores(*fitted(pair_problem(), with_table), pair_problem().test_view(), with_table),
            scores(*verifier, pair_problem().test_view()));
  EXPECT_GT(table.hits, 0U);
}

std::vector<VerifierCase> cases() {
  std::vector<VerifierCase> result;
  for (const bool scripts : {false, true})
    for (const auto& entry : verifiers().entries()) result.push_back({entry.name, scripts});
  return result;
}
// A plan is made from the traits, a cell by the model, so both must have the same features.
TEST_P(EveryVerifier, PairFeaturesAreThoseThatTheTraitsSay) {
  const auto verifier = make();
  const auto* features = verifier->pair_features();
  const auto identity = entry().traits.pair_features ? entry().traits.pair_features(options()) : std::nullopt;
  ASSERT_EQ(features != nullptr, identity.has_value());
  if (features != nullptr) {
    EXPECT_EQ(features->identity(), *identity);
  }
}

TEST(VerifierCatalogTest, KeepsTheLawsOfCatalogs) {
  testing::expect_laws_of_catalog(verifiers(),
                                  {{"command", {{"command", std::string("cat {test} {answers}")}}},
                                   {"embedding", {{"encoder", std::string("tfidf")}}},
                                   {"luar", {{"checkpoint", std::string("somewhere")}}}});
}

std::string name_of_case(const ::testing::TestParamInfo<VerifierCase>& param) {
  std::string name = param.param.name + (param.param.scripts ? "_in_every_script" : "");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Catalog, EveryVerifier, ::testing::ValuesIn(cases()), name_of_case);
// `prior` and models of topics alone see no habits. The words of the example of `command` are English. `o2d2`
// learns no language from 25 texts (its own test plants authors in more texts).
INSTANTIATE_TEST_SUITE_P(Catalog, EveryVerifierInScripts, ::testing::ValuesIn([] {
                           auto all = cases();
                           std::erase_if(all, [](const VerifierCase& one) {
                             return !one.scripts || one.name == "prior" || one.name == "command" ||
                                    one.name == "o2d2" || (*verifiers().find(one.name))->traits.topics_only;
                           });
                           return all;
                         }()),
                         name_of_case);

TEST(VerifierCatalogTest, EveryEntryExplainsItself) {
  for (const auto& entry : verifiers().entries()) {
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    for (const auto& option : entry.options)
      EXPECT_FALSE(option.meaning.empty()) << entry.name << " " << option.name;
  }
}

}  // namespace
}  // namespace standfast
