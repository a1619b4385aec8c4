#include "standfast/report/figure/figure_files.h"

#include <utility>

namespace standfast::report {
namespace {

using Json = nlohmann::ordered_json;
using Metrics = std::vector<std::string>;

std::string text_of(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return exact(value.get<double>());
  return value.dump();
}

// One figure: appends its rows with add(values), the corpus first.
struct Rows {
  const Json& corpus;
  Table& table;
  void columns(std::vector<std::string> names) const { table.data_header = std::move(names); }
  void add(std::initializer_list<Json> values) const {
    std::vector<std::string> row = {corpus["name"].get<std::string>()};
    for (const Json& value : values) row.push_back(text_of(value));
    table.data.push_back(std::move(row));
  }
  const Json& condition(const Json& item) const { return corpus["conditions"][item["c"].get<size_t>()]; }
  const Json& model(const Json& item) const { return corpus["models"][item["m"].get<size_t>()]; }
};

void folds(const Rows& rows, const Metrics& metrics) {
  rows.columns({"corpus", "metric", "condition", "model", "seed", "fold", "value", "pairs"});
  for (size_t m = 0; m < metrics.size(); ++m)
    for (const Json& fold : rows.corpus["folds"])
      if (!fold["v"][m].is_null())
        rows.add({metrics[m], rows.condition(fold), rows.model(fold), fold["seed"], fold["fold"],
                  fold["v"][m], fold["n"]});
}

void roc(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "false_positive_rate", "true_positive_rate"});
  for (const Json& curve : rows.corpus["roc"])
    for (const Json& point : curve["points"])
      rows.add({rows.model(curve), rows.condition(curve), point[0], point[1]});
}

void distributions(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "truth", "score_from", "score_to", "pairs"});
  for (const Json& item : rows.corpus["distributions"])
    for (const char* truth : {"same", "different"}) {
      const Json& counts = item[truth];
      const auto n = static_cast<double>(counts.size());
      for (size_t i = 0; i < counts.size(); ++i)
        rows.add({rows.model(item), rows.condition(item), truth, static_cast<double>(i) / n,
                  static_cast<double>(i + 1) / n, counts[i]});
      rows.add({rows.model(item), rows.condition(item), std::string(truth) + ", unanswered", 0.5, 0.5,
                item[std::string("unanswered_") + truth]});
    }
}

void thresholds(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "seed", "fold", "p1", "p2"});
  for (const Json& item : rows.corpus["distributions"])
    for (const Json& t : item["thresholds"])
      rows.add({rows.model(item), rows.condition(item), t["seed"], t["fold"], t["p1"], t["p2"]});
}

void reliability(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "mean_score", "share_same", "low", "high", "pairs"});
  for (const Json& line : rows.corpus["reliability"])
    for (const Json& bin : line["bins"])
      rows.add({rows.model(line), rows.condition(line), bin["score"], bin["share"], bin["low"], bin["high"],
                bin["n"]});
}

void topic_reliability(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "topic", "model", "condition", "mean_score", "share_same", "low", "high", "pairs"});
  for (const Json& line : rows.corpus["topic_reliability"])
    for (const Json& bin : line["bins"])
      rows.add({rows.corpus["reliability_topics"][line["t"].get<size_t>()], rows.model(line),
                rows.condition(line), bin["score"], bin["share"], bin["low"], bin["high"], bin["n"]});
}

void llr(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "truth", "log10_lr_from", "log10_lr_to", "pairs"});
  for (const Json& item : rows.corpus["llr"])
    for (const char* truth : {"same", "different"}) {
      const double from = item["from"], step = item["step"];
      for (size_t i = 0; i < item[truth].size(); ++i)
        rows.add({rows.model(item), rows.condition(item), truth, from + step * static_cast<double>(i),
                  from + step * static_cast<double>(i + 1), item[truth][i]});
      rows.add({rows.model(item), rows.condition(item), truth, 0, 0, item[std::string("neutral_") + truth]});
    }
}

void tippett(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "model", "condition", "truth", "log10_lr", "share_at_least"});
  for (const Json& curve : rows.corpus["tippett"])
    for (const char* truth : {"same", "different"})
      for (const Json& step : curve[truth])
        rows.add({rows.model(curve), rows.condition(curve), truth, step[0], step[1]});
}

void ece(const Rows& rows, const Metrics&) {
  rows.columns(
      {"corpus", "model", "condition", "prior_log10_odds", "system", "low", "high", "pav", "neutral"});
  for (const Json& curve : rows.corpus["ece"])
    for (const Json& at : curve["points"])
      rows.add({rows.model(curve), rows.condition(curve), at[0], at[1], at[2], at[3], at[4], at[5]});
}

// Ends of intervals that there are not are the value, as on the page.
void drops(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "condition", "model", "part", "value", "low", "high", "p"});
  const Json& classified = rows.corpus["classified"];
  if (classified.is_null()) return;
  for (const Json& drop : classified["drops"])
    for (const Json& part : drop["parts"]) {
      if (part["v"].is_null()) continue;
      const auto end = [&](const char* which) { return part[which].is_null() ? part["v"] : part[which]; };
      rows.add({rows.condition(drop), rows.model(drop), part["name"], part["v"], end("low"), end("high"),
                part["p"]});
    }
}

