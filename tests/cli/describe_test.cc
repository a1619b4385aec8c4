// Tests of the parser's description of itself (--describe), and of all that is made from it: help, manual
// pages, completions.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

const Json& described() {
  static const Json json = Json::parse(standfast("--describe").out);
  return json;
}

std::vector<Json> options_of(const Json& command) {
  std::vector<Json> all = command["positionals"];
  all.insert(all.end(), command["options"].begin(), command["options"].end());
  return all;
}

std::string long_name(const Json& option) {
  return option["names"].back();
}

size_t characters(const std::string& line) {
  return static_cast<size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void expect_narrow(const std::string& text, const std::string& of) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(characters(line), 100U) << of << ":\n" << line;
}

TEST(Describe, EveryOptionHasAMeaningAndEveryCommandAnExample) {
  EXPECT_GE(described()["commands"].size(), 35U);
  for (const auto& command : described()["commands"]) {
    const std::string name = command["name"];
    EXPECT_FALSE(command["summary"].get<std::string>().empty()) << name;
    EXPECT_FALSE(command["examples"].empty()) << name;
    for (const auto& example : command["examples"]) {
      EXPECT_FALSE(example["shows"].get<std::string>().empty()) << name;
      EXPECT_LE(example["command"].get<std::string>().size(), 120U) << name;
    }
    std::set<std::string> names;
    for (const auto& option : options_of(command)) {
      EXPECT_GT(option["meaning"].get<std::string>().size(), 4U) << name << " " << long_name(option);
      for (const std::string one : option["names"])
        EXPECT_TRUE(names.insert(one).second) << name << " " << one;
      const bool enough = option["type"] != "choice" || option["choices"].size() >= 2;
      EXPECT_TRUE(enough) << name << " " << long_name(option);
    }
  }
}

// A name with one meaning has one type and one default in every command. The following names have a meaning
// of their own in each command.
TEST(Describe, OneNameHasOneMeaning) {
  const std::map<std::string, std::string> exceptions = {
      {"--out", "what a command writes, a file or a folder"},
      {"--method", "the components of the command: splitters, samplers, explainers"},
      {"--model", "the model of the command: to train, to simulate, a saved one, one of a server"},
      {"--encoder",
       "of topics word tf-idf will do; encode exists to make dense vectors; elsewhere none is needed"},
      {"--target", "the class: which columns may be one depends on the command, so its guess does"},
      {"--task", "simulate has no corpus from which to guess it"},
      {"--test", "a side of a planted split, and (compare) a statistical test"},
      {"--style", "a style of writing by name, and (synth, simulate) how strong styles are"},
      {"--topics", "a number, and (sample) several to try"},
      {"--folds", "the sweep of sample is that of a paper, with its ten folds"},
      {"--profile", "score knows profiles of classification, too"},
      {"--length", "words of a document; designs of simulate are smaller than a corpus of synth"},
      {"--topic-strength", "the same: designs of simulate begin without a cost of new topics"},
      {"--form",
       "check and convert show texts as the file has them; elsewhere two spellings of one text are one"},
      {"--limit",
       "documents of a corpus to read, and (submit) tasks that may run at once, as batch systems say"},
      {"--missing", "answers that are missing, and (submit) units that are"},
      {"--revision", "pull needs one; checkpoint takes what is in the cache"},
      {"--seed", "run has that of the study; synth has had 1 since its corpora are in pages and reports"},
  };
  std::map<std::string, std::map<std::string, std::vector<std::string>>> kinds;
  for (const auto& command : described()["commands"])
    for (const auto& option : command["options"]) {
      // A name is a text of which some values are known, and a path may be a file.
      std::string type = option["type"];
      if (type == "name") type = "text";
      if (type == "path") type = "file";
      Json kind = {option["names"], type, option.value("default", Json())};
      if (option["type"] == "choice") kind.push_back(option["choices"]);
      kinds[long_name(option)][kind.dump()].push_back(command["name"]);
    }
  std::set<std::string> needed;
  for (const auto& [name, by_kind] : kinds) {
    if (by_kind.size() == 1) continue;
    needed.insert(name);
    if (exceptions.count(name) > 0) continue;
    std::string what;
    for (const auto& [kind, commands] : by_kind) what += fmt::format("  {}: {}...\n", kind, commands.front());
    ADD_FAILURE() << name << " stands for several things:\n" << what;
  }
  for (const auto& [name, why] : exceptions)
    EXPECT_TRUE(needed.count(name) > 0) << name << " needs no exception";
}

