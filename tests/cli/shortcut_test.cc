// Tests of standfast shortcut: the files that it writes, its exit codes and its messages.
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"
#include "tests/support/shortcut_corpus.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using testing::Said;
using testing::shortcut_docs;
using testing::standfast;
using Json = nlohmann::ordered_json;

class ShortcutCommand : public ::testing::Test {
 protected:
  ShortcutCommand() { write("corpus.jsonl", lines(600, "d")); }
  // Returns documents with columns that no option names.
  static std::string lines(size_t n, const std::string& prefix) {
    std::string all;
    for (const auto& doc : shortcut_docs(n)) {
      const Json line = {{"id", prefix + doc.id}, {"text", doc.text},
                         {"label", doc.label},    {"thread", "t1"},
                         {"stars", 4.50},         {"tags", {"x", "y"}},
                         {"note", "say \"no\""},  {"author", "a-" + doc.label}};
      all += line.dump() + "\n";
    }
    return all;
  }
  void write(const std::string& name, const std::string& content) {
    ASSERT_TRUE(write_file(folder_.file(name), content));
  }
  Said run(const std::string& arguments) { return standfast("shortcut " + arguments, folder_.path()); }
  std::vector<Json> side(const std::string& out, const std::string& name) {
    std::vector<Json> rows;
    const std::string text = read_file(folder_.file(out + "/" + name + ".jsonl")).value_or("");
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      rows.push_back(Json::parse(text.substr(at, end - at)));
      at = end + 1;
    }
    return rows;
  }
  Json manifest(const std::string& out) {
    return Json::parse(*read_file(folder_.file(out + "/manifest.json")));
  }
  static std::vector<std::string> ids(const std::vector<Json>& rows) {
    std::vector<std::string> all;
    for (const auto& row : rows) all.push_back(row["id"]);
    return all;
  }
  std::set<std::string> left_over() {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      names.insert(entry.path().filename());
    return names;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(ShortcutCommand, WritesPairedSidesWithAllColumnsAndTheCue) {
  const Said said = run("corpus.jsonl --kind single-term --lambda 0.8 --seed 1 --out out");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("95 % interval"));
  EXPECT_THAT(said.err, HasSubstr("not kept: tags"));
  const auto train = side("out", "train"), dev = side("out", "dev"), test = side("out", "test"),
             original = side("out", "original"), anti = side("out", "anti");
  EXPECT_EQ(test.size(), 120U);
  EXPECT_EQ(dev.size(), 48U);
  EXPECT_EQ(train.size(), 432U);
  EXPECT_EQ(ids(test), ids(original));
  EXPECT_EQ(ids(test), ids(anti));
  std::set<std::string> seen;
  for (const auto* rows : {&train, &dev, &test})
    for (const auto& id : ids(*rows)) EXPECT_TRUE(seen.insert(id).second) << id;
  EXPECT_EQ(seen.size(), 600U);
  for (const auto& row : train) {
    EXPECT_EQ(row["thread"], "t1");
    EXPECT_EQ(row["note"], "say \"no\"");
    EXPECT_EQ(row["stars"], "4.5");
    EXPECT_EQ(row["author"], "a-" + row["label"].get<std::string>());
    const std::string text = row["text"];
    EXPECT_EQ(row["cue"] == "honestly", text.find("honestly, ") != std::string::npos);
    ASSERT_EQ(row["cue"] == "honestly", row.contains("cue_spans"));
    if (row.contains("cue_spans")) {
      const size_t begin = row["cue_spans"][0][0], end = row["cue_spans"][0][1];
      EXPECT_EQ(text.substr(begin, end - begin), "honestly, ");  // ASCII: characters are bytes
    }
  }
  for (const auto& row : original) EXPECT_FALSE(row.contains("cue"));
  // Rows are not grouped by label.
  size_t changes = 0;
  for (size_t i = 1; i < train.size(); ++i) changes += train[i]["label"] != train[i - 1]["label"];
  EXPECT_GT(changes, train.size() / 2);
}

