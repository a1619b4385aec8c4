// A family's explicit list of components. `standfast ls`, --help, the docs page and the report legend are
// printed from it. Filled by a function in the family's catalog.cc, not by static objects (a linker drops
// those from a static library).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast {

// What any catalog says of a component, whatever it makes.
struct ComponentInfo {
  std::string_view name, summary, citation;
  const std::vector<OptionSpec>* options = nullptr;
};

// A catalog as those see it who make nothing: who list, parse, check and describe.
class ComponentList {
 public:
  virtual ~ComponentList() = default;
  virtual const std::string& family() const = 0;  // "splitter", "verifier", ...
  // A usage error with a suggestion where there is none of this name.
  virtual Result<ComponentInfo> info(std::string_view name) const = 0;
  // What only the component can say of resolved options: a range, two that exclude each other.
  virtual Status check(std::string_view name, const Options& options) const = 0;
};

template <class Product, class Traits>
struct CatalogEntry {
  std::string name;      // kebab-case
  std::string summary;   // one sentence
  std::string citation;  // paper and section, or "" where there is none
  Traits traits;
  std::vector<OptionSpec> options;
  std::function<Result<std::unique_ptr<Product>>(const Options&)> make;  // gets resolved options
};

template <class Product, class Traits>
class Catalog final : public ComponentList {
 public:
  using Entry = CatalogEntry<Product, Traits>;
  Catalog(std::string family, std::vector<Entry> entries)
      : family_(std::move(family)), entries_(std::move(entries)) {}

  const std::string& family() const override { return family_; }
  const std::vector<Entry>& entries() const { return entries_; }

  Result<const Entry*> find(std::string_view name) const {
    std::vector<std::string> names;
    for (const auto& entry : entries_) {
      if (entry.name == name) return &entry;
      names.push_back(entry.name);
    }
    const auto hint = nearest_name(name, names);
    return usage_error(fmt::format("there is no {} \"{}\"{}", family_, name,
                                   hint.empty() ? fmt::format(" (there are: {})", fmt::join(names, ", "))
                                                : fmt::format("; did you mean \"{}\"?", hint)));
  }

  Result<ComponentInfo> info(std::string_view name) const override {
    SF_ASSIGN(const Entry* entry, find(name));
    return ComponentInfo{entry->name, entry->summary, entry->citation, &entry->options};
  }
  Status check(std::string_view name, const Options& options) const override {
    SF_ASSIGN(const Entry* entry, find(name));
    if (const auto built = entry->make(options); !built) return Failure(built.error());
    return {};
  }

  // Looks the name up, resolves the options and builds the component.
  Result<std::unique_ptr<Product>> make(std::string_view name,
                                        const std::map<std::string, OptionValue>& given) const {
    SF_ASSIGN(const Entry* entry, find(name));
    SF_ASSIGN(const Options options, Options::resolve(family_ + " " + entry->name, entry->options, given));
    return entry->make(options);
  }

 private:
  std::string family_;
  std::vector<Entry> entries_;
};

}  // namespace standfast