TEST(Describe, HelpIsNarrow) {
  expect_narrow(standfast("--help").out, "standfast");
  for (const auto& command : described()["commands"]) {
    const std::string name = command["name"];
    const std::string text = standfast(name + " --help").out;
    expect_narrow(text, name);
    EXPECT_EQ(standfast("help " + name).out, text);
    EXPECT_THAT(text, HasSubstr("Examples:\n")) << name;
    for (const auto& option : options_of(command)) EXPECT_THAT(text, HasSubstr(long_name(option))) << name;
  }
}

TEST(Describe, WordsForHelpAndVersion) {
  const auto nothing = standfast("");
  EXPECT_EQ(nothing.code, 0);
  EXPECT_EQ(nothing.out, standfast("--help").out);
  EXPECT_EQ(nothing.out, standfast("help").out);
  EXPECT_THAT(nothing.out, HasSubstr("Commands:\n"));
  EXPECT_EQ(standfast("help split diff").out, standfast("split-diff --help").out);
  EXPECT_EQ(standfast("help splti").code, 2);
  EXPECT_THAT(standfast("help splti").err, HasSubstr("did you mean \"split\"?"));
  const std::string version = standfast("--version").out;
  EXPECT_THAT(version, ::testing::MatchesRegex("standfast [0-9.]+\n"));
  for (const char* words : {"-V", "version", "split -V"}) EXPECT_EQ(standfast(words).out, version) << words;
}

TEST(Describe, AnOptionIsGuessedWhereverItStands) {
  for (const char* words :
       {"split --athor a c.jsonl", "split c.jsonl --athor a", "split --athor=a c.jsonl --seed 1",
        "--athor a split c.jsonl", "split c.jsonl d.jsonl --athor", "split --athor"}) {
    const auto said = standfast(words);
    EXPECT_EQ(said.code, 2) << words;
    EXPECT_THAT(said.err, HasSubstr("there is no option \"--athor\"; did you mean \"--author\"?")) << words;
  }
  EXPECT_THAT(standfast("-q snyth").err, HasSubstr("did you mean \"synth\"?"));
  // A value may look like an option; then something else is wrong.
  EXPECT_THAT(standfast("split --author --athor").err, ::testing::Not(HasSubstr("--author\"?")));
}

TEST(Describe, WordsOfChoicesAreGuessed) {
  for (const auto& [words, hint] : std::map<std::string, std::string>{
           {"split c.jsonl --method topic-fold",
            "--method: there is no \"topic-fold\"; did you mean \"topic-k-fold\"?"},
           {"sample c.jsonl --method hist", "did you mean \"hits\"?"},
           {"score a.csv --truth t.csv --profile pan2", "did you mean \"pan2"},
           {"pairs c.jsonl --out p --profile hist", "did you mean \"hits\"?"},
           {"sample c.jsonl --topics auto --profile hist", "did you mean \"hits\"?"},
           {"split c.jsonl --bad-rows xyz", "it is one of: fail, skip, repair"}}) {
    EXPECT_EQ(standfast(words).code, 2) << words;
    EXPECT_THAT(standfast(words).err, HasSubstr(hint)) << words;
  }
}

TEST(Describe, OlderSpellingsWork) {
  size_t old = 0;
  for (const auto& command : described()["commands"])
    for (const auto& option : command["options"])
      for (const auto& name : option.value("old_names", std::vector<std::string>())) {
        std::string words = fmt::format("--parse {}", command["name"].get<std::string>());
        for (const auto& other : options_of(command)) {
          if (!other["required"]) continue;
          words +=
              long_name(other).starts_with("-") ? fmt::format(" {} x", long_name(other)) : std::string(" x");
        }
        words += " " + name + (option["type"] == "flag" ? "" : " 1");
        const auto said = standfast(words);
        EXPECT_EQ(said.code, 0) << words << "\n" << said.err;
        EXPECT_THAT(standfast(command["name"].get<std::string>() + " --help").out,
                    ::testing::Not(HasSubstr("  " + name + " ")));
        ++old;
      }
  EXPECT_GE(old, 5U);
}

