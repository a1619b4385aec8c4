#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/verify/verifiers.h"
#include "tests/support/corpora.h"
#include "tests/support/data.h"
#include "tests/support/python.h"
#include "tests/support/streams.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

class CommandTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<Verifier>> make(const std::string& command, double timeout = 60) {
    return verifiers().make("command", {{"command", command}, {"timeout", timeout}});
  }
  // Returns the command of a program that is a Python script, which sees its files as sys.argv[1:5].
  std::string script(const std::string& text) {
    const std::string path = folder.file("script.py");
    EXPECT_TRUE(
        write_file(path, "import json, os, sys\ntrain, truth, test, answers = sys.argv[1:5]\n" + text));
    return fmt::format("{} -I -S '{}' {{train}} {{truth}} {{test}} {{answers}}", testing::python(), path);
  }
  // Returns the scores of the first three pairs, or the message of the step that failed.
  std::string outcome(const std::string& text, double timeout = 60) {
    auto verifier = make(script(text), timeout).value();
    if (const auto status = verifier->fit({&corpus, train}, {&corpus, {}}, context); !status)
      return status.error().message;
    std::vector<double> out(3);
    const auto status = verifier->score({&corpus, std::span(test).first(3)}, out, context);
    return status ? fmt::format("{}", fmt::join(out, " ")) : status.error().message;
  }
  testing::TemporaryFolder folder;
  Corpus corpus = testing::grid_corpus(2, 2, 2);
  std::vector<Pair> train = {{0, 1, true}, {0, 2, false}, {2, 3, true}},
                    test = {{4, 5, true}, {4, 6, false}, {6, 7, true}};
  testing::ListeningSink lines;
  ModelContext context{{.seed = 5, .threads = 3, .sink = &lines}};
};

const char* const kAnswer =
    "out = open(answers, 'w')\n"
    "for n, line in enumerate(open(test)):\n"
    "    print(json.dumps({'id': json.loads(line)['id'], 'value': VALUE}), file=out)\n";
std::string answering(const std::string& value) {
  std::string text = kAnswer;
  return text.replace(text.find("VALUE"), 5, value);
}

TEST_F(CommandTest, HandsOverFilesAndReadsAnswers) {
  EXPECT_EQ(outcome(answering("n / 4")), "0 0.25 0.5");
  EXPECT_EQ(outcome("pairs = [json.loads(l) for l in open(train)]\n"
                    "same = {json.loads(l)['id']: json.loads(l)['same'] for l in open(truth)}\n"
                    "assert len(pairs) == 3 and [same[p['id']] for p in pairs] == [True, False, True]\n"
                    "assert pairs[0]['pair'][0].startswith('words of author100 about topica0 number 0')\n"
                    "tests = [json.loads(l) for l in open(test)]\n"
                    "assert all(set(t) == {'id', 'pair', 'fandoms'} for t in tests), tests[0]\n"
                    "assert os.environ['STANDFAST_THREADS'] == '3'\n"
                    "assert 0 <= int(os.environ['STANDFAST_SEED']) < 2**31\n" +
                    answering("0.75")),
            "0.75 0.75 0.75");
}

TEST_F(CommandTest, KeepsWhatTheProgramSays) {
  outcome("print('to out', flush=True)\nprint('to err', file=sys.stderr)\n" + answering("0.1"));
  EXPECT_THAT(lines.all, HasSubstr("to out\nto err\n"));
  const auto said = outcome("print('about to fail', file=sys.stderr)\nraise SystemExit(7)");
  EXPECT_THAT(said, HasSubstr("ended with exit code 7"));
  EXPECT_THAT(said, AllOf(HasSubstr("its output is in the log"), Not(HasSubstr("about to fail"))));
  EXPECT_THAT(lines.all, HasSubstr("about to fail\n"));
  EXPECT_THAT(outcome("1 / 0"),
              HasSubstr("ended with exit code 1 (ZeroDivisionError); its output is in the log"));
  EXPECT_THAT(lines.all, HasSubstr("ZeroDivisionError: division by zero\n"));
  EXPECT_THAT(outcome("os.abort()"), HasSubstr("SIGABRT"));
}

