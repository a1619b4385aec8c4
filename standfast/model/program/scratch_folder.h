// A folder for files that another program reads and writes, removed when done. Only this user may enter it.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

// Whose a folder is shows in a lock on it (flock) that the owner holds for life and the system drops when the
// owner dies, however that happens: in another PID namespace too, where a process number would say nothing. A
// folder made under another kernel (another host, or this one before it was started again; the name tells) is
// judged by its lock on disks of this machine only: on a network file system a lock of another host may be
// invisible. Where there are no locks nobody can be judged and nothing is removed.
class ScratchFolder {
 public:
  // In TMPDIR, or /tmp. First removes folders of this kind whose owner is dead: a killed one could not.
  static Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // What a program has left as this file, byte for byte. Errors continue "the program ...": it has not
  // written it, it left something else than a plain file there (a pipe would be waited for, a link leads
  // elsewhere), or more bytes.
  Result<std::string> read(const std::string& name, uint64_t most_bytes) const;
  // The last bytes of what it has left; "" where that is no plain file.
  std::string tail(const std::string& name, uint64_t bytes) const;

 private:
  ScratchFolder(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_;  // of the folder; holds the lock
};

}  // namespace standfast
