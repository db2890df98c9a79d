#define _XOPEN_SOURCE 700
#include "cncurses.h"
#include <term.h>

int cn_terminal_is_usable(int tty, const char *type) {
  int error = 0;
  if (setupterm(type, tty, &error) != OK) { return 0; }
  char *move = tigetstr("cup");
  int usable = move != NULL && move != (char *)-1;
  del_curterm(cur_term);
  return usable;
}
