// Auxiliary files of a study: declared once, named by options, digested, and refused where they do not fit.
#include "standfast/study/spec/auxiliary.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/corpus/read/rewrites.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/spec/table_reader.h"
#include "tests/support/catalog_laws.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"

namespace standfast {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::standfast;

constexpr const char* kStop =
    "[[auxiliary]]\nname = \"stop\"\nkind = \"word-list\"\npath = \"lists/stop.txt\"\n";

// Makes a condition whose shortcut reads the file, for kinds of files that no model reads.
std::string planted_with(const std::string& shortcut, const std::string& option, const std::string& name) {
  return "[[condition]]\nname = \"planted\"\nsplit = \"stratified-k-fold\"\nshortcut = { kind = \"" +
         shortcut + "\", " + option + " = \"auxiliary:" + name + "\" }\n";
}

// Makes a study with `top` before its corpus and a naive Bayes whose other keys are `options`.
std::string study_of(const std::string& top, const std::string& options,
                     const std::string& split = "\"stratified-k-fold\"") {
  return "task = \"classification\"\nseed = 5\n" + top +
         "[[corpus]]\npath = \"posts.jsonl\"\n[[condition]]\nname = \"iid\"\nreference = true\nsplit = " +
         split + "\n[[model]]\ntype = \"naive-bayes\"\nfeatures = \"function-words\"\n" + options;
}

Result<StudySpec> parsed(const std::string& top, const std::string& options,
                         const std::string& split = "\"stratified-k-fold\"") {
  return parse_study(study_of(top, options, split), "s.toml", study_catalogs());
}

std::string complaint(const std::string& top, const std::string& options,
                      const std::string& split = "\"stratified-k-fold\"") {
  const auto study = parsed(top, options, split);
  EXPECT_FALSE(study);
  return study ? "" : study.error().message;
}

TEST(Auxiliary, ANameStandsForThePath) {
  const auto study = parsed(kStop, "function-words = \"auxiliary:stop\"\n");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->models[0].model.options.text("function-words"), "lists/stop.txt");
  ASSERT_EQ(study->auxiliaries.size(), 1U);
  EXPECT_EQ(study->auxiliaries[0].name, "stop");
  EXPECT_EQ(study->auxiliaries[0].kind, "word-list");
  EXPECT_EQ(study->auxiliaries[0].path, "lists/stop.txt");
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
  // Without auxiliary files nothing is recorded, so runs of earlier versions can be continued.
  const auto plain = parsed("", "function-words = \"lists/stop.txt\"\n");
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_FALSE(study_to_json(*plain).contains("auxiliaries"));
  EXPECT_EQ(study_to_json(*plain).at("models"), study_to_json(*study).at("models"));
}

TEST(Auxiliary, TheModelOfASpaceMayNameOne) {
  const auto study = parse_study(
      "task = \"classification\"\n" + std::string(kStop) +
          "[[corpus]]\npath = \"p.jsonl\"\n[[condition]]\nname = \"c\"\nreference = true\nsplit = { method = "
          "\"cluster-k-fold\" }\nspace = { model = \"naive-bayes\", function-words = \"auxiliary:stop\" }\n"
          "[[model]]\ntype = \"prior\"\n",
      "s.toml", study_catalogs());
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->conditions[0].space->maker.options.text("function-words"), "lists/stop.txt");
}

