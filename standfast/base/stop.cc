#include "standfast/base/stop.h"

namespace standfast {

const std::atomic<bool>*& stop_flag() {
  thread_local const std::atomic<bool>* flag = nullptr;
  return flag;
}

}  // namespace standfast
