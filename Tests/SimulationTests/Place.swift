import Foundation
import Simulation

/// The folder for the replicas of simulations in tests, and the seeds that find each broken rule.
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
  static let firstFinds: [Mutation: UInt64] = [
    .tokenBeforeData: 2, .ignoresMoreComing: 7, .skipsOwnChanges: 22, .ignoresEndings: 3,
    .sendsBackwards: 2, .writesPrivate: 3, .trustsLostAnswers: 5, .ignoresRetryAfter: 25,
    .overwrites: 3, .clearsYounger: 29, .sweepsUnsent: 97, .ignoresRights: 4, .retriesForEver: 3,
    .claimsUpToDate: 3, .trustsLatePages: 145,
  ]
}
