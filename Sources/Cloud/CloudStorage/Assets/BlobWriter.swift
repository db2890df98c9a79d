import CloudRules
import Crypto
import Foundation
import Glibc
package import NIOCore
import Synchronization

/// One file that is being received: its bytes are sealed and go to disk, and into the checksum, as
/// they come.
///
/// Bytes that do not fill a piece wait in memory. A writer that is released before it has finished
/// removes its file.
package final class BlobWriter: Sendable {
  fileprivate struct State {
    var descriptor: Int32
    var hasher: HMAC<SHA256>
    var size: Int64 = 0
    /// Bytes that do not fill a piece yet.
    var rest = Data()
    /// Pieces on disk.
    var pieces: Int64 = 0
    /// Whose turn it is to write.
    var turn = 0
  }

  let path: String
  private let limit: Int64
  private let file: SealedFile
  private let allowance: UploadAllowance?
  private let state: Mutex<State>

  /// Makes the file, with mode 0600.
  init(
    path: String, file: SealedFile, hasher: sending HMAC<SHA256>, limit: Int64,
    allowance: UploadAllowance? = nil
  ) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFailure("create") }
    self.path = path
    self.limit = limit
    self.file = file
    self.allowance = allowance
    state = Mutex(State(descriptor: descriptor, hasher: hasher))
    try state.withLock { try $0.write(Data(file.header)) }
  }

  deinit { discard() }

  /// Bytes received so far.
  var size: Int64 { state.withLock { $0.size } }

  /// Takes the turn to write from its holder; the size does not change until the new holder
  /// appends.
  func takeTurn() -> (turn: Int, size: Int64) {
    state.withLock { state in
      state.turn += 1
      return (state.turn, state.size)
    }
  }

  /// Blocks until the bytes are handed to the system.
  ///
  /// Throws `AssetFailure.tooLarge` if the bytes exceed the limit, the failure of the allowance if they exceed what the
  /// user may store, `.interrupted` if the turn is over.
  package func append(_ bytes: ByteBuffer, turn: Int = 0) throws {
    try state.withLock { state in
      guard state.descriptor >= 0, turn == state.turn else { throw AssetFailure.interrupted }
      guard state.size + Int64(bytes.readableBytes) <= limit else { throw AssetFailure.tooLarge }
      try allowance?.take(bytes.readableBytes)
      bytes.withUnsafeReadableBytes { pointer in
        state.rest.append(contentsOf: pointer)
        state.hasher.update(data: pointer)
      }
      state.size += Int64(bytes.readableBytes)
      while state.rest.count >= SealedFile.pieceLength {
        try state.writePiece(of: SealedFile.pieceLength, to: file)
      }
    }
  }

  /// Makes what was received durable and closes the file, which from now on belongs to the caller.
  func finish(turn: Int = 0) throws -> Blob {
    try state.withLock { state in
      guard state.descriptor >= 0, turn == state.turn else { throw AssetFailure.interrupted }
      if !state.rest.isEmpty { try state.writePiece(of: state.rest.count, to: file) }
      try state.write(file.end(after: state.pieces))
      guard fsync(state.descriptor) == 0 else { throw FileFailure("flush") }
      guard let checksum = AssetKeys.checksum(state.hasher) else {
        throw AssetFailure.interrupted
      }
      close(state.descriptor)
      state.descriptor = -1
      return Blob(checksum: checksum, size: state.size, receivedAt: path)
    }
  }

  /// Returns the received bytes to the allowance: they are counted elsewhere now, or not at all.
  func giveBack() { allowance?.giveBack() }

  /// Removes what was received.
  ///
  /// Does nothing after `finish` or `discard`.
  func discard() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      close(state.descriptor)
      state.descriptor = -1
      unlink(path)
      allowance?.giveBack()
    }
  }
}

extension BlobWriter.State {
  /// Seals the first bytes that wait, and writes them.
  fileprivate mutating func writePiece(of length: Int, to file: SealedFile) throws {
    try write(file.seal(rest.prefix(length), piece: pieces))
    rest = Data(rest.dropFirst(length))
    pieces += 1
  }

  fileprivate func write(_ bytes: Data) throws {
    try bytes.withUnsafeBytes { pointer in
      var rest = pointer
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw FileFailure("write") }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
