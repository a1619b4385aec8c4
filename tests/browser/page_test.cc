// Opens a report in headless Chromium and asks whether every figure drew and could be saved. Skipped,
// visibly, where Chromium is not installed or the build has no figures.
#include "standfast/report/page/page.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "standfast/base/file.h"
#include "standfast/report/page/report.h"
#include "tests/support/class_run.h"
#include "tests/support/data.h"
#include "tests/support/run_folder.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TemporaryFolder;

std::string chromium() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
    if (std::filesystem::exists(path)) return path;
  return "";
}

#define NEEDS_BROWSER()                                     \
  if (chromium().empty()) GTEST_SKIP() << "needs chromium"; \
  if (!report::page_has_script()) GTEST_SKIP() << "this build has no figures (STANDFAST_WEB)"

struct Opened {
  std::string dom, log;
};

// What the page looks like after its script ran. A proxy that nobody answers would show any request as an
// error; the net log counts them.
Opened open_page(const std::string& page, const TemporaryFolder& work, const std::string& more_flags = "") {
  const std::string command = fmt::format(
      "timeout 120 {} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic "
      "--no-first-run "
      "--disable-background-networking --host-resolver-rules='MAP * ~NOTFOUND' --disable-component-update "
      "--disable-sync --disable-extensions "
      "--user-data-dir='{}' --log-net-log='{}' --enable-logging=stderr --v=0 --virtual-time-budget=20000 {} "
      "--dump-dom 'file://{}' 2>'{}'",
      chromium(), work.file("profile"), work.file("net.json"), more_flags, page, work.file("log"));
  Opened opened;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return opened;
  char buffer[1 << 16];
  for (size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) opened.dom.append(buffer, n);
  const int status = ::pclose(pipe);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "chromium ended with " << status;
  opened.log = *read_file(work.file("log"));
  return opened;
}

// The attributes of every <figure>.
std::vector<std::map<std::string, std::string>> figures_in(const std::string& dom) {
  std::vector<std::map<std::string, std::string>> figures;
  const std::regex tag("<figure([^>]*)>"), attribute("([a-z-]+)=\"([^\"]*)\"");
  for (std::sregex_iterator figure(dom.begin(), dom.end(), tag), end; figure != end; ++figure) {
    const std::string inside = (*figure)[1];
    std::map<std::string, std::string> attributes;
    for (std::sregex_iterator one(inside.begin(), inside.end(), attribute); one != end; ++one)
      attributes[(*one)[1]] = (*one)[2];
    figures.push_back(std::move(attributes));
  }
  return figures;
}

std::string write_page(const std::string& folder, const testing::RunFolderOptions& options = {}) {
  testing::make_run_folder(folder, options);
  ReportOptions report;
  report.resamples = 50;
  const auto written = write_report(folder, report, null_sink());
  if (!written) throw std::runtime_error(written.error().message);
  return written->page;
}

TEST(Page, EveryFigureDrawsAndCanBeSaved) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  const auto opened = open_page(write_page(work.file("run")) + "#check", work);
  const auto figures = figures_in(opened.dom);
  std::vector<std::string> names;
  for (auto attributes : figures) {
    names.push_back(attributes["data-figure"]);
    EXPECT_EQ(attributes["data-drawn"], "yes") << names.back() << ": " << attributes["data-error"];
    EXPECT_GT(std::atoi(attributes["data-marks"].c_str()), 10) << names.back();
    EXPECT_GT(std::atoi(attributes["data-svg-bytes"].c_str()), 2000) << names.back();
    EXPECT_GT(std::atoi(attributes["data-png-bytes"].c_str()), 2000) << names.back();
    EXPECT_GT(std::atoi(attributes["data-csv-rows"].c_str()), 4) << names.back();
    // The page saves one metric, the file holds all.
    if (const auto& name = names.back();
        name == "folds" || name == "bumps" || name == "critical" || name == "dose")
      continue;
    const auto csv = *read_file(work.file("run/figures/" + names.back() + "-forums.csv"));
    EXPECT_EQ(std::atoi(attributes["data-csv-rows"].c_str()), std::count(csv.begin(), csv.end(), '\n') - 1)
        << names.back() << ": the page saves what the report writes";
  }
  EXPECT_THAT(names, ::testing::ElementsAre("folds", "roc", "distributions", "thresholds", "reliability",
                                            "topic-reliability", "llr", "tippett", "ece", "bumps", "critical",
                                            "dose", "similarity", "matrix"));
  const std::regex html("<html[^>]*>");
  std::smatch root;
  ASSERT_TRUE(std::regex_search(opened.dom, root, html));
  EXPECT_THAT(root[0].str(), HasSubstr("data-ready=\"14\""));
  EXPECT_THAT(root[0].str(), HasSubstr("data-errors=\"0\""));
  EXPECT_THAT(root[0].str(), Not(HasSubstr("data-check-error"))) << root[0];
  EXPECT_THAT(root[0].str(), Not(HasSubstr("data-broken"))) << "a topic's name was run as a script";
  EXPECT_THAT(opened.log, Not(HasSubstr("CONSOLE"))) << "the console is silent";
  EXPECT_THAT(opened.dom, Not(HasSubstr("<img"))) << "an author's name became an element";
}

