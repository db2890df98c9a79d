import CNcurses
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// How a picture reaches the terminal: a reader between two writes would show half of it.
struct FrameWriteTests {
  // A socket that keeps writes apart stands for the terminal. ncurses has one screen for a process: one test has it.
  @Test func `a picture is one write, whatever it changes`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (terminal, reader) = (ends[0], ends[1])
    defer {
      close(terminal)
      close(reader)
    }
    try #require(fcntl(reader, F_SETFL, O_NONBLOCK) == 0)
    _ = cn_use_environment_encoding()
    try #require(cn_enter_screen(terminal, "xterm-256color", 1) == 0)
    _ = writes(to: reader)

    for row in stride(from: 0, to: 24, by: 5) {
      let text = "row \(row)"
      cn_write(Int32(row), Int32(row), text, Int32(text.utf8.count))
    }
    #expect(cn_send_frame(terminal, 3, 4, "<", 1, ">", 1) == 0)
    let first = writes(to: reader)
    #expect(first.count == 1)
    for row in stride(from: 0, to: 24, by: 5) {
      #expect(first.first?.contains("row \(row)") == true)
    }
    #expect(first.first?.first == "<" && first.first?.last == ">")

    cn_write(7, 40, "one", 3)
    cn_write(20, 2, "two", 3)
    #expect(cn_send_frame(terminal, -1, -1, "", 0, "", 0) == 0)
    let second = writes(to: reader)
    #expect(
      second.count == 1 && second.first.map { $0.contains("one") && $0.contains("two") } == true)

    // What is no picture goes to the terminal as ever.
    cn_bell()
    #expect(writes(to: reader) == ["\u{7}"])
    cn_leave_screen()
    #expect(!writes(to: reader).isEmpty)
  }

  @Test func `a large picture is several writes, and nothing of it is lost`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let text = String(repeating: "0123456789", count: 3_000)
    #expect(cn_write_bytes(ends[1], text, text.utf8.count) == 0)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == text)
  }

  /// Each write that waits at `reader`.
  private func writes(to reader: Int32) -> [String] {
    var result: [String] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reader, &buffer, buffer.count)
      guard count > 0 else { return result }
      result.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }
}
