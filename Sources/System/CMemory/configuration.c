#include "cmemory.h"

#include <malloc.h>
#include <sqlite3.h>
#include <string.h>

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

static int argument_count;
static char **arguments;

// Swift has copies of the arguments only. Source: the GNU C library gives a constructor what it gives main.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

void cmemory_cover_codes(void) {
  static const char name[] = "code=";
  for (int i = 1; i < argument_count; i++) {
    for (char *place = arguments[i]; (place = strstr(place, name)) != NULL;) {
      place += strlen(name);
      for (; *place != '\0' && *place != ','; place++) *place = '*';
    }
  }
}
