// Downloading of models from a hub: the files that are read (model_files.h) at one commit, each checked.
// Files that are there already are not requested again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/hub/failure.h"
#include "standfast/hub/settings.h"

namespace standfast {

struct PullOptions {
  std::string model;              // ORG/NAME
  std::string revision = "main";  // a branch, a tag or a commit
  std::string folder = {};        // destination; "": into the cache
};

// The connections to the world outside the program, for tests to replace.
struct PullWays {
  HttpTransport transport;
  Wait wait;
  Sink& sink;
};

struct PulledFile {
  std::string name;
  uint64_t bytes = 0;
  bool downloaded = false;  // else it was there
  uint64_t came = 0;        // bytes received now; the others were there from an earlier try
  bool checked = false;     // its digest was checked; else the hub gives none, and only its size was
};

struct Pulled {
  std::string commit, folder;
  std::vector<PulledFile> files;
};

Result<Pulled> pull(const PullOptions& options, const HubSettings& settings, const PullWays& ways);

}  // namespace standfast
