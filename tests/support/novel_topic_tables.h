// The numbers of documents by author and topic in the data of the novel-topic paper (its Tables 1 and 3).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace standfast::testing_support {

struct TopicRow {
  std::string topic;
  std::vector<std::pair<uint32_t, uint32_t>> documents;  // author (numbered from 1), number of documents

  uint32_t total() const {
    uint32_t sum = 0;
    for (const auto& [author, count] : documents) sum += count;
    return sum;
  }
};

// Returns the binary table: two authors, four topics, 3,000 documents.
inline const std::vector<TopicRow>& binary_table() {
  static const std::vector<TopicRow> table{{"Music", {{1, 1}, {2, 500}}},
                                           {"Motion Pictures", {{1, 6}, {2, 494}}},
                                           {"Dancing", {{1, 1467}, {2, 6}}},
                                           {"Theatre", {{1, 26}, {2, 500}}}};
  return table;
}

// Returns the multiclass table: 15 authors, 23 topics, 18,862 documents.
inline const std::vector<TopicRow>& multi_table() {
  static const std::vector<TopicRow> table{
      {"Books", {{1, 3}, {2, 4}, {4, 4}, {6, 1}, {10, 3}, {11, 1}, {12, 354}, {13, 18}, {14, 1}, {15, 1}}},
      {"Music", {{1, 1}, {2, 1149}, {13, 1}, {15, 783}}},
      {"Baseball", {{3, 491}, {5, 12}, {6, 55}, {7, 1022}, {8, 729}, {9, 560}}},
      {"Theatre", {{1, 26}, {2, 509}, {11, 145}, {12, 1}, {13, 842}, {15, 1}}},
      {"Football", {{3, 6}, {5, 21}, {6, 867}, {7, 135}, {8, 13}, {9, 2}}},
      {"Motion Pictures", {{1, 6}, {2, 1602}, {4, 1}, {10, 2}, {11, 752}, {12, 539}, {13, 5}}},
      {"Art", {{2, 1}, {10, 764}, {11, 1}, {14, 1}}},
      {"Basketball", {{3, 179}, {5, 25}, {6, 10}, {7, 3}, {8, 6}, {9, 2}}},
      {"Dancing", {{1, 1536}, {2, 6}, {13, 1}}},
      {"Television", {{1, 9}, {2, 6}, {4, 12}, {11, 3}, {13, 2}, {14, 1}, {15, 2}}},
      {"Hockey", {{3, 781}, {5, 780}, {6, 19}, {8, 357}}},
      {"Restaurants", {{14, 394}}},
      {"Appointments", {{4, 290}}},
      {"Obituaries", {{2, 16}, {4, 1}, {10, 5}, {15, 33}}},
      {"Advertising", {{4, 1487}}},
      {"Golf", {{3, 4}, {5, 157}, {6, 5}}},
      {"Boxing", {{3, 6}, {6, 155}, {8, 1}}},
      {"Horse Racing", {{3, 25}, {5, 33}, {6, 17}, {9, 490}}},
      {"Photography", {{10, 121}}},
      {"Soccer", {{3, 1}, {5, 154}, {8, 1}}},
      {"Suspensions", {{1, 1}, {4, 63}}},
      {"Cooking", {{14, 163}}},
      {"Food", {{14, 64}}}};
  return table;
}

inline std::vector<double> topic_sizes(const std::vector<TopicRow>& table) {
  std::vector<double> sizes;
  for (const auto& row : table) sizes.push_back(row.total());
  return sizes;
}

}  // namespace standfast::testing_support
