import CloudModel
import CloudRules
import CloudStorage
import CloudWire

/// The operations under `assets/`; the bytes travel by `AssetFileRoutes`.
struct AssetRoutes: Sendable {
  /// The name of this one of several servers, which keeps what it has received of an upload.
  let instance: String?

  func upload(_ call: AuthenticatedCall) throws -> AssetsUploadResponse {
    let request: AssetsUploadRequest = try call.body()
    let links = try call.service.prepareUploads(
      for: request.tokens.map {
        AssetPlace(recordType: $0.recordType, fieldName: $0.fieldName, recordName: $0.recordName)
      },
      zoneID: request.zoneID.map(call.zoneID), by: call.caller, in: call.scope)
    let prefix = AssetLinks.uploadPrefix + (instance.map { $0 + "/" } ?? "")
    return AssetsUploadResponse(
      tokens: links.map { place, token in
        AssetsUploadResponse.Token(
          recordName: place.recordName ?? "", fieldName: place.fieldName,
          url: call.origin.url + prefix + token)
      })
  }

  func rereference(_ call: AuthenticatedCall) throws -> AssetsRereferenceResponse {
    let request: AssetsRereferenceRequest = try call.body()
    let zoneID = request.zoneID.map(call.zoneID) ?? call.defaultZoneID
    return AssetsRereferenceResponse(
      assets: try call.service.rereference(
        request.assets.map {
          (RecordID(recordName: $0.recordName, zoneID: zoneID), $0.fieldName)
        }, by: call.caller, in: call.scope))
  }
}
