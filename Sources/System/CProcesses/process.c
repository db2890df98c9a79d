#include "cprocesses.h"

#include <sys/syscall.h>
#include <unistd.h>

// By its number, because earlier C libraries have no function for it. Variadic, and out of reach from Swift.
int cprocesses_open(int process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}
