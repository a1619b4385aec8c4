// Construction of a corpus from columns and texts, by the same functions as for the rows of a file, so that
// the data have the same hash.
#include "corpus_in.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "arrow_in.h"
#include "cells.h"
#include "errors.h"
#include "register.h"
#include "standfast/corpus/columns.h"
#include "standfast/corpus/read/odd_values.h"
#include "standfast/corpus/read/read.h"
#include "standfast/corpus/read/row_collector.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

constexpr size_t kRowsBetweenSignals = size_t{1} << 14;

template <class T>
T& in_capsule(const nb::object& capsule, const char* name) {
  auto* held = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (held == nullptr) throw nb::python_error();
  return *held;
}

// Reads an object that exports an Arrow stream or, like a plain pyarrow.Array, a single Arrow array.
ArrowTable table_of(const nb::object& giver) {
  if (nb::hasattr(giver, "__arrow_c_stream__")) {
    const nb::object capsule = giver.attr("__arrow_c_stream__")();
    return value_of(ArrowTable::read(in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream")));
  }
  const nb::object both = giver.attr("__arrow_c_array__")();
  const nb::object schema = both[0], array = both[1];
  return ArrowTable::of_array(in_capsule<ArrowSchema>(schema, "arrow_schema"),
                              in_capsule<ArrowArray>(array, "arrow_array"));
}

// A column with a part in the corpus, with its cells.
struct Part {
  std::string name;  // name of the column, for messages
  std::unique_ptr<Cells> cells;
  Cell cell = {};
  bool arrow = false;
};

// Makes a part from given = (name of the column, its place): an Arrow table and a place in it, or a sequence.
Part part_of(const std::string& name, const nb::object& given) {
  Part part{name, nullptr};
  try {
    if (nb::isinstance<nb::tuple>(given) && nb::len(given) == 2 && nb::isinstance<ArrowTable>(given[0])) {
      part.cells = value_of(nb::cast<const ArrowTable&>(given[0]).cells(nb::cast<size_t>(given[1])));
      part.arrow = true;
    } else {
      part.cells = object_cells(given);
    }
  } catch (const Failed& failed) {
    refuse(failed.error().kind, fmt::format("column \"{}\" {}", name, failed.error().message));
  }
  return part;
}

using GivenColumns = std::vector<std::tuple<std::string, std::string, nb::object>>;

// Builds a corpus. columns: (part, name of the column, source), where part is "text", "id", a role, or
// "attribute". joined: columns in which values that look alike are one.
HeldCorpus build_corpus(const std::string& name, size_t rows, const nb::list& columns,
                        const std::vector<std::string>& joined) {
  std::optional<Part> text, id;
  std::array<std::optional<Part>, kRoles.size()> roles;
  std::vector<Part> attributes;
  ReadOptions options;
  ReadReport report;
  bool arrow = true;
  for (const nb::handle one : columns) {
    const auto kind = nb::cast<std::string>(one[0]), column = nb::cast<std::string>(one[1]);
    Part part = part_of(column, nb::borrow(one[2]));
    arrow &= part.arrow;
    if (part.cells->size() != rows)
      refuse(ErrorKind::usage,
             fmt::format("{} has {} values for {} documents", column, part.cells->size(), rows));
    if (kind == "text") {
      report.text_column = column;
      text = std::move(part);
    } else if (kind == "id") {
      report.id_column = column;
      id = std::move(part);
    } else if (const auto role = role_from_name(kind)) {
      report.role_columns[static_cast<size_t>(*role)] = column;
      roles[static_cast<size_t>(*role)] = std::move(part);
    } else {
      AttributeRule rule{column, column};
      const auto of_kind = kind_from_name(kind);
      if (!of_kind) refuse(ErrorKind::usage, fmt::format("there is no kind of column \"{}\"", kind));
      if (const auto objection = objection_to_attribute(column); !objection.empty())
        refuse(ErrorKind::usage, fmt::format("a column {}", objection));
      rule.kind = *of_kind;
      options.attributes.push_back(std::move(rule));
      attributes.push_back(std::move(part));
    }
  }
  HeldCorpus held{Corpus(), text.has_value(), id.has_value(), {}};
  const auto finish = [&](RowCollector collector) -> Result<Corpus> {
    SF_ASSIGN(Corpus corpus, std::move(collector).finish());
    return join_alike_values(std::move(corpus), joined);
  };
  RowCollector collector(name, options, report, id.has_value());
  const auto read = [&](std::optional<Part>& part, size_t row,
                        std::optional<std::string_view>& target) -> Status {
    if (!part) return {};
    auto cell = part->cells->at(row);
    if (!cell)
      return data_error(fmt::format("row {}: column \"{}\" {}", row, part->name, cell.error().message));
    if (cell->list)
      return data_error(
          fmt::format("row {}: column \"{}\" holds a list where text was expected", row, part->name));
    target = cell->text;
    return {};
  };
  const auto add_all = [&]() -> Status {
    Row one;
    for (size_t row = 0; row < rows; ++row) {
      if (row % kRowsBetweenSignals == 0) {
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
      }
      one.text = text ? std::optional<std::string_view>() : std::optional<std::string_view>("");
      one.id.reset();
      SF_TRY(read(text, row, one.text));
      SF_TRY(read(id, row, one.id));
      for (size_t r = 0; r < kRoles.size(); ++r) {
        one.values[r].reset();
        SF_TRY(read(roles[r], row, one.values[r]));
      }
      one.attributes.assign(attributes.size(), {});
      for (size_t a = 0; a < attributes.size(); ++a) {
        auto cell = attributes[a].cells->at(row);
        if (!cell)
          return data_error(
              fmt::format("row {}: column \"{}\" {}", row, attributes[a].name, cell.error().message));
        if (cell->list && options.attributes[a].kind != AttributeKind::list)
          return data_error(fmt::format("row {}: column \"{}\" holds a list where one value was expected",
                                        row, attributes[a].name));
        one.attributes[a] = {cell->text, cell->list};
      }
      const uint64_t changed = report.in_another_form;
      if (const Status added = collector.add(one); !added)
        return with_context(fmt::format("row {}", row), added.error());
      if (report.in_another_form > changed)
        held.not_in_form.emplace_back(static_cast<uint32_t>(row), std::string(*one.text));
    }
    return {};
  };
  if (arrow) {
    const nb::gil_scoped_release unlocked;
    value_of(add_all());
    held.corpus = value_of(finish(std::move(collector)));
  } else {
    value_of(add_all());
    held.corpus = value_of(finish(std::move(collector)));
  }
  return held;
}

// Returns the first row of each value of a column, indexed by code.
nb::object first_rows(const HeldCorpus& held, const std::string& name) {
  const Column* column = value_of(held.corpus.require_named(name));
  std::vector<int64_t> first(column->names.size(), -1);
  for (size_t row = 0; row < column->codes.size(); ++row)
    if (const uint32_t code = column->codes[row]; code != kMissing && first[code] < 0)
      first[code] = static_cast<int64_t>(row);
  return array_of(std::move(first));
}

// Guesses the parts of columns, as the program does. told: the parts that the caller names; "none": not read.
std::vector<std::pair<std::string, std::string>> guess_columns(
    const std::string& name, const std::vector<std::pair<std::string, bool>>& columns, const nb::dict& told) {
  std::vector<ColumnName> names;
  for (const auto& [column, plain] : columns) names.push_back({column, plain});
  ReadOptions options;
  for (const auto& [key, value] : told) {
    const auto part = nb::cast<std::string>(key), column = nb::cast<std::string>(value);
    if (part == "text")
      options.text_column = column;
    else if (part == "id")
      options.id_column = column;
    else if (const auto role = role_from_name(part))
      options.role_columns[static_cast<size_t>(*role)] = column;
  }
  const ColumnChoice choice = value_of(choose_columns(name, names, true, options));
  std::vector<std::pair<std::string, std::string>> parts;
  if (!choice.text.empty()) parts.emplace_back("text", choice.text);
  if (!choice.id.empty()) parts.emplace_back("id", choice.id);
  for (const Role role : kRoles)
    if (const auto& column = choice.roles[static_cast<size_t>(role)]; !column.empty())
      parts.emplace_back(std::string(role_name(role)), column);
  return parts;
}

}  // namespace

void register_corpus(nb::module_& module) {
  nb::class_<ArrowTable>(module, "ArrowTable")
      .def_static("of", &table_of, nb::arg("giver"))
      .def_prop_ro("is_table", &ArrowTable::is_table)
      .def_prop_ro("rows", &ArrowTable::rows)
      .def("kind", &ArrowTable::kind, nb::arg("column"))
      .def_prop_ro("columns", [](const ArrowTable& table) {
        std::vector<std::pair<std::string, bool>> columns;
        for (const auto& column : table.columns()) columns.emplace_back(column.name, column.plain);
        return columns;
      });
  module.def("guess_columns", &guess_columns, nb::arg("name"), nb::arg("columns"), nb::arg("told"));
  nb::class_<HeldCorpus>(module, "Corpus", nb::dynamic_attr())
      .def_static("build", &build_corpus, nb::arg("name"), nb::arg("rows"), nb::arg("columns"),
                  nb::arg("joined"))
      .def("first_rows", &first_rows, nb::arg("name"),
           nb::sig("def first_rows(self, name: str) -> numpy.typing.NDArray[numpy.intp]"))
      .def("__len__", [](const HeldCorpus& held) { return held.corpus.size(); })
      .def_prop_ro("data_hash", [](const HeldCorpus& held) { return held.corpus.data_hash(); })
      .def_prop_ro("name", [](const HeldCorpus& held) { return held.corpus.name(); })
      .def_prop_ro("has_texts", [](const HeldCorpus& held) { return held.has_texts; })
      .def_prop_ro("has_ids", [](const HeldCorpus& held) { return held.has_ids; })
      .def_prop_ro("text_bytes", [](const HeldCorpus& held) { return held.corpus.text_bytes(); })
      .def_prop_ro("roles",
                   [](const HeldCorpus& held) {
                     std::vector<std::string> names;
                     for (const Role role : kRoles)
                       if (held.corpus.column(role) != nullptr) names.emplace_back(role_name(role));
                     return names;
                   })
      .def("text",
           [](const HeldCorpus& held, uint32_t row) {
             if (row >= held.corpus.size()) throw nb::index_error();
             const auto text = held.corpus.text(row);
             return nb::str(text.data(), text.size());
           })
      .def("id",
           [](const HeldCorpus& held, uint32_t row) {
             if (row >= held.corpus.size()) throw nb::index_error();
             const auto id = held.corpus.id(row);
             return nb::str(id.data(), id.size());
           })
      .def("column", [](const HeldCorpus& held, const std::string& name) {
        const Column* column = value_of(held.corpus.require_named(name));
        std::vector<int64_t> codes;
        codes.reserve(column->codes.size());
        for (const uint32_t code : column->codes) codes.push_back(code == kMissing ? -1 : int64_t{code});
        return nb::make_tuple(array_of(std::move(codes)), nb::cast(column->names));
      });
}

}  // namespace standfast::python
