#include "standfast/study/record/rationale_record.h"

namespace standfast {

RationaleRecord rationale_record(const RationalesFile& file) {
  RationaleRecord record;
  record.rewritten = file.rewritten;
  record.class_names = file.classes;
  for (const auto& from : file.sides) {
    auto& side = record.sides.emplace_back(MeasuredRationaleSide{from.side, {}, {}});
    for (const auto& one : from.rationales) {
      MeasuredRationale& measured = side.rationales.emplace_back();
      measured.truth = one.truth;
      measured.read = share_read(one.rationale);
      if (!one.cue.empty()) measured.cue = held_cue(one.rationale, one.cue);
      if (!one.frame.empty()) measured.frame = held_cue(one.rationale, one.frame);
      measured.annotated = one.annotated;
      side.ids.push_back(one.id);
    }
  }
  return record;
}

}  // namespace standfast