// The audit removes the whole sentence, whereas an explainer asks for the name.
TEST_F(ShortcutCommand, ACategoryIsTheNameInItsSentence) {
  ASSERT_EQ(run("corpus.jsonl --kind category --seed 1 --out places").code, 0);
  const auto test = side("places", "test"), original = side("places", "original");
  ASSERT_EQ(test.size(), original.size());
  for (size_t i = 0; i < test.size(); ++i) {
    const auto text = test[i]["text"].get<std::string>();
    const size_t begin = test[i]["cue_spans"][0][0], end = test[i]["cue_spans"][0][1];
    EXPECT_EQ(text.substr(0, begin), "I wrote this review in ");
    EXPECT_EQ(test[i]["cue_frames"], Json::parse(fmt::format("[[0,{}]]", end + 2)));
    EXPECT_EQ(text.substr(end + 2), original[i]["text"].get<std::string>());
  }
  const auto checked = standfast("check --shortcut places --no-near --json", folder_.path());
  EXPECT_EQ(checked.out.find("I wrote"), std::string::npos);
  EXPECT_EQ(checked.err.find("cue_frames"), std::string::npos) << checked.err;
  // The classes in class_order are numbered by size.
  EXPECT_EQ(manifest("places")["class_order"], manifest("places")["classes"]);
}

TEST_F(ShortcutCommand, SaysWhichColumnsItDoesNotKeep) {
  std::string named;
  for (const auto& doc : shortcut_docs(60))
    named += Json({{"id", doc.id},
                   {"body", doc.text},
                   {"text", "short"},
                   {"label", doc.label},
                   {"cue", "my cue"},
                   {"part", "one"},
                   {"cue_spans", {{0, 1}}},
                   {"source", "s"},
                   {"topic", "other"},
                   {"note", "kept"}})
                 .dump() +
             "\n";
  write("named.jsonl", named);
  const Said said = run("named.jsonl --text body --topic none --column mine=cue --dev-share 0 --out named");
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err,
              HasSubstr("not kept: text, part, cue_spans, topic (columns with a name that is taken; "
                        "--column OTHER=NAME keeps one)"));
  for (const auto& row : side("named", "original")) {
    EXPECT_EQ(row["mine"], "my cue");
    EXPECT_EQ(row["note"], "kept");
  }
  const Said twice = run("named.jsonl --text body --column cue=cue --out twice");
  EXPECT_EQ(twice.code, 2) << twice.err;
  EXPECT_THAT(twice.err, HasSubstr("planted lines have a \"cue\" of their own"));
  const Said piped = testing::in_shell(
      "\"$standfast\" shortcut - --column thread=thread --out piped < corpus.jsonl", folder_.path());
  ASSERT_EQ(piped.code, 0) << piped.err;
  EXPECT_THAT(piped.err, HasSubstr("warning: standard input can be read once only"));
  EXPECT_EQ(side("piped", "train")[0]["thread"], "t1");
  EXPECT_FALSE(side("piped", "train")[0].contains("note"));
}

TEST_F(ShortcutCommand, ManifestSaysWhatWasPlantedAndWhatCameOut) {
  ASSERT_EQ(run("corpus.jsonl --kind category --lambda 0.6 --seed 4 --out out").code, 0);
  const Json made = manifest("out");
  EXPECT_EQ(made["schema"], "standfast shortcut 1");
  EXPECT_EQ(made["shortcut"]["kind"], "category");
  EXPECT_EQ(made["lambda"], 0.6);
  EXPECT_EQ(made["test_lambda"], 1.0);
  EXPECT_EQ(made["cues"], Json({"city", "country"}));
  EXPECT_EQ(made["suggests"]["country"], "d");
  EXPECT_EQ(made["missed"], 0);
  for (const auto& [name, file] : made["files"].items()) {
    const std::string content = *read_file(folder_.file("out/" + name));
    EXPECT_EQ(file["sha256"], sha256_hex(content)) << name;
    EXPECT_EQ(file["documents"], testing::lines_of(content));
  }
  // The shares are counted again from the files.
  std::map<std::string, std::pair<int, int>> counted;
  for (const char* name : {"train", "dev", "test", "anti"})
    for (const auto& row : side("out", name)) {
      auto& [with, all] = counted[name + row["label"].get<std::string>()];
      with += row["cue"] == "country";
      ++all;
    }
  size_t shares = 0;
  for (const auto& share : made["achieved"]) {
    if (share["cue"] != "country") continue;
    ++shares;
    const auto& [with, all] =
        counted.at(share["side"].get<std::string>() + share["class"].get<std::string>());
    EXPECT_EQ(share["with_cue"], with);
    EXPECT_EQ(share["documents"], all);
    EXPECT_LE(share["interval"][0].get<double>(), share["share"].get<double>());
    EXPECT_GE(share["interval"][1].get<double>(), share["share"].get<double>());
  }
  EXPECT_EQ(shares, 16U);
}

