package import CloudModel

/// One notification as it is pushed, with the keys of Apple's push payloads: `aps` says how it is
/// presented, `ck` what it is about.
package struct NotificationFrame: Codable, Sendable, Equatable {
  package struct Payload: Codable, Sendable, Equatable {
    package struct Query: Codable, Sendable, Equatable {
      package var zid: String
      package var zoid: String
      package var rid: String
      package var dbs: Int
      /// A `RecordChangeReason`.
      package var fo: Int
      package var sid: String
      /// Fields of the record that the subscription asked for.
      package var af: [String: JSONValue]?

      package init(
        zid: String, zoid: String, rid: String, dbs: Int, fo: Int, sid: String,
        af: [String: JSONValue]? = nil
      ) {
        self.zid = zid
        self.zoid = zoid
        self.rid = rid
        self.dbs = dbs
        self.fo = fo
        self.sid = sid
        self.af = af
      }
    }

    package struct Zone: Codable, Sendable, Equatable {
      package var zid: String
      package var zoid: String
      package var dbs: Int
      package var sid: String

      package init(zid: String, zoid: String, dbs: Int, sid: String) {
        self.zid = zid
        self.zoid = zoid
        self.dbs = dbs
        self.sid = sid
      }
    }

    package struct Database: Codable, Sendable, Equatable {
      package var dbs: Int
      package var sid: String

      package init(dbs: Int, sid: String) {
        self.dbs = dbs
        self.sid = sid
      }
    }

    /// Container, notification id, environment, recipient.
    package var cid: String
    package var nid: String?
    package var ce: Int
    package var ckuserid: String
    /// Empty; absent if `aps` is absent.
    package var aux: [String: JSONValue]?
    /// 1 if something was left out to keep the frame small.
    package var p: Int?
    package var qry: Query?
    package var fet: Zone?
    package var met: Database?
    /// The short GUID of a share to which the recipient was invited; an addition to CloudKit.
    package var invitation: String?
  }

  package var aps: [String: JSONValue]?
  package var ck: Payload

  package init(aps: [String: JSONValue]?, ck: Payload) {
    self.aps = aps
    self.ck = ck
  }
}

extension NotificationFrame {
  package init(_ push: PushedNotification) {
    ck = Payload(
      container: push.containerIdentifier, environment: push.environment,
      recipient: push.recipient, notificationID: push.notificationID)
    aps = push.presentation
    ck.aux = aps == nil ? nil : [:]
    ck.p = push.isPruned ? 1 : nil
    let sid = push.subscriptionID
    switch push.notification {
    case .database(let scope): ck.met = .init(dbs: scope.rawValue, sid: sid)
    case .zone(let zoneID, let scope):
      ck.fet = .init(zid: zoneID.zoneName, zoid: zoneID.ownerName, dbs: scope.rawValue, sid: sid)
    case .query(let recordID, let scope, let reason):
      ck.qry = .init(
        zid: recordID.zoneID.zoneName, zoid: recordID.zoneID.ownerName, rid: recordID.recordName,
        dbs: scope.rawValue, fo: reason.rawValue, sid: sid, af: push.recordFields)
    case .invitation: ck.invitation = sid
    }
  }

  /// The notification as a value; nil for a kind that this client does not know.
  package var push: PushedNotification? {
    guard let (notification, subscriptionID) = subject else { return nil }
    return PushedNotification(
      notification, containerIdentifier: ck.cid,
      environment: ck.ce == Payload.production ? .production : .development,
      recipient: ck.ckuserid, notificationID: ck.nid, subscriptionID: subscriptionID,
      recordFields: ck.qry?.af, presentation: aps, isPruned: ck.p == 1)
  }

  private var subject: (CloudNotification, subscriptionID: String)? {
    if let met = ck.met, let scope = DatabaseScope(rawValue: met.dbs) {
      return (.database(scope), met.sid)
    }
    if let fet = ck.fet, let scope = DatabaseScope(rawValue: fet.dbs) {
      return (.zone(RecordZoneID(zoneName: fet.zid, ownerName: fet.zoid), scope), fet.sid)
    }
    if let qry = ck.qry, let scope = DatabaseScope(rawValue: qry.dbs),
      let reason = RecordChangeReason(rawValue: qry.fo)
    {
      let zoneID = RecordZoneID(zoneName: qry.zid, ownerName: qry.zoid)
      return (.query(RecordID(recordName: qry.rid, zoneID: zoneID), scope, reason), qry.sid)
    }
    guard let shortGUID = ck.invitation else { return nil }
    return (.invitation, shortGUID)
  }
}

extension NotificationFrame.Payload {
  /// `ce` of the production environment.
  fileprivate static let production = 1

  fileprivate init(
    container: String, environment: CloudEnvironment, recipient: String, notificationID: String?
  ) {
    self.init(
      cid: container, nid: notificationID, ce: environment == .production ? Self.production : 2,
      ckuserid: recipient)
  }
}
