#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/paths.h"
#include "standfast/corpus/read/pan_files.h"
#include "standfast/corpus/read/readers.h"
#include "standfast/corpus/write.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::ListeningSink;
using testing::StringInput;
using testing::TemporaryFolder;

struct PanRead {
  Result<PanProblems> problems;
  ReadReport report;
  std::string said;
};

PanRead read_problems(const std::string& pairs, const std::string& truth,
                      BadRowPolicy policy = BadRowPolicy::fail) {
  StringInput pairs_input(pairs), truth_input(truth);
  ListeningSink sink;
  ReadOptions options;
  options.bad_rows = policy;
  options.sink = &sink;
  ReadReport report;
  auto problems = read_pan_streams(pairs_input, "pairs.jsonl", truth.empty() ? nullptr : &truth_input,
                                   "truth.jsonl", options, report);
  return {std::move(problems), report, sink.warnings};
}

std::string pan_error(const std::string& pairs, const std::string& truth) {
  const auto result = read_problems(pairs, truth);
  return result.problems ? "" : result.problems.error().message;
}

constexpr char kPairs[] = R"({"id":"p1","fandoms":["F","G"],"pair":["one","two"]}
{"id":"p2","fandoms":["G","F"],"pair":["two","three"]}
{"id":"p3","fandoms":["F","F"],"pair":["one","one"]}
)";
constexpr char kTruth[] = R"({"id":"p2","same":false,"authors":["b","c"]}
{"id":"p1","same":false,"authors":["a","b"]}
{"id":"p3","same":true,"authors":["a","a"]}
)";

TEST(Pan, TextsBecomeDocumentsAndLinesPairs) {
  const auto [problems, report, said] = read_problems(kPairs, kTruth);
  ASSERT_TRUE(problems) << problems.error().message;
  const Corpus& corpus = problems->corpus;
  ASSERT_EQ(corpus.size(), 3u);
  EXPECT_TRUE(problems->labelled);
  EXPECT_EQ(corpus.id(0), "p1/1");
  EXPECT_EQ(corpus.id(1), "p1/2");
  EXPECT_EQ(corpus.id(2), "p2/2");
  EXPECT_EQ(corpus.text(1), "two");
  EXPECT_EQ(corpus.value(Role::author, 1), "b");
  EXPECT_EQ(corpus.value(Role::topic, 1), "G");
  EXPECT_EQ(problems->pairs.pairs, (std::vector<Pair>{{0, 1, false}, {1, 2, false}, {0, 0, true}}));
  EXPECT_EQ(problems->pairs.ids, (std::vector<std::string>{"p1", "p2", "p3"}));
  EXPECT_EQ(report.rows, 3u);
  EXPECT_EQ(report.role_columns[static_cast<size_t>(Role::topic)], "fandoms");
}

TEST(Pan, OneTextByTwoAuthorsOrInTwoTopicsIsTwoDocuments) {
  const auto [problems, report, said] = read_problems(R"({"id":"p","fandoms":["F","F"],"pair":["same","same"]}
{"id":"q","fandoms":["G",null],"pair":["same","same"]}
)",
                                                      R"({"id":"p","same":false,"authors":["a","b"]}
{"id":"q","same":true,"authors":["a","a"]}
)");
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_EQ(problems->corpus.size(), 4u);
  EXPECT_EQ(problems->corpus.value(Role::topic, 3), "");
}

TEST(Pan, WithoutTruthPairsAreUnlabelled) {
  const auto [problems, report, said] = read_problems(kPairs, "");
  ASSERT_TRUE(problems);
  EXPECT_FALSE(problems->labelled);
  EXPECT_EQ(problems->corpus.column(Role::author), nullptr);
  EXPECT_EQ(problems->corpus.size(), 3u);
}

