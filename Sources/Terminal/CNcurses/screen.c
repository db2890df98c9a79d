#define _GNU_SOURCE
#include "cncurses.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static SCREEN *screen;
// Where ncurses draws: a descriptor of its own, which leads to the terminal.
static int drawing_fd = -1;

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
  // A write that waits for a slow terminal goes on when a crash has given the terminal back: no more than this does.
  enum { most_of_one_write = 4096 };
  while (count > 0) {
    ssize_t written = write(fd, bytes, count < most_of_one_write ? count : most_of_one_write);
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
    drawing_fd = copy;
    cn_note_drawing(copy);
    // Input is read elsewhere, and a picture is not broken off for it.
    typeahead(-1);
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

// MARK: Frames

// The file in memory into which ncurses draws, empty; -1 where there is none, or where files have a limit (`ulimit -f`),
// which holds for this one too.
static int empty_canvas(void) {
  static int canvas = -1;
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) { return -1; }
#ifdef __linux__
  if (canvas < 0) { canvas = memfd_create("frame", MFD_CLOEXEC); }
#endif
  if (canvas < 0 || lseek(canvas, 0, SEEK_SET) != 0 || ftruncate(canvas, 0) != 0) { return -1; }
  return canvas;
}

static int send_canvas(int canvas, int tty) {
  off_t count = lseek(canvas, 0, SEEK_CUR);
  if (count <= 0) { return (int)count; }
  void *bytes = mmap(NULL, (size_t)count, PROT_READ, MAP_SHARED, canvas, 0);
  if (bytes == MAP_FAILED) { return -1; }
  int result = cn_write_bytes(tty, bytes, (size_t)count);
  munmap(bytes, (size_t)count);
  return result;
}

int cn_send_frame(
    int tty, int line, int column, const char *before, size_t before_count, const char *after,
    size_t after_count) {
  int canvas = empty_canvas();
  int target = canvas < 0 ? tty : canvas;
  if (cn_write_bytes(target, before, before_count) != 0) { return -1; }
  dup2(target, drawing_fd);
  cn_refresh(line, column);
  dup2(tty, drawing_fd);
  if (cn_write_bytes(target, after, after_count) != 0) { return -1; }
  return canvas < 0 ? 0 : send_canvas(canvas, tty);
}

void cn_bell(void) { beep(); }
