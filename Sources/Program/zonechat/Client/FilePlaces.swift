import ChatUI
import ChatWords
import CloudClient
import CommandSupport
import Foundation
import LocalFiles

/// The folders where the full-screen client puts files on this device.
struct FilePlaces: Sendable {
  /// The copies of opened files; a program may show one long after the client has ended.
  private static let openedFor: TimeInterval = 24 * 60 * 60
  /// The files made of what was pasted, which may wait in a draft; a chosen time.
  private static let pastedFor: TimeInterval = 30 * 24 * 60 * 60

  /// The variables of this process.
  let environment: [String: String]
  /// The folder of the profile for copies of opened files.
  let opened: URL
  /// The folder of the profile for what was pasted.
  let pasted: URL

  init(environment: [String: String], profile: Profile) {
    self.environment = environment
    opened = profile.openedFiles
    pasted = profile.pastedFiles
  }

  var places: FileRequests.Places {
    FileRequests.Places(
      downloads: { try downloads(chosen: $0) },
      makeFolder: { try makeFolder(in: opened, keptFor: Self.openedFor) },
      keepPasted: { try keepPasted($0, named: $1) })
  }

  /// Makes a new folder, and removes those that are older than some seconds.
  private func makeFolder(in place: URL, keptFor limit: TimeInterval) throws -> URL {
    removeFolders(in: place, olderThan: limit)
    let folder = place.appending(path: Live.makeUnique())
    try Paths.makePrivateDirectory(folder)
    return folder
  }

  private func keepPasted(_ bytes: Data, named name: String) throws -> URL {
    let reason: String
    do {
      let file = try makeFolder(in: pasted, keptFor: Self.pastedFor).appending(path: name)
      try bytes.write(to: file)
      return file
    } catch let failure as Failure {
      reason = failure.message
    } catch {
      reason = "‘\(name)’ cannot be written (\(SystemReason.of(error)))."
    }
    throw ExternalPrograms.Failure("Nothing is attached. \(reason)")
  }

  /// The folder of the settings, which is made if it is not there; otherwise the desktop's folder for downloads;
  /// otherwise the person's own folder.
  private func downloads(chosen: String?) throws -> URL {
    if let chosen {
      let folder = PathText.file(chosen)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
    let home = environment["HOME"].map { URL(filePath: $0) }
    return [userFolder(home: home), home?.appending(path: "Downloads")].compactMap(\.self)
      .first(where: isFolder) ?? home ?? URL(filePath: ".")
  }

  /// The folder for downloads by `user-dirs.dirs`, which holds lines like `XDG_DOWNLOAD_DIR="$HOME/Downloads"`.
  ///
  /// Source: user-dirs.dirs(5): the value is an absolute path or begins with `$HOME/`.
  private func userFolder(home: URL?) -> URL? {
    let configuration =
      Paths.directory(environment["XDG_CONFIG_HOME"]) ?? home?.appending(path: ".config")
    guard let file = configuration?.appending(path: "user-dirs.dirs"),
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return nil }
    let name = "XDG_DOWNLOAD_DIR=\""
    let line = text.split(separator: "\n").last { $0.hasPrefix(name) && $0.hasSuffix("\"") }
    guard let value = line?.dropFirst(name.count).dropLast() else { return nil }
    if value.hasPrefix("/") { return URL(filePath: String(value)) }
    guard value.hasPrefix("$HOME/") else { return nil }
    return home?.appending(path: String(value.dropFirst("$HOME/".count)))
  }

  private func isFolder(_ place: URL) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
    return isThere && isFolder.boolValue
  }

  /// Nobody waits for it: what cannot be removed now is removed later.
  private func removeFolders(in place: URL, olderThan limit: TimeInterval) {
    let folders = try? FileManager.default.contentsOfDirectory(
      at: place, includingPropertiesForKeys: [.contentModificationDateKey])
    for folder in folders ?? [] {
      let changed = try? folder.resourceValues(forKeys: [.contentModificationDateKey])
        .contentModificationDate
      guard let changed, Live.now().timeIntervalSince(changed) > limit else { continue }
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
