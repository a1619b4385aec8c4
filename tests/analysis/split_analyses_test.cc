// Tests of the analyses of splits: duties of all analyses, numbers computed by hand, and the random splits of
// HateXplain. The last needs the data; its texts are offensive, so only numbers are looked at.
#include <cmath>

#include <gmock/gmock.h>

#include "standfast/analysis/split/split_analysis.h"
#include "standfast/analysis/split/test_overlap.h"
#include "standfast/analysis/split/word_rows.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/read/read.h"
#include "standfast/split/file/label_mix.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using testing::Doc;
using Given = std::map<std::string, OptionValue>;

std::vector<FoldMeasures> measured(const std::string& name, const Given& options, const Corpus& corpus,
                                   const std::vector<Fold>& folds, SplitAnalysisContext context = {}) {
  const auto analysis = split_analyses().make(name, options);
  if (!analysis) throw std::runtime_error(analysis.error().message);
  auto found = (*analysis)->measure(corpus, folds, context);
  if (!found) throw std::runtime_error(found.error().message);
  return *found;
}

const SplitMeasure& of(const FoldMeasures& fold, const std::string& name, const std::string& group = "") {
  for (const auto& one : fold.measures)
    if (one.name == name && one.group == group) return one;
  throw std::runtime_error("no " + group + ": " + name);
}
double value(const FoldMeasures& fold, const std::string& name, const std::string& group = "") {
  return of(fold, name, group).value.value();
}

Corpus six() {
  return testing::make_corpus({{"1", "red red blue", "a", "x"},
                               {"2", "red green", "a", "y"},
                               {"3", "Blue, blue!", "b", "x"},
                               {"4", "i o", "b", "x"},
                               {"5", "red blue", "c", "y"},
                               {"6", "green green grey", "c", "z"}});
}

// ---- duties ----

struct Asked {
  std::string name;
  Given options;
};
std::vector<Asked> every_analysis(const testing::TemporaryFolder& folder) {
  EXPECT_TRUE(write_file(folder.file("f.txt"), "red 999990\nblue 9\ngrey 1\n"));
  std::vector<Asked> all;
  for (const auto& entry : split_analyses().entries()) {
    Asked one{entry.name, {}};
    for (const auto& spec : entry.options) {
      if (spec.name == "columns") one.options["columns"] = "author,topic";
      if (spec.name == "frequencies") one.options["frequencies"] = folder.file("f.txt");
      if (spec.name == "permutations") one.options["permutations"] = int64_t{19};
      if (spec.name == "min-count") one.options["min-count"] = int64_t{1};
    }
    all.push_back(one);
  }
  return all;
}

TEST(SplitAnalyses, KeepTheirDuties) {
  testing::TemporaryFolder folder;
  const Corpus corpus = testing::grid_corpus(4, 3, 5);
  const auto encoded = (*encoders().make("tfidf", {}))->encode(corpus, whole_corpus(corpus).rows, {});
  ASSERT_TRUE(encoded) << encoded.error().message;
  std::vector<uint32_t> odd, even;
  for (uint32_t row = 0; row < corpus.size(); ++row) (row % 2 == 0 ? even : odd).push_back(row);
  const std::vector<Fold> folds = {
      {even, {}, odd}, {odd, {}, {}}, {{}, {}, even}, {odd, {}, {0}}, {{}, {}, {}}};
  for (const auto& [name, options] : every_analysis(folder)) {
    SCOPED_TRACE(name);
    SplitAnalysisContext context{.classes = corpus.column(Role::author), .vectors = &*encoded};
    const auto one = measured(name, options, corpus, folds, context);
    context.threads = 3;
    const auto three = measured(name, options, corpus, folds, context);
    ASSERT_EQ(one.size(), folds.size());
    bool properties = false;
    for (size_t f = 0; f < folds.size(); ++f) {
      ASSERT_EQ(one[f].measures.size(), three[f].measures.size());
      for (size_t i = 0; i < one[f].measures.size(); ++i) {
        const SplitMeasure& measure = one[f].measures[i];
        EXPECT_EQ(measure.value, three[f].measures[i].value) << measure.name;
        EXPECT_TRUE(measure.value.has_value() || !measure.note.empty())
            << measure.group << " " << measure.name;
        EXPECT_TRUE(!measure.value || std::isfinite(*measure.value)) << measure.name;
        EXPECT_LE(measure.used, measure.total) << measure.name;
        properties |= measure.property && measure.value.has_value();
      }
    }
    EXPECT_TRUE(properties) << "something must stand for the split";
  }
}

