#pragma once

// A descriptor that can be read from when the process has ended; -1 where the system has none, or refuses it.
//
// Source: pidfd_open(2).
int cprocesses_open(int process);
