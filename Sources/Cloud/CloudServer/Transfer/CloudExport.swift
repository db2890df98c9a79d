import CloudModel

/// The format of a cloud's export: a tar archive of a store and its assets.
///
/// 1. `cloud.sqlite` is first. Then comes one file `assets/CHECKSUM` for each asset of the store. `SHA256SUMS` is last:
///    a line with hash and name for each file before it, in their order, as `sha256sum` writes them.
/// 2. So an archive that was cut or changed is not taken for a whole one.
enum CloudExport {
  static let contentType = "application/x-tar"
  static let store = "cloud.sqlite"
  static let assets = "assets/"
  static let sums = "SHA256SUMS"

  static func line(_ sum: String, _ name: String) -> String { "\(sum)  \(name)\n" }

  /// The length of `line` for a name: a hash has 64 digits.
  static func lineBytes(_ name: String) -> Int64 { Int64(64 + 3 + name.utf8.count) }

  static func refusal(_ what: String) -> CloudError {
    CloudError(
      .invalidArguments,
      "This is not a whole export of a cloud: \(what). Export it again. Nothing was changed.")
  }
}
