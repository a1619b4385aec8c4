// A small run of classification, made by the built program: two models, ordinary folds, new topics, their
// matched control and topic confusion.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "standfast/base/rng.h"
#include "tests/support/command.h"

namespace standfast::testing {

// 4 authors and 4 topics, 6 texts a cell; words are the author's own, mostly on one topic alone. Names try to
// break out of HTML, XML and CSV.
inline void write_nasty_posts(const std::string& path) {
  std::ofstream corpus(path);
  for (int author = 0; author < 4; ++author)
    for (int topic = 0; topic < 4; ++topic)
      for (int k = 0; k < 6; ++k) {
        Rng rng(1, "test/nasty-posts", fmt::format("{} {} {}", author, topic, k));
        std::string text;
        for (int word = 0; word < 20; ++word)
          text += fmt::format(
              "{}{} ",
              rng.chance(0.3) ? fmt::format("au{}x", author) : fmt::format("au{}to{}x", author, topic),
              rng.below(9));
        corpus << nlohmann::ordered_json{{"id", fmt::format("{}-{}-{}", author, topic, k)},
                                         {"author", fmt::format("<&\" writer, {}", author)},
                                         {"topic", fmt::format("</script><&\" matter, {}", topic)},
                                         {"text", text}}
                      .dump()
               << "\n";
      }
}

// Writes folder/posts.jsonl and folder/RUN, whose path it returns.
inline std::string make_class_run(const std::string& folder) {
  write_nasty_posts(folder + "/posts.jsonl");
  std::ofstream(folder + "/study.toml") << R"(task = "classification"
seed = 5
[[corpus]]
path = "posts.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 3 }
[[condition]]
name = "novel"
split = "leave-one-topic-out"
[[condition]]
name = "control"
control-of = "novel"
[[condition]]
name = "topic confusion"
split = { method = "topic-confusion", configurations = 4, authors-per-half = 2 }
[[model]]
type = "naive-bayes"
[[model]]
type = "nearest-centroid"
)";
  const Said said = standfast("run study.toml --out RUN", folder);
  if (said.code != 0) throw std::runtime_error(said.err);
  return folder + "/RUN";
}

}  // namespace standfast::testing