// The examples run in the order of a first day with the program. The missing ones need a server, the network,
// or minutes; only the parser reads them.
TEST(Describe, ExamplesWork) {
  const std::vector<std::string> order = {
      "synth",      "check",    "split",   "split-diff", "sample",  "pairs",  "convert", "analyze",
      "scan",       "encode",   "cluster", "train",      "predict", "score",  "explain", "shortcut",
      "plan-power", "simulate", "init",    "run",        "status",  "report", "compare", "work",
      "submit",     "cancel",   "ls",      "cite",       "doctor",  "help",   "version", "completion"};
  const std::set<std::string> only_read = {"checkpoint", "demo",    "judge", "pretrain",
                                           "pull",       "rewrite", "tokens"};
  std::map<std::string, Json> commands;
  for (const auto& command : described()["commands"]) commands[command["name"]] = command;
  EXPECT_EQ(order.size() + only_read.size(), commands.size());
  TemporaryFolder folder;
  const auto in_bash = [&](const std::string& line) {
    const std::string quoted =
        "HOME=\"$PWD\" bash -c 'set -e; standfast() { \"$0\" \"$@\"; }; " + line + "' \"$standfast\"";
    return in_shell(quoted, folder.path());
  };
  // What a command reads is written by an earlier one, with these exceptions: split needs the corpus, and
  // check needs the split.
  const auto before = [&](const std::string& name) {
    if (name == "check") {
      ASSERT_EQ(in_bash("standfast split corpus.jsonl -q --out splits.json").code, 0);
    } else if (name == "compare") {
      ASSERT_EQ(in_bash("cp answers.jsonl others.jsonl").code, 0);
    } else if (name == "run") {  // init proposes several models and seeds; fewer will do
      ASSERT_TRUE(write_file(
          folder.file("study.toml"),
          "task = \"classification\"\ntarget = \"author\"\n[[corpus]]\npath = \"corpus.jsonl\"\n[[condition]]\nname = "
          "\"seen\"\nreference = true\nsplit = { method = \"stratified-k-fold\", folds = 3 }\n[[condition]]\nname = "
          "\"novel\"\nsplit = { method = \"topic-k-fold\", folds = 3 }\n[[model]]\ntype = \"naive-bayes\"\n[[model]]\n"
          "type = \"nearest-centroid\"\n"));
    }
  };
  for (const auto& name : order) {
    before(name);
    for (const auto& example : commands[name]["examples"]) {
      const std::string line = example["command"];
      const auto said = in_bash(line);
      EXPECT_EQ(said.code, 0) << line << "\n" << said.err;
    }
  }
  for (const auto& name : only_read)
    for (const auto& example : commands[name]["examples"]) {
      const std::string line = example["command"];
      ASSERT_TRUE(line.starts_with("standfast ")) << line;
      const auto said = standfast("--parse " + line.substr(10));
      EXPECT_EQ(said.code, 0) << line << "\n" << said.err;
    }
}

class Shares : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    ASSERT_EQ(standfast("completion --prefix p -q", folder_->path()).code, 0);
  }
  static void TearDownTestSuite() { delete folder_; }
  static bool has(const char* program) { return in_shell(fmt::format("command -v {}", program)).code == 0; }
  // Returns what bash offers for the last of these words.
  static std::string bash(const std::string& words) {
    const std::string script = fmt::format(
        "source p/share/bash-completion/completions/standfast; COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); "
        "_standfast; echo \"${{COMPREPLY[*]}}\"",
        words);
    const auto said = in_shell(fmt::format("bash -c '{}'", script), folder_->path());
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    return said.out;
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* Shares::folder_ = nullptr;

TEST_F(Shares, ManualPagesAreSound) {
  const std::string pages = folder_->file("p/share/man/man1");
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(pages)) {
    ++count;
    const std::string text = *read_file(entry.path().string());
    EXPECT_THAT(text, AllOf(HasSubstr(".SH NAME"), HasSubstr(".SH SYNOPSIS"))) << entry.path();
    if (!has("groff")) continue;
    const auto said = in_shell(fmt::format("groff -ww -man -Tutf8 '{}' >/dev/null", entry.path().string()));
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.err, "") << entry.path();
  }
  EXPECT_EQ(count, described()["commands"].size() + 1);
  if (!has("man")) return;
  const auto said =
      in_shell(fmt::format("MANPATH='{}' MANWIDTH=100 man standfast-split", folder_->file("p/share/man")));
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("--method WORD"), HasSubstr("topic-k-fold"), HasSubstr("splits.json")));
}