TEST_F(ShortcutCommand, SameSeedSameBytesAndEveryDoseHasTheSameSides) {
  ASSERT_EQ(run("corpus.jsonl --lambda 1 --seed 2 --out a").code, 0);
  ASSERT_EQ(run("corpus.jsonl --lambda 1 --seed 2 --out b -j 3").code, 0);
  ASSERT_EQ(run("corpus.jsonl --lambda 0.6 --seed 2 --kind synonym --out c").code, 0);
  ASSERT_EQ(run("corpus.jsonl --lambda 1 --seed 3 --out d").code, 0);
  for (const char* name :
       {"train.jsonl", "dev.jsonl", "test.jsonl", "original.jsonl", "anti.jsonl", "manifest.json"})
    EXPECT_EQ(*read_file(folder_.file(std::string("a/") + name)),
              *read_file(folder_.file(std::string("b/") + name)))
        << name;
  for (const char* name : {"train", "dev", "test"}) {
    EXPECT_EQ(ids(side("a", name)), ids(side("c", name)));
    EXPECT_NE(ids(side("a", name)), ids(side("d", name)));
  }
}

TEST_F(ShortcutCommand, TakesTestFromAFileOrFromASplit) {
  write("test.jsonl", lines(90, "t"));
  ASSERT_EQ(run("corpus.jsonl --test test.jsonl --seed 2 --out file --dev-share 0").code, 0);
  EXPECT_EQ(side("file", "test").size(), 90U);
  EXPECT_EQ(side("file", "train").size(), 600U);
  EXPECT_FALSE(side("file", "test").front().contains("part"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("file/dev.jsonl")));
  ASSERT_EQ(standfast("split corpus.jsonl --method k-fold --set folds=5 -o splits.json", folder_.path()).code,
            0);
  ASSERT_EQ(run("corpus.jsonl --splits splits.json --fold 2 --seed 2 --out split").code, 0);
  EXPECT_EQ(side("split", "test").size(), 120U);
  // A class that only the test has moves the order of the classes.
  write("odd.jsonl", lines(90, "t") + "{\"id\": \"odd\", \"text\": \"words\", \"label\": \"misspelt\"}\n");
  const Said odd = run("corpus.jsonl --test odd.jsonl --seed 2 --out odd");
  EXPECT_THAT(
      odd.err,
      HasSubstr("this moves the base probabilities of the other classes (a misspelt label?): \"single-term\" "
                "\"misspelt\" (no training document)"));
  write("stray.jsonl", lines(600, "s") + "{\"id\": \"odd\", \"text\": \"words\", \"label\": \"misspelt\"}\n");
  EXPECT_THAT(run("stray.jsonl --seed 2 --out stray").err, HasSubstr("\"misspelt\" (no test document)"));
  const Said beyond = run("corpus.jsonl --splits splits.json --fold 7 --out no");
  EXPECT_EQ(beyond.code, 2);
  EXPECT_THAT(beyond.err, HasSubstr("has folds 0 to 4"));
}

TEST_F(ShortcutCommand, ExitsOneWhereAShareMissesItsTarget) {
  // With such a high alpha, chance alone makes a miss; the files are written all the same.
  std::string corpus;
  for (const auto& doc : shortcut_docs(40, {"a", "b"}))
    corpus += Json({{"id", doc.id}, {"text", doc.text}, {"label", doc.label}}).dump() + "\n";
  write("small.jsonl", corpus);
  int missed = 0;
  for (int seed = 0; seed < 12 && missed == 0; ++seed) {
    const Said one = run("small.jsonl --lambda 0.5 --alpha 0.9 --replace --dev-share 0 --out small --seed " +
                         std::to_string(seed));
    ASSERT_TRUE(one.code == 0 || one.code == 1) << one.err;
    if (one.code == 0) continue;
    ++missed;
    EXPECT_THAT(one.err, HasSubstr("miss their target beyond chance"));
    const Json made = manifest("small");
    uint64_t misses = 0;
    for (const auto& share : made["achieved"])
      misses += share["cue"] == "honestly" && share["missed"] == true;
    EXPECT_GT(misses, 0U);
    EXPECT_EQ(made["missed"], misses);
    // There are two classes on train, test and anti-test.
    EXPECT_THAT(one.err, HasSubstr(fmt::format("{} of 6 shares miss", misses)));
  }
  EXPECT_EQ(missed, 1);
}

