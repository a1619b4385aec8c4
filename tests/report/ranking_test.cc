// Rankings, the topic shortcut test and dose-response curves of a run made in code.
#include "standfast/result/findings/ranking.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/report/page/run_comparison.h"
#include "standfast/report/table/table.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/dose_response.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_shortcut.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RankingOptions quick_ranking() {
  RankingOptions options;
  options.resampling = {.resamples = 200, .seed = 1};
  return options;
}

// Makes the cells of a run without a folder: scores[condition][seed][fold] are the scores of "good", "fair"
// and "poor".
RunRecords made_run(
    const std::vector<std::pair<std::string, std::vector<std::vector<std::vector<double>>>>>& scores) {
  RunRecords run;
  run.name = "made";
  run.profile = "pan21";
  run.corpora.push_back({"corpus", "", 0, 0, 0});
  run.models = {{"prior", "prior"}, {"good", "ppm"}, {"fair", "char-ngram"}, {"poor", "topic-fit"}};
  for (const auto& [sampler, seeds] : scores) {
    run.conditions.push_back({sampler + " condition", sampler, "topic-k-fold", false});
    for (uint64_t s = 0; s < seeds.size(); ++s) {
      if (std::find(run.seeds.begin(), run.seeds.end(), s + 1) == run.seeds.end()) run.seeds.push_back(s + 1);
      for (uint32_t f = 0; f < seeds[s].size(); ++f)
        for (size_t m = 0; m < 4; ++m) {
          CellRecord cell;
          cell.corpus = "corpus";
          cell.condition = run.conditions.back().name;
          cell.model = run.models[m].name;
          cell.seed = s + 1;
          cell.fold = f;
          cell.ok = true;
          cell.n_train = 300;
          cell.n_validation = 100;
          cell.n_test = 100;
          cell.scores = {{"overall", m == 0 ? 0.99 : seeds[s][f][m - 1], 100, 100}};
          run.cells.push_back(std::move(cell));
        }
    }
  }
  return run;
}

TEST(Ranking, AModelThatFailedEverywhereIsLeftOutAndSaid) {
  auto run = made_run({{"hits", {{{.9, .8, .7}, {.6, .5, .4}, {.5, .6, .4}}}}});
  const auto before = rank_models(run, quick_ranking());
  run.models.push_back({"broken", "command"});
  CellRecord cell = run.cells.front();
  cell.model = "broken";
  cell.ok = false;
  cell.scores.clear();
  run.cells.push_back(cell);
  const auto ranking = rank_models(run, quick_ranking());
  EXPECT_THAT(ranking.models, ElementsAre(1, 2, 3));
  EXPECT_THAT(ranking.unranked, ElementsAre(4));
  EXPECT_EQ(ranking.rows.front().metrics.back().mean.value, before.rows.front().metrics.back().mean.value);
  EXPECT_TRUE(ranking.rows.front().metrics.back().critical);
  EXPECT_THAT(stability_table(run, ranking, 0, quick_ranking()).caption,
              HasSubstr("none of their cells has a score: broken."));
}

TEST(Ranking, RanksModelsInsideFoldsWithoutThePrior) {
  const auto run = made_run({{"hits", {{{.9, .8, .7}, {.6, .5, .4}, {.5, .6, .4}}}}});
  const auto ranking = rank_models(run, quick_ranking());
  EXPECT_THAT(ranking.models, ElementsAre(1, 2, 3));
  ASSERT_EQ(ranking.rows.size(), 1U);
  const auto& overall = ranking.rows[0].metrics.back();
  // Folds 0 and 1 agree; each has rho 0.5 with fold 2.
  EXPECT_NEAR(*overall.mean.value, (1 + .5 + .5) / 3, 1e-12);
  EXPECT_NEAR(overall.ranks[0].mean, 4.0 / 3, 1e-12);
  EXPECT_NEAR(overall.ranks[2].mean, 3, 1e-12);
  // The other metrics have no score, so they have no ranking, and the table says so.
  EXPECT_FALSE(ranking.rows[0].metrics[0].mean.value);
  EXPECT_EQ(ranking.rows[0].metrics[0].stability.pairs_missing, 3U);
  EXPECT_NEAR(*ranking.rows[0].average.value, *overall.mean.value, 1e-12);
}

