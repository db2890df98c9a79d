import Foundation
import Processes
import Testing

/// What a program that is started gets of the one that starts it.
struct SpawnTests {
  @Test func `it inherits no descriptors but the standard ones`() throws {
    // A socket of a library that does not close it for others.
    let open = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(open >= 0)
    defer { close(open) }
    let result = try Child.run(
      ["sh", "-c", "ls -l /proc/$$/fd"], environment: ProcessInfo.processInfo.environment,
      output: .captured)
    #expect(result.output.contains(" 0 -> "))
    #expect(!result.output.contains("socket:"), "\(result.output)")
  }
}
