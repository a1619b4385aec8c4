// Every ```sh block of README.md and docs/*.md is run, page by page, in order, in a folder of its own that
// holds a small synthetic corpus.jsonl. A block that cannot run here is marked by a line above it that says
// why:
//   <!-- not run: installs packages -->
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "standfast/base/file.h"
#include "standfast/corpus/synth/synth.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

struct Block {
  int line = 0;          // of the opening fence
  std::string language;  // info string
  std::string text;
  bool exempt = false;
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::istringstream lines(page);
  std::string line, last;
  bool inside = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({number, line.substr(3), "", last.starts_with("<!-- not run: ")});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
    if (!line.empty()) last = line;
  }
  EXPECT_FALSE(inside) << "a fence is not closed";
  return blocks;
}

std::vector<std::string> pages() {
  namespace fs = std::filesystem;
  const fs::path root = STANDFAST_SOURCE_DIR;
  std::vector<std::string> found = {"CONTRIBUTING.md", "README.md"};
  for (const auto& entry : fs::directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") found.push_back("docs/" + entry.path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> pages_with_commands() {
  std::vector<std::string> found;
  for (const auto& page : pages()) {
    const auto text = read_file(std::string(STANDFAST_SOURCE_DIR) + "/" + page);
    if (!text) continue;
    for (const auto& block : blocks_of(*text))
      if (block.language == "sh" && !block.exempt) {
        found.push_back(page);
        break;
      }
  }
  return found;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class Page : public ::testing::TestWithParam<std::string> {};
class PageWithCommands : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Docs, Page, ::testing::ValuesIn(pages()), test_name);
INSTANTIATE_TEST_SUITE_P(Docs, PageWithCommands, ::testing::ValuesIn(pages_with_commands()), test_name);

TEST_P(PageWithCommands, ItsCommandsRun) {
  const auto page = read_file(std::string(STANDFAST_SOURCE_DIR) + "/" + GetParam());
  ASSERT_TRUE(page) << page.error().message;
  std::string script = "set -euo pipefail\n";
  for (const auto& block : blocks_of(*page)) {
    EXPECT_NE(block.language, "bash")
        << GetParam() << ":" << block.line << ": write ```sh, so that it is run";
    if (block.language != "sh" || block.exempt) continue;
    script += "block=" + GetParam() + ":" + std::to_string(block.line) + "\n" + block.text + "\n";
  }

  testing::TemporaryFolder folder;
  SynthOptions options;
  options.authors = 24;
  options.topics = 12;
  options.families = 4;
  options.documents = 480;
  options.length = 80;
  const auto synth = Synth::make(options);
  ASSERT_TRUE(synth);
  ASSERT_TRUE(synth->write(folder.file("corpus.jsonl"), 1, null_sink()));
  ASSERT_TRUE(write_file(folder.file(".script"), "trap 'echo \"stopped in $block\" >&2' ERR\n" + script));
  const std::string bin = std::filesystem::path(STANDFAST_BINARY).parent_path().string();
  const std::string command = "cd '" + folder.path() + "' && STANDFAST_SOURCE='" + STANDFAST_SOURCE_DIR +
                              "' PATH='" + bin + "':\"$PATH\" bash .script >.out 2>&1 </dev/null";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << GetParam() << ": status " << status << "\n"
      << read_file(folder.file(".out")).value_or("(no output)");
}

// Links between pages lead somewhere.
TEST_P(Page, ItsLinksLeadSomewhere) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(STANDFAST_SOURCE_DIR) / GetParam();
  const auto page = read_file(path.string());
  ASSERT_TRUE(page);
  for (size_t at = page->find("]("); at != std::string::npos; at = page->find("](", at + 1)) {
    const size_t end = page->find(')', at);
    ASSERT_NE(end, std::string::npos);
    std::string target = page->substr(at + 2, end - at - 2);
    if (target.starts_with("http") || target.starts_with("#")) continue;
    target = target.substr(0, target.find('#'));
    EXPECT_TRUE(fs::exists(path.parent_path() / target)) << GetParam() << " links to " << target;
  }
}

}  // namespace
}  // namespace standfast
