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

  /// The first seeds whose worlds show that a rule is broken; only so that the search is short.
  ///
  /// A rule that is not here takes more worlds than a test has time for.
  static let firstFinds: [Sabotage: UInt64] = [
    .tokenBeforeData: 2, .ignoresMoreComing: 6, .skipsOwnChanges: 29, .ignoresEndings: 2,
    .sendsBackwards: 2, .writesPrivate: 3, .trustsLostAnswers: 2, .ignoresRetryAfter: 25,
    .overwrites: 2, .clearsYounger: 40, .sweepsUnsent: 123,
  ]
}
