import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB

/// A row of `chat`.
struct StoredChat: Equatable, FetchableRecord, Sendable {
  var id: Int64?
  var zoneName: String
  var ownerName: String
  var name: String
  var renamedAt: Int64
  var createdAt: Int64
  var lastMessageAt: Int64
  /// The record name of the session.
  var sessionName = SessionRecord.defaultRecordName
  var sessionChangeTag: String?
  var sessionUnknownFields: Data?
  var permission: Participant.Permission
  var publicPermission: Participant.Permission = .none
  var shortGUID: String?
  /// The cloud's time of the share's newest version that was here; milliseconds since 1970.
  var shareModifiedAt: Int64 = 0
  /// What the share shows of the first message of a chat of two; nil in other chats.
  var shownWords: String?
  var changeToken: String?
  /// The number of times that the cloud has announced changes that are not completely fetched yet.
  var hasChanges: Int64 = 0
  var epoch: Int64 = 0
  /// The epoch in which the zone was found, made or shared again, 0 while a chat waits for its first message; a resync
  /// does not change it.
  var lifeBegan: Int64 = 0
  /// Whether the feed is read from the beginning.
  ///
  /// Until the feed ends, records that it has not brought may still exist.
  var isResyncing = false
  var isListed = true
  var ending: ChatLife.Ending?
  var lastSeenMessageID: Int64 = 0
  var isHistoryComplete = false
  /// From this time on no message is missing, although older ones may be.
  var completeFrom: Int64?
  var wantsPreview = false
  var changeOrder: Int64 = 0
  var isOpen = false
  /// Whether the zone is known, or believed, to be a chat; if not, nothing of it is shown or kept.
  var isChat = true

  /// The `lastSeenMessageID` of a chat that was found in the cloud, until its first fetch has ended: only then is it
  /// known which of the messages that it brings are unread.
  static let firstFetch: Int64 = -1

  /// The `renamedAt` of a chat that still has its first name.
  ///
  /// It is before every other, so that a name that is given later wins, also if the clock of the device that
  /// created the chat was ahead. Zero is for a name that is not known yet.
  static let neverRenamed: Int64 = 1

  init(zoneID: RecordZoneID, name: String, createdAt: Int64, permission: Participant.Permission) {
    zoneName = zoneID.zoneName
    ownerName = zoneID.ownerName
    self.name = name
    self.createdAt = createdAt
    renamedAt = Self.neverRenamed
    lastMessageAt = createdAt
    self.permission = permission
  }

  /// A zone that was found in the cloud; nothing of it is here yet.
  init(foundAs zoneID: RecordZoneID, name: String, createdAt: Int64, isChat: Bool) {
    self.init(zoneID: zoneID, name: name, createdAt: createdAt, permission: .readOnly)
    renamedAt = 0
    hasChanges = 1
    isResyncing = true
    // Keys come with the feed only.
    wantsPreview = isChat && !isSealed
    lastSeenMessageID = Self.firstFetch
    self.isChat = isChat
  }

  var zoneID: RecordZoneID { RecordZoneID(zoneName: zoneName, ownerName: ownerName) }

  var isInFirstFetch: Bool { lastSeenMessageID == Self.firstFetch }

  /// Whether the chat is in the cloud, or on its way there; a chat of two waits on this device for its first message.
  var hasBegun: Bool { lifeBegan != 0 }

  func life(for user: String) -> ChatLife {
    if let ending { return .ended(ending) }
    return ownerName == user ? .owned : .participating(permission)
  }

  func session() throws -> SessionRecord {
    var session = SessionRecord(
      name: name, renamedAt: Date(millisecondsSince1970: renamedAt),
      createdAt: Date(millisecondsSince1970: createdAt),
      lastMessageAt: Date(millisecondsSince1970: lastMessageAt))
    session.recordName = sessionName
    session.changeTag = sessionChangeTag
    session.unknownFields = try UnknownFields(decoding: sessionUnknownFields)
    return session
  }

  mutating func take(_ session: SessionRecord) throws {
    sessionName = session.recordName
    name = session.name
    // The first session that is seen sets the time of creation; no later save changes it. Until then, a chat that was
    // joined has the time of joining.
    if createdAt == 0 || renamedAt == 0 {
      createdAt = session.createdAt.millisecondsSince1970
    }
    renamedAt = session.renamedAt.millisecondsSince1970
    lastMessageAt = session.lastMessageAt.millisecondsSince1970
    sessionChangeTag = session.changeTag
    sessionUnknownFields = try session.unknownFields.encoded()
  }

  func access(for user: String) -> ChatAccess {
    let life = life(for: user)
    return switch life {
    case .owned: .owner
    case .participating(.readWrite): .readWrite
    case .participating: .readOnly
    case .ended: .sealed(reason: ChatLife.reason(life))
    }
  }

  /// Whether this is the zone of the account's settings, which is never a chat.
  func isSettings(of user: String) -> Bool {
    zoneName == SettingsZone.name && ownerName == user
  }

  /// The position at which the next fetch begins; nil while the chat has ended.
  func position(for user: String) -> ZonePosition? {
    guard ending == nil else { return nil }
    return ZonePosition(
      changeToken: changeToken.map(ServerChangeToken.init), epoch: epoch, marks: hasChanges,
      // A zone that is not a chat is fetched only to see whether it gets a session.
      desiredKeys: isChat || isSettings(of: user) ? nil : [SessionRecord.Key.name])
  }
}

extension StoredChat {
  static func fetch(_ db: Database, zoneID: RecordZoneID) throws -> StoredChat? {
    try fetchOne(
      db.cachedStatement(sql: "SELECT * FROM chat WHERE zoneName = ? AND ownerName = ?"),
      arguments: [zoneID.zoneName, zoneID.ownerName])
  }

  static func fetch(_ db: Database, id: ChatID) throws -> StoredChat {
    let statement = try db.cachedStatement(sql: "SELECT * FROM chat WHERE id = ?")
    guard let chat = try fetchOne(statement, arguments: [id.rawValue]) else {
      throw ChatError.chatGone
    }
    return chat
  }

  /// The chat's title; if it has none, the names of the other members; empty while neither is known.
  ///
  /// So a chat of two has on each side the name of the other: also before that person joins, and after they have
  /// left. A chat of two whose title is the reader's name, because the other wants to talk to the reader, is named
  /// like one without a title.
  func title(_ db: Database, for account: Account) throws -> String {
    let isNamed = ChatTitle.isVisible(name)
    guard !isNamed || ChatTitle.isName(name, of: account) else { return name }
    let others = try StoredMember.otherNames(db, chatID: requireID(), account: account)
    if isNamed { return others.count == 1 ? others[0] : name }
    if others.isEmpty { return isHistoryComplete ? ChatTitle.missing : "" }
    let shown = others.prefix(3).joined(separator: ", ")
    return others.count > 3 ? "\(shown) and \(others.count - 3) more" : shown
  }

  /// The row's key; every chat that was fetched has one.
  func requireID() throws -> Int64 {
    guard let id else { throw ChatError.unknownChat(zoneName) }
    return id
  }
}
