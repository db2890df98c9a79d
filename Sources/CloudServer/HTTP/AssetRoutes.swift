import CloudModel
import CloudRules
import CloudStorage

/// The operations under `assets/`; the bytes travel by `AssetFileRoutes`.
struct AssetRoutes: Sendable {
  func upload(_ exchange: Exchange) throws -> AssetsUploadResponse {
    let request: AssetsUploadRequest = try exchange.body()
    let links = try exchange.service.prepareUploads(
      for: request.tokens.map {
        AssetPlace(recordType: $0.recordType, fieldName: $0.fieldName, recordName: $0.recordName)
      },
      zoneID: request.zoneID.map(exchange.zoneID), by: exchange.caller, in: exchange.scope)
    return AssetsUploadResponse(
      tokens: links.map { place, token in
        AssetsUploadResponse.Token(
          recordName: place.recordName ?? "", fieldName: place.fieldName,
          url: exchange.origin.url + AssetLinks.uploadPrefix + token)
      })
  }

  func rereference(_ exchange: Exchange) throws -> AssetsRereferenceResponse {
    let request: AssetsRereferenceRequest = try exchange.body()
    let zoneID = request.zoneID.map(exchange.zoneID) ?? exchange.defaultZoneID
    return AssetsRereferenceResponse(
      assets: try exchange.service.rereference(
        request.assets.map {
          (RecordID(recordName: $0.recordName, zoneID: zoneID), $0.fieldName)
        }, by: exchange.caller, in: exchange.scope))
  }
}
