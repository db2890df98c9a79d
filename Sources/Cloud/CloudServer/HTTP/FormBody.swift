import Foundation

/// The fields of a form.
///
/// Source: the URL standard, `application/x-www-form-urlencoded` parsing.
struct FormBody: Sendable {
  private var fields: [String: String] = [:]

  init(_ text: String) {
    for pair in text.split(separator: "&").prefix(32) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ") }
      guard let name = parts.first?.removingPercentEncoding else { continue }
      fields[name] = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
    }
  }

  /// Empty where there is no such field.
  subscript(name: String) -> String { fields[name] ?? "" }
}