TEST_F(CommandTest, TheLogIsNeverUnpackedAndOnlyItsEndIsRead) {
  const auto said = outcome(
      "import gzip\nsys.stdout.buffer.write(gzip.compress(b'packed words'))\nsys.stdout.flush()\n"
      "raise SystemExit(7)");
  EXPECT_THAT(said, HasSubstr("ended with exit code 7"));
  EXPECT_THAT(said, ::testing::Not(HasSubstr("packed words")));
  lines.all.clear();
  outcome("print('first')\nprint('filler\\n' * 100000)\nprint('the last words')\nraise SystemExit(7)");
  EXPECT_THAT(lines.all, HasSubstr("the last words\n"));
  EXPECT_THAT(lines.all, ::testing::StartsWith("...\n"));
  EXPECT_THAT(lines.all, ::testing::Not(HasSubstr("first")));
  EXPECT_LT(lines.all.size(), 70000u);
}

TEST_F(CommandTest, NamesWhatIsWrongWithAnswers) {
  EXPECT_THAT(outcome("pass"), HasSubstr("has not written the file {answers}; it printed nothing"));
  EXPECT_THAT(outcome("open(answers, 'w').write('I would rather not say.\\n')"), HasSubstr("answers"));
  EXPECT_THAT(outcome(answering("float('nan')")), HasSubstr("answers:1"));
  EXPECT_THAT(outcome(answering("0.5 + n")), HasSubstr("answers:2"));
  EXPECT_THAT(
      outcome(answering("0.5") + "    break\n"),
      HasSubstr(
          "answered 1 of 3 pairs; the first without an answer is topicb1-author100-0|topicb1-author101-0"));
  EXPECT_THAT(outcome(answering("0.5") + "print(json.dumps({'id': 'me|too', 'value': 1}), file=out)\n"),
              HasSubstr("answered 1 pairs that were not asked for; the first is \"me|too\""));
  // A program may answer with texts in place of ids and values; the message must not contain them.
  for (const char* answer :
       {"{'id': 'words of a text', 'value': 1}", "{'id': 'p', 'value': 'words of a text'}"}) {
    const auto said = outcome(answering("0.5") + "    print(json.dumps(" + answer + "), file=out)\n");
    EXPECT_THAT(said, AllOf(HasSubstr("\"...\""), Not(HasSubstr("words of")))) << answer;
  }

  EXPECT_THAT(outcome(answering("0.5") +
                      "    print(line.replace('pair', 'x')[:-2], end=', \"value\": 1}\\n', file=out)\n"),
              HasSubstr("answered pairs twice (3 lines, the first of "));
}

// Each of these used to make the study wait for ever, follow the link, or take the target of the link into
// memory.
TEST_F(CommandTest, TakesAnswersFromAPlainFileOnly) {
  EXPECT_THAT(outcome("os.mkfifo(answers)"),
              HasSubstr("ended well but has left a pipe, not a plain file, as {answers}"));
  EXPECT_THAT(outcome("os.symlink('/dev/zero', answers)"),
              HasSubstr("has left a link, not a plain file, as {answers}"));
  EXPECT_THAT(outcome("os.mkdir(answers)"), HasSubstr("has left a folder, not a plain file, as {answers}"));
  EXPECT_THAT(outcome("import socket\nsocket.socket(socket.AF_UNIX).bind(answers)"),
              HasSubstr("has left a socket, not a plain file, as {answers}"));
  EXPECT_THAT(outcome("open(answers, 'w').truncate(1 << 40)"),
              HasSubstr("ended well but wrote 1099511627776 bytes, more than the "));
  EXPECT_THAT(outcome("open(answers, 'wb').write(bytes([0x1f, 0x8b, 8, 0] * 20))"),
              HasSubstr("wrote a compressed file {answers}"));
}

