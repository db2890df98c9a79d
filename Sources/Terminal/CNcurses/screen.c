#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "cncurses.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static SCREEN *screen;

int cn_use_environment_encoding(void) {
  if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int cn_window_size(int tty, int *columns, int *lines) {
  struct winsize size;
  if (ioctl(tty, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) { return -1; }
  *columns = size.ws_col;
  *lines = size.ws_row;
  return 0;
}

int cn_cell_pixels(int tty, int *width, int *height) {
  struct winsize size;
  if (ioctl(tty, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) { return -1; }
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0 ? 0 : -1;
}

int cn_write_bytes(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, count);
    if (written < 0 && errno == EINTR) { continue; }
    if (written <= 0) { return -1; }
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

static const int ncurses_signals[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
enum { ncurses_signal_count = sizeof ncurses_signals / sizeof ncurses_signals[0] };

static SCREEN *new_screen(int tty, const char *type) {
  int copy = dup(tty);
  if (copy < 0) { return NULL; }
  FILE *stream = fdopen(copy, "r+");
  if (stream == NULL) {
    close(copy);
    return NULL;
  }
  struct sigaction saved[ncurses_signal_count];
  for (int index = 0; index < ncurses_signal_count; index++) {
    sigaction(ncurses_signals[index], NULL, &saved[index]);
  }
  SCREEN *result = newterm(type, stream, stream);
  for (int index = 0; index < ncurses_signal_count; index++) {
    sigaction(ncurses_signals[index], &saved[index], NULL);
  }
  if (result == NULL) {
    fclose(stream);
  } else {
    cn_note_drawing(copy);
  }
  return result;
}

int cn_enter_screen(int tty, const char *type, int wants_colors) {
  if (screen == NULL) {
    if (!cn_terminal_is_usable(tty, type)) { return -1; }
    screen = new_screen(tty, type);
    if (screen == NULL) { return -1; }
    set_term(screen);
    if (wants_colors && has_colors()) {
      start_color();
      use_default_colors();
    }
    scrollok(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    // Shifting cells would shift what was drawn over them past ncurses.
    idcok(stdscr, FALSE);
  } else {
    reset_prog_mode();
  }
  raw();
  noecho();
  nonl();
  return 0;
}

void cn_leave_screen(void) {
  if (screen == NULL) { return; }
  if (!cn_has_second_screen()) {
    // Nothing of the program stays behind.
    erase();
    refresh();
  }
  endwin();
}

int cn_columns(void) { return COLS; }
int cn_lines(void) { return LINES; }
int cn_colors(void) { return COLORS; }

void cn_resize(int columns, int lines) {
  if (columns != COLS || lines != LINES) { resizeterm(lines, columns); }
}

void cn_set_style(int foreground, int background, unsigned attributes) {
  attr_t bits = A_NORMAL;
  if (attributes & CN_BOLD) { bits |= A_BOLD; }
  if (attributes & CN_DIM) { bits |= A_DIM; }
  if (attributes & CN_ITALIC) { bits |= A_ITALIC; }
  if (attributes & CN_UNDERLINE) { bits |= A_UNDERLINE; }
  if (attributes & CN_REVERSE) { bits |= A_REVERSE; }
  int pair = 0;
  if (foreground >= 0 || background >= 0) {
    pair = alloc_pair(foreground, background);
    if (pair < 0) { pair = 0; }
  }
  wattr_set(stdscr, bits, (short)pair, &pair);
}

void cn_write(int line, int column, const char *bytes, int count) {
  if (wmove(stdscr, line, column) == OK) { waddnstr(stdscr, bytes, count); }
}

void cn_touch_line(int line) { wredrawln(stdscr, line, 1); }

void cn_redraw_everything(void) { clearok(curscr, TRUE); }

void cn_refresh(int line, int column) {
  if (line >= 0) {
    wmove(stdscr, line, column);
    curs_set(1);
  } else {
    curs_set(0);
  }
  wrefresh(stdscr);
}

void cn_bell(void) { beep(); }
