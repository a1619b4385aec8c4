// A family's explicit list of components. `standfast ls`, --help, the docs page and the report legend are
// printed from it. A function in the family's catalog.cc fills it, not static objects: a linker drops static
// objects from a static library.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/base/work.h"

namespace standfast {

// Estimates the most bytes that a component holds while it works, beside the texts. The options are ready to
// use: paths can be opened. Returns 0 where the need cannot be told; errors are reported when the component
// is built.
using MemoryNeed = uint64_t (*)(const Options&, const WorkSize&);

// The description that every catalog gives of a component, of any family.
struct ComponentInfo {
  std::string_view name, summary, citation;
  const OptionSet* options = nullptr;
  MemoryNeed memory = nullptr;  // null: not declared
};

// The interface of a catalog for code that makes no component: code that lists, parses, checks and describes.
class ComponentList {
 public:
  virtual ~ComponentList() = default;
  virtual const std::string& family() const = 0;  // "splitter", "verifier", ...
  // Returns a description, or a usage error with a suggestion if no component has this name.
  virtual Result<ComponentInfo> info(std::string_view name) const = 0;
  // Checks the ranges of resolved options, and which options exclude each other. Builds nothing.
  Status check(std::string_view name, const Options& options) const {
    SF_ASSIGN(const ComponentInfo found, info(name));
    if (const auto good = found.options->check(options); !good)
      return with_context(fmt::format("{} {}", family(), name), good.error());
    return {};
  }
  // Checks that what the options name outside of Standfast (a program) is there, as far as that can be told
  // without building the component or running anything; else a missing error.
  Status ready(std::string_view name, const Options& options) const;
  // Returns values for all options: the given ones; for the others the preset's ("": none), else the
  // defaults.
  Result<Options> resolve(std::string_view name, const std::map<std::string, OptionValue>& given,
                          std::string_view preset = "") const {
    SF_ASSIGN(const ComponentInfo found, info(name));
    const std::string owner = fmt::format("{} {}", family(), name);
    SF_ASSIGN(const auto values, found.options->preset(owner, preset, given));
    SF_ASSIGN(Options options, Options::resolve(owner, *found.options, values));
    SF_TRY(check(name, options));
    return options;
  }
};

template <class Product, class Traits>
struct CatalogEntry {
  std::string name;      // kebab-case
  std::string summary;   // one sentence
  std::string citation;  // paper and section, or "" where there is none
  Traits traits;
  OptionSet options;
  // Builds the component from resolved options that were checked. Called only to use the component, never to
  // list, parse or plan.
  std::function<Result<std::unique_ptr<Product>>(const Options&)> make = {};
  // Null: the component holds little beside the texts. A run starts no more at once than memory has room for.
  MemoryNeed memory = nullptr;
};

template <class Product, class Traits>
class Catalog final : public ComponentList {
 public:
  using Entry = CatalogEntry<Product, Traits>;
  Catalog(std::string family, std::vector<Entry> entries)
      : family_(std::move(family)), entries_(std::move(entries)) {
    for (Entry& entry : entries_) {
      entry.make = [owner = family_ + " " + entry.name, options = entry.options,
                    make = std::move(entry.make)](const Options& given) -> Result<std::unique_ptr<Product>> {
        if (const auto good = options.check(given); !good) return with_context(owner, good.error());
        return make(given);
      };
    }
  }

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
    return ComponentInfo{entry->name, entry->summary, entry->citation, &entry->options, entry->memory};
  }

  // Looks the name up, resolves the options and builds the component.
  Result<std::unique_ptr<Product>> make(std::string_view name,
                                        const std::map<std::string, OptionValue>& given) const {
    SF_ASSIGN(const Entry* entry, find(name));
    SF_ASSIGN(const Options options, resolve(name, given));
    return entry->make(options);
  }

 private:
  std::string family_;
  std::vector<Entry> entries_;
};

// Self-description of component traits: each member of a struct of traits has a name, a meaning and a value.
// `standfast ls` prints them; no other list of traits exists.
//
//   std::vector<TraitLine> describe(const SamplerTraits& t) {
//     return trait_lines<SamplerTraits>(TraitLine{"needs_topics", "documents need topics", t.needs_topics},
//     ...);
//   }
//
// A member without a line, or a line too many, does not compile.

struct TraitLine {
  std::string_view name;     // snake_case
  std::string_view meaning;  // the property that the value confirms, or the name of the value
  std::variant<bool, double, std::string> value;
};

namespace detail {
struct AnyMember {
  template <class T>
  operator T() const;
};
}  // namespace detail

// Counts the members of an aggregate. (A member of type std::optional cannot be counted.)
template <class Struct, class... Some>
consteval size_t member_count() {
  if constexpr (requires { Struct{Some{}..., detail::AnyMember{}}; })
    return member_count<Struct, Some..., detail::AnyMember>();
  else
    return sizeof...(Some);
}

template <class Traits, class... Lines>
std::vector<TraitLine> trait_lines(Lines... lines) {
  static_assert(sizeof...(Lines) == member_count<Traits>(), "every trait has one line");
  return {std::move(lines)...};
}

}  // namespace standfast