TEST_F(CommandTest, ReadsTheEndOfItsLogAsItIs) {
  const std::string log = "log = os.path.join(os.path.dirname(answers), 'log.txt')\n";
  const auto unanswered = HasSubstr("has not written the file {answers}; it printed nothing");
  EXPECT_THAT(outcome(log + "os.remove(log)\nos.mkfifo(log)"), unanswered);
  EXPECT_THAT(outcome(log + "os.remove(log)\nos.symlink('/dev/zero', log)"), unanswered);
  // A gigabyte of zeros packed in a few bytes would take a gigabyte of memory.
  lines.all.clear();
  outcome("import gzip\nsys.stdout.buffer.write(gzip.compress(b'unpacked' * 1000))\n" + answering("0.1"));
  EXPECT_THAT(lines.all, ::testing::Not(HasSubstr("unpackedunpacked")));
  lines.all.clear();
  outcome("print('first')\nfor i in range(200000): print('line', i)\n" + answering("0.1"));
  EXPECT_THAT(lines.all, HasSubstr("line 199999\n"));
  EXPECT_THAT(lines.all, ::testing::Not(HasSubstr("first")));
  EXPECT_LT(lines.all.size(), size_t{1} << 17);
}

TEST_F(CommandTest, IsReadyWhereItsProgramIsThere) {
  const auto ready = [](const std::string& command) {
    return verifiers().ready("command", *verifiers().resolve("command", {{"command", command}}));
  };
  EXPECT_TRUE(ready(script("pass")));
  const auto status = ready("no-such-program {test} {answers}");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
}

TEST_F(CommandTest, RunsOutOfTime) {
  EXPECT_THAT(outcome("import time\nprint('asleep', flush=True)\nwhile True: time.sleep(100)", 1),
              HasSubstr("ran longer than the 1 seconds of its option timeout"));
}

TEST_F(CommandTest, LeavesNoFiles) {
  outcome("print(os.path.dirname(answers))\n" + answering("0.1"));
  const std::string path = lines.all.substr(0, lines.all.find('\n'));
  EXPECT_THAT(path, HasSubstr("standfast-scratch-"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

// The pairs (a, b|c) and (a|b, c) would be one line, and its answer would count for both.
TEST_F(CommandTest, RefusesPairsThatShareAnId) {
  CorpusBuilder builder("clash");
  for (const char* id : {"a", "b|c", "a|b", "c", "d"}) ASSERT_TRUE(builder.add(id, "text", {}));
  const Corpus clash = std::move(builder).finish();
  const std::vector<Pair> apart = {{0, 1, true}, {3, 4, false}}, same_id = {{0, 1, true}, {2, 3, false}};
  auto verifier = make(script(answering("0.7"))).value();
  const auto learned = verifier->fit({&clash, same_id}, {&clash, {}}, context);
  ASSERT_FALSE(learned);
  EXPECT_THAT(learned.error().message, HasSubstr("would both have the id \"a|b|c\""));
  ASSERT_TRUE(verifier->fit({&clash, apart}, {&clash, {}}, context));
  std::vector<double> out(2);
  EXPECT_TRUE(verifier->score({&clash, apart}, out, context));
  const auto asked = verifier->score({&clash, same_id}, out, context);
  ASSERT_FALSE(asked);
  EXPECT_THAT(asked.error().message, HasSubstr("would both have the id \"a|b|c\""));
}

TEST_F(CommandTest, AsksAPairOnceEvenIfItIsThereTwice) {
  auto verifier = make(script("assert len(open(test).readlines()) == 2\n" + answering("n / 2"))).value();
  ASSERT_TRUE(verifier->fit({&corpus, train}, {&corpus, {}}, context));
  const std::vector<Pair> twice = {test[0], test[1], test[0]};
  std::vector<double> out(3);
  const auto status = verifier->score({&corpus, twice}, out, context);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(out, (std::vector<double>{0, 0.5, 0}));
}

TEST_F(CommandTest, RefusesCommandsThatCannotWork) {
  EXPECT_THAT(make("").error().message, HasSubstr("the option command is needed"));
  EXPECT_THAT(make("python3 x.py {test}").error().message, HasSubstr("{answers} is missing"));
  EXPECT_THAT(make("python3 x.py {answers}").error().message, HasSubstr("{test} is missing"));
  EXPECT_THAT(make("python3 'x.py {test} {answers}").error().message, HasSubstr("not closed"));
  EXPECT_FALSE(make("a {test} {answers}", -1));
  auto missing = make("./no-such-program {test} {answers}").value();
  const auto status = missing->fit({&corpus, train}, {&corpus, {}}, context);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
}

class CommandClassifierTest : public ::testing::Test {
 protected:
  // Returns the answers for rows 4 and 5 after learning from rows 0 to 3 (classes a a b b, and a class c
  // without documents), or the message of the step that failed. The program is a Python script that sees its
  // files as sys.argv[1:4].
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
  // Returns a program that writes these lines; ONE and TWO stand for the ids that are asked for.
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
              HasSubstr("answered 1 documents that were not asked for; the first is \"three\""));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,b\nTWO,a\n"),
              HasSubstr("answers:4: the id " + id(5) + " occurred before"));
  EXPECT_THAT(answering("id,a,b\nONE,.5,.4\nTWO,0,1\n"),
              HasSubstr("answers:2: " + id(4) + " has probabilities whose sum is 0.9"));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,z\n"),
              HasSubstr("answered " + id(5) + " with the class \"z\", which is not one of the 3 classes"));
  EXPECT_THAT(answering("id,predicted\nONE,b\nTWO,c\n"),
              HasSubstr("answered " + id(5) + " with the class \"c\", which has no training document"));
  EXPECT_THAT(answering("id,value\nONE,0.5\nTWO,x\n"), HasSubstr("answers:2: "));
}

