import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import CloudWire
import HTTPTypes
import Hummingbird

/// `/extension/1/export` and `import`: a whole cloud as one file.
struct TransferRoutes: Sendable {
  /// Its body is as long as a cloud is large.
  static let importPath = "/extension/1/import"

  let authenticator: Authenticator
  let reset: CloudReset
  let veil: TextVeil

  func add(to router: Router<CloudRequestContext>) {
    router.onEveryMethod("extension/1/export", but: [.get])
    router.on("extension/1/export", method: .get) { request, context in
      try authenticator.requireAdministrator(request, context)
      try request.check(parameters: ["container"])
      let container = request.uri.queryParameters["container"].map(String.init)
      let archive = try await authenticator.store.onThread {
        [assets = reset.assets, veil] in
        // It has all texts, because it is a whole cloud.
        _ = try veil.isDrawn(isRevealed: true) { _ in
          "export of \(container.map { "the container \($0)" } ?? "the whole cloud")"
        }
        return CloudExportWriter(try ExportedStore(of: assets, container: container))
      }
      return Response(
        status: .ok, headers: [.contentType: CloudExport.contentType, .cacheControl: "no-store"],
        body: ResponseBody(contentLength: Int(archive.bytes)) { writer in
          try await archive.write(to: &writer)
          try await writer.finish(nil)
        })
    }
    router.onEveryMethod(RouterPath(Self.importPath), but: [.post])
    router.on(RouterPath(Self.importPath), method: .post) { request, context in
      try authenticator.requireAdministrator(request, context)
      try request.check(parameters: [])
      let imported = try ImportedStore(into: reset.assets)
      var archive = CloudExportReader(request.body, into: imported)
      let assets = try await archive.read()
      return try await authenticator.store.onThread {
        let census = try reset.replaceAll(by: imported)
        return try Response(
          json: ImportResponse(
            accounts: census.accounts, zones: census.zones, records: census.records,
            assets: assets))
      }
    }
  }
}