// Words are numbered part by part, and words that come late are in one part alone, yet the numbers are the
// same for any number of threads.
TEST(SplitAnalyses, WordsHaveTheSameNumbersForAnyNumberOfThreads) {
  std::vector<Doc> docs;
  for (size_t i = 0; i < 2000; ++i)
    docs.push_back({std::to_string(i),
                    fmt::format("the w{} and W{} of w{} the", i % 700, i * i % 91, 7 * i / 3), "", ""});
  const Corpus corpus = testing::make_corpus(docs);
  const WordRows one = word_rows(corpus, {"the", "of", "w7"});
  EXPECT_EQ(one.words[0], "w0");
  EXPECT_EQ(one.words[1], "and");
  std::vector<uint32_t> even, odd;
  for (uint32_t row = 0; row < corpus.size(); ++row) (row % 2 == 0 ? even : odd).push_back(row);
  const auto overlap = [&](int threads, int64_t n) {
    SplitAnalysisContext context;
    context.threads = threads;
    return measured("word-overlap", {{"n", n}}, corpus, {{even, {}, odd}}, context)[0];
  };
  for (const int threads : {2, 3, 5, 64}) {
    const WordRows some = word_rows(corpus, {"the", "of", "w7"}, threads);
    EXPECT_EQ(some.words, one.words) << threads;
    EXPECT_EQ(some.begins, one.begins) << threads;
    EXPECT_EQ(some.codes, one.codes) << threads;
    for (const int64_t n : {1, 2})
      EXPECT_EQ(value(overlap(threads, n), "mean"), value(overlap(1, n), "mean"));
  }
}

// ---- by hand ----

TEST(SplitAnalyses, WordOverlapByHand) {
  const Corpus corpus = six();
  // Row 4 has no words of two letters, and "green green grey" shares no word with train.
  const std::vector<Fold> folds = {{{0, 2}, {}, {3, 4, 5}}};
  const auto unigrams = measured("word-overlap", {}, corpus, folds)[0];
  // "red blue" and "red red blue" have the cosine (2 + 1) / (sqrt 2 sqrt 5); with "blue blue" it is 1 / sqrt
  // 2.
  const double best = 3 / std::sqrt(10.0);
  EXPECT_NEAR(value(unigrams, "mean"), best / 3, 1e-15);
  EXPECT_NEAR(value(unigrams, "max"), best, 1e-15);
  EXPECT_EQ(value(unigrams, "median"), 0);
  EXPECT_NEAR(value(unigrams, "share-0"), 2.0 / 3, 1e-15);
  EXPECT_NEAR(value(unigrams, "share-to-100"), 1.0 / 3, 1e-15);
  EXPECT_EQ(of(unigrams, "mean").used, 3U) << "one without words is 0 near";
  EXPECT_EQ(of(unigrams, "mean").total, 3U);
  // The bigram red-blue is one of the two bigrams of "red red blue".
  const auto bigrams = measured("word-overlap", {{"n", int64_t{2}}}, corpus, folds)[0];
  EXPECT_NEAR(value(bigrams, "max"), 1 / std::sqrt(2.0), 1e-15);
  const auto trigrams = measured("word-overlap", {{"n", int64_t{3}}}, corpus, folds)[0];
  EXPECT_EQ(value(trigrams, "max"), 0);
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("stop.txt"), "Red\n"));
  const auto stopped = measured("word-overlap", {{"stop-words", folder.file("stop.txt")}}, corpus, folds)[0];
  EXPECT_EQ(value(stopped, "max"), 1) << "only blue is left of both";
}

TEST(SplitAnalyses, RareWordsByHand) {
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("f.txt"), "red 999990\nBlue 9\ngrey 1\n"));
  ASSERT_TRUE(write_file(folder.file("correct.txt"), "green\nred\n"));
  const Corpus corpus = six();
  const std::vector<Fold> folds = {{{0, 2}, {}, {4, 5}}};
  const auto listed = measured("rare-words", {{"frequencies", folder.file("f.txt")}}, corpus, folds)[0];
  EXPECT_NEAR(value(listed, "rare-words", "test"), 1.0 / 5, 1e-15) << "grey, 1 in a million";
  EXPECT_NEAR(value(listed, "documents-with-rare-words", "test"), 1.0 / 2, 1e-15);
  EXPECT_NEAR(value(listed, "words-without-frequency", "test"), 2.0 / 5, 1e-15);
  EXPECT_EQ(value(listed, "rare-words", "train"), 0);
  const auto correct =
      measured("rare-words", {{"frequencies", folder.file("f.txt")}, {"correct", folder.file("correct.txt")}},
               corpus, folds)[0];
  EXPECT_NEAR(value(correct, "rare-words", "test"), 2.0 / 5, 1e-15)
      << "green twice: correct and without frequency";
}

