import Foundation
import Glibc
import Subprocess
import SystemPackage

/// The built program, run as people run it.
struct Program: Sendable {
  struct Result: Sendable {
    var code: Int32
    var output: String
    var words: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private static let outputLimitBytes = 16 * 1024 * 1024

  /// Beside the bundle that holds these tests; or what `ZONECHAT_PROGRAM` names, such as an optimised one, for figures.
  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["ZONECHAT_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [
      bundle, Bundle.main.bundleURL, URL(fileURLWithPath: ".build/debug"),
    ].map { $0.appendingPathComponent("zonechat") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? candidates[0]
  }()

  var environment: [String: String]
  /// The words of the command that runs the program somewhere else; empty for here.
  var prefix: [String] = []

  /// The words with which a shell runs the program.
  var words: [String] { prefix + [Self.executable.path] }

  /// The configuration with which `Subprocess.run` starts the program in this environment.
  func configuration(_ arguments: [String]) -> Configuration {
    let words = words + arguments
    return configuration(.path(FilePath(words[0])), Array(words.dropFirst()))
  }

  func configuration(
    _ executable: Subprocess.Executable, _ arguments: [String]
  ) -> Configuration {
    let keys = environment.map { (Subprocess.Environment.Key(stringLiteral: $0.key), $0.value) }
    return Configuration(
      executable: executable, arguments: Arguments(arguments),
      environment: .custom(Dictionary(uniqueKeysWithValues: keys)))
  }

  /// Runs to the end.
  func run(_ arguments: [String], input: String? = nil) async throws -> Result {
    let words = words + arguments
    return try await run(.path(FilePath(words[0])), Array(words.dropFirst()), input: input)
  }

  /// Runs another program in the same environment.
  func run(
    _ executable: Subprocess.Executable, _ arguments: [String], input: String? = nil
  ) async throws -> Result {
    let source = try Self.pipe(holding: input ?? "")
    let result = try await Subprocess.run(
      configuration(executable, arguments),
      input: .fileDescriptor(source, closeAfterSpawningProcess: true),
      output: .string(limit: Self.outputLimitBytes), error: .string(limit: Self.outputLimitBytes))
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Result(
      code: code, output: result.standardOutput, words: result.standardError)
  }

  /// The reading end of a pipe that holds `text`, and in which nobody writes any more; at most 1 MiB.
  ///
  /// If Subprocess writes the text itself, a program that ends without reading it ends the tests: its writer is
  /// released with an open descriptor.
  private static func pipe(holding text: String) throws -> FileDescriptor {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    guard mkfifo(place, 0o600) == 0 else { throw Errno(rawValue: errno) }
    defer { unlink(place) }
    // No other program that is started now may inherit the writing end, or this one never sees the end of the text.
    let reading = try FileDescriptor.open(
      FilePath(place), .readOnly, options: [.nonBlocking, .closeOnExec])
    let writing = try FileDescriptor.open(FilePath(place), .writeOnly, options: .closeOnExec)
    guard fcntl(reading.rawValue, F_SETFL, 0) == 0 else { throw Errno(rawValue: errno) }
    try writing.closeAfter {
      try makeRoom(for: text.utf8.count, in: writing)
      _ = try writing.writeAll(text.utf8)
    }
    return reading
  }

  /// Makes a pipe so large that a text can be written before anybody reads it.
  private static func makeRoom(for bytes: Int, in pipe: FileDescriptor) throws {
    // F_SETPIPE_SZ, which Glibc's module does not have; the kernel begins with 64 KiB.
    guard bytes > 1 << 16, fcntl(pipe.rawValue, 1031, Int32(bytes)) < 0 else { return }
    throw Errno(rawValue: errno)
  }
}
