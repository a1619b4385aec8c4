// Options of an algorithm, bound to the members of its own struct: the type of an option is the member's, its
// default is what the struct begins with, and its name, meaning and range stand here once. From the table
// come the specs that are listed, resolved and recorded (options.h), the check that builds nothing, and the
// struct.
//
//   struct CngOptions { uint32_t n = 4; bool target = false; DistanceOptions distance; };
//   OptionTable<CngOptions> table;
//   table.add("n", &CngOptions::n, "characters in an n-gram").between(1, 64);
//   table.words("variant", &CngOptions::target, {{"union", false}, {"target", true}}, "n-grams that count
//   ..."); table.include(&CngOptions::distance, distance_option_table()); table.require([](const CngOptions&
//   o) { return o.n > 9 && o.target ? "target = ..." : ""; });
//
// Options come in the order in which they are added.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/option_codec.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"

namespace standfast {

template <class Struct>
class OptionTable {
 public:
  explicit OptionTable(Struct defaults = {}) : defaults_(std::move(defaults)) {}

  // Further properties of the option that was added last.
  class Row {
   public:
    explicit Row(OptionSpec& spec) : spec_(spec) {}
    Row& at_least(double low) { return range().low = low, *this; }
    Row& above(double low) { return range().low = low, range().above_low = true, *this; }
    Row& at_most(double high) { return range().high = high, *this; }
    Row& below(double high) { return range().high = high, range().below_high = true, *this; }
    Row& between(double low, double high) { return at_least(low), at_most(high); }
    Row& or_zero() { return range().or_zero = true, *this; }
    Row& one_of(std::vector<std::string> choices) { return spec_.choices = std::move(choices), *this; }
    Row& path() { return spec_.kind = OptionKind::path, *this; }
    Row& model() { return spec_.kind = OptionKind::model, *this; }
    // Allows studies to declare files of this kind.
    Row& holds(std::string_view kind) { return spec_.holds = kind, *this; }
    Row& command() { return spec_.kind = OptionKind::command, *this; }
    Row& column() { return spec_.kind = OptionKind::column, *this; }
    Row& number_column() { return spec_.numbers = true, column(); }

   private:
    OptionRange& range() { return spec_.range; }
    OptionSpec& spec_;
  };

  // Adds a member that is true or false, a number, a text, or a list of numbers or texts (with commas
  // between).
  template <class T, class Owner>
  requires std::derived_from<Struct, Owner> Row add(std::string name, T Owner::*member, std::string meaning) {
    using Codec = OptionCodec<T>;
    OptionSpec spec = spec_of(std::move(name), std::move(meaning));
    spec.list = Codec::kList;
    if constexpr (std::unsigned_integral<T> && !std::same_as<T, bool>) spec.range.low = 0;
    const auto take = [member, option = spec.name](const OptionValue& value, Struct& to) -> std::string {
      const std::string problem = Codec::read(value, to.*member);
      return problem.empty() ? "" : fmt::format("{} = {}: {}", option, to_string(value), problem);
    };
    return push({std::move(spec), [member](const Struct& from) { return Codec::write(from.*member); }, take});
  }

  // Adds a member that takes one of few values, each with its word.
  template <class T, class Owner>
  requires std::derived_from<Struct, Owner> Row words(std::string name, T Owner::*member,
                                                      std::vector<std::pair<std::string, T>> words,
                                                      std::string meaning) {
    OptionSpec spec = spec_of(std::move(name), std::move(meaning));
    for (const auto& [word, value] : words) spec.choices.push_back(word);
    const auto give = [member, words](const Struct& from) -> OptionValue {
      for (const auto& [word, value] : words)
        if (value == from.*member) return word;
      assert(false && "a value without a word");
      return std::string();
    };
    const auto take = [member, words](const OptionValue& given, Struct& to) -> std::string {
      for (const auto& [word, value] : words)
        if (word == std::get<std::string>(given)) to.*member = value;
      return "";
    };
    return push({std::move(spec), give, take});
  }
  // Adds an enum in the same way; its values are 0, 1 ... in the order of the words.
  template <class T, class Owner, class Words>
  requires std::derived_from<Struct, Owner> Row words_in_order(std::string name, T Owner::*member,
                                                               const Words& in_order, std::string meaning) {
    std::vector<std::pair<std::string, T>> pairs;
    for (const auto& word : in_order) pairs.emplace_back(word, static_cast<T>(pairs.size()));
    return words(std::move(name), member, std::move(pairs), std::move(meaning));
  }

  // Adds a member that is written as text with a form of its own. parse: Result<T>(const std::string&), whose
  // usage error begins "name = ..."; format: std::string(const T&), for the default.
  template <class T, class Owner, class Parse, class Format>
  requires std::derived_from<Struct, Owner> Row text(std::string name, T Owner::*member, Parse parse,
                                                     Format format, std::string meaning) {
    return push(
        {spec_of(std::move(name), std::move(meaning)),
         [member, format](const Struct& from) -> OptionValue { return std::string(format(from.*member)); },
         [member, parse](const OptionValue& value, Struct& to) -> std::string {
           auto made = parse(std::get<std::string>(value));
           if (!made) return made.error().message;
           to.*member = std::move(*made);
           return "";
         }});
  }

