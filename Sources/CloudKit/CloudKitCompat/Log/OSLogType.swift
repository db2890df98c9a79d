/// How important a line of the log is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  // The numbers are Apple's.
  public static let `default` = OSLogType(rawValue: 0x00)
  public static let info = OSLogType(rawValue: 0x01)
  public static let debug = OSLogType(rawValue: 0x02)
  public static let error = OSLogType(rawValue: 0x10)
  public static let fault = OSLogType(rawValue: 0x11)

  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether lines of this kind are written; as on Apple's systems, those for developers are not kept.
  var isWritten: Bool { self != .info && self != .debug }

  /// The word before the text.
  var word: String? {
    switch self {
    case .error: "error"
    case .fault: "fault"
    default: nil
    }
  }
}
