// What a unit keeps while it is being done, so that it can continue in the middle after a kill:
// RUN/scratch/<key>/. It is removed when the unit ends (run_folder.h); only that unit reads it.
#pragma once

#include <string>

#include "standfast/study/record/run_folder.h"

namespace standfast {

class Scratch {
 public:
  Scratch(const RunFolder& folder, const Unit& unit);
  // The folder itself, which may not be there yet: for work that keeps its parts by itself (base/checkpoint_file.h).
  std::string folder() const { return run_ + "/" + folder_; }
  // The path for a part of that name. Makes the folder.
  Result<std::string> place(const std::string& name) const;
  // Records size and digest of a part that has been written. From now on the part is kept.
  Status keep(const std::string& name) const;
  // The path of a kept part; "" if it is not kept or has changed since.
  std::string find(const std::string& name) const;
  void remove() const;

 private:
  std::string run_, folder_;  // folder_: relative to the run
};

}  // namespace standfast
