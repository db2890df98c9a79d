#pragma once
#include <stddef.h>
#include <stdint.h>

struct cn_range {
  uint32_t first;
  uint32_t last;
};

extern const struct cn_range cn_wide[];
extern const size_t cn_wide_count;
extern const struct cn_range cn_zero[];
extern const size_t cn_zero_count;
extern const struct cn_range cn_unknown[];
extern const size_t cn_unknown_count;
