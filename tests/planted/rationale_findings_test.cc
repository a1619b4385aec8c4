// Tests of the findings from the rationales of a study: a classifier that draws its words holds the cue as
// often as chance, one that looks for the cue holds it always, and what is absent has no number.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "standfast/base/rng.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/report/table/tables.h"
#include "standfast/result/findings/planted_findings.h"
#include "standfast/result/run/run_in_memory.h"
#include "standfast/study/cell/cell_rationales.h"
#include "tests/support/shortcut_run.h"

namespace standfast::testing {
namespace {

// A classifier that answers from some words of a text and says which: words drawn at random, or the words of
// a list. It learns the shares of the classes, and serves to test the findings from rationales.

class RationaleClassifier final : public Classifier {
 public:
  // With `words` it reads all words of a text that are among them, with their marks. Without any it draws
  // `drawn` words.
  RationaleClassifier(size_t drawn, std::vector<std::string> words)
      : drawn_(drawn), words_(std::move(words)) {}

  Status fit(const TrainingSet& train, const ClassifierContext&) override {
    shares_.assign(train.names.size(), 0);
    for (const uint32_t c : train.classes) shares_[c] += 1.0 / static_cast<double>(train.classes.size());
    return {};
  }
  Status predict(const DocumentView& documents, const ClassifierContext&, DenseMatrix& out) const override {
    out = DenseMatrix(documents.size(), shares_.size());
    for (size_t i = 0; i < out.rows; ++i) std::copy(shares_.begin(), shares_.end(), out.row(i).begin());
    return {};
  }
  Result<std::vector<Rationale>> predict_with_rationales(const DocumentView& documents,
                                                         const ClassifierContext& context,
                                                         DenseMatrix& out) const override {
    SF_TRY(predict(documents, context, out));
    std::vector<Rationale> rationales;
    for (uint32_t i = 0; i < documents.size(); ++i) {
      const std::string_view text = documents.text(i);
      Rationale one;
      for (size_t at = 0; at < text.size();) {
        const size_t begin = text.find_first_not_of(" \n", at);
        if (begin == std::string_view::npos) break;
        at = std::min(text.find_first_of(" \n", begin), text.size());
        one.units.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
      }
      const auto n = static_cast<uint32_t>(one.units.size());
      if (words_.empty()) {
        Rng rng(7, "test/rationale", documents.corpus->id(documents.rows[i]));
        one.chosen = rng.choose(n, std::min<uint32_t>(n, static_cast<uint32_t>(drawn_)));
        std::ranges::sort(one.chosen);
      } else {
        for (uint32_t k = 0; k < n; ++k) {
          const std::string_view word =
              text.substr(one.units[k].begin, one.units[k].end - one.units[k].begin);
          if (std::ranges::any_of(words_, [&](const auto& w) { return word.starts_with(w); }))
            one.chosen.push_back(k);
        }
      }
      rationales.push_back(std::move(one));
    }
    return rationales;
  }
  nlohmann::ordered_json facts() const override { return {}; }
  Result<ModelState> save() const override { return ModelState{}; }
  Status restore(const ModelState&) override { return {}; }

