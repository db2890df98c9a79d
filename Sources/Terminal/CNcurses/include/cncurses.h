#pragma once
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stddef.h>
#include <stdint.h>

// The Unicode version of the width table.
extern const char cn_unicode_version[];

// Columns of one code point: -1 for controls, 0 for marks and invisible ones, 1 or 2.
int cn_codepoint_width(uint32_t value);

// Whether common terminals agree about the code point's width.
int cn_codepoint_is_widely_known(uint32_t value);

// MARK: Screen

// Chooses the character encoding of the environment, UTF-8 where it names none; 1 when it is UTF-8.
int cn_use_environment_encoding(void);

// The size that the kernel knows of the terminal; 0, or -1 when it knows none.
int cn_window_size(int tty, int *columns, int *lines);

// The pixels of one cell, as the kernel knows them from the terminal; 0, or -1 when it knows none.
int cn_cell_pixels(int tty, int *width, int *height);

// Writes all bytes past ncurses; 0, or -1.
int cn_write_bytes(int fd, const char *bytes, size_t count);

// Whether terminfo knows a type of terminal and it can move the cursor; only before `cn_enter_screen`.
int cn_terminal_is_usable(int tty, const char *type);

// Starts ncurses for output on `tty` in raw mode without its signal handlers; 0, or -1 when the
// type of terminal is unknown or unusable. Later calls return to the screen that `cn_leave_screen`
// left, and do not look at the type.
int cn_enter_screen(int tty, const char *type, int wants_colors);
void cn_leave_screen(void);

// Whether the terminal has a second screen, which leaves the first as it was.
int cn_has_second_screen(void);

// Whether the terminal understands control strings (OSC, DCS), by what terminfo says of its family.
int cn_has_control_strings(void);

int cn_columns(void);
int cn_lines(void);
int cn_colors(void);

// Tells ncurses the size of the terminal.
void cn_resize(int columns, int lines);

// Sets the style of what is written next. Colours are palette numbers, -1 for the default;
// `attributes` are the bits of CN_BOLD to CN_REVERSE.
void cn_set_style(int foreground, int background, unsigned attributes);

// Writes bytes of the chosen encoding at a place.
void cn_write(int line, int column, const char *bytes, int count);

// The whole line is sent again by the next `cn_refresh`, changed or not.
void cn_touch_line(int line);

// Everything is sent again by the next `cn_refresh`.
void cn_redraw_everything(void);

// Sends what changed, then shows the cursor at a place, or hides it when `line` is negative.
void cn_refresh(int line, int column);

// The same in one write to `tty`, the terminal of `cn_enter_screen`, with bytes before and after it (in several writes
// where there are more than 4,096 bytes); 0, or -1. ncurses alone makes a write of each movement of the cursor, and a
// reader in between shows half a picture.
int cn_send_frame(
    int tty, int line, int column, const char *before, size_t before_count, const char *after,
    size_t after_count);

void cn_bell(void);

enum {
  CN_BOLD = 1,
  CN_DIM = 2,
  CN_ITALIC = 4,
  CN_UNDERLINE = 8,
  CN_REVERSE = 16,
};

// MARK: Restoring

// Remembers the terminal's modes as they are, to be put back by `cn_restore_terminal`.
int cn_save_terminal(int tty);

// The bytes that undo what our driver turned on; `extra` follows what terminfo says.
void cn_prepare_restore(const char *extra, size_t count);

// Puts back the modes that were saved, without writing anything; with `discards_input`, what has come and was
// not read is lost.
void cn_reset_terminal_modes(int discards_input);

// Whether a crash should restore the terminal now.
void cn_set_restore_armed(int armed);

// Writes the prepared bytes and puts the saved modes back. Async-signal-safe; does nothing when
// not armed.
void cn_restore_terminal(void);

// The same for a process that ends with this signal: afterwards nothing of it reaches the terminal, also not what
// another thread is drawing. Only standard error still does, for the report of a crash.
void cn_restore_terminal_for_good(void);

// Remembers where ncurses draws, which is a descriptor of its own.
void cn_note_drawing(int fd);

// Restores the terminal on SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE and at exit, then
// lets the earlier action happen. PIPE is ignored.
void cn_install_crash_handlers(void);

// Gives the calling thread a second stack, without which a crash by stack overflow is not handled.
void cn_guard_thread(void);

// MARK: Signals as bytes

// Opens a pipe for such bytes that never blocks and is not inherited; 0, or -1.
int cn_open_signal_pipe(int *read_end, int *write_end);

// From now on HUP, INT, TERM, TSTP, CONT and WINCH write their number as a byte to `fd`. A second
// HUP, INT or TERM restores the terminal and ends the process by the signal's default action.
int cn_forward_signals(int fd);

// Gives those signals the actions back that they had before.
void cn_stop_forwarding_signals(void);

// While another program has the terminal, Ctrl+C and Ctrl+\ are for it: with 1, INT and QUIT are ignored, as system(3)
// does; with 0, they have the actions again that they had before. Does nothing while no signals are forwarded.
void cn_ignore_key_signals(int ignores);

// Stops this process as Ctrl+Z does, and returns when it is continued; at once where nobody could continue it, because
// its process group is orphaned: there the kernel ignores TSTP for all programs of the terminal.
void cn_stop_process(void);

// The same for the whole process group, this process last.
void cn_stop_process_group(void);
