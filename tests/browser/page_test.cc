// Opens reports in headless Chromium and checks that every figure is there and can be saved. The tests are
// skipped, visibly, where Chromium is not installed.
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
#include "standfast/base/rng.h"
#include "standfast/report/page/report.h"
#include "tests/support/class_run.h"
#include "tests/support/command.h"
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

#define NEEDS_BROWSER() \
  if (chromium().empty()) GTEST_SKIP() << "needs chromium"

struct Opened {
  std::string dom, log;
};

// Returns the page as it looks after its script ran. The browser resolves no names, so any request shows as
// an error; the net log counts requests.
Opened open_page(const std::string& page, const TemporaryFolder& work, const std::string& more_flags = "") {
  const std::string command = fmt::format(
      "timeout 120 {} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic "
      "--no-first-run "
      "--disable-background-networking --host-resolver-rules='MAP * ~NOTFOUND' --disable-component-update "
      "--disable-sync --disable-extensions "
      "--user-data-dir='{}' --log-net-log='{}' --enable-logging=stderr --v=0 --virtual-time-budget=60000 {} "
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

using Attributes = std::map<std::string, std::string>;

// Returns the attributes of every element whose tag begins with `begin`.
std::vector<Attributes> elements(const std::string& dom, const std::string& begin) {
  std::vector<Attributes> found;
  const std::regex attribute("([a-z-]+)=\"([^\"]*)\"");
  for (size_t at = 0; (at = dom.find(begin, at)) != std::string::npos; ++at) {
    const std::string tag = dom.substr(at, dom.find('>', at) - at);
    Attributes attributes;
    for (std::sregex_iterator one(tag.begin(), tag.end(), attribute), end; one != end; ++one)
      attributes[(*one)[1]] = (*one)[2];
    found.push_back(std::move(attributes));
  }
  return found;
}

std::vector<std::string> names_of_figures(const std::string& dom) {
  std::vector<std::string> names;
  for (auto& figure : elements(dom, "<figure ")) names.push_back(figure["data-figure"]);
  return names;
}

// Expects that every drawing of a page opened as #check was made a picture, and that nothing went wrong.
void expect_sound(const Opened& opened, size_t drawings) {
  auto plots = elements(opened.dom, "<div class=\"plot");
  EXPECT_EQ(plots.size(), drawings);
  for (auto& plot : plots) {
    const std::string& file = plot["data-file"];
    EXPECT_GT(std::atoi(plot["data-marks"].c_str()), 10) << file;
    EXPECT_GT(std::atoi(plot["data-svg-bytes"].c_str()), 2000) << file;
    EXPECT_GT(std::atoi(plot["data-png-bytes"].c_str()), 2000) << file;
  }
  Attributes root = elements(opened.dom, "<html ").at(0);
  EXPECT_EQ(root["data-ready"], "yes");
  EXPECT_EQ(root["data-errors"], "0");
  EXPECT_FALSE(root.contains("data-check-error")) << root["data-check-error"];
  EXPECT_FALSE(root.contains("data-broken")) << "a topic's name was run as a script";
  EXPECT_THAT(opened.log, Not(HasSubstr("CONSOLE"))) << "the console is silent";
  EXPECT_THAT(opened.dom, Not(HasSubstr("<img"))) << "an author's name became an element";
}

std::string write_page(const std::string& folder, const testing::RunFolderOptions& options = {}) {
  testing::make_run_folder(folder, options);
  ReportOptions report;
  report.resamples = 50;
  const auto written = write_report(folder, report, null_sink());
  if (!written) throw std::runtime_error(written.error().message);
  return written->page;
}

TEST(Page, EveryFigureIsThereAndCanBeSaved) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  const auto opened = open_page(write_page(work.file("run")) + "#check", work);
  EXPECT_THAT(names_of_figures(opened.dom),
              ::testing::ElementsAre("survival", "folds", "roc", "distributions", "thresholds", "reliability",
                                     "topic-reliability", "llr", "tippett", "ece", "bumps", "critical",
                                     "dose", "similarity", "matrix"));
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(work.file("run/figures")))
    files += file.path().extension() == ".svg" ? 1 : 0;
  expect_sound(opened, files);
}

