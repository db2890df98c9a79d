package import CloudRules
import CloudServer
import Dispatch
package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The real clock, names and random numbers; the only place that makes them.
package enum Live {
  package static let now: @Sendable () -> Date = { Date() }

  package static let makeUnique: @Sendable () -> String = {
    // As RFC 9562 wants a random one. `UUID()` opens a file each time, which costs a message a tenth of its writing.
    var bytes = surroundings.randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NSUUID(uuidBytes: bytes).uuidString
  }

  package static let clock = ContinuousClock()

  /// Nanoseconds since the machine was started; all its processes count the same.
  package static func uptimeNanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  package static func seed() -> UInt64 { .random(in: .min ... .max) }

  package static let surroundings = Surroundings(
    now: now,
    randomBytes: { count in
      // A call of the system gives at most 256 bytes, and all of them. Source: getentropy(3).
      [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        while filled < count, let first = bytes.baseAddress {
          let wanted = min(count - filled, 256)
          if getentropy(first + filled, wanted) == 0 { filled += wanted }
        }
      }
    })

  package static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The name of this machine, by which a list of sessions tells it from others; nil where it has none that fits.
  static var deviceName: String? { CloudHost.Configuration.machineName }

  package static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
