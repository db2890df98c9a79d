/// A text for the log, some of whose values may be nobody's business.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation<Value>(
      _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.isHidden ? OSLogPrivacy.hidden : "\(value())"
    }
  }
}

/// Whether others may read a value in the log.
///
/// `.auto` values are written, as they are on Apple's systems while a debugger is attached: the log of this module is
/// the process's own.
public struct OSLogPrivacy: Sendable {
  public enum Mask: Sendable { case hash, none }

  public static let auto = OSLogPrivacy(isHidden: false)
  public static let `public` = OSLogPrivacy(isHidden: false)
  public static let `private` = OSLogPrivacy(isHidden: true)
  public static let sensitive = OSLogPrivacy(isHidden: true)

  /// The value does not appear, and neither does a hash of it.
  public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }
  public static func auto(mask: Mask) -> OSLogPrivacy { .auto }

  /// What stands for a value that others may not read.
  static let hidden = "<private>"

  let isHidden: Bool
}
