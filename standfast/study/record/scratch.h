// Scratch files of a unit, RUN/scratch/<key>/: kept while it is being done, so that it can continue in the
// middle after a kill. They are removed when the unit ends (run_folder.h); only that unit reads them.
#pragma once

#include <string>

#include "standfast/study/record/run_folder.h"

namespace standfast {

class Scratch {
 public:
  Scratch(const RunFolder& folder, const Unit& unit);
  // Returns the folder itself, which may not exist yet, for work that keeps its parts by itself
  // (base/checkpoint_file.h).
  std::string folder() const { return run_ + "/" + folder_; }
  // Returns the path for a part of that name. Makes the folder.
  Result<std::string> place(const std::string& name) const;
  // Records size and digest of a part that has been written. From now on the part is kept.
  Status keep(const std::string& name) const;
  // Returns the path of a kept part; "" if it is not kept or has changed since.
  std::string find(const std::string& name) const;
  void remove() const;

 private:
  std::string run_, folder_;  // folder_: relative to the run
};

}  // namespace standfast
