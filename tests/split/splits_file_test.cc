#include "standfast/split/file/splits_file.h"

#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/splitter.h"
#include "tests/support/data.h"
#include "tests/support/shuffled.h"

namespace standfast {
namespace {

using testing::make_corpus;
using testing::uneven_corpus;

struct Drawn {
  Sample sample;
  Split split;
};

Drawn drawn(const Corpus& corpus) {
  Drawn d;
  d.sample = *(*samplers().make("hits", {{"topics", int64_t{8}}, {"min-docs", int64_t{3}}}))
                  ->sample(corpus, {.seed = 3});
  d.split = *(*splitters().make("topic-k-fold", {{"folds", int64_t{4}}, {"validation", 0.2}}))
                 ->split(corpus, d.sample, {.seed = 3});
  d.split.candidates = {{.k = 2, .seed = 3, .whole = 0, .documents = 0, .missing = 20, .chosen = false},
                        {.k = 3, .seed = 3, .whole = 1, .documents = 12, .missing = 8, .chosen = true}};
  return d;
}

void expect_equal(const Splits& read, const Drawn& d) {
  EXPECT_EQ(read.split.method, d.split.method);
  EXPECT_EQ(read.split.seed, d.split.seed);
  EXPECT_EQ(read.split.reason, d.split.reason);
  EXPECT_EQ(read.split.notes, d.split.notes);
  EXPECT_EQ(read.split.left_out, d.split.left_out);
  EXPECT_EQ(read.split.candidates, d.split.candidates);
  EXPECT_EQ(read.split.options.text("validation-unit"), "author");
  EXPECT_EQ(read.split.options.number("validation"), 0.2);
  ASSERT_EQ(read.split.folds.size(), d.split.folds.size());
  for (size_t f = 0; f < d.split.folds.size(); ++f) {
    EXPECT_EQ(read.split.folds[f].train, d.split.folds[f].train);
    EXPECT_EQ(read.split.folds[f].validation, d.split.folds[f].validation);
    EXPECT_EQ(read.split.folds[f].test, d.split.folds[f].test);
  }
  EXPECT_EQ(read.sample.method, "hits");
  EXPECT_EQ(read.sample.vectors, d.sample.vectors);
  EXPECT_EQ(read.sample.topics, d.sample.topics);
  EXPECT_EQ(read.sample.leakage, d.sample.leakage);
  EXPECT_EQ(read.sample.rows, d.sample.rows);
  EXPECT_EQ(read.sample.notes, d.sample.notes);
}

TEST(SplitsFile, WhatIsWrittenReadsBack) {
  const Corpus corpus = uneven_corpus();
  const Drawn d = drawn(corpus);
  for (const RowUnit unit : {RowUnit::row, RowUnit::id}) {
    const std::string json =
        write_splits(corpus, d.sample, d.split, split_statistics(corpus, d.sample, d.split, nullptr), unit);
    const auto file = parse_splits(json, "splits.json");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->data_hash, corpus.data_hash());
    const auto read = bind_splits(*file, corpus);
    ASSERT_TRUE(read) << read.error().message;
    expect_equal(*read, d);
    // Writing the file once more gives the same bytes.
    EXPECT_EQ(write_splits(corpus, read->sample, read->split,
                           split_statistics(corpus, read->sample, read->split, nullptr), unit),
              json);
  }
}

TEST(SplitsFile, IdsFitTheSameDocumentsInAnotherOrder) {
  const Corpus corpus = uneven_corpus(), shuffled = testing::in_another_order(corpus);
  const Drawn d = drawn(corpus);
  testing::TemporaryFolder folder;
  const auto statistics = split_statistics(corpus, d.sample, d.split, nullptr);
  ASSERT_TRUE(
      write_file(folder.file("ids.json"), write_splits(corpus, d.sample, d.split, statistics, RowUnit::id)));
  ASSERT_TRUE(write_file(folder.file("rows.json"), write_splits(corpus, d.sample, d.split, statistics)));
  const auto by_id = read_splits(folder.file("ids.json"), shuffled, null_sink());
  ASSERT_TRUE(by_id) << by_id.error().message;
  EXPECT_EQ(testing::ids_of(shuffled, by_id->split.folds[1].test),
            testing::ids_of(corpus, d.split.folds[1].test));
  const auto by_row = read_splits(folder.file("rows.json"), shuffled, null_sink());
  ASSERT_FALSE(by_row);
  EXPECT_NE(by_row.error().message.find("was made for other data"), std::string::npos)
      << by_row.error().message;
}

TEST(SplitsFile, MergedTopicsReadBack) {
  const Corpus corpus = testing::grid_corpus(5, 4, 2);
  Splits splits;
  splits.sample = whole_corpus(corpus);
  splits.sample.topics = {3, 1};
  splits.sample.group_of_topic = {1, 1, 3, 3, kMissing};
  splits.split.folds.push_back({{0, 1, 2}, {}, {20, 21}});
  const auto json = write_splits(corpus, splits.sample, splits.split,
                                 split_statistics(corpus, splits.sample, splits.split, nullptr));
  const auto file = parse_splits(json, "splits.json");
  ASSERT_TRUE(file) << file.error().message;
  const auto read = bind_splits(*file, corpus);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->sample.group_of_topic, splits.sample.group_of_topic);
  EXPECT_EQ(read->sample.topics, splits.sample.topics);
}