TEST(Ranking, SeedsAreRowsOfTheirOwnAndPairsStayInsideThem) {
  const auto run =
      made_run({{"random-topics", {{{.9, .8, .7}, {.9, .8, .7}}, {{.1, .2, .3}, {.1, .2, .3}}}}});
  const auto ranking = rank_models(run, quick_ranking());
  ASSERT_EQ(ranking.rows.size(), 3U);
  EXPECT_FALSE(ranking.rows[0].seed);
  EXPECT_EQ(ranking.rows[0].metrics.back().stability.mean.n_total, 2U);
  EXPECT_EQ(*ranking.rows[0].metrics.back().mean.value, 1);
  EXPECT_EQ(ranking.rows[2].seed, 2U);
  const auto table = stability_table(run, ranking, 0, quick_ranking());
  EXPECT_EQ(table.rows[0][0].text, "random-topics condition, 2 seeds");
  EXPECT_EQ(table.rows[2][0].text, "random-topics condition, seed 2");
}

TEST(Ranking, FailedCellsLeaveTheirFoldOut) {
  auto run = made_run({{"hits", {{{.9, .8, .7}, {.6, .5, .4}, {.5, .6, .4}}}}});
  for (auto& cell : run.cells)
    if (cell.fold == 2 && cell.model == "fair") cell.ok = false;
  const auto ranking = rank_models(run, quick_ranking());
  const auto& overall = ranking.rows[0].metrics.back();
  EXPECT_EQ(*overall.mean.value, 1);
  EXPECT_EQ(overall.stability.mean.n_used, 1U);
  EXPECT_EQ(overall.stability.pairs_missing, 2U);
  EXPECT_EQ(rank_table(run, ranking, 0, 5).rows[0][1].text, "2 of 3");
}

TEST(Ranking, SentenceNamesWhoCannotBeToldApart) {
  std::vector<std::vector<double>> folds;
  for (int f = 0; f < 12; ++f) folds.push_back({.9, f % 2 == 0 ? .5 : .6, f % 2 == 0 ? .6 : .5});
  const auto run = made_run({{"hits", {folds}}});
  const auto ranking = rank_models(run, quick_ranking());
  EXPECT_EQ(critical_sentence(run, ranking, ranking.rows[0], 5),
            "hits condition, overall: good (1.00) leads; fair (2.50) and poor (2.50) cannot be told apart.");
  const auto flat = made_run({{"hits", {{{.9, .8, .7}, {.7, .8, .9}, {.8, .9, .7}}}}});
  const auto unclear = rank_models(flat, quick_ranking());
  EXPECT_THAT(critical_sentence(flat, unclear, unclear.rows[0], 5),
              HasSubstr("no model is shown to differ from another"));
}

