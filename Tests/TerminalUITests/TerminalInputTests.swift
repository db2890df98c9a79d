import Glibc
import TerminalUI
import Testing

/// The reader on a pipe in place of a terminal; one at a time, for signals belong to the process.
@Suite(.serialized)
struct TerminalInputTests {
  /// Runs with a reader and a function that writes to it; an empty text closes the pipe.
  private func withInput(
    _ body: (TerminalInput, (String) -> Void) async throws -> Void
  ) async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let writeEnd = ends[1]
    defer { close(ends[0]) }
    try await body(TerminalInput(fileDescriptor: ends[0])) { text in
      if text.isEmpty {
        close(writeEnd)
      } else {
        #expect(write(writeEnd, text, text.utf8.count) == text.utf8.count)
      }
    }
  }

  @Test func `keys come in order and the end of input is told once`() async throws {
    try await withInput { input, send in
      try await input.withEvents { events in
        var iterator = events.makeAsyncIterator()
        send("a\u{1B}[A")
        #expect(await iterator.next() == .input(.key(.character("a"))))
        #expect(await iterator.next() == .input(.key(KeyEvent(.up))))
        send("\u{1B}")
        #expect(await iterator.next() == .input(.key(KeyEvent(.escape))))
        send("")
        #expect(await iterator.next() == .inputClosed)
        kill(getpid(), SIGCONT)
        #expect(await iterator.next() == .resumed)
      }
    }
  }

  @Test func `lines that come at once are one paste, and one line is sent`() async throws {
    try await withInput { input, send in
      try await input.withEvents { events in
        var iterator = events.makeAsyncIterator()
        send("notes\r/delete\r\rrest\r")
        #expect(await iterator.next() == .input(.paste("notes\n/delete\n\nrest\n")))
        send("k\r")
        #expect(await iterator.next() == .input(.key(.character("k"))))
        #expect(await iterator.next() == .input(.key(KeyEvent(.enter))))
        // The end of the input is the end of a burst.
        send("a\rb")
        send("")
        #expect(await iterator.next() == .input(.paste("a\nb")))
        #expect(await iterator.next() == .inputClosed)
      }
    }
  }

  @Test func `a reader that is behind loses nothing`() async throws {
    try await withInput { input, send in
      let count = 5000
      send(String(repeating: "x", count: count))
      send("")
      try await input.withEvents { events in
        var received = 0
        for await event in events {
          if event == .inputClosed { break }
          #expect(event == .input(.key(.character("x"))))
          received += 1
        }
        #expect(received == count)
      }
    }
  }

  @Test func `signals are events`() async throws {
    try await withInput { input, send in
      try await input.withEvents { events in
        var iterator = events.makeAsyncIterator()
        kill(getpid(), SIGTSTP)
        #expect(await iterator.next() == .suspendRequested)
        kill(getpid(), SIGTERM)
        #expect(await iterator.next() == .terminated(signal: SIGTERM))
      }
      send("")
    }
  }

  @Test func `nothing is read while paused`() async throws {
    try await withInput { input, send in
      try await input.withEvents { events in
        var iterator = events.makeAsyncIterator()
        input.pause()
        send("later")
        kill(getpid(), SIGCONT)
        #expect(await iterator.next() == .resumed)
        input.resume()
        #expect(await iterator.next() == .input(.key(.character("l"))))
      }
      send("")
    }
  }

  @Test func `Ctrl+C and Ctrl+Backslash are for the program that has the terminal`() async throws {
    try await withInput { input, send in
      try await input.withEvents { events in
        var iterator = events.makeAsyncIterator()
        input.pause()
        // A second request to end would end this process.
        for signal in [SIGINT, SIGQUIT, SIGINT, SIGTSTP] { kill(getpid(), signal) }
        #expect(await iterator.next() == .suspendRequested)
        input.resume()
        kill(getpid(), SIGINT)
        #expect(await iterator.next() == .terminated(signal: SIGINT))
      }
      send("")
    }
  }

  @Test func `a second reader is refused while one runs`() async throws {
    try await withInput { input, send in
      try await input.withEvents { _ in
        _ = await #expect(throws: TerminalError.self) {
          try await input.withEvents { _ in }
        }
      }
      send("")
    }
  }
}
