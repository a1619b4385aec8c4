#include "standfast/study/record/design_file.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

enum class Of { documents, pairs };

FieldTable<SideMeasures> side_fields(Of of) {
  using B = SharedBlock;
  FieldTable<B> block;
  block.add("column", &B::column);
  block.add("same", &B::same);
  block.add("different", &B::different);
  block.add("auc_error", &B::auc_error).unless_default();
  block.add("within_topics", &B::within_topics).unless_default();

  using S = SideMeasures;
  FieldTable<S> fields;
  fields.add("documents", &S::documents);
  if (of == Of::pairs) {
    fields.add("same", &S::same).or_absent();
    fields.add("different", &S::different).or_absent();
    fields.add("same_one_topic", &S::same_one_topic).or_absent();
    fields.add("different_one_topic", &S::different_one_topic).or_absent();
  }
  fields.add("topic_auc_error", &S::topic_auc_error).unless_default();
  fields.add("shared_blocks", &S::blocks, block).unless_default();
  return fields;
}

FieldTable<ConditionMeasures> condition_measure_fields() {
  using W = WholeGroups;
  FieldTable<W> whole;
  whole.add("column", &W::column);
  whole.add("tested", &W::tested);
  whole.add("loose", &W::loose);

  using V = WithoutValue;
  FieldTable<V> without;
  without.add("column", &V::column);
  without.add("needed", &V::needed);
  without.add("left_out", &V::left_out);
  without.add("tested", &V::tested);
  without.add("tested_all", &V::tested_all);
  without.add("items", &V::items);

  using S = SeenOnSide;
  FieldTable<S> seen;
  seen.add("side", &S::side);
  seen.add("column", &S::column);
  seen.add("documents", &S::documents);
  seen.add("seen", &S::seen);

  using M = ConditionMeasures;
  FieldTable<M> fields;
  fields.add("seed", &M::seed);
  fields.add("folds", &M::folds);
  fields.add("empty_folds", &M::empty_folds);
  // If either side has pairs, both sides write their numbers.
  const auto bare = side_fields(Of::documents), paired = side_fields(Of::pairs);
  for (const auto& [name, side] : {std::pair{"train", &M::train}, {"test", &M::test}})
    fields.add_as(
        name,
        [=, side = side](const M& m) {
          return (m.train.pairs() + m.test.pairs() > 0 ? paired : bare).write(m.*side);
        },
        [=, side = side](const Json& json, M& m) { paired.take(json, m.*side); });
  fields.add("test_topics", &M::test_topics);
  fields.add("test_authors", &M::test_authors);
  fields.add("with_class", &M::classed);
  fields.add("one_class_topic", &M::one_class_topic);
  fields.add("unseen_class", &M::unseen_class);
  fields.add("topics_apart", &M::topics_apart).or_absent();
  fields.add("test_length", &M::test_length).unless_default();
  fields.add("whole", &M::whole, whole).unless_default();
  fields.add("copied", &M::copied).unless_default();
  fields.add("without", &M::without, without).unless_default();
  fields.add("seen", &M::seen, seen).unless_default();
  return fields;
}

FieldTable<DesignFile> fields_of_design() {
  FieldTable<BlockColumn> block;
  block.add("column", &BlockColumn::name);
  block.add("groups", &BlockColumn::groups);
  block.add("documents", &BlockColumn::documents);

  FieldTable<Companion> loose;
  loose.add("column", &Companion::column);
  loose.add("strength", &Companion::strength);
  FieldTable<Companions> companions;
  companions.add("of", &Companions::of);
  companions.add("kept", &Companions::kept);
  companions.add("loose", &Companions::loose, loose);

  using D = DesignFile;
  FieldTable<D> fields;
  fields.constant("schema", "standfast-design/1");
  fields.add("corpus", &D::corpus);
  fields.add("condition", &D::condition);
  fields.include(&D::measures, condition_measure_fields());
  fields.add("blocks", &D::blocks, block);
  fields.add("companions", &D::companions, companions).unless_default();
  return fields;
}

}  // namespace

const FieldTable<DesignFile>& design_fields() {
  static const auto fields = fields_of_design();
  return fields;
}

}  // namespace standfast
