#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "cncurses.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

enum { restore_capacity = 1024 };

static char restore_bytes[restore_capacity];
static size_t restore_count;
static struct termios saved_modes;
static int saved_tty = -1;
// Leads to the device of `saved_tty`.
static char saved_tty_path[32];
static int drawing_fd = -1;
static volatile sig_atomic_t is_armed;

int cn_save_terminal(int tty) {
  if (tcgetattr(tty, &saved_modes) != 0) { return -1; }
  saved_tty = tty;
  snprintf(saved_tty_path, sizeof saved_tty_path, "/proc/self/fd/%d", tty);
  return 0;
}

void cn_note_drawing(int fd) { drawing_fd = fd; }

static int collect(int byte) {
  if (restore_count < restore_capacity) { restore_bytes[restore_count++] = (char)byte; }
  return byte;
}

static const char *capability(const char *name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

static void collect_capability(const char *name) {
  const char *value = capability(name);
  if (value != NULL) { tputs(value, 1, collect); }
}

int cn_has_second_screen(void) { return capability("rmcup") != NULL; }

// The family of xterm reports the mouse and has a second screen. The Linux console and older terminals lack one
// of these, and print parts of a control string.
int cn_has_control_strings(void) { return capability("kmous") != NULL && cn_has_second_screen(); }

void cn_prepare_restore(const char *extra, size_t count) {
  restore_count = 0;
  collect_capability("sgr0");
  for (size_t index = 0; index < count; index++) { collect(extra[index]); }
  collect_capability("rmkx");
  collect_capability("cnorm");
  // A terminal without a second screen is left empty, so that nothing of the program stays behind.
  collect_capability(cn_has_second_screen() ? "rmcup" : "clear");
}

void cn_set_restore_armed(int armed) { is_armed = armed; }

// Another thread may be drawing a picture, and cannot be stopped here: what it writes from now on goes nowhere.
static int take_terminal(void) {
  // Of its own, because whoever shares a descriptor shares its flags.
  int own = open(saved_tty_path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (own < 0) { own = dup(saved_tty); }
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (own < 0 || nowhere < 0) { return saved_tty; }
  dup2(nowhere, saved_tty);
  if (drawing_fd >= 0) { dup2(nowhere, drawing_fd); }
  return own;
}

// For so long a terminal may take nothing, before and after everything was discarded that waits for it.
enum { patience_milliseconds = 500 };

// Whether the terminal takes something again, at the latest without what it has not taken yet.
static int has_room(int tty, int *has_discarded) {
  struct pollfd place = {.fd = tty, .events = POLLOUT};
  if (poll(&place, 1, patience_milliseconds) != 0) { return 1; }
  if (*has_discarded) { return 0; }
  *has_discarded = 1;
  tcflush(tty, TCOFLUSH);
  // Another thread may wait in the middle of a picture, and keep the terminal to itself. This wakes it.
  tcflow(tty, TCOOFF);
  tcflow(tty, TCOON);
  // It may have the beginning of a sequence, which this ends.
  return poll(&place, 1, patience_milliseconds) != 0 && write(tty, "\x18", 1) == 1;
}

static void restore(int is_the_end) {
  if (!is_armed || saved_tty < 0) { return; }
  is_armed = 0;
  int error = errno;
  // A write to the terminal from a background process group would stop us.
  sigset_t blocked;
  sigset_t earlier;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &earlier);
  int tty = is_the_end ? take_terminal() : saved_tty;
  size_t done = 0;
  int has_discarded = 0;
  while (done < restore_count) {
    ssize_t count = write(tty, restore_bytes + done, restore_count - done);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0 && errno == EAGAIN && has_room(tty, &has_discarded)) { continue; }
    if (count <= 0) { break; }
    done += (size_t)count;
  }
  tcsetattr(tty, TCSANOW, &saved_modes);
  pthread_sigmask(SIG_SETMASK, &earlier, NULL);
  errno = error;
}

void cn_restore_terminal(void) { restore(0); }

void cn_restore_terminal_for_good(void) { restore(1); }

void cn_reset_terminal_modes(int discards_input) {
  if (saved_tty >= 0) { tcsetattr(saved_tty, discards_input ? TCSAFLUSH : TCSADRAIN, &saved_modes); }
}

// Crashes, and every other signal that ends a process for which nobody has another plan.
static const int crash_signals[] = {
    SIGILL,  SIGTRAP, SIGSEGV,   SIGBUS,  SIGABRT, SIGFPE,  SIGSYS,  SIGQUIT,
    SIGUSR1, SIGUSR2, SIGALRM,   SIGPROF, SIGXCPU, SIGXFSZ, SIGVTALRM,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };
static struct sigaction earlier_actions[crash_signal_count];

static void crashed(int number) {
  cn_restore_terminal_for_good();
  signal(number, SIG_DFL);
  for (int index = 0; index < crash_signal_count; index++) {
    if (crash_signals[index] == number) { sigaction(number, &earlier_actions[index], NULL); }
  }
  raise(number);
}

void cn_guard_thread(void) {
  // Shared by all threads that ask: two of them do not overflow at the same moment.
  static char alternate_stack[64 * 1024];
  static _Thread_local int is_guarded;
  if (is_guarded) { return; }
  is_guarded = 1;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
}

void cn_install_crash_handlers(void) {
  static int is_installed;
  if (is_installed) { return; }
  is_installed = 1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = crashed;
  action.sa_flags = SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < crash_signal_count; index++) {
    sigaction(crash_signals[index], NULL, &earlier_actions[index]);
    if (earlier_actions[index].sa_handler == SIG_IGN) { continue; }
    sigaction(crash_signals[index], &action, NULL);
  }
  // A write to a pipe that nobody reads fails with an error, which the writer sees; it is no reason to end.
  struct sigaction pipe_action;
  sigaction(SIGPIPE, NULL, &pipe_action);
  if (pipe_action.sa_handler == SIG_DFL) { signal(SIGPIPE, SIG_IGN); }
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
    struct sigaction earlier;
    sigaction(number, NULL, &earlier);
    if (earlier.sa_handler == SIG_DFL) { sigaction(number, &action, NULL); }
  }
#endif
  atexit(cn_restore_terminal);
}
