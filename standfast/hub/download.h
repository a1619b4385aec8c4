// The download of one file from the hub to the disk: continued where an earlier try ended, checked, and only
// then under its name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "standfast/hub/hub.h"

namespace standfast {

struct Download {
  std::string model, commit, file;
  ContentFacts facts;
  std::string part;  // file in which the bytes gather; it is continued if it is there
  std::string path;  // path of the checked file
};

// Downloads the file and returns the number of bytes received; for a continued file they are fewer than its
// size. come: told how many bytes of the file are there, often. A failure leaves nothing at the path, and at
// `part` the bytes that are worth continuing.
Result<uint64_t> download(Hub& hub, const Download& wanted, const std::function<void(uint64_t there)>& come);

}  // namespace standfast
