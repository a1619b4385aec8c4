// The cache of models in the layout of the hub's own Python library (huggingface_hub, "Understand caching"):
//
//   models--ORG--NAME/refs/main                  a commit: what the branch was when it was last pulled
//   models--ORG--NAME/blobs/ETAG                 contents, each once
//   models--ORG--NAME/snapshots/COMMIT/FILE      links to them: ../../blobs/ETAG
//   .locks/models--ORG--NAME/ETAG.lock           locked while that content is downloaded
//
// So the cache is shared: Python's downloads are found here, and these downloads are found by Python. Nothing
// here asks a server.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/environment.h"
#include "standfast/base/result.h"

namespace standfast {

// The paths of one model in a cache.
struct CachePaths {
  CachePaths(const std::string& cache, const std::string& model);
  std::string folder, locks;
  std::string ref(const std::string& revision) const { return folder + "/refs/" + revision; }
  std::string snapshot(const std::string& commit) const { return folder + "/snapshots/" + commit; }
  std::string blob(const std::string& etag) const { return folder + "/blobs/" + etag; }
  std::string lock(const std::string& etag) const { return locks + "/" + etag + ".lock"; }
};

// The files below a folder that can be opened, as paths within it, sorted. Links are followed to files, not
// to folders.
struct SnapshotFiles {
  std::vector<std::string> names;
  uint64_t bytes = 0;
  bool whole = false;  // a configuration and all its weights
};
SnapshotFiles snapshot_files(const std::string& folder);

struct FoundModel {
  std::string folder;
  std::string model = {}, commit = {};  // "": a folder of the user
};

// Finds a model. A folder is itself. Else a name of the hub (NAME alone may stand for
// sentence-transformers/NAME), looked up in the cache at this branch, tag or commit ("": main). A missing
// error where no model is there, that says how to get it or its rest. A usage error for an invalid revision,
// or a revision of a folder.
Result<FoundModel> find_model(const std::string& folder_or_name, const std::string& revision,
                              const std::string& cache);

// Does the same with the cache of the environment. A local folder needs neither cache nor home.
Result<FoundModel> find_model(const std::string& folder_or_name, const std::string& revision,
                              const Environment& environment);

struct CachedModel {
  std::string model, commit;
  std::vector<std::string> refs = {};  // branches and tags that point to this commit
  uint64_t bytes = 0;
  bool whole = false;
};
// Lists all snapshots of models, sorted by model and commit. Folders that cannot be read are left out.
std::vector<CachedModel> cached_models(const std::string& cache);

}  // namespace standfast