// Folds that test the same documents are not tested: nearly equal draws of a split are one test set, however
// many there are.
TEST(Ranking, FoldsThatTestTheSameDocumentsAreNotTested) {
  std::vector<std::vector<std::vector<double>>> seeds(12, {{.9, .5, .4}});
  auto run = made_run({{"hits", seeds}});
  const auto with_tests = [&](const std::vector<RowSet>& tested, uint64_t of_fold) {
    run.splits.clear();
    for (size_t s = 0; s < tested.size(); ++s) {
      SplitInfo split;
      split.corpus = "corpus";
      split.condition = run.conditions[0].name;
      split.seed = s + 1;
      split.fold.resize(s == 0 ? tested[s].size() / of_fold : 1);
      for (auto& fold : split.fold) fold.test_documents = of_fold;
      split.tested = tested[s];
      run.splits.push_back(split);
    }
    return rank_models(run, quick_ranking());
  };
  const RowSet first = {0, 1, 2, 3, 4}, nearly = {0, 1, 2, 3, 5}, others = {5, 6, 7, 8, 9},
               half = {0, 1, 6, 7, 8};
  for (const auto& [tested, apart] : {std::pair{std::vector{first, nearly}, false},
                                      {std::vector{first, first, first}, false},
                                      {std::vector{first, others}, true},
                                      {std::vector{first, half}, true}}) {
    const auto ranking = with_tests(tested, 5);
    const auto& row = ranking.rows[0];
    EXPECT_EQ(row.one_test_set, !apart);
    EXPECT_EQ(row.metrics[5].critical.has_value(), apart);
    EXPECT_EQ(row.metrics[5].friedman.p.has_value(), apart);
    EXPECT_EQ(critical_sentence(run, ranking, row, 5).find("its folds test mostly the same documents") ==
                  std::string::npos,
              apart);
    EXPECT_EQ(critical_table(run, ranking, 0, 5, quick_ranking()).rows[0][2].text == "-", !apart);
  }
  // Folds that partition the tested documents are separate test sets.
  const RowSet all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  run.splits.clear();
  SplitInfo parted;
  parted.corpus = "corpus";
  parted.condition = run.conditions[0].name;
  parted.tested = all;
  parted.fold.resize(5);
  for (auto& fold : parted.fold) fold.test_documents = 2;
  run.splits = {parted, parted};
  const auto several = rank_models(run, quick_ranking());
  EXPECT_FALSE(several.rows[0].one_test_set);
  // The second draw tests all documents again, so the tests are those of the first.
  EXPECT_TRUE(several.rows[0].tests_of_first_draw);
  const auto of_seed = std::ranges::find_if(several.rows, [](const auto& row) { return row.seed == 1U; });
  ASSERT_NE(of_seed, several.rows.end());
  for (size_t m = 0; m < several.metrics.size(); ++m) {
    EXPECT_EQ(several.rows[0].metrics[m].friedman.p, of_seed->metrics[m].friedman.p);
    EXPECT_EQ(several.rows[0].metrics[m].friedman.folds, of_seed->metrics[m].friedman.folds);
  }
  EXPECT_THAT(critical_sentence(run, several, several.rows[0], 5), HasSubstr("folds of one draw, because"));
  EXPECT_GT(several.rows[0].metrics[5].scores.folds(), several.rows[0].metrics[5].friedman.folds);
  // The trades of a control test the same documents again, too.
  auto traded = run;
  std::erase_if(traded.cells, [](const auto& cell) { return cell.seed != 1; });
  traded.splits = {parted};
  traded.conditions[0].trades = 2;
  const auto plain_folds = rank_models(traded, quick_ranking()).rows[0].metrics[5].friedman;
  for (auto cell : std::vector(traded.cells)) {
    cell.trade = 1;
    cell.fold += 100;
    traded.cells.push_back(cell);
  }
  const auto row_of_trades = rank_models(traded, quick_ranking()).rows[0];
  EXPECT_TRUE(row_of_trades.tests_of_first_draw);
  EXPECT_EQ(row_of_trades.metrics[5].friedman.folds, plain_folds.folds);
  EXPECT_EQ(row_of_trades.metrics[5].friedman.p, plain_folds.p);
  EXPECT_EQ(row_of_trades.metrics[5].scores.folds(), 2 * plain_folds.folds);
  // All folds answer the same items of a side.
  run.conditions[0].side = "independent";
  run.corpora[0].sides.emplace_back().name = "independent";
  const auto of_side = rank_models(run, quick_ranking());
  for (const auto& row : of_side.rows) {
    if (row.condition != 0) continue;
    EXPECT_TRUE(row.one_test_set) << row.seed.value_or(0);
    EXPECT_FALSE(row.metrics[0].mean.interval);
    EXPECT_FALSE(row.average.interval);
  }
  run.conditions[0].side = kTestSide;
  for (auto& split : run.splits)
    for (auto& fold : split.fold) fold.test_documents = 10;  // copies
  EXPECT_TRUE(rank_models(run, quick_ranking()).rows[0].one_test_set);
}

