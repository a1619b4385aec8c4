// A lock on a content of the cache, the same that the hub's Python library takes (flock on
// .locks/.../ETAG.lock). It goes with its owner, also if that is killed.
#pragma once

#include <string>
#include <utility>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/hub/patience.h"

namespace standfast {

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

}  // namespace standfast