// Returns the files that the buttons save, by name. A copy of the page without its policy gets a script that
// presses all buttons and leaves the files in the document.
std::map<std::string, std::string> saved_by_buttons(const std::string& page, const TemporaryFolder& work) {
  std::string html = *read_file(page);
  html = std::regex_replace(html, std::regex("<meta http-equiv=\"Content-Security-Policy\"[^>]*>"), "");
  html += R"(<script>
const blobs = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => (blobs.push(blob), make.call(URL, blob));
HTMLAnchorElement.prototype.click = function () {
  const name = this.download;
  blobs.at(-1).arrayBuffer().then((buffer) => {
    const hex = document.createElement("pre");
    hex.id = `saved-${name}`;
    hex.textContent = [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    document.body.append(hex);
  });
};
addEventListener("load", async () => {
  for (const button of document.querySelectorAll(".save button")) {
    if (button.textContent === "PNG") continue;  // #check makes them
    const before = document.querySelectorAll("pre").length;
    button.click();
    while (document.querySelectorAll("pre").length === before) await new Promise((done) => setTimeout(done, 1));
  }
});
</script>)";
  EXPECT_TRUE(write_file(work.file("pressed.html"), html));
  const std::string dom = open_page(work.file("pressed.html"), work).dom;
  std::map<std::string, std::string> saved;
  const std::string begin = "<pre id=\"saved-";
  for (size_t at = 0; (at = dom.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    std::string& bytes = saved[dom.substr(at, dom.find('"', at) - at)];
    for (size_t i = dom.find('>', at) + 1; i + 1 < dom.size() && dom[i] != '<'; i += 2)
      bytes += static_cast<char>(std::stoi(dom.substr(i, 2), nullptr, 16));
  }
  return saved;
}

TEST(Page, FiguresOfClassificationAreThereAndButtonsSaveTheFilesOfTheReport) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  const std::string run = testing::make_class_run(work.path());
  const auto opened = open_page(run + "/report.html#check", work);
  EXPECT_THAT(names_of_figures(opened.dom),
              ::testing::IsSupersetOf({"drops", "folds", "topics", "confusion"}));
  EXPECT_THAT(opened.dom, HasSubstr("data-errors=\"0\""));
  EXPECT_THAT(opened.log, Not(HasSubstr("CONSOLE"))) << "the console is silent";
  const auto saved = saved_by_buttons(run + "/report.html", work);
  for (const char* path : {"figures/folds-posts.csv", "figures/drops-posts.csv", "figures/topics-posts.csv",
                           "figures/confusion-posts.csv", "tables/drops-posts.csv", "tables/models.tex"}) {
    std::string name = path;
    name[name.find('/')] = '-';
    ASSERT_TRUE(saved.contains(name)) << name;
    EXPECT_EQ(saved.at(name), *read_file(run + "/" + path)) << path;
  }
  for (const char* name : {"folds-posts-accuracy.svg", "confusion-posts.svg"}) {
    ASSERT_TRUE(saved.contains(name)) << name;
    EXPECT_THAT(saved.at(name), HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    EXPECT_THAT(saved.at(name), Not(HasSubstr("var("))) << name << " needs the page";
  }
}

// Counts the requests to a network that the page made. The browser's own requests are in the log too, but
// belong to no file.
int requests_of_page(const std::string& net_log) {
  int count = 0;
  std::istringstream lines(net_log);
  for (std::string line; std::getline(lines, line);)  // one event in each line
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
  const auto opened =
      open_page(write_page(work.file("run"), options) + "#check", work, "--window-size=390,800");
  EXPECT_EQ(names_of_figures(opened.dom).size(), 30U);
  EXPECT_THAT(opened.dom, HasSubstr("data-errors=\"0\""));
}

report::Table table_of_one(const std::string& name, const std::string& cell) {
  report::Table table;
  table.name = table.title = name;
  table.header = {"a"};
  table.rows = {{{.text = cell}}};
  return table;
}

// Writes a page with two tables, the first of them on the first screen, and a figure for each of two metrics.
// Returns its body.
std::string page_of_parts(const std::string& path, size_t plain_bytes) {
  using namespace report;
  PageBuilder builder(false, plain_bytes);
  builder.raw("<main><div id=\"metric-choice\"></div>");
  builder.add(table_of_one("first", "on the first screen"));
  std::string body = builder.take_first_part();
  ShownFigure figure;
  figure.name = "roc";
  figure.title = "A <figure>";
  figure.part = Part::survival;
  figure.caption = "Caption & more";
  for (const char* metric : {"auc", "f1"}) {
    SvgFragment fragment;
    fragment.width = 400;
    fragment.height = 300;
    for (int i = 0; i < 30; ++i)
      fragment.body += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"><title>tip {}</title></circle>",
                                   13 * i, (37 * i) % 300, 2 + i % 7, i);
    figure.drawings.push_back({metric, std::string("roc-") + metric, {metric, {{fragment}}}});
  }
  builder.add(std::vector<ShownFigure>{figure}, Part::survival);
  body += "<details open=\"\"><summary>Figures</summary>" + builder.take_part() + "</details>";
  builder.add_hidden(table_of_one("second", "w&hen <asked>"));
  body += builder.take_part() + "</main>";
  auto page = PageFile::create(path, "Parts");
  EXPECT_TRUE(page);
  EXPECT_TRUE(page->add_to_body(body));
  EXPECT_TRUE(page->add_files(R"({"metrics": ["auc", "f1"], "default_metric": "auc"})", builder.files()));
  EXPECT_TRUE(page->finish());
  return body;
}

