// The studies of a simulation equal studies that a user could write.
#include "standfast/simulate/synthetic_study.h"

#include <gtest/gtest.h>

#include "standfast/base/json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

SyntheticDesign design_of(bool verifies) {
  SyntheticDesign design;
  std::vector<std::string> authors, topics;
  for (size_t i = 0; i < 12; ++i) {
    authors.push_back(std::to_string(i));
    topics.push_back(std::to_string(i));
  }
  design.table = TopicCounts::from_table(topics, authors, std::vector<uint64_t>(144, 2));
  design.verifies = verifies;
  design.model = verifies ? "char-ngram" : "naive-bayes";
  return design;
}

Json written(const std::string& text) {
  const auto study = parse_study(text, "study.toml", study_catalogs());
  EXPECT_TRUE(study) << study.error().message;
  return study_to_json(*study);
}

// Checks that two studies are equal except for title and corpora. A study read from text has an additional
// model that guesses.
void expect_same(const StudySpec& made, const std::string& text) {
  Json json = study_to_json(made), expected = written(text);
  expected["models"].erase(expected["models"].size() - 1);
  for (Json* one : {&json, &expected})
    for (const char* key : {"name", "corpora"}) one->erase(key);
  EXPECT_EQ(json.dump(1), expected.dump(1));
}

std::string models(const std::string& type, const std::vector<std::string>& names) {
  std::string text = "[[corpus]]\npath = \"posts.jsonl\"\n";
  for (const auto& name : names) text += "[[model]]\ntype = \"" + type + "\"\nname = \"" + name + "\"\n";
  return text;
}

TEST(SyntheticStudies, OfClassificationCouldBeWritten) {
  SyntheticDesign design = design_of(false);
  design.threads = 2;
  const auto studies = synthetic_studies(design, 7);
  ASSERT_TRUE(studies) << studies.error().message;
  const std::string head = "task = \"classification\"\nprofile = \"classification-full\"\nseed = 7\n",
                    iid = R"([[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 5, by = "author" }
)",
                    novel = "[[condition]]\nname = \"novel\"\nsplit = \"leave-one-topic-out\"\n",
                    controls = R"([[condition]]
name = "control"
control-of = "novel"
trades = 1
[[condition]]
name = "thread-control"
control-of = "novel"
trades = 1
block = "thread"
)";
  expect_same(studies->whole, head + iid + novel + controls + models("naive-bayes", {"whole"}));
  expect_same(studies->halves,
              head + novel + models("naive-bayes", {"words-a", "words-b", "vocabulary-a", "vocabulary-b"}));
}

TEST(SyntheticStudies, OfVerificationCouldBeWritten) {
  SyntheticDesign design = design_of(true);
  design.draws = 2;
  const auto studies = synthetic_studies(design, 7);
  ASSERT_TRUE(studies) << studies.error().message;
  const auto condition = [](const char* name, const char* sampler, const char* splitter) {
    return fmt::format(R"([[condition]]
name = "{}"
sample = {{ method = "{}", topics = 6, min-docs = 1 }}
split = {{ method = "{}", folds = 2, validation = 0.0 }}
pairs = {{ positives = "cross-topic", negatives = "cross-topic" }}
)",
                       name, sampler, splitter);
  };
  const std::string head = "profile = \"hits\"\nseeds = [7, 8]\n", marked = "reference = true\n",
                    shuffled = condition("shuffled", "random-topics", "k-fold") + marked,
                    random = condition("random topics", "random-topics", "topic-k-fold"),
                    hits = condition("HITS", "hits", "topic-k-fold");
  expect_same(studies->whole, head + shuffled + random + hits + models("char-ngram", {"whole"}));
  expect_same(studies->halves,
              head + random + marked + hits +
                  models("char-ngram", {"words-a", "words-b", "vocabulary-a", "vocabulary-b"}));
}

// Studies of whole texts have nested intervals; the other studies show no interval.
TEST(SyntheticStudies, HaveNestedIntervals) {
  for (const bool verifies : {false, true}) {
    SyntheticDesign design = design_of(verifies);
    design.interval = "nested";
    const auto studies = synthetic_studies(design, 7);
    ASSERT_TRUE(studies) << studies.error().message;
    EXPECT_EQ(study_to_json(studies->whole).at("interval"), "nested");
    EXPECT_FALSE(study_to_json(studies->halves).contains("interval"));
  }
}

TEST(SyntheticStudies, RefuseUnknownModelsAndOptions) {
  SyntheticDesign design = design_of(false);
  design.options = {{"folds", int64_t{3}}};
  EXPECT_EQ(synthetic_studies(design, 1).error().kind, ErrorKind::usage);
  design.model = "naive-bays";
  EXPECT_EQ(synthetic_studies(design, 1).error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace standfast
