import ChatModel
import CloudModel
import CloudServer
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// A file with a whole cloud, for a cloud that keeps nothing: what it begins with, and what is left of it.
struct ExportFile: Sendable {
  private let file: URL

  init(_ path: String) { file = FileAddress.file(path).standardizedFileURL }

  var path: String { file.path }

  var isThere: Bool { FileStatus(path) != nil }

  /// Puts the export in the place of everything that the cloud has; nobody is served yet.
  func read(into host: CloudHost) async throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw NamedFile.unreadable(path, errno)
    }
    do {
      try await host.begin(withExportIn: handle)
    } catch let error as CloudError {
      throw Failure("\(path) cannot be imported. \(error.reason)", code: .usage)
    } catch let error as CocoaError {
      throw Failure("\(path) cannot be read (\(SystemReason.of(error))). Check the path.")
    }
  }

  /// Refuses early what would fail when the cloud ends, and everything is lost.
  func check() throws(Failure) {
    if let status = FileStatus(link: path), status.mode & S_IFMT != S_IFREG {
      throw Failure("\(path) is not an ordinary file. Choose another place.", code: .usage)
    }
    _ = try draft()
  }

  /// Writes everything that the cloud has; an earlier file is replaced in one step, when the new one is whole.
  func write(_ host: CloudHost) async throws {
    let draft = try draft()
    do {
      try await host.export(to: draft)
      try draft.replace(path)
    } catch {
      let reason = (error as? CloudError)?.reason ?? SystemReason.of(error)
      throw Failure(
        "The cloud cannot be exported to \(path) (\(reason)). What was there before is still there."
      )
    }
    Output.note("Exported the cloud to \(path).")
  }

  private func draft() throws(Failure) -> FileDraft {
    do {
      return try FileDraft(in: file.deletingLastPathComponent())
    } catch {
      throw Failure(
        "\(path) cannot be written (\(SystemReason.of(error))). Choose another place.", code: .usage
      )
    }
  }
}
