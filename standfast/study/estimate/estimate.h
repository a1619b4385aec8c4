// Estimate of what a run will take (time, memory, disk), from trials on a part of its work before it begins.
//
// Each model is tried on a part of a fold of each corpus, in a process of its own (apart.h), on more and more
// items while its share of the time lasts; cost_curve.h says how the costs are extrapolated to whole folds.
// The work that a dry run does anyway is measured as it draws. A network that does not finish reports how
// many tokens it has done, and of how many. A program of the user is not started: its cost is reported as
// unknown.
//
// Results of trials are not kept, and no draw depends on them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/study/estimate/cost_curve.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/plan/plan.h"

namespace standfast {

// A group of units of one sort.
struct EstimatedPart {
  std::string what;   // "posts / svm"
  std::string units;  // "cells"
  // The units of the group: their kind (null: work that is not a unit), their corpus, their model ("": any)
  // and, for cells, whether their conditions have a shortcut.
  const UnitKind* kind = nullptr;
  std::string corpus = {}, model = {};
  bool planted = false;
  uint64_t number = 0;           // number of units
  std::optional<Range> seconds;  // seconds of processor for all units; nothing: unknown
  double tried = 0,
         of = 0;  // items in the largest sample that finished, and in the mean unit; 0: the work has no items
  bool stopped = false;  // the estimate rests on the progress that a network reported
  std::string why_unknown;
  Range memory = {};  // bytes of a worker that does them, as far as they are known
};

struct RunEstimate {
  std::vector<EstimatedPart> parts;   // the longest first, then the unknown ones
  Range seconds;                      // seconds of processor for all known parts
  Range memory;                       // bytes of a worker
  bool more_memory = false;           // some sample was too small to give an upper bound
  Range disk;                         // bytes of the run's folder
  bool spaces = false;                // there are vectors and fits, which take disk space in addition
  std::vector<std::string> left_out;  // units that the estimate leaves out: "4 analyses"
  double took = 0;                    // seconds by the clock
};

// A splits unit that a dry run has drawn or skipped, with the sizes of its folds.
struct DrawnSizes {
  Unit unit;
  std::vector<uint64_t> items;  // by fold (items_of_fold); empty: not drawn, or it would fail
  bool skipped = false;
  uint64_t documents = 0, pairs = 0;  // over all folds
};

// A corpus of the study, while it is in memory.
struct CorpusToEstimate {
  std::string name;  // in the study
  const Corpus& corpus;
  std::vector<DrawnSizes> splits = {};
  // The first draws without and with a shortcut.
  std::optional<DrawnCondition> plain = {}, planted = {};
  Unit plain_unit = {}, planted_unit = {};
  std::map<std::string, uint64_t> nested = {};  // by model: number of its nested cells
  std::vector<Pair> pairs = {};                 // pairs whose features are made: each pair of all splits once
  double draw_seconds = 0, read_seconds = 0;
};

class Estimator {
 public:
  // seconds: time to spend on each corpus.
  Estimator(const StudySpec& study, const StudyCatalogs& catalogs, std::string study_folder, int workers,
            double seconds, std::function<bool()> interrupted);
  // Adds a corpus. units: the units of this corpus in the plan so far.
  void add(const CorpusToEstimate& of, const std::vector<Unit>& units);
  RunEstimate finish();

 private:
  struct Tries;
  Tries try_cells(const CorpusToEstimate& of, const DrawnCondition& drawn, const Unit& splits,
                  const ModelSpec& model, double seconds) const;
  void add_cells(const CorpusToEstimate& of, const ModelSpec& model, bool planted, double seconds);
  void add_features(const CorpusToEstimate& of, const Unit& unit, double seconds);
  Status try_fit(const CorpusToEstimate& of, const EncoderChoice& maker, const std::vector<uint32_t>& rows,
                 Sink& sink) const;
  Status try_encode(const CorpusToEstimate& of, const EncoderChoice& maker, const std::vector<uint32_t>& rows,
                    Sink& sink) const;
  void add_skipped(const CorpusToEstimate& of, double seconds);
  void add(EstimatedPart part);
  Range needs_memory(const Range& memory);  // memory: beside the corpus; returns the whole need
  Range declared_memory(const ComponentList& catalog, const std::string& name, const Options& options,
                        const Corpus& corpus) const;

  const StudySpec& study_;
  const StudyCatalogs& catalogs_;
  std::string study_folder_;
  int workers_;
  double seconds_;
  std::function<bool()> interrupted_;
  RunEstimate estimate_;
  std::map<std::string, uint64_t> left_out_;
};

}  // namespace standfast