TEST(Auxiliary, WhatDoesNotFitIsRefusedWithItsLine) {
  // Lines: 1 task, 2 seed, 3 to 6 the auxiliary file, ... the option is on line 16.
  EXPECT_EQ(
      complaint(kStop, "function-words = \"auxiliary:stopp\"\n"),
      "s.toml:16: classifier naive-bayes: function-words = auxiliary:stopp: no [[auxiliary]] has this name; "
      "did you mean \"auxiliary:stop\"?");
  EXPECT_THAT(complaint("", "function-words = \"auxiliary:stop\"\n"),
              HasSubstr("no [[auxiliary]] has this name; declare one with kind = \"word-list\""));
  EXPECT_THAT(complaint(kStop, ""),
              AllOf(HasSubstr("s.toml:3: no option names auxiliary \"stop\""), HasSubstr("auxiliary:stop")));
  EXPECT_THAT(complaint(kStop, "", "{ method = \"given\", test = \"auxiliary:stop\" }"),
              HasSubstr("test = auxiliary:stop: this option reads no auxiliary file"));
  EXPECT_THAT(
      complaint("[[auxiliary]]\nname = \"stop\"\nkind = \"wordlist\"\npath = \"x\"\n", ""),
      HasSubstr("s.toml:5: auxiliary 1: kind has no value \"wordlist\"; did you mean \"word-list\"?"));
  EXPECT_THAT(complaint("[[auxiliary]]\nname = \"stop\"\npath = \"x\"\n", ""), HasSubstr("kind is missing"));
  EXPECT_THAT(complaint("[[auxiliary]]\nkind = \"word-list\"\npath = \"x\"\n", ""), HasSubstr("has no name"));
  EXPECT_THAT(complaint("[[auxiliary]]\nname = \"a\"\nkind = \"word-list\"\n", ""), HasSubstr("has no path"));
  EXPECT_THAT(complaint(std::string(kStop) + kStop, "function-words = \"auxiliary:stop\"\n"),
              HasSubstr("the name \"stop\" is used twice"));
}

TEST(Auxiliary, AFileOfAnotherKindIsRefused) {
  Auxiliaries files({{"spans", "phrases", "a"}, {"stop", "word-list", "b"}, {"freq", "frequency-list", "c"}});
  OptionSpec words{"function-words", std::string(), "", {}, OptionKind::path};
  words.holds = "word-list";
  const auto wrong = files.path(words, "auxiliary:spans");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(
      wrong.error().message,
      "function-words = auxiliary:spans: this file is of the kind phrases where word-list is needed (there "
      "are: stop)");
  EXPECT_THAT(files.path(words, "auxiliary:freq").error().message,
              HasSubstr("this file is of the kind frequency-list where word-list is needed"));
  EXPECT_EQ(*files.path(words, "auxiliary:stop"), "b");
  EXPECT_EQ(*files.path(words, "plain.txt"), "plain.txt");
  const auto any = [](const std::string&) { return true; };
  EXPECT_EQ(files.unused(any), 0U);
  EXPECT_EQ(files.unused([](const std::string& kind) { return kind == "word-list"; }), std::nullopt);
  // The message names the study file and the line.
  EXPECT_EQ(complaint("[[auxiliary]]\nname = \"often\"\nkind = \"frequency-list\"\npath = \"f.tsv\"\n",
                      "function-words = \"auxiliary:often\"\n"),
            "s.toml:16: classifier naive-bayes: function-words = auxiliary:often: this file is of the kind "
            "frequency-list where word-list is needed; declare one with kind = \"word-list\"");
}

TEST(Auxiliary, OptionsOfAKindAreRecorded) {
  const std::string top =
      "[[auxiliary]]\nname = \"formal\"\nkind = \"rewrites\"\npath = \"f.csv\"\nid = \"doc\"\n";
  const auto study = parsed(top, planted_with("register", "rewrites", "formal"));
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study->auxiliaries[0].options.text("id"), "doc");
  EXPECT_EQ(study->auxiliaries[0].options.text("style"), "style");
  const auto json = study_to_json(*study);
  EXPECT_EQ(json.at("auxiliaries").at(0).at("options").at("id"), "doc");
  const auto again = study_from_json(json, study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), json);
  EXPECT_THAT(complaint(top + "texts = \"t\"\n", ""),
              AllOf(HasSubstr("s.toml:8: "), HasSubstr("texts"), HasSubstr("did you mean \"text\"?")));
  EXPECT_THAT(complaint(top + "text = \"doc\"\n", ""),
              HasSubstr("id, text and style name different columns"));
  EXPECT_THAT(complaint("[[auxiliary]]\nname = \"a\"\nkind = \"phrases\"\npath = \"p\"\nid = \"doc\"\n", ""),
              HasSubstr("s.toml:7: "));
}

constexpr const char* kPools =
    "[[auxiliary]]\nname = \"aroma\"\nkind = \"pool\"\npath = \"a.jsonl\"\nrating = \"stars\"\n"
    "[[auxiliary]]\nname = \"look\"\nkind = \"pool\"\npath = \"l.jsonl\"\nrating = \"";

