// Tests that no command writes over its input.
#include <gtest/gtest.h>

#include "tests/support/command.h"

namespace standfast::testing {
namespace {

TEST(KeepInputs, CommandsRefuseAnOutputThatIsAnInput) {
  const TemporaryFolder folder;
  const Said made = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 40 --authors 4 --topics 2 && ln -s c.jsonl link.jsonl && "
      "mkdir pan && \"$standfast\" pairs c.jsonl --out pan && \"$standfast\" train pan -m ppm --out model && "
      "\"$standfast\" encode c.jsonl --encoder tfidf --out v.npy && \"$standfast\" split c.jsonl --method k-fold "
      "--out s.json && cp c.jsonl model/ && mkdir task && cp c.jsonl task/data.jsonl && sha256sum c.jsonl pan/* v.npy s.json model/* > sums",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  for (const auto& [arguments, message] : std::vector<std::pair<std::string, std::string>>{
           {"convert c.jsonl c.jsonl", "OUT would overwrite the input c.jsonl; choose another path"},
           {"convert c.jsonl link.jsonl", "OUT would overwrite the input c.jsonl"},
           {"convert link.jsonl ./c.jsonl", "OUT would overwrite the input link.jsonl"},
           {"encode c.jsonl --out c.jsonl", "--out would overwrite"},
           {"encode c.jsonl --encoder vectors --set path=v.npy --out v.npy", "the input v.npy"},
           {"split c.jsonl --method k-fold --out c.jsonl", "--out would overwrite"},
           {"split c.jsonl --from s.json --export lists=c.jsonl", "--export lists would overwrite"},
           {"split c.jsonl --from s.json --export column=s.json", "the input s.json"},
           {"split task/data.jsonl --method hold-out --export genbench=task", "the input task/data.jsonl"},
           {"split diff c.jsonl s.json s.json --out s.json", "the input s.json"},
           {"scan c.jsonl --target author --out c.jsonl", "--out would overwrite"},
           {"predict model pan --out pan/pairs.jsonl", "the input pan/pairs.jsonl"},
           {"pairs pan/pairs.jsonl --out pan", "the input pan/pairs.jsonl"},
           {"train model/c.jsonl -m maxent --target author --out model", "the input model/c.jsonl"},
           {"init c.jsonl --force --out c.jsonl", "--out would overwrite"}}) {
    const Said said = standfast(arguments, folder.path());
    EXPECT_EQ(said.code, 2) << arguments << "\n" << said.err;
    EXPECT_NE(said.err.find(message), std::string::npos) << arguments << "\n" << said.err;
    EXPECT_EQ(lines_of(said.err), 1) << said.err;
  }
  EXPECT_EQ(in_shell("sha256sum --quiet -c sums", folder.path()).code, 0);
}

// Runs the commands and expects the refusal of each. Then no file of the folder has changed, and there is no
// new file.
void expect_refused(const TemporaryFolder& folder,
                    const std::vector<std::pair<std::string, std::string>>& commands) {
  const std::string sums = "find . -type f | sort | xargs -d '\\n' sha256sum";
  const std::string before = in_shell(sums, folder.path()).out;
  ASSERT_GT(lines_of(before), 1);
  for (const auto& [arguments, message] : commands) {
    const Said said = standfast(arguments, folder.path());
    EXPECT_EQ(said.code, 2) << arguments << "\n" << said.err;
    EXPECT_NE(said.err.find(message), std::string::npos) << arguments << "\n" << said.err;
    EXPECT_EQ(lines_of(said.err), 1) << said.err;
  }
  EXPECT_EQ(in_shell(sums, folder.path()).out, before);
}

TEST(KeepInputs, FilesThatOptionsNameAreInputs) {
  const TemporaryFolder folder;
  const Said made = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 40 --authors 4 --topics 2 && \"$standfast\" encode c.jsonl "
      "--encoder tfidf --out v.npy && \"$standfast\" split c.jsonl --method k-fold --set folds=2 --out s.json && "
      "printf 'test: [0, 1]\\ntrain: [2, 3]\\n' > rows.txt && head -3 c.jsonl | "
      "sed 's/.*\"id\": *\"\\([^\"]*\\)\".*/\\1/' > te.txt && \"$standfast\" analyze c.jsonl --out tables && "
      "mkdir model lists && cp te.txt lists/fold-0-test.txt && cp v.npy v.csv && echo 'exit 1' > model/answer.sh",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  expect_refused(
      folder,
      {{"split c.jsonl --method given --set test=lists/fold-0-test.txt --out s2.json --export lists=lists",
        "--export lists would overwrite the input lists/fold-0-test.txt"},
       {"split c.jsonl --method given --set test=te.txt --out te.txt",
        "--out would overwrite the input te.txt"},
       {"split c.jsonl --method given --set indices=rows.txt --out rows.txt", "the input rows.txt"},
       {"split c.jsonl --method given --set indices=rows.txt --export indices=rows.txt",
        "the input rows.txt"},
       {"split c.jsonl --method given --set splits=s.json --out s.json", "the input s.json"},
       {"split c.jsonl --encoder vectors --encoder-set path=v.npy --out v.npy", "the input v.npy"},
       {"split c.jsonl --vectors v.npy --method cluster-k-fold --out v.ids.txt", "the input v.ids.txt"},
       {"check c.jsonl --splits s.json --tau 0.9 --encoder vectors --encoder-set path=v.csv --out v.csv",
        "the input v.csv"},
       {"train c.jsonl --target author -m command --set \"command=sh model/answer.sh {train} {test} {answers}\" --out model",
        "the input model/answer.sh"},
       {"analyze --table tables/counts.csv --out tables", "the input tables/counts.csv"}});
}

TEST(KeepInputs, NothingIsWrittenIntoAFolderThatIsRead) {
  const TemporaryFolder folder;
  const Said made = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 40 --authors 4 --topics 2 && \"$standfast\" convert c.jsonl texts "
      "--to folder && \"$standfast\" train c.jsonl --target author -m naive-bayes --out model && ln -s model link && mkdir "
      "RUN && touch RUN/provenance.json",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  expect_refused(folder,
                 {{"predict model c.jsonl --out model/model.json", "--out would write into the folder model"},
                  {"predict model c.jsonl --out model/deep/new.jsonl", "choose a path outside of it"},
                  {"predict model c.jsonl --out link/new.jsonl", "the folder model"},
                  {"predict link c.jsonl --out model/new.jsonl", "the folder link"},
                  {"explain c.jsonl --model model --out model/model.json", "--out would write into"},
                  {"explain c.jsonl --model model --with-text --html model/page.html", "--html would write"},
                  {"convert texts texts/sub/", "OUT would write into the folder texts"},
                  {"pairs --run RUN --out RUN", "--out would write into the folder RUN"},
                  {"pairs --run RUN --out RUN/pairs", "the folder RUN"}});
  EXPECT_EQ(standfast("predict model c.jsonl --out model.jsonl", folder.path()).code, 0)
      << "a name that begins as the folder's";
}

TEST(KeepInputs, AReportKeepsTheFilesOfItsRun) {
  const TemporaryFolder folder;
  const Said made = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 40 --authors 4 --topics 2 && printf 'task = "
      "\"classification\"\\ntarget = \"author\"\\n[[corpus]]\\npath = \"c.jsonl\"\\n[[condition]]\\nname = "
      "\"iid\"\\nreference = true\\nsplit = { method = \"k-fold\", folds = 2 }\\n[[model]]\\ntype = "
      "\"naive-bayes\"\\nfeatures = \"function-words\"\\nfunction-words = \"words.txt\"\\n' > study.toml && "
      "printf 'the\\nof\\n' > words.txt && \"$standfast\" run study.toml --out RUN --jobs 1 --no-report && mkdir -p "
      "mine/deep && touch mine/deep/predictions.jsonl",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  expect_refused(
      folder,
      {{"report RUN --out RUN/provenance.json", "--out would overwrite the input RUN/provenance.json"},
       {"report RUN --out RUN/plan.jsonl", "the input RUN/plan.jsonl"},
       {"report RUN --out RUN/study.toml", "the input RUN/study.toml"},
       {"report RUN --out RUN/scores.csv", "the input RUN/scores.csv"},
       {"report RUN --out RUN/cells/new.html", "--out would write into the folder RUN/cells"},
       {"report RUN --out c.jsonl", "the input"},
       {"report RUN --out words.txt", "the input"},
       {"report RUN --no-text --names RUN/splits/names.csv",
        "--names would write into the folder RUN/splits"},
       {"report RUN --no-text --names c.jsonl", "--names would overwrite"},
       {"report RUN --tables RUN/artifacts", "--tables would write into the folder RUN/artifacts"},
       {"report RUN --tables RUN", "--tables would overwrite the input RUN"},
       {"report RUN --figures RUN/cells/figures", "--figures would write into"},
       {"report RUN --predictions mine=mine --out mine/deep/predictions.jsonl",
        "the input mine/deep/predictions.jsonl"},
       {"report RUN --extra ignore", "--extra says what to do with answers of --predictions"}});
  const Said written = in_shell(
      "\"$standfast\" report RUN --bootstrap 20 --out RUN/mine.html --tables RUN/mine --figures figures && "
      "\"$standfast\" report RUN --bootstrap 20 --out RUN/mine.html",
      folder.path());
  EXPECT_EQ(written.code, 0) << written.err;
}

TEST(KeepInputs, OtherFilesAndDevicesAreWritten) {
  const TemporaryFolder folder;
  const Said said = in_shell(
      "\"$standfast\" synth --out c.jsonl --documents 9 --authors 3 --topics 1 && \"$standfast\" convert c.jsonl "
      "d.csv && \"$standfast\" convert c.jsonl d.csv && \"$standfast\" convert - - --format jsonl --to jsonl < "
      "c.jsonl",
      folder.path());
  EXPECT_EQ(said.code, 0) << said.err;
}

}  // namespace
}  // namespace standfast::testing
