// Tests of standfast init: the study that it writes passes the checks of a dry run, on corpora of every kind,
// and runs.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/command.h"
#include "tests/support/small_checkpoint.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Said;

class Init : public ::testing::Test {
 protected:
  Said standfast(const std::string& arguments) { return testing::standfast(arguments, folder_.path()); }
  std::string file(const std::string& name) { return folder_.file(name); }
  std::string text(const std::string& name) { return read_file(file(name)).value_or(""); }
  void synth(const SynthOptions& options) {
    const auto made = Synth::make(options);
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_TRUE(made->write(file("corpus.jsonl"), 1, null_sink()));
  }
  static SynthOptions small() {
    SynthOptions options;
    options.authors = 24;
    options.topics = 12;
    options.families = 4;
    options.documents = 480;
    options.length = 30;
    return options;
  }
  // Writes lines of documents; fields(i) are the columns beside id and text.
  template <class Fields>
  void write_corpus(int documents, const Fields& fields) {
    std::string lines;
    for (int i = 0; i < documents; ++i)
      lines += fmt::format(R"({{"id": "{0}", "text": "text {0} of some words", {1}}})"
                           "\n",
                           i, fields(i));
    ASSERT_TRUE(write_file(file("corpus.jsonl"), lines));
  }
  // Writes the study and returns what a dry run says about it.
  nlohmann::json dry(const std::string& arguments) {
    const auto said = standfast("init corpus.jsonl --force " + arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    const auto plan = standfast("run study.toml --dry-run --json");
    EXPECT_EQ(plan.code, 0) << plan.err << text("study.toml");
    return plan.code == 0 ? nlohmann::json::parse(plan.out) : nlohmann::json();
  }
  void expect_sound(const std::string& arguments, const std::string& what) {
    const auto plan = dry(arguments);
    ASSERT_TRUE(plan.is_object()) << what;
    EXPECT_EQ(plan.at("warnings").dump(), "[]") << what << "\n" << text("study.toml");
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Init, SyntheticDesignsPassTheDryRun) {
  struct Design {
    int authors, topics, families, documents;
    double correlation;
  };
  for (const auto& [authors, topics, families, documents, correlation] :
       {Design{24, 12, 4, 480, 0.8}, {30, 24, 8, 1200, 0.5}, {60, 36, 12, 2000, 0.8}, {40, 8, 4, 800, 0.3}}) {
    SynthOptions options = small();
    options.authors = authors;
    options.topics = topics;
    options.families = families;
    options.documents = documents;
    options.author_topic_correlation = correlation;
    synth(options);
    const std::string what = fmt::format("{} authors, {} topics", authors, topics);
    expect_sound("--task verification", what);
    expect_sound("--task classification", what);
  }
}

TEST_F(Init, ManyTopicsGetHitsAndItsControl) {
  synth(small());
  const auto plan = dry("");
  std::vector<std::string> names;
  for (const auto& condition : plan.at("study").at("conditions")) names.push_back(condition.at("name"));
  EXPECT_THAT(names, ::testing::ElementsAre("i.i.d.", "random topics", "HITS"));
  // Every condition has the same number of topics, the same number of documents of each topic, and the same
  // kind of pairs.
  for (const auto& condition : plan.at("study").at("conditions")) {
    EXPECT_EQ(condition.at("sampler_options").at("topics"), 6);
    EXPECT_EQ(condition.at("sampler_options").at("max-docs"),
              plan.at("study").at("conditions")[0].at("sampler_options").at("max-docs"));
    EXPECT_EQ(condition.at("pairs"), plan.at("study").at("conditions")[0].at("pairs"));
    EXPECT_EQ(condition.at("pairs").at("positives"), condition.at("pairs").at("negatives"));
    EXPECT_NE(condition.at("pairs").at("positives"), "any");
  }
  EXPECT_EQ(plan.at("study").at("metric"), "auc");
  EXPECT_EQ(plan.at("study").at("seeds").size(), 5U);
  // The comments contain the corpus's own numbers.
  EXPECT_THAT(text("study.toml"), HasSubstr("480 documents by 24 authors on 12 topics"));
  EXPECT_THAT(text("study.toml"), HasSubstr("24 authors"));
}

TEST_F(Init, FewTopicsAreLeftOutOneByOne) {
  write_corpus(600,
               [](int i) { return fmt::format(R"("author": "a{}", "topic": "t{}")", i % 20, i / 20 % 7); });
  const auto plan = dry("");
  const auto& conditions = plan.at("study").at("conditions");
  ASSERT_EQ(conditions.size(), 2U);
  EXPECT_EQ(conditions[1].at("splitter"), "leave-one-topic-out");
  for (const auto& condition : conditions) EXPECT_EQ(condition.at("pairs").at("positives"), "same-topic");
  EXPECT_EQ(conditions[0].at("splitter_options").at("folds"), 7);
  EXPECT_EQ(plan.at("warnings").dump(), "[]");
}

TEST_F(Init, WithoutTopicsAuthorsAreKeptApart) {
  write_corpus(600, [](int i) { return fmt::format(R"("author": "a{}")", i % 40); });
  const auto plan = dry("");
  EXPECT_EQ(plan.at("study").at("conditions")[1].at("splitter"), "author-k-fold");
  EXPECT_EQ(plan.at("warnings").dump(), "[]");
}

TEST_F(Init, TopicsOfOneAuthorEachAreNotTested) {
  write_corpus(
      1200, [](int i) { return fmt::format(R"("author": "a{}", "topic": "book{}")", i % 40 / 2, i % 40); });
  const auto plan = dry("");
  EXPECT_EQ(plan.at("study").at("conditions")[1].at("splitter"), "author-k-fold");
  EXPECT_EQ(plan.at("warnings").dump(), "[]");
  EXPECT_THAT(text("study.toml"),
              HasSubstr("100 % of the documents lie on topics of practically one author"));
  // Each book has one author, so pairs within a book would give the answer away. The model that knows books
  // is there, too.
  for (const auto& condition : plan.at("study").at("conditions"))
    EXPECT_EQ(condition.at("pairs").at("positives"), "cross-topic");
  EXPECT_THAT(plan.at("study").at("models").dump(), HasSubstr("topic-fit"));
  EXPECT_GT(plan.at("power").at(0).at("least_auc_with_spread"), 0.5);
}

// The threads have five posts, two of them by one author, so sharing a thread says much about the author.
TEST_F(Init, ThreadsOfAForumAreNotSharedByPairs) {
  const auto forum = [&](bool across) {
    write_corpus(1200, [&](int i) {
      const int topic = i % 6, thread = i / 6 % 40, author = across ? (thread * 7 + i / 480) % 30 : thread;
      return fmt::format(R"("author": "a{}", "topic": "t{}", "thread": "{}-{}")", author, topic, topic,
                         across ? thread : author);
    });
  };
  forum(true);
  const auto plan = dry("--task verification");
  for (const auto& condition : plan.at("study").at("conditions"))
    EXPECT_EQ(condition.at("pairs").at("cross-block"), "thread") << condition.at("pairs").dump();
  EXPECT_EQ(plan.at("warnings").dump(), "[]") << text("study.toml");
  EXPECT_THAT(text("study.toml"), HasSubstr("cross-block = [\"thread\"]"));
  // Without this option, the thread alone tells pairs apart.
  std::string study = text("study.toml");
  for (size_t at; (at = study.find(", cross-block = [\"thread\"]")) != std::string::npos;)
    study.erase(at, 26);
  ASSERT_TRUE(write_file(file("study.toml"), study));
  const auto without = nlohmann::json::parse(standfast("run study.toml --dry-run --json").out);
  EXPECT_THAT(without.at("warnings").dump(), HasSubstr("SF115"));
  EXPECT_THAT(without.at("warnings").dump(), HasSubstr("their \\\"thread\\\""));
  // If every author stays in one thread of a topic, pairs within topics cannot leave the thread, but pairs
  // across topics do.
  forum(false);
  const auto apart = dry("--task verification");
  for (const auto& condition : apart.at("study").at("conditions"))
    EXPECT_EQ(condition.at("pairs").at("positives"), "cross-topic");
}

// There are forty authors without habits, each always on one of two sites, from which a quarter of the words
// comes. A model that tells sites apart tells authors apart, in every condition alike.
TEST_F(Init, PairsAgreeInAColumnThatTellsAuthorsApart) {
  Rng rng(7, "site corpus", "");
  std::string lines;
  for (int i = 0; i < 960; ++i) {
    const int author = i % 40, site = author % 2;
    std::string words;
    for (int w = 0; w < 60; ++w)
      words += rng.uniform() < .25 ? fmt::format(" site{}w{}", site, rng.below(30))
                                   : fmt::format(" w{}", rng.below(400));
    lines += fmt::format(R"({{"id": "{}", "text": "{}", "author": "a{}", "topic": "t{}", "office": "s{}"}})"
                         "\n",
                         i, words.substr(1), author, rng.below(12), site);
  }
  ASSERT_TRUE(write_file(file("corpus.jsonl"), lines));
  const auto plan = dry("--task verification");
  EXPECT_EQ(plan.at("warnings").dump(), "[]") << text("study.toml");
  for (const auto& condition : plan.at("study").at("conditions")) {
    EXPECT_EQ(condition.at("pairs").at("negatives-same"), "office") << text("study.toml");
    EXPECT_EQ(condition.at("pairs").at("positives-same"), "");
  }
  const std::string study = text("study.toml");
  EXPECT_THAT(study, HasSubstr("negatives = { topics = \"cross-topic\", same = \"office\" }"));
  EXPECT_THAT(std::regex_replace(study, std::regex("\n# "), " "),
              HasSubstr("knowing only whether two documents share their office tells authors apart with an "
                        "AUC of 0.76 (100 % of same-author pairs share it, 49 % of others)"));
  // If pairs are drawn as they come, every condition has the fault, and the dry run and the run say so.
  std::string as_they_come = study;
  for (size_t at;
       (at = as_they_come.find("{ topics = \"cross-topic\", same = \"office\" }")) != std::string::npos;)
    as_they_come.replace(at, 44, "\"cross-topic\"");
  const std::string few = " --set seeds=1 --set model.1.type=prior --set model.1.name=p";
  const auto scores_of = [&](const std::string& folder) {
    const auto json = nlohmann::json::parse(standfast("report " + folder + " --json").out);
    std::vector<double> aucs;
    for (const auto& row : json.at("survival"))
      if (row.at("model") == "char-ngram" && row.at("metric") == "auc") aucs.push_back(row.at("score"));
    return aucs;
  };
  ASSERT_TRUE(write_file(file("plain.toml"), as_they_come));
  const auto said = standfast("run plain.toml --dry-run");
  EXPECT_THAT(said.out, AllOf(HasSubstr("SF115"), HasSubstr("their \"office\"")));
  const auto plain = standfast("run plain.toml --out plain" + few);
  EXPECT_THAT(plain.out + plain.err, AllOf(HasSubstr("SF115"), HasSubstr("\"office\"")));
  EXPECT_THAT(scores_of("plain"), ::testing::Each(::testing::Gt(.6)));
  EXPECT_EQ(standfast("run study.toml --out agreeing" + few).code, 0);
  EXPECT_THAT(scores_of("agreeing"),
              ::testing::Each(::testing::AllOf(::testing::Gt(.42), ::testing::Lt(.58))));
}

// A block that no author leaves must not keep pairs from crossing another block.
TEST_F(Init, ABlockThatCannotBeCrossedHidesNoOther) {
  write_corpus(1200, [](int i) {
    const int author = i % 24, topic = author % 6;
    return fmt::format(R"("author": "a{0}", "topic": "t{1}", "story": "s{1}-{2}", "thread": "{1}-{3}")",
                       author, topic, author / 12, i / 24 % 10);
  });
  const auto plan = dry("--task verification");
  for (const auto& condition : plan.at("study").at("conditions"))
    EXPECT_EQ(condition.at("pairs").at("cross-block"), "thread") << text("study.toml");
  EXPECT_THAT(text("study.toml"), HasSubstr("Pairs may share their story"));
}

TEST_F(Init, ClassificationHasAMatchedControl) {
  write_corpus(1200, [](int i) {
    return fmt::format(R"("author": "a{}", "topic": "t{}")", i % 20 < 18 ? i % 20 : 18 + i / 20, i / 20 % 9);
  });
  const auto plan = dry("--task classification");
  const auto& study = plan.at("study");
  EXPECT_EQ(study.at("task"), "classification");
  EXPECT_EQ(study.at("conditions")[2].at("control_of"), "novel topic");
  EXPECT_EQ(study.at("conditions")[1].at("splitter"), "leave-one-topic-out");
  EXPECT_EQ(study.at("conditions")[0].at("splitter_options").at("folds"), 9);
  EXPECT_EQ(study.at("corpora")[0].at("at_least").at("author"), 20);
  EXPECT_EQ(study.at("corpora")[0].at("most").at("author"), 15);
  EXPECT_EQ(plan.at("warnings").dump(), "[]");
}

TEST_F(Init, LabelsAreClassifiedWhereThereAreNoAuthors) {
  write_corpus(400, [](int i) { return fmt::format(R"("label": "{}", "topic": "t{}")", i % 3, i / 3 % 8); });
  const auto plan = dry("");
  EXPECT_EQ(plan.at("study").at("target"), "label");
  EXPECT_EQ(plan.at("warnings").dump(), "[]");
}

TEST_F(Init, WhoeverHasAuthorsAndLabelsIsToldWhatIsPredicted) {
  write_corpus(400, [](int i) {
    return fmt::format(R"("label": "{}", "author": "a{}", "topic": "t{}")", i % 3, i % 8, i / 8 % 10);
  });
  const auto said = standfast("init corpus.jsonl --task classification --force");
  ASSERT_EQ(said.code, 0) << said.err;
  std::string flat;
  for (const char c : said.out)
    if (c != ' ' && c != '\n') flat += c;
  EXPECT_THAT(flat, HasSubstr("thecorpushasalabeltoo:--targetlabelpredictsthat"));
  const auto asked = standfast("init corpus.jsonl --task classification --target label --force");
  EXPECT_THAT(asked.out, ::testing::Not(HasSubstr("has a label too")));
}

// If `check` calls an analysis possible, there is a study of it, even if nothing keeps documents apart.
TEST_F(Init, TextsAloneAreGroupedOrOnlyScored) {
  write_corpus(200, [](int i) {
    return fmt::format(R"("label": "{}", "more": "x{}")", i % 2 == 0 ? "yes" : i < 3 ? "rare" : "no", i % 9);
  });
  const auto plan = dry("");
  const auto& conditions = plan.at("study").at("conditions");
  EXPECT_EQ(conditions[0].at("name"), "i.i.d.");
  EXPECT_THAT(text("study.toml"),
              HasSubstr("Nothing in the corpus keeps documents apart: it has no topics."));
  EXPECT_THAT(text("study.toml"), HasSubstr("at-least = { label = 5 }"));
  // There are so few documents that no cluster of each class can be held out, so the study has the score
  // alone.
  write_corpus(20, [](int i) { return fmt::format(R"("label": "{}")", i % 2); });
  const auto few = dry("");
  ASSERT_EQ(few.at("study").at("conditions").size(), 1U) << text("study.toml");
  EXPECT_EQ(few.at("study").at("conditions")[0].at("splitter"), "stratified-k-fold");
}

TEST_F(Init, HiddenGroupsOfHateXplainAreKeptApart) {
  STANDFAST_NEEDS_DATA("hate/hatexplain_dev.jsonl.gz");
  const auto said = standfast("init " + testing::data_path("hate/hatexplain_dev.jsonl.gz"));
  ASSERT_EQ(said.code, 0) << said.err;
  std::string flat;
  for (const char c : said.out)
    if (c != ' ' && c != '\n') flat += c;
  EXPECT_THAT(flat, HasSubstr("ithasnotopics(itssourcehas2values:--topicwiththatcolumn"));
  EXPECT_THAT(text("study.toml"), HasSubstr("split = { method = \"closest-split\""));
  EXPECT_EQ(standfast("run study.toml --dry-run").code, 0);
}

// The comment holds a line that a user may put in place of another.
TEST_F(Init, SentenceModelsThatAreHereAreNamedForHiddenGroups) {
  const std::string snapshot =
      file("hub/models--sentence-transformers--all-MiniLM-L6-v2/snapshots/") + std::string(40, 'a');
  std::filesystem::create_directories(snapshot);
  for (const char* name : {"config.json", "model.safetensors"})
    ASSERT_TRUE(write_file(snapshot + "/" + name, "{}"));
  ASSERT_TRUE(write_file(snapshot + "/modules.json", "[]"));
  // The topics consist of words, and are not in a column.
  std::string lines;
  for (int i = 0; i < 240; ++i) {
    std::string words;
    for (int w = 0; w < 12; ++w) words += fmt::format("t{}w{} ", i % 6, (i * 7 + w * w) % 15);
    lines += fmt::format(R"({{"id": "{}", "text": "{}", "label": "{}"}})"
                         "\n",
                         i, words, i % 5 % 2);
  }
  ASSERT_TRUE(write_file(file("corpus.jsonl"), lines));
  const auto init = [&](const std::string& home) {
    return testing::in_shell("HF_HUB_CACHE= HF_HOME='" + home + "' \"$standfast\" init corpus.jsonl --force",
                             folder_.path());
  };
  ASSERT_EQ(init(folder_.path()).code, 0);
  const std::string with = text("study.toml"), comment =
                                                   "# space = { encoder = \"sentence\", checkpoint = "
                                                   "\"sentence-transformers/all-MiniLM-L6-v2\" }\n";
  EXPECT_THAT(with, HasSubstr("space = { encoder = \"lsa\""));
  EXPECT_THAT(with, HasSubstr(comment));
  ASSERT_EQ(init(file("nothing")).code, 0);
  EXPECT_THAT(text("study.toml"), Not(HasSubstr("sentence")));
}

// The encoder is a model of the study, not a comment: a small encoder is quick.
TEST_F(Init, AnEncoderThatIsHereIsFineTuned) {
  const std::string model = file("hub/models--me--tiny");
  testing::write_small_encoder(model + "/snapshots/" + std::string(40, 'a'));
  std::filesystem::create_directories(model + "/refs");
  ASSERT_TRUE(write_file(model + "/refs/main", std::string(40, 'a')));
  write_corpus(60, [](int i) {
    return fmt::format(R"("label": "{}", "author": "w{}")", i % 2 == 0 ? "yes" : "no", i % 12);
  });
  const auto in_home = [&](const std::string& home, const std::string& command) {
    return testing::in_shell("export HF_HUB_CACHE= HF_HOME='" + home + "'; \"$standfast\" " + command,
                             folder_.path());
  };
  const std::string init = "init corpus.jsonl --force --target label";
  const auto said = in_home(folder_.path(), init);
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("An encoder in the cache, fine-tuned: one fit of every fold takes about"));
  EXPECT_THAT(text("study.toml"),
              HasSubstr("[[model]]\nname = \"fine-tuned\"\ntype = \"transformer\"\ncheckpoint = "
                        "\"me/tiny\"\nepochs = 3\nfits = 3\n"));
  EXPECT_EQ(in_home(folder_.path(), "run study.toml --dry-run --no-probe").code, 0);
  ASSERT_EQ(in_home(file("nothing"), init).code, 0);
  EXPECT_THAT(text("study.toml"), Not(HasSubstr("transformer")));
}

TEST_F(Init, RefusesWhatCannotBeStudiedInOneLine) {
  struct Refusal {
    std::string fields, arguments, says;
  };
  for (const auto& [fields, arguments, says] :
       {Refusal{R"("mood": "{0}")", "", "classification needs a column of authors (--author NAME maps one)"},
        {R"("mood": "{0}")", "--task verification",
         "verification needs an author column (--author NAME maps one)"},
        {R"("author": "a{0}")", "--task verification",
         "verification needs two authors with two documents each; none has"},
        {R"("label": "l")", "",
         "classification needs two labels with 5 documents each; one has that many"}}) {
    write_corpus(60, [&](int i) { return fmt::format(fmt::runtime(fields), i, i % 2); });
    const auto said = standfast("init corpus.jsonl --force " + arguments);
    EXPECT_EQ(said.code, 3) << fields << said.out;
    EXPECT_THAT(said.err, HasSubstr("corpus.jsonl: nothing to study: ")) << fields;
    EXPECT_THAT(said.err, HasSubstr(says)) << fields;
    EXPECT_FALSE(std::filesystem::exists(file("study.toml"))) << fields;
  }
}

TEST_F(Init, ReplacesNothingUnasked) {
  synth(small());
  ASSERT_TRUE(write_file(file("study.toml"), "mine\n"));
  const auto said = standfast("init corpus.jsonl");
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("study.toml is there already; --force replaces it"));
  EXPECT_EQ(text("study.toml"), "mine\n");
  EXPECT_EQ(standfast("init corpus.jsonl --force").code, 0);
  EXPECT_THAT(text("study.toml"), HasSubstr("[[corpus]]"));
  EXPECT_EQ(standfast("init - --out other.toml").code, 2);
  EXPECT_EQ(standfast("init corpus.jsonl --task verification --target author --out other.toml").code, 2);
}