// Makes a condition with the shortcut concept-occurrence between these pools.
std::string occurrence(const std::string& more = "") {
  return "[[condition]]\nname = \"planted\"\nsplit = \"stratified-k-fold\"\nshortcut = { kind = "
         "\"concept-occurrence\", high-pool = \"auxiliary:aroma\", low-pool = \"auxiliary:look\"" +
         more + " }\n";
}

TEST(Auxiliary, PoolsServeWhereAShortcutTakesOne) {
  const auto study = parsed(std::string(kPools) + "stars\"\n", occurrence());
  ASSERT_TRUE(study) << study.error().message;
  const Options& options = study->conditions[1].shortcut->kind.options;
  EXPECT_EQ(options.text("high-pool"), "a.jsonl");
  EXPECT_EQ(options.text("low-pool"), "l.jsonl");
  EXPECT_EQ(options.text("high-test-pool"), "");
  EXPECT_EQ(options.text("pool-rating"), "stars");  // as the study declares for the files
  EXPECT_EQ(options.text("pool-text"), "text");
  const auto again = study_from_json(study_to_json(*study), study_catalogs());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_to_json(*again), study_to_json(*study));
}

// The pools of a shortcut must agree in their columns, because the shortcut has one option for all of them.
TEST(Auxiliary, PoolsOfOneShortcutMustAgree) {
  EXPECT_THAT(
      complaint(std::string(kPools) + "label\"\n", occurrence()),
      HasSubstr(
          "shortcut concept-occurrence: auxiliary aroma has rating = stars and auxiliary look has rating = "
          "label, but pool-rating is one for both"));
  const auto told = parsed(std::string(kPools) + "label\"\n", occurrence(", pool-rating = \"own\""));
  ASSERT_TRUE(told) << told.error().message;
  EXPECT_EQ(told->conditions[1].shortcut->kind.options.text("pool-rating"), "own");
  EXPECT_THAT(complaint(kStop, occurrence()),
              HasSubstr("high-pool = auxiliary:aroma: no [[auxiliary]] has this name; "
                        "declare one with kind = \"pool\""));
}

// Options of an encoder that reads rewrites and includes their columns.
struct ReadingOptions {
  std::string table;
  RewriteColumns columns;
};

TEST(Auxiliary, WhatAStudySaysOfAFileReachesWhoReadsIt) {
  OptionTable<ReadingOptions> table;
  table.add("table", &ReadingOptions::table, "rewrites").path().holds(kRewritesKind);
  table.include(&ReadingOptions::columns, rewrite_column_table("table-"));
  auto entry = encoders().entries().front();
  entry.name = "reader";
  entry.options = table;
  const EncoderCatalog readers("encoder", {entry});
  const auto file = parse_toml(
      "encoder = { method = \"reader\", table = \"auxiliary:formal\", table-style = "
      "\"own\" }",
      "s.toml");
  ASSERT_TRUE(file);
  Options told =
      *auxiliary_kinds().resolve("rewrites", {{"id", std::string("doc")}, {"style", std::string("s")}});
  Auxiliaries auxiliaries({{"formal", "rewrites", "f.csv", told}});
  TableReader reader(*file, 1, "s.toml", "condition 1");
  reader.allow(&auxiliaries);
  const TomlValue* value = reader.take("encoder");
  ASSERT_NE(value, nullptr);
  TableReader inner(std::get<TomlTable>(value->value), 1, "s.toml", "condition 1: encoder");
  inner.allow(&auxiliaries);
  SCOPED_TRACE("the component");
  (void)inner.text("method");
  const auto given = inner.rest();
  ASSERT_TRUE(given);
  const auto component = inner.resolve(readers, "reader", *given);
  ASSERT_TRUE(component) << component.error().message;
  EXPECT_EQ(component->options.text("table"), "f.csv");
  EXPECT_EQ(component->options.text("table-id"), "doc");
  EXPECT_EQ(component->options.text("table-text"), "text");
  EXPECT_EQ(component->options.text("table-style"), "own");  // the component's own option overrides
}

