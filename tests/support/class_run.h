// A small classification run, made by the built program: two models, ordinary folds, new topics, their
// matched control and topic confusion.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/base/rng.h"
#include "tests/support/command.h"

namespace standfast::testing {

// Posts in which each author has characteristic words, either the same on every topic or different ones on
// each topic.
struct Posts {
  int authors = 5, topics = 4, words = 30;
  double mine = 0;  // share of an author's words that are the same on every topic
  std::string author = "author{}", topic = "topic{}";
};

// Writes 6 texts for each author and topic.
inline void write_posts(const std::string& path, const Posts& posts) {
  std::ofstream corpus(path);
  for (int author = 0; author < posts.authors; ++author)
    for (int topic = 0; topic < posts.topics; ++topic)
      for (int k = 0; k < 6; ++k) {
        Rng rng(1, "test/posts", fmt::format("{} {} {}", author, topic, k));
        std::string text;
        for (int word = 0; word < posts.words; ++word)
          text += fmt::format(
              "{}{} ",
              rng.chance(posts.mine) ? fmt::format("au{}x", author) : fmt::format("au{}to{}x", author, topic),
              rng.below(9));
        corpus << nlohmann::ordered_json{{"id", fmt::format("{}-{}-{}", author, topic, k)},
                                         {"author", fmt::format(fmt::runtime(posts.author), author)},
                                         {"topic", fmt::format(fmt::runtime(posts.topic), topic)},
                                         {"text", text}}
                      .dump()
               << "\n";
      }
}

// Writes folder/posts.jsonl and folder/RUN. Returns the path of the run.
inline std::string make_class_run(const std::string& folder) {
  // The names try to break out of HTML, XML and CSV.
  write_posts(folder + "/posts.jsonl", {.authors = 4,
                                        .topics = 4,
                                        .words = 20,
                                        .mine = 0.3,
                                        .author = "<&\" writer, {}",
                                        .topic = "</script><&\" matter, {}"});
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
trades = 1
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
