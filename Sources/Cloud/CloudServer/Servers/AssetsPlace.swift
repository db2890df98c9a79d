import CloudPostgres
import CloudRules
import CloudStorage
import Foundation

/// Where all servers of a cloud keep the files of assets: any of them may be asked for any file.
///
/// The first server decides, and the store remembers it.
struct AssetsPlace {
  /// A file in a folder that says which folder it is.
  private static let file = "folder.id"
  /// The setting with the text of that file, or with `database`.
  private static let setting = PostgresStore.assetsSetting
  private static let database = PostgresStore.assetsInDatabase

  let store: any SharedStore

  /// Throws `HostError.assetsElsewhere` if the other servers use a folder.
  func requireDatabase() throws {
    let known = try self.known(orElse: Self.database)
    guard known == Self.database else {
      throw HostError.assetsElsewhere("the database", way: Self.way(to: nil, marked: known))
    }
  }

  /// Marks the folder, if it is the first.
  ///
  /// Throws `HostError.assetsElsewhere` if the other servers use another one, or none.
  func require(folder path: String, make: () -> String) throws {
    let file = path + "/" + Self.file
    // A new folder has none.
    let found = (try? String(contentsOfFile: file, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let own = found ?? make()
    let known = try self.known(orElse: own)
    guard own == known else {
      throw HostError.assetsElsewhere(path, way: Self.way(to: path, marked: known))
    }
    if found == nil { try Data((own + "\n").utf8).write(to: URL(filePath: file), options: .atomic) }
  }

  private func known(orElse own: String) throws -> String {
    try store.writeRegistry { registry in
      if let known = try registry.lockSetting(Self.setting) { return known }
      try registry.setSetting(Self.setting, to: own)
      return own
    }
  }

  private static func way(to path: String?, marked known: String) -> String {
    if known == database { return "They are in the database: leave out --assets." }
    let folder = "Give this server, with --assets, the folder that its other servers use."
    guard let path else { return folder }
    return folder
      + " If that is lost, write ‘\(known)’ into \(path)/\(file) to go on without the files."
  }
}
