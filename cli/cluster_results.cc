#include "cli/cluster_results.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/csv_cell.h"

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

}  // namespace standfast::cli