TEST_F(CommandClassifierTest, FailuresSayWhereTheWordsOfTheProgramAre) {
  EXPECT_THAT(outcome("print('so it goes')\nsys.exit(3)\n"),
              HasSubstr("ended with exit code 3; its output is in the log"));
  EXPECT_THAT(outcome("pass\n"), HasSubstr("has not written the file {answers}; it printed nothing"));
  EXPECT_THAT(outcome("import time\ntime.sleep(100)\n", 0.3), HasSubstr("ran longer than the 0.3 seconds"));
  auto lost = classifiers().make("command", {{"command", std::string("no-such-program {test} {answers}")}});
  const std::vector<uint32_t> rows = {0}, classes = {0};
  const std::vector<std::string> names = {"a"};
  const auto status = (*lost)->fit({{&corpus, rows}, classes, names}, {});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::missing);
  const auto blind = classifiers().make("command", {{"command", std::string("cat {train}")}});
  EXPECT_THAT(blind.error().message, HasSubstr("classifier command: {test} is missing from the command"));
}

TEST_F(CommandClassifierTest, NoticesMisspeltPlaceholders) {
  const auto complaint = [](const std::string& command) {
    const auto made = classifiers().make("command", {{"command", command}});
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(complaint("cat {tests} {answers}"),
              HasSubstr("the command has {tests}, which is not a placeholder (the placeholders are "
                        "{train} {test} {answers} {out})"));
  EXPECT_THAT(complaint("cat {test} --model={trian} {answers}"), HasSubstr("{trian}"));
  EXPECT_THAT(complaint("cat {truth} {test} {answers}"), HasSubstr("{truth}")) << "it is for verification";
  for (const char* own :
       {"{print}", "{}", "{1}", "{id}", "{\\\"test\\\":1}", "{", "{train", "{train}{out}/{test}.json"})
    EXPECT_EQ(complaint(std::string("cat {test} {answers} ") + own), "") << own;
}

}  // namespace
}  // namespace standfast