TEST(SplitAnalyses, LengthsByHand) {
  const auto fold = measured("lengths", {}, six(), {{{0, 1}, {}, {2, 3, 5}}})[0];
  EXPECT_NEAR(value(fold, "test-mean", "words"), 7.0 / 3, 1e-15);
  EXPECT_NEAR(value(fold, "test-sd", "words"), std::sqrt(1.0 / 3), 1e-15);
  EXPECT_EQ(value(fold, "train-median", "words"), 2.5);
  EXPECT_EQ(value(fold, "test-median", "characters"), 11);
  EXPECT_NEAR(value(fold, "difference", "words"), -1.0 / 6, 1e-15);
  EXPECT_LT(value(fold, "difference-low", "words"), value(fold, "difference", "words"));
  EXPECT_NEAR(value(fold, "difference-low", "words") + value(fold, "difference-high", "words"), -1.0 / 3,
              1e-12);
}

TEST(SplitAnalyses, LengthsOfChineseAreInWords) {
  CorpusBuilder builder("zh");
  for (const char* text : {"今天天气很好，我们去公园。", "今天天气很好。"})
    EXPECT_TRUE(builder.add(text, text, {}));
  const auto fold = measured("lengths", {}, std::move(builder).finish(), {{{0}, {}, {1}}})[0];
  EXPECT_EQ(value(fold, "test-mean", "words"), 3);
  EXPECT_EQ(value(fold, "train-mean", "words"), 6);
}

Corpus with_tags() {
  CorpusBuilder builder("tags", {{"tags", AttributeKind::list}});
  const std::vector<std::vector<std::string_view>> tags = {{"p"}, {"p", "q"}, {}, {"q"}, {"p"}, {"p"}};
  for (size_t i = 0; i < tags.size(); ++i) {
    const std::vector<AttributeInput> values = {std::span<const std::string_view>(tags[i])};
    EXPECT_TRUE(builder.add(std::to_string(i), "word", {}, TextBytes::kept, values));
  }
  return std::move(builder).finish();
}

TEST(SplitAnalyses, DivergenceByHand) {
  // Test has x y, train has x x y z: the divergence is 1/2 ln(1/2 / 1/2) + 1/2 ln(1/2 / 1/4).
  const auto fold = measured("kl", {{"columns", "topic"}}, six(), {{{0, 2, 4, 5}, {}, {1, 3}}})[0];
  EXPECT_NEAR(value(fold, "divergence", "topic"), std::log(2.0) / 2, 1e-15);
  EXPECT_NEAR(value(fold, "squashed", "topic"), 1 - std::sqrt(.5), 1e-15);
  const auto new_value = measured("kl", {{"columns", "topic"}}, six(), {{{0, 1}, {}, {5}}})[0];
  EXPECT_FALSE(of(new_value, "divergence", "topic").value);
  EXPECT_THAT(of(new_value, "divergence", "topic").note, ::testing::HasSubstr("infinite"));
  EXPECT_EQ(value(new_value, "squashed", "topic"), 1);

  // For lists, the test rows are 0, 1 (p in 2 of 2, q in 1 of 2) and the train rows 2, 3, 4, 5 (p in 2 of 4,
  // q in 1 of 4).
  const auto lists = measured("kl", {{"columns", "tags"}}, with_tags(), {{{2, 3, 4, 5}, {}, {0, 1}}})[0];
  const auto one = [](double p, double q) {
    return p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q));
  };
  EXPECT_NEAR(value(lists, "divergence", "tags"), (4 * one(2.5 / 3, 2.5 / 5) + 2 * one(1.5 / 3, 1.5 / 5)) / 6,
              1e-15);
}

