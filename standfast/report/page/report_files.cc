#include "standfast/report/page/report_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/paths.h"

namespace standfast::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* kList = "/.report-files";

// Returns true if the line names a file directly in one of the two folders: "tables/drops-posts.csv". So an
// edited list can name nothing else.
bool is_ours(const std::string& line) {
  for (const std::string_view folder : {"tables/", "figures/"})
    if (line.starts_with(folder) && line.size() > folder.size())
      return line.find('/', folder.size()) == std::string::npos && line != std::string(folder) + "..";
  return false;
}

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (std::string line = text.substr(begin, end - begin); is_ours(line)) lines.insert(std::move(line));
    begin = end + 1;
  }
  return lines;
}

fs::path place(const std::string& folder) {
  return fs::path(folder + "/").lexically_normal();
}

// Returns the lines of the files that are in tables/ and figures/ of the run, in their order.
std::vector<std::string> lines_in(const std::string& run_folder, const std::vector<std::string>& files) {
  const fs::path run = place(run_folder);
  std::vector<std::string> lines;
  for (const auto& file : files)
    if (auto line = fs::path(file).lexically_normal().lexically_relative(run).string(); is_ours(line))
      lines.push_back(std::move(line));
  return lines;
}

}  // namespace

Status write_report_files(const std::vector<ReportFile>& files, int threads, bool marked,
                          const std::function<Status()>& beside) {
  const auto mark = [&](const ReportFile& file) {
    return marked && file.path.ends_with(".csv") ? "\xEF\xBB\xBF" : "";
  };
  std::vector<Status> written(files.size() + 1);
  // `beside` takes longest, so it begins first.
  parallel_for(written.size(), threads, [&](size_t i) {
    written[i] = i == 0
                     ? beside()
                     : write_file(files[i - 1].path, mark(files[i - 1]) + files[i - 1].content(), Flush::no);
  });
  std::rotate(written.begin(), written.begin() + 1, written.end());
  for (auto& status : written) SF_TRY(std::move(status));
  return {};
}

Status announce_report_files(const std::string& run_folder, const std::vector<std::string>& files) {
  const auto ours = lines_in(run_folder, files);
  const std::string path = run_folder + kList;
  std::string before;
  if (is_there(path)) {
    SF_ASSIGN(before, read_file(path));
  }
  const auto listed = lines_of(before);
  std::string all = before;
  for (const auto& line : ours)
    if (!listed.contains(line)) all += line + "\n";
  return all == before ? Status() : write_file(path, all);
}

Status keep_report_files(const std::string& run_folder, const std::vector<std::string>& folders,
                         const std::vector<std::string>& written) {
  // Returns true if this report has files in the folder of that line ("tables/x.csv"). Files of an earlier
  // report stay in other folders.
  const auto written_anew = [&](const std::string& line) {
    const auto folder = place(run_folder + "/" + line.substr(0, line.find('/')));
    return std::any_of(folders.begin(), folders.end(), [&](const auto& one) { return place(one) == folder; });
  };
  if (!written_anew("tables/") && !written_anew("figures/")) return {};  // the run may be read-only
  const std::string path = run_folder + kList;
  std::string now;
  for (const auto& line : lines_in(run_folder, written)) now += line + "\n";
  std::error_code code;
  const bool listed = is_there(path);
  std::string before;
  if (listed) {
    SF_ASSIGN(before, read_file(path));
  }
  const auto kept = lines_of(now);
  for (const auto& file : lines_of(before)) {
    if (kept.contains(file)) continue;
    if (written_anew(file))
      fs::remove(run_folder + "/" + file, code);
    else
      now += file + "\n";
  }
  return listed && before == now ? Status() : write_file(path, now);
}

}  // namespace standfast::report
