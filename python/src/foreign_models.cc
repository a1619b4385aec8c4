#include "foreign_models.h"

#include <algorithm>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "errors.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

// Returns the documents as row numbers of Python's corpus, or as (ids, texts).
nb::object documents(const DocumentView& view, const Corpus& own) {
  if (view.corpus == nullptr || view.corpus == &own) return nb::cast(rows_of(view.rows));
  nb::list ids, texts;
  for (size_t i = 0; i < view.size(); ++i) {
    const std::string_view id = view.corpus->id(view.rows[i]), text = view.text(i);
    ids.append(nb::str(id.data(), id.size()));
    texts.append(nb::str(text.data(), text.size()));
  }
  return nb::make_tuple(ids, texts);
}

nb::object pairs(const PairView& view) {
  std::vector<int64_t> left, right;
  std::vector<uint8_t> same;
  for (const Pair& pair : view.pairs) {
    left.push_back(pair.a);
    right.push_back(pair.b);
    same.push_back(pair.same ? 1 : 0);
  }
  return nb::make_tuple(array_of(std::move(left)), array_of(std::move(right)), array_of(std::move(same)));
}

nb::dict asked_in(const Unit& cell, uint64_t seed) {
  nb::dict asked;
  asked["model"] = cell.model;
  asked["condition"] = cell.condition;
  asked["fold"] = cell.fold;
  asked["draw"] = cell.seed;
  asked["seed"] = seed;
  asked["nested"] = cell.left_out.has_value();
  return asked;
}

// Reads Python's answer: writes its numbers into `out` and sets `probabilities`.
Status take(const nb::object& answer, std::span<double> out, bool& probabilities) {
  if (nb::isinstance<nb::str>(answer)) return data_error(nb::cast<std::string>(answer));
  const nb::object kind = answer[0], array = answer[1];
  probabilities = nb::cast<bool>(kind);
  const auto numbers = nb::cast<Numbers>(array);
  if (numbers.size() != out.size())
    return data_error(
        fmt::format("{} numbers came back where {} were asked for", numbers.size(), out.size()));
  std::copy_n(numbers.data(), numbers.size(), out.begin());
  return {};
}

Status asked_of_python(Desk& desk, const std::function<Status()>& question) {
  Status status;
  if (!desk.ask([&] { status = question(); })) return fail(ErrorKind::interrupted, "stopped");
  return status;
}

}  // namespace

ClassCallback class_callback(const nb::object& answer, const Corpus& own, const CurrentCell& cell,
                             Desk& desk) {
  return [&answer, &own, &cell, &desk](const DocumentsAsked& given, DenseMatrix& out, bool& probabilities) {
    return asked_of_python(desk, [&]() -> Status {
      nb::dict asked = asked_in(cell.unit, given.seed);
      asked["names"] = std::vector<std::string>(given.names.begin(), given.names.end());
      asked["train"] = documents(given.train, own);
      asked["classes"] = rows_of(given.classes);
      asked["validation"] = documents(given.validation, own);
      asked["validation_classes"] = rows_of(given.validation_classes);
      asked["test"] = documents(given.test, own);
      return take(answer(asked), out.data, probabilities);
    });
  };
}

PairCallback pair_callback(const nb::object& answer, const Corpus& own, const CurrentCell& cell, Desk& desk) {
  return [&answer, &own, &cell, &desk](const PairsAsked& given, std::span<double> out) {
    return asked_of_python(desk, [&]() -> Status {
      if (given.test.corpus != &own) return usage_error("verifiers of Python read the texts as they are");
      nb::dict asked = asked_in(cell.unit, given.seed);
      asked["train"] = pairs(given.train);
      asked["validation"] = pairs(given.validation);
      asked["test"] = pairs(given.test);
      bool probabilities = true;
      return take(answer(asked), out, probabilities);
    });
  };
}

}  // namespace standfast::python
