// standfast cluster: k-means over vectors, for one number of clusters or many.
#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "cli/cluster_results.h"
#include "cli/commands.h"
#include "cli/corpus_args.h"
#include "cli/keep_inputs.h"
#include "cli/vector_args.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/cluster/k_means.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/encoder/vectors_reader.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint32_t kLargestK = 100'000;

struct ClusterArgs {
  CorpusArgs corpus;
  VectorArgs vectors;
  MiniBatchArgs mini_batch;
  std::string k = "2..50", out;
  int64_t restarts = 10, iterations = 300, jobs = 0;
  double tolerance = 1e-4;
  bool json = false;
  std::function<bool()> restarts_given, iterations_given, tolerance_given;
  std::function<std::string()> flag_of_a_corpus;  // the first that is given
};

// Parses "8", "2..50" (both included), "2..50:3" (every third), and several of these separated by commas.
Result<std::vector<uint32_t>> numbers_of_clusters(const std::string& text) {
  const auto wrong = [&](const std::string& part) {
    return usage_error(
        fmt::format("--k {}: \"{}\" is neither a number of clusters nor a range such as 2..50 or 2..50:3 "
                    "(from 1 to {})",
                    text, part, kLargestK));
  };
  std::vector<uint32_t> all;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    uint32_t numbers[3] = {0, 0, 1};  // first, last, step
    const char* at = part.data();
    const char* const stop = part.data() + part.size();
    const auto take = [&](uint32_t& number) {
      const auto [next, error] = std::from_chars(at, stop, number);
      at = next;
      return error == std::errc() && number >= 1 && number <= kLargestK;
    };
    if (!take(numbers[0])) return wrong(part);
    numbers[1] = numbers[0];
    if (stop - at >= 2 && at[0] == '.' && at[1] == '.') {
      at += 2;
      if (!take(numbers[1])) return wrong(part);
      if (at != stop && *at == ':') {
        ++at;
        if (!take(numbers[2])) return wrong(part);
      }
    }
    if (at != stop || numbers[1] < numbers[0]) return wrong(part);
    for (uint32_t k = numbers[0]; k <= numbers[1]; k += numbers[2]) all.push_back(k);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

struct Points {
  FloatMatrix matrix;
  std::vector<std::string> ids;  // empty: rows of a file without ids
};

Result<Encoded> read_vectors(const std::string& path, std::vector<std::string>& ids) {
  auto table = read_vector_table(path, "");
  if (!table) {
    auto error = table.error();
    if (!path.ends_with(".npy"))
      error.message +=
          "; to cluster the documents of a corpus, name an encoder that makes their vectors: --encoder lsa";
    return Failure(error);
  }
  ids = std::move(table->ids);
  Encoded encoded;
  std::visit([&](auto& matrix) { encoded.vectors = std::move(matrix); }, table->vectors);
  return encoded;
}

Result<Points> points_of(const ClusterArgs& given, int threads) {
  Points points;
  Encoded encoded;
  if (given.vectors.encoder.empty()) {
    SF_ASSIGN(Encoded read, read_vectors(given.corpus.path, points.ids));
    const std::vector<std::string_view> ids(points.ids.begin(), points.ids.end());
    SF_ASSIGN(encoded, given.vectors.reduced(std::move(read), ids, given.corpus.path, threads));
  } else {
    SF_TRY(given.vectors.check());
    SF_ASSIGN(const Corpus corpus, given.corpus.read());
    for (uint32_t row = 0; row < corpus.size(); ++row) points.ids.emplace_back(corpus.id(row));
    SF_ASSIGN(encoded, given.vectors.encode(corpus, threads));
  }
  auto matrix = float_vectors(encoded);
  if (!matrix) {
    auto error = matrix.error();
    if (given.vectors.reduce.empty()) error.message += "; --reduce svd:50 makes short vectors of them";
    return with_context(given.corpus.path, error);
  }
  points.matrix = std::move(*matrix);
  return points;
}

// Returns the rows in the order of their ids, so that another order of the file gives the same clusters.
std::vector<size_t> order_of(const Points& points) {
  std::vector<size_t> order(points.matrix.rows);
  std::iota(order.begin(), order.end(), size_t{0});
  if (!points.ids.empty())
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return points.ids[a] < points.ids[b]; });
  return order;
}

FloatMatrix in_order(const FloatMatrix& matrix, const std::vector<size_t>& order) {
  FloatMatrix sorted(matrix.rows, matrix.columns);
  for (size_t i = 0; i < order.size(); ++i) std::ranges::copy(matrix.row(order[i]), sorted.row(i).begin());
  return sorted;
}

