// The saved state of a model, with its own files in a folder, as after writing and reading.
#pragma once

#include <gtest/gtest.h>

#include "standfast/model/saved/model_state.h"
#include "tests/support/data.h"

namespace standfast::testing {

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
