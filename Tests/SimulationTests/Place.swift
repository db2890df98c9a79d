import Foundation
import Simulation

/// Where simulations of tests keep their replicas, and which seeds find what.
enum Place {
  /// On a memory file system where there is one: what is tested is not the disk.
  static let memory: URL = {
    let shared = "/dev/shm"
    guard FileManager.default.isWritableFile(atPath: shared) else {
      return FileManager.default.temporaryDirectory
    }
    return URL(fileURLWithPath: shared)
  }()

  /// Seeds whose worlds show early that a rule is broken; only so that the search is short.
  static let firstFinds: [Sabotage: UInt64] = [
    .tokenBeforeData: 3, .sweepsUnsent: 6, .sendsBackwards: 3, .writesPrivate: 4,
    .trustsLostAnswers: 5, .ignoresRetryAfter: 4, .overwrites: 4, .ignoresEndings: 3,
  ]
}
