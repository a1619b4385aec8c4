// The plug-in of the test: one component, and a build id that may be another's (GREETER_BUILD_ID).
#include <string_view>

#include "tests/base/plugin/greeter.h"

namespace standfast::testing {
namespace {

class Loud final : public Greeter {
 public:
  explicit Loud(GreeterOptions options) : options_(std::move(options)) {}
  std::string greet() const override {
    std::string said;
    for (int i = 0; i < options_.times; ++i) said += "HELLO " + options_.whom + "!";
    return said;
  }

 private:
  GreeterOptions options_;
};

class LoudFactory final : public ComponentFactory<Greeter> {
 public:
  Result<std::unique_ptr<Greeter>> make(const Options& options) const override {
    return made_as<Greeter, Loud>(greeter_table())(options);
  }
};

}  // namespace
}  // namespace standfast::testing

extern "C" __attribute__((visibility("default"))) const char* standfast_plugin_build_id() {
#ifdef GREETER_BUILD_ID
  return GREETER_BUILD_ID;
#else
  return standfast::build_id();
#endif
}

extern "C" __attribute__((visibility("default"))) const void* standfast_plugin_factory(
    const char* family, const char* component) {
  static const standfast::testing::LoudFactory loud;
  const standfast::ComponentFactory<standfast::testing::Greeter>* factory = &loud;
  return std::string_view(family) == "greeter" && std::string_view(component) == "loud" ? factory : nullptr;
}
