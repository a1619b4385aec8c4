// Times reading a JSONL file into a corpus: 200 MB of English-like text, in documents of 2 kB and of 200
// bytes, with id, author, topic and two columns that no option maps. Also documents of 2 kB compressed, and
// as CSV. Before timing, the corpus that was read is compared with the one from which the file was made,
// document by document. The argument is the text length. bytes_per_second counts uncompressed bytes of the
// file, in MiB. The counters file_MB and text_MB give the same for the file and for the texts alone, in
// millions of bytes a second.
#include <cstdlib>
#include <filesystem>
#include <map>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json_text.h"
#include "standfast/base/rng.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/write.h"

namespace standfast {
namespace {

constexpr size_t kFileBytes = 200'000'000;

struct Input {
  std::string path;
  uint64_t bytes = 0;
  Corpus corpus;
};

// Makes words of 1 to 10 letters. Now and then a line break, a quote or a letter beyond ASCII, as in real
// text.
std::string text_of(Rng& rng, size_t length) {
  std::string text;
  while (text.size() < length) {
    const uint64_t word = rng.next();
    const size_t letters = 1 + word % 10;
    for (size_t i = 0; i < letters; ++i) text += static_cast<char>('a' + (word >> (8 + 5 * i)) % 26);
    const uint64_t end = word >> 60;
    text += end == 0 ? ".\n" : end == 1 ? " \"" : end == 2 ? "\xc3\xa9 " : " ";
  }
  return text;
}

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / fmt::format("standfast-bench-{}-{}", ::getpid(), name))
      .string();
}

const Input& input(size_t length, const std::string& ending) {
  static std::map<std::pair<size_t, std::string>, Input> made;
  Input& in = made[{length, ending}];
  if (!in.path.empty()) return in;
  in.path = temporary(fmt::format("{}{}", length, ending));
  std::atexit([] {
    for (const auto& [key, one] : made) std::filesystem::remove(one.path);
  });
  Rng rng(1, "bench/read-jsonl");
  CorpusBuilder builder("made");
  std::string file;
  for (uint32_t i = 0; file.size() < kFileBytes; ++i) {
    const std::string id = fmt::format("document-{}", i), text = text_of(rng, length);
    const std::string author = fmt::format("author {}", i % 1000), topic = fmt::format("topic {}", i % 70);
    std::array<std::optional<std::string_view>, kRoles.size()> values;
    values[static_cast<size_t>(Role::author)] = author;
    values[static_cast<size_t>(Role::topic)] = topic;
    if (!builder.add(id, text, values)) std::abort();
    file += fmt::format(R"({{"id":"{}","score":{}.5,"text":)", id, i);
    append_json_string(file, text);
    file += fmt::format(R"(,"author":"{}","tags":["x",{}],"topic":"{}"}})", author, i, topic);
    file += '\n';
  }
  in.corpus = std::move(builder).finish();
  in.bytes = file.size();
  if (ending.starts_with(".csv")) {
    if (!write_corpus(in.corpus, in.path)) std::abort();
    in.bytes = std::filesystem::file_size(in.path);
  } else if (!write_file(in.path, file)) {
    std::abort();
  }
  return in;
}

void read(benchmark::State& state, const std::string& ending) {
  const Input& in = input(static_cast<size_t>(state.range(0)), ending);
  {
    const auto corpus = read_corpus(in.path, {});
    if (!corpus || corpus->data_hash() != in.corpus.data_hash()) {
      state.SkipWithError("the corpus read is not the corpus written");
      return;
    }
  }
  for (auto _ : state) benchmark::DoNotOptimize(read_corpus(in.path, {}));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * in.bytes));
  const auto rate = [&](uint64_t bytes) {
    return benchmark::Counter(static_cast<double>(bytes) / 1e6,
                              benchmark::Counter::kIsIterationInvariantRate);
  };
  state.counters["file_MB"] = rate(in.bytes);
  state.counters["text_MB"] = rate(in.corpus.text_bytes());
}

BENCHMARK_CAPTURE(read, jsonl, std::string(".jsonl"))
    ->Arg(2000)
    ->Arg(200)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read, jsonl_zst, std::string(".jsonl.zst"))
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read, jsonl_gz, std::string(".jsonl.gz"))
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(read, csv, std::string(".csv"))
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

void hash(benchmark::State& state) {
  const Input& in = input(2000, ".jsonl");
  for (auto _ : state) {
    state.PauseTiming();
    const auto corpus = read_corpus(in.path, {});
    state.ResumeTiming();
    benchmark::DoNotOptimize(corpus->data_hash());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * in.corpus.text_bytes()));
}
BENCHMARK(hash)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace standfast