// Returns the content of the page, without the data from which its scripts make parts.
std::string seen(const std::string& dom) {
  const std::regex script("<script[^>]*>[^<]*</script>");
  const size_t from = dom.find("<main>"), to = dom.find("</main>");
  if (from == std::string::npos || to == std::string::npos) throw std::runtime_error("no page in: " + dom);
  return std::regex_replace(dom.substr(from, to - from), script, "");
}

TEST(Page, PartsBeyondTheRoomArePackedAndNameTheirFiles) {
  TemporaryFolder work;
  const std::string plain = page_of_parts(work.file("plain.html"), 1 << 20);
  EXPECT_THAT(plain, Not(HasSubstr("packed")));
  EXPECT_EQ(elements(plain, "<svg ").size(), 2U);
  const std::string packed = page_of_parts(work.file("packed.html"), 0);
  EXPECT_EQ(elements(packed, "<div class=\"packed").size(), 2U);
  EXPECT_THAT(packed, HasSubstr("on the first screen"));
  EXPECT_THAT(packed, Not(HasSubstr("w&amp;hen")));
  EXPECT_THAT(packed, Not(HasSubstr("<svg")));
  EXPECT_THAT(packed, HasSubstr("files too: <code>tables/second.csv</code>.</p></noscript>"));
}

TEST(Page, PackedPartsComeToStandAsTheyWouldHaveStood) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  page_of_parts(work.file("plain.html"), 1 << 20);
  page_of_parts(work.file("packed.html"), 0);
  const auto plain = open_page(work.file("plain.html"), work),
             packed = open_page(work.file("packed.html"), work);
  EXPECT_EQ(seen(packed.dom), seen(plain.dom));
  EXPECT_THAT(packed.dom, HasSubstr("w&amp;hen &lt;asked&gt;"));
  expect_sound(open_page(work.file("packed.html") + "#check", work), 2);
  // Letters that are not base64 leave the sentence in the place of the part, and are counted.
  std::string broken = *read_file(work.file("packed.html"));
  broken.replace(broken.find("text/plain\">") + 12, 4, "????");
  ASSERT_TRUE(write_file(work.file("broken.html"), broken));
  const auto opened = open_page(work.file("broken.html"), work);
  EXPECT_THAT(seen(opened.dom),
              HasSubstr("<p class=\"faint\">This part is packed, and the page needs scripts"));
  EXPECT_THAT(seen(opened.dom), HasSubstr("w&amp;hen &lt;asked&gt;")) << "the part after it is there";
  EXPECT_EQ(elements(opened.dom, "<html ").at(0)["data-errors"], "1");
}

