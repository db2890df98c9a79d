package import CloudModel
package import Foundation

/// A store that several servers use at the same time, with what they leave there for one another.
///
/// One server holds the polls of a channel. The store keeps to whom each channel belongs, so that every server can end
/// it or give it to another device, and can tell whether anybody waits for a notice.
///
/// Sequence numbers of a feed are given under a lock that lasts until the commit, and a read sees one state. So a
/// server that has seen a number has seen all lower ones.
package protocol SharedStore: CloudStore {
  /// Runs `body` while no other server does the same: what servers make at their start is made once.
  func startingAlone<R>(_ body: () throws -> R) throws -> R
  func wakeBus(of server: ServerMark) -> any WakeBus

  /// Enters a server that begins. Channels of an earlier server of this name are gone.
  func enter(_ server: ServerMark) throws
  /// Notes that the server is there; false if another one has taken its name.
  func noteAlive(_ server: ServerMark) throws -> Bool
  /// Removes what servers have left that were not there for an hour, bytes of no asset that are as old, and notices
  /// that are a day old.
  func removeLeftovers() throws
  /// Removes a server that ends, with its channels.
  func leave(_ server: ServerMark) throws

  /// Keeps a channel; returns what its user's feeds have told already.
  func open(_ channel: StoredChannel, in partition: Partition) throws -> FeedPlace
  /// Gives the channel with this push token to another device; returns its former user, or nil if there is none.
  func handOver(
    _ pushTokenHash: [UInt8], to owner: Caller, in partition: Partition
  ) throws -> String?
  /// Removes channels that their server has forgotten.
  func closeChannels(_ pushTokenHashes: [[UInt8]]) throws
  /// Removes the channels of sessions that have ended.
  func closeChannels(of ended: EndedSessions) throws

  /// Adds a session of the console; too many of one holder end the oldest.
  func insert(_ session: StoredConsoleSession, limit: Int) throws
  func consoleSession(_ digest: [UInt8]) throws -> StoredConsoleSession?
  func deleteConsoleSession(_ digest: [UInt8]) throws
  /// Deletes those of one account.
  func deleteConsoleSessions(of user: String) throws

  // MARK: Bytes of assets

  /// Begins to store bytes, which are not an asset's before `RegistryTransaction.keepBlob`; returns their number.
  func beginBlob() throws -> Int64
  /// Adds a chunk; the first is 0, and all but the last have `blobChunkBytes`.
  func addChunk(_ bytes: Data, number: Int, to blob: Int64) throws
  /// The number and the length of an asset's bytes; nil if the store does not have them.
  func blob(of checksum: AssetChecksum) throws -> (blob: Int64, length: Int64)?
  /// A chunk of bytes; nil if they were removed.
  func chunk(_ number: Int, of blob: Int64) throws -> Data?

  /// What has happened to these channels, and in the feeds of users since the places.
  func news(of channels: [WatchedChannel], since places: [WatchedFeeds]) throws -> FeedNews
}

/// The length of the chunks in which a store keeps bytes.
///
/// Our choice: a request of a client waits for few of them, and no transaction holds many bytes.
package let blobChunkBytes = 256 * 1024

/// A running server.
package struct ServerMark: Sendable, Equatable {
  /// The same after a restart.
  package var name: String
  /// Random, without spaces; another one after a restart.
  package var run: String

  package init(name: String, run: String) {
    self.name = name
    self.run = run
  }
}

/// A device's channel, as a store keeps it.
package struct StoredChannel: Sendable, Equatable {
  /// SHA-256 of the push token.
  package var hash: [UInt8]
  package var owner: Caller
  /// The server that holds its polls.
  package var server: String

  package init(hash: [UInt8], owner: Caller, server: String) {
    self.hash = hash
    self.owner = owner
    self.server = server
  }
}

/// A browser that is signed in to the console.
package struct StoredConsoleSession: Sendable, Equatable {
  /// SHA-256 of the secret in the browser's cookie.
  package var digest: [UInt8]
  /// Nil for the administrator.
  package var userRecordName: String?
  /// Milliseconds since 1970.
  package var openedAt: Int64

  package init(digest: [UInt8], userRecordName: String?, openedAt: Int64) {
    self.digest = digest
    self.userRecordName = userRecordName
    self.openedAt = openedAt
  }
}

