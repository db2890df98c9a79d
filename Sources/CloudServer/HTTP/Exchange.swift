import CloudModel
import Foundation
import Hummingbird
import NIOCore

/// A request by a signed-in user, decoded as far as all routes have in common.
struct Exchange {
  var caller: Caller
  var scope: DatabaseScope
  /// Whether the answer may carry keys that CloudKit's does not.
  var extended: Bool
  private var data: ByteBuffer

  init(_ request: Request, scope: DatabaseScope, caller: Caller) async throws {
    self.caller = caller
    self.scope = scope
    extended = request.wantsExtensions
    data = try await request.body.collect(upTo: CloudLimits.requestBytes)
  }

  /// The body as JSON, whatever its content type says.
  ///
  /// Throws `DecodingError`.
  func body<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
    try JSONDecoder().decode(type, from: Data(data.readableBytesView))
  }

  func zoneID(_ wire: WireZoneID) -> RecordZoneID {
    wire.zoneID(currentUser: caller.userRecordName)
  }

  /// Where a request works that names no zone.
  var defaultZoneID: RecordZoneID {
    RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: caller.userRecordName)
  }
}
