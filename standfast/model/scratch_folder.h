// A folder for files that another program reads and writes, removed when done.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

class ScratchFolder {
 public:
  // In TMPDIR, or /tmp. First removes folders of the kind whose process is gone: a killed one could not.
  static Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace standfast
