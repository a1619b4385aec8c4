#include "cli/cluster_results.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/csv_cell.h"
#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/feature/encoder/vectors_reader.h"
#include "standfast/num/kernel/npy.h"

namespace standfast::cli {

Result<ClusterTable> ClusterTable::create(const std::string& path, const std::vector<std::string>& ids,
                                          std::span<const uint32_t> ks) {
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string line = ids.empty() ? "row" : "id";
  for (const uint32_t k : ks) line += fmt::format(",k{}", k);
  SF_TRY(file.write(line + "\n"));
  return ClusterTable(std::move(file), ids);
}

Status ClusterTable::add(size_t row, std::span<const uint32_t> clusters) {
  std::string line = ids_->empty() ? fmt::format("{}", row) : csv_cell((*ids_)[row]);
  for (const uint32_t cluster : clusters) line += fmt::format(",{}", cluster);
  return file_.write(line + "\n");
}

nlohmann::ordered_json clusters_json(const ClusteredPoints& points, const nlohmann::ordered_json& how) {
  using Json = nlohmann::ordered_json;
  Json json = {{"schema", "standfast-clusters/1"}, {"points", points.rows}, {"columns", points.columns}};
  json.update(how);
  json["clusterings"] = Json::array();
  for (const auto& one : points.all)
    json["clusterings"].push_back({{"k", one.k},
                                   {"inertia", one.inertia},
                                   {"iterations", one.iterations},
                                   {"converged", one.converged},
                                   {"smallest", one.smallest},
                                   {"largest", one.largest}});
  return json;
}

std::string clusters_text(const ClusteredPoints& points, const std::string& method,
                          const std::string& unsettled) {
  std::string text =
      fmt::format("{}: {} points x {} numbers\n{:>6} {:>14} {:>10} {:>9} {:>9}\n", method, points.rows,
                  points.columns, "k", "inertia", "iterations", "smallest", "largest");
  for (const auto& one : points.all)
    text += fmt::format("{:>6} {:>14.6g} {:>9}{} {:>9} {:>9}\n", one.k, one.inertia, one.iterations,
                        one.converged ? ' ' : '*', one.smallest, one.largest);
  if (std::ranges::any_of(points.all, [](const auto& one) { return !one.converged; }))
    text += fmt::format("* {}\n", unsettled);
  return text;
}

void MiniBatchArgs::declare(Args& args) {
  const OptionSet options = mini_batch_option_table();
  std::vector<std::string> names, presets;
  for (const auto& option : options) names.push_back(option.name);
  for (const auto& one : options.presets()) presets.push_back(one.name);
  args.flag("--mini-batch", on,
            "Cluster by batches of points drawn at random; a .npy file of float32 may be larger than memory");
  args.settings("--batch-set", settings,
                fmt::format("Option of --mini-batch: {}, e.g. batch=16384", fmt::join(names, ", ")));
  args.text("--batch-preset", preset,
            fmt::format("Named set of options of --mini-batch: {}; --batch-set overrides it",
                        fmt::join(presets, ", ")))
      .named(presets);
}

Result<MiniBatchOptions> MiniBatchArgs::options() const {
  if (!on && !settings.empty()) return usage_error("--batch-set needs --mini-batch");
  if (!on && !preset.empty()) return usage_error("--batch-preset needs --mini-batch");
  const auto table = mini_batch_option_table();
  const OptionSet set = table;
  SF_ASSIGN(const auto values, set.preset("--mini-batch", preset, settings));
  SF_ASSIGN(const Options options, Options::resolve("--mini-batch", set, values));
  auto read = table.read(options);
  if (!read) return with_context("--mini-batch", read.error());
  return read;
}

Result<std::optional<MappedVectors>> map_vectors(const std::string& path) {
  MappedVectors mapped;
  SF_ASSIGN(mapped.file, MappedFile::open(path));
  if (!mapped.file.bytes().starts_with("\x93NUMPY")) return std::nullopt;
  auto rows = view_npy(mapped.file.bytes(), path);
  if (!rows) {
    terminal().info(path +
                    ": not a table of float32 in rows, so all of it is read into memory (numpy: "
                    "array.astype('float32') makes one that is read where it lies)");
    return std::nullopt;
  }
  if (rows->rows == 0 || rows->columns == 0) return data_error(path + ": no vectors");
  mapped.rows = *rows;
  if (const std::string beside = ids_path_beside(path);
      is_there(beside) || is_there(pairing_path_beside(path))) {
    SF_ASSIGN(const std::string text, read_file(beside));
    SF_TRY(check_pairing(path, mapped.file.bytes(), text));
    SF_ASSIGN(mapped.ids, parse_ids(text, beside));
    if (mapped.ids.size() != mapped.rows.rows)
      return data_error(
          fmt::format("{} has {} ids, {} has {} rows", beside, mapped.ids.size(), path, mapped.rows.rows));
  }
  return mapped;
}

Result<std::vector<Clustered>> mini_batch_clustered(const MatrixView<const float>& points,
                                                    const std::vector<uint32_t>& ks,
                                                    const MiniBatchOptions& options, const MiniBatchRun& run,
                                                    const AddClusters& add) {
  std::vector<uint32_t> clusters(ks.size());
  const auto rows = [&](size_t first, std::span<const std::span<const uint32_t>> cluster_of) -> Status {
    for (size_t i = 0; i < cluster_of[0].size(); ++i) {
      for (size_t at = 0; at < ks.size(); ++at) clusters[at] = cluster_of[at][i];
      SF_TRY(add(first + i, clusters));
    }
    return {};
  };
  SF_ASSIGN(const auto found,
            mini_batch_k_means(points, ks, options, run, add ? MiniBatchRows(rows) : nullptr));
  std::vector<Clustered> all;
  for (const auto& one : found) {
    const auto [smallest, largest] = std::ranges::minmax(one.sizes);
    all.push_back({.k = one.k,
                   .inertia = one.inertia,
                   .iterations = one.steps,
                   .smallest = smallest,
                   .largest = largest,
                   .converged = one.settled,
                   .cluster_of = {}});
  }
  return all;
}

}  // namespace standfast::cli
