package import CloudModel
import CloudRules
package import NIOCore

/// Uploads that can be continued after an interruption; for clients that ask for extensions.
extension AssetService {
  /// The number of bytes that an upload link has received; with the asset once it is complete.
  ///
  /// A client thus learns the result of an upload whose answer it did not get. A transfer that is still running for the
  /// link ends, so that the number holds until the client continues.
  package func state(ofLink token: String) async throws -> AssetUploadState {
    let hash = AssetKeys.hash(token)
    return try await store.onThread { () throws -> AssetUploadState in
      let upload = try store.readRegistry { try $0.upload(tokenHash: hash) }
      guard let upload, upload.expiresAt > surroundings.now().millisecondsSince1970 else {
        throw AssetFailure.linkInvalid
      }
      guard let receipt = upload.receipt else {
        return AssetUploadState(uploadOffset: partials.halt(hash))
      }
      var asset = receipt.checksum.asset(size: receipt.size, in: upload.scope)
      asset.receipt = keys.receipt(forLink: token)
      return AssetUploadState(uploadOffset: receipt.size, asset: asset)
    }
  }

  /// Receives the bytes of a file from `offset` to its end, and keeps them if the transfer is
  /// interrupted.
  ///
  /// If two requests use one link, the later one continues, and the earlier one ends.
  ///
  /// Throws `AssetFailure`; passes on a `CloudError` that the body throws.
  package func receive<Body: AsyncSequence>(
    _ body: Body, from offset: Int64, contentLength: Int64?, token: String
  ) async throws -> Asset where Body.Element == ByteBuffer {
    let stored = try await store.onThread { try upload(token) }
    let link = AssetKeys.hash(token)
    guard let contentLength, contentLength >= 0, offset >= 0 else {
      // In a body in chunks, the end cannot be distinguished from a connection that breaks off.
      throw AssetFailure.malformed("an upload that can be continued has a Content-Length")
    }
    guard contentLength <= CloudLimits.assetBytes, offset <= CloudLimits.assetBytes - contentLength
    else { throw AssetFailure.tooLarge }
    let salt = surroundings.randomBytes(SealedFile.saltLength)
    let allowance = try await store.onThread { try self.allowance(forLink: token) }
    guard !allowance.lacks(contentLength) else { throw allowance.failure }
    let (writer, turn, size) = try await onThreadPool {
      let writer = try partials.writer(
        of: link, for: stored.userRecordName, until: stored.expiresAt
      ) {
        try blobs.writer(
          salt: salt, keys: keys, limit: CloudLimits.assetBytes, allowance: allowance)
      }
      let (turn, size) = writer.takeTurn()
      return (writer, turn, size)
    }
    guard size == offset else { throw AssetFailure.goesOn(at: size) }
    let received = try await append(body, to: writer, turn, link)
    guard received == contentLength else { throw AssetFailure.interrupted }
    return try await store.onThread {
      let blob = try writer.finish(turn: turn)
      partials.remove(link)
      return try finishUpload(blob, of: writer, token: token)
    }
  }

  private func append<Body: AsyncSequence>(
    _ body: Body, to writer: BlobWriter, _ turn: Int, _ link: [UInt8]
  ) async throws -> Int64 where Body.Element == ByteBuffer {
    var received: Int64 = 0
    do {
      for try await chunk in body {
        try await onThreadPool { try writer.append(chunk, turn: turn) }
        received += Int64(chunk.readableBytes)
      }
      try Task.checkCancellation()
      return received
    } catch let failure as AssetFailure {
      if failure.isFullRoom { partials.remove(link) }
      throw failure
    } catch let failure as FileFailure {
      partials.remove(link)
      throw failure
    } catch let error as CloudError {
      throw error
    } catch {
      throw AssetFailure.interrupted
    }
  }
}
