// Warnings from drawn conditions: the file of a run and the keys of a study.
#include "standfast/study/experiment/judge.h"

#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/record_file.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kJudgedStudy = R"([[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
split = "k-fold"
[[model]]
type = "prior"
)";

Result<StudySpec> parse_judged(const std::string& head) {
  return parse_study(head + kJudgedStudy, "study.toml", study_catalogs());
}

TEST(Judge, DesignFilesSayWhatWasMeasured) {
  DesignFile design{"posts", "iid", {}, {{"thread", 7, 30}}};
  ConditionMeasures& m = design.measures;
  m.seed = 11;
  m.folds = 4;
  m.empty_folds = 1;
  m.train = {100, 21, 22, 23, 24};
  m.test = {50, 31, 32, 33, 34, 0.25, {{"thread", 9, 8, 0.125}, {"case", 7, 6}}};
  m.test_topics = 5;
  m.test_authors = 6;
  m.classed = 49;
  m.one_class_topic = 48;
  m.unseen_class = 47;
  m.whole = {{"case", 46, 45}};
  m.topics_apart = true;
  m.test_length = 812;
  design.companions = Companions{"topic", {{"venue", 0.75}}, true};
  testing::TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("design.json"), record_text(design_fields(), design)));
  const auto back = read_record(design_fields(), folder.file("design.json"));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(record_text(design_fields(), *back), record_text(design_fields(), design));
  EXPECT_EQ(back->corpus, "posts");
  EXPECT_EQ(back->condition, "iid");
  EXPECT_EQ(back->measures.seed, 11U);
  EXPECT_EQ(back->measures.train.different_one_topic, 24U);
  EXPECT_EQ(back->measures.test.same, 31U);
  EXPECT_EQ(back->measures.unseen_class, 47U);
  EXPECT_EQ(back->measures.whole.at(0).column, "case");
  EXPECT_EQ(back->measures.whole.at(0).loose, 45U);
  EXPECT_EQ(back->measures.test.topic_auc_error, 0.25);
  EXPECT_EQ(back->measures.test.blocks.at(0).different, 8U);
  EXPECT_EQ(back->measures.test.blocks.at(0).auc_error, 0.125);
  EXPECT_EQ(back->measures.test.blocks.at(1).same, 7U);
  EXPECT_FALSE(back->measures.test.blocks.at(1).auc_error);
  EXPECT_EQ(back->blocks.at(0).groups, 7U);
  EXPECT_TRUE(back->measures.topics_apart);
  EXPECT_EQ(back->measures.test_length, 812);
  ASSERT_TRUE(back->companions);
  EXPECT_TRUE(back->companions->kept);
  EXPECT_EQ(back->companions->loose.at(0).column, "venue");
  EXPECT_EQ(back->companions->loose.at(0).strength, 0.75);
  ASSERT_TRUE(write_file(folder.file("design.json"), "{\"corpus\": 3}"));
  const auto broken = read_record(design_fields(), folder.file("design.json"));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, ErrorKind::data);
}

TEST(Judge, MeasuresTheGroupsThatASplitKeepsWhole) {
  std::vector<testing::Doc> docs;
  for (int i = 0; i < 40; ++i)
    docs.push_back({std::to_string(i),
                    "some words",
                    "a" + std::to_string(i % 4),
                    "t" + std::to_string(i % 5),
                    {},
                    "s" + std::to_string(i / 4)});
  const Corpus corpus = testing::make_corpus(docs);
  const auto loose = [&](const std::string& method, const std::map<std::string, OptionValue>& set) {
    const auto splitter = splitters().make(method, set);
    EXPECT_TRUE(splitter) << splitter.error().message;
    const auto split = (*splitter)->split(corpus, whole_corpus(corpus), {});
    EXPECT_TRUE(split) << split.error().message;
    std::vector<std::pair<std::string, uint64_t>> found;
    for (const auto& whole : measure_drawn(corpus, {}, *split, {}, Role::author).whole)
      found.emplace_back(whole.column, whole.loose);
    return found;
  };
  using Found = std::vector<std::pair<std::string, uint64_t>>;
  EXPECT_EQ(loose("k-fold", {{"folds", int64_t{2}}}), Found{});
  EXPECT_EQ(loose("k-fold", {{"folds", int64_t{2}}, {"group", std::string("author")}}),
            Found{});  // intervals are clustered by it
  EXPECT_EQ(loose("k-fold", {{"folds", int64_t{2}}, {"group", std::string("source")}}),
            (Found{{"source", 40}}));
  EXPECT_EQ(
      loose("stratified-k-fold",
            {{"folds", int64_t{2}}, {"by", std::string("topic")}, {"keep-whole", std::string("source")}}),
      (Found{{"source", 40}}));
}

TEST(Judge, StudiesNameCodesAndMetric) {
  const auto study = parse_judged("ignore = [\"sf109\", \"SF101\"]\nmetric = \"auc\"\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_THAT(study->ignore, ElementsAre("SF101", "SF109"));
  EXPECT_EQ(study->metric, "auc");
  const auto back = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->ignore, study->ignore);
  EXPECT_EQ(back->metric, study->metric);
  // Neither key is in the record of a study that does not set it.
  EXPECT_FALSE(study_to_json(*parse_judged("")).contains("ignore"));
  EXPECT_FALSE(study_to_json(*parse_judged("")).contains("metric"));
}

