import Foundation

/// The name under which a file that somebody sent is shown and saved, for every door.
package enum FileName {
  /// No file system takes longer names, and nobody reads them.
  static let limitBytes = 255
  /// Of a longer name only the end is looked at.
  private static let scalarLimit = 4096
  /// Bytes of what is kept behind the last dot when a name is cut.
  private static let extensionLimitBytes = 16

  /// Names that some systems keep for devices, without what follows their first dot.
  private static let devices: Set<String> = {
    let numbered = ["com", "lpt"].flatMap { name in (0...9).map { "\(name)\($0)" } }
    return Set(["con", "prn", "aux", "nul"] + numbered)
  }()

  /// The last part of a path without anything that a file system, a shell or an eye would take for
  /// something else; ‘file’ where nothing is left.
  ///
  /// It does not begin with a dot (hidden, or read by a shell at its start), a hyphen (an option) or a
  /// tilde (a home), and holds no control, direction or invisible characters.
  package static func safe(_ name: String) -> String {
    let name = String(String.UnicodeScalarView(name.unicodeScalars.suffix(scalarLimit)))
    let last = name.split(whereSeparator: { "/\\".contains($0) }).last ?? ""
    let visible = String(String.UnicodeScalarView(last.unicodeScalars.filter(isVisible)))
    let first = visible.drop { ".-~".contains($0) || $0.isWhitespace }
    let end = first.lastIndex { $0 != "." && !$0.isWhitespace }
    var safe = end.map { String(first[...$0]) } ?? ""
    if safe.isEmpty { safe = "file" }
    let stem = safe.prefix { $0 != "." }
    if devices.contains(stem.lowercased()) { safe = "file " + safe }
    return cut(safe, to: limitBytes)
  }

  /// The name for another file of this name; the first has none added.
  static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let (stem, suffix) = parts(of: name)
    let end = " (\(number))" + suffix
    return cut(stem, to: limitBytes - end.utf8.count) + end
  }

  /// Joiners stay: they hold emoji together, and bind letters of some scripts.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return false
    default:
      return ["\u{200C}", "\u{200D}", "\u{FE0F}"].contains(scalar)
        || !(scalar.properties.isDefaultIgnorableCodePoint
          || scalar.properties.generalCategory == .format)
    }
  }

  /// At most so many bytes, between characters; the end behind the last dot stays.
  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var (stem, suffix) = parts(of: name)
    if suffix.utf8.count > min(extensionLimitBytes, limit) { (stem, suffix) = (name, "") }
    while stem.utf8.count + suffix.utf8.count > limit, !stem.isEmpty { stem.removeLast() }
    return stem.isEmpty ? "file" + suffix : stem + suffix
  }

  /// What stands before the last dot, and the rest with it.
  private static func parts(of name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
