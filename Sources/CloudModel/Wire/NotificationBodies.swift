/// Bodies of `tokens/create`.
package struct TokensCreateRequest: Codable, Sendable {
  /// `development` or `production`.
  package var apnsEnvironment: String
  /// The device that asks; changes it makes itself are not announced to it.
  package var clientId: String?

  package init(apnsEnvironment: String, clientId: String?) {
    self.apnsEnvironment = apnsEnvironment
    self.clientId = clientId
  }
}

package struct TokensCreateResponse: Codable, Sendable {
  package var apnsEnvironment: String
  package var apnsToken: String
  package var webcourierURL: String

  package init(apnsEnvironment: String, apnsToken: String, webcourierURL: String) {
    self.apnsEnvironment = apnsEnvironment
    self.apnsToken = apnsToken
    self.webcourierURL = webcourierURL
  }
}

/// One frame of the long poll, in the keys that Apple's push payloads have.
package struct NotificationFrame: Codable, Sendable {
  package struct Aps: Codable, Sendable {
    package var contentAvailable: Int

    private enum CodingKeys: String, CodingKey {
      case contentAvailable = "content-available"
    }
  }

  package struct Payload: Codable, Sendable {
    package struct Zone: Codable, Sendable {
      package var zid: String
      package var zoid: String
      package var dbs: Int
      package var sid: String
    }

    package struct Database: Codable, Sendable {
      package var dbs: Int
      package var sid: String
    }

    /// Container, notification id, environment, recipient.
    package var cid: String
    package var nid: String
    package var ce: Int
    package var ckuserid: String
    package var fet: Zone?
    package var met: Database?
    /// The short identifier of a share to which the recipient was invited; our cloud's own.
    package var invitation: String?
  }

  package var aps: Aps?
  package var ck: Payload

  package init(
    _ notification: CloudNotification, container: String, notificationID: String,
    recipient: String, subscriptionID: String
  ) {
    aps = Aps(contentAvailable: 1)
    ck = Payload(cid: container, nid: notificationID, ce: 2, ckuserid: recipient)
    switch notification {
    case .database(let scope):
      ck.met = .init(dbs: scope.rawValue, sid: subscriptionID)
    case .zone(let zoneID, let scope):
      ck.fet = .init(
        zid: zoneID.zoneName, zoid: zoneID.ownerName, dbs: scope.rawValue, sid: subscriptionID)
    case .invitation:
      ck.invitation = subscriptionID
    }
  }

  /// What the frame says; nil for a kind that this client does not know.
  package var notification: CloudNotification? {
    if let met = ck.met, let scope = DatabaseScope(rawValue: met.dbs) { return .database(scope) }
    if let fet = ck.fet, let scope = DatabaseScope(rawValue: fet.dbs) {
      return .zone(RecordZoneID(zoneName: fet.zid, ownerName: fet.zoid), scope)
    }
    return ck.invitation == nil ? nil : .invitation
  }
}
