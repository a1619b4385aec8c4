// The fields of a record, bound to the members of its struct: name, type and rule stand here once. From the
// table come the JSON object that is written, the struct that is read back and checked, the facts that a
// model reports, and the list of fields for documentation. (Options of an algorithm, which users give, have a
// table of their own: option_table.h.)
//
//   struct Thresholds { double p1 = 0, p2 = 0; uint64_t pairs = 0; };
//   FieldTable<Thresholds> table;
//   table.add("p1", &Thresholds::p1).fact();
//   table.add("p2", &Thresholds::p2).fact();
//   table.add("pairs", &Thresholds::pairs).fact("calibration_pairs");
//   table.require([](const Thresholds& t) {
//     return 0 < t.p1 && t.p1 < t.p2 && t.p2 < 1 ? "" : "not 0 < p1 < p2 < 1";
//   });
//
// Fields are written in the order in which they are added.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// The exception for a value that has the right type but an impossible content. It is caught where the
// library's exceptions are.
struct WrongField : nlohmann::json::exception {
  explicit WrongField(const std::string& why) : exception(0, why.c_str()) {}
};

// The JSON form of a value. Nothing (an empty optional) is null.
template <class T>
struct FieldCodec {
  static nlohmann::ordered_json give(const T& value) { return value; }
  static void take(const nlohmann::ordered_json& json, T& value) { json.get_to(value); }
};
template <class T>
struct FieldCodec<std::optional<T>> {
  static nlohmann::ordered_json give(const std::optional<T>& value) {
    return value ? FieldCodec<T>::give(*value) : nlohmann::ordered_json(nullptr);
  }
  static void take(const nlohmann::ordered_json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) FieldCodec<T>::take(json, value.emplace());
  }
};

template <class Struct>
class FieldTable {
 public:
  using Json = nlohmann::ordered_json;

  // Further properties of the field that was added last.
  class Row {
   public:
    explicit Row(FieldTable& table) : table_(table), at_(table.fields_.size() - 1) {}
    // Allows a record to lack the field, as records of an earlier version do. The member is then left as it
    // is.
    Row& or_absent() { return field().required = false, *this; }
    // Writes the field only where the record satisfies `such`; other records lack it, as above.
    Row& only_if(std::function<bool(const Struct&)> such) {
      field().written = std::move(such);
      return or_absent();
    }
    // Writes the field only where it differs from the value that the struct begins with.
    Row& unless_default() {
      return only_if([give = field().give, usual = field().give(Struct())](const Struct& from) {
        return give(from) != usual;
      });
    }
    // Reports the field as a fact, under the same name or another.
    Row& fact(std::string name = "") {
      return field().fact = name.empty() ? field().name : std::move(name), *this;
    }

   private:
    auto& field() { return table_.fields_[at_]; }
    FieldTable& table_;
    size_t at_;
  };

  // Adds a member that is true or false, a number, a text, a list or map of such, or nothing (null).
  template <class T, class Owner>
  requires std::derived_from<Struct, Owner> Row add(std::string name, T Owner::*member) {
    return add_as(
        std::move(name), [member](const Struct& from) { return FieldCodec<T>::give(from.*member); },
        [member](const Json& json, Struct& to) { FieldCodec<T>::take(json, to.*member); });
  }

  // Adds several such fields. add_facts adds them as facts too.
  template <class Member, class... More>
  void add_all(std::string name, Member member, More... more) {
    add(std::move(name), member);
    if constexpr (sizeof...(more) > 0) add_all(more...);
  }
  template <class Member, class... More>
  void add_facts(std::string name, Member member, More... more) {
    add(std::move(name), member).fact();
    if constexpr (sizeof...(more) > 0) add_facts(more...);
  }

  // Adds a member that is a record, a list of records, or a record or nothing; nothing is null.
  template <class T, class Owner, class Inner>
  requires std::derived_from<Struct, Owner> Row add(std::string name, T Owner::*member,
                                                    const FieldTable<Inner>& inner) {
    Row row = add_as(
        std::move(name), [member, inner](const Struct& from) { return given(from.*member, inner); },
        [member, inner](const Json& json, Struct& to) { taken(json, to.*member, inner); });
    for (const auto& name_within : inner.names()) fields_.back().within.push_back(name_within);
    rules_.push_back([member, inner](const Struct& made) { return objection_to(made.*member, inner); });
    return row;
  }