TEST(SplitAnalyses, UnderRepresentedByHand) {
  const Given absolute = {{"columns", "tags"}};
  // Value p has 1 of its 4 documents in train; q has 1 of 2, which is not below a half.
  EXPECT_EQ(value(measured("under-represented", absolute, with_tags(), {{{0, 2, 3}, {}, {1, 4, 5}}})[0],
                  "values", "tags"),
            1);
  // With half of the documents in train, half of the expected share is a quarter, which is just the share of
  // p.
  const Given relative = {{"columns", "tags"}, {"rule", "relative"}};
  EXPECT_EQ(value(measured("under-represented", relative, with_tags(), {{{0, 2, 3}, {}, {1, 4, 5}}})[0],
                  "values", "tags"),
            0);
  const auto rare = measured("under-represented", {{"columns", "tags"}, {"least-share", .5}}, with_tags(),
                             {{{0, 2, 3}, {}, {1, 4, 5}}})[0];
  EXPECT_EQ(of(rare, "values", "tags").used, 1U) << "q is on 2 of 6";
}

TEST(SplitAnalyses, GroupsByHand) {
  const auto fold = measured("groups", {{"columns", "author"}}, six(), {{{0, 2}, {}, {1, 4, 5}}})[0];
  EXPECT_EQ(value(fold, "groups-on-both-sides", "author"), 1);
  EXPECT_EQ(of(fold, "groups-on-both-sides", "author").total, 3U);
  EXPECT_NEAR(value(fold, "share-of-tested-groups", "author"), 1.0 / 2, 1e-15);
  EXPECT_NEAR(value(fold, "share-of-test-documents", "author"), 1.0 / 3, 1e-15);
}

// Train has red 3 times (a), blue once in a and twice in b. Test has red once in a and once in c, green once
// in a, blue once in c.
TEST(SplitAnalyses, ClassWordsByHand) {
  const Corpus corpus = six();
  const SplitAnalysisContext context{.classes = corpus.column(Role::author)};
  const std::vector<Fold> folds = {{{0, 2}, {}, {1, 4}}};
  const auto fold = measured("class-words", {{"min-count", int64_t{1}}}, corpus, folds, context)[0];
  // In train, class a: red ln(2.5/4 / (.5/3)) > 0, blue < 0. In test, class a: green ln(1.5/3.5 / (.5/3.5)) >
  // 0, red 0.
  EXPECT_EQ(value(fold, "overlap", "a"), 0);
  EXPECT_EQ(value(fold, "overlap-at-most", "a"), 1);
  EXPECT_FALSE(of(fold, "overlap", "b").value) << "b is not tested";
  ASSERT_FALSE(fold.words.empty());
  EXPECT_EQ(fold.words[0].word, "red");
  EXPECT_NEAR(fold.words[0].score, std::log((2.5 / 4) / (.5 / 3)), 1e-15);

  const auto topics = measured("topics", {{"min-count", int64_t{1}}}, corpus, folds, context)[0];
  // The c-TF-IDF of red in class a of train is 2 ln(1 + 2.5 / 2).
  EXPECT_EQ(topics.words[0].word, "red");
  EXPECT_NEAR(topics.words[0].score, 2 * std::log(1 + 2.5 / 2), 1e-15);
}

// Train has x x y y z, test has x y. Class z has no test document and a quota of 2 x 1 / 7, so 0 or 1; x and
// y have 6 / 7 each.
TEST(SplitAnalyses, LabelMixByHand) {
  const Corpus corpus = testing::make_corpus({{"1", "w", "a", "x"},
                                              {"2", "w", "a", "x"},
                                              {"3", "w", "a", "y"},
                                              {"4", "w", "a", "y"},
                                              {"5", "w", "a", "z"},
                                              {"6", "w", "a", "x"},
                                              {"7", "w", "a", "y"}});
  const SplitAnalysisContext context{.classes = corpus.column(Role::topic)};
  const auto kept = measured("label-mix", {}, corpus, {{{0, 1, 2, 3, 4}, {}, {5, 6}}}, context)[0];
  EXPECT_NEAR(value(kept, "total-variation"), .2, 1e-15);
  EXPECT_NEAR(value(kept, "largest-difference"), .2, 1e-15);
  EXPECT_NEAR(value(kept, "difference", "z"), -.2, 1e-15);
  EXPECT_NEAR(value(kept, "difference", "x"), .1, 1e-15);
  EXPECT_EQ(value(kept, "classes-in-quota"), 1);
  EXPECT_FALSE(of(kept, "chi-square-p").value);
  EXPECT_THAT(of(kept, "chi-square-p").note, ::testing::HasSubstr("too few"));
  // Both test documents are of class x: 2 is more than 6 / 7 rounded up.
  const auto other = measured("label-mix", {}, corpus, {{{1, 2, 3, 4, 6}, {}, {0, 5}}}, context)[0];
  EXPECT_NEAR(value(other, "classes-in-quota"), 2.0 / 3, 1e-15) << "x has one too many";
}

