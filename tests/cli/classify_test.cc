// Tests of standfast train, predict and score for classifiers, run as a user would run them.
#include <array>
#include <filesystem>
#include <functional>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/synth/synth.h"
#include "standfast/model/classify/classifier.h"
#include "tests/support/command.h"
#include "tests/support/python.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Classify : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        run("synth --authors 5 --topics 4 --families 2 --documents 60 --length 120 --out all.jsonl").code, 0);
    const std::string all = read_file(folder_.file("all.jsonl")).value();
    std::string train, test;
    size_t number = 0;
    for (size_t at = 0; at < all.size(); ++number) {
      const size_t end = all.find('\n', at) + 1;
      (number % 3 == 0 ? test : train) += all.substr(at, end - at);
      at = end;
    }
    ASSERT_TRUE(write_file(folder_.file("train.jsonl"), train));
    ASSERT_TRUE(write_file(folder_.file("test.jsonl"), test));
  }
  testing::Said run(const std::string& arguments) { return testing::standfast(arguments, folder_.path()); }
  nlohmann::json scored(const std::string& arguments) {
    const auto said = run("score " + arguments + " --json");
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::json::parse(said.out, nullptr, false);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(Classify, EveryClassifierTrainsPredictsAndIsScored) {
  for (const auto& entry : classifiers().entries()) {
    if (entry.traits.pretrained) continue;  // tests/model/checkpoint_classifier_test.cc has them
    std::string groups = entry.traits.needs_groups ? " --set groups=inferred" : "";
    if (entry.name == "transformer" || entry.name == "cr") {
      testing::write_small_encoder(folder_.file("encoder"));
      groups = " --set checkpoint=encoder --set epochs=1";
    }
    if (entry.name == "a2r") groups = " --set epochs=1";
    const std::string set = entry.name != "command"
                                ? groups
                                : " --set \"command=" + testing::python() +
                                      " '" STANDFAST_SOURCE_DIR
                                      "/examples/bring_your_own_classifier.py' {train} {test} {answers}\"";
    const auto trained =
        run("train train.jsonl --model " + entry.name + set + " --target author --out model");
    ASSERT_EQ(trained.code, 0) << entry.name << trained.err;
    EXPECT_THAT(trained.out, HasSubstr("40 training documents of 5 classes (author)"));
    const auto predicted = run("predict model test.jsonl --out predictions.jsonl");
    ASSERT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_THAT(predicted.err, HasSubstr("20 answers"));
    const auto json = scored("predictions.jsonl --truth test.jsonl --target author");
    EXPECT_EQ(json.at("n"), 20);
    EXPECT_EQ(json.at("n_total"), 20);
    EXPECT_EQ(json.at("classes").size(), 5U);
    EXPECT_EQ(json.at("metrics").at("log-loss").is_null(), !entry.traits.probabilities) << entry.name;
    if (entry.name != "prior" &&
        !entry.traits.in_batches) {  // a small random encoder learns nothing in an epoch
      EXPECT_GT(json.at("metrics").at("accuracy").get<double>(), 0.4) << entry.name;
    }
  }
}

TEST_F(Classify, TablesHoldTheSame) {
  ASSERT_EQ(run("train train.jsonl --model naive-bayes --target author --out model").code, 0);
  ASSERT_EQ(run("predict model test.jsonl --out p.csv").code, 0);
  ASSERT_EQ(run("predict model test.jsonl --out p.jsonl --jobs 2").code, 0);
  EXPECT_THAT(read_file(folder_.file("p.csv")).value(), HasSubstr("id,predicted,"));
  EXPECT_EQ(
      scored("p.csv --truth test.jsonl --target author"),
      scored("p.jsonl --truth test.jsonl --task classification --profile classification --target author"));
  const auto ranked = scored("p.csv --truth test.jsonl --target author --ranking");
  EXPECT_TRUE(ranked.at("metrics").at("log-loss").is_null());
  const auto piped = run("predict model test.jsonl");
  EXPECT_EQ(piped.out, read_file(folder_.file("p.jsonl")).value());
}

TEST_F(Classify, ScoresAreWhatOneCounts) {
  ASSERT_TRUE(
      write_file(folder_.file("truth.csv"), "id,text,label\n1,x,a\n2,x,a\n3,x,b\n4,x,b\n5,x,\n6,x,c\n"));
  ASSERT_TRUE(write_file(folder_.file("p.csv"), "id,predicted\n1,a\n2,b\n3,b\n4,b\n5,b\n"));
  const auto said = run("score p.csv --truth truth.csv --task classification --by-class");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("the class is the label"));
  EXPECT_THAT(said.err, HasSubstr("1 of 6 documents of truth.csv have no prediction (first: \"6\")"));
  EXPECT_THAT(said.err, HasSubstr("1 predicted documents of truth.csv have no class"));
  EXPECT_THAT(said.out, HasSubstr("4 of 6 documents scored, 3 classes (label)"));
  EXPECT_THAT(said.out, HasSubstr("accuracy            0.750"));
  const auto json = scored("p.csv --truth truth.csv --target label --bootstrap 200");
  EXPECT_EQ(json.at("profile"), "classification-labels");
  EXPECT_EQ(json.at("confusion"), nlohmann::json::parse("[[1,1,0],[0,2,0],[0,0,0]]"));
  EXPECT_EQ(json.at("by_class").at(0).at("recall"), 0.5);
  EXPECT_LE(json.at("intervals").at("accuracy").at(0).get<double>(), 0.75);
  EXPECT_EQ(run("score p.csv --truth truth.csv --target label --missing refuse").code, 3);
}

