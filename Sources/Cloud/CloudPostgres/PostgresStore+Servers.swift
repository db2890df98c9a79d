package import CloudRules
import Foundation
import PostgresClient

extension PostgresStore: SharedStore {
  /// Our choice: for other servers that start.
  private static let startWait = Duration.seconds(600)

  package func startingAlone<R>(_ body: () throws -> R) throws -> R {
    var patient = PostgresLimits()
    patient.lock = Self.startWait
    patient.statement = Self.startWait
    do {
      // The lock ends with the connection, also if this program is killed.
      return try PostgresConnection.with(address, patient) { connection in
        try connection.run(
          "SELECT pg_advisory_lock($1)", .bigint(Int(LockKey.number(.startUp, ""))))
        // The cloud may have moved while this waited.
        try PostgresSchema.requireInUse(connection, at: "\(address)")
        return try body()
      }
    } catch {
      throw Self.storeError(error)
    }
  }

  package func wakeBus(of server: ServerMark) -> any WakeBus {
    PostgresWakeBus(address, of: server)
  }

  package func enter(_ server: ServerMark) throws {
    try transaction(.write) { conversation in
      conversation.write(
        """
        INSERT INTO server (name, run, seenAt)
        VALUES (\(server.name), \(server.run), \(sql: PostgresSchema.now))
        ON CONFLICT (name) DO UPDATE SET run = excluded.run, seenAt = excluded.seenAt
        """)
      conversation.write("DELETE FROM channel WHERE server = \(server.name)")
    }
  }

  package func noteAlive(_ server: ServerMark) throws -> Bool {
    try transaction(.write) { conversation in
      try !conversation.read(
        """
        INSERT INTO server (name, run, seenAt)
        VALUES (\(server.name), \(server.run), \(sql: PostgresSchema.now))
        ON CONFLICT (name) DO UPDATE SET seenAt = excluded.seenAt WHERE server.run = excluded.run
        RETURNING seenAt
        """
      ).isEmpty
    }
  }

  package func removeLeftovers() throws {
    try transaction(.write) { conversation in
      let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
      conversation.write("DELETE FROM server WHERE seenAt < \(sql: PostgresSchema.now) - \(hour)")
      conversation.write("DELETE FROM channel WHERE server NOT IN (SELECT name FROM server)")
      // Of assets that were forgotten by a server that could not remove their bytes any more.
      conversation.write(
        """
        UPDATE blob SET checksum = NULL, changedAt = \(sql: PostgresSchema.now)
        WHERE changedAt < \(sql: PostgresSchema.now) - \(hour) AND checksum IS NOT NULL
          AND NOT EXISTS (SELECT FROM asset WHERE asset.checksum = blob.checksum)
        """)
      // Chunks first: bytes that are received meanwhile are younger.
      let over: SQL =
        "SELECT id FROM blob WHERE checksum IS NULL AND changedAt < \(sql: PostgresSchema.now) - \(hour)"
      conversation.write("DELETE FROM blobChunk WHERE blob IN (\(over))")
      conversation.write(
        "DELETE FROM blob WHERE id IN (\(over)) AND NOT EXISTS (SELECT FROM blobChunk WHERE blob = id)"
      )
      conversation.write(
        "DELETE FROM consoleSession WHERE openedAt < \(sql: PostgresSchema.now) - \(day)")
      conversation.write("DELETE FROM notice WHERE createdAt < \(sql: PostgresSchema.now) - \(day)")
    }
  }

  package func leave(_ server: ServerMark) throws {
    try transaction(.write) { conversation in
      conversation.write(
        """
        DELETE FROM channel WHERE server = \(server.name)
          AND EXISTS (SELECT FROM server WHERE name = \(server.name) AND run = \(server.run))
        """)
      conversation.write(
        "DELETE FROM server WHERE name = \(server.name) AND run = \(server.run)")
    }
  }

  // MARK: Channels

  package func open(_ channel: StoredChannel, in partition: Partition) throws -> FeedPlace {
    try write(in: partition) { transaction, conversation in
      let owner = channel.owner
      let place = try transaction.place(of: owner.userRecordName)
      conversation.write(
        """
        INSERT INTO channel (hash, partition, userRecordName, clientID, session, server, version,
          notices, private, shared)
        VALUES (\(channel.hash), \(place.partition), \(owner.userRecordName), \(owner.clientID),
          \(owner.session), \(channel.server), 0, \(place[.notices]), \(place[.private]),
          \(place[.shared]))
        """)
      return place
    }
  }