TEST(SplitAnalyses, LabelMixInWords) {
  std::vector<Doc> docs;
  for (int i = 0; i < 200; ++i) docs.push_back({std::to_string(i), "w", "a", i % 10 < 3 ? "rare" : "usual"});
  const Corpus corpus = testing::make_corpus(docs);
  const Column& topic = *corpus.column(Role::topic);
  RowSet first, rest;
  first.append({0, 49});
  rest.append({50, 199});
  std::vector<uint32_t> rare, usual;
  for (uint32_t row = 0; row < 200; ++row) (row % 10 < 3 ? rare : usual).push_back(row);
  const Fold exact{rest, {}, first};
  const Fold all_rare{usual, {}, rare};
  EXPECT_EQ(
      label_mix_in_words(topic, std::vector{exact}),
      "label mix of test against training: exact but for rounding in 1, as by chance in 0, different in 0 of 1 fold "
      "(chi-square, p < 0.05); largest difference: rare, 30.0 % of test and 30.0 % of training in fold 0");
  EXPECT_THAT(
      label_mix_in_words(topic, std::vector{exact, all_rare}),
      ::testing::AllOf(
          ::testing::HasSubstr("exact but for rounding in 1, as by chance in 0, different in 1 of 2 folds"),
          ::testing::HasSubstr("rare, 100.0 % of test and 0.0 % of training in fold 1 (p < 1e-15)")));
  EXPECT_EQ(label_mix_in_words(topic, std::vector<Fold>{{rest, {}, {}}}), "");
}

TEST(SplitAnalyses, OverFolds) {
  const auto folds = measured("lengths", {}, six(), {{{0, 1}, {}, {2}}, {{0, 1}, {}, {5}}, {{0, 1}, {}, {}}});
  const auto mean = over_folds(folds);
  EXPECT_EQ(*mean[0].value, 2.5);
  EXPECT_EQ(mean[0].used, 2U);
  EXPECT_THAT(mean[0].note, ::testing::HasSubstr("2 of 3 folds"));
}

TEST(SplitAnalyses, CorrelationsOfProperties) {
  const std::vector<double> scores = {2, 1, 4, 6, 0};
  const auto found = correlate_properties(
      {"x", "constant", "few"},
      {{1, 2, 3, 5, std::nullopt}, {7, 7, 7, 7, 7}, {1, 2, std::nullopt, std::nullopt, std::nullopt}},
      scores);
  const double r = found[0].r.value();
  // The deviations of x are -1.75 -.75 .25 2.25 around 2.75; those of y are -1.25 -2.25 .75 2.75 around 3.25.
  EXPECT_NEAR(r, 10.25 / std::sqrt(8.75 * 14.75), 1e-12);
  EXPECT_NEAR(*found[0].p, 1 - r, 1e-12) << "two degrees of freedom";
  EXPECT_EQ(found[0].used, 4U);
  EXPECT_EQ(found[0].holm, found[0].p) << "the only test";
  EXPECT_FALSE(found[1].r);
  EXPECT_THAT(found[1].why_not, ::testing::HasSubstr("same on all"));
  EXPECT_THAT(found[2].why_not, ::testing::HasSubstr("fewer than three"));
}

TEST(SplitAnalyses, TestOverlaps) {
  const std::vector<RowSet> sides = {{1, 2, 3}, {2, 3, 4, 5}, {}};
  const auto found = test_overlaps(sides);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].shared, 2U);
  EXPECT_EQ(*found[0].jaccard, 2.0 / 5);
  EXPECT_EQ(*found[0].of_smaller, 2.0 / 3);
  EXPECT_FALSE(found[1].of_smaller);
}

// ---- against other libraries ----

