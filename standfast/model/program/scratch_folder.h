// A folder for files that another program reads and writes, removed when done. Only this user may enter it.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

// A scratch folder with an owner. The owner holds a lock on it (flock) for life, which the system releases
// when the owner dies, however that happens: in another PID namespace too, where a process number would mean
// nothing. A folder made under another kernel (another host, or this one before a restart; its name shows
// this) is judged by its lock only on disks of this machine: on a network file system a lock of another host
// may be invisible. Without working locks no owner can be judged and nothing is removed.
class ScratchFolder {
 public:
  // Makes a folder in TMPDIR, or /tmp. First removes folders of this kind whose owner is dead: a killed one
  // could not.
  static Result<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // Returns the file that a program has left, byte for byte. Errors continue "the program ...": it has not
  // written the file, it left something other than a plain file (a pipe would block, a link leads elsewhere),
  // or the file has more bytes.
  Result<std::string> read(const std::string& name, uint64_t most_bytes) const;
  // Returns the last bytes of the file; "" if it is no plain file.
  std::string tail(const std::string& name, uint64_t bytes) const;

 private:
  ScratchFolder(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::string path_;
  int descriptor_;  // of the folder; holds the lock
};

}  // namespace standfast