// A table of many classes is nearly empty, and would take most of the memory and of the output.
TEST_F(Classify, ManyClassesAreCountedAndNotTabled) {
  std::string truth = "id,text,label\n", answers = "id,predicted\n";
  for (int i = 0; i <= 1000; ++i) {
    truth += fmt::format("{0},x,c{0:04}\n", i);
    answers += fmt::format("{},c{:04}\n", i, i == 7 ? 3 : i);
  }
  ASSERT_TRUE(write_file(folder_.file("truth.csv"), truth));
  ASSERT_TRUE(write_file(folder_.file("p.csv"), answers));
  const auto json = scored("p.csv --truth truth.csv --target label");
  EXPECT_FALSE(json.contains("confusion"));
  const auto& counts = json.at("confusion_counts");
  ASSERT_EQ(counts.size(), 1001U);
  EXPECT_EQ(counts.at(7), nlohmann::json::parse("[7,3,1]"));
  EXPECT_EQ(counts.at(1000), nlohmann::json::parse("[1000,1000,1]"));
  EXPECT_EQ(json.at("metrics").at("accuracy").get<double>(), 1000.0 / 1001);
}

// A class was renamed on one side.
TEST_F(Classify, ClassesThatOnlyOneSideHasAreNamed) {
  ASSERT_TRUE(write_file(folder_.file("truth.csv"), "id,text,label\n1,x,007\n2,x,b\n3,x,rare\n"));
  const auto said_of = [&](const std::string& answers) {
    EXPECT_TRUE(write_file(folder_.file("p.csv"), answers));
    const auto said = run("score p.csv --truth truth.csv --target label");
    EXPECT_EQ(said.code, 0) << said.err;
    return said.err;
  };
  EXPECT_THAT(
      said_of("id,alien,b\n1,.9,.1\n2,.2,.8\n"),
      HasSubstr(
          "warning: p.csv: answers have no column for class \"007\" of the truth; they have one for class "
          "\"alien\", which the truth lacks\n"));
  // No document of "rare" is scored, and a column for an extra class takes nothing from the others.
  EXPECT_THAT(said_of("id,007,alien,b\n1,.9,0,.1\n2,.2,0,.8\n"), Not(HasSubstr("class \"")));
  EXPECT_THAT(said_of("id,007,b\n1,.9,.1\n2,.2,.8\n3,.5,.5\n"),
              HasSubstr("answers have no column for class \"rare\" of the truth\n"));
  // If answers are labels alone, the message names the classes that were answered, not all that could be.
  EXPECT_THAT(
      said_of("id,predicted\n1,7\n2,b\n"),
      HasSubstr("no answer is class \"007\" of the truth; some are class \"7\", which the truth lacks\n"));
  EXPECT_THAT(said_of("id,predicted\n1,b\n2,b\n"), Not(HasSubstr("class \"")));
}

