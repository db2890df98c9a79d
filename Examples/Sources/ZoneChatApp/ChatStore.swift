import CloudKit
import Observation

/// All chats of the person who is signed in: their own are in the private database, those of others in the shared one.
///
/// Each database has a sync engine (`ChatStore+Sync.swift`). The records are kept in a file together with the states of
/// the engines. So a program that starts again, or without a connection, has everything that it had, and sends what
/// waits.
@MainActor @Observable public final class ChatStore {
  struct Archive: Codable {
    var records = Data()
    /// What the engines know, by the scopes of their databases.
    var states: [Int: CKSyncEngine.State.Serialization] = [:]
  }

  /// What has failed last, in a sentence; whoever has shown it takes it away.
  public var problem: String?
  /// What the cloud has refused, and why.
  public internal(set) var refusals: [CKRecord.ID: String] = [:]
  var zones: [CKRecordZone.ID: Chat] = [:]
  @ObservationIgnored var archive = Archive()
  @ObservationIgnored private var engines: [CKSyncEngine] = []
  let container: CKContainer
  private let file: URL?

  /// Without a file everything lasts as long as the program.
  public init(container: CKContainer, file: URL? = nil) throws {
    (self.container, self.file) = (container, file)
    if let file, FileManager.default.fileExists(atPath: file.path) {
      archive = try JSONDecoder().decode(Archive.self, from: Data(contentsOf: file))
      let records = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, CKRecord.self, CKShare.self], from: archive.records)
      for record in records as? [CKRecord] ?? [] { keep(record) }
    }
    engines = [container.privateCloudDatabase, container.sharedCloudDatabase].map { database in
      let state = archive.states[database.databaseScope.rawValue]
      return CKSyncEngine(.init(database: database, stateSerialization: state, delegate: self))
    }
    for zoneID in zones.keys { sendLater(zoneID) }
  }

  /// The one that has changed last comes first; a zone without a session is no chat.
  public var chats: [Chat] {
    zones.values.filter { $0.session != nil }.sorted { $0.lastChange > $1.lastChange }
  }

  func keep(_ record: CKRecord) {
    let zoneID = record.recordID.zoneID
    zones[zoneID, default: Chat(id: zoneID)].records[record.recordID.recordName] = record
  }

  func save() {
    guard let file else { return }
    do {
      archive.records = try NSKeyedArchiver.archivedData(
        withRootObject: zones.values.flatMap(\.records.values) as NSArray,
        requiringSecureCoding: true)
      try JSONEncoder().encode(archive).write(to: file, options: .atomic)
    } catch {
      problem = "\(file.path) cannot be written: \(error.localizedDescription)"
    }
  }

  // MARK: - What a person does

  public func makeChat(named name: String) -> Chat.ID {
    let zoneID = CKRecordZone.ID(zoneName: "chat-" + UUID().uuidString.lowercased())
    let session = CKRecord(
      recordType: "ChatSession", recordID: CKRecord.ID(recordName: "session", zoneID: zoneID))
    session["name"] = name
    // Any other name that somebody gives the chat is newer.
    session["renamedAt"] = Date(timeIntervalSince1970: 0.001)
    session["createdAt"] = Date.now
    session["lastMessageAt"] = Date.now
    let share = CKShare(recordZoneID: zoneID)
    share[CKShare.SystemFieldKey.title] = name
    for record in [session, share] { keep(record) }
    sendLater(zoneID)
    return zoneID
  }

  /// Writes a message, which is sent as soon as that is possible.
  public func write(_ text: String, in chat: Chat) {
    guard 1...65_536 ~= text.utf8.count else { return problem = "A message has 1 to 65,536 bytes." }
    let message = CKRecord(recordType: "Message", recordID: CKRecord.ID(zoneID: chat.id))
    message["text"] = text
    message["timestamp"] = Date.now
    keep(message)
    sendLater(chat.id)
  }

  /// Invites an account, or lets everybody in who has the link; returns the link.
  public func invite(_ account: String?, to chat: Chat) async throws -> URL? {
    // A new chat may still wait for a connection.
    try await engine(of: chat).sendChanges()
    let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: chat.id)
    let record = try await container.privateCloudDatabase.record(for: shareID)
    guard let share = record as? CKShare else { return nil }
    if let account {
      let participant = try await container.shareParticipant(forEmailAddress: account)
      participant.permission = .readWrite
      share.addParticipant(participant)
    } else {
      share.publicPermission = .readWrite
    }
    try await container.privateCloudDatabase.save(share)
    keep(share)
    save()
    return share.url
  }

  /// Joins the chat to which a link leads.
  public func accept(_ link: URL) async throws -> Chat.ID {
    let share = try await container.accept(try await container.shareMetadata(for: link))
    try await engines[1].fetchChanges()
    return share.recordID.zoneID
  }

  /// Sends what waits, and fetches what is new, without waiting for a push.
  public func refresh() async {
    do {
      for engine in engines {
        try await engine.sendChanges()
        try await engine.fetchChanges()
      }
    } catch {
      problem = error.localizedDescription
    }
  }

  // MARK: - What is to be sent

  /// The owner of a chat decides in which database it is.
  private func engine(of chat: Chat) -> CKSyncEngine { engines[chat.isMine ? 0 : 1] }

  /// Tells the engine what the cloud does not have of a chat; telling it twice is harmless.
  func sendLater(_ zoneID: CKRecordZone.ID) {
    guard let chat = zones[zoneID], let session = chat.session else { return }
    let messages = chat.messages
    // Who sends the first message, or one a minute later than the session says, changes the session as well.
    if let own = messages.last(where: \.isMine)?.timestamp {
      let noted = session.time("lastMessageAt", storedAt: session.modificationDate)
      if own > noted + (messages.count == 1 ? 0 : 60) { session["lastMessageAt"] = own }
    }
    let state = engine(of: chat).state
    if chat.share?.isUnsent == true {
      state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    }
    let unsent = chat.records.values.filter { $0.isUnsent && refusals[$0.recordID] == nil }
    state.add(pendingRecordZoneChanges: unsent.map { .saveRecord($0.recordID) })
    save()
  }
}
