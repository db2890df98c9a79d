#pragma once

// Lets SQLite keep no statistics of its memory, which nobody reads and every allocation pays for with a
// lock. To be called before anything opens a database; 0 when it has worked.
//
// Source: https://www.sqlite.org/compile.html#default_memstatus
int csqlite_disable_memory_status(void);
