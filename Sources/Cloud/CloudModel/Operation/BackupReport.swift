/// The result of a backup.
package struct BackupReport: Codable, Sendable, Equatable {
  package var path: String
  package var bytes: Int64
  /// The folder with the bytes of assets; nil where there are none.
  package var assetsPath: String?
  package var assets: Int

  package init(path: String, bytes: Int64, assetsPath: String?, assets: Int) {
    self.path = path
    self.bytes = bytes
    self.assetsPath = assetsPath
    self.assets = assets
  }
}