TEST(SplitsFile, WhatIsKeptAsideReadsBackAndNothingIsWrittenWhereNothingIs) {
  const Corpus corpus = testing::grid_corpus(5, 4, 2);
  Splits splits;
  splits.sample = whole_corpus(corpus);
  splits.split.folds.push_back({{0, 1, 2}, {}, {20, 21}, {5, 6, 7, 12}});
  splits.split.folds.push_back({{3}, {4}, {22}});
  for (const RowUnit unit : {RowUnit::row, RowUnit::id}) {
    const auto json = write_splits(corpus, splits.sample, splits.split,
                                   split_statistics(corpus, splits.sample, splits.split, nullptr), unit);
    EXPECT_NE(json.find(unit == RowUnit::row ? "\"aside\":[\"5-7\",12]" : "\"aside\":[\""), std::string::npos)
        << json;
    const auto read = bind_splits(parse_splits(json, "splits.json").value(), corpus);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->split.folds[0].aside, splits.split.folds[0].aside);
    EXPECT_TRUE(read->split.folds[0].validation.empty());
    EXPECT_TRUE(read->split.folds[1].aside.empty());
  }
  splits.split.folds.erase(splits.split.folds.begin());
  EXPECT_EQ(write_splits(corpus, splits.sample, splits.split,
                         split_statistics(corpus, splits.sample, splits.split, nullptr))
                .find("aside"),
            std::string::npos);
  const auto beyond = parse_splits(R"({"schema": "standfast-splits/1", "data": {"sha256": "x"}, "unit": "row",
      "folds": [{"train": [0], "test": [1], "aside": ["7-400"]}]})",
                                   "splits.json");
  ASSERT_TRUE(beyond);
  const auto bound = bind_splits(*beyond, corpus);
  ASSERT_FALSE(bound);
  EXPECT_NE(bound.error().message.find("aside of fold 0 names row 400"), std::string::npos)
      << bound.error().message;
}

TEST(SplitsFile, RangesAreWrittenAndRead) {
  const Corpus corpus = testing::grid_corpus(2, 2, 5);
  Split split;
  split.folds.push_back({{0, 1, 2, 3, 9, 10, 15, 16, 17}, {}, {4, 6, 8}});
  const auto json = write_splits(corpus, whole_corpus(corpus), split,
                                 split_statistics(corpus, whole_corpus(corpus), split, nullptr));
  EXPECT_NE(json.find(R"({"train":["0-3",9,10,"15-17"],"validation":[],"test":[4,6,8]})"), std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("rows":["0-19"])"), std::string::npos) << json;
}

std::string minimal(const std::string& folds, const std::string& unit = "row") {
  return R"({"schema":"standfast-splits/1","data":{"sha256":"x"},"unit":")" + unit + R"(","folds":)" + folds +
         "}";
}

TEST(SplitsFile, TheLeastFileThatIsOne) {
  const auto file = parse_splits(minimal(R"([{"train":["0-1"],"test":["2"]}])"), "mine.json");
  ASSERT_TRUE(file) << file.error().message;
  const Corpus corpus = testing::grid_corpus(1, 1, 3);
  const auto splits = bind_splits(*file, corpus);
  ASSERT_TRUE(splits);
  EXPECT_EQ(splits->split.folds[0].train, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(splits->split.folds[0].test, (std::vector<uint32_t>{2}));
  EXPECT_EQ(splits->sample.method, "all");
}

TEST(SplitsFile, RefusalsSayWhere) {
  const auto refusal = [](const std::string& json) {
    const auto file = parse_splits(json, "s.json");
    return file ? std::string("accepted") : file.error().message;
  };
  EXPECT_EQ(refusal("{\"schema\":\n\n  oops"), "s.json:3: not JSON; is the file cut short?");
  EXPECT_EQ(refusal("[]"), "s.json: the file: expected an object, found []");
  EXPECT_EQ(refusal("{}"), "s.json: \"schema\" is missing");
  EXPECT_EQ(refusal(R"({"schema":"standfast-splits/9"})"),
            "s.json: schema \"standfast-splits/9\" is not known, expected \"standfast-splits/1\"; was it "
            "written by a newer "
            "version?");
  EXPECT_EQ(refusal(minimal("[]")), "s.json: folds: expected at least one fold, found []");
  EXPECT_EQ(refusal(minimal(R"([{"train":[1]}])")), "s.json: folds[0]: \"test\" is missing");
  EXPECT_EQ(refusal(minimal(R"([{"train":["9-3"],"test":[]}])")),
            "s.json: folds[0].train[0]: expected a row number or a range such as \"0-99\" (for ids write "
            "\"unit\": \"id\"), found "
            "\"9-3\"");
  EXPECT_NE(refusal(minimal(R"([{"train":[-1],"test":[]}])")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":[1.5],"test":[]}])")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":["1-"],"test":[]}])")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":["1-2-3"],"test":[]}])")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":[4294967295],"test":[]}])")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":[1],"test":[]}])", "id")), "accepted");
  EXPECT_NE(refusal(minimal(R"([{"train":[1e400],"test":[]}])")), "accepted");
}