// Writes a page with 20,000 documents of six kinds of words and three labels, on a map that needs no
// neighbours.
std::string page_with_a_large_map(const TemporaryFolder& work) {
  std::string corpus;
  for (int i = 0; i < 20'000; ++i) {
    Rng rng(3, "test/large-map", std::to_string(i));
    const uint64_t kind = rng.below(6);
    std::string text;
    for (int word = 0; word < 8; ++word)
      text += fmt::format("k{}w{} ", rng.chance(0.8) ? kind : 6, rng.below(12));
    corpus += fmt::format("{{\"id\": \"d{}\", \"label\": \"l{}\", \"text\": \"{}\"}}\n", i,
                          (kind + rng.below(2)) % 3, text);
  }
  EXPECT_TRUE(write_file(work.file("posts.jsonl"), corpus));
  EXPECT_TRUE(write_file(work.file("study.toml"), R"(task = "classification"
target = "label"
profile = "classification-labels"
map = "pca"
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "subset-sum"
space = { encoder = "lsa", components = 6 }
split = { method = "subset-sum-split", k-min = 8, k-max = 8, restarts = 1 }
[[model]]
type = "prior"
)"));
  const testing::Said said = testing::standfast("run study.toml --out RUN", work.path());
  EXPECT_EQ(said.code, 0) << said.err;
  return work.file("RUN/report.html");
}

// The content of the canvas is read back from its pixels: it shows points, fewer once a group is hidden, and
// others if other colours are chosen. Under the pointer stands one document.
TEST(Page, AMapOfTwentyThousandPointsIsDrawnAndAnswers) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  std::string html = *read_file(page_with_a_large_map(work));
  html = std::regex_replace(html, std::regex("<meta http-equiv=\"Content-Security-Policy\"[^>]*>"), "");
  html += R"(<script>
addEventListener("load", async () => {
  const figure = document.querySelector("figure[data-points]"), wait = () => new Promise((done) => setTimeout(done, 5));
  const say = (name, value) => document.documentElement.setAttribute(`data-map-${name}`, value);
  figure.scrollIntoView();
  let canvas = null;
  while (!(canvas = figure.querySelector(".map canvas")) || !canvas.hasAttribute("aria-label")) await wait();
  while (canvas.width < 400) await wait();
  const pixels = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const inked = () => pixels().reduce((n, value, i) => n + (i % 4 === 3 && value > 0), 0);
  const different = (one, other) => one.some((value, i) => value !== other[i]);
  say("label", canvas.getAttribute("aria-label"));
  say("points", inked());
  figure.querySelector(".groups button").click();
  say("fewer", inked());
  const choice = figure.querySelector("select");
  const bySide = pixels();
  choice.value = "class";
  choice.dispatchEvent(new Event("change"));
  const byClass = pixels();
  say("classes", different(bySide, byClass));
  choice.value = "cluster";
  choice.dispatchEvent(new Event("change"));
  say("clusters", different(byClass, pixels()));
  const box = canvas.getBoundingClientRect();
  for (let y = 6; y < box.height && !document.documentElement.dataset.mapTip; y += 10)
    for (let x = 6; x < box.width; x += 10) {
      canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.x + x, clientY: box.y + y, bubbles: true }));
      const tip = document.querySelector(".tip");
      if (tip && !tip.hidden && tip.textContent) { say("tip", tip.textContent); break; }
    }
  say("done", "yes");
});
</script>)";
  ASSERT_TRUE(write_file(work.file("large.html"), html));
  const auto opened = open_page(work.file("large.html"), work, "--window-size=1200,900");
  Attributes root = elements(opened.dom, "<html ").at(0);
  ASSERT_EQ(root["data-map-done"], "yes");
  EXPECT_EQ(root["data-map-label"], "subset-sum: 20000 documents by side");
  EXPECT_GT(std::atoi(root["data-map-points"].c_str()), 2'000) << "pixels: points lie on each other";
  EXPECT_LT(std::atoi(root["data-map-fewer"].c_str()), std::atoi(root["data-map-points"].c_str()));
  EXPECT_GT(std::atoi(root["data-map-fewer"].c_str()), 200) << "the tested tenth";
  EXPECT_EQ(root["data-map-classes"], "true");
  EXPECT_EQ(root["data-map-clusters"], "true");
  EXPECT_THAT(root["data-map-tip"],
              ::testing::ContainsRegex("d[0-9]+: side t[a-z]+, class l[0-2], cluster [0-7]"));
}

// Figures of other metrics are hidden from the start, and nothing of the chosen metric is.
TEST(Page, OneMetricIsShown) {
  NEEDS_BROWSER();
  TemporaryFolder work;
  const auto opened = open_page(write_page(work.file("run")), work);
  size_t shown = 0, hidden = 0;
  for (const char* begin : {"<div class=\"plot", "<section class=\"table"})
    for (auto& part : elements(opened.dom, begin)) {
      if (!part.contains("data-metric")) continue;
      const bool is_hidden = part["class"].find("unselected") != std::string::npos;
      EXPECT_EQ(is_hidden, part["data-metric"] != "auc") << part["data-metric"];
      ++(is_hidden ? hidden : shown);
    }
  EXPECT_GT(shown, 4U);
  EXPECT_GT(hidden, shown);
}

}  // namespace
}  // namespace standfast