// What the CSV button of a figure would save, by the name of the figure. A copy of the page without its
// policy gets a script that presses the buttons and leaves their files in the document.
std::map<std::string, std::string> saved_by_buttons(const std::string& page,
                                                    const std::vector<std::string>& names,
                                                    const TemporaryFolder& work) {
  std::string html = *read_file(page);
  html = std::regex_replace(html, std::regex("<meta http-equiv=\"Content-Security-Policy\"[^>]*>"), "");
  html += R"(<script>
let last = "";
Blob = class { constructor(parts) { last = parts.join(""); } };  // reading a true one back would take its time
URL.createObjectURL = () => "#";
HTMLAnchorElement.prototype.click = () => {};
addEventListener("load", () => {
  for (const slot of document.querySelectorAll("figure[data-figure]")) {
    [...slot.querySelectorAll("button")].find((button) => button.textContent === "CSV").click();
    const bytes = [...new TextEncoder().encode(last)];
    const hex = document.createElement("pre");
    hex.id = `csv-of-${slot.dataset.figure}`;
    hex.textContent = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    document.body.append(hex);
  }
});
</script>)";
  EXPECT_TRUE(write_file(work.file("pressed.html"), html));
  const std::string dom = open_page(work.file("pressed.html"), work).dom;
  std::map<std::string, std::string> saved;
  for (const auto& name : names) {
    const std::string tag = fmt::format("id=\"csv-of-{}\">", name);
    const size_t at = dom.find(tag);
    if (at == std::string::npos) continue;
    for (size_t i = at + tag.size(); i + 1 < dom.size() && dom[i] != '<'; i += 2)
      saved[name] += static_cast<char>(std::stoi(dom.substr(i, 2), nullptr, 16));
  }
  return saved;
}

// Numbers written in full by one program and as short as can be by the other are the same.
std::string with_plain_numbers(const std::string& csv) {
  std::string plain;
  const std::regex number(R"((^|[,\n])(-?[0-9][0-9.eE+-]*)(?=[,\r]))");
  auto at = csv.cbegin();
  for (std::sregex_iterator found(csv.begin(), csv.end(), number), end; found != end; ++found) {
    plain.append(at, (*found)[0].first);
    plain += (*found)[1].str() + fmt::format("{}", std::stod((*found)[2]));
    at = (*found)[0].second;
  }
  return plain.append(at, csv.cend());
}

TEST(Page, FiguresOfClassificationDrawAndCanBeSaved) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  const std::string run = testing::make_class_run(work.path());
  const auto opened = open_page(run + "/report.html#check", work);
  std::vector<std::string> names;
  for (auto attributes : figures_in(opened.dom)) {
    names.push_back(attributes["data-figure"]);
    EXPECT_EQ(attributes["data-drawn"], "yes") << names.back() << ": " << attributes["data-error"];
    EXPECT_GT(std::atoi(attributes["data-marks"].c_str()), 10) << names.back();
    EXPECT_GT(std::atoi(attributes["data-svg-bytes"].c_str()), 2000) << names.back();
    EXPECT_GT(std::atoi(attributes["data-png-bytes"].c_str()), 2000) << names.back();
    EXPECT_GT(std::atoi(attributes["data-csv-rows"].c_str()), 4) << names.back();
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf({"drops", "folds", "topics", "confusion"}));
  EXPECT_THAT(opened.dom, HasSubstr("data-errors=\"0\""));
  EXPECT_THAT(opened.log, Not(HasSubstr("CONSOLE"))) << "the console is silent";
  const std::vector<std::string> own = {"drops", "topics", "confusion"};
  auto saved = saved_by_buttons(run + "/report.html", own, work);
  for (const auto& name : own)
    EXPECT_EQ(with_plain_numbers(saved[name]),
              with_plain_numbers(*read_file(run + "/figures/" + name + "-posts.csv")))
        << "the page saves what the report writes";
}

// Requests to a network that the page made; what the browser asks on its own account is in the log too, but
// belongs to no file.
int requests_of_page(const std::string& net_log) {
  int count = 0;
  std::istringstream lines(net_log);
  for (std::string line; std::getline(lines, line);)  // one event a line
    count +=
        line.find("\"network_isolation_key\":\"file://") != std::string::npos &&
        (line.find("\"url\":\"http") != std::string::npos || line.find("\"url\":\"ws") != std::string::npos);
  return count;
}

TEST(Page, AsksTheNetworkForNothing) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  ASSERT_TRUE(write_file(work.file("asks.html"), "<img src=\"http://example.invalid/x.png\">"));
  open_page(work.file("asks.html"), work);
  EXPECT_EQ(requests_of_page(*read_file(work.file("net.json"))), 1) << "this test can tell";
  open_page(write_page(work.file("run")) + "#check", work);
  EXPECT_EQ(requests_of_page(*read_file(work.file("net.json"))), 0);
}

TEST(Page, NarrowScreensAndSeveralCorpora) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  testing::RunFolderOptions options;
  options.corpora = {"forums", "courts"};
  options.nasty_names = false;
  const auto opened = open_page(write_page(work.file("run"), options), work, "--window-size=390,800");
  const auto figures = figures_in(opened.dom);
  EXPECT_EQ(figures.size(), 28U);
  for (auto attributes : figures) EXPECT_EQ(attributes["data-drawn"], "yes") << attributes["data-error"];
}

}  // namespace
}  // namespace standfast
