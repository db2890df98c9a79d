import CloudServer
import CommandSupport
import Foundation
import LocalFiles
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The file that says that a cloud is ready, and where: for the process that has started it.
///
/// Each line is an address, `http://HOST:PORT`, `https://HOST:PORT` or `unix:/PATH`. The last line is
/// `administrator-token TOKEN` if the token is kept in no other file. The file is there, whole, exactly while the cloud
/// listens.
///
/// 1. Nothing is removed that is not such a file.
/// 2. A cloud removes at its end only what it has written itself: another cloud may have taken the place.
final class ReadyFile: Sendable {
  private static let tokenName = "administrator-token "
  /// Our choice: several times what a file with two long addresses has.
  private static let mostBytes: UInt64 = 16_384

  let path: String
  /// The file that was written, which is kept open: as long as it is, no other file has its number.
  private let written = Mutex<FileDraft?>(nil)

  init(path: String) {
    self.path = path
  }

  /// Removes what an earlier cloud has left there; an empty file is nobody's loss.
  ///
  /// Throws where something else is there, which stays as it is.
  func clear() throws(Failure) {
    guard let status = FileStatus(link: path) else { return }
    guard status.mode & S_IFMT == S_IFREG else {
      throw Failure(
        "\(path) is no ordinary file, so it cannot be the ready file. Choose another one.",
        code: .usage)
    }
    if status.bytes > 0 {
      let data = status.bytes <= Self.mostBytes ? try NamedFile.data(path) : Data()
      guard Self.isReadyFile(String(decoding: data, as: UTF8.self)) else {
        throw Failure(
          "\(path) has something else in it than the addresses of a cloud. It was left alone. Choose another "
            + "ready file.", code: .usage)
      }
    }
    try unlink()
  }

  /// Throws where the file cannot be written: who waits for it would wait for ever.
  func write(_ addresses: CloudHost.Addresses) throws(Failure) {
    let token = addresses.administratorToken.map { [Self.tokenName + $0] } ?? []
    let text = (addresses.urls + token).map { $0 + "\n" }.joined()
    do {
      // Only this user may read the token.
      let draft = try FileDraft(in: URL(fileURLWithPath: path).deletingLastPathComponent())
      try draft.write(Data(text.utf8))
      try draft.replace(path)
      written.withLock { $0 = draft }
    } catch {
      throw Failure(
        "\(path) cannot be written (\(SystemReason.of(error))), so the cloud has ended.")
    }
  }

  /// Removes what this has written, if it is still there.
  func remove() throws(Failure) {
    let own = written.withLock { $0.flatMap { FileStatus(descriptor: $0.descriptor) } }
    guard let own, FileStatus(link: path)?.number == own.number else { return }
    try unlink()
  }

  private func unlink() throws(Failure) {
    guard Glibc.unlink(path) == 0 || errno == ENOENT else {
      throw Failure(
        "\(path) cannot be removed (\(SystemReason.of(number: errno))). Choose another file.")
    }
  }

  private static func isReadyFile(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count > 1 && lines.last == ""
      && lines.dropLast().allSatisfy { line in
        ["http://", "https://", "unix:", tokenName].contains(where: line.hasPrefix)
      }
  }
}