TEST(SplitAnalyses, AgreeWithOtherLibraries) {
  const auto& wanted = testing::reference("split_analyses_small");
  std::vector<Doc> docs;
  for (size_t i = 0; i < wanted["texts"].size(); ++i)
    docs.push_back({std::to_string(i), wanted["texts"][i], "a", wanted["topics"][i]});
  const Corpus corpus = testing::make_corpus(docs);
  const std::vector<Fold> folds = {
      {wanted["train"].get<std::vector<uint32_t>>(), {}, wanted["test"].get<std::vector<uint32_t>>()}};
  testing::TemporaryFolder folder;
  std::string stop;
  for (const auto& word : wanted["stop_words"]) stop += word.get<std::string>() + "\n";
  ASSERT_TRUE(write_file(folder.file("stop.txt"), stop));
  for (const int64_t n : {1, 2, 3}) {
    const auto fold =
        measured("word-overlap", {{"n", n}, {"stop-words", folder.file("stop.txt")}}, corpus, folds)[0];
    for (const auto& [name, number] : wanted["overlap"][std::to_string(n)].items())
      EXPECT_NEAR(value(fold, name), number.get<double>(), 1e-12) << n << " " << name;
  }
  const auto lengths = measured("lengths", {}, corpus, folds)[0];
  for (const auto& [name, number] : wanted["lengths"].items())
    EXPECT_NEAR(value(lengths, name, "words"), number.get<double>(), 1e-9) << name;
  EXPECT_NEAR(value(measured("kl", {{"columns", "topic"}}, corpus, folds)[0], "divergence", "topic"),
              wanted["divergence"].get<double>(), 1e-12);
  const auto mix = measured("label-mix", {}, corpus, folds, {.classes = corpus.column(Role::topic)})[0];
  for (const auto& [name, number] : wanted["label_mix"].items())
    EXPECT_NEAR(value(mix, name), number.get<double>(), 1e-12) << name;

  std::vector<std::vector<std::optional<double>>> values;
  for (const auto& row : wanted["correlations"]["properties"]) {
    auto& of_splits = values.emplace_back();
    for (const auto& number : row) of_splits.emplace_back(number.get<double>());
  }
  const auto scores = wanted["correlations"]["scores"].get<std::vector<double>>();
  const auto found = correlate_properties({"x", "y", "z"}, values, scores);
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(*found[k].r, wanted["correlations"]["r"][k].get<double>(), 1e-12);
    EXPECT_NEAR(*found[k].p, wanted["correlations"]["p"][k].get<double>(), 1e-9);
    EXPECT_GE(*found[k].holm, *found[k].p);
  }
}

// ---- on data ----

const char* const kHate = "hate/hatexplain_train_test.jsonl.gz";

// The random splits were published with latent feature splits (Züfle, Dankers, Titov 2023). Their overlaps
// were computed with scikit-learn 1.2.1.
TEST(SplitAnalyses, RandomSplitsOfHateXplain) {
  STANDFAST_NEEDS_DATA(kHate);
  ReadOptions options;
  AttributeRule targets;
  targets.name = targets.from = "targets";
  targets.kind = AttributeKind::list;
  options.attributes = {targets};
  const auto corpus = read_corpus(testing::data_path(kHate), options);
  ASSERT_TRUE(corpus) << corpus.error().message;
  std::vector<Fold> folds;
  for (const int seed : {22, 42, 62}) {
    const auto json = nlohmann::json::parse(
        *read_file(testing::data_path(fmt::format("hate/hatexplain_random_seed{}.json.gz", seed))));
    folds.push_back({sorted_rows(json.at("train").get<std::vector<uint32_t>>()),
                     {},
                     sorted_rows(json.at("test").get<std::vector<uint32_t>>())});
  }
  const auto overlap = measured(
      "word-overlap", {{"stop-words", testing::data_path("hate/stopwords_en_318.txt")}}, *corpus, folds);
  // Computed by scikit-learn (tests/reference/word_overlap_reference.py).
  const double overlaps[] = {.4522268222256598, .453021644324974, .45154869780538726};
  // Computed by a direct sum in Python over the same files.
  const double words[] = {22.886192952050838, 23.080300404390524, 23.090121317157713};
  const double targets_kl[] = {.00024145320750902188, .00021701782843939484, .00022425006072223987};
  const double source_kl[] = {9.0528586582585e-05, .000965344149814086, .0006209971482953829};
  const auto lengths = measured("lengths", {}, *corpus, folds);
  const auto kl = measured("kl", {{"columns", "targets,source"}}, *corpus, folds);
  const auto under = measured("under-represented", {{"columns", "targets"}}, *corpus, folds);
  for (size_t f = 0; f < folds.size(); ++f) {
    EXPECT_NEAR(value(overlap[f], "mean"), overlaps[f], 1e-9) << f;
    EXPECT_NEAR(value(lengths[f], "test-mean", "words"), words[f], 1e-9) << f;
    EXPECT_NEAR(value(kl[f], "divergence", "targets"), targets_kl[f], 1e-12) << f;
    EXPECT_NEAR(value(kl[f], "divergence", "source"), source_kl[f], 1e-12) << f;
    EXPECT_EQ(value(under[f], "values", "targets"), 0) << f;
  }
}

}  // namespace
}  // namespace standfast
