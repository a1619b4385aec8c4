#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/model/classify/classifiers.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/python.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class CommandClassifierTest : public ::testing::Test {
 protected:
  // Answers of rows 4 and 5 after learning from rows 0 to 3 (classes a a b b, and c that nobody has), or the
  // message of whatever failed. The program is a Python script that sees its files as sys.argv[1:4].
  std::string outcome(const std::string& text, double timeout = 60) {
    const std::string path = folder.file("script.py");
    EXPECT_TRUE(write_file(path, "import json, os, sys\ntrain, test, answers = sys.argv[1:4]\n" + text));
    const std::string command =
        fmt::format("{} -I -S '{}' {{train}} {{test}} {{answers}}", testing::python(), path);
    auto classifier = classifiers().make("command", {{"command", command}, {"timeout", timeout}}).value();
    const std::vector<uint32_t> rows = {0, 1, 2, 3}, classes = {0, 0, 1, 1}, asked = {4, 5};
    const std::vector<std::string> names = {"a", "b", "c"};
    if (auto status = classifier->fit({{&corpus, rows}, classes, names}, context); !status)
      return status.error().message;
    DenseMatrix out;
    const auto status = classifier->predict({&corpus, asked}, context, out);
    return status ? fmt::format("{}", fmt::join(out.data, " ")) : status.error().message;
  }
  // Writes these lines; ONE and TWO stand for the ids that are asked.
  std::string answering(const std::string& written) {
    return outcome(
        "one, two = [json.loads(line)['id'] for line in open(test)]\n"
        "lines = '''" +
        written + "'''\nopen(answers, 'w').write(lines.replace('ONE', one).replace('TWO', two))\n");
  }
  std::string id(uint32_t row) const { return std::string(corpus.id(row)); }

  testing::TemporaryFolder folder;
  Corpus corpus = testing::grid_corpus(2, 2, 2);
  testing::ListeningSink lines;
  ClassifierContext context{{.seed = 5, .threads = 3, .sink = &lines}};
};

TEST_F(CommandClassifierTest, HandsOverFilesAndReadsAnswers) {
  EXPECT_EQ(outcome("rows = [json.loads(line) for line in open(train)]\n"
                    "assert [set(row) for row in rows] == [{'id', 'text', 'class'}] * 4, rows\n"
                    "assert [row['class'] for row in rows] == ['a', 'a', 'b', 'b']\n"
                    "assert rows[0]['text'].startswith('words of author100 about topica0 number 0')\n"
                    "tests = [json.loads(line) for line in open(test)]\n"
                    "assert [set(row) for row in tests] == [{'id', 'text'}] * 2\n"
                    "assert os.environ['STANDFAST_THREADS'] == '3'\n"
                    "assert 0 <= int(os.environ['STANDFAST_SEED']) < 2**31\n"
                    "print('hello')\n"
                    "out = open(answers, 'w')\n"
                    "for n, row in enumerate(tests):\n"
                    "    line = {'id': row['id'], 'probabilities': {'b': n / 4, 'a': 1 - n / 4}}\n"
                    "    print(json.dumps(line), file=out)\n"),
            "1 0 0 0.75 0.25 0");
  EXPECT_THAT(lines.all, HasSubstr("hello\n"));
}

TEST_F(CommandClassifierTest, TablesAndClassesAloneAreAnswersToo) {
  EXPECT_EQ(answering("id,a,b,c\nTWO,.5,.5,0\nONE,.25,.75,0\n"), "0.25 0.75 0 0.5 0.5 0");
  EXPECT_EQ(answering("id,predicted\nONE,b\nTWO,a\n"), "0 1 0 1 0 0");
}

TEST_F(CommandClassifierTest, SaysWhetherAnswersEstimateProbabilities) {
  const auto estimated = [&](const std::string& written) {
    bool probabilities = true;
    context.probabilities = &probabilities;
    answering(written);
    return probabilities;
  };
  EXPECT_TRUE(estimated("id,a,b,c\nTWO,.5,.5,0\nONE,.25,.75,0\n"));
  EXPECT_FALSE(estimated("id,predicted\nONE,b\nTWO,a\n"));
  EXPECT_FALSE(estimated(R"({"id": "ONE", "scores": {"a": 0.25, "b": 0.75}}
{"id": "TWO", "scores": {"a": 1}}
)"));
}

TEST_F(CommandClassifierTest, WhatCannotBeTakenIsNamed) {
  EXPECT_THAT(answering("id,predicted\nTWO,b\n"),
              HasSubstr("answered 1 of 2 documents; the first without an answer is " + id(4)));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,b\nthree,b\n"),
              HasSubstr("answered 1 documents that nobody asked for, the first is \"three\""));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,b\nTWO,a\n"),
              HasSubstr("answers:4: the id " + id(5) + " occurred before"));
  EXPECT_THAT(answering("id,a,b\nONE,.5,.4\nTWO,0,1\n"),
              HasSubstr("answers:2: " + id(4) + " has probabilities whose sum is 0.9"));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,z\n"),
              HasSubstr("answered " + id(5) + " with the class \"z\", which is none of the 3 classes"));
  EXPECT_THAT(
      answering("id,predicted\nONE,b\nTWO,c\n"),
      HasSubstr("answered " + id(5) + " with the class \"c\", of which there is no training document"));
  EXPECT_THAT(answering("id,value\nONE,0.5\nTWO,x\n"), HasSubstr("answers:2: "));
}

TEST_F(CommandClassifierTest, FailuresSayWhereTheWordsOfTheProgramAre) {
  EXPECT_THAT(outcome("print('so it goes')\nsys.exit(3)\n"),
              HasSubstr("ended with exit code 3; what it said is in the log"));
  EXPECT_THAT(outcome("pass\n"), HasSubstr("has not written the file {answers}; it said nothing"));
  EXPECT_THAT(outcome("import time\ntime.sleep(100)\n", 0.3), HasSubstr("ran longer than the 0.3 seconds"));
  auto lost = classifiers().make("command", {{"command", std::string("no-such-program {test} {answers}")}});
  const std::vector<uint32_t> rows = {0}, classes = {0};
  const std::vector<std::string> names = {"a"};
  const auto status = (*lost)->fit({{&corpus, rows}, classes, names}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  const auto blind = classifiers().make("command", {{"command", std::string("cat {train}")}});
  EXPECT_THAT(blind.error().message, HasSubstr("classifier command: {test} is nowhere in the command"));
}

TEST_F(CommandClassifierTest, NoticesMisspeltPlaceholders) {
  const auto complaint = [](const std::string& command) {
    const auto made = classifiers().make("command", {{"command", command}});
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(complaint("cat {tests} {answers}"),
              HasSubstr("the command has {tests}, which is not filled in (there "
                        "are: {train} {test} {answers} {out})"));
  EXPECT_THAT(complaint("cat {test} --model={trian} {answers}"), HasSubstr("{trian}"));
  EXPECT_THAT(complaint("cat {truth} {test} {answers}"), HasSubstr("{truth}")) << "it is for verification";
  for (const char* own :
       {"{print}", "{}", "{1}", "{id}", "{\\\"test\\\":1}", "{", "{train", "{train}{out}/{test}.json"})
    EXPECT_EQ(complaint(std::string("cat {test} {answers} ") + own), "") << own;
}

}  // namespace
}  // namespace standfast
