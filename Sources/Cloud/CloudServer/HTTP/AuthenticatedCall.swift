import CloudModel
import CloudRules
import CloudWire
import Foundation
import NIOCore

/// A request whose caller and partition are known, with the decoded parts that all routes share.
struct AuthenticatedCall: Sendable {
  var caller: Caller
  var scope: DatabaseScope
  /// The rules of the partition that the path names.
  var service: CloudService
  /// Whether the answer may carry keys that CloudKit does not have.
  var extended: Bool
  /// Whether the answer carries the zone's newest change token.
  var wantsSyncToken: Bool
  /// The address under which the client reached the cloud.
  var origin: RequestOrigin
  /// Whether the answer hides texts, from an administrator who asks in the caller's name.
  var hidesTexts = false
  private var data: ByteBuffer
  /// The body as it was decoded.
  private var kept: (any Sendable)?

  init(
    caller: Caller, scope: DatabaseScope, service: CloudService, extended: Bool,
    wantsSyncToken: Bool = false, origin: RequestOrigin, data: ByteBuffer = ByteBuffer()
  ) {
    self.caller = caller
    self.scope = scope
    self.service = service
    self.extended = extended
    self.wantsSyncToken = wantsSyncToken
    self.origin = origin
    self.data = data
  }

  var partition: Partition { service.partition }

  /// The body as JSON, whatever its content type says.
  ///
  /// Throws `DecodingError`.
  func body<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
    if let body = kept as? Body { return body }
    return try Body(json: data)
  }

  /// The body of a request of the extension, which has no other keys.
  func strictBody<Body: Decodable>() throws -> Body { try Body(strictJSON: data) }

  /// The body as JSON, decoded once for all who ask for this type later.
  mutating func keepBody<Body: Decodable & Sendable>(_ type: Body.Type) throws -> Body {
    let body = try body(type)
    kept = body
    return body
  }

  /// The zone that a request names; `owner` owns a zone that is named without an owner.
  func zoneID(_ wire: WireZoneID) -> RecordZoneID { wire.zoneID(currentUser: owner) }

  /// The zone of a request that names no zone.
  var defaultZoneID: RecordZoneID {
    RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: owner)
  }

  /// The owner of zones that are named without an owner.
  var owner: String {
    scope == .public ? RecordZoneID.currentUserDefaultName : caller.userRecordName
  }
}
