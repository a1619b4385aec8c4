#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/report/figure/catalog.h"
#include "tests/support/forged_findings.h"

namespace standfast::report {
namespace {

using namespace standfast::testing;  // forged findings
using ::testing::HasSubstr;
using ::testing::Not;

TEST(MapFigure, CsvHasTheDiscsThatAreDrawn) {
  CorpusFindings found = bare_findings();
  forge_maps(found);
  const auto& bins = found.maps[0].bins;
  const size_t ways = found.maps[0].colours.size();
  EXPECT_EQ(map_figure().rows(found)[0].table().data.size(), bins.size() * ways);
  const auto svg = drawn(map_figure(), found);
  EXPECT_EQ(count(svg, "class=\"discs\""), ways);
  EXPECT_EQ(count(svg, "h0"), bins.size() * ways) << "a disc each";
  EXPECT_THAT(svg, Not(HasSubstr("d1"))) << "no ids in the file";
}

TEST(MapFigure, PointsOfAPageHaveIdsPlacesAndGroups) {
  CorpusFindings found = bare_findings();
  forge_maps(found);
  const auto json = nlohmann::json::parse(map_figure().points(found));
  ASSERT_EQ(json.at("places").size(), 1U);
  EXPECT_EQ(json["places"][0]["ids"], nlohmann::json({"d0", "d1", "d2"}));
  EXPECT_EQ(json["places"][0]["x"], "AA//AB") << "0, 4095, 1";
  EXPECT_EQ(json["maps"][0]["by"][0]["of"], "AAABAA") << "train, test, train";
  EXPECT_EQ(json["maps"][0]["by"][0]["colours"].size(), 2U);
}

TEST(MapFigure, MapsOfOneSpaceShareTheirPlace) {
  CorpusFindings found = bare_findings();
  forge_maps(found);
  found.maps.push_back(found.maps[0]);
  const auto json = nlohmann::json::parse(map_figure().points(found));
  EXPECT_EQ(json.at("places").size(), 1U);
  EXPECT_EQ(json.at("maps").size(), 2U);
}

}  // namespace
}  // namespace standfast::report