  // Adds a member that takes one of few values, each with its word. Any other word is refused by read().
  template <class T, class Owner>
  requires std::derived_from<Struct, Owner> Row words(std::string name, T Owner::*member,
                                                      std::vector<std::pair<std::string, T>> words) {
    return add_as(
        std::move(name),
        [member, words](const Struct& from) -> Json {
          for (const auto& [word, value] : words)
            if (value == from.*member) return word;
          return nullptr;
        },
        [member, words](const Json& json, Struct& to) {
          const auto given = json.get<std::string>();
          for (const auto& [word, value] : words)
            if (word == given) return void(to.*member = value);
          throw WrongField("\"" + given + "\" is not one of its words");
        });
  }

  // Adds a value with a form of its own. give: Json(const Struct&); reader: void(const Json&, Struct&), which
  // refuses a bad value with WrongField or an exception of the JSON library. The fields before it are in the
  // struct by then.
  template <class Give, class Take>
  Row add_as(std::string name, Give give, Take reader) {
    fields_.push_back({.name = std::move(name), .give = std::move(give), .take = std::move(reader)});
    return Row(*this);
  }

  // Adds a fact that is computed from the record (value: a function of it) or known beside it; it is neither
  // written nor read.
  template <class Value>
  Row fact(std::string name, Value value) {
    Field field{.name = name, .give = {}, .take = {}};
    field.fact = std::move(name);
    if constexpr (std::is_invocable_v<const Value&, const Struct&>)
      field.give = std::move(value);
    else
      field.give = [value = Json(std::move(value))](const Struct&) { return value; };
    fields_.push_back(std::move(field));
    return Row(*this);
  }

  // Adds a value that is written and not read: computed from the record, or the same in every record, such as
  // its schema.
  Row computed(std::string name, std::function<Json(const Struct&)> value) {
    fields_.push_back({.name = std::move(name), .give = std::move(value), .take = {}, .only_written = true});
    return Row(*this);
  }
  void constant(std::string name, Json value) {
    computed(std::move(name), [value = std::move(value)](const Struct&) { return value; });
  }

  // Adds the fields of a member that is itself such a record, or of a base of this one, as fields of this
  // one.
  template <class Inner, class Owner>
  requires std::derived_from<Struct, Owner>
  void include(Inner Owner::*member, const FieldTable<Inner>& inner) {
    include_part(
        inner, [member](auto& whole) -> auto& { return whole.*member; });
  }
  template <class Base>
  requires std::derived_from<Struct, Base>
  void include(const FieldTable<Base>& base) {
    include_part(
        base, [](auto& whole) -> auto& {
          using Whole = std::remove_reference_t<decltype(whole)>;
          return static_cast<std::conditional_t<std::is_const_v<Whole>, const Base&, Base&>>(whole);
        });
  }

  // Adds the fields of a part that a record may have or lack as a whole, as fields of this one. get:
  // std::optional<Inner>(const Struct&); set: void(Inner, Struct&). A record that has the first of the fields
  // has the part.
  template <class Inner, class Get, class Set>
  void include_if(const FieldTable<Inner>& inner, Get get, Set set) {
    fields_.push_back({.name = inner.fields_.front().name, .give = {}, .take = {}});
    fields_.back().put_part = [inner, get](const Struct& from, Json& json) {
      if (const std::optional<Inner> part = get(from)) inner.write(*part, json);
    };
    fields_.back().take_part = [inner, set](const Json& json, Struct& to) {
      if (!json.contains(inner.fields_.front().name)) return;
      Inner part;
      inner.take(json, part);
      set(std::move(part), to);
    };
    auto names = inner.names();
    fields_.back().within.assign(names.begin() + 1, names.end());
    rules_.push_back([inner, get](const Struct& made) {
      const std::optional<Inner> part = get(made);
      return part ? inner.objection(*part) : std::string();
    });
  }

  // Adds a rule that every record read must satisfy. objection: what is wrong, "" for nothing.
  void require(std::function<std::string(const Struct&)> objection) {
    rules_.push_back(std::move(objection));
  }

  Json write(const Struct& from) const {
    Json json = Json::object();
    write(from, json);
    return json;
  }
  // Appends the fields to the object.
  void write(const Struct& from, Json& json) const {
    for (const auto& field : fields_) {
      if (field.put_part)
        field.put_part(from, json);
      else if ((field.take || field.only_written) && (!field.written || field.written(from)))
        json[field.name] = field.give(from);
    }
  }
  // Appends the facts to the object.
  void facts(const Struct& from, Json& json) const {
    for (const auto& field : fields_)
      if (!field.fact.empty() && (!field.written || field.written(from))) json[field.fact] = field.give(from);
  }
  // Returns the facts alone; none for an empty optional.
  Json facts(const std::optional<Struct>& from) const {
    Json json = Json::object();
    if (from) facts(*from, json);
    return json;
  }

