package import ChatModel
import Foundation
import GRDB
import LocalFiles

extension ChatError {
  /// The error that a person is shown for a failure of the store; a `ChatError` stays as it is.
  ///
  /// The contents of a damaged file are never quoted.
  package init(storage error: any Error, path: String) {
    switch error {
    case let error as ChatError: self = error
    case is CancellationError: self = .interrupted
    case let error as DatabaseError: self.init(error, path: path)
    case let error as POSIXError where [.ENOSPC, .EDQUOT].contains(error.code):
      self = .storageFull
    case let error as POSIXError where error.code == .EROFS: self = .storageReadOnly(path: path)
    default: self = .storageFailed(path: path, reason: SystemReason.of(error))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_FULL: self = .storageFull
    // SQLite's error when there is no room even for its index of the log.
    case .SQLITE_IOERR where Self.isDiskFull(at: path): self = .storageFull
    case .SQLITE_CANTOPEN where Self.isDiskFull(at: path): self = .storageFull
    case .SQLITE_READONLY: self = .storageReadOnly(path: path)
    case .SQLITE_CANTOPEN where Self.isReadOnly(at: path): self = .storageReadOnly(path: path)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .replicaDamaged(path: path)
    case .SQLITE_INTERRUPT: self = .interrupted
    case .SQLITE_BUSY: self = .replicaBusy(path: path)
    default: self = .storageFailed(path: path, reason: "\(error.resultCode)")
    }
  }

  private static func isDiskFull(at path: String) -> Bool {
    // Eight blocks of the usual size.
    (DiskSpace.free(at: path) ?? .max) < 8 * 4096
  }

  private static func isReadOnly(at path: String) -> Bool {
    access(path, F_OK) == 0
      && access((path as NSString).deletingLastPathComponent, W_OK) != 0
  }

  /// Whether the file of the replica is damaged.
  package var isDamage: Bool {
    switch self {
    case .replicaDamaged, .replicaEmptied, .replicaMissing: true
    default: false
    }
  }

  /// Whether the error says only that the local copy cannot be written, and nothing about the request.
  ///
  /// Operations that only read can continue.
  package var isStorageTrouble: Bool {
    if case .storageReadOnly = self { return true }
    if case .storageFailed = self { return true }
    if case .replicaBusy = self { return true }
    if case .openedForReading = self { return true }
    if case .notAFile = self { return true }
    return self == .storageFull
  }
}
