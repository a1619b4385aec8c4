// Tests that `standfast shortcut` writes what the cells of a study read, byte for byte: every kind, both
// laws, every side.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/study/cell/planted_sides.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/study_corpus.h"
#include "tests/support/study_run.h"

namespace standfast::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// A kind with its options, as both TOML and the command line write them.
struct ExportedKind {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> options;
  std::string law;
};
void PrintTo(const ExportedKind& tested, std::ostream* out) {
  *out << tested.kind << " by the law " << tested.law;
}

// The line of each id, up to the end of its text, as it stands in the file.
using LineHeads = std::map<std::string, std::string>;

class PlantedExport : public StudyRun, public ::testing::WithParamInterface<ExportedKind> {
 protected:
  static constexpr uint64_t kSeed = 3;
  static constexpr double kLambda = 0.7, kTestLambda = 0.9;

  // Writes 300 reviews of three labels. The texts need escapes in JSON, hold letters beyond ASCII, and have
  // white space at their ends; some hold a word that a kind takes out first.
  void SetUp() override {
    std::ofstream corpus(file("reviews.jsonl")), rewrites(file("rewrites.jsonl")), pool(file("pool.jsonl")),
        other(file("other.jsonl")), third(file("third.jsonl"));
    for (int i = 0; i < 300; ++i) {
      Rng rng(1, "test/exported", std::to_string(i));
      std::string text = i % 7 == 0 ? "Honestly, it\t\"was\" \\fine\\. " : "Das Bier ";
      for (int word = 0; word < 8; ++word)
        text += fmt::format("w{}{}", rng.below(40), word % 3 == 2 ? ". " : " ");
      if (i % 5 == 0) text += "\xC3\xA9t\xC3\xA9\n";
      corpus << Json({{"id", fmt::format("r{}", i)},
                      {"label", std::to_string(i % 3)},
                      {"text", text},
                      {"stars", i % 4}})
                    .dump()
             << "\n";
      for (const char* style : {"formal", "shakespeare", "hemingway"})
        // A few rewrites are missing, and their documents are on no side.
        if (i % 40 != 9)
          rewrites << Json({{"id", fmt::format("r{}", i)},
                            {"style", style},
                            {"text", fmt::format("\n\"{} of {}\xE2\x80\xA6\"", style, i)}})
                          .dump()
                   << "\n";
    }
    for (int i = 0; i < 2400; ++i) {
      const Json row = {{"id", i}, {"text", fmt::format(" a text {}.\n", i)}, {"rating", i / 2 % 4}};
      (i % 2 == 0 ? pool : other) << row.dump() << "\n";
      third << Json({{"id", i}, {"text", fmt::format("a third text {}", i)}, {"rating", i % 4}}).dump()
            << "\n";
    }
  }

  // Returns a study with the shortcut alone. Its model keeps what it is given, and answers "0" to everything.
  std::string study_text() const {
    std::string options;
    for (const auto& [name, value] : GetParam().options) options += fmt::format(", {} = \"{}\"", name, value);
    write_study("keep.sh",
                "cat \"$1\" >> \"$4/train\"; cat \"$2\" >> \"$4/test\"\n"
                "sed 's/^\\({\"id\":\"[^\"]*\"\\).*/\\1,\"predicted\":\"0\"}/' \"$2\" > \"$3\"\n");
    return fmt::format(R"(task = "classification"
target = "label"
profile = "classification-labels"
seeds = [{}]
[[corpus]]
path = "reviews.jsonl"
[[condition]]
name = "planted"
split = {{ method = "hold-out", test-share = 0.4, validation = 0.2 }}
shortcut = {{ kind = "{}", lambda = {}, test-lambda = {}, law = "{}"{} }}
[[model]]
type = "command"
command = ["sh", "{}", "{{train}}", "{{test}}", "{{answers}}", "{}"]
)",
                       kSeed, GetParam().kind, kLambda, kTestLambda, GetParam().law, options, file("keep.sh"),
                       folder_.path());
  }

  // Returns the command that writes the same fold. Its options are those of the study, with whole paths.
  std::vector<std::string> export_words(const std::string& splits) const {
    std::vector<std::string> words = {"shortcut",      file("reviews.jsonl"),
                                      "--splits",      splits,
                                      "--fold",        "0",
                                      "--seed",        std::to_string(kSeed),
                                      "--kind",        GetParam().kind,
                                      "--law",         GetParam().law,
                                      "--lambda",      fmt::format("{}", kLambda),
                                      "--test-lambda", fmt::format("{}", kTestLambda),
                                      "--out",         file("OUT")};
    for (const auto& [name, value] : GetParam().options) {
      words.emplace_back("--set");
      words.push_back(name + "=" + (value.ends_with(".jsonl") ? file(value) : value));
    }
    return words;
  }

  // Returns the heads of the lines of a file. Id and text come first in the files of the command, and in
  // those that a program model gets.
  LineHeads heads(const std::string& path, const std::function<std::string(std::string)>& id = {}) const {
    LineHeads all;
    std::istringstream lines(read_file(path).value_or(""));
    for (std::string line; std::getline(lines, line);) {
      const Json json = Json::parse(line);
      std::string head = "{\"id\":";
      append_json_string(head, json["id"].get<std::string>());
      head += ",\"text\":";
      append_json_string(head, json["text"].get<std::string>());
      EXPECT_TRUE(line.starts_with(head)) << line;
      const std::string kept = id ? id(json["id"]) : json["id"].get<std::string>();
      if (!kept.empty()) all[kept] = head.substr(head.find(",\"text\":"));
    }
    return all;
  }
  LineHeads exported(const std::string& side) const { return heads(file("OUT/" + side + ".jsonl")); }
};

