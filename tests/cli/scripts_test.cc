// Tests of planted truths in other scripts, through the program: a signal of topics alone is found as topic,
// function words whose letters carry marks are found, and a Unicode form that nobody sees on paper tells
// nothing.
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"
#include "tests/support/csv_rows.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

class Scripts : public ::testing::Test {
 protected:
  struct Row {
    int author, topic;
    std::string text;
  };
  void corpus(int rows, const std::function<Row(int, Rng&)>& make) {
    Rng rng(11, "tests/scripts");
    std::string lines;
    for (int i = 0; i < rows; ++i) {
      const Row row = make(i, rng);
      lines += nlohmann::json{{"id", fmt::format("d{}", i)},
                              {"author", fmt::format("a{}", row.author)},
                              {"topic", fmt::format("t{}", row.topic)},
                              {"text", row.text}}
                   .dump() +
               "\n";
    }
    ASSERT_TRUE(write_file(folder_.file("c.jsonl"), lines));
  }
  // Returns the mean of a metric over the folds of a study. `head` are its keys before the corpus, and `tail`
  // are its conditions and models.
  double mean(const std::string& head, const std::string& keys, const std::string& tail,
              const std::string& metric) {
    EXPECT_TRUE(write_file(folder_.file("s.toml"),
                           fmt::format("{}\n[[corpus]]\npath = \"c.jsonl\"\n{}\n{}", head, keys, tail)));
    const auto said = testing::in_shell("rm -rf R; \"$standfast\" run s.toml --out R", folder_.path());
    EXPECT_EQ(said.code, 0) << said.err;
    last_ = said.out + said.err;
    double sum = 0;
    int folds = 0;
    for (const auto& row : testing::rows_of_csv(folder_.file("R/scores.csv")))
      if (row.at("metric") == metric && row.at("model") != "prior") {
        sum += std::stod(row.at("value"));
        ++folds;
      }
    EXPECT_GT(folds, 0) << metric;
    return sum / folds;
  }

  testing::TemporaryFolder folder_;
  std::string last_;
};

const std::string& any(Rng& rng, const Words& words) {
  return words[rng.below(words.size())];
}

constexpr const char* kVerify = R"([[condition]]
name = "random"
reference = true
split = { method = "k-fold", folds = 3 }
[[model]]
type = "topic-fit"
masked-words = 12
)";
constexpr const char* kUnmask = R"([[condition]]
name = "random"
reference = true
split = { method = "k-fold", folds = 3 }
[[model]]
type = "unmasking"
)";
constexpr const char* kClassify = "task = \"classification\"\ntarget = \"author\"";

std::string classify(const std::string& options) {
  return fmt::format(R"([[condition]]
name = "random"
reference = true
split = {{ method = "stratified-k-fold", folds = 4 }}
[[model]]
type = "maxent"
{}
)",
                     options);
}

TEST_F(Scripts, TopicsOfChineseTextsAreFoundAsTopics) {
  const Words common = {"的", "是", "在", "有", "和", "我们", "可以", "这个", "使用", "没有", "如果", "需要"};
  const Words of_topic[] = {{"文件", "目录", "权限", "磁盘"}, {"网络", "地址", "连接", "协议"},
                            {"医院", "医生", "病人", "药物"}, {"足球", "比赛", "球员", "教练"},
                            {"银行", "股票", "市场", "价格"}, {"音乐", "歌曲", "乐队", "钢琴"}};
  // Each author writes about one topic and has no habit.
  corpus(240, [&](int i, Rng& rng) {
    const int author = i % 24, topic = author % 6;
    std::string text;
    for (int k = 0; k < 90; ++k) {
      text += rng.below(10) < 7 ? any(rng, common) : any(rng, of_topic[topic]);
      if (k % 9 == 8) text += "。";
    }
    return Row{author, topic, text};
  });
  EXPECT_GE(mean("", "", kVerify, "auc"), .8);
  EXPECT_THAT(last_, HasSubstr("without spaces"));
  // The run keeps the rule, and its report names it.
  const auto provenance = nlohmann::json::parse(*read_file(folder_.file("R/provenance.json")));
  EXPECT_GT(provenance["corpora"][0]["unspaced"].get<double>(), .9);
  EXPECT_THAT(
      *read_file(folder_.file("R/report.html")),
      HasSubstr(
          "% of the characters belong to scripts without spaces between words; dictionaries segment words there"));
  // With words as their user cut them, a text here is one word and says nothing.
  EXPECT_NEAR(mean("", "", std::string(kVerify) + "word-rule = \"spaces\"\n", "auc"), .5, .05);
  // No text is long enough for the chunks of unmasking.
  EXPECT_NEAR(mean("", "", kUnmask, "auc"), .5, 1e-12);
  EXPECT_THAT(last_, AllOf(HasSubstr("SF208"), HasSubstr("0.500 (undecided)"), HasSubstr(", 0 decided")));
}

