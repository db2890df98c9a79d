#pragma once

// Lets SQLite keep no statistics of its memory, which nobody reads and every allocation pays for with a
// lock. To be called before anything opens a database; 0 when it has worked.
//
// Source: https://www.sqlite.org/compile.html#default_memstatus
int cmemory_disable_sqlite_statistics(void);

// Lets all threads share two heaps, which keep up to 4 MiB that are free. By default, each thread has a heap of its
// own, which returns its pages after every piece of work and gets them back, zeroed, for the next one; and so does each
// piece of more than 128 KiB, which the body of a request with 200 records is. Here only pieces of more than 8 MiB do.
// To be called before there is a second thread.
//
// Source: mallopt(3).
void cmemory_keep_freed_pages(void);

// Gives all memory that was freed back to the system, also from the middle of a heap. Takes some milliseconds, in
// which no other thread can allocate.
//
// Source: malloc_trim(3).
void cmemory_return_freed_pages(void);

// Overwrites, in the memory of this process's arguments, what stands behind `code=` up to a comma or the end, so that the
// codes of links are not seen by everybody who lists the processes of the machine. To be called once the arguments
// are copied.
//
// Source: proc(5), /proc/pid/cmdline.
void cmemory_cover_codes(void);