TEST_F(Init, NamesCorpusAndColumnsAsTheStudyFindsThem) {
  std::string lines;
  for (int i = 0; i < 600; ++i)
    lines += fmt::format(R"({{"id": "{0}", "body": "text {0}", "who": "a{1}", "what \"is\"": "t{2}"}})"
                         "\n",
                         i, i % 20, i / 20 % 7);
  std::filesystem::create_directories(file("data"));
  std::filesystem::create_directories(file("studies"));
  ASSERT_TRUE(write_file(file("data/a \"b\".jsonl"), lines));
  const auto said = standfast(
      R"(init 'data/a "b".jsonl' --author who --topic 'what "is"' --limit 500 --out studies/one.toml)");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(text("studies/one.toml"), HasSubstr(R"(path = "../data/a \"b\".jsonl")"));
  EXPECT_THAT(text("studies/one.toml"), HasSubstr("limit = 500\n"));
  const auto plan = testing::standfast("run one.toml --dry-run", file("studies"));
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("500 documents, 20 authors, 7 topics"));
}

TEST_F(Init, SaysWhichWarningsRemain) {
  write_corpus(300,
               [](int i) { return fmt::format(R"("author": "a{}", "topic": "t{}")", i % 20, i / 20 % 3); });
  const auto said = standfast("init corpus.jsonl");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("warning: SF104 corpus: "));
  EXPECT_THAT(text("study.toml"), HasSubstr("# Warning SF104 remains"));
}