Result<std::vector<Clustered>> clustered(const Points& points, const std::vector<uint32_t>& ks,
                                         const ClusterArgs& given, int threads) {
  const auto order = order_of(points);
  KMeansOptions options;
  options.restarts = static_cast<uint32_t>(given.restarts);
  options.max_iterations = static_cast<uint32_t>(given.iterations);
  options.tolerance = given.tolerance;
  options.seed = static_cast<uint64_t>(given.vectors.seed);
  options.threads = threads;
  options.sink = &terminal();
  std::vector<Clustered> all;
  const auto take = [&](uint32_t k, KMeans& found) -> Status {
    Clustered& one = all.emplace_back();
    one.k = k;
    one.inertia = found.inertia;
    one.iterations = found.iterations;
    one.converged = found.converged;
    const auto [smallest, largest] = std::ranges::minmax(found.sizes);
    one.smallest = smallest;
    one.largest = largest;
    if (given.out.empty()) return {};
    one.cluster_of.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) one.cluster_of[order[i]] = found.cluster_of[i];
    return {};
  };
  if (const auto done = k_means_sweep(in_order(points.matrix, order), ks, options, take); !done)
    return with_context(given.corpus.path, done.error());
  return all;
}

Result<std::vector<Clustered>> mini_batch_in_memory(const Points& points, const std::vector<uint32_t>& ks,
                                                    const ClusterArgs& given, const MiniBatchOptions& options,
                                                    const MiniBatchRun& run) {
  const auto order = order_of(points);
  std::vector<std::vector<uint32_t>> cluster_of(ks.size(), std::vector<uint32_t>(order.size()));
  const auto add = [&](size_t row, std::span<const uint32_t> clusters) -> Status {
    for (size_t at = 0; at < ks.size(); ++at) cluster_of[at][order[row]] = clusters[at];
    return {};
  };
  auto all = mini_batch_clustered(in_order(points.matrix, order), ks, options, run, add);
  if (!all) return with_context(given.corpus.path, all.error());
  for (size_t at = 0; at < ks.size(); ++at) (*all)[at].cluster_of = std::move(cluster_of[at]);
  return all;
}

// Clusters the rows of a file. Clusters are written while the rows are read for the last time.
Result<ClusteredPoints> mini_batch_of_file(MappedVectors& mapped, const std::vector<uint32_t>& ks,
                                           const ClusterArgs& given, const MiniBatchOptions& options,
                                           MiniBatchRun run) {
  run.let_go = [](const float* begin, size_t numbers) {
    let_go_of_pages(reinterpret_cast<const char*>(begin), numbers * sizeof(float));
  };
  std::optional<ClusterTable> table;
  if (!given.out.empty()) {
    SF_ASSIGN(auto made, ClusterTable::create(given.out, mapped.ids, ks));
    table.emplace(std::move(made));
  }
  const auto add = [&](size_t row, std::span<const uint32_t> clusters) { return table->add(row, clusters); };
  auto all = mini_batch_clustered(mapped.rows, ks, options, run, table ? AddClusters(add) : nullptr);
  if (!all) return with_context(given.corpus.path, all.error());
  if (table) SF_TRY(table->commit());
  return ClusteredPoints{mapped.rows.rows, mapped.rows.columns, std::move(*all)};
}

Status write_clusters(const std::string& path, const Points& points, const std::vector<uint32_t>& ks,
                      const std::vector<Clustered>& all) {
  SF_ASSIGN(auto table, ClusterTable::create(path, points.ids, ks));
  std::vector<uint32_t> clusters(ks.size());
  for (size_t i = 0; i < points.matrix.rows; ++i) {
    for (size_t at = 0; at < ks.size(); ++at) clusters[at] = all[at].cluster_of[i];
    SF_TRY(table.add(i, clusters));
  }
  return table.commit();
}

Result<ClusteredPoints> in_memory(const ClusterArgs& given, const std::vector<uint32_t>& ks,
                                  const MiniBatchOptions& options, const MiniBatchRun& run) {
  SF_ASSIGN(const Points points, points_of(given, run.threads));
  SF_ASSIGN(auto all, given.mini_batch.on ? mini_batch_in_memory(points, ks, given, options, run)
                                          : clustered(points, ks, given, run.threads));
  if (!given.out.empty()) SF_TRY(write_clusters(given.out, points, ks, all));
  return ClusteredPoints{points.matrix.rows, points.matrix.columns, std::move(all)};
}

Result<ClusteredPoints> clustered_points(const ClusterArgs& given, const std::vector<uint32_t>& ks,
                                         const MiniBatchOptions& options) {
  const MiniBatchRun run{.seed = static_cast<uint64_t>(given.vectors.seed),
                         .threads = threads_of(given.jobs),
                         .sink = &terminal(),
                         .let_go = {}};
  const bool as_it_lies =
      given.mini_batch.on && given.vectors.encoder.empty() && given.vectors.reduce.empty();
  if (as_it_lies) {
    SF_ASSIGN(auto mapped, map_vectors(given.corpus.path));
    if (mapped) return mini_batch_of_file(*mapped, ks, given, options, run);
  }
  return in_memory(given, ks, options, run);
}

