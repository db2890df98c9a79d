import ArgumentParser
import CloudServer
import Composition
import Foundation
import Simulation

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run random simulations, and check the invariants of sync.",
    discussion: """
      Each seed gives one world of people, devices and faults on a virtual clock, with the real \
      engine, replicas and cloud. The same seed always gives the same world.
      """)

  @Option(name: .long, help: "Run only this seed, and print its journal.")
  var seed: UInt64?

  @Option(
    name: .long, help: ArgumentHelp("How many seeds to run (default: 100).", valueName: "count"))
  var seeds: UInt64?

  @Option(name: .long, help: ArgumentHelp("The first seed (default: 1).", valueName: "seed"))
  var first: UInt64?

  @Option(
    name: .long,
    help: "Break this rule of the engine, to test the checks: \(Mutation.names).")
  var mutation: Mutation?

  func validate() throws {
    if seed != nil, seeds != nil || first != nil {
      throw ValidationError("--seed cannot be used with --seeds or --first.")
    }
    guard count > 0, count <= UInt64.max - start else {
      throw ValidationError("--seeds must be a positive number.")
    }
  }

  private var count: UInt64 { seeds ?? 100 }
  private var start: UInt64 { first ?? 1 }

  func run() async throws {
    let directory = try Self.temporaryDirectory()
    // If it cannot be removed, only space is lost.
    defer { try? FileManager.default.removeItem(at: directory) }
    if let seed {
      let verdict = try await Simulation(seed: seed, directory: directory, mutation: mutation).run()
      for entry in verdict.journal.entries { try Output.line(entry.line) }
      Output.note(verdict.report)
      Output.note("journal \(String(verdict.journal.hash, radix: 16))")
      guard verdict.violations.isEmpty else { throw ExitCode(1) }
      return
    }
    let broken = try await judge(start..<start + count, in: directory)
    try Output.line("\(count) seeds, \(broken) with a broken invariant")
    guard broken == 0 else { throw ExitCode(1) }
  }

  /// Our choice: the number of worlds after which freed memory is given back to the system.
  ///
  /// The freed memory lies scattered over the allocator's arenas, which keep some kilobytes more after each
  /// world.
  private static let worldsBetweenTrims = 20

  /// Runs all worlds of `seeds`; returns how many broke an invariant.
  ///
  /// Two worlds for each processor: one goes on while the other changes its thread.
  private func judge(_ seeds: Range<UInt64>, in directory: URL) async throws -> Int {
    try await withThrowingTaskGroup(of: Verdict.self) { group in
      var waiting = seeds.makeIterator()
      func begin() {
        guard let seed = waiting.next() else { return }
        group.addTask { [mutation] in
          try await Simulation(seed: seed, directory: directory, mutation: mutation).run()
        }
      }
      for _ in 0..<2 * Live.processorCount { begin() }
      var (ended, broken) = (0, 0)
      for try await verdict in group {
        begin()
        ended += 1
        if ended.isMultiple(of: Self.worldsBetweenTrims) { MemoryRelease.trim() }
        guard !verdict.violations.isEmpty else { continue }
        broken += 1
        try Output.line(verdict.report)
      }
      return broken
    }
  }

  /// In memory, where the system has a place for that.
  static func temporaryDirectory() throws -> URL {
    let memory = "/dev/shm"
    let place =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let directory = place.appendingPathComponent("zonechat-simulation-" + Live.makeUnique())
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return directory
  }
}

extension Mutation: ExpressibleByArgument {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