TEST_F(Scripts, HindiFunctionWordsTellWhoWroteAndTheirVowelSignsAreNoPunctuation) {
  const Words stems = {"किताब", "घर", "लड़का", "पानी", "शहर", "दिन", "काम", "बात"};
  const Words function = {"का", "की", "के", "को"};
  corpus(120, [&](int i, Rng& rng) {
    const int author = i % 4;
    std::string text;
    for (int k = 0; k < 80; ++k)
      text += (k % 2 == 0          ? any(rng, stems)
               : rng.below(10) < 6 ? function[static_cast<size_t>(author)]
                                   : any(rng, function)) +
              " ";
    return Row{author, i / 4 % 5, text + "।"};
  });
  ASSERT_TRUE(write_file(folder_.file("words.txt"), "का\nकी\nके\nको\n"));
  for (const char* rule : {"paper", "letters", "spaces"})
    EXPECT_GE(mean(kClassify, "",
                   classify(fmt::format("features = \"function-words\"\nfunction-words = \"words.txt\"\n"
                                        "weight = \"relative\"\nwords = \"{}\"",
                                        rule)),
                   "accuracy"),
              .9)
        << rule;
  EXPECT_LE(mean(kClassify, "", classify("features = \"punctuation\""), "accuracy"), .4);
}

TEST_F(Scripts, AFormThatNobodySeesTellsNothing) {
  // One author's editor writes each accent as a code point of its own.
  const Words composed = {"été", "élève", "hôtel", "même", "déjà", "le", "chat", "livre"};
  const Words apart = {"e\u0301te\u0301",
                       "e\u0301le\u0300ve",
                       "ho\u0302tel",
                       "me\u0302me",
                       "de\u0301ja\u0300",
                       "le",
                       "chat",
                       "livre"};
  corpus(160, [&](int i, Rng& rng) {
    const int author = i % 2;
    std::string text;
    for (int k = 0; k < 60; ++k) text += any(rng, author == 0 ? composed : apart) + " ";
    return Row{author, i / 2 % 5, text};
  });
  const std::string model = classify("features = \"char\"");
  EXPECT_LE(mean(kClassify, "", model, "accuracy"), .65);
  EXPECT_THAT(*read_file(folder_.file("R/provenance.json")), Not(HasSubstr("unspaced")));
  EXPECT_THAT(*read_file(folder_.file("R/report.html")), Not(HasSubstr("dictionaries segment words")));
  EXPECT_GE(mean(kClassify, "form = \"none\"", model, "accuracy"), .99);
  // A user does not have to run a study to be told.
  const auto said = testing::standfast("check c.jsonl", folder_.path());
  EXPECT_THAT(said.out + said.err, HasSubstr("SF324"));
}

TEST_F(Scripts, AListOfAnotherLanguageIsRefused) {
  corpus(40, [&](int i, Rng& rng) {
    std::string text;
    for (int k = 0; k < 30; ++k) text += any(rng, {"de", "la", "mesa", "casa"}) + " ";
    return Row{i % 2, i / 2 % 5, text};
  });
  std::string list;
  for (int k = 0; k < 30; ++k) list += fmt::format("слово{}\n", k);
  ASSERT_TRUE(write_file(folder_.file("words.txt"), list + "la\n"));
  ASSERT_TRUE(write_file(folder_.file("s.toml"),
                         std::string(kClassify) + "\n[[corpus]]\npath = \"c.jsonl\"\n" +
                             classify("features = \"function-words\"\nfunction-words = \"words.txt\"")));
  const auto said = testing::standfast("run s.toml --out R", folder_.path());
  EXPECT_NE(said.code, 0);
  EXPECT_THAT(said.out + said.err,
              HasSubstr("only 1 of its 31 words stand in any of the 40 training documents"));
}