TEST(Contrast, IsGuessedFromTheSamplersOrNamed) {
  const std::vector<std::vector<std::vector<double>>> some = {{{.9, .8, .7}, {.8, .7, .6}}};
  const auto run = made_run({{"hits", some}, {"random-topics", some}});
  const auto guessed = find_contrast(run, "", "");
  ASSERT_TRUE(guessed);
  EXPECT_EQ(guessed->hits, 0U);
  EXPECT_EQ(guessed->random, 1U);
  EXPECT_EQ(find_contrast(run, "random-topics condition", "hits condition")->hits, 1U);
  EXPECT_THAT(
      find_contrast(run, "hist condition", "").error().message,
      HasSubstr("no condition of this run is called \"hist condition\" (there are: \"hits condition\""));
  const auto two = made_run({{"hits", some}, {"hits-grouping", some}, {"random-topics", some}});
  auto with_side = run;
  with_side.conditions[0].side = "independent";
  EXPECT_THAT(find_contrast(with_side, "hits condition", "").error().message,
              HasSubstr("all folds of this side answer the same items"));
  EXPECT_THAT(find_contrast(two, "", "").error().message,
              HasSubstr("\"hits condition\" and \"hits-grouping condition\" can each be"));
  EXPECT_TRUE(find_contrast(two, "hits condition", ""));
  EXPECT_THAT(find_contrast(made_run({{"hits", some}}), "", "").error().message, HasSubstr("--random NAME"));
  // Shuffled folds of random topics are no control for HITS, because the test topics are in training.
  auto shuffled = run;
  shuffled.conditions[1].splitter = "k-fold";
  EXPECT_FALSE(find_contrast(shuffled, "", ""));
}

TEST(Contrast, TestsEveryModelAndMetricOverAllFolds) {
  const auto run =
      made_run({{"hits", {{{.70, .5, .5}, {.72, .5, .5}, {.71, .5, .5}}}},
                {"random-topics", {{{.90, .5, .5}, {.91, .5, .5}}, {{.92, .5, .5}, {.89, .5, .5}}}}});
  const auto ranking = rank_models(run, quick_ranking());
  const Contrast contrast{0, 1};
  const auto rows = contrast_rows(run, ranking, contrast);
  ASSERT_EQ(rows.size(), 3U * 6U);
  const auto& good = rows[5];  // the metric overall of the first model
  EXPECT_EQ(good.hits.n, 3U);
  EXPECT_EQ(good.random.n, 4U);
  EXPECT_NEAR(good.hits.mean, .71, 1e-12);
  EXPECT_NEAR(good.hits.test_to_train, 100.0 / 400, 1e-12);
  EXPECT_LT(*good.student.p, 0.001);
  EXPECT_LT(*good.student.t, 0);
  EXPECT_EQ(rows[11].student.why_not, "the scores do not vary");
  const auto table = contrast_table(run, ranking, contrast, 0, rows, quick_ranking());
  EXPECT_THAT(table.rows[5][5].text, HasSubstr("*"));
  EXPECT_THAT(table.caption, HasSubstr("of 1 tests Student's calls 1 significant"));
}

// The star test takes the correlations of pairs of folds as independent. They are 1, .5, .5 under HITS and
// -1, 1, -1 in each seed of random topics, so t of one seed is 1 / sqrt((.083 + 1.333) / 2 * 2 / 3) = 1.455;
// two seeds drawn alike do not differ significantly.
TEST(Contrast, StarTestTakesCorrelationsForIndependent) {
  const std::vector<std::vector<double>> turned = {{.9, .8, .7}, {.7, .8, .9}, {.9, .8, .7}};
  const std::vector<std::vector<double>> stable = {{.9, .8, .7}, {.9, .8, .7}, {.9, .7, .8}};
  const auto tests_of = [&](const std::vector<std::vector<std::vector<double>>>& random) {
    const auto run = made_run({{"hits", {stable}}, {"random-topics", random}});
    const auto tests = star_tests(rank_models(run, quick_ranking()), 0, {0, 1}, .05);
    return tests.back();  // of the metric overall
  };
  const StarTest one = tests_of({turned}), two = tests_of({turned, turned});
  EXPECT_EQ(one.hits.n, 3U);
  EXPECT_NEAR(one.hits.mean, 2.0 / 3, 1e-12);
  EXPECT_NEAR(one.random.mean, -1.0 / 3, 1e-12);
  EXPECT_NEAR(*one.student.t, 1.455214, 1e-6);
  EXPECT_EQ(one.alike, 0U);
  EXPECT_EQ(two.random.n, 6U) << "pairs are made inside seeds";
  EXPECT_EQ(two.alike, 1U);
  EXPECT_EQ(two.alike_significant, 0U);
  const auto run = made_run({{"hits", {stable}}, {"random-topics", {turned, turned}}});
  const Ranking ranking = rank_models(run, quick_ranking());
  const auto table =
      star_table(run, ranking, {0, 1}, 0, star_tests(ranking, 0, {0, 1}, .05), quick_ranking());
  EXPECT_THAT(table.caption, HasSubstr("It is no evidence"));
  EXPECT_EQ(table.rows.back().back().text, "0 of 1 pairs of seeds");
}

