// Tests of a standard output that cannot be written: no command may lose its result and report success.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command.h"

namespace standfast::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// One command line or several that work in the folder of Output, and whether they print.
struct Example {
  std::string arguments;
  bool prints = true;
};
const std::map<std::string, std::vector<Example>> kExamples = {
    {"analyze",
     {{"analyze c.jsonl"},
      {"analyze c.jsonl --json"},
      {"analyze c.jsonl --splits s.json"},
      {"analyze c.jsonl --splits s.json --json"}}},
    {"check",
     {{"check c.jsonl"},
      {"check c.jsonl --json"},
      {"check c.jsonl --group topic --ignore SF301"},
      {"check c.jsonl --splits s.json"},
      {"check c.jsonl --splits s.json --json"}}},
    {"cluster",
     {{"cluster c.jsonl --encoder tfidf --k 2,3"},
      {"cluster c.jsonl --encoder tfidf --k 2 --json"},
      {"cluster c.jsonl --encoder tfidf --k 2 --mini-batch"},
      {"cluster c.jsonl --encoder tfidf --k 2 --mini-batch --json"}}},
    {"cite", {{"cite"}, {"cite ppm"}, {"cite --json"}}},
    {"compare",
     {{"compare a.csv b.csv --truth t.csv"},
      {"compare a.csv b.csv --truth t.csv --json"},
      {"compare run --test models --bootstrap 20"},
      {"compare run --test models --bootstrap 20 --json"}}},
    {"completion", {{"completion bash"}, {"completion --prefix made", false}}},
    {"convert", {{"convert c.jsonl new.csv", false}, {"convert c.jsonl -"}}},
    {"doctor", {{"doctor"}, {"doctor --json"}}},
    {"encode",
     {{"encode c.jsonl --encoder tfidf --out v.jsonl"},
      {"encode c.jsonl --encoder tfidf --out v.jsonl --json"}}},
    {"explain",
     {{"explain c.jsonl --model model --out e.jsonl"},
      {"explain c.jsonl --model model --out -"},
      {"explain c.jsonl --model model --method linear --out e.jsonl --json"}}},
    {"help", {{"help"}, {"help split"}}},
    {"init", {{"init c.jsonl --out made.toml --force"}}},
    {"ls", {{"ls"}, {"ls --long"}, {"ls --json"}, {"ls warnings"}, {"ls checks"}}},
    {"pairs", {{"pairs c.jsonl --out p"}, {"pairs c.jsonl --out p --json"}}},
    {"plan-power",
     {{"plan-power c.jsonl --simulations 3 --resamples 9 --no-smallest"},
      {"plan-power c.jsonl --simulations 3 --resamples 9 --no-smallest --json"}}},
    {"predict", {{"predict model c.jsonl"}, {"predict model c.jsonl --out answers.jsonl", false}}},
    {"report", {{"report run --bootstrap 20"}, {"report run --bootstrap 20 --json"}}},
    {"rewrite",
     {{"rewrite c.jsonl --style mine --from c.jsonl --without-gate unchanged --out r.jsonl"},
      {"rewrite c.jsonl --style mine --from c.jsonl --without-gate unchanged --out r.jsonl --json"}}},
    {"run",
     {{"run study.toml --out run --no-report --json"},
      {"run study.toml --out run"},
      {"run study.toml --dry-run"},
      {"run study.toml --dry-run --json"}}},
    {"sample", {{"sample c.jsonl --set topics=2"}, {"sample c.jsonl --set topics=2 --json"}}},
    {"scan",
     {{"scan c.jsonl --target topic --worth 1 --folds 2"}, {"scan c.jsonl --target topic --worth 0 --json"}}},
    {"score", {{"score a.csv --truth t.csv"}, {"score a.csv --truth t.csv --json"}}},
    {"shortcut",
     {{"shortcut c.jsonl --target author --out planted --replace"},
      {"shortcut c.jsonl --target author --out planted --replace --json"}}},
    {"simulate",
     {{"simulate --grid 3x4x2 --length 20 --corpora 2 --resamples 9"},
      {"simulate --grid 3x4x2 --length 20 --corpora 2 --resamples 9 --json"}}},
    {"split",
     {{"split c.jsonl --method k-fold --set folds=2"},
      {"split c.jsonl --method k-fold --set folds=2 --out s2.json", false}}},
    {"split-diff", {{"split diff c.jsonl s.json s.json"}, {"split diff c.jsonl s.json s.json --json"}}},
    {"status", {{"status run"}, {"status run --json"}}},
    {"submit", {{"submit prepared --pbs --dry-run --no-probe"}}},
    {"synth", {{"synth --documents 20 --out -"}, {"synth --documents 20 --out new.jsonl --json"}}},
    {"train",
     {{"train c.jsonl --model naive-bayes --target author --out model2"},
      {"train c.jsonl --model naive-bayes --target author --out model2 --json"}}},
    {"version", {{"version"}}},
    {"work", {{"work prepared", false}}},
};

