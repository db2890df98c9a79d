import Foundation
import Simulation
import Testing
import TestSupport

struct SimulationTests {
  /// On a memory file system where there is one: what is tested is not the disk.
  private func withPlace<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    try await withTemporaryDirectory(in: Place.memory, body)
  }

  /// As many as fit into a minute of a debug build; `make sim` lives through any number.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `two hundred worlds keep every invariant`(block: UInt64) async throws {
    try await withPlace { directory in
      for seed in block * 10 + 1...block * 10 + 10 {
        let outcome = try await Simulation(seed: seed, directory: directory).run()
        #expect(outcome.violations.isEmpty, "\(outcome.report)")
      }
    }
  }

  @Test func `a world that was judged leaves no open file`() async throws {
    try await withPlace { directory in
      for seed in 1...3 as ClosedRange<UInt64> {
        _ = try await Simulation(seed: seed, directory: directory).run()
      }
      // The last task of a world may still be on its way out, and holds it until then.
      for _ in 0..<1000 where !Self.openFiles(below: directory).isEmpty { await Task.yield() }
      #expect(Self.openFiles(below: directory) == [])
    }
  }

  /// The files that this process has open below a folder, removed files too.
  private static func openFiles(below directory: URL) -> [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in
      // A descriptor may be closed while the list is read.
      try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
    }
    .filter { $0.hasPrefix(directory.resolvingSymlinksInPath().path(percentEncoded: false)) }
  }

  @Test(arguments: [3, 7, 11, 19] as [UInt64])
  func `I41: the same seed gives the same journal`(seed: UInt64) async throws {
    try await withPlace { directory in
      let first = try await Simulation(seed: seed, directory: directory).run()
      let second = try await Simulation(seed: seed, directory: directory).run()
      #expect(first.journal.hash == second.journal.hash, "seed \(seed)")
      #expect(first.journal.entries.count > 200)
    }
  }

  @Test(arguments: Mutation.allCases)
  func `a rule that is broken on purpose is found`(mutation: Mutation) async throws {
    try await withPlace { directory in
      let start = Place.firstFinds[mutation] ?? 1
      for seed in start..<start + 20 {
        let run = Simulation(seed: seed, directory: directory, mutation: mutation)
        if try await !run.run().violations.isEmpty { return }
      }
      Issue.record("20 worlds have not shown that \(mutation) is broken")
    }
  }
}
