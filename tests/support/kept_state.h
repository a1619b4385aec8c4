// The saved state of a fitted model.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "standfast/base/input_stream.h"
#include "standfast/model/saved/model_state.h"
#include "tests/support/data.h"

namespace standfast::testing {

// Returns the bytes that a fitted model saves beside its fields, by name: its blobs, and the files in its own
// folder.
inline std::map<std::string, std::string> state_bytes(const ModelState& state) {
  std::map<std::string, std::string> bytes = state.blobs;
  if (!state.files.write) return bytes;
  const TemporaryFolder folder;
  const Status written = state.files.write(folder.path());
  EXPECT_TRUE(written) << written.error().message;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path()))
    if (!file.is_directory())
      bytes["files/" + file.path().lexically_relative(folder.path()).generic_string()] =
          read_plain_file(file.path().string()).value();
  return bytes;
}

// The state with its own files in a folder, as after writing and reading.
struct KeptState {
  ModelState state;

  template <class Model>
  explicit KeptState(const Model& model) : state(model.save().value()) {
    if (!state.files.write) return;
    const auto written = state.files.write(folder_.path());
    EXPECT_TRUE(written) << written.error().message;
    state.files = {.folder = folder_.path()};
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace standfast::testing
