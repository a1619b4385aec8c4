// What a unit keeps while it is under way, so that it can go on inside itself after a kill:
// RUN/scratch/<key>/. It goes when the unit ends, and nothing but that unit reads it.
#pragma once

#include <string>

#include "standfast/study/record/run_folder.h"

namespace standfast {

class Scratch {
 public:
  Scratch(const RunFolder& folder, const Unit& unit);
  // Where to write a part of that name. Makes the folder.
  Result<std::string> place(const std::string& name) const;
  // Notes size and digest of a part that is written: from now on it is kept.
  Status keep(const std::string& name) const;
  // Its path, "" where it is not kept or is no longer what was kept.
  std::string find(const std::string& name) const;
  void remove() const;

 private:
  std::string run_, folder_;  // folder_: relative to the run
};

}  // namespace standfast
