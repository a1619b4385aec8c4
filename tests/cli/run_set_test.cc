// Tests of run --set as a user types it: what is recorded, what continues, and what is refused.
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "standfast/base/file.h"
#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class RunSet : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        in_folder("synth --authors 4 --topics 4 --families 4 --documents 64 --length 30 --out c.jsonl").code,
        0);
    write("study.toml", "seeds = 1");
  }
  void write(const char* name, const std::string& first_line) {
    ASSERT_TRUE(write_file(
        folder_.file(name),
        "# What is asked.\n" + first_line +
            "\ntask = \"classification\"\ntarget = \"author\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = "
            "\"seen\"\nreference = true\nsplit = { method = \"stratified-k-fold\", folds = 2 }\n[[model]]\ntype = "
            "\"naive-bayes\"\n"));
  }
  Said in_folder(const std::string& arguments) { return standfast(arguments, folder_.path()); }
  std::string bytes(const std::string& name) { return read_file(folder_.file(name)).value_or("(none)"); }
  TemporaryFolder folder_;
};

TEST_F(RunSet, EqualsTheChangedFileAndContinues) {
  const std::string command = "run study.toml --out set --set seeds=2 --set model.naive-bayes.alpha=0.5 -q";
  const auto first = in_folder(command);
  ASSERT_EQ(first.code, 0) << first.err;
  write("changed.toml", "seeds = 2");
  ASSERT_TRUE(write_file(folder_.file("changed.toml"), bytes("changed.toml") + "alpha = 0.5\n"));
  ASSERT_EQ(in_folder("run changed.toml --out changed -q").code, 0);
  EXPECT_EQ(bytes("set/scores.csv"), bytes("changed/scores.csv"));
  EXPECT_NE(bytes("set/scores.csv"), "(none)");
  EXPECT_THAT(bytes("set/study.toml"),
              AllOf(HasSubstr("#   seeds=2\n"), HasSubstr("\nseeds = 2\n"), HasSubstr("\nalpha = 0.5\n")));
  // The same command has nothing to do. A run with a damaged provenance is recognised by its recorded file.
  const std::string provenance = bytes("set/provenance.json");
  EXPECT_EQ(in_folder(command).code, 0);
  EXPECT_EQ(bytes("set/provenance.json"), provenance);
  ASSERT_TRUE(write_file(folder_.file("set/provenance.json"), "{"));
  EXPECT_EQ(in_folder(command).code, 0);
  EXPECT_EQ(bytes("set/provenance.json"), provenance);
}

TEST_F(RunSet, GuessesWhatWasMeant) {
  for (const auto& [setting, hint] : std::vector<std::pair<std::string, std::string>>{
           {"sedes=2", "did you mean \"seed\"? (with --set sedes=2)"},
           {"model.naive-byes.alpha=1", "did you mean \"naive-bayes\"?"},
           {"model.naive-bayes.alhpa=1", "did you mean \"alpha\"?"},
           {"seeds=two", "seeds"},
           {"seeds", "is not KEY=VALUE"}}) {
    const auto said = in_folder("run study.toml --dry-run --set " + setting);
    EXPECT_EQ(said.code, 2) << setting;
    EXPECT_THAT(said.err, HasSubstr(hint)) << setting;
  }
}

TEST(CiteBibtex, HasOneEntryForEachCitation) {
  const auto said = standfast("cite --bibtex hits topic-k-fold ppm");
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, AllOf(HasSubstr("@software{standfast,"), HasSubstr("@misc{sampler-hits,"),
                              HasSubstr("note = {Sawatphol et al. 2024 (TACL), section 3.2"),
                              HasSubstr("note = {Teahan and Harper 2003, Using compression")));
  EXPECT_THAT(
      said.out,
      AllOf(
          HasSubstr(
              "  author = {{Sawatphol} and others},\n  title = {{Addressing Topic Leakage in Cross-Topic "
              "Evaluation for Authorship Verification}},\n  year = {2024},\n"),
          HasSubstr(
              "  author = {{Teahan} and {Harper}},\n  title = {{Using compression-based language models for "
              "text categorization}},\n  year = {2003},\n")));
  // The name of a journal is not a title, and a second work has its own entry.
  const auto more = standfast("cite --bibtex umap linear-svm").out;
  EXPECT_THAT(more, AllOf(HasSubstr("author = {{McInnes} and {Healy} and {Melville}},\n  year = {2018}"),
                          HasSubstr("@misc{classifier-linear-svm-2,\n  author = {{Keerthi} and {DeCoste}}")));
  // Every key of every entry occurs once, and braces are closed.
  const std::string all = standfast("cite --bibtex").out;
  std::set<std::string> keys;
  int open = 0;
  for (size_t at = 0; at < all.size(); ++at) {
    open += all[at] == '{' ? 1 : all[at] == '}' ? -1 : 0;
    if (all[at] != '@' || all.compare(at, 5, "@misc") != 0) continue;
    const std::string key = all.substr(at + 6, all.find(',', at) - at - 6);
    EXPECT_TRUE(keys.insert(key).second) << key;
    EXPECT_FALSE(key.empty());
  }
  EXPECT_EQ(open, 0);
  EXPECT_GT(keys.size(), 50U);
}

}  // namespace
}  // namespace standfast::testing
