import AsyncHTTPClient
import CloudModel
import CloudWire
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPCloudDatabase {
  func beginAssetUpload(
    of fieldName: String, in recordID: RecordID, recordType: String
  ) async throws(CloudError) -> AssetUpload {
    let answer: AssetsUploadResponse = try await container.post(
      "assets/upload", in: scope,
      AssetsUploadRequest(
        zoneID: WireZoneID(recordID.zoneID),
        tokens: [
          .init(recordType: recordType, fieldName: fieldName, recordName: recordID.recordName)
        ]))
    // The cloud cannot know the name under which clients reach it, so only the path of its URL counts.
    guard let url = answer.tokens.first.flatMap({ URLComponents(string: $0.url) }),
      url.percentEncodedPath.hasPrefix("/")
    else { throw Self.unreadable }
    return AssetUpload(link: url.percentEncodedPath)
  }

  func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset {
    let reader = try AssetFileReader(file)
    let connection = container.connection
    let answer: AssetUploadStateResponse = try await connection.send(.GET, upload.link)
    let state = answer.state
    try reader.check(state)
    if let asset = state.asset { return asset }
    let offset = state.uploadOffset
    let rest = reader.size - offset
    let body = UploadBody(reader.chunks(from: offset, progress: progress))
    defer { body.end() }
    let sent = try await connection.transfer(
      .POST, upload.link, headers: [ExtensionHeader.uploadOffset: String(offset)],
      body: .stream(body, length: .known(rest)), bytes: rest
    ) { response in
      body.end()
      return try JSONDecoder().decode(
        AssetUploadResponse.self,
        from: Data(try await response.body.collect(upTo: 1 << 16).readableBytesView))
    }
    guard sent.singleFile.size == reader.size else { throw Self.unreadable }
    return sent.singleFile
  }

  func downloadAsset(
    _ asset: Asset, to file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) {
    let writer = try AssetFileWriter(file, for: asset)
    progress(writer.size)
    guard !writer.isComplete else { return try await writer.finish() }
    let address = try asset.address()
    let start = writer.size
    var headers: [String: String] = [:]
    if start > 0 {
      headers["Range"] = "bytes=\(start)-"
      headers["If-Range"] = asset.entityTag
    }
    let target =
      address.percentEncodedPath + (address.percentEncodedQuery.map { "?\($0)" } ?? "")
    try await container.connection.transfer(
      .GET, target, headers: headers, bytes: asset.size - start
    ) { response in
      try Self.check(response, for: asset, from: start, writer)
      for try await chunk in response.body {
        try await writer.append(Data(chunk.readableBytesView))
        progress(writer.size)
      }
      try await writer.finish()
    }
  }

  /// Checks that an answer brings the bytes of the asset, from the end of the file onwards.
  private static func check(
    _ response: HTTPClientResponse, for asset: Asset, from start: Int64,
    _ writer: AssetFileWriter
  ) throws(CloudError) {
    let tag = response.headers.first(name: "ETag")
    if let tag, let expected = asset.entityTag, tag != expected { throw try writer.mismatch() }
    switch response.status.code {
    case 200: if start > 0 { try writer.restart() }
    case 206:
      let range = "bytes \(start)-\(asset.size - 1)/\(asset.size)"
      guard response.headers.first(name: "Content-Range") == range else {
        throw try writer.mismatch()
      }
    case 416: throw try writer.mismatch()
    default: throw unreadable
    }
  }
}
