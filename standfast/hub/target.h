// Destinations of a pulled model: the cache, or a folder of the user.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/hub/failure.h"
#include "standfast/hub/hub.h"

namespace standfast {

// A lock on a content of the cache, the same that the hub's Python library takes (flock on
// .locks/.../ETAG.lock). It goes with its owner, also if that is killed.
class HubLock {
 public:
  // Takes the lock. Waits while another process has it, and reports the wait once. On a file system without
  // locks there is none, and no error.
  static Result<HubLock> take(const std::string& path, const Wait& wait, Sink& sink);
  HubLock() = default;
  HubLock(HubLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  HubLock& operator=(HubLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~HubLock();

 private:
  explicit HubLock(int file) : file_(file) {}
  int file_ = -1;
};

class PullTarget {
 public:
  virtual ~PullTarget() = default;
  // Returns the folder in which the files of the model appear.
  virtual const std::string& folder() const = 0;
  // Returns whether the file of this commit is there. A data error where something else is in its place that
  // must not be lost.
  virtual Result<bool> has(const ListedFile& file) const = 0;
  // Makes the folders that a content needs, and takes its lock.
  virtual Result<HubLock> prepare(const std::string& file, const std::string& etag) = 0;
  // Returns whether the content is there, of another commit say.
  virtual Result<bool> has_content(const RemoteContent& content) const = 0;
  virtual std::string path(const std::string& file, const std::string& etag) const = 0;
  virtual std::string part(const std::string& etag) const = 0;
  // Makes the file appear, whose content is there.
  virtual Status show(const std::string& file, const std::string& etag) = 0;
  // Finishes the pull after all files have appeared.
  virtual Status finish(const std::string& revision) = 0;
};

std::unique_ptr<PullTarget> cache_target(const std::string& cache, const std::string& model,
                                         const std::string& commit, const Wait& wait, Sink& sink);
// Makes a target in a folder that is not there, is empty, or holds files of this commit.
std::unique_ptr<PullTarget> folder_target(const std::string& folder, const Wait& wait, Sink& sink);

}  // namespace standfast
