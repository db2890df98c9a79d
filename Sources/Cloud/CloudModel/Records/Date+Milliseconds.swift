package import Foundation

extension Date {
  /// Whole milliseconds since 1970, rounded; every timestamp on the wire and on disk is one.
  package var millisecondsSince1970: Int64 {
    Int64((timeIntervalSince1970 * 1000).rounded())
  }

  package init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
