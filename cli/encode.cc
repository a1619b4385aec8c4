// standfast encode: writes vectors of documents to a file that NumPy or any program can read.
#include <cmath>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/draw_args.h"
#include "cli/keep_inputs.h"
#include "cli/vector_args.h"
#include "standfast/base/checkpoint_file.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/cluster/map_quality.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "standfast/num/kernel/npy.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> kMetrics = {"euclidean", "cosine"};

struct EncodeArgs {
  CorpusArgs corpus;
  VectorArgs vectors;
  std::string out, quality;
  int64_t jobs = 0;
  bool json = false;
};

// Returns whether a fact is a count (tokens, windows), which is printed without an exponent.
bool is_count(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15;
}

std::vector<double> dense_row(const CsrMatrix& m, size_t row) {
  std::vector<double> dense(m.columns_count, 0.0);
  for (size_t e = m.begin[row]; e < m.begin[row + 1]; ++e) dense[m.columns[e]] = m.values[e];
  return dense;
}
template <class T>
std::span<const T> dense_row(const Dense<T>& m, size_t row) {
  return m.row(row);
}

Status write_lines(const std::string& path, const Corpus& corpus, const Encoded& encoded) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    std::string line = fmt::format("{{\"id\": {}, \"vector\": [", json_text(Json(corpus.id(row))));
    std::visit([&](const auto& m) { line += fmt::format("{}", fmt::join(dense_row(m, row), ", ")); },
               encoded.vectors);
    SF_TRY(file.write(line + "]}\n"));
  }
  return file.commit();
}

std::string array_bytes(const CsrMatrix& m) {
  std::vector<double> all;
  all.reserve(m.rows() * m.columns_count);
  for (size_t row = 0; row < m.rows(); ++row) {
    const auto dense = dense_row(m, row);
    all.insert(all.end(), dense.begin(), dense.end());
  }
  return npy_bytes(std::span<const double>(all), m.rows(), m.columns_count);
}
template <class T>
std::string array_bytes(const Dense<T>& m) {
  return npy_bytes(std::span<const T>(m.data), m.rows, m.columns);
}

Status write_array(const std::string& path, const Corpus& corpus, const Encoded& encoded) {
  std::string ids;
  for (uint32_t row = 0; row < corpus.size(); ++row) {
    if (corpus.id(row).find_first_of("\r\n") != std::string_view::npos)
      return data_error(
          fmt::format("{}: the id of document {} has a line break in it, and ids are written one a line; "
                      "write .jsonl instead",
                      corpus.name(), row + 1));
    ids += corpus.id(row);
    ids += '\n';
  }
  return write_vector_array(path, std::visit([](const auto& m) { return array_bytes(m); }, encoded.vectors),
                            ids);
}

bool is_lines(const std::string& path) {
  const auto ends = [&](const char* end) { return path.ends_with(end); };
  return ends(".jsonl") || ends(".jsonl.gz") || ends(".jsonl.zst");
}

// The number of neighbours for the quality of a reduction: how well it kept the nearest neighbours. Every
// document is compared with every other.
constexpr uint32_t kQualityNeighbours = 15;
constexpr size_t kMostForQuality = 20'000;

Status check_quality(const EncodeArgs& given, const Corpus& corpus) {
  if (given.quality.empty()) return {};
  if (given.vectors.reduce.empty())
    return usage_error("encode: --quality says how well --reduce keeps neighbours; add --reduce");
  if (corpus.size() > kMostForQuality)
    return data_error(
        fmt::format("{}: --quality compares every document with every document, {} at most; there are {}",
                    corpus.name(), kMostForQuality, corpus.size()));
  return {};
}

Result<MapQuality> quality_of(const EncodeArgs& given, const Corpus& corpus, const FloatMatrix& before,
                              const Encoded& after) {
  SF_ASSIGN(const FloatMatrix map, float_vectors(after));
  auto found =
      map_quality(before, map, kQualityNeighbours,
                  given.quality == kMetrics[0] ? NeighbourMetric::euclidean : NeighbourMetric::cosine,
                  threads_of(given.jobs));
  if (!found) return with_context(corpus.name(), found.error());
  return found;
}

