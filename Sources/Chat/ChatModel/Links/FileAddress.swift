package import Foundation

/// A file of this device that is named by a `file:` address, as file managers and browsers copy it.
///
/// Source: RFC 8089; a host other than this one names a file that is not here.
package enum FileAddress {
  /// The path; nil if the text is no such address.
  package static func path(of text: String) -> String? {
    guard text.prefix(5).lowercased() == "file:" else { return nil }
    var rest = text.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest[host.endIndex...]
    }
    guard rest.hasPrefix("/"), let path = String(rest).removingPercentEncoding,
      !path.utf8.contains(0)
    else { return nil }
    return path
  }

  /// The file that an argument of a command names, by its path or by an address.
  package static func file(_ argument: String) -> URL {
    URL(fileURLWithPath: path(of: argument) ?? argument)
  }
}
