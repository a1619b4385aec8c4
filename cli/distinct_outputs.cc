#include "cli/distinct_outputs.h"

#include <filesystem>

#include <fmt/format.h>

namespace standfast::cli {
namespace {

namespace fs = std::filesystem;

// A link in place of the last name is replaced by a file; one before it leads to a folder.
fs::path real(const std::string& path) {
  std::error_code code;
  const fs::path whole = (fs::absolute(path, code) / "").lexically_normal().parent_path();
  const fs::path folder = fs::weakly_canonical(whole.parent_path(), code);
  return code ? whole : folder / whole.filename();
}

bool is_device(const std::string& path) {
  std::error_code code;
  const auto status = fs::status(path, code);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool is_same(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  if (is_device(a)) return false;
  std::error_code code;
  return real(a) == real(b) || (fs::is_directory(a, code) && fs::equivalent(a, b, code) && !code);
}

}  // namespace

Status distinct_outputs(const std::vector<NamedOutput>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (is_same(outputs[i].path, outputs[k].path))
        return usage_error(fmt::format("{} and {} would both write to {}", outputs[k].flag, outputs[i].flag,
                                       outputs[i].path == "-" ? std::string("standard output")
                                                              : outputs[i].path + "; choose another path"));
  return {};
}

}  // namespace standfast::cli
