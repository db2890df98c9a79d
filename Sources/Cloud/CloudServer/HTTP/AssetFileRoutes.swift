import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import CloudWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Uploads and downloads of assets: `POST /uploads/TOKEN`, and `GET` and `HEAD` of
/// `/assets/TOKEN?o=…`, with or without a file's name behind the token.
///
/// Clients that ask for extensions may `GET /uploads/TOKEN`, and `POST` with an `Upload-Offset`.
///
/// A client needs no authorisation but the address; a download also needs that its holder may still read the asset.
/// Faults apply to a transfer as to a request of the user who was given the address; transfers are not throttled.
struct AssetFileRoutes: Sendable {

  let assets: AssetService
  let conditions: CloudConditions
  let freeSpace: FreeSpace?

  func add(to router: Router<CloudRequestContext>) {
    addUploads("uploads/:place", to: router)
    // Any server takes an upload that another one was to take, but it begins anew.
    addUploads("uploads/:place/:token", to: router)
    addDownloads(to: router)
  }

  private func addUploads(_ path: RouterPath, to router: Router<CloudRequestContext>) {
    let allowed: Set<HTTPRequest.Method> = [.post, .options]
    router.onEveryMethod(path, but: [.get, .post], allowed: allowed)
    router.on(path, method: .get) { request, context in
      guard request.wantsExtensions else {
        throw RequestFailure.wrongMethod(allowed: Array(allowed))
      }
      return try await sayingFailures {
        let state = try await assets.state(ofLink: Self.uploadToken(context))
        return try Response(json: AssetUploadStateResponse(state))
      }
    }
    router.on(path, method: .post) { request, context in
      let token = Self.uploadToken(context)
      let found = try await assets.upload(forLink: token)
      return try await perform(found.map { .upload($0.upload, in: $0.partition) }) {
        try await upload(request, token: token)
      }
    }
  }

  /// The last part of the path; before it may be the name of a server.
  private static func uploadToken(_ context: CloudRequestContext) -> String {
    context.parameters.get("token") ?? context.parameters.get("place") ?? ""
  }

  private func addDownloads(to router: Router<CloudRequestContext>) {
    for path in ["assets/:token", "assets/:token/:name"] {
      router.onEveryMethod(RouterPath(path), but: [.get, .head])
      for method in [HTTPRequest.Method.get, .head] {
        router.on(RouterPath(path), method: method) { request, context in
          let target = try target(
            token: context.parameters.get("token") ?? "", of: request)
          let response = try await perform(.download(target.holder)) {
            try await download(request, target.checksum, for: target.holder)
          }
          return method == .head ? response.createHeadResponse() : response
        }
      }
    }
  }

  private func upload(_ request: Request, token: String) async throws -> Response {
    try await sayingFailures {
      let length = request.headers[.contentLength].flatMap { Int64($0) }
      let asset =
        if let offset = try request.uploadOffset {
          try await assets.receive(
            request.body, from: offset, contentLength: length, token: token)
        } else {
          try await assets.receive(
            request.body, contentType: request.headers[.contentType], contentLength: length,
            token: token)
        }
      freeSpace?.uploaded()
      var response = try Response(json: AssetUploadResponse(singleFile: asset))
      response.headers[.accessControlAllowOrigin] = "*"
      return response
    }
  }

  private func sayingFailures(_ body: () async throws -> Response) async throws -> Response {
    do {
      return try await body()
    } catch let failure as AssetFailure {
      throw RequestFailure(
        failure.error, as: failure.serverErrorCode, status: failure == .tooLarge ? 413 : nil)
    } catch let failure as FileFailure {
      throw failure.error
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
        .assetLinkExpired, as: .notFound, status: 410)
    } catch {
      throw CloudError(.unknownItem, "There is no such asset.")
    }
  }

  private func download(
    _ request: Request, _ checksum: AssetChecksum, for holder: AssetHolder
  ) async throws -> Response {
    try await sayingFailures {
      guard let file = try await assets.reader(of: checksum, for: holder) else {
        throw CloudError(.unknownItem, "There is no such asset any more.")
      }
      return answer(request, checksum, file)
    }
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

  /// Reads each chunk after the previous one has been written.
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

extension Request {
  /// The offset of the body in the file; nil if the body is the whole file, and for clients that do
  /// not ask for extensions.
  fileprivate var uploadOffset: Int64? {
    get throws {
      guard wantsExtensions, let name = HTTPField.Name(ExtensionHeader.uploadOffset),
        let text = headers[name]
      else { return nil }
      guard let offset = Int64(text), offset >= 0 else {
        throw AssetFailure.malformed("Upload-Offset is not a number of bytes")
      }
      return offset
    }
  }
}
