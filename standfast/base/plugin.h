// Components that live in a library of their own, loaded on first use: what needs a large dependency is
// installed only where it is used. A catalog lists such a component with all that it says, and where it lives
// (CatalogEntry::lives_in); nothing is loaded to list, parse, check or plan.
//
// The library links the rooms that it needs and keeps them to itself (cmake/plugin.cmake); program and
// library meet in two C functions and in the virtual interface of the product:
//
//   extern "C" const char* standfast_plugin_build_id() { return standfast::build_id(); }
//   extern "C" const void* standfast_plugin_factory(const char* family, const char* component);
//
// The second gives a ComponentFactory<Product>, which lives as long as the library, or null. Objects cross
// the border, so both sides must be built alike: the build id names the version, the compiler, its settings
// and all headers, and a library with another one is refused. A library is never unloaded.
//
// Where it is looked for: the folders of the environment variable STANDFAST_PLUGINS (with ':' between), then
// ../lib/standfast beside the program, then lib/standfast of the installation.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast {

// Empty for what is built in.
struct PluginHome {
  std::string library = {};  // file name: "libstandfast_neural.so"
  std::string package = {};  // that installs it: "standfast-neural"
  bool built_in() const { return library.empty(); }
};

// What a library makes a component with. Gets resolved options that were checked.
template <class Product>
class ComponentFactory {
 public:
  virtual ~ComponentFactory() = default;
  virtual Result<std::unique_ptr<Product>> make(const Options& options) const = 0;
};

// Of the code that calls it.
const char* build_id();

// In the order in which they are looked at.
std::vector<std::string> plugin_folders();

// Whether the library is there and was built like this program: else a missing error that names the component
// ("verifier luar") and the package to install. Loads it.
Status plugin_ready(const PluginHome& home, std::string_view owner);

// The ComponentFactory of a component. Errors as above.
Result<const void*> plugin_factory(const PluginHome& home, std::string_view family,
                                   std::string_view component);

}  // namespace standfast