TEST_F(Shares, BashCompletes) {
  EXPECT_EQ(bash("standfast spl \"\""), bash("standfast spl \"\""));
  EXPECT_THAT(bash("standfast spl"), HasSubstr("split split-diff"));
  EXPECT_EQ(bash("standfast split c.jsonl --meth"), "--method\n");
  EXPECT_EQ(bash("standfast split --method topic-c"), "topic-confusion\n");
  EXPECT_EQ(bash("standfast -q split --format = js"), "jsonl\n");
  EXPECT_EQ(bash("standfast completion b"), "bash\n");
  EXPECT_EQ(bash("standfast ls splitt"), "splitters\n");
  EXPECT_EQ(bash("standfast check --seed x"), "\n");
  ASSERT_TRUE(write_file(folder_->file("a corpus.jsonl"), ""));
  EXPECT_EQ(bash("standfast check a"), "a corpus.jsonl\n");
  EXPECT_EQ(bash("standfast train --out p"), "p\n");
  EXPECT_EQ(bash("standfast train --out a"), "\n");
  EXPECT_EQ(standfast("completion bash").out,
            *read_file(folder_->file("p/share/bash-completion/completions/standfast")));
}

TEST_F(Shares, FishCompletes) {
  if (!has("fish")) GTEST_SKIP() << "no fish here";
  const auto fish = [&](const std::string& line) {
    const auto said = in_shell(
        fmt::format(
            "HOME=\"$PWD\" fish --no-config -c 'source p/share/fish/vendor_completions.d/standfast.fish; "
            "complete -C \"{}\"'",
            line),
        folder_->path());
    EXPECT_EQ(said.err, "") << line;
    return said.out;
  };
  EXPECT_THAT(fish("standfast spl"), HasSubstr("split-diff\t"));
  EXPECT_THAT(fish("standfast split c.jsonl --meth"), HasSubstr("--method\t"));
  EXPECT_THAT(fish("standfast split --method topic-c"), HasSubstr("topic-confusion"));
}

TEST_F(Shares, ZshCompletes) {
  if (!has("zsh")) GTEST_SKIP() << "no zsh here";
  const auto syntax = in_shell("zsh -n p/share/zsh/site-functions/_standfast", folder_->path());
  EXPECT_EQ(syntax.code, 0);
  EXPECT_EQ(syntax.err, "");
  // The script starts a shell on a terminal of its own, in which Tab is pressed.
  const std::string script =
      "zmodload zsh/zpty; zpty z zsh -f -i; "
      "zpty -w z \"PS1=; autoload -U compinit; fpath=($PWD/p/share/zsh/site-functions \\$fpath); compinit -u -d $PWD/dump; "
      "standfast() { print GOT \\$@ END; }\"; "
      "zpty -w -n z $'standfast split --method topic-c\\t\\n'; "
      "sleep 3; zpty -r -t z line; local all=$line; while zpty -r -t z line; do all+=$line; done; print -r -- $all";
  bool seen = false;
  for (int tries = 0; tries < 3 && !seen; ++tries)
    seen = in_shell(fmt::format("f() {{ {} }}; f", script).insert(0, "cat > z.zsh <<'EOS'\n") +
                        "\nEOS\nzsh -f z.zsh",
                    folder_->path())
               .out.find("GOT split --method topic-confusion END") != std::string::npos;
  EXPECT_TRUE(seen);
}

// The Python package is generated from these descriptions.
TEST(Describe, ComponentsSayTypesAndBounds) {
  const Json all = Json::parse(standfast("ls --json").out);
  std::set<std::string> types, kinds;
  size_t bounds = 0;
  for (const auto& [family, entries] : all.items())
    for (const auto& entry : entries)
      for (const auto& option : entry.value("options", Json::array())) {
        const std::string type = option["type"];
        types.insert(type);
        kinds.insert(option["kind"].get<std::string>());
        const Json& value = option["default"];
        EXPECT_TRUE(type == "boolean"   ? value.is_boolean()
                    : type == "integer" ? value.is_number_integer()
                    : type == "number"  ? value.is_number()
                                        : value.is_string())
            << option;
        EXPECT_EQ(option.contains("range"), option.contains("bounds")) << option;
        if (!option.contains("bounds")) continue;
        ++bounds;
        const Json& range = option["bounds"];
        const double number = value.get<double>();
        const bool zero = range["or_zero"] && number == 0;
        const double low = range.value("low", -INFINITY), high = range.value("high", INFINITY);
        EXPECT_TRUE(zero || (range["above_low"] ? number > low : number >= low)) << option;
        EXPECT_TRUE(zero || (range["below_high"] ? number < high : number <= high)) << option;
      }
  EXPECT_EQ(types, (std::set<std::string>{"boolean", "integer", "number", "text"}));
  EXPECT_EQ(kinds, (std::set<std::string>{"column", "command", "model", "path", "value"}));
  EXPECT_GT(bounds, 100U);
}

}  // namespace
}  // namespace standfast::testing
