// Where a pulled model goes: into the cache, or into a folder of the user.
#pragma once

#include <memory>
#include <string>

#include "standfast/hub/hub.h"
#include "standfast/hub/lock.h"

namespace standfast {

class PullTarget {
 public:
  virtual ~PullTarget() = default;
  // Where the files of the model appear.
  virtual const std::string& folder() const = 0;
  // Whether the file of this commit is there. A data error where something else is in its place that must not be lost.
  virtual Result<bool> has(const ListedFile& file) const = 0;
  // Makes the folders that a content needs, and takes its lock.
  virtual Result<HubLock> prepare(const std::string& file, const std::string& etag) = 0;
  // Whether the content is there, of another commit say.
  virtual Result<bool> has_content(const RemoteContent& content) const = 0;
  virtual std::string path(const std::string& file, const std::string& etag) const = 0;
  virtual std::string part(const std::string& etag) const = 0;
  // The content is there: the file appears.
  virtual Status show(const std::string& file, const std::string& etag) = 0;
  // All files have appeared.
  virtual Status finish(const std::string& revision) = 0;
};

std::unique_ptr<PullTarget> cache_target(const std::string& cache, const std::string& model,
                                         const std::string& commit, const Wait& wait, Sink& sink);
// A folder that is not there, empty, or holds files of this commit.
std::unique_ptr<PullTarget> folder_target(const std::string& folder, const Wait& wait, Sink& sink);

}  // namespace standfast