 private:
  size_t drawn_;
  std::vector<std::string> words_;
  std::vector<double> shares_;
};

// Returns a catalog of this classifier, as `drawer` (words: how many) and as `finder` (words: which), and of
// a classifier without rationales.
inline const ClassifierCatalog& rationale_catalog() {
  static const ClassifierCatalog catalog(
      "classifier", {{.name = "drawer",
                      .summary = "",
                      .citation = "",
                      .traits = {.rationales = true},
                      .options = {{"words", int64_t{3}, "how many it draws"}},
                      .make =
                          [](const Options& options) {
                            return std::make_unique<RationaleClassifier>(
                                static_cast<size_t>(options.integer("words")), std::vector<std::string>());
                          }},
                     {.name = "finder",
                      .summary = "",
                      .citation = "",
                      .traits = {.rationales = true},
                      .options = {{"word", std::string("zweifellos"), "it reads this one"}},
                      .make =
                          [](const Options& options) {
                            return std::make_unique<RationaleClassifier>(
                                0, std::vector<std::string>{options.text("word")});
                          }},
                     **classifiers().find("prior")});
  return catalog;
}

using result::RationaleFinding;
using ::testing::HasSubstr;

// Returns 400 texts of 12 words by three authors. Annotators marked the first three words of each text,
// unless other ranges are given.
Corpus reviews(const std::vector<std::string_view>& marked = {"0, 2", "2-3"}) {
  CorpusBuilder builder("made in a test", {{kAnnotatedColumn, AttributeKind::list}});
  for (int i = 0; i < 400; ++i) {
    Rng rng(1, "test/reviews", std::to_string(i));
    std::string text;
    for (int word = 0; word < 12; ++word) text += fmt::format("w{} ", rng.below(60));
    std::array<std::optional<std::string_view>, kRoles.size()> roles;
    const std::string author = std::to_string(i % 3);
    roles[static_cast<size_t>(Role::author)] = author;
    const std::vector<AttributeInput> attributes = {std::span<const std::string_view>(marked)};
    EXPECT_TRUE(builder.add(fmt::format("r{}", i), text, roles, TextBytes::kept, attributes));
  }
  return std::move(builder).finish();
}

constexpr const char* kRationaleStudy = R"(task = "classification"
target = "author"
seeds = [3, 4]
[[corpus]]
name = "c"
path = "c.jsonl"
[[condition]]
name = "plain"
reference = true
split = { method = "hold-out", test-share = 0.4 }
[[condition]]
name = "planted"
split = { method = "hold-out", test-share = 0.4 }
shortcut = { kind = "single-term", term = "zweifellos" }
[[condition]]
name = "place"
split = { method = "hold-out", test-share = 0.4 }
shortcut = { kind = "category" }
[[model]]
type = "drawer"
[[model]]
type = "finder"
)";

class RationaleFindings : public ::testing::Test {
 protected:
  static StudyCatalogs catalogs() {
    StudyCatalogs made = study_catalogs();
    made.classifiers = &rationale_catalog();
    return made;
  }
  // Returns how the cells of the study ended on a corpus: "" or the reason of a failure.
  static std::set<std::string> reasons_on(const Corpus& corpus) {
    const StudyCatalogs own = catalogs();
    const auto study = parse_study(kRationaleStudy, "study.toml", own);
    EXPECT_TRUE(study) << study.error().message;
    result::ExperimentInMemory experiment({{"c", &corpus}}, {.catalogs = &own});
    const auto made = experiment.run(*study);
    EXPECT_TRUE(made) << made.error().message;
    std::set<std::string> reasons;
    for (const auto& cell : made->cells) reasons.insert(cell.reason);
    return reasons;
  }
  void SetUp() override {
    static const Corpus corpus = reviews();
    static const StudyCatalogs own = catalogs();
    const auto study = parse_study(kRationaleStudy, "study.toml", own);
    ASSERT_TRUE(study) << study.error().message;
    result::ExperimentInMemory experiment({{"c", &corpus}}, {.catalogs = &own});
    auto made = experiment.run(*study);
    ASSERT_TRUE(made) << made.error().message;
    run_ = std::move(*made);
    for (const auto& cell : run_.cells) ASSERT_TRUE(cell.ok) << cell.reason;
    found_ = result::rationale_findings(run_, 0, 0.95);
  }
  const RationaleFinding* of(const std::string& condition, const std::string& model) const {
    for (const auto& one : found_)
      if (run_.conditions[one.condition].name == condition && run_.models[one.model].name == model)
        return &one;
    return nullptr;
  }
  result::RunRecords run_;
  std::vector<RationaleFinding> found_;
};

TEST_F(RationaleFindings, OneThatDrawsItsWordsHoldsTheCueAsOftenAsChance) {
  // Eight intervals are looked at, which together hold in 95 of 100 cases (Bonferroni).
  found_ = result::rationale_findings(run_, 0, 1 - 0.05 / 8);
  for (const std::string side : {"planted", "planted/anti-test", "place", "place/anti-test"}) {
    SCOPED_TRACE(side);
    const RationaleFinding* one = of(side, "drawer");
    ASSERT_NE(one, nullptr);
    EXPECT_EQ(one->cells, 2U);
    ASSERT_EQ(one->rows.size(), 4U) << "all classes, and each";
    const auto& cue = one->rows[0].cue;
    EXPECT_EQ(one->rows[0].rationales, 320U);
    EXPECT_GT(cue.held.documents, 60U);
    ASSERT_TRUE(cue.held.interval);
    EXPECT_GT(cue.random_held, 0.05);
    EXPECT_LE(cue.held.interval->low, cue.random_held);
    EXPECT_GE(cue.held.interval->high, cue.random_held);
    EXPECT_LT(cue.held.interval->high - cue.held.interval->low, 0.3);
    ASSERT_TRUE(cue.covered.interval);
    EXPECT_LE(cue.covered.interval->low, cue.random_covered);
    EXPECT_GE(cue.covered.interval->high, cue.random_covered);
    // The classes have different documents, which together are all documents.
    uint64_t items = 0, rationales = 0;
    for (size_t r = 1; r < 4; ++r) {
      EXPECT_EQ(one->rows[r].klass, r - 1);
      items += one->rows[r].cue.held.items;
      rationales += one->rows[r].rationales;
    }
    EXPECT_EQ(items, cue.held.items);
    EXPECT_EQ(rationales, 320U);
  }
  // A term is one of 13 words, of which the drawer draws 3.
  EXPECT_NEAR(of("planted", "drawer")->rows[0].cue.random_held, 3.0 / 13, 1e-9);
  EXPECT_NEAR(of("planted", "drawer")->rows[0].cue.random_covered, 3.0 / 13, 1e-9);
}

TEST_F(RationaleFindings, OneThatReadsTheCueHoldsItAlways) {
  const RationaleFinding* one = of("planted", "finder");
  ASSERT_NE(one, nullptr);
  for (const auto& row : one->rows) {
    if (!row.cue.held.mean) continue;  // the class without the cue
    EXPECT_EQ(*row.cue.held.mean, 1);
    EXPECT_EQ(*row.cue.covered.mean, 1);
    ASSERT_TRUE(row.cue.held.interval) << "all agree: exact";
    EXPECT_EQ(row.cue.held.interval->high, 1);
    EXPECT_LT(row.cue.held.interval->low, 1);
    EXPECT_NEAR(row.cue.random_held, 1.0 / 13, 1e-9);
    EXPECT_FALSE(row.in_frame) << "nothing but the term was put in";
  }
  EXPECT_EQ(one->rows[1].cue.held.items, 0U) << "lambda 1: class 0 never has the cue";
  EXPECT_EQ(of("planted/anti-test", "finder")->rows[3].cue.held.items, 0U) << "here it is class 2";
  // The finder reads nothing of a text without the term.
  EXPECT_EQ(*one->rows[1].read.mean, 0);
}

TEST_F(RationaleFindings, WithoutACueThereIsTheShareThatIsReadAlone) {
  for (const std::string side : {"plain", "planted/original", "place/original"}) {
    const RationaleFinding* one = of(side, "drawer");
    ASSERT_NE(one, nullptr) << side;
    EXPECT_FALSE(one->rows[0].cue.held.mean);
    EXPECT_EQ(one->rows[0].cue.held.items, 0U);
    EXPECT_FALSE(one->rows[0].in_frame);
    EXPECT_NEAR(*one->rows[0].read.mean, 0.25, 0.01) << "3 words of 12";
  }
  EXPECT_EQ(of("plain", "prior"), nullptr);
}

// The cue is the name of the place; its frame is the whole sentence, which every text has.
TEST_F(RationaleFindings, ACategoryHasARowForItsNameAndOneForItsSentence) {
  const auto& row = of("place", "drawer")->rows[0];
  EXPECT_EQ(row.cue.held.items, 320U) << "both values are cues";
  ASSERT_TRUE(row.in_frame);
  EXPECT_EQ(row.in_frame->held.items, 320U);
  EXPECT_GT(row.cue.random_held, row.in_frame->random_held) << "3 words hold half of a sentence seldom";
  EXPECT_LE(row.in_frame->held.interval->low, row.in_frame->random_held);
  EXPECT_GE(row.in_frame->held.interval->high, row.in_frame->random_held);
  EXPECT_NEAR(row.in_frame->random_covered, row.cue.random_covered, 1e-9) << "as many units of as many";
}

TEST_F(RationaleFindings, TheTableHasARowForEachClassAndCue) {
  result::CorpusFindings findings;
  findings.level = 0.95;
  findings.rationales = found_;
  const report::Table table = report::rationale_table(run_, 0, findings);
  size_t place = 0, framed = 0;
  for (const auto& row : table.rows) {
    if (row[0].text != "place" || row[1].text != "drawer") continue;
    ++place;
    framed += row[3].text == "in frame";
  }
  EXPECT_EQ(place, 8U);
  EXPECT_EQ(framed, 4U);
  for (const auto& row : table.data) EXPECT_EQ(row.size(), table.data_header.size());
  EXPECT_EQ(table.name, "rationales-c");
  const auto sentences = report::rationale_sentences(run_, 0, findings);
  EXPECT_EQ(sentences.size(), 8U) << "two conditions, two sides, two models";
  EXPECT_THAT(sentences, ::testing::Contains(HasSubstr("finder under planted: 100.0 % (")));
  // The share of the text is over all documents, not only over those with a cue.
  const auto& finder = of("planted", "finder")->rows[0];
  ASSERT_LT(finder.cue.held.documents, finder.read.documents);
  EXPECT_THAT(sentences,
              ::testing::Contains(HasSubstr(fmt::format(
                  "Over all {} documents, with a cue or without, a rationale has ", finder.read.documents))));
}

// Annotators marked the first three words of every text, and a drawer reads three of twelve.
TEST_F(RationaleFindings, AgreementWithAnnotatorsIsAtRandomForOneThatDraws) {
  for (const std::string side : {"plain", "planted", "planted/anti-test", "place/original", "place"}) {
    SCOPED_TRACE(side);
    const auto& row = of(side, "drawer")->rows[0];
    ASSERT_TRUE(row.annotated);
    const auto& found = *row.annotated;
    EXPECT_EQ(found.recall.items, 320U);
    ASSERT_TRUE(found.precision.interval && found.recall.interval);
    EXPECT_NEAR(*found.precision.mean, found.marked, 0.06);
    EXPECT_NEAR(*found.recall.mean, found.read, 0.06);
  }
  EXPECT_NEAR(of("plain", "drawer")->rows[0].annotated->marked, 3.0 / 12, 1e-9);
  EXPECT_NEAR(of("place", "drawer")->rows[0].annotated->marked, 3.0 / 18.4, 0.01)
      << "6 words of a sentence before them";
  const auto& finder = *of("planted", "finder")->rows[0].annotated;
  EXPECT_EQ(*finder.recall.mean, 0);
  EXPECT_LT(finder.precision.items, 320U) << "nothing is read of a text without the term";

  result::CorpusFindings findings;
  findings.level = 0.95;
  findings.rationales = found_;
  const report::Table table = report::rationale_agreement_table(run_, 0, findings);
  EXPECT_EQ(table.rows.size(), 2U * (1 + 3 + 3) * 4);
  for (const auto& line : table.data) EXPECT_EQ(line.size(), table.data_header.size());
}

TEST_F(RationaleFindings, ARangeBehindTheTextIsNamed) {
  EXPECT_THAT(reasons_on(reviews({"0, 2", "11-12"})), ::testing::ElementsAre(""));
  EXPECT_THAT(
      reasons_on(reviews({"0, 2", "11-13"})),
      ::testing::Contains(HasSubstr("rationale marks the tokens [11, 13], and the text has 12 tokens")));
  EXPECT_THAT(reasons_on(reviews({"smooth"})),
              ::testing::Contains(HasSubstr("which is not a range of tokens")));
}

// The record is made by hand: a document that two fits answered counts once for its interval.
TEST_F(RationaleFindings, DocumentsOfSeveralFitsAreOneEach) {
  result::RunRecords run;
  run.task = "classification";
  run.corpora.resize(1);
  run.corpora[0].name = "c";
  run.corpora[0].classes = {"bad", "good"};
  add_shortcut_condition(run, "strong", 1);
  run.models = {{"m", "a2r"}};
  const auto one = [](uint32_t document, bool held, double random) {
    return MeasuredRationale{1, document, 0.5, HeldCue{held ? 1.0 : 0.0, held, random, random}, {}};
  };
  for (uint64_t seed = 0; seed < 2; ++seed) {
    RationaleRecord record;
    record.corpus = "c";
    record.condition = "strong";
    record.model = "m";
    record.seed = seed;
    MeasuredRationaleSide side{"test", {}, {}};
    for (uint32_t d = 0; d < 8; ++d) side.rationales.push_back(one(d, d < 6, 0.25));
    side.rationales.push_back({0, 9, 1, {}, {}});
    record.sides = {side};
    run.rationales.push_back(record);
  }
  const auto found = result::rationale_findings(run, 0, 0.95);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].cells, 2U);
  const auto& all = found[0].rows[0];
  EXPECT_EQ(all.rationales, 18U);
  EXPECT_EQ(all.read.documents, 9U);
  EXPECT_EQ(all.cue.held.documents, 8U);
  EXPECT_EQ(all.cue.held.items, 16U);
  EXPECT_DOUBLE_EQ(*all.cue.held.mean, 0.75);
  EXPECT_EQ(all.cue.held.interval->high, 1) << "no more than all";
  // The interval is t(7) * sqrt(sum of (x - mean)^2 / (n (n - 1))) of 8 documents, as if the second fit did
  // not exist.
  EXPECT_NEAR(all.cue.held.interval->low, 0.75 - 2.364624 * std::sqrt(1.5 / 56), 1e-6);
  EXPECT_DOUBLE_EQ(all.cue.random_held, 0.25);
  ASSERT_EQ(found[0].rows.size(), 3U);
  EXPECT_FALSE(found[0].rows[1].cue.held.mean) << "bad has no cue";

  for (auto& record : run.rationales)
    for (auto& side : record.sides)
      for (auto& measured : side.rationales)
        if (measured.cue) measured.cue->held = true;
  const auto always = result::rationale_findings(run, 0, 0.95);
  // By Clopper and Pearson, the bound for 8 of 8 is (0.05 / 2)^(1/8).
  EXPECT_NEAR(always[0].rows[0].cue.held.interval->low, std::pow(0.025, 1.0 / 8), 1e-9);

  run.rationales[0].rewritten = true;
  result::CorpusFindings findings;
  findings.rationales = result::rationale_findings(run, 0, 0.95);
  const report::Table table = report::rationale_table(run, 0, findings);
  EXPECT_EQ(table.rows[1][4].second, "the whole text is the cue") << "of a class without a number";
  EXPECT_EQ(table.rows[0][4].second, "");
}

}  // namespace

}  // namespace standfast::testing
