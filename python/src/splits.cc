// Bindings for samplers, splitters, pairs and the file splits.json, as in `standfast sample`, `split` and
// `pairs`.
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "call.h"
#include "corpus_in.h"
#include "errors.h"
#include "options_in.h"
#include "register.h"
#include "split_in.h"
#include "standfast/corpus/sample_pairs.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/topic/topic_encoder.h"
#include "standfast/sample/sampler.h"
#include "standfast/split/file/check.h"
#include "standfast/split/file/read_splits.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/file/statistics.h"
#include "standfast/split/splitter.h"
#include "standfast/study/spec/spec.h"

namespace nb = nanobind;

namespace standfast::python {
namespace {

using Vectors = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Result<Sample> draw(const Corpus& corpus, const std::string& method,
                    const std::map<std::string, OptionValue>& options, uint64_t seed, int threads,
                    Sink& sink) {
  SF_ASSIGN(const auto sampler, samplers().make(method, options));
  SampleContext context;
  context.seed = seed;
  context.threads = threads;
  context.sink = &sink;
  return sampler->sample(corpus, context);
}

HeldSample draw_sample(const HeldCorpus& held, const std::string& method, const nb::dict& options,
                       uint64_t seed, int threads) {
  const auto given = options_from(options);
  HeldSample made{released([&](Sink& sink) {
                    return draw(held.corpus, method, given, seed, threads_for(threads), sink);
                  }),
                  held.corpus.size(),
                  {}};
  if (const Column* topic = held.corpus.column(Role::topic))
    for (const uint32_t code : made.sample.topics) made.topics.push_back(topic->names[code]);
  return made;
}

// Encodes the documents of the sample as vectors, as --space of `standfast split` does.
Result<std::pair<FloatMatrix, std::string>> made_space(const Corpus& corpus, const Sample& sample,
                                                       const std::string& name,
                                                       const std::map<std::string, OptionValue>& options,
                                                       int threads, Sink& sink) {
  SF_ASSIGN(const auto* entry, encoders().find(name));
  SF_ASSIGN(const Options resolved, encoders().resolve(name, options));
  SF_ASSIGN(const auto encoder, entry->make(resolved));
  SF_ASSIGN(const Encoded encoded, encoder->encode(corpus, sample.rows, {.threads = threads, .sink = &sink}));
  SF_ASSIGN(FloatMatrix matrix, float_vectors(encoded));
  return std::pair(std::move(matrix), name + options_changed(resolved, entry->options));
}

void refuse_unless_finite(const Vectors& vectors) {
  const size_t columns = vectors.shape(1);
  for (size_t i = 0; i < vectors.size(); ++i)
    if (!std::isfinite(vectors.data()[i]))
      refuse(ErrorKind::data,
             fmt::format("vectors= has {} in row {}, column {}: a place in space is a finite number",
                         vectors.data()[i], i / columns, i % columns));
}

HeldSplit draw_split(const HeldCorpus& held, const std::string& method, const nb::dict& options,
                     uint64_t seed, int threads, const HeldSample* sample,
                     const std::optional<Vectors>& vectors, const std::string& space,
                     const nb::dict& space_options) {
  const auto given = options_from(options), of_space = options_from(space_options);
  const Corpus& corpus = held.corpus;
  if (vectors && vectors->shape(0) != corpus.size())
    refuse(ErrorKind::usage,
           fmt::format("vectors= has {} rows for {} documents", vectors->shape(0), corpus.size()));
  if (vectors) refuse_unless_finite(*vectors);
  if (sample != nullptr) refuse_other_documents("sample", sample->sample, sample->documents, corpus);
  const auto work = [&](Sink& sink) -> Result<HeldSplit> {
    const int used = threads_for(threads);
    SF_ASSIGN(const auto* entry, splitters().find(method));
    SF_ASSIGN(const Options resolved, splitters().resolve(method, given));
    SF_ASSIGN(const auto splitter, entry->make(resolved));
    HeldSplit made{{}, corpus.size()};
    if (sample != nullptr) {
      made.splits.sample = sample->sample;
    } else {
      SF_ASSIGN(made.splits.sample, draw(corpus, "all", {}, seed, used, sink));
    }
    SplitContext context{.seed = seed, .threads = used, .sink = &sink};
    FloatMatrix matrix;
    std::vector<uint32_t> every;
    if (entry->traits.reads_vectors && vectors) {
      every.resize(corpus.size());
      std::iota(every.begin(), every.end(), 0U);
      context.vectors = {MatrixView<const float>(vectors->shape(0), vectors->shape(1), vectors->data()),
                         every, "vectors"};
    } else if (entry->traits.reads_vectors) {
      SF_ASSIGN(auto made_here, made_space(corpus, made.splits.sample, space, of_space, used, sink));
      matrix = std::move(made_here.first);
      context.vectors = {matrix, made.splits.sample.rows, made_here.second};
    }
    if (entry->traits.reads_classes) context.classes = corpus.column(Role::label);
    SF_ASSIGN(made.splits.split, splitter->split(corpus, made.splits.sample, context));
    return made;
  };
  return released(work);
}

Result<std::shared_ptr<const TopicSimilarity>> compared(const Corpus& corpus, const TopicEncoder& encoder,
                                                        int threads, Sink& sink) {
  if (corpus.column(Role::topic) == nullptr) return std::shared_ptr<const TopicSimilarity>();
  std::vector<uint32_t> rows(corpus.size());
  std::iota(rows.begin(), rows.end(), 0U);
  auto made = encoder.encode(corpus, rows, threads, sink);
  if (made) return std::move(*made);
  sink.warn("topics are not compared: " + made.error().message);
  return std::shared_ptr<const TopicSimilarity>();
}

Result<SplitStatistics> statistics_of(const HeldCorpus& held, const Splits& splits, bool similarity,
                                      int threads, Sink& sink) {
  if (!similarity || !held.has_texts)
    return split_statistics(held.corpus, splits.sample, splits.split, nullptr);
  const TopicEncoder encoder = tfidf_topics();
  SF_ASSIGN(const auto topics, compared(held.corpus, encoder, threads, sink));
  return split_statistics(held.corpus, splits.sample, splits.split, topics.get(),
                          encoder.name + kOfWholeCorpus, 5);
}

std::string written(const HeldSplit& split, const HeldCorpus& held, bool similarity, bool ids, int threads) {
  refuse_other_documents("split", split.splits.sample, split.documents, held.corpus);
  return released([&](Sink& sink) -> Result<std::string> {
    SF_ASSIGN(const auto statistics,
              statistics_of(held, split.splits, similarity, threads_for(threads), sink));
    return write_splits(held.corpus, split.splits.sample, split.splits.split, statistics,
                        ids ? RowUnit::id : RowUnit::row);
  });
}

nb::dict statistics(const HeldSplit& split, const HeldCorpus& held, bool similarity, int threads) {
  refuse_other_documents("split", split.splits.sample, split.documents, held.corpus);
  const SplitStatistics found = released(
      [&](Sink& sink) { return statistics_of(held, split.splits, similarity, threads_for(threads), sink); });
  nb::list folds;
  for (const auto& fold : found.folds) {
    nb::dict one;
    one["train"] = fold.train;
    one["validation"] = fold.validation;
    one["test"] = fold.test;
    one["aside"] = fold.aside;
    one["train_topics"] = fold.train_topics;
    one["test_topics"] = fold.test_topics;
    one["shared_topics"] = fold.shared_topics;
    one["train_authors"] = fold.train_authors;
    one["test_authors"] = fold.test_authors;
    one["shared_authors"] = fold.shared_authors;
    one["similarity_mean"] = fold.similarity_mean;
    one["similarity_max"] = fold.similarity_max;
    folds.append(one);
  }
  nb::dict all;
  all["folds"] = folds;
  all["similarity_mean"] = found.similarity_mean;
  all["similarity_max"] = found.similarity_max;
  all["vectors"] = found.vectors;
  return all;
}

HeldSplit read_split(const std::string& path, const HeldCorpus& held) {
  return released([&](Sink& sink) -> Result<HeldSplit> {
    SF_ASSIGN(AnySplit any, read_any_split(path, held.corpus, sink));
    return HeldSplit{std::move(any.splits), held.corpus.size()};
  });
}

// Returns (name, kept, message) for each promise of the file.
nb::list verified(const std::string& text, const std::string& where, const HeldCorpus& held) {
  const auto found = released([&](Sink&) -> Result<std::vector<SplitFinding>> {
    SF_ASSIGN(const SplitsFile file, parse_splits(text, where));
    const SplitFinding data = check_data(file, held.corpus);
    if (!data.ok && file.unit == RowUnit::row) return std::vector{data};
    SF_ASSIGN(const Splits splits, bind_splits(file, held.corpus));
    return check_splits(file, splits, held.corpus);
  });
  nb::list list;
  for (const auto& one : found) list.append(nb::make_tuple(one.name, one.ok, one.message));
  return list;
}

nb::dict folds_of_pairs(const Corpus& corpus, const PairSample& drawn, size_t fold, const char* side) {
  std::vector<int64_t> left, right;
  std::vector<uint8_t> same;
  for (const auto& pair : drawn.pairs) {
    left.push_back(pair.a);
    right.push_back(pair.b);
    same.push_back(pair.same ? 1 : 0);
  }
  nb::list ids;
  for (const auto& pair : drawn.pairs) ids.append(nb::cast(pair_id(corpus, pair)));
  nb::dict one;
  one["fold"] = fold;
  one["side"] = side;
  one["left"] = array_of(std::move(left));
  one["right"] = array_of(std::move(right));
  one["same"] = array_of(std::move(same));
  one["ids"] = ids;
  one["note"] = describe(drawn.counts);
  one["shortage"] = describe_shortage(drawn.counts);
  return one;
}

nb::list sample_all_pairs(const HeldCorpus& held, const HeldSplit* split, const nb::dict& options,
                          uint64_t seed) {
  struct Side {
    size_t fold;
    const char* side;
    std::string name;
    std::vector<uint32_t> rows;
  };
  if (split != nullptr) refuse_other_documents("split", split->splits.sample, split->documents, held.corpus);
  const auto given = options_from(options);
  std::vector<Side> sides;
  std::vector<PairSample> drawn = released([&](Sink&) -> Result<std::vector<PairSample>> {
    SF_ASSIGN(const Options resolved, Options::resolve("pairs", pair_option_specs(), given));
    SF_ASSIGN(const PairOptions asked, pair_options(resolved));
    if (split == nullptr)
      sides.push_back({0, "corpus", "the corpus", whole_corpus(held.corpus).rows});
    else
      for (size_t f = 0; f < split->splits.split.folds.size(); ++f) {
        const Fold& fold = split->splits.split.folds[f];
        const std::pair<const char*, const RowSet*> all[] = {
            {"train", &fold.train}, {"validation", &fold.validation}, {"test", &fold.test}};
        for (const auto& [side, rows] : all)
          if (!rows->empty())
            sides.push_back({f, side, fmt::format("the {} side of fold {}", side, f), rows->list()});
      }
    std::vector<PairSample> made;
    for (const auto& side : sides) {
      SF_ASSIGN(PairSample sample, sample_pairs(held.corpus, side.rows, asked, seed, side.name,
                                                split == nullptr ? std::span<const uint32_t>()
                                                                 : split->splits.sample.group_of_topic));
      made.push_back(std::move(sample));
    }
    return made;
  });
  nb::list list;
  for (size_t s = 0; s < sides.size(); ++s)
    list.append(folds_of_pairs(held.corpus, drawn[s], sides[s].fold, sides[s].side));
  return list;
}

nb::list folds(const HeldSplit& held) {
  nb::list list;
  for (const Fold& fold : held.splits.split.folds)
    list.append(nb::make_tuple(rows_of(fold.train), rows_of(fold.validation), rows_of(fold.test),
                               rows_of(fold.aside), fold.repeat));
  return list;
}

// Returns the columns, other than roles, that options of this component name.
std::vector<std::string> columns_of(const std::string& family, const std::string& name,
                                    const nb::dict& options) {
  const ComponentList& list =
      family == "sampler" ? static_cast<const ComponentList&>(samplers()) : splitters();
  const Options resolved = value_of(list.resolve(name, options_from(options)));
  return attributes_named(resolved, *value_of(list.info(name)).options);
}

}  // namespace

void register_splits(nb::module_& module) {
  // Sets the signatures in the stubs for properties that return new arrays.
  constexpr auto rows = [](const char* sig) { return nb::for_getter(nb::sig(sig)); };
  nb::class_<HeldSample>(module, "Sample")
      .def_prop_ro(
          "rows", [](const HeldSample& held) { return rows_of(held.sample.rows); },
          rows("def rows(self) -> numpy.typing.NDArray[numpy.intp]"))
      .def_prop_ro("topics", [](const HeldSample& held) { return held.topics; })
      .def_prop_ro(
          "similarity", [](const HeldSample& held) { return array_of(std::vector(held.sample.leakage)); },
          rows("def similarity(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("notes", [](const HeldSample& held) { return held.sample.notes; })
      .def_prop_ro("method", [](const HeldSample& held) { return held.sample.method; })
      .def_prop_ro("options", [](const HeldSample& held) { return values_of(held.sample.options); })
      .def_prop_ro("seed", [](const HeldSample& held) { return held.sample.seed; });
  nb::class_<HeldSplit>(module, "Split")
      .def_prop_ro("folds", &folds)
      .def_prop_ro(
          "left_out", [](const HeldSplit& held) { return rows_of(held.splits.split.left_out); },
          rows("def left_out(self) -> numpy.typing.NDArray[numpy.intp]"))
      .def_prop_ro("reason", [](const HeldSplit& held) { return held.splits.split.reason; })
      .def_prop_ro("notes", [](const HeldSplit& held) { return held.splits.split.notes; })
      .def_prop_ro("method", [](const HeldSplit& held) { return held.splits.split.method; })
      .def_prop_ro("options", [](const HeldSplit& held) { return values_of(held.splits.split.options); })
      .def_prop_ro("seed", [](const HeldSplit& held) { return held.splits.split.seed; })
      .def_prop_ro(
          "sampled_rows", [](const HeldSplit& held) { return rows_of(held.splits.sample.rows); },
          rows("def sampled_rows(self) -> numpy.typing.NDArray[numpy.intp]"))
      .def("written", &written, nb::arg("corpus"), nb::arg("similarity"), nb::arg("ids"), nb::arg("threads"))
      .def("statistics", &statistics, nb::arg("corpus"), nb::arg("similarity"), nb::arg("threads"));
  module.def("draw_sample", &draw_sample, nb::arg("corpus"), nb::arg("method"), nb::arg("options"),
             nb::arg("seed"), nb::arg("threads"));
  module.def("draw_split", &draw_split, nb::arg("corpus"), nb::arg("method"), nb::arg("options"),
             nb::arg("seed"), nb::arg("threads"), nb::arg("sample").none(), nb::arg("vectors").none(),
             nb::arg("space"), nb::arg("space_options"));
  module.def("read_split", &read_split, nb::arg("path"), nb::arg("corpus"));
  module.def("verify_split", &verified, nb::arg("text"), nb::arg("where"), nb::arg("corpus"));
  module.def("columns_to_check", [](const std::string& text, const std::string& where) {
    return columns_to_check(value_of(parse_splits(text, where)).split);
  });
  module.def("sample_pairs", &sample_all_pairs, nb::arg("corpus"), nb::arg("split").none(),
             nb::arg("options"), nb::arg("seed"));
  module.def("columns_of", &columns_of, nb::arg("family"), nb::arg("name"), nb::arg("options"));
}

}  // namespace standfast::python