class Output : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const auto write = [](const char* name, const std::string& text) {
      ASSERT_TRUE(write_file(folder_->file(name), text));
    };
    write("t.csv", "id,same\np,1\nq,1\nr,0\ns,0\n");
    write("a.csv", "id,score\np,.8\nq,.4\nr,.2\ns,0\n");
    write("b.csv", "id,score\np,.7\nq,.6\nr,.4\ns,.1\n");
    write("study.toml",
          "task = \"classification\"\n[[corpus]]\npath = \"c.jsonl\"\n[[condition]]\nname = "
          "\"seen\"\nreference = true\n"
          "split = { method = \"stratified-k-fold\", folds = 2 }\n[[condition]]\nname = \"novel\"\n"
          "split = { method = \"topic-k-fold\", folds = 2 }\n[[model]]\ntype = \"naive-bayes\"\n");
    for (const char* arguments :
         {"synth --authors 4 --topics 4 --families 4 --documents 64 --length 30 --out c.jsonl",
          "split c.jsonl --method k-fold --set folds=2 --out s.json",
          "train c.jsonl --model naive-bayes --target author --out model",
          "run study.toml --out run --no-report", "run study.toml --out prepared --prepare"}) {
      const auto said = standfast(arguments, folder_->path());
      ASSERT_EQ(said.code, 0) << arguments << "\n" << said.err;
    }
  }
  static void TearDownTestSuite() { delete folder_; }

  // Runs with standard output on `out`, which is closed here.
  static Said into(int out, const std::string& arguments) {
    const pid_t pid = ::fork();
    const std::string err = folder_->file("err");
    if (pid == 0) {
      const int fd = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(fd, 2);
      if (out >= 0)
        ::dup2(out, 1);
      else
        ::close(1);
      ::signal(SIGPIPE, SIG_DFL);
      const std::string script = "cd '" + folder_->path() + "' && exec '" STANDFAST_BINARY "' " + arguments;
      ::execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
      ::_exit(127);
    }
    if (out >= 0) ::close(out);
    int status = 0;
    ::waitpid(pid, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), "", *read_file(err)};
  }
  static int full() { return ::open("/dev/full", O_WRONLY | O_CLOEXEC); }
  static int without_reader() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    return ends[1];
  }
  static std::string last_line(const std::string& text) {
    const size_t end = text.empty() ? 0 : text.size() - 1;
    const size_t begin = text.rfind('\n', end == 0 ? 0 : end - 1);
    return text.substr(begin == std::string::npos ? 0 : begin + 1);
  }
  static TemporaryFolder* folder_;
};
TemporaryFolder* Output::folder_ = nullptr;

TEST_F(Output, EveryCommandHasAnExample) {
  std::set<std::string> listed, known;
  std::istringstream help(standfast("--help").out);
  bool below = false;
  for (std::string line; std::getline(help, line);) {
    below = below || line.starts_with("Commands");
    std::istringstream words(line);
    std::string word;
    if (below && line.starts_with("  ") && line.size() > 2 && line[2] != ' ' && words >> word)
      listed.insert(word);
  }
  for (const auto& [name, examples] : kExamples) known.insert(name);
  known.insert("cancel");      // needs a cluster: tests/cli/submit_test.cc
  known.insert("checkpoint");  // needs a model: tests/cli/checkpoint_test.cc
  known.insert("demo");        // takes half a minute
  known.insert("judge");       // asks a server: tests/rewrite/rewrite_command_test.cc
  known.insert("pull");        // asks a server, too: tests/hub/server_test.cc
  known.insert("tokens");      // needs a model, too: tests/cli/small_commands_test.cc
  known.insert("pretrain");    // takes its time: tests/cli/pretrain_test.cc
  EXPECT_EQ(listed, known);
}

TEST_F(Output, ExamplesWork) {
  for (const auto& [name, examples] : kExamples)
    for (const auto& [arguments, prints] : examples) {
      const auto said = standfast(arguments, folder_->path());
      EXPECT_EQ(said.code, 0) << arguments << "\n" << said.err;
      EXPECT_EQ(!said.out.empty(), prints) << arguments;
    }
}

