import CloudModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Where the bytes of assets go in and out: `POST /uploads/TOKEN`, and `GET` and `HEAD` of
/// `/assets/TOKEN?o=…`, with a file's name behind the token or without.
///
/// Knowing the address is the whole right. Bytes meet faults as requests of whoever was given the
/// address; they are not throttled.
struct AssetFileRoutes: Sendable {
  static let uploadPrefix = "/uploads/"

  let assets: AssetService
  let conditions: CloudConditions

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("uploads/:token", but: [.post])
    router.on("uploads/:token", method: .post) { request, context in
      let token = context.parameters.get("token") ?? ""
      let found = try await assets.upload(forLink: token)
      return try await perform(found.map { .upload($0.upload, in: $0.partition) }) {
        try await upload(request, token: token)
      }
    }
    for path in ["assets/:token", "assets/:token/:name"] {
      router.onEveryMethod(RouterPath(path), but: [.get, .head])
      for method in [HTTPRequest.Method.get, .head] {
        router.on(RouterPath(path), method: method) { request, context in
          let target = try target(
            token: context.parameters.get("token") ?? "", of: request)
          let response = try await perform(.download(target.holder)) {
            try await download(request, target.checksum)
          }
          return method == .head ? response.createHeadResponse() : response
        }
      }
    }
  }

  private func upload(_ request: Request, token: String) async throws -> Response {
    do {
      let asset = try await assets.receive(
        request.body, contentType: request.headers[.contentType],
        contentLength: request.headers[.contentLength].flatMap { Int64($0) }, token: token)
      var response = try Response(json: AssetUploadResponse(singleFile: asset))
      response.headers[.accessControlAllowOrigin] = "*"
      return response
    } catch let failure as AssetFailure {
      throw RequestFailure(failure.error, status: failure == .tooLarge ? 413 : nil)
    } catch let failure as FileFailure {
      throw CloudError(.serviceUnavailable, "\(failure)")
    }
  }

  private func perform(
    _ event: FaultEvent?, _ body: () async throws -> Response
  ) async throws -> Response {
    guard let event else { return try await body() }
    return try await conditions.perform(event, isThrottled: false) { _ in try await body() }
  }

  private func target(
    token: String, of request: Request
  ) throws -> (checksum: AssetChecksum, holder: AssetHolder) {
    do {
      return try assets.target(
        ofToken: token, holder: request.uri.queryParameters["o"].map(String.init) ?? "")
    } catch AssetLinks.Failure.expired {
      throw RequestFailure(
        CloudError(.unknownItem, "The link has expired; look the record up for another."),
        status: 410)
    } catch {
      throw CloudError(.unknownItem, "There is no such asset.")
    }
  }

  private func download(_ request: Request, _ checksum: AssetChecksum) async throws -> Response {
    let file: BlobReader?
    do {
      file = try await assets.reader(of: checksum)
    } catch let failure as FileFailure {
      throw CloudError(.serviceUnavailable, "\(failure)")
    }
    guard let file else { throw CloudError(.unknownItem, "There is no such asset any more.") }
    return answer(request, checksum, file)
  }

  private func answer(
    _ request: Request, _ checksum: AssetChecksum, _ file: BlobReader
  ) -> Response {
    let tag = "\"\(checksum.hex)\""
    var headers: HTTPFields = [
      .contentType: "application/octet-stream", .acceptRanges: "bytes", .eTag: tag,
      .xContentTypeOptions: "nosniff", .cacheControl: "private, immutable",
      .accessControlAllowOrigin: "*",
    ]
    if request.headers[.ifNoneMatch].map({ $0 == "*" || $0.contains(tag) }) ?? false {
      return Response(status: .notModified, headers: headers)
    }
    let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
    switch ByteRange(header: isSame ? request.headers[.range] : nil, size: file.size) {
    case .whole:
      return Response(status: .ok, headers: headers, body: body(file, 0..<file.size))
    case .part(let range):
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
      return Response(status: .partialContent, headers: headers, body: body(file, range))
    case .unsatisfiable:
      headers[.contentRange] = "bytes */\(file.size)"
      headers[.contentType] = nil
      return Response(status: .rangeNotSatisfiable, headers: headers)
    }
  }

  /// Reads a chunk when the one before it has been taken off our hands.
  private func body(_ file: BlobReader, _ range: Range<Int64>) -> ResponseBody {
    ResponseBody(contentLength: Int(range.upperBound - range.lowerBound)) { writer in
      var place = range.lowerBound
      while place < range.upperBound {
        let rest = place..<range.upperBound
        let chunk = try await assets.onThreadPool { try file.read(rest) }
        guard chunk.readableBytes > 0 else { throw AssetFailure.interrupted }
        place += Int64(chunk.readableBytes)
        try await writer.write(chunk)
      }
      try await writer.finish(nil)
    }
  }
}

extension FaultEvent {
  fileprivate static func upload(_ upload: StoredUpload, in partition: Partition) -> Self {
    FaultEvent(
      user: upload.userRecordName, in: partition, operation: "uploads", scope: upload.scope,
      targets: [.init(record: upload.recordName, recordType: upload.recordType)])
  }

  fileprivate static func download(_ holder: AssetHolder) -> Self {
    FaultEvent(
      user: holder.user, in: holder.partition, operation: "downloads", scope: holder.scope)
  }
}
