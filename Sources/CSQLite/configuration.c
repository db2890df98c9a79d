#include "csqlite.h"

#include <sqlite3.h>

// Variadic, and out of reach from Swift.
int csqlite_disable_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