TEST_F(Classify, TheInputDecidesWhereANameIsInBothFamilies) {
  const auto documents = run("train train.jsonl --model ppm --author author --label none --out model");
  ASSERT_EQ(documents.code, 0) << documents.err;
  EXPECT_THAT(documents.err, HasSubstr("ppm: classification, because train.jsonl holds documents"));
  EXPECT_THAT(read_file(folder_.file("model/model.json")).value(), HasSubstr("\"kind\": \"classifier\""));
  const std::string pairs = R"({"id":"1","pair":["one text here","one text there"]})"
                            "\n"
                            R"({"id":"2","pair":["one text here","nothing of the kind"]})"
                            "\n";
  ASSERT_TRUE(make_directories(folder_.file("pan")));
  ASSERT_TRUE(write_file(folder_.file("pan/pairs.jsonl"), pairs));
  ASSERT_TRUE(write_file(folder_.file("pan/truth.jsonl"),
                         "{\"id\":\"1\",\"same\":true}\n{\"id\":\"2\",\"same\":false}\n"));
  const auto verified = run("train pan/pairs.jsonl --model ppm --out verifier");
  ASSERT_EQ(verified.code, 0) << verified.err;
  EXPECT_THAT(verified.err, HasSubstr("ppm: verification, because pan/pairs.jsonl holds pairs"));
  EXPECT_EQ(run("train train.jsonl --model ppm --task verification --out verifier2").code, 3);
  EXPECT_EQ(run("train - --model ppm --out model").code, 2);
}

TEST_F(Classify, SaysWhatIsWrong) {
  const auto error = [&](const std::string& arguments, int code, const std::string& words) {
    const auto said = run(arguments);
    EXPECT_EQ(said.code, code) << arguments << said.err;
    EXPECT_THAT(said.err, HasSubstr(words)) << arguments;
  };
  error("train train.jsonl --model naive-bays --out m", 2, "did you mean \"naive-bayes\"");
  error("train train.jsonl --model delta --target author --out m", 2, "delta is a verifier");
  error("train train.jsonl --model naive-bayes --task verification --out m", 2,
        "naive-bayes is a classifier");
  error("train train.jsonl --model naive-bayes --target writer --out m", 2, "--target writer is not a role");
  error("train train.jsonl --model naive-bayes --target source --out m", 3, "source");
  error("train train.jsonl --model naive-bayes --target author --truth x --out m", 2,
        "--truth is for verification");
  error("train train.jsonl --model naive-bayes --target author --set alpha=0 --out m", 2,
        "alpha = 0: must be above 0");
  error("train train.jsonl --model reweight-groups --target author --group author --out m", 2,
        "--group author is the target");
  ASSERT_EQ(run("train train.jsonl --model prior --target author --out m").code, 0);
  ASSERT_EQ(run("predict m test.jsonl --out p.jsonl").code, 0);
  error("score p.jsonl --truth train.jsonl --target author", 3, "does not have");
  error("score p.jsonl --truth train.jsonl --target author --extra ignore", 3,
        "no prediction for any document");
  error("score p.jsonl --truth test.jsonl --target author --task verification", 2, "is for classification");
  error("score p.jsonl --truth test.jsonl --target author --forensic", 2, "--forensic");
  error("predict m test.jsonl --truth x", 2, "a classifier needs none");
  error("predict m test.jsonl --rationales r.jsonl", 2,
        "answers from the whole text and chooses no part of it");
}

