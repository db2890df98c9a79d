package import Foundation

/// A file that a person has named.
package enum NamedFile {
  /// Everything that is in it, also in a pipe, as a shell makes it for ‘<(…)’.
  ///
  /// `Data(contentsOf:)` refuses what is no ordinary file.
  package static func data(_ path: String) throws -> Data {
    try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
  }
}