TEST_F(Init, DependsOnNoNumberOfThreads) {
  synth(small());
  ASSERT_EQ(standfast("init corpus.jsonl --jobs 1 --out one.toml").code, 0);
  ASSERT_EQ(standfast("init corpus.jsonl --jobs 3 --out three.toml").code, 0);
  std::string three = text("three.toml");
  for (size_t at; (at = three.find("three.toml")) != std::string::npos;) three.replace(at, 10, "one.toml");
  EXPECT_EQ(text("one.toml"), three);
}

TEST_F(Init, WhatItWritesRuns) {
  SynthOptions options = small();
  options.length = 60;
  synth(options);
  for (const char* task : {"verification", "classification"}) {
    ASSERT_EQ(standfast(fmt::format("init corpus.jsonl --force --task {}", task)).code, 0);
    const auto said = standfast(fmt::format("run study.toml --out run-{} --jobs 2", task));
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr(std::string("What survives on corpus: ") +
                                    (std::string(task) == "verification" ? "auc" : "accuracy")));
  }
}

// These corpora are not in the repository; nothing of them is shown but counts.
class InitOnRealCorpora : public Init, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Data, InitOnRealCorpora,
                         ::testing::Values("digitalgov", "iac_dense", "scotus_dense", "twenty_newsgroups"));