// A component with an option for a kind of file that has options has these options, too, and its option is no
// list.
TEST(Auxiliary, ReadersOfAKindHaveItsOptions) {
  const auto check = [](const auto& catalog) {
    for (const auto& entry : catalog.entries())
      for (const auto& option : entry.options) {
        if (option.holds.empty()) continue;
        SCOPED_TRACE(entry.name + " " + option.name);
        EXPECT_EQ(option.kind, OptionKind::path);
        const auto kind = auxiliary_kinds().find(option.holds);
        ASSERT_TRUE(kind) << kind.error().message;
        EXPECT_TRUE((*kind)->options.empty() || !option.list);
        for (const auto& told : (*kind)->options) {
          const auto has = std::any_of(entry.options.begin(), entry.options.end(), [&](const auto& other) {
            return (other.name == option.name + "-" + told.name ||
                    other.name == option.holds + "-" + told.name) &&
                   other.default_value == told.default_value;
          });
          EXPECT_TRUE(has) << told.name;
        }
      }
  };
  check(samplers());
  check(splitters());
  check(encoders());
  check(reductions());
  check(verifiers());
  check(classifiers());
  check(split_analyses());
  check(shortcuts());
  testing::expect_laws_of_catalog(auxiliary_kinds());
}

class AuxiliaryRun : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::write_posts(folder_.file("posts.jsonl"), {.mine = 0.5});
    ASSERT_TRUE(make_directories(folder_.file("lists")));
    write_list("au0x1\nau1x2\nau2x3\n");
    ASSERT_TRUE(
        write_file(folder_.file("named.toml"), study_of(kStop, "function-words = \"auxiliary:stop\"\n")));
    ASSERT_TRUE(
        write_file(folder_.file("plain.toml"), study_of("", "function-words = \"lists/stop.txt\"\n")));
  }
  void write_list(const std::string& words) {
    ASSERT_TRUE(write_file(folder_.file("lists/stop.txt"), words));
  }
  testing::Said run(const std::string& arguments) { return standfast("run " + arguments, folder_.path()); }
  std::string scores(const std::string& name) {
    return read_file(folder_.file(name + "/scores.csv")).value();
  }
  testing::TemporaryFolder folder_;
};

TEST_F(AuxiliaryRun, ItsContentIsPartOfTheRun) {
  const auto planned = run("named.toml --dry-run");
  ASSERT_EQ(planned.code, 0) << planned.err;
  EXPECT_THAT(planned.out, HasSubstr("auxiliary stop: 3 words\n"));
  const auto json = nlohmann::json::parse(run("named.toml --dry-run --json").out).at("auxiliaries");
  EXPECT_EQ(json.at(0).at("entries"), 3);

  ASSERT_EQ(run("named.toml --out named --no-report").code, 0);
  ASSERT_EQ(run("plain.toml --out plain --no-report").code, 0);
  EXPECT_EQ(scores("named"), scores("plain"));
  // The keys are equal: cells made from the path are the cells made from the name.
  EXPECT_EQ(read_file(folder_.file("named/plan.jsonl")).value(),
            read_file(folder_.file("plain/plan.jsonl")).value());
  const auto provenance = nlohmann::json::parse(read_file(folder_.file("named/provenance.json")).value());
  const auto& recorded = provenance.at("study").at("auxiliaries").at(0);
  EXPECT_EQ(recorded.at("path"), "lists/stop.txt");
  EXPECT_EQ(recorded.at("sha256").get<std::string>().size(), 64U);

  write_list("au0x1\nau1x2\nau2x3\nau3x4\n");
  const auto changed = run("named.toml --out named --no-report");
  EXPECT_EQ(changed.code, 2) << changed.err;
  ASSERT_EQ(run("named.toml --out other --no-report").code, 0);
  EXPECT_NE(read_file(folder_.file("other/plan.jsonl")).value(),
            read_file(folder_.file("plain/plan.jsonl")).value());
}

TEST_F(AuxiliaryRun, ABadFileIsRefusedBeforeAnythingRuns) {
  write_list("# only a comment\n\xff\n");
  for (const char* how : {"--dry-run", "--out run", "--out run --prepare"}) {
    const auto refused = run(std::string("named.toml ") + how);
    EXPECT_EQ(refused.code, 3) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("auxiliary stop: lists/stop.txt:2: not UTF-8"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file("run")));
  }
  std::filesystem::remove(folder_.file("lists/stop.txt"));
  EXPECT_THAT(run("named.toml --dry-run").err, HasSubstr("auxiliary stop: "));
}

