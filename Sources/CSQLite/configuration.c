#include "csqlite.h"

#include <sqlite3.h>

// Variadic, and out of reach from Swift.
int csqlite_keep_no_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