TEST_F(Output, AFullDiskIsSaid) {
  for (const auto& [name, examples] : kExamples)
    for (const auto& [arguments, prints] : examples) {
      const auto said = into(full(), arguments);
      EXPECT_EQ(said.code, prints ? 3 : 0) << arguments << "\n" << said.err;
      if (!prints) continue;
      EXPECT_THAT(last_line(said.err), StartsWith("standfast: ")) << arguments;
      EXPECT_THAT(last_line(said.err), HasSubstr("standard output: cannot write (No space left on device)"))
          << arguments;
    }
  for (const char* text : {"--help", "--version", "ls --help"}) EXPECT_EQ(into(full(), text).code, 3) << text;
}

TEST_F(Output, AReaderThatHasGoneEndsItQuietly) {
  for (const auto& [name, examples] : kExamples)
    for (const auto& [arguments, prints] : examples) {
      const auto said = into(without_reader(), arguments + " --quiet");
      EXPECT_EQ(said.code, prints ? 141 : 0) << arguments;
      EXPECT_THAT(said.err, ::testing::Not(HasSubstr("standfast: "))) << arguments;
    }
  EXPECT_EQ(into(without_reader(), "--help").code, 141);
}

TEST_F(Output, OneThatIsClosedIsSaid) {
  for (const auto& [name, examples] : kExamples) {
    const auto& [arguments, prints] = examples.front();
    if (!prints) continue;
    const auto said = into(-1, arguments);
    EXPECT_EQ(said.code, 3) << arguments;
    EXPECT_THAT(last_line(said.err), HasSubstr("standard output: cannot write (Bad file descriptor)"))
        << arguments;
  }
}

// Otherwise the next file to be opened would get the number 1 or 2, and with it the printed text.
TEST_F(Output, AClosedStreamIsNoFileOfTheUser) {
  const std::string lines = *read_file(folder_->file("c.jsonl"));
  const auto said = in_shell(
      "\"$standfast\" convert c.jsonl copy.jsonl >&- 2>&-; \"$standfast\" convert c.jsonl copy2.jsonl <&- "
      ">&- 2>&-",
      folder_->path());
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(*read_file(folder_->file("copy.jsonl")), *read_file(folder_->file("copy2.jsonl")));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), [](const std::string& copy) {
    return std::count(copy.begin(), copy.end(), '\n');
  }(*read_file(folder_->file("copy.jsonl"))));
  EXPECT_EQ(in_shell("\"$standfast\" check - <&-", folder_->path()).code, 3);
}

// The command's own finding comes first, and so does its exit code.
TEST_F(Output, AFailureOfItsOwnIsNotHidden) {
  const auto twice =
      in_shell("cat c.jsonl c.jsonl | sed 's/\"id\": *\"[^\"]*\",*//' >twice.jsonl", folder_->path());
  ASSERT_EQ(twice.code, 0);
  const auto said = into(full(), "check twice.jsonl --fail-on-duplicates --no-near");
  EXPECT_EQ(said.code, 1) << said.err;
  EXPECT_THAT(last_line(said.err), HasSubstr("SF301 "));
  EXPECT_THAT(last_line(said.err), HasSubstr("; standard output: cannot write (No space left on device)"));
  EXPECT_EQ(into(full(), "status prepared2").code, 3);
  EXPECT_EQ(into(without_reader(), "check twice.jsonl --fail-on-duplicates --no-near").code, 1);
  EXPECT_EQ(into(without_reader(), "ls --nonsense").code, 2);
}

// Messages are a courtesy: if they cannot be written, the work is done all the same.
TEST_F(Output, StandardErrorMayBeFullOrClosed) {
  for (const char* redirection : {"2>/dev/full", "2>&-", "2>&1 >/dev/full"}) {
    EXPECT_EQ(
        in_shell(std::string("\"$standfast\" convert c.jsonl new.csv ") + redirection, folder_->path()).code,
        0)
        << redirection;
    EXPECT_EQ(
        in_shell(std::string("\"$standfast\" synth --style 9 --out x ") + redirection, folder_->path()).code,
        2)
        << redirection;
  }
  const auto run =
      in_shell("rm -rf fresh; \"$standfast\" run study.toml --out fresh 2>/dev/full", folder_->path());
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("seen"));
}

}  // namespace
}  // namespace standfast::testing