void topics(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "condition", "model", "topic", "n", "accuracy"});
  const Json& classified = rows.corpus["classified"];
  if (classified.is_null()) return;
  for (const Json& score : classified["scores"])
    rows.add({rows.corpus["conditions"][score[0].get<size_t>()],
              rows.corpus["models"][score[1].get<size_t>()], classified["units"][score[2].get<size_t>()],
              score[4], score[3].get<double>() / score[4].get<double>()});
}

void confusion(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "condition", "model", "truth", "answer", "n"});
  const Json& classified = rows.corpus["classified"];
  if (classified.is_null()) return;
  const Json& classes = classified["classes"];
  for (const Json& matrix : classified["confusion"])
    for (const Json& cell : matrix["cells"])
      rows.add({rows.condition(matrix), rows.model(matrix), classes[cell[0].get<size_t>()],
                classes[cell[1].get<size_t>()], cell[2]});
}

void bumps(const Rows& rows, const Metrics& metrics) {
  rows.columns({"corpus", "metric", "condition", "seed", "fold", "model", "rank"});
  const Json& ranking = rows.corpus["ranking"];
  if (ranking.is_null()) return;
  for (size_t m = 0; m < metrics.size(); ++m)
    for (const Json& fold : ranking["folds"])
      for (size_t k = 0; !fold["r"][m].is_null() && k < ranking["models"].size(); ++k)
        rows.add({metrics[m], rows.condition(fold), fold["seed"], fold["fold"],
                  rows.corpus["models"][ranking["models"][k].get<size_t>()], fold["r"][m][k]});
}

void critical(const Rows& rows, const Metrics& metrics) {
  rows.columns(
      {"corpus", "metric", "condition", "model", "average_rank", "folds", "critical_difference", "groups"});
  const Json& ranking = rows.corpus["ranking"];
  if (ranking.is_null()) return;
  for (const Json& diagram : ranking["critical"])
    for (size_t place = 0; place < diagram["order"].size(); ++place) {
      const auto m = diagram["order"][place].get<size_t>();
      std::string groups;  // numbers of the bars over this model
      for (size_t g = 0; g < diagram["groups"].size(); ++g)
        if (diagram["groups"][g][0].get<size_t>() <= place && place <= diagram["groups"][g][1].get<size_t>())
          groups += (groups.empty() ? "" : " ") + std::to_string(g + 1);
      rows.add({metrics[diagram["metric"].get<size_t>()], rows.condition(diagram),
                rows.corpus["models"][ranking["models"][m].get<size_t>()], diagram["rank"][m],
                diagram["folds"], diagram["difference"], groups});
    }
}

void dose(const Rows& rows, const Metrics& metrics) {
  rows.columns({"corpus", "metric", "model", "condition", "seed", "fold", "similarity", "score"});
  const Json& dose = rows.corpus["dose"];
  if (dose.is_null()) return;
  for (const Json& point : dose["points"])
    rows.add({metrics[point["metric"].get<size_t>()], rows.model(point), rows.condition(point), point["seed"],
              point["fold"], point["x"], point["y"]});
}

void similarity(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "topic_a", "topic_b", "cosine"});
  const Json& map = rows.corpus["similarity"];
  if (map.is_null()) return;
  for (size_t i = 0; i < map["topics"].size(); ++i)
    for (size_t j = 0; j < map["topics"].size(); ++j)
      rows.add({map["topics"][i], map["topics"][j], map["rows"][i][j]});
}

// The tree beside the map: clusters are named by a topic, or "join 3" for what the third row made.
void similarity_tree(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "join", "one", "other", "height"});
  const Json& map = rows.corpus["similarity"];
  if (map.is_null()) return;
  const size_t topics = map["topics"].size();
  const auto name = [&](size_t cluster) {
    return cluster < topics ? map["topics"][cluster] : Json("join " + std::to_string(cluster - topics + 1));
  };
  size_t number = 0;
  for (const Json& join : map["joins"])
    rows.add({"join " + std::to_string(++number), name(join[0]), name(join[1]), join[2]});
}

void matrix(const Rows& rows, const Metrics&) {
  rows.columns({"corpus", "author", "topic", "documents"});
  const Json& map = rows.corpus["matrix"];
  if (map.is_null()) return;
  for (const Json& cell : map["cells"])
    rows.add({map["authors"][cell[0].get<size_t>()], map["topics"][cell[1].get<size_t>()], cell[2]});
}

struct Figure {
  const char* name;
  void (*rows)(const Rows&, const Metrics&);
};

// In the order of the page; a new figure is a line here.
constexpr Figure kFigures[] = {{"folds", folds},
                               {"roc", roc},
                               {"distributions", distributions},
                               {"thresholds", thresholds},
                               {"reliability", reliability},
                               {"topic-reliability", topic_reliability},
                               {"llr", llr},
                               {"tippett", tippett},
                               {"ece", ece},
                               {"drops", drops},
                               {"topics", topics},
                               {"confusion", confusion},
                               {"bumps", bumps},
                               {"critical", critical},
                               {"dose", dose},
                               {"similarity", similarity},
                               {"similarity-tree", similarity_tree},
                               {"matrix", matrix}};

}  // namespace

std::vector<Table> figure_tables(const Json& corpus, const Metrics& metrics) {
  std::vector<Table> tables;
  for (const auto& figure : kFigures) {
    Table table;
    table.name = file_name_of(figure.name, {corpus["name"].get_ref<const std::string&>()});
    figure.rows({corpus, table}, metrics);
    if (!table.data.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace standfast::report