TEST(Pan, BadLinesAreNamed) {
  EXPECT_THAT(pan_error("{\"id\":\"x\",\"pair\":[\"a\"]}\n", ""),
              HasSubstr("pairs.jsonl:1: \"pair\" is not a list of two"));
  EXPECT_THAT(pan_error("{\"id\":\"x\"}\n", ""), HasSubstr("pairs.jsonl:1: no \"pair\""));
  EXPECT_THAT(pan_error("{\"id\":\"x\",\"pair\":[\"a\",null]}\n", ""),
              HasSubstr("text 2 of \"pair\" is not text"));
  EXPECT_THAT(pan_error("{\"pair\":[\"a\",\"b\"]}\n", ""), HasSubstr("pairs.jsonl:1: no id"));
  EXPECT_THAT(pan_error(std::string(kPairs) + kPairs, ""),
              HasSubstr("pairs.jsonl:4: the id \"p1\" occurs a second time"));
  EXPECT_THAT(pan_error(kPairs, "{\"id\":\"p1\",\"same\":true}\n"),
              HasSubstr("the pair \"p2\" has no truth"));
  EXPECT_THAT(pan_error(kPairs, "{\"id\":\"p1\",\"same\":\"yes\"}\n"),
              HasSubstr("truth.jsonl:1: \"same\" is not true or false"));
  EXPECT_THAT(pan_error(kPairs, "{\"id\":\"p1\",\"same\":true\n"), HasSubstr("truth.jsonl:1: "));
  EXPECT_THAT(pan_error("\n", ""), HasSubstr("pairs.jsonl: is empty"));
  const auto skipped = read_problems(kPairs, "{\"id\":\"p1\",\"same\":true}\n{\"id\":\"z\",\"same\":true}\n",
                                     BadRowPolicy::skip);
  ASSERT_TRUE(skipped.problems);
  EXPECT_EQ(skipped.problems->pairs.pairs.size(), 1u);
  EXPECT_EQ(skipped.report.skipped, 2u);
  EXPECT_THAT(skipped.said, HasSubstr("truth.jsonl: 1 of 2 lines belong to no pair"));
}

TEST(Pan, WhatIsWrittenReadsBack) {
  const TemporaryFolder folder;
  const Corpus corpus = testing::make_corpus(
      {{"x", "text \"one\"\n", "ann", "t1"}, {"y", "text two", "ann", ""}, {"z", "3", "", "t2"}});
  const PairSet pairs{{{0, 1, true}, {1, 2, false}}, {}};
  ASSERT_TRUE(write_pan(corpus, pairs, folder.file("pairs.jsonl.gz"), folder.file("truth.jsonl.gz")));
  EXPECT_EQ(find_pan(folder.path())->truth, folder.file("truth.jsonl.gz"));
  for (const auto& path : {folder.path(), folder.file("pairs.jsonl.gz")}) {
    const auto problems = read_pan(path, "", {});
    ASSERT_TRUE(problems) << problems.error().message;
    EXPECT_TRUE(problems->labelled);
    EXPECT_EQ(problems->pairs.pairs, pairs.pairs);
    EXPECT_EQ(problems->pairs.ids, (std::vector<std::string>{"x|y", "y|z"}));
    EXPECT_EQ(problems->corpus.text(0), corpus.text(0));
    EXPECT_EQ(problems->corpus.value(Role::author, 1), "ann");
    EXPECT_EQ(problems->corpus.value(Role::topic, 1), "");
    ReadReport report;
    const auto as_corpus = read_corpus(path, {}, &report);
    ASSERT_TRUE(as_corpus) << as_corpus.error().message;
    EXPECT_EQ(report.format, Format::pan);
    EXPECT_EQ(as_corpus->data_hash(), problems->corpus.data_hash());
  }
}

TEST(Pan, TwoPairsOfOneIdAreNotWritten) {
  const TemporaryFolder folder;
  const std::string pairs_file = folder.file("pairs.jsonl"), truth_file = folder.file("truth.jsonl");
  const Corpus corpus = testing::make_corpus(
      {{"a", "1", "x", ""}, {"b|c", "2", "x", ""}, {"a|b", "3", "y", ""}, {"c", "4", "y", ""}});
  const std::vector<Pair> clash = {{0, 1, true}, {2, 3, true}};
  const Status refused = write_pan(corpus, {clash, {}}, pairs_file, truth_file);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::data);
  EXPECT_THAT(refused.error().message,
              HasSubstr("the pairs (\"a\", \"b|c\") and (\"a|b\", \"c\") would both"));
  EXPECT_FALSE(is_there(pairs_file) || is_there(truth_file));
  EXPECT_TRUE(write_pan(corpus, {clash, {"first", "second"}}, pairs_file, truth_file)) << "ids of their own";
  EXPECT_TRUE(write_pan(corpus, {{{0, 1, true}, {3, 2, true}}, {}}, pairs_file, truth_file));
}

TEST(Pan, FilesAreFoundByTheNamesPanUses) {
  const TemporaryFolder folder;
  const std::string set = folder.file("pan20-training-small.jsonl"),
                    truth = folder.file("pan20-training-small-truth.jsonl");
  ASSERT_TRUE(write_file(set, kPairs));
  EXPECT_EQ(find_pan(set)->truth, "");
  ASSERT_TRUE(write_file(truth, kTruth));
  EXPECT_EQ(find_pan(set)->truth, truth);
  EXPECT_EQ(find_pan(folder.path())->pairs, set);
  EXPECT_TRUE(looks_like_pan(kPairs));
  EXPECT_FALSE(looks_like_pan("{\"id\":1,\"text\":\"\\\"pair\\\": [\"}\n{\"pair\":[1]}"));
}

}  // namespace
}  // namespace standfast
