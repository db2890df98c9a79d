import Foundation
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

  /// Beside the bundle that holds these tests.
  static let executable: URL = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [
      bundle, Bundle.main.bundleURL, URL(fileURLWithPath: ".build/debug"),
    ].map { $0.appendingPathComponent("zonechat") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? candidates[0]
  }()

  var environment: [String: String]

  /// The configuration with which `Subprocess.run` starts the program in this environment.
  func configuration(_ arguments: [String]) -> Configuration {
    configuration(.path(FilePath(Self.executable.path)), arguments)
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
    try await run(.path(FilePath(Self.executable.path)), arguments, input: input)
  }

  /// Runs another program in the same environment.
  func run(
    _ executable: Subprocess.Executable, _ arguments: [String], input: String? = nil
  ) async throws -> Result {
    let result = try await Subprocess.run(
      configuration(executable, arguments), input: .string(input ?? ""),
      output: .string(limit: Self.outputLimitBytes), error: .string(limit: Self.outputLimitBytes))
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Result(
      code: code, output: result.standardOutput, words: result.standardError)
  }
}