TEST(Judge, WrongCodesAndMetricsAreRefusedWithTheirLine) {
  for (const char* head : {"seed = 1\nignore = [\"SF999\"]\n", "seed = 1\nignore = \"SF101\"\n",
                           "seed = 1\nmetric = \"acu\"\n", "seed = 1\nmetric = 3\n"}) {
    const auto study = parse_judged(head);
    ASSERT_FALSE(study) << head;
    EXPECT_EQ(study.error().kind, ErrorKind::usage);
    EXPECT_THAT(study.error().message, HasSubstr("study.toml:2: ")) << head;
  }
  EXPECT_THAT(parse_judged("metric = \"acu\"\n").error().message, HasSubstr("did you mean \"auc\"?"));
}

// A run can be continued with other ignored warnings or another metric.
TEST(Judge, RunsGoOnWithOtherWarningsIgnored) {
  const Provenance old{"0.1", *parse_judged("ignore = [\"SF101\"]\nmetric = \"auc\"\n"), {}},
      now{"0.1", *parse_judged(""), {}};
  EXPECT_TRUE(check_continues(old, now, "RUN"));
  EXPECT_TRUE(check_continues(now, old, "RUN"));
}

TEST(Judge, OutlinesKnowWhatIsDrawn) {
  EXPECT_TRUE(outline_condition("a", "all", "k-fold", true, "", true).drawn);
  EXPECT_FALSE(outline_condition("a", "all", "leave-one-topic-out", false, "", true).drawn);
  EXPECT_TRUE(outline_condition("a", "all", "leave-one-topic-out", false, "", false).drawn);  // its pairs are
  EXPECT_TRUE(outline_condition("a", "random-topics", "leave-one-topic-out", false, "", true).drawn);
  const auto control = outline_condition("a", "all", "leave-one-topic-out", false, "b", true);
  EXPECT_TRUE(control.drawn);
  EXPECT_FALSE(control.novel_topics);
  EXPECT_TRUE(outline_condition("a", "all", "leave-one-topic-out", false, "", true).novel_topics);
}

TEST(Judge, DrawsGoToTheirCondition) {
  const auto study = parse_judged("");
  StudyDesign design = outline(*study, {{"posts", "", 10, 2, 3, 100}});
  ASSERT_EQ(design.corpora.size(), 1U);
  EXPECT_TRUE(design.corpora[0].has_topics);
  EXPECT_EQ(design.metric, "auc");
  add_draw(design, {"posts", "iid", {}, {}});
  add_draw(design, {"posts", "iid", {}, {{"thread", 7, 30}}});
  add_draw(design, {"posts", "other", {}, {{"thread", 7, 30}}});
  add_draw(design, {"others", "iid", {}, {}});
  EXPECT_EQ(design.corpora[0].conditions[0].draws.size(), 2U);
  EXPECT_EQ(design.corpora[0].blocks.size(), 1U);
}

// Blocks are found in the file: columns without a role are found by their names, without reading texts, and
// match the documents of the corpus even if rows are left out.
TEST(Judge, BlocksAreFoundInTheFile) {
  testing::TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 40; ++i)
    lines += fmt::format(
        R"({{"id": "{0}", "text": "some words {0}", "author": "a{1}", "topic": "t{2}", "thread": "th{3}", "mood": "m{3}", "story": "of a{1}"}})"
        "\n",
        i, i % 4, i / 20, i / 4);
  ASSERT_TRUE(write_file(folder.file("posts.jsonl"), lines));
  const auto study = parse_judged("limit = 36\n");
  const auto corpus = read_study_corpus(*study, study->corpora[0], folder.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus) << corpus.error().message;
  const auto blocks = blocks_of(*study, study->corpora[0], folder.path(), *corpus);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].block.name, "thread");
  EXPECT_EQ(blocks[0].block.groups, 9U);
  EXPECT_EQ(blocks[0].block.documents, 36U);
  const Column& values = blocks[0].values;
  for (uint32_t row = 0; row < corpus->size(); ++row)
    EXPECT_EQ(values.names[values.codes[row]],
              "th" + std::to_string(std::stoi(std::string(corpus->id(row))) / 4));
  EXPECT_EQ(tradable(*corpus, blocks).size(), 1U);
}

// Columns are judged by all rows: the first thousand rows of these columns give another result.
TEST(Judge, ColumnsAreJudgedByAllRows) {
  constexpr int kRows = 1500;
  const auto line = [](int i) {
    const bool late = i >= 1200;
    return fmt::format(
        R"({{"id": "{0}", "text": "some words {0}", "author": "a{1}", "topic": "t{2}", "venue": "v{3}", "tags": {4}, "note": "{5}"{6}}})"
        "\n",
        i, i % 4, i % 3, late ? i % 3 : 1000 + i, late ? R"(["x", "y"])" : R"("x")",
        late ? std::string(300, 'n') : "n" + std::to_string(i % 5),
        late ? fmt::format(R"(, "office": "s{}")", i % 2) : "");
  };
  std::vector<std::string> lines;
  for (int i = 0; i < kRows; ++i) lines.push_back(line(i));
  const auto study = parse_judged("");
  const auto found_in = [&](const std::vector<std::string>& rows) {
    testing::TemporaryFolder folder;
    EXPECT_TRUE(write_file(folder.file("posts.jsonl"), fmt::format("{}", fmt::join(rows, ""))));
    const auto corpus = read_study_corpus(*study, study->corpora[0], folder.path(), nullptr, null_sink());
    EXPECT_TRUE(corpus) << corpus.error().message;
    std::vector<std::string> names;
    for (const auto& one : blocks_of(*study, study->corpora[0], folder.path(), *corpus))
      names.push_back(one.block.name);
    return names;
  };
  EXPECT_THAT(found_in(lines), ::testing::UnorderedElementsAre("venue", "office"));
  std::reverse(lines.begin(), lines.end());
  EXPECT_THAT(found_in(lines), ::testing::UnorderedElementsAre("venue", "office"));
}

}  // namespace
}  // namespace standfast