Result<DoseResponse> doses(const RunRecords& run, const std::string& metric, const RankingOptions& options) {
  return dose_response(run, topic_draws(run), metric, options);
}

// Makes a run of two conditions. hits has three seeds that test topics 0 to 3; random has `draws` seeds, each
// with test topics of its own. Scores rise by .2 per 1 of similarity.
RunRecords dose_run(uint32_t draws) {
  auto run =
      made_run({{"hits", std::vector<std::vector<std::vector<double>>>(3, {{.6, .5, .4}, {.6, .5, .4}})},
                {"random-topics",
                 std::vector<std::vector<std::vector<double>>>(draws, {{.6, .5, .4}, {.6, .5, .4}})}});
  Rng rng(4, "test/dose");
  for (auto& cell : run.cells) {
    const bool hits = cell.condition == "hits condition";
    const auto seed = static_cast<uint32_t>(cell.seed);
    const uint32_t first = (hits ? 0 : 4 * seed) + 2 * cell.fold;
    cell.predictions.topic_a = {first, first + 1};
    cell.predictions.topic_b = {first + 1, first};
    SplitInfo* split = nullptr;
    for (auto& known : run.splits)
      if (known.condition == cell.condition && known.seed == cell.seed) split = &known;
    if (split == nullptr) {
      split = &run.splits.emplace_back();
      split->corpus = "corpus";
      split->condition = cell.condition;
      split->seed = cell.seed;
      split->fold.resize(2);
      for (auto& fold : split->fold) fold.similarity_mean = (hits ? .2 : .6) + .1 * rng.uniform();
    }
    cell.scores[0].value = .3 + .2 * *split->fold[cell.fold].similarity_mean + .01 * rng.uniform();
  }
  return run;
}

TEST(DoseResponse, SplitsOfOneSetOfTopicsAreOneDraw) {
  const auto five = doses(dose_run(4), "overall", quick_ranking());
  ASSERT_TRUE(five) << five.error().message;
  EXPECT_EQ(five->curves[0].splits, 7U);
  EXPECT_EQ(five->curves[0].line.clusters_used, 5U);
  EXPECT_FALSE(five->curves[0].slope.interval);
  EXPECT_FALSE(five->curves[0].p);
  auto more = quick_ranking();
  more.resampling.resamples = 2000;
  const auto six = doses(dose_run(5), "overall", more);
  EXPECT_EQ(six->curves[0].line.clusters_used, 6U);
  ASSERT_TRUE(six->curves[0].slope.interval);
  EXPECT_LE(six->curves[0].slope.interval->low, *six->curves[0].slope.value);
  EXPECT_LT(*six->curves[0].p, 0.05);
}

TEST(DoseResponse, OneUnitEverywhereAndNumbersInJson) {
  const auto run = dose_run(6);
  const auto response = *doses(run, "overall", quick_ranking());
  const auto& curve = response.curves[0];
  const auto table = dose_response_table(run, response, 0, quick_ranking());
  const auto row = table_json(table)["rows"][0];
  EXPECT_EQ(row["slope_per_0.1"], *curve.slope.value / 10);
  EXPECT_EQ(row["low"], curve.slope.interval->low / 10);
  EXPECT_EQ(row["high"], curve.slope.interval->high / 10);
  EXPECT_EQ(row["folds"], 18);
  EXPECT_TRUE(row["p"].is_number());
  EXPECT_EQ(row["model"], "good");
  EXPECT_EQ(table.rows[0][1].text, fmt::format("{:+.3f}", row["slope_per_0.1"].get<double>()));
  EXPECT_THAT(table.caption, HasSubstr("per 0.1"));
  EXPECT_THAT(dose_response_sentences(run, response, 0)[0],
              HasSubstr(fmt::format("by {:.3f} for every 0.1", row["slope_per_0.1"].get<double>())));
  const auto few = dose_run(2);
  EXPECT_TRUE(table_json(dose_response_table(few, *doses(few, "overall", quick_ranking()), 0,
                                             quick_ranking()))["rows"][0]["p"]
                  .is_null());
}

class OnRunFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::RunFolderOptions options;
    options.trouble = false;
    options.nasty_names = false;
    options.pairs = 240;
    testing::make_run_folder(folder_.path(), options);
    run_ = *read_run(folder_.path());
  }
  testing::TemporaryFolder folder_;
  RunRecords run_;
};

TEST_F(OnRunFolder, TopicShortcutFindsThePlantedLoss) {
  const auto contrast = find_contrast(run_, "", "");
  ASSERT_TRUE(contrast);
  const auto options = quick_ranking();
  const auto test = topic_shortcut(run_, *contrast, "auc", options);
  ASSERT_TRUE(test) << test.error().message;
  ASSERT_EQ(test->rows.size(), 3U);
  for (const auto& row : test->rows) {
    EXPECT_NEAR(*row.difference.value, *row.random.value - *row.hits.value, 1e-12);
    EXPECT_NEAR(*row.average.value, (*row.random.value + *row.hits.value) / 2, 1e-12);
    EXPECT_LE(row.difference.interval->low, *row.difference.value);
    EXPECT_GE(*row.p_holm, *row.p);
    // The mean of the folds' own scores.
    double sum = 0;
    for (const auto& cell : run_.cells)
      if (cell.condition == "hits" && cell.model == run_.models[row.model].name) sum += *cell.scores[0].value;
    EXPECT_NEAR(*row.hits.value, sum / 4, 1e-12);
  }
  // topic-fit keeps a tenth of its strength under hits and 0.4 under random; ppm 0.6 and 0.8.
  const auto& topic_fit = test->rows[2];
  EXPECT_EQ(run_.models[topic_fit.model].name, "topic-fit");
  EXPECT_EQ(*topic_fit.rank_difference, 3);
  EXPECT_GT(topic_fit.difference.interval->low, 0);
  const auto sentences = topic_shortcut_sentences(run_, *contrast, *test, 0, options);
  EXPECT_THAT(sentences[2], HasSubstr("as a model that leans on topic does"));
  const auto turned = topic_shortcut(run_, {contrast->random, contrast->hits}, "auc", options);
  EXPECT_THAT(topic_shortcut_sentences(run_, {contrast->random, contrast->hits}, *turned, 0, options)[2],
              HasSubstr("IMPROVES"));
  EXPECT_THAT(topic_shortcut(run_, *contrast, "acc", options).error().message,
              HasSubstr("no metric \"acc\""));
}

// Nothing is claimed of a model that lacks a fold, because that fold may hold the whole difference.
TEST_F(OnRunFolder, NothingIsClaimedOfAModelThatLacksAFold) {
  const auto contrast = *find_contrast(run_, "", "");
  const auto before = *topic_shortcut(run_, contrast, "auc", quick_ranking());
  for (const size_t condition : {contrast.hits, contrast.random}) {
    run_.missing = {{{run_.corpora[0].name, run_.conditions[condition].name, "topic-fit", 1, 1}, ""}};
    const auto test = *topic_shortcut(run_, contrast, "auc", quick_ranking());
    const auto& row = test.rows[2];
    EXPECT_EQ(row.difference.value, before.rows[2].difference.value);
    EXPECT_FALSE(row.p || row.p_holm || row.difference.interval || row.ratio.value || row.average.value);
    EXPECT_FALSE(row.rank_difference || row.rank_average);
    EXPECT_LE(*test.rows[0].p_holm, 2 * *test.rows[0].p) << "two models are tested";
    EXPECT_EQ(test.rows[0].rank_difference.value() + test.rows[1].rank_difference.value(), 3);
    EXPECT_THAT(
        topic_shortcut_sentences(run_, contrast, test, 0, quick_ranking())[2],
        HasSubstr(
            "The model is not shown to lean on topic: folds of at least one of the two have no answers"));
    const Ranking ranked = rank_models(run_, quick_ranking());
    for (const auto& one : contrast_rows(run_, ranked, contrast)) {
      EXPECT_EQ(one.student.p.has_value(), one.model != row.model);
      EXPECT_EQ(one.corrected.p.has_value(), one.model != row.model);
    }
  }
}