// A word list is read as its model reads it, before anything runs, because the definition of a word depends
// on the model.
TEST_F(AuxiliaryRun, AWordListIsReadAsItsModelReadsItBeforeAnythingRuns) {
  const auto study = [&](const std::string& words) {
    ASSERT_TRUE(
        write_file(folder_.file("named.toml"),
                   study_of(kStop, "function-words = \"auxiliary:stop\"\nwords = \"" + words + "\"\n")));
  };
  const auto refusal = [&] {
    std::string first;
    for (const char* how : {"--dry-run", "--out run", "--out run --prepare"}) {
      const auto refused = run(std::string("named.toml ") + how);
      EXPECT_EQ(refused.code, 3) << refused.err;
      EXPECT_FALSE(std::filesystem::exists(folder_.file("run")));
      if (first.empty()) first = refused.err;
      EXPECT_EQ(refused.err, first);
    }
    return first;
  };
  write_list("# two\nau0x1\nthe of\n");
  for (const std::string words : {"paper", "letters"}) {
    study(words);
    EXPECT_THAT(refusal(),
                HasSubstr("model \"naive-bayes\": lists/stop.txt:3: \"the of\" is 2 words where words = " +
                          words + ", not one; put each word on a line of its own"));
  }
  write_list("au0x1\ndon't\n");
  study("letters");
  EXPECT_THAT(refusal(), HasSubstr("lists/stop.txt:2: \"don't\" is 2 words where words = letters"));
  study("paper");
  EXPECT_EQ(run("named.toml --dry-run").code, 0) << "the paper deletes the apostrophe";
}

TEST(Auxiliary, AKindWithoutOptionsSaysSo) {
  EXPECT_THAT(complaint(std::string(kStop) + "color = \"red\"\n", "function-words = \"auxiliary:stop\"\n"),
              ::testing::EndsWith("auxiliary file word-list has no option \"color\": it takes none"));
}

// Auxiliary files of the kinds that no model reads.
class AuxiliaryFiles : public AuxiliaryRun {
 protected:
  void declare(const std::string& kind, const std::string& file, const std::string& content,
               const std::string& options = "") {
    ASSERT_TRUE(write_file(folder_.file(file), content));
    const std::string reader =
        kind == "frequency-list"
            ? "[analyses]\nsplits = [{ method = \"rare-words\", frequencies = \"auxiliary:file\" }]\n"
            : "";
    const std::string condition = kind == "phrases"    ? planted_with("synonym", "phrases-file", "file")
                                  : kind == "rewrites" ? planted_with("register", "rewrites", "file")
                                  : kind == "pool"     ? planted_with("concept-correlation", "pool", "file")
                                                       : "";
    ASSERT_TRUE(
        write_file(folder_.file("s.toml"), study_of("[[auxiliary]]\nname = \"file\"\nkind = \"" + kind +
                                                        "\"\npath = \"" + file + "\"\n" + options + reader,
                                                    "function-words = \"lists/stop.txt\"\n" + condition)));
  }
  // Returns the refusal, after checking that all ways to start refuse alike and write nothing.
  std::string refusal() {
    std::string first;
    for (const char* how : {"--dry-run", "--out run", "--out run --prepare"}) {
      const auto refused = run(std::string("s.toml ") + how);
      EXPECT_EQ(refused.code, 3) << refused.err;
      EXPECT_FALSE(std::filesystem::exists(folder_.file("run")));
      if (first.empty()) first = refused.err;
      EXPECT_EQ(refused.err, first);
    }
    return first;
  }
};

TEST_F(AuxiliaryFiles, EachKindIsReadAndCounted) {
  const auto planned = [&] { return run("s.toml --dry-run"); };
  declare("phrases", "openers.txt", "# openers\nhonestly\nto be honest\n");
  EXPECT_THAT(planned().out, HasSubstr("auxiliary file: 2 phrases\n"));
  declare("frequency-list", "often.tsv", "word\tcount\nthe\t3\n");
  EXPECT_THAT(planned().out, HasSubstr("auxiliary file: 1 words with frequencies\n"));
  declare("pool", "p.csv", "text,stars\none,1\ntwo,2\n ,2\n", "rating = \"stars\"\n");
  EXPECT_THAT(planned().out, HasSubstr("auxiliary file: 2 texts\n"));
  declare("rewrites", "r.jsonl.gz",
          "{\"id\":\"0-0-0\",\"text\":\"Sir.\"}\n{\"id\":\"0-0-1\",\"text\":\"Sir.\"}\n");
  const auto said = planned();
  EXPECT_THAT(said.out, HasSubstr("auxiliary file: 2 rewrites\n"));
  EXPECT_THAT(said.err, ::testing::Not(HasSubstr("belong")));
  ASSERT_EQ(run("s.toml --out run --no-report").code, 5) << "two rewrites are too few to plant a style";
  const auto provenance = nlohmann::json::parse(read_file(folder_.file("run/provenance.json")).value());
  EXPECT_EQ(provenance.at("study").at("auxiliaries").at(0).at("options").at("id"), "id");
}

