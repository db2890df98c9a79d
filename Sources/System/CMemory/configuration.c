#include "cmemory.h"

#include <malloc.h>
#include <sqlite3.h>

// Variadic, and out of reach from Swift.
int cmemory_disable_sqlite_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

void cmemory_keep_freed_pages(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
#endif
}

void cmemory_return_freed_pages(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