Status run(const EncodeArgs& given) {
  if (!is_lines(given.out) && !given.out.ends_with(".npy"))
    return usage_error(
        fmt::format("encode: --out {}: vectors are written as .npy or as .jsonl (.gz, .zst)", given.out));
  SF_TRY(given.vectors.check());
  const auto inputs = together({{given.corpus.path}, given.vectors.files()});
  SF_TRY(keep_inputs("--out", given.out, inputs));
  if (!is_lines(given.out))
    for (const auto& beside : {ids_path_beside(given.out), pairing_path_beside(given.out)})
      SF_TRY(keep_inputs("--out (its ids)", beside, inputs));
  SF_ASSIGN(const Corpus corpus, given.corpus.read());
  SF_TRY(check_quality(given, corpus));
  // After a kill, the same command resumes from these files.
  const std::string parts = given.out + ".parts";
  SF_ASSIGN(Encoded full, given.vectors.encode_in_full(corpus, threads_of(given.jobs), parts));
  FloatMatrix before;
  if (!given.quality.empty()) {
    SF_ASSIGN(before, float_vectors(full));
  }
  SF_ASSIGN(const Encoded encoded, given.vectors.reduced(std::move(full), corpus, threads_of(given.jobs)));
  std::optional<MapQuality> quality;
  if (!given.quality.empty()) {
    SF_ASSIGN(quality, quality_of(given, corpus, before, encoded));
  }
  SF_TRY(is_lines(given.out) ? write_lines(given.out, corpus, encoded)
                             : write_array(given.out, corpus, encoded));
  remove_checkpoints(parts);
  const std::string& encoder = given.vectors.encoder;
  if (given.json) {
    Json json = {{"encoder", encoder},           {"data", corpus.data_hash()},
                 {"seed", given.vectors.seed},   {"documents", encoded.rows()},
                 {"columns", encoded.columns()}, {"facts", facts_json(encoded.facts)}};
    if (!given.vectors.reduce.empty()) json["reduce"] = given.vectors.reduce;
    if (quality)
      json["quality"] = {{"metric", given.quality},
                         {"neighbours", kQualityNeighbours},
                         {"documents", encoded.rows()},
                         {"trustworthiness", quality->trustworthiness},
                         {"kept", quality->kept}};
    print(json_text(json) + "\n");
    return {};
  }
  const std::string& reduce = given.vectors.reduce;
  std::string text = fmt::format("{}{}: {} documents x {} numbers\n", encoder,
                                 reduce.empty() ? "" : ", " + reduce, encoded.rows(), encoded.columns());
  for (const auto& fact : encoded.facts)
    text += std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
            return is_count(value) ? fmt::format("  {:<24} {:.0f}\n", fact.name, value)
                                   : fmt::format("  {:<24} {:g}\n", fact.name, value);
          else
            return fmt::format("  {:<24} {}\n", fact.name, value);
        },
        fact.value);
  if (quality)
    text += fmt::format("  {:<24} {:.4f}\n  {:<24} {:.4f}\n",
                        fmt::format("trustworthiness({})", kQualityNeighbours), quality->trustworthiness,
                        "kept-neighbours", quality->kept);
  print(text);
  return {};
}

}  // namespace

Command encode_command() {
  return {
      "encode", "Write the vectors that an encoder makes of documents", [](Args& args) {
        auto given = std::make_shared<EncodeArgs>();
        given->vectors.encoder = "nmf";
        given->corpus.declare(args);
        given->vectors.declare(args, "Encoder that makes the vectors");
        args.text("-o,--out", given->out,
                  "vectors.npy (ids go to vectors.ids.txt beside it, their digests to vectors.ids.json) or "
                  "vectors.jsonl, .jsonl.gz, .jsonl.zst",
                  true)
            .new_file();
        args.choice("--quality", given->quality, kMetrics,
                    "Measure how well --reduce keeps the 15 nearest documents by this distance (up to 20,000 "
                    "documents)");
        args.jobs(given->jobs);
        args.flag("--json", given->json, "Print one JSON document with sizes and facts of the fit");
        args.footer(
            describe_catalog(encoders()) +
            "\nRow i of a .npy file is document i of the corpus. Sparse vectors (tfidf) are written out in "
            "full.\ndocs/encoders.md says what each encoder is for.");
        args.example("standfast encode corpus.jsonl --encoder lsa --set components=20 --out vectors.npy",
                     "Write twenty numbers for each document");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