  package func handOver(
    _ pushTokenHash: [UInt8], to owner: Caller, in partition: Partition
  ) throws -> String? {
    try write(in: partition) { transaction, conversation in
      let place = try transaction.place(of: owner.userRecordName)
      return try conversation.read(
        """
        UPDATE channel AS c SET userRecordName = \(owner.userRecordName),
          clientID = \(owner.clientID), session = \(owner.session), version = c.version + 1,
          notices = \(place[.notices]), private = \(place[.private]), shared = \(place[.shared])
        FROM (SELECT hash, userRecordName FROM channel
          WHERE hash = \(pushTokenHash) AND partition = \(place.partition) FOR UPDATE) AS former
        WHERE c.hash = former.hash RETURNING former.userRecordName
        """
      ).one { try $0.next() }
    }
  }

  package func closeChannels(_ pushTokenHashes: [[UInt8]]) throws {
    try transaction(.write) { conversation in
      conversation.write(
        "DELETE FROM channel WHERE hash = ANY (\(pushTokenHashes.map { Data($0) }))")
    }
  }

  package func closeChannels(of ended: EndedSessions) throws {
    let which: SQL =
      switch ended.which {
      case .all: ""
      case .others(let kept): "AND session IS DISTINCT FROM \(kept)"
      case .these(let sessions): "AND session = ANY (\(sessions.sorted()))"
      }
    try transaction(.write) { conversation in
      conversation.write(
        "DELETE FROM channel WHERE userRecordName = \(ended.userRecordName) \(which)")
    }
  }

  // MARK: Sessions of the console

  package func insert(_ session: StoredConsoleSession, limit: Int) throws {
    try transaction(.write) { conversation in
      conversation.write(
        """
        INSERT INTO consoleSession (digest, userRecordName, openedAt)
        VALUES (\(session.digest), \(session.userRecordName), \(session.openedAt))
        """)
      conversation.write(
        """
        DELETE FROM consoleSession WHERE digest IN (
          SELECT digest FROM consoleSession
          WHERE userRecordName IS NOT DISTINCT FROM \(session.userRecordName)
          ORDER BY openedAt DESC OFFSET \(limit))
        """)
    }
  }

  package func consoleSession(_ digest: [UInt8]) throws -> StoredConsoleSession? {
    try transaction(.snapshot) { conversation in
      try conversation.read(
        "SELECT userRecordName, openedAt FROM consoleSession WHERE digest = \(digest)"
      ).one {
        StoredConsoleSession(
          digest: digest, userRecordName: try $0.nextOrNil(), openedAt: try $0.next())
      }
    }
  }

  package func deleteConsoleSession(_ digest: [UInt8]) throws {
    try transaction(.write) { conversation in
      conversation.write("DELETE FROM consoleSession WHERE digest = \(digest)")
    }
  }

  package func deleteConsoleSessions(of user: String) throws {
    try transaction(.write) { conversation in
      conversation.write("DELETE FROM consoleSession WHERE userRecordName = \(user)")
    }
  }

  private func write<T>(
    in partition: Partition, _ body: (PostgresPartition, Conversation) throws -> T
  ) throws -> T {
    try transaction(.write) { conversation in
      try body(
        PostgresPartition(
          conversation, in: partition, isWrite: true, key: atRestKey, types: types), conversation)
    }
  }
}

extension PostgresPartition {
  /// The numbers of the user's feeds now.
  fileprivate func place(of user: String) throws -> FeedPlace {
    var place = FeedPlace(partition: partitionID)
    let numbers = try conversation.read(
      """
      SELECT scope, sequence FROM feed
      WHERE partition = \(partitionID) AND userRecordName = \(user)
      """, seeing: .feeds
    ).read { (scope: try $0.next() as Int, sequence: try $0.next() as Int64) }
    for (scope, sequence) in numbers {
      if let feed = ToldFeed(rawValue: scope) { place[feed] = sequence }
    }
    return place
  }
}
