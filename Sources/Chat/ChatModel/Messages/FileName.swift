import Foundation

/// The name under which a received file is shown and saved, in every user interface.
package enum FileName {
  /// Common file systems do not accept longer names, and people do not read them.
  package static let limitBytes = 255
  /// Of a longer name only the end is looked at.
  private static let scalarLimit = 4096
  /// Bytes of the longest extension, with its dot, that is kept when a name is cut.
  private static let extensionLimitBytes = 16

  /// Names that some systems keep for devices, without what follows their first dot.
  private static let devices: Set<String> = {
    let numbered = ["com", "lpt"].flatMap { name in (0...9).map { "\(name)\($0)" } }
    return Set(["con", "prn", "aux", "nul"] + numbered)
  }()

  /// The last part of a path, without anything that a file system, a shell or a reader would take for
  /// something else; ‘file’ if nothing is left.
  ///
  /// It does not begin with a dot (hidden, or read by a shell at its start), a hyphen (an option) or a
  /// tilde (a home), and holds no control, direction or invisible characters.
  ///
  /// It is checked scalar by scalar, as the system reads it: a slash with a combining mark is a slash.
  package static func safe(_ name: String) -> String {
    let last =
      name.unicodeScalars.suffix(scalarLimit)
      .split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? []
    let first = last.filter(isVisible).drop { ".-~".unicodeScalars.contains($0) || !stands($0) }
    let end = first.lastIndex { $0 != "." && !$0.properties.isWhitespace && !isJoiner($0) }
    var safe = end.map { String(String.UnicodeScalarView(first[...$0])) } ?? ""
    if safe.isEmpty { safe = "file" }
    let stem = String(String.UnicodeScalarView(safe.unicodeScalars.prefix { $0 != "." }))
    if devices.contains(stem.lowercased()) { safe = "file " + safe }
    return cut(safe, to: limitBytes)
  }

  /// The name for another file of this name; the first has none added.
  package static func numbered(_ name: String, _ number: Int) -> String {
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
      return isJoiner(scalar) || scalar == "\u{FE0F}"
        || !(scalar.properties.isDefaultIgnorableCodePoint
          || scalar.properties.generalCategory == .format)
    }
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }

  /// Whether a scalar is visible without another one before it.
  private static func stands(_ scalar: Unicode.Scalar) -> Bool {
    !(scalar.properties.isWhitespace || scalar.properties.isGraphemeExtend || isJoiner(scalar))
  }

  /// The name cut to `limit` bytes between two characters; a short extension is kept.
  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var (stem, suffix) = parts(of: name)
    if suffix.utf8.count > min(extensionLimitBytes, limit) { (stem, suffix) = (name, "") }
    while stem.utf8.count + suffix.utf8.count > limit, !stem.isEmpty { stem.removeLast() }
    return stem.isEmpty ? "file" + suffix : stem + suffix
  }

  /// The part before the last dot, and the last dot with the part after it.
  private static func parts(of name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
