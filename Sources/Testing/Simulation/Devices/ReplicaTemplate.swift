import ChatCore
import Foundation
import Synchronization

/// An empty replica, made once by the product and copied for every new device of every world.
///
/// Making one runs all migrations, which would take a fifth of a world's time.
enum ReplicaTemplate {
  private static let made = Mutex<Data?>(nil)

  /// Writes an empty replica, which belongs to no account yet, into the folder of a new device.
  static func copy(into directory: URL) throws {
    try made.withLock { made in
      if let made {
        try made.write(to: URL(fileURLWithPath: Replica.path(in: directory)))
      } else {
        try Replica.prepare(in: directory)
        made = try Data(contentsOf: URL(fileURLWithPath: Replica.path(in: directory)))
      }
    }
  }
}