  // Adds all options of a member that is itself such a struct (or of a base of this one), with their own
  // defaults.
  template <class Inner, class Owner>
  requires std::derived_from<Struct, Owner>
  void include(Inner Owner::*member, const OptionTable<Inner>& inner) {
    for (const auto& field : inner.fields_)
      push({field.spec, [member, get = field.get](const Struct& from) { return get(from.*member); },
            [member, set = field.set](const OptionValue& value, Struct& to) {
              return set(value, to.*member);
            }});
    for (const auto& rule : inner.rules_)
      rules_.push_back([member, rule](const Struct& made) { return rule(made.*member); });
  }

  // Adds a rule between options. objection: what is wrong, as the user should read it; "" for nothing.
  void require(std::function<std::string(const Struct&)> objection) {
    rules_.push_back(std::move(objection));
  }

  // Adds a preset. values: for some of the options, by name.
  void preset(std::string name, std::string summary, std::map<std::string, OptionValue> values) {
    presets_.push_back({std::move(name), std::move(summary), std::move(values)});
  }

  std::vector<OptionSpec> specs() const {
    std::vector<OptionSpec> specs;
    for (const auto& field : fields_) specs.push_back(field.spec);
    return specs;
  }

  // Returns the values of a struct, in order, each with its spec.
  std::vector<std::pair<OptionSpec, OptionValue>> write(const Struct& from) const {
    std::vector<std::pair<OptionSpec, OptionValue>> values;
    for (const auto& field : fields_) values.emplace_back(field.spec, field.get(from));
    return values;
  }

  // Returns the struct of resolved options; options outside the table are ignored. A usage error does not
  // name the owner.
  Result<Struct> read(const Options& options) const {
    Struct made = defaults_;
    for (const auto& field : fields_) {
      const auto found = options.values().find(field.spec.name);
      assert(found != options.values().end() && found->second.index() == field.spec.default_value.index());
      std::string objection = objection_to(field.spec, found->second);
      if (objection.empty()) objection = field.set(found->second, made);
      if (!objection.empty()) return usage_error(std::move(objection));
    }
    for (const auto& rule : rules_)
      if (std::string objection = rule(made); !objection.empty()) return usage_error(std::move(objection));
    return made;
  }

  operator OptionSet() const {
    return OptionSet(
        specs(),
        [table = *this](const Options& options) -> Status {
          SF_TRY(table.read(options));
          return {};
        },
        presets_);
  }

 private:
  template <class Other>
  friend class OptionTable;

  struct Field {
    OptionSpec spec;
    std::function<OptionValue(const Struct&)> get;
    std::function<std::string(const OptionValue&, Struct&)> set;  // returns what is wrong, or ""
  };

  static OptionSpec spec_of(std::string name, std::string meaning) {
    return {.name = std::move(name), .default_value = {}, .meaning = std::move(meaning)};
  }
  Row push(Field field) {
    field.spec.default_value = field.get(defaults_);
    fields_.push_back(std::move(field));
    return Row(fields_.back().spec);
  }

  Struct defaults_;
  std::vector<Field> fields_;
  std::vector<std::function<std::string(const Struct&)>> rules_;
  std::vector<OptionPreset> presets_;
};

// Returns the factory of a catalog entry. make() gets the struct, or the struct and the resolved options,
// which records keep; a Result of a pointer to the product can be made from what it returns.
template <class Product, class Struct, class Make>
std::function<Result<std::unique_ptr<Product>>(const Options&)> made_by(const OptionTable<Struct>& table,
                                                                        Make make) {
  return [table, make = std::move(make)](const Options& options) -> Result<std::unique_ptr<Product>> {
    SF_ASSIGN(Struct read, table.read(options));
    if constexpr (std::is_invocable_v<const Make&, Struct, const Options&>)
      return make(std::move(read), options);
    else
      return make(std::move(read));
  };
}

// Applies a function of the struct to resolved and checked options, without building anything.
template <class Struct, class Say>
auto said_of(const OptionTable<Struct>& table, Say say) {
  return [table, say = std::move(say)](const Options& options) {
    const auto read = table.read(options);
    assert(read);
    return say(*read);
  };
}

// Returns the factory of a class that is constructed from them, as made_by does.
template <class Product, class Class, class Struct>
std::function<Result<std::unique_ptr<Product>>(const Options&)> made_as(const OptionTable<Struct>& table) {
  return made_by<Product>(table, [](Struct read, const Options& options) {
    if constexpr (std::is_constructible_v<Class, Struct, const Options&>)
      return std::make_unique<Class>(std::move(read), options);
    else
      return std::make_unique<Class>(std::move(read));
  });
}

}  // namespace standfast
