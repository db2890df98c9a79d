import ChatModel
import ChatSecrets
import CloudModel
import Crypto
import Foundation
import LocalFiles

/// The file of a message in a sealed chat: its bytes here, and the sealed ones in the cloud.
///
/// 1. Size, digest and key are those that the author of the message has signed. The cloud says only whether it has
///    bytes; other bytes do not open.
/// 2. A key seals one file. Sealing it again gives the same bytes, so an upload goes on with a copy that is made anew.
/// 3. One chunk at a time is in memory.
struct SealedAttachment: Sendable {
  /// The bytes are not those of the file.
  struct OtherBytes: Error {}

  private let asset: SealedAsset
  let digest: AssetDigest

  /// Nil where the message does not say all of it, or the cloud takes no file of that size.
  init?(_ message: MessageRecord) {
    guard let file = message.file, let digest = file.digest,
      let key = message.fileKey.flatMap({ FileKey(secretBytes: $0) }),
      let asset = SealedAsset(key, size: Int(file.size)),
      asset.sealedSize <= CloudLimits.assetBytes
    else { return nil }
    (self.asset, self.digest) = (asset, digest)
  }

  /// Bytes in the cloud.
  var sealedSize: Int64 { Int64(asset.sealedSize) }

  /// The asset of the plain record, once the cloud has one.
  var promised: Asset { Asset(fileChecksum: digest.text, size: Int64(asset.size)) }

  /// Seals what `input` has.
  ///
  /// Throws `OtherBytes`, or a failure of the disk.
  func seal(_ input: FileHandle, to output: FileDraft) throws {
    try output.write(Data(SealedAsset.header))
    for chunk in 0..<asset.chunkCount {
      let bytes = try input.next(asset.range(ofChunk: chunk).count)
      try output.write(Data(asset.seal(bytes, chunk: chunk)))
    }
    try input.requireEnd()
  }

  /// Opens what `input` has.
  ///
  /// Throws `OtherBytes`, or a failure of the disk.
  func open(_ input: FileHandle, to output: FileDraft) throws {
    var hash = SHA256()
    do {
      try SealedAsset.check(header: input.next(SealedAsset.headerLength))
      for chunk in 0..<asset.chunkCount {
        let sealed = try input.next(asset.sealedRange(ofChunk: chunk).count)
        let bytes = Data(try asset.open(sealed, chunk: chunk))
        hash.update(data: bytes)
        try output.write(bytes)
      }
    } catch is SecretsError {
      throw OtherBytes()
    }
    try input.requireEnd()
    guard AssetDigest(hash.finalize()) == digest else { throw OtherBytes() }
  }
}

extension FileHandle {
  /// The next bytes; throws `OtherBytes` if there are fewer.
  fileprivate func next(_ count: Int) throws -> [UInt8] {
    let bytes = count == 0 ? Data() : try read(upToCount: count) ?? Data()
    guard bytes.count == count else { throw SealedAttachment.OtherBytes() }
    return [UInt8](bytes)
  }

  fileprivate func requireEnd() throws {
    guard try read(upToCount: 1)?.isEmpty ?? true else { throw SealedAttachment.OtherBytes() }
  }
}

extension ChatTransaction {
  /// Gives a new file of a sealed chat a key of its own; elsewhere nothing changes.
  ///
  /// Throws `.sealing(.fileTooLarge)`.
  func giveKey(toFileOf message: inout MessageRecord) throws {
    guard chat.isSealed, let file = message.file else { return }
    message.fileKey = Data(FileKey.random().secretBytes)
    guard SealedAttachment(message) != nil else {
      throw ChatError.sealing(.fileTooLarge(name: file.name))
    }
  }
}