// A score has the same interval in every table.
TEST_F(OnRunFolder, ScoresHaveTheIntervalsOfTheSurvivalTable) {
  const auto contrast = *find_contrast(run_, "", "");
  const auto summary = *summarise(run_, SummaryOptions{}, null_sink());
  for (size_t m = 0; m < summary.metrics.size(); ++m) {
    const auto test = *topic_shortcut(run_, contrast, summary.metrics[m], quick_ranking());
    for (const auto& row : test.rows) {
      for (const auto& [shown, condition] :
           {std::pair(&row.hits, contrast.hits), {&row.random, contrast.random}}) {
        const Estimate& score = summary.cell(run_, row.corpus, condition, row.model).metrics[m].score;
        EXPECT_DOUBLE_EQ(*shown->value, *score.value) << summary.metrics[m];
        EXPECT_NEAR(shown->interval->low, score.interval->low, 1e-12) << summary.metrics[m];
        EXPECT_NEAR(shown->interval->high, score.interval->high, 1e-12) << summary.metrics[m];
      }
      for (const auto* e : {&row.hits, &row.random, &row.average, &row.difference, &row.ratio}) {
        EXPECT_LE(e->interval->low, *e->value) << summary.metrics[m];
        EXPECT_GE(e->interval->high, *e->value) << summary.metrics[m];
      }
    }
  }
}

TEST_F(OnRunFolder, SameNumbersForAnyNumberOfThreads) {
  ComparisonOptions options;
  options.ranking = quick_ranking();
  options.metric = "overall";
  auto four = options;
  four.ranking.resampling.threads = 4;
  for (const auto& compare : {compare_ranking, compare_topic_shortcut, compare_dose_response}) {
    const auto a = compare(run_, options), b = compare(run_, four);
    ASSERT_TRUE(a && b);
    for (size_t i = 0; i < a->tables.size(); ++i) EXPECT_EQ(to_csv(a->tables[i]), to_csv(b->tables[i]));
    EXPECT_EQ(a->sentences, b->sentences);
  }
}

TEST_F(OnRunFolder, DoseResponseLeavesSeenTopicsOutAndSaysHowMany) {
  const auto response = doses(run_, "auc", quick_ranking());
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->conditions.size(), 2U);  // not iid: its test topics are in training
  ASSERT_EQ(response->curves.size(), 3U);
  for (const auto& curve : response->curves) {
    EXPECT_EQ(curve.points.size(), 8U);
    EXPECT_EQ(curve.splits, 2U);
    EXPECT_EQ(curve.line.clusters_used, 1U) << "both conditions test all twelve topics";
    EXPECT_TRUE(curve.slope.value);
    EXPECT_FALSE(curve.slope.interval);
    EXPECT_FALSE(curve.p);
  }
  const auto sentences = dose_response_sentences(run_, *response, 0);
  EXPECT_THAT(sentences[2], HasSubstr("n 8 folds of 1 draw of topics); at least six draws are needed"));
  EXPECT_THAT(dose_response_table(run_, *response, 0, quick_ranking()).rows[0][1].second,
              HasSubstr("no interval from 1 draw"));
  // hits has a lower similarity and a lower score, so the line rises.
  EXPECT_GT(*response->curves[2].slope.value, 0);
  for (auto& split : run_.splits)
    for (auto& fold : split.fold) fold.similarity_mean.reset();
  EXPECT_THAT(doses(run_, "auc", quick_ranking()).error().message, HasSubstr("needs conditions"));
}

TEST_F(OnRunFolder, DataTableMeansOverFolds) {
  const auto result = compare_data(run_);
  ASSERT_TRUE(result);
  const auto& table = result->tables.front();
  EXPECT_THAT(table.title, HasSubstr("Data of every condition"));
  // hits has 720 + 240 training pairs and 240 test pairs, a third of them same-author.
  EXPECT_EQ(table.rows[2][2].text, "960");
  EXPECT_EQ(table.rows[2][3].text, "240");
  EXPECT_EQ(table.rows[2][4].text, "33 %");
  EXPECT_EQ(table.rows[2][5].text, "30");
}

}  // namespace
}  // namespace standfast::report
