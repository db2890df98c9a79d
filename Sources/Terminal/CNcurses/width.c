#define _XOPEN_SOURCE 700
#include "cncurses.h"
#include "width_table.h"
#include <wchar.h>

static int contains(const struct cn_range *ranges, size_t count, uint32_t value) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (value > ranges[middle].last) {
      low = middle + 1;
    } else if (value < ranges[middle].first) {
      high = middle;
    } else {
      return 1;
    }
  }
  return 0;
}

int cn_codepoint_width(uint32_t value) {
  if (value == 0) { return 0; }
  if (value < 0x20 || (value >= 0x7F && value < 0xA0) || value > 0x10FFFF) { return -1; }
  if (value < 0x7F) { return 1; }
  if (contains(cn_zero, cn_zero_count, value)) { return 0; }
  return contains(cn_wide, cn_wide_count, value) ? 2 : 1;
}

int cn_codepoint_is_widely_known(uint32_t value) {
  return value < 0x80 || !contains(cn_unknown, cn_unknown_count, value);
}

// Defined here, these take the place of the C library's in the whole process, ncurses included:
// otherwise the two tables would disagree about newer characters and the screen would shift.
__attribute__((used, visibility("default"))) int wcwidth(wchar_t value) {
  return cn_codepoint_width((uint32_t)value);
}

__attribute__((used, visibility("default"))) int wcswidth(const wchar_t *text, size_t count) {
  int total = 0;
  for (size_t index = 0; index < count && text[index] != 0; index++) {
    int width = cn_codepoint_width((uint32_t)text[index]);
    if (width < 0) { return -1; }
    total += width;
  }
  return total;
}
