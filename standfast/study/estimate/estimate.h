// What a run will take, tried on a part of its work before it begins: time, memory, disk.
//
// Each model is tried on a part of a fold of each corpus, in a process of its own (apart.h), on more and more items while its
// share of the time lasts; cost_curve.h says how this is carried on to whole folds. What a dry run draws anyway is measured
// as it is drawn. A network that does not come to its end says how many tokens it has done, and of how many. A program of
// the user is not started: what it takes is unknown, and said to be.
//
// Nothing that is tried is kept, and no draw depends on it.
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

// Units of one sort.
struct EstimatedPart {
  std::string what;   // "posts / svm"
  std::string units;  // "cells"
  // Of which units: those of a kind (null: work that is no unit), of a corpus, of a model ("": whatever they have) and, of
  // cells, under conditions with a shortcut or without.
  const UnitKind* kind = nullptr;
  std::string corpus = {}, model = {};
  bool planted = false;
  uint64_t number = 0;           // of units
  std::optional<Range> seconds;  // of processor, of all of them; nothing: unknown
  double tried = 0,
         of = 0;  // items in the largest sample that came to an end, and in the mean unit; 0: not of items
  bool stopped = false;  // by what a network said of its progress
  std::string why_unknown;
  Range memory = {};  // bytes of a worker that does them, as far as it is known
};

struct RunEstimate {
  std::vector<EstimatedPart> parts;   // the longest first, then what is unknown
  Range seconds;                      // of processor, of all that is known
  Range memory;                       // bytes of a worker
  bool more_memory = false;           // some sample was too small to say the most
  Range disk;                         // bytes of the run's folder
  bool spaces = false;                // there are vectors and fits, which the disk holds beside
  std::vector<std::string> left_out;  // what is not in it: "4 analyses"
  double took = 0;                    // seconds by the clock
};

// A splits unit that a dry run has drawn, or has not.
struct DrawnSizes {
  Unit unit;
  std::vector<uint64_t> items;  // by fold (items_of_fold); none: not drawn, or it would fail
  bool undrawn = false;
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
  std::map<std::string, uint64_t> nested = {};  // by model: its nested cells
  std::vector<Pair> pairs = {};                 // that features are made of: each pair of all splits once
  double draw_seconds = 0, read_seconds = 0;
};

class Estimator {
 public:
  // seconds: to spend on each corpus.
  Estimator(const StudySpec& study, const StudyCatalogs& catalogs, std::string study_folder, int workers,
            double seconds, std::function<bool()> interrupted);
  // units: those of the plan of this corpus, as far as it has grown.
  void add(const CorpusToEstimate& of, const std::vector<Unit>& units);
  RunEstimate finish();

 private:
  struct Tries;
  Tries try_cells(const CorpusToEstimate& of, const DrawnCondition& drawn, const Unit& splits,
                  const ModelSpec& model, double seconds) const;
  void add_cells(const CorpusToEstimate& of, const ModelSpec& model, bool planted, double seconds);
  void add_features(const CorpusToEstimate& of, const Unit& unit, double seconds);
  void add_undrawn(const CorpusToEstimate& of, double seconds);
  void add(EstimatedPart part);
  Range needs_memory(const Range& memory);  // beside the corpus; returns all of it
  Range told_memory(const ComponentList& catalog, const std::string& name, const Options& options,
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