  // Reads a record and checks its rules. Throws the JSON library's exception for a field that is missing or
  // of another type, as a reader of JSON does here; the caller that opened the file catches it and names the
  // file. A broken rule is a data error.
  Status read(const Json& json, Struct& to) const {
    take(json, to);
    if (std::string wrong = objection(to); !wrong.empty()) return data_error(std::move(wrong));
    return {};
  }
  // Reads without checking the rules; the other function checks the rules alone.
  void take(const Json& json, Struct& to) const {
    for (const auto& field : fields_) {
      if (field.take_part)
        field.take_part(json, to);
      else if (!field.take)
        continue;
      else if (field.required)
        field.take(json.at(field.name), to);
      else if (const auto found = json.find(field.name); found != json.end())
        field.take(*found, to);
    }
  }
  std::string objection(const Struct& made) const {
    for (const auto& rule : rules_)
      if (std::string wrong = rule(made); !wrong.empty()) return wrong;
    return "";
  }

  // Returns the names of all fields that are written, and of the fields within them.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& field : fields_) {
      if (!field.take && !field.only_written && !field.take_part) continue;
      names.push_back(field.name);
      names.insert(names.end(), field.within.begin(), field.within.end());
    }
    return names;
  }

 private:
  template <class Other>
  friend class FieldTable;

  struct Field {
    std::string name;
    std::function<Json(const Struct&)> give;
    std::function<void(const Json&, Struct&)> take;   // none: it is not read
    std::function<bool(const Struct&)> written = {};  // none: always
    std::string fact = {};
    bool required = true, only_written = false;
    std::vector<std::string> within = {};  // names of the fields within it, or behind it in its part
    std::function<void(const Struct&, Json&)> put_part = {};  // set by include_if()
    std::function<void(const Json&, Struct&)> take_part = {};
  };

  template <class Inner, class Part>
  void include_part(const FieldTable<Inner>& inner, Part part) {
    for (const auto& field : inner.fields_) {
      Field outer{.name = field.name,
                  .give = [part, give = field.give](const Struct& from) { return give(part(from)); },
                  .take = {},
                  .fact = field.fact,
                  .required = field.required,
                  .only_written = field.only_written,
                  .within = field.within};
      if (field.put_part) {
        outer.put_part = [part, put = field.put_part](const Struct& from, Json& json) {
          put(part(from), json);
        };
        outer.take_part = [part, read_part = field.take_part](const Json& json, Struct& to) {
          read_part(json, part(to));
        };
      }
      if (field.take)
        outer.take = [part, read_value = field.take](const Json& json, Struct& to) {
          read_value(json, part(to));
        };
      if (field.written)
        outer.written = [part, such = field.written](const Struct& from) { return such(part(from)); };
      fields_.push_back(std::move(outer));
    }
    for (const auto& rule : inner.rules_)
      rules_.push_back([part, rule](const Struct& made) { return rule(part(made)); });
  }

  template <class Inner>
  static Json given(const Inner& one, const FieldTable<Inner>& table) {
    return table.write(one);
  }
  template <class Inner>
  static Json given(const std::optional<Inner>& one, const FieldTable<Inner>& table) {
    return one ? table.write(*one) : Json(nullptr);
  }
  template <class Inner>
  static Json given(const std::vector<Inner>& list, const FieldTable<Inner>& table) {
    Json json = Json::array();
    for (const auto& one : list) json.push_back(table.write(one));
    return json;
  }
  template <class Inner>
  static void taken(const Json& json, Inner& one, const FieldTable<Inner>& table) {
    table.take(json, one);
  }
  template <class Inner>
  static void taken(const Json& json, std::optional<Inner>& one, const FieldTable<Inner>& table) {
    one.reset();
    if (!json.is_null()) table.take(json, one.emplace());
  }
  template <class Inner>
  static void taken(const Json& json, std::vector<Inner>& list, const FieldTable<Inner>& table) {
    list.clear();
    for (const Json& one : json) table.take(one, list.emplace_back());
  }
  template <class Inner>
  static std::string objection_to(const Inner& one, const FieldTable<Inner>& table) {
    return table.objection(one);
  }
  template <class Inner>
  static std::string objection_to(const std::optional<Inner>& one, const FieldTable<Inner>& table) {
    return one ? table.objection(*one) : "";
  }
  template <class Inner>
  static std::string objection_to(const std::vector<Inner>& list, const FieldTable<Inner>& table) {
    for (const auto& one : list)
      if (std::string wrong = table.objection(one); !wrong.empty()) return wrong;
    return "";
  }

  std::vector<Field> fields_;
  std::vector<std::function<std::string(const Struct&)>> rules_;
};

}  // namespace standfast