constexpr const char* kGermanStems[] = {"Haus", "Wasser", "Stadt", "Tag", "Arbeit", "Baum", "Buch", "Weg"};

TEST_F(Scripts, GermanFunctionWordsAreTakenByTheCodeOfTheLanguage) {
  const Words function = {"nicht", "auch", "noch", "nur"};
  corpus(120, [&](int i, Rng& rng) {
    const int author = i % 4;
    std::string text;
    for (int k = 0; k < 80; ++k)
      text += std::string(k % 2 == 0          ? kGermanStems[rng.below(8)]
                          : rng.below(10) < 6 ? function[static_cast<size_t>(author)]
                                              : any(rng, function)) +
              " ";
    return Row{author, i / 4 % 5, text};
  });
  EXPECT_GE(mean(kClassify, "",
                 classify("features = \"function-words\"\nfunction-words = \"de\"\nweight = \"relative\""),
                 "accuracy"),
            .9);
}

TEST_F(Scripts, ARefusalOfAListNamesTheLanguageOfTheTexts) {
  corpus(40, [&](int i, Rng& rng) {
    std::string text;
    for (int k = 0; k < 20; ++k)
      text += std::string(any(rng, {"wir haben", "nicht mehr", "und er ist", "auf der", "sie wird"})) + " " +
              kGermanStems[rng.below(8)] + " ";
    return Row{i % 2, i / 2 % 5, text};
  });
  const auto said_of = [&](const std::string& list) {
    EXPECT_TRUE(write_file(folder_.file("s.toml"), std::string(kClassify) +
                                                       "\n[[corpus]]\npath = \"c.jsonl\"\n" +
                                                       classify("features = \"function-words\"\n" + list)));
    const auto said = testing::in_shell("rm -rf R; \"$standfast\" run s.toml --out R", folder_.path());
    EXPECT_NE(said.code, 0) << list;
    return said.out + said.err;
  };
  EXPECT_THAT(said_of("function-words = \"ru\""),
              HasSubstr("The texts seem to be in German (de): function-words = \"de\""));
  // The user did not ask for the English list.
  EXPECT_THAT(said_of(""), HasSubstr("words of the English list stand in any"));
  corpus(40, [&](int i, Rng& rng) {
    std::string text;
    for (int k = 0; k < 30; ++k) text += any(rng, {"的", "是", "文件", "目录", "权限", "我们"});
    return Row{i % 2, i / 2 % 5, text};
  });
  EXPECT_THAT(said_of(""),
              HasSubstr("The texts seem to be in Chinese (zh), of which there is no built-in list"));
}