TEST_P(PlantedExport, IsWhatTheCellsOfAStudyRead) {
  write_study("study.toml", study_text());
  ASSERT_EQ(run("RUN"), 0) << output();
  ASSERT_EQ(command(export_words(file("RUN/splits/reviews--planted--seed3.json"))), 0) << output();

  // The program was given train, and in one file test, original and anti-test, told apart by the ending of
  // the id.
  const auto with_ending = [](const std::string& ending) {
    return [ending](const std::string& id) -> std::string {
      const size_t slash = id.find('/');
      if (slash == std::string::npos) return ending.empty() ? id : "";
      return id.substr(slash) == ending ? id.substr(0, slash) : "";
    };
  };
  EXPECT_EQ(heads(file("train")), exported("train"));
  EXPECT_EQ(heads(file("test"), with_ending("")), exported("test"));
  EXPECT_EQ(heads(file("test"), with_ending("/original")), exported("original"));
  EXPECT_EQ(heads(file("test"), with_ending("/anti-test")), exported("anti"));
  EXPECT_GT(exported("test").size(), 100U);
  EXPECT_NE(exported("test"), exported("original"));
  EXPECT_NE(exported("test"), exported("anti"));

  // Dev, which no program model sees, and the value of the cue in every document are compared with the
  // planted sides.
  const auto spec = parse_study(study_text(), "study.toml", study_catalogs());
  ASSERT_TRUE(spec) << spec.error().message;
  const auto corpus = read_study_corpus(*spec, spec->corpora[0], folder_.path(), nullptr, null_sink());
  ASSERT_TRUE(corpus);
  const ConditionSpec& condition = spec->condition("planted");
  const auto drawn = draw_condition(*corpus, condition, study_catalogs(), drawn_for(*spec, folder_.path()),
                                    kSeed, 1, null_sink());
  ASSERT_TRUE(drawn) << drawn.error().message;
  const auto sides = plant_sides(*corpus, drawn->split.folds[0], **corpus->require(Role::label), condition,
                                 study_catalogs(), folder_.path(), kSeed, 2, null_sink());
  ASSERT_TRUE(sides) << sides.error().message;
  const auto expect_side = [&](const std::string& side, const auto& rows) {
    size_t seen = 0;
    std::map<std::string, uint32_t> row_of;
    for (const uint32_t row : rows) row_of[std::string(corpus->id(sides->row[row]))] = row;
    std::istringstream lines(*read_file(file("OUT/" + side + ".jsonl")));
    for (std::string line; std::getline(lines, line); ++seen) {
      const Json json = Json::parse(line);
      const auto row = row_of.find(json["id"]);
      ASSERT_NE(row, row_of.end()) << side << " " << line;
      EXPECT_EQ(json["text"], sides->corpus.text(row->second)) << side;
      if (side != "original") {
        EXPECT_EQ(json["cue"], sides->record.values[sides->cue[row->second]]) << side;
      }
    }
    EXPECT_EQ(seen, row_of.size()) << side;
  };
  expect_side("train", sides->fold.train);
  expect_side("dev", sides->fold.validation);
  expect_side("test", sides->fold.test);
  expect_side("original", sides->sides[0].rows);
  expect_side("anti", sides->sides[1].rows);
  EXPECT_GT(sides->fold.validation.size(), 20U);
}

std::vector<ExportedKind> exported_kinds() {
  const std::vector<ExportedKind> kinds = {
      {"single-term", {}, ""},
      {"synonym", {{"segments", "sentences"}, {"letters", "sentence"}, {"remove", "tidy"}}, ""},
      {"category", {}, ""},
      {"register", {{"rewrites", "rewrites.jsonl"}}, ""},
      {"author-style", {{"rewrites", "rewrites.jsonl"}, {"outer", "kept"}}, ""},
      {"concept-occurrence",
       {{"high-pool", "pool.jsonl"}, {"low-pool", "third.jsonl"}, {"high-test-pool", "other.jsonl"}},
       ""},
      {"concept-correlation",
       {{"pool", "pool.jsonl"},
        {"test-pool", "other.jsonl"},
        {"between", "other.jsonl"},
        {"between-order", "sorted"}},
       ""}};
  std::vector<ExportedKind> all;
  for (const char* law : {"mixture", "product"})
    for (auto one : kinds) {
      one.law = law;
      all.push_back(std::move(one));
    }
  return all;
}

TEST(PlantedExportKinds, AreAllThatThereAre) {
  std::set<std::string> tested, known;
  for (const auto& one : exported_kinds()) tested.insert(one.kind);
  for (const auto& entry : shortcuts().entries()) known.insert(entry.name);
  EXPECT_EQ(tested, known);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlantedExport, ::testing::ValuesIn(exported_kinds()), [](const auto& tested) {
  std::string name = tested.param.kind + "_" + tested.param.law;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace standfast::testing
