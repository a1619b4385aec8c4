#include "standfast/base/csv_cell.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("plain"), "plain");
  EXPECT_EQ(csv_cell(""), "");
  EXPECT_EQ(csv_cell("a,\"b\"\nc"), "\"a,\"\"b\"\"\nc\"");
  EXPECT_EQ(csv_cell("=1+1"), "=1+1") << "data for programs stay as they are";
}

TEST(SpreadsheetCell, ATextIsNoFormula) {
  EXPECT_EQ(spreadsheet_cell("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
  EXPECT_EQ(spreadsheet_cell("@SUM(1,2)"), "\"'@SUM(1,2)\"");
  EXPECT_EQ(spreadsheet_cell("+49 30 1234"), "'+49 30 1234");
  EXPECT_EQ(spreadsheet_cell("-2+3"), "'-2+3");
  EXPECT_EQ(spreadsheet_cell("--5"), "'--5");
  EXPECT_EQ(spreadsheet_cell("-anna-"), "'-anna-");
  EXPECT_EQ(spreadsheet_cell("\t=1"), "'\t=1");
  EXPECT_EQ(spreadsheet_cell("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(spreadsheet_cell("a=1"), "a=1");
  EXPECT_EQ(spreadsheet_cell("o'neill"), "o'neill");
}

TEST(SpreadsheetCell, ANumberStaysANumber) {
  for (const char* number :
       {"-0.083", "+1.5", "-2e-05", "-1E+300", "-7", "-.5", "-12 %", "-inf", "-nan", "-", "3", ""})
    EXPECT_EQ(spreadsheet_cell(number), number);
}

TEST(SpreadsheetCell, TheTextComesBack) {
  for (const char* text :
       {"=1+1", "'=1+1", "''@x", "-5", "'-5", "+x", "plain", "'quoted'", "'", "", "\tx", "-"}) {
    const std::string cell = spreadsheet_cell(text);
    ASSERT_EQ(cell.find('"'), std::string::npos);
    EXPECT_EQ(from_spreadsheet(cell), text);
  }
}

}  // namespace
}  // namespace standfast
