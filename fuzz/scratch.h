// A folder for one fuzz target, for readers that need files. It is in memory if the system has such a place.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace standfast::fuzz {

class Scratch {
 public:
  Scratch() {
    std::error_code code;
    const std::filesystem::path memory = "/dev/shm";
    const auto root =
        std::filesystem::is_directory(memory, code) ? memory : std::filesystem::temp_directory_path();
    std::string pattern = (root / "standfast-fuzz-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& path() const { return path_; }
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove_all(entry);
  }
  void write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path path = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

 private:
  std::string path_;
};

}  // namespace standfast::fuzz