TEST_F(Classify, RationalesOfASavedModelAreALineADocument) {
  const auto trained = run(
      "train train.jsonl --model a2r --target author --set epochs=1 --set dimension=8 --set units=8 --out m");
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.out, Not(HasSubstr("null"))) << "facts without a value are left out";
  ASSERT_TRUE(write_file(folder_.file("asked.jsonl"),
                         "{\"id\": \"b\", \"text\": \"Grün 😁 ist es. Zwei.\"}\n"
                         "{\"id\": \"a\", \"text\": \"\"}\n"
                         "{\"id\": \"c\", \"text\": \"  One sentence only \"}\n"));
  const auto predicted = run("predict m asked.jsonl --out p.jsonl --rationales r.jsonl");
  ASSERT_EQ(predicted.code, 0) << predicted.err;
  std::vector<nlohmann::json> lines;
  std::istringstream read(read_file(folder_.file("r.jsonl")).value());
  for (std::string line; std::getline(read, line);) lines.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(lines.size(), 3U);
  // The lines are in the order of the corpus, and spans count characters.
  EXPECT_EQ(lines[0]["id"], "b");
  EXPECT_EQ(lines[0]["units"], 2);
  using Spans = std::vector<std::array<int, 2>>;
  EXPECT_THAT(lines[0]["rationale"].get<Spans>(), AnyOf(Spans{{0, 14}}, Spans{{15, 20}}));
  EXPECT_EQ(lines[1], (nlohmann::json{{"id", "a"}, {"rationale", nlohmann::json::array()}, {"units", 0}}));
  EXPECT_EQ(lines[2]["id"], "c");
  EXPECT_EQ(lines[2]["units"], 1);
  EXPECT_EQ(lines[2]["rationale"].get<Spans>(), (Spans{{2, 19}}));

  ASSERT_EQ(run("predict m asked.jsonl --out plain.jsonl").code, 0);
  EXPECT_EQ(read_file(folder_.file("p.jsonl")).value(), read_file(folder_.file("plain.jsonl")).value());
  EXPECT_EQ(run("predict m asked.jsonl --out p.jsonl --rationales -").out,
            read_file(folder_.file("r.jsonl")).value());
  const auto both = run("predict m asked.jsonl --rationales -");
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("--out and --rationales"));
  EXPECT_EQ(run("predict m asked.jsonl --out p.jsonl --rationales asked.jsonl").code, 2) << "an input";

  ASSERT_EQ(run("train train.jsonl --model prior --target author --out none").code, 0);
  const auto refused = run("predict none asked.jsonl --out q.jsonl --rationales q2.jsonl");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("(these do: a2r, cr)"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("q.jsonl")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("q2.jsonl")));
}

TEST_F(Classify, ValidationThatLacksClassesNamesThem) {
  const auto documents = [](const std::string& first, const std::vector<std::string>& labels) {
    std::string lines;
    for (int i = 0; i < 24; ++i) {
      const std::string& label = labels[static_cast<size_t>(i) % labels.size()];
      lines += fmt::format(R"({{"id": "{}{}", "label": "{}", "text": "Word{} of {}. Another one."}})"
                           "\n",
                           first, i, label, i, label);
    }
    return lines;
  };
  ASSERT_TRUE(write_file(folder_.file("learn.jsonl"), documents("l", {"a", "b", "c", "d", "e", "f"})));
  const auto said = [&](const std::vector<std::string>& labels) {
    EXPECT_TRUE(write_file(folder_.file("other.jsonl"), documents("o", labels)));
    const auto trained =
        run("train learn.jsonl --model a2r --target label --set epochs=1 --validation other.jsonl --out m");
    EXPECT_EQ(trained.code, 0) << trained.err;
    return trained.err;
  };
  EXPECT_THAT(said({"a", "b", "c", "e", "f"}),
              HasSubstr("--validation other.jsonl: none of its 24 documents has the label \"d\" (1 of 6)"));
  EXPECT_THAT(said({"a"}), HasSubstr("has the label \"b\", \"c\", \"d\", ... (5 of 6)"));
  EXPECT_THAT(said({"a", "b", "c", "d", "e", "f"}), Not(HasSubstr("none of its")));
}

