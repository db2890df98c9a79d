/// Body of `POST /extension/1/storage`.
package struct MemberLimitRequest: Codable, Sendable {
  /// The name of a zone of the caller's.
  package var zone: String
  /// The bytes that each member may store there; 0 ends the limit.
  package var memberBytes: Int64

  package init(zone: String, memberBytes: Int64) {
    self.zone = zone
    self.memberBytes = memberBytes
  }
}