// Two authors of Arabic texts write alike but for their words. The marks of vowels hide the words of half of
// the texts.
TEST_F(Scripts, ASavedModelReadsTextsAsThoseThatItLearnedFrom) {
  const Words words[] = {{"كتب", "ولد", "بيت"}, {"قلم", "شمس", "نهر"}};
  const auto write = [&](const std::string& fatha) {
    corpus(40, [&](int i, Rng& rng) {
      std::string text;
      for (int k = 0; k < 20; ++k) {
        const std::string& word = words[i % 2][rng.below(3)];
        for (size_t at = 0; at < word.size(); at += 2) text += word.substr(at, 2) + fatha;
        text += " ";
      }
      return Row{i % 2, 0, text};
    });
  };
  const auto run = [&](const std::string& words_of) { return testing::standfast(words_of, folder_.path()); };
  const auto right = [&] {
    const auto said = run("score p.jsonl --truth c.jsonl --target author --json");
    EXPECT_EQ(said.code, 0) << said.err;
    return nlohmann::json::parse(said.out).at("metrics").at("accuracy").get<double>();
  };
  write("");
  const std::string train = "train c.jsonl --model naive-bayes --target author --out ";
  ASSERT_EQ(run(train + "m --fold-letters vowel-marks --fold-letters tatweel").code, 0);
  ASSERT_EQ(run(train + "plain").code, 0);
  write("َ");  // other texts, with marks of vowels
  ASSERT_EQ(run("predict m c.jsonl --out p.jsonl").code, 0);
  EXPECT_EQ(right(), 1);
  for (const std::string same : {"--fold-letters tatweel --fold-letters vowel-marks", "--form nfc"})
    EXPECT_EQ(run("predict m c.jsonl --out p2.jsonl " + same).code, 0) << same;
  for (const std::string command :
       {"predict m c.jsonl --out p2.jsonl", "explain c.jsonl --model m --out e.jsonl"}) {
    EXPECT_EQ(run(command).code, 0) << command;
    const auto other = run(command + " --fold-letters tatweel");
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err,
                HasSubstr("--fold-letters tatweel: the model learned from texts read with --fold-letters "
                          "vowel-marks, tatweel"));
    EXPECT_THAT(run(command + " --form none").err,
                HasSubstr("--form none: the model learned from texts read with --form nfc"));
  }
  EXPECT_THAT(run("explain c.jsonl --model m --out e.jsonl").err,
              HasSubstr("a form without marks of vowels"));
  EXPECT_THAT(run("predict plain c.jsonl --out p.jsonl --fold-letters tatweel").err,
              HasSubstr("read with no letters folded"));
}

TEST_F(Scripts, PairsAreReadInTheFormThatIsAsked) {
  std::string pairs, truth;
  for (int i = 0; i < 8; ++i) {
    const auto text = [&](int author) { return author == 0 ? "كـــتب ولد بيت" : "قلم شـــمس نهر"; };
    pairs += nlohmann::json{{"id", fmt::format("p{}", i)}, {"pair", {text(0), text(i % 2)}}}.dump() + "\n";
    truth += nlohmann::json{{"id", fmt::format("p{}", i)}, {"same", i % 2 == 0}}.dump() + "\n";
  }
  ASSERT_TRUE(write_file(folder_.file("pairs.jsonl"), pairs));
  ASSERT_TRUE(write_file(folder_.file("truth.jsonl"), truth));
  const auto run = [&](const std::string& words) { return testing::standfast(words, folder_.path()); };
  const auto trained =
      run("train pairs.jsonl --model char-ngram --hold-out 0 --fold-letters tatweel --out v");
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.err, HasSubstr("texts were brought into NFC, a form without tatweel"));
  EXPECT_THAT(run("predict v pairs.jsonl --out a.jsonl").err, HasSubstr("a form without tatweel"));
  EXPECT_EQ(run("predict v pairs.jsonl --out a.jsonl --form none").code, 2);
}

TEST_F(Scripts, ASplitIsOfTheCorpusWhoseTextsItReadInAnotherForm) {
  corpus(24, [](int i, Rng&) {
    return Row{i % 2, i % 3, (i == 5 ? "un re\u0301sume\u0301 " : "un texte ") + std::to_string(i)};
  });
  const auto run = [&](const std::string& words) { return testing::standfast(words, folder_.path()); };
  for (const std::string form : {"", " --form nfkc", " --form none", " --form nfkc --fold-letters yo"}) {
    ASSERT_EQ(run("split c.jsonl --method k-fold --set folds=3 --out s.json" + form).code, 0);
    for (const std::string asked : {"", " --near 0.8", " --form nfc"}) {
      if (form == " --form none" && asked == " --form nfc") continue;  // what NFC removed is gone
      const auto said = run("check c.jsonl --splits s.json --ignore SF324" + asked);
      EXPECT_EQ(said.code, 0) << form << asked << ": " << said.out << said.err;
    }
  }
  corpus(24, [](int i, Rng&) { return Row{i % 2, i % 3, fmt::format("un texte {}", i)}; });
  const auto other = run("check c.jsonl --splits s.json");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.out, HasSubstr("made for other data"));
}

}  // namespace
}  // namespace standfast
