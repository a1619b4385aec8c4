// Self-description of component traits: each member of a struct of traits has a name, a meaning and a value.
// `standfast ls` prints them; no other list of traits exists.
//
//   std::vector<TraitLine> describe(const SamplerTraits& t) {
//     return trait_lines<SamplerTraits>(TraitLine{"needs_topics", "documents need topics", t.needs_topics},
//     ...);
//   }
//
// A member without a line, or a line too many, does not compile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace standfast {

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