TEST_F(AuxiliaryFiles, EachKindIsRefusedAlikeWhereverItBegins) {
  declare("phrases", "p.txt", "in truth\nin truth\n");
  EXPECT_THAT(refusal(), HasSubstr("auxiliary file: p.txt:2: \"in truth\" stands in line 1 already"));
  declare("phrases", "p.txt", "{\"id\": 1}\n");
  EXPECT_THAT(refusal(), HasSubstr("p.txt:1: JSON where one phrase a line is expected"));
  declare("frequency-list", "f.txt", "the 1\nof nan\n");
  EXPECT_THAT(refusal(), HasSubstr("auxiliary file: f.txt:2: the frequency of \"of\" is NaN"));
  declare("rewrites", "r.csv", "id,text\n0-0-0,one\n0-0-0,two\n");
  EXPECT_THAT(refusal(),
              HasSubstr("auxiliary file: r.csv:3: document \"0-0-0\" has a rewrite in line 2 already"));
  declare("rewrites", "r.csv", "id,text,register\n0-0-0,one,a\n0-0-0,,b\n", "style = \"register\"\n");
  EXPECT_THAT(refusal(), HasSubstr("r.csv:3: no text"));
  declare("pool", "p.csv", "text,stars\none,1\n");
  EXPECT_THAT(
      refusal(),
      HasSubstr("auxiliary file: p.csv: no column \"rating\" (pool-rating = COLUMN, or rating = COLUMN "
                "of [[auxiliary]], names another)"));
  declare("pool", "p.jsonl", "{\"text\":\"one\",\"rating\":1}\n{\"text\":\"two\"}\n");
  EXPECT_THAT(refusal(), HasSubstr("auxiliary file: p.jsonl:2: no rating (column \"rating\")"));
  declare("rewrites", "p.txt", "# nothing\n");
  EXPECT_THAT(refusal(), HasSubstr("p.txt: no rewrite in it"));
}

TEST_F(AuxiliaryFiles, RewritesBelongToDocuments) {
  declare("rewrites", "r.csv", "doc,text\n0-0-0,one\nx1,two\nx2,three\n", "id = \"doc\"\n");
  const auto some = run("s.toml --dry-run");
  EXPECT_THAT(some.err,
              HasSubstr("auxiliary file: 2 of 3 rewrites belong to no document of the corpora, the first "
                        "with the id \"x1\""));
  declare("rewrites", "r.csv", "id,text\nx1,one\nx2,two\n");
  EXPECT_THAT(refusal(),
              HasSubstr("auxiliary file: r.csv: none of its 2 rewrites belongs to a document of the "
                        "corpora: it has the id \"x1\", and corpus posts has \"0-0-0\""));
}

TEST(Auxiliary, KindsAreListed) {
  const auto listed = standfast("ls auxiliary");
  EXPECT_EQ(listed.code, 0) << listed.err;
  for (const char* kind : {"auxiliary files\n", "word-list", "phrases", "rewrites", "frequency-list", "pool"})
    EXPECT_THAT(listed.out, HasSubstr(kind));
  EXPECT_EQ(standfast("ls 'auxiliary files'").out, listed.out);
  EXPECT_THAT(standfast("ls rewrites").out, AllOf(HasSubstr("style = style"), HasSubstr("joined by id")));
  EXPECT_THAT(standfast("ls metric").out, HasSubstr("metric profiles\n"));
  EXPECT_THAT(standfast("ls metric").out, HasSubstr("  classification-labels "));
  EXPECT_THAT(standfast("ls metric --json").out, HasSubstr("\"classification-full\""));
  EXPECT_EQ(nlohmann::json::parse(standfast("ls auxiliary --json").out).at("auxiliary file").size(), 5U);
  EXPECT_EQ(standfast("ls auxillary").code, 2);
}

}  // namespace
}  // namespace standfast