/// The feeds of which a user's channels are told: those of two databases, and one of notices, which only channels
/// read.
package enum ToldFeed: Int, Sendable, CaseIterable {
  case notices = 0
  case `private` = 2
  case shared = 3

  package init?(_ scope: DatabaseScope) { self.init(rawValue: scope.rawValue) }
}

/// The numbers up to which a user's feeds in one partition were told.
package struct FeedPlace: Sendable, Hashable {
  /// The store's own key of the partition.
  package var partition: Int64
  private var notices: Int64 = 0
  private var `private`: Int64 = 0
  private var shared: Int64 = 0

  package init(partition: Int64) { self.partition = partition }

  package subscript(feed: ToldFeed) -> Int64 {
    get {
      switch feed {
      case .notices: notices
      case .private: `private`
      case .shared: shared
      }
    }
    set {
      switch feed {
      case .notices: notices = newValue
      case .private: `private` = newValue
      case .shared: shared = newValue
      }
    }
  }
}

/// A channel whose polls a server holds.
package struct WatchedChannel: Sendable, Equatable {
  package var hash: [UInt8]
  /// Counts how often the channel was given to another device, as far as its server knows.
  package var version: Int64

  package init(hash: [UInt8], version: Int64) {
    self.hash = hash
    self.version = version
  }
}

/// A user who has channels at a server, and the place up to which all of them were told.
package struct WatchedFeeds: Sendable, Equatable {
  package var user: String
  package var place: FeedPlace

  package init(user: String, place: FeedPlace) {
    self.user = user
    self.place = place
  }
}

/// What a server learns of its channels and their users.
package struct FeedNews: Sendable {
  package enum ChannelChange: Sendable, Equatable {
    /// It was closed, or its session has ended.
    case closed
    case handedOver(to: Caller, version: Int64, place: FeedPlace)
  }

  /// By the hash of the push token.
  package var channels: [[UInt8]: ChannelChange] = [:]
  package var users: [UserNews] = []

  package init() {}
}

/// What has happened in the feeds of one user in one partition.
package struct UserNews: Sendable {
  package var user: String
  /// The numbers of the feeds now.
  package var place: FeedPlace
  /// Feeds whose numbers are lower than those that were told: the database was put back to an earlier state.
  package var wentBack: Set<ToldFeed> = []
  package var zones: [ChangedZone] = []
  /// The subscriptions to databases and zones.
  package var subscriptions: [(scope: DatabaseScope, subscription: Subscription)] = []
  package var notices: [Notice] = []

  package init(user: String, place: FeedPlace) {
    self.user = user
    self.place = place
  }

  package struct ChangedZone: Sendable {
    package var zoneID: RecordZoneID
    package var scope: DatabaseScope
    package var move: FeedMove

    package init(zoneID: RecordZoneID, scope: DatabaseScope, move: FeedMove) {
      self.zoneID = zoneID
      self.scope = scope
      self.move = move
    }
  }

  /// The announcements of one transaction that say more than the feeds.
  package struct Notice: Sendable {
    package var announcements: [Announcement]
    package var move: FeedMove

    package init(announcements: [Announcement], move: FeedMove) {
      self.announcements = announcements
      self.move = move
    }
  }
}

/// The last change of an entry in a feed, and who has made it.
package struct FeedMove: Sendable, Equatable {
  package var sequence: Int64
  /// `Caller.deviceNumber` of the device that made it; nil if that has no name.
  package var device: Int64?
  /// The number of the last change that this device did not make.
  package var otherSequence: Int64

  package init(sequence: Int64, device: Int64?, otherSequence: Int64 = 0) {
    self.sequence = sequence
    self.device = device
    self.otherSequence = otherSequence
  }

  /// Whether another device than `reader` has made a change after the number `seen`.
  package func isNews(for reader: Int64?, after seen: Int64) -> Bool {
    reader != nil && device == reader ? otherSequence > seen : sequence > seen
  }
}