// Returns the corpus with a column "trust" whose value is a function of the line.
std::string with_trust(const std::string& lines, const std::function<std::string(size_t)>& trust) {
  std::string out;
  size_t number = 0;
  for (size_t at = 0; at < lines.size(); ++number) {
    const size_t end = lines.find('\n', at) + 1;
    out += fmt::format("{{\"trust\": {}, {}", trust(number), lines.substr(at + 1, end - at - 1));
    at = end;
  }
  return out;
}

TEST_F(Classify, WeightsOfDocumentsComeFromAColumn) {
  const std::string lines = read_file(folder_.file("train.jsonl")).value();
  ASSERT_TRUE(write_file(folder_.file("w.jsonl"), with_trust(lines, [](size_t i) {
                           return fmt::format("{}", 0.5 * static_cast<double>(i % 5));
                         })));
  ASSERT_TRUE(write_file(folder_.file("ones.jsonl"), with_trust(lines, [](size_t) { return "1"; })));
  const auto answers = [&](const std::string& arguments) {
    const auto trained = run("train " + arguments + " --target author --out m");
    EXPECT_EQ(trained.code, 0) << trained.err;
    EXPECT_EQ(run("predict m test.jsonl --out p.jsonl").code, 0);
    return read_file(folder_.file("p.jsonl")).value();
  };
  for (const std::string model : {"maxent", "naive-bayes", "linear-svm"}) {
    const auto plain = answers("train.jsonl --model " + model);
    EXPECT_EQ(answers("ones.jsonl --document-weight trust --model " + model), plain);
    EXPECT_NE(answers("w.jsonl --document-weight trust --model " + model), plain);
    EXPECT_EQ(answers("w.jsonl --model " + model), plain) << "a column that is not asked for";
    EXPECT_NE(answers("w.jsonl --column other=trust --document-weight other --model " + model), plain);
  }
  const auto json = nlohmann::json::parse(
      run("train w.jsonl --document-weight trust --model maxent --target author --out m --json").out);
  EXPECT_EQ(json.at("facts").at("documents"), 32) << "of 40 a fifth weighs nothing";
  EXPECT_EQ(json.at("facts").at("total_weight"), 40.0);
  EXPECT_EQ(json.at("origin").at("document_weight").at("column"), "trust");
}

TEST_F(Classify, BadWeightsOfDocumentsAreNamed) {
  const std::string lines = read_file(folder_.file("train.jsonl")).value();
  for (const auto& [bad, why] :
       {std::pair{"-1", "is negative"}, {"\"much\"", "is not a number"}, {"null", "has no weight"}}) {
    ASSERT_TRUE(
        write_file(folder_.file("w.jsonl"), with_trust(lines, [&](size_t i) { return i == 7 ? bad : "1"; })));
    const auto said = run("train w.jsonl --document-weight trust --model maxent --target author --out m");
    EXPECT_EQ(said.code, 3) << bad;
    EXPECT_THAT(said.err, HasSubstr("w.jsonl: document \""));
    EXPECT_THAT(said.err, HasSubstr(why));
  }
  const auto unknown =
      run("train train.jsonl --document-weight trust --model maxent --target author --out m");
  EXPECT_NE(unknown.code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("trust"));
  const auto refused = run("train w.jsonl --document-weight trust --model ppm --target author --out m");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("ppm takes no --document-weight"));
}

TEST_F(Classify, LsListsThem) {
  const auto json = nlohmann::json::parse(run("ls --json").out);
  EXPECT_EQ(json.at("classifier").size(), classifiers().entries().size());
  EXPECT_THAT(run("ls").out, HasSubstr("naive-bayes"));
}

}  // namespace
}  // namespace standfast
