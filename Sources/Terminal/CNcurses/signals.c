#define _GNU_SOURCE
#include "cncurses.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH};
enum { signal_count = sizeof signals / sizeof signals[0] };
static struct sigaction earlier_actions[signal_count];
static volatile sig_atomic_t forward_fd = -1;
static volatile sig_atomic_t was_told_to_end;

// The terminal sends these to all programs of its foreground for Ctrl+C and Ctrl+\, whichever of them is meant.
static const int key_signals[] = {SIGINT, SIGQUIT};
enum { key_signal_count = sizeof key_signals / sizeof key_signals[0] };
static struct sigaction key_actions[key_signal_count];
static int ignores_keys;

int cn_open_signal_pipe(int *read_end, int *write_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) { return -1; }
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}

static void forward(int number) {
  int error = errno;
  if (number == SIGHUP || number == SIGINT || number == SIGTERM) {
    // Two signals may be handled by two threads at the same moment.
    if (__atomic_exchange_n(&was_told_to_end, 1, __ATOMIC_SEQ_CST)) {
      cn_restore_terminal_for_good();
      signal(number, SIG_DFL);
      raise(number);
    }
  }
  unsigned char byte = (unsigned char)number;
  // A full pipe already holds a byte that wakes the reader.
  ssize_t ignored = write(forward_fd, &byte, 1);
  (void)ignored;
  errno = error;
}

static void install(void (*handler)(int), int number, struct sigaction *earlier) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, earlier);
}

int cn_forward_signals(int fd) {
  if (forward_fd >= 0) { return -1; }
  forward_fd = fd;
  was_told_to_end = 0;
  for (int index = 0; index < signal_count; index++) {
    install(forward, signals[index], &earlier_actions[index]);
  }
  return 0;
}

void cn_stop_forwarding_signals(void) {
  cn_ignore_key_signals(0);
  for (int index = 0; index < signal_count && forward_fd >= 0; index++) {
    sigaction(signals[index], &earlier_actions[index], NULL);
  }
  forward_fd = -1;
}

void cn_ignore_key_signals(int ignores) {
  if (forward_fd < 0 || ignores == ignores_keys) { return; }
  ignores_keys = ignores;
  for (int index = 0; index < key_signal_count; index++) {
    if (ignores) {
      install(SIG_IGN, key_signals[index], &key_actions[index]);
    } else {
      sigaction(key_signals[index], &key_actions[index], NULL);
    }
  }
}

void cn_stop_process(void) {
  struct sigaction earlier;
  install(SIG_DFL, SIGTSTP, &earlier);
  sigset_t stop;
  sigset_t earlier_mask;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &earlier_mask);
  // Sent to this thread, the signal has stopped the process before `raise` returns. SIGSTOP would also stop a process
  // that nobody can continue.
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &earlier_mask, NULL);
  sigaction(SIGTSTP, &earlier, NULL);
}

void cn_stop_process_group(void) {
  struct sigaction earlier;
  // The others first; what is sent to the group could reach any of our threads, and too late.
  install(SIG_IGN, SIGTSTP, &earlier);
  kill(0, SIGTSTP);
  cn_stop_process();
  sigaction(SIGTSTP, &earlier, NULL);
}