TEST(SplitsFile, RowsAndIdsMustBeThere) {
  const Corpus corpus = testing::grid_corpus(1, 1, 3);
  const auto complaint = [&](const std::string& json) {
    const auto splits = bind_splits(*parse_splits(json, "s.json"), corpus);
    return splits ? std::string("accepted") : splits.error().message;
  };
  EXPECT_NE(complaint(minimal(R"([{"train":[3],"test":[]}])")).find("train of fold 0 names row 3, but"),
            std::string::npos);
  EXPECT_NE(complaint(minimal(R"([{"train":["0-2","0-2"],"test":[]}])")).find("more rows than"),
            std::string::npos);
  EXPECT_NE(complaint(minimal(R"([{"train":["nobody"],"test":[]}])", "id")).find("names \"nobody\""),
            std::string::npos);
}

// Similarity computed by hand for topics 0 1 2 in two folds: {0} against {1, 2} and {1, 2} against {0};
// similarities .1 .4 .7.
TEST(SplitStatistics, SimilarityByHand) {
  const Corpus corpus = testing::grid_corpus(3, 2, 1);
  DenseMatrix s(3, 3);
  s.data = {1, .1, .4, .1, 1, .7, .4, .7, 1};
  const auto similarity = topic_similarity_from_matrix(s);
  const auto& topic = corpus.column(Role::topic)->codes;
  Split split;
  split.folds.resize(2);
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    (topic[row] == 0 ? split.folds[0].test : split.folds[0].train).push_back(row);
    (topic[row] == 0 ? split.folds[1].train : split.folds[1].test).push_back(row);
  }
  const auto statistics = split_statistics(corpus, whole_corpus(corpus), split, similarity.get(), "by hand");
  for (const auto& fold : statistics.folds) {
    EXPECT_DOUBLE_EQ(fold.similarity_mean, .25);
    EXPECT_DOUBLE_EQ(fold.similarity_max, .4);
    EXPECT_EQ(fold.shared_topics, 0U);
    EXPECT_EQ(fold.shared_authors, 2U);
  }
  ASSERT_EQ(statistics.closest.size(), 2U);
  EXPECT_EQ(statistics.closest[0].a, 0U);
  EXPECT_EQ(statistics.closest[0].b, 2U);
  // A topic on both sides is a pair of similarity 1.
  split.folds.resize(1);
  std::vector<uint32_t> train = split.folds[0].train;
  train.push_back(split.folds[0].test.back());
  split.folds[0].train = sorted_rows(std::move(train));
  const auto shared = split_statistics(corpus, whole_corpus(corpus), split, similarity.get(), "by hand");
  EXPECT_EQ(shared.folds[0].shared_topics, 1U);
  EXPECT_DOUBLE_EQ(shared.folds[0].similarity_max, 1);
  EXPECT_DOUBLE_EQ(shared.folds[0].similarity_mean, 1.5 / 3);
}

}  // namespace
}  // namespace standfast