Json how_json(const ClusterArgs& given, const MiniBatchOptions& options) {
  if (!given.mini_batch.on) return {{"restarts", given.restarts}, {"seed", given.vectors.seed}};
  Json used = Json::object();
  for (const auto& [spec, value] : mini_batch_option_table().write(options))
    std::visit([&, &name = spec.name](const auto& x) { used[name] = x; }, value);
  return {{"mini-batch", used}, {"seed", given.vectors.seed}};
}

// Refuses flags of plain k-means that have no effect on mini-batches.
Status check_mini_batch(const ClusterArgs& given) {
  if (!given.mini_batch.on) return {};
  if (given.restarts_given()) return usage_error("--restarts: --mini-batch has --batch-set starts=3 instead");
  if (given.iterations_given())
    return usage_error("--max-iterations: --mini-batch has --batch-set epochs=100 instead");
  if (given.tolerance_given())
    return usage_error("--tolerance: --mini-batch has --batch-set patience=10 instead");
  return {};
}

// Refuses flags that a file of vectors cannot use: it has no columns, and nothing is encoded.
Status check_vectors_file(const ClusterArgs& given) {
  if (!given.vectors.encoder.empty()) return {};
  const std::string flag = given.flag_of_a_corpus();
  if (flag.empty()) return {};
  return usage_error(fmt::format(
      "cluster: without --encoder, {} is a file of vectors, so {} has no effect (for vectors of a corpus, "
      "name an encoder: --encoder lsa)",
      given.corpus.path, flag));
}

Status run(const ClusterArgs& given) {
  SF_ASSIGN(const auto ks, numbers_of_clusters(given.k));
  if (given.restarts < 1 || given.restarts > 10'000)
    return usage_error(fmt::format("--restarts {}: from 1 to 10000", given.restarts));
  if (given.iterations < 1 || given.iterations > 1'000'000)
    return usage_error(fmt::format("--max-iterations {}: from 1 to 1000000", given.iterations));
  if (!(given.tolerance >= 0 && given.tolerance <= 1))
    return usage_error(fmt::format("--tolerance {}: from 0 to 1", given.tolerance));
  if (!given.out.empty() && !given.out.ends_with(".csv") && !given.out.ends_with(".csv.gz") &&
      !given.out.ends_with(".csv.zst"))
    return usage_error(fmt::format("cluster: --out {}: clusters are written as .csv (.gz, .zst)", given.out));
  SF_TRY(check_mini_batch(given));
  SF_TRY(check_vectors_file(given));
  SF_TRY(keep_inputs("--out", given.out, together({{given.corpus.path}, given.vectors.files()})));
  SF_ASSIGN(const MiniBatchOptions options, given.mini_batch.options());
  SF_ASSIGN(const auto points, clustered_points(given, ks, options));
  if (given.json)
    print(json_text(clusters_json(points, how_json(given, options))) + "\n");
  else if (given.mini_batch.on)
    print(clusters_text(points, "mini-batch k-means", "ended by epochs before it settled"));
  else
    print(clusters_text(points, "k-means", "ended by --max-iterations before it settled"));
  return {};
}

}  // namespace

Command cluster_command() {
  return {
      "cluster", "Group vectors by k-means", [](Args& args) {
        auto given = std::make_shared<ClusterArgs>();
        given->corpus.declare(args);
        given->vectors.declare(
            args,
            "Encoder that makes vectors of the documents of CORPUS. Without it CORPUS is a file of vectors: "
            ".npy or JSON lines, as encode writes them");
        args.text("--k", given->k,
                  "Numbers of clusters: 8, or 2..50, or 2..50:3 (every third), or several: 2,5,10");
        args.count("--restarts", given->restarts, "Starts for each number; the best is kept");
        args.count("--max-iterations", given->iterations, "Most steps of a start");
        args.number("--tolerance", given->tolerance,
                    "A start also ends when centres move less than this share of the mean variance, squared");
        given->flag_of_a_corpus =
            args.first_given(together({CorpusArgs::column_flags(), {"--set", "--preset"}}));
        given->restarts_given = args.given("--restarts");
        given->iterations_given = args.given("--max-iterations");
        given->tolerance_given = args.given("--tolerance");
        given->mini_batch.declare(args);
        args.text("-o,--out", given->out,
                  "Write the cluster of each document: a CSV file with the id and a column for each k")
            .new_file();
        args.jobs(given->jobs);
        args.flag("--json", given->json, "Print one JSON document");
        args.footer(
            "Inertia is the sum of squared Euclidean distances to the centres of the clusters. It falls with "
            "k, so "
            "it compares starts, not numbers of clusters. Clusters are numbered by their first documents in "
            "the "
            "order of ids.\ndocs/clusters.md says how it works.");
        args.example("standfast cluster vectors.npy --k 2..8", "Compare clusterings with 2 to 8 clusters");
        args.example("standfast cluster corpus.jsonl --encoder tfidf --k 4 --out clusters.csv",
                     "Group documents into four clusters by their words");
        return [given] { return run(*given); };
      }};
}

}  // namespace standfast::cli
