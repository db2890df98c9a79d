import CloudModel
import Foundation

/// Values as the pages write them.
enum Words {
  /// In UTC; to the second, which is how people tell times apart.
  static func time(_ date: Date?) -> HTML {
    guard let date else { return "" }
    let text = date.formatted(.iso8601)
    // Each part stays on one line.
    let parts = text.replacing("Z", with: "").split(separator: "T")
      .map { part -> HTML in "<span>\(String(part))</span>" }
    return "<time datetime=\"\(text)\">\(parts.joined(separator: " "))</time>"
  }

  static func time(milliseconds: Int64) -> HTML { time(Date(millisecondsSince1970: milliseconds)) }

  static func count(_ number: Int64) -> String {
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "\u{202F}" }
      text.append(digit.element)
    }
  }

  /// The beginning of a text, and how much of it is missing.
  static func cut(_ text: String, to length: Int) -> String {
    guard text.unicodeScalars.count > length else { return text }
    var beginning = String.UnicodeScalarView()
    beginning.append(contentsOf: text.unicodeScalars.prefix(length))
    return String(beginning) + "…"
  }

  static func seconds(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    switch abs(whole) {
    case ..<120: return "\(whole) s"
    case ..<7200: return "\(whole / 60) min"
    case ..<172_800: return "\(whole / 3600) h"
    default: return "\(whole / 86_400) days"
    }
  }
}
