// Times a scan for cues: documents of 200 B (comments) and 2 kB (reviews), 20 MB in all, two labels, one
// thread: words alone, and runs of up to three words with forms and lengths. bench/peers/scan.py counts and
// tests the same in scikit-learn. STANDFAST_BENCH_DUMP=file writes the comments, one JSON object a line.
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <benchmark/benchmark.h>

#include "bench/english.h"
#include "standfast/analysis/scan/scan.h"
#include "standfast/base/json.h"

namespace standfast {
namespace {

constexpr const char* kScanLabels[] = {"0", "1"};
constexpr const char* kPlantedCue = "zweifellos";

struct ScanInput {
  Corpus corpus;
  int64_t bytes = 0;

  // Makes documents. The cue stands in 12 % of the documents of one label and in 8 % of the documents of the
  // other; nothing else distinguishes the labels.
  explicit ScanInput(size_t length) {
    CorpusBuilder builder("bench");
    auto texts = bench::English(4).documents(20'000'000, length);
    std::ofstream dump;
    if (const char* path = std::getenv("STANDFAST_BENCH_DUMP"); path != nullptr && length == 200)
      dump.open(path);
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::string id = "document-" + std::to_string(i);
      if (Rng(4, "bench/scan", id).chance(i % 2 == 0 ? 0.08 : 0.12))
        texts[i].insert(texts[i].find(' ') + 1, std::string(kPlantedCue) + " ");
      std::array<std::optional<std::string_view>, kRoles.size()> values;
      values[static_cast<size_t>(Role::label)] = kScanLabels[i % 2];
      if (!builder.add(id, texts[i], values)) std::abort();
      bytes += static_cast<int64_t>(texts[i].size());
      if (dump.is_open())
        dump << nlohmann::json({{"text", texts[i]}, {"label", kScanLabels[i % 2]}}).dump() << '\n';
    }
    corpus = std::move(builder).finish();
  }
};

const ScanInput& scan_input(int64_t length) {
  static const ScanInput comments(200), reviews(2000);
  return length == 200 ? comments : reviews;
}

Scan scanned(const ScanInput& input, uint32_t longest) {
  ScanOptions options;
  options.cues.longest = longest;
  options.cues.form = longest > 1;
  auto scan = scan_corpus(input.corpus, options);
  if (!scan) std::abort();
  return std::move(*scan);
}

// The number of documents of each label that contain a word, by word, counted in a slow way. Texts are ASCII.
using WordCounts = std::unordered_map<std::string, std::array<uint64_t, 2>>;
WordCounts counted(const Corpus& corpus) {
  WordCounts counts;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    std::unordered_set<std::string> words;
    std::string word;
    for (const char c : std::string(corpus.text(row)) + " ") {
      if (std::isalnum(static_cast<unsigned char>(c))) {
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (!word.empty()) {
        words.insert(std::move(word));
        word.clear();
      }
    }
    for (const auto& one : words) ++counts[one][row % 2];
  }
  return counts;
}

// Returns true if the planted cue is the first finding, and the documents of every single word are counted
// correctly.
bool answers_right(const ScanInput& input, const Scan& scan) {
  static std::unordered_map<const ScanInput*, WordCounts> known;
  auto [counts, is_new] = known.try_emplace(&input);
  if (is_new) counts->second = counted(input.corpus);
  if (scan.tests.findings.empty() || scan.cue(scan.tests.findings[0]).name != kPlantedCue) return false;
  for (const auto& finding : scan.tests.findings) {
    const Cue& cue = scan.cue(finding);
    if (cue.kind != CueKind::words || cue.name.find(' ') != std::string::npos) continue;
    const size_t label = scan.label(finding) == kScanLabels[0] ? 0 : 1;
    const auto& of = counts->second[cue.name];
    if (finding.with != of[label] || finding.others_with != of[1 - label]) return false;
  }
  size_t frequent = 0, single = 0;
  for (const auto& [word, of] : counts->second)
    frequent += of[0] + of[1] >= CueOptions().least_documents &&
                input.corpus.size() - of[0] - of[1] >= CueOptions().least_documents;
  for (const auto& cue : scan.cues.all())
    if (cue.kind == CueKind::words && cue.name.find(' ') == std::string::npos) single += 1 + cue.also.size();
  // A word and a run of words in the same documents are one cue, so with runs fewer cues may be named by the
  // word.
  return scan.cues.all_words() > 0 && single > 0 && (frequent == single || single > frequent / 2);
}

void scan(benchmark::State& state) {
  const ScanInput& input = scan_input(state.range(0));
  const auto longest = static_cast<uint32_t>(state.range(1));
  if (!answers_right(input, scanned(input, longest))) {
    state.SkipWithError("wrong answer");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(scanned(input, longest).tests.findings.data());
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * input.bytes);
}
BENCHMARK(scan)
    ->ArgNames({"bytes", "words"})
    ->Args({200, 1})
    ->Args({200, 3})
    ->Args({2000, 1})
    ->Args({2000, 3})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