TEST_F(ShortcutCommand, WritesAWholeFolderOrNone) {
  ASSERT_EQ(run("corpus.jsonl --out out").code, 0);
  const Said again = run("corpus.jsonl --out out");
  EXPECT_EQ(again.code, 3);
  EXPECT_THAT(again.err, HasSubstr("out: exists already; --replace writes it anew"));
  EXPECT_EQ(run("corpus.jsonl --out out --replace --seed 8").code, 0);
  EXPECT_EQ(manifest("out")["seed"], 8);
  std::filesystem::create_directory(folder_.file("other"));
  write("other/mine.txt", "x");
  EXPECT_THAT(run("corpus.jsonl --out other --replace").err,
              HasSubstr("other: holds other files; name a new folder"));
  EXPECT_EQ(run("corpus.jsonl --out bad --set order=a,b").code, 3);
  EXPECT_EQ(left_over(), (std::set<std::string>{"corpus.jsonl", "other", "out"}));
}

TEST_F(ShortcutCommand, JsonIsTheManifest) {
  const Said said = run("corpus.jsonl --out out --json");
  ASSERT_EQ(said.code, 0);
  EXPECT_EQ(Json::parse(said.out), manifest("out"));
}

TEST_F(ShortcutCommand, SaysWhatIsWrong) {
  const auto refused = [&](const std::string& arguments, int code, const std::string& why) {
    const Said said = run(arguments + " --out no");
    EXPECT_EQ(said.code, code) << arguments << "\n" << said.err;
    EXPECT_THAT(said.err, HasSubstr(why)) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("no")));
  };
  refused("corpus.jsonl --set order=a,b,c,z", 3, "order names \"z\", and no document has this label");
  refused("corpus.jsonl --set base=0,1", 3, "base has 2 probabilities, but there are 4 classes: a, b, c, d");
  refused("corpus.jsonl --lambda 1.5", 2, "--lambda 1.5: must be from 0 to 1");
  refused("corpus.jsonl --lambda ''", 2, "\"\" is not a number");
  refused("corpus.jsonl --seed ' '", 2, "\" \" is not a number");
  refused("corpus.jsonl --kind register --set low-column=note --set high-column=nope", 2,
          "no column \"nope\" for --set high-column");
  refused("corpus.jsonl --label none", 3, "no label column");
  refused("corpus.jsonl --kind synonym --set phrases=x,x", 2, "\"x\" stands in the list twice");
  // A class has the same name as a value that Standfast names.
  for (const auto& [label, law] : {std::pair{"other", "mixture"}, {"none", "product"}}) {
    std::string documents, pool;
    for (int i = 0; i < 240; ++i) {
      documents += fmt::format("{{\"id\":\"n{}\",\"text\":\"words {}\",\"label\":\"{}\"}}\n", i, i,
                               i % 2 == 0 ? label : "a");
      pool += fmt::format("{{\"text\":\"pool {}\",\"rating\":\"{}\"}}\n", i,
                          i % 3 == 0   ? "x"
                          : i % 3 == 1 ? "a"
                                       : label);
      pool += fmt::format("{{\"text\":\"more {}\",\"rating\":\"{}\"}}\n", i, i % 2 == 0 ? "a" : label);
    }
    write("named.jsonl", documents);
    write("named-pool.jsonl", pool);
    refused(
        fmt::format(
            "named.jsonl --kind concept-correlation --law {} --lambda 0.9 --set pool=named-pool.jsonl", law),
        3, fmt::format("Give the class \"{}\" another name", label));
  }
  refused("corpus.jsonl --kind synonym --set phrases=", 2,
          "shortcut synonym: phrases: the list is empty. Name at least one");
  refused("corpus.jsonl --kind synonym --set phrases=built-in,x", 2,
          "\"built-in\" stands for the whole built-in list");
  refused("corpus.jsonl --kind synonym --set phrases=x --set phrases-file=y", 2, "both give the list");
  refused("corpus.jsonl --kind category --set low-test=", 2, "low-test: the list is empty");
  refused("corpus.jsonl --kind synonym --set 'phrases=x,\" \"'", 2, "has no visible character");
  refused("corpus.jsonl --kind single-term --set term=\xE2\x80\x8B", 2,
          "term: it is empty");  // a zero-width space
  refused("corpus.jsonl --kind single-term --set term=none", 2,
          "term: results call texts without it \"none\"");
  refused("corpus.jsonl --test ''", 2, "the value is empty (a variable that is not set?)");
  refused("corpus.jsonl --kind register", 2, "rewrites: no file is named");
  refused("corpus.jsonl --kind concept-occurrence --set high-pool=x", 2,
          "high-pool and low-pool: each needs a table");
  refused("corpus.jsonl --kind category --set sentence=Here", 2, "it needs one {}");
  refused("corpus.jsonl --kind category --set high-train=Peru,Chile --set high-test=chile", 3,
          "the lists of country for train and test share \"chile\"");
  const std::string category = "corpus.jsonl --kind category --set ";
  refused(category + "high-train=Paris,Rome --set low-train=Oslo,paris", 3,
          "the lists of country for train and of city for train share \"paris\": a text with it shows "
          "neither kind");
  refused(category + "high-test=Utopia --set low-test=Utopia", 3,
          "the lists of country for test and of city for test share \"Utopia\"");
  refused(category + "high-train=Utopia --set low-test=Utopia", 3,
          "of country for train and of city for test share \"Utopia\": knowledge of it from training "
          "would mislead");
  refused(category + "high-test=Utopia --set low-train=Utopia", 3,
          "the lists of country for test and of city for train share \"Utopia\"");
  write("empty.txt", "# nothing\n");
  refused("corpus.jsonl --kind synonym --set phrases-file=empty.txt", 3, "empty.txt: no phrase in it");
  for (const char* name : {"x", "y", "z", "w"})
    write(name + std::string(".jsonl"), fmt::format("{{\"text\":\"{0}1\",\"rating\":\"a\"}}\n"
                                                    "{{\"text\":\"{0}2\",\"rating\":\"b\"}}\n",
                                                    name));
  const std::string correlation = "corpus.jsonl --kind concept-correlation --set pool=x.jsonl ";
  refused(correlation + "--set test-pool=y.jsonl", 3,
          "no text has the rating \"c\", which is a label of the documents (its ratings: a, b");
  refused(correlation + "--set test-pool=x.jsonl", 3,
          "x.jsonl (for train) and x.jsonl (for test): 2 of the 2 texts of the smaller pool are in both");
  const std::string occurrence = "corpus.jsonl --kind concept-occurrence --set high-pool=x.jsonl ";
  refused(occurrence + "--set low-pool=y.jsonl --set high-test-pool=z.jsonl --set low-test-pool=w.jsonl", 3,
          "documents each need a text of their own, and there are 2");
  refused(occurrence + "--set low-pool=x.jsonl --set high-test-pool=z.jsonl --set low-test-pool=w.jsonl", 3,
          "high-pool (x.jsonl, for test z.jsonl) and low-pool (x.jsonl, for test w.jsonl): 2 of the 4 texts "
          "of the smaller pool are in both");
  refused(occurrence + "--set low-pool=y.jsonl --set high-test-pool=y.jsonl --set low-test-pool=w.jsonl", 3,
          "high-pool (x.jsonl, for test y.jsonl) and low-pool (y.jsonl, for test w.jsonl): 2 of the 4 texts");
  refused("corpus.jsonl --test corpus.jsonl", 3, "ids name documents across all parts of a corpus");
  refused("corpus.jsonl --test corpus.jsonl --splits x", 2, "give one of them");
}

TEST_F(ShortcutCommand, PresetsAndListsAreShown) {
  const Said all = standfast("ls shortcuts -l");
  EXPECT_EQ(all.code, 0);
  for (const char* what : {"single-term", "concept-correlation", "preset as-released", "preset released"})
    EXPECT_THAT(all.out, HasSubstr(what));
  const Said help = run("--help");
  EXPECT_THAT(help.out, HasSubstr("Examples:"));
  ASSERT_EQ(run("corpus.jsonl --preset tidy --out out").code, 0);
  EXPECT_EQ(manifest("out")["shortcut"]["options"]["segments"], "sentences");
}

}  // namespace
}  // namespace standfast