TEST_P(InitOnRealCorpora, VerificationHasNoWarnings) {
  const std::string path = std::string("authorship/") + GetParam() + "/docs.jsonl.gz";
  STANDFAST_NEEDS_DATA(path);
  const auto said = standfast("init " + testing::data_path(path));
  ASSERT_EQ(said.code, 0) << said.err;
  const auto plan = standfast("run study.toml --dry-run --json");
  ASSERT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(nlohmann::json::parse(plan.out).at("warnings").dump(), "[]") << text("study.toml");
}

// Both corpora have a column that groups documents within topics, which the user did not ask for.
TEST_F(Init, ClassificationTakesBlocksThatItFinds) {
  for (const char* name : {"iac_dense", "scotus_dense"}) {
    const std::string path = std::string("authorship/") + name + "/docs.jsonl.gz";
    STANDFAST_NEEDS_DATA(path);
    const auto said = standfast("init " + testing::data_path(path) + " --task classification --force");
    ASSERT_EQ(said.code, 0) << said.err;
    const auto plan = standfast("run study.toml --dry-run --json");
    ASSERT_EQ(plan.code, 0) << plan.err << text("study.toml");
  }
}

// A block that is alone in its topic and author has no other block to trade places with, so the study goes
// without it.
TEST_F(Init, BlocksWithoutPartnersAreLeftOut) {
  std::string lines;
  for (int i = 0; i < 480; ++i)
    lines +=
        fmt::format(R"({{"id":"d{}","author":"a{}","topic":"t{}","thread":"h{}","text":"words {} of them"}})"
                    "\n",
                    i, i % 6, i / 6 % 8, i % 48 * 2 + i / 240, i);
  std::ofstream(file("posts.jsonl")) << lines;
  const auto said = standfast("init posts.jsonl --task classification");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(standfast("run study.toml --dry-run").code, 0) << text("study.toml");
}

}  // namespace
}  // namespace standfast
