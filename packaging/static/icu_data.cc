// A small package instead of ICU's 31 MB of data: the items of icu_data.txt, as written by icu-data in this
// folder. tests/distribution/character_tables.cc compares its answers with the answers of the complete data.
// STANDFAST_ICU_DATA is the path of the package.
#include <unicode/uvernum.h>

// The symbol of ICU's own data for the linker.
#define STANDFAST_ICU_SYMBOL "icudt" U_ICU_VERSION_SHORT "_dat"

__asm__(
    ".pushsection .rodata.icu_data, \"a\", @progbits\n"
    ".balign 4096\n"
    ".globl " STANDFAST_ICU_SYMBOL
    "\n"
    ".type " STANDFAST_ICU_SYMBOL ", @object\n" STANDFAST_ICU_SYMBOL
    ":\n"
    ".incbin \"" STANDFAST_ICU_DATA
    "\"\n"
    ".size " STANDFAST_ICU_SYMBOL ", . - " STANDFAST_ICU_SYMBOL
    "\n"
    ".popsection\n");
