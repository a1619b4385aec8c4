// A family of its own, so that a plug-in is tested without code for tests in the product.
#pragma once

#include <string>

#include "standfast/base/catalog.h"
#include "standfast/base/option_table.h"
#include "standfast/base/traits.h"

namespace standfast::testing {

class Greeter {
 public:
  virtual ~Greeter() = default;
  virtual std::string greet() const = 0;
};
struct GreeterTraits {
  bool polite = false;
};
struct GreeterOptions {
  std::string whom = "world";
  int times = 1;
};
inline OptionTable<GreeterOptions> greeter_table() {
  OptionTable<GreeterOptions> table;
  table.add("whom", &GreeterOptions::whom, "who is greeted");
  table.add("times", &GreeterOptions::times, "how often").between(1, 9);
  return table;
}

}  // namespace standfast::testing
