import CloudModel
import CloudRows
package import CloudRules
import Foundation
import PostgresClient

extension PostgresStore {
  /// One round trip if nothing has happened, otherwise two, however many channels and users there are.
  package func news(
    of channels: [WatchedChannel], since places: [WatchedFeeds]
  ) throws -> FeedNews {
    try transaction(.snapshot) { conversation in
      let found = try conversation.read(
        [Self.changes(of: channels), Self.moves(since: places)], seeing: .feeds)
      var news = FeedNews()
      for (number, change) in try found[0].read({ (try $0.next() as Int, try Self.change(&$0)) }) {
        news.channels[channels[number - 1].hash] = change
      }
      var moved: [Moved] = []
      for (number, scope, sequence) in try found[1].read({
        (try $0.next() as Int, try $0.next() as Int, try $0.next() as Int64)
      }) {
        guard let feed = ToldFeed(rawValue: scope) else { continue }
        let watched = places[number - 1]
        if moved.last?.number != number {
          moved.append(
            Moved(number: number, partition: watched.place.partition, user: watched.user))
          news.users.append(UserNews(user: watched.user, place: watched.place))
        }
        let wentBack = sequence < watched.place[feed]
        news.users[moved.count - 1].place[feed] = sequence
        if wentBack { news.users[moved.count - 1].wentBack.insert(feed) }
        moved[moved.count - 1].since[feed] = wentBack ? 0 : watched.place[feed]
      }
      if !moved.isEmpty { try addDetails(of: moved, to: &news, conversation) }
      return news
    }
  }

  /// A user some of whose feeds have other numbers than those that were told.
  private struct Moved {
    var number: Int
    var partition: Int64
    var user: String
    /// The numbers after which there is news, of the feeds that have moved.
    var since: [ToldFeed: Int64] = [:]
  }

  private static func changes(of channels: [WatchedChannel]) -> SQL {
    """
    SELECT w.n, c.hash IS NULL OR (c.session IS NOT NULL AND s.id IS NULL), c.userRecordName,
      c.clientID, c.session, c.version, c.partition, c.notices, c.private, c.shared
    FROM unnest(\(channels.map { Data($0.hash) }), \(channels.map(\.version))) WITH ORDINALITY
      AS w (h, v, n)
    LEFT JOIN channel AS c ON c.hash = w.h
    LEFT JOIN session AS s ON s.id = c.session
    WHERE c.hash IS NULL OR c.version <> w.v OR (c.session IS NOT NULL AND s.id IS NULL)
    """
  }

  private static func change(_ row: inout Columns) throws -> FeedNews.ChannelChange {
    guard try !row.next() else { return .closed }
    let owner = Caller(
      userRecordName: try row.next(), clientID: try row.nextOrNil(), session: try row.nextOrNil())
    let version: Int64 = try row.next()
    var place = FeedPlace(partition: try row.next())
    for feed in [ToldFeed.notices, .private, .shared] { place[feed] = try row.next() }
    return .handedOver(to: owner, version: version, place: place)
  }

  private static func moves(since places: [WatchedFeeds]) -> SQL {
    """
    SELECT w.n, f.scope, f.sequence
    FROM unnest(\(places.map(\.place.partition)), \(places.map(\.user)),
      \(places.map { $0.place[.notices] }), \(places.map { $0.place[.private] }),
      \(places.map { $0.place[.shared] })) WITH ORDINALITY AS w (p, u, a, b, c, n)
    JOIN feed AS f ON f.partition = w.p AND f.userRecordName = w.u
    WHERE f.sequence <> CASE f.scope
      WHEN \(ToldFeed.private.rawValue) THEN w.b WHEN \(ToldFeed.shared.rawValue) THEN w.c ELSE w.a END
    ORDER BY w.n, f.scope
    """
  }

  private func addDetails(
    of moved: [Moved], to news: inout FeedNews, _ conversation: Conversation
  ) throws {
    let feeds = moved.enumerated().flatMap { index, moved in
      moved.since.map { (index: Int64(index), moved: moved, feed: $0.key, since: $0.value) }
    }
    let asked: SQL = """
      unnest(\(feeds.map(\.index)), \(feeds.map(\.moved.partition)), \(feeds.map(\.moved.user)),
        \(feeds.map { Int64($0.feed.rawValue) }), \(feeds.map(\.since))) AS w (n, p, u, s, a)
      """
    let found = try conversation.read(
      [
        """
        SELECT w.n, w.s, e.zoneName, e.ownerName, e.sequence, e.device, e.otherSequence
        FROM \(asked) JOIN feedEntry AS e ON e.partition = w.p AND e.userRecordName = w.u
          AND e.scope = w.s AND e.sequence > w.a
        ORDER BY w.n, w.s, e.sequence
        """,
        """
        SELECT w.n, w.s, o.body FROM \(asked) JOIN subscription AS o ON o.partition = w.p
          AND o.userRecordName = w.u AND o.scope = w.s AND o.recordType IS NULL
        ORDER BY w.n, w.s, o.subscriptionID
        """,
        """
        SELECT w.n, c.container, c.environment, o.sequence, o.body
        FROM \(asked) JOIN notice AS o ON w.s = \(ToldFeed.notices.rawValue) AND o.partition = w.p
          AND o.userRecordName = w.u AND o.sequence > w.a
        JOIN partition AS c ON c.id = w.p
        ORDER BY w.n, o.sequence
        """,
      ], seeing: .feeds)
    for (index, zone) in try found[0].read(Self.changedZone) {
      if let zone { news.users[index].zones.append(zone) }
    }
    for (index, scope, body) in try found[1].read({
      (try $0.next() as Int, try $0.next() as Int, try $0.next() as String)
    }) {
      // One that cannot be read announces nothing, as everywhere.
      guard let scope = DatabaseScope(rawValue: scope),
        let readable = try? Subscription(stored: body)
      else { continue }
      news.users[index].subscriptions.append((scope, readable))
    }
    for (index, partition, sequence, body) in try found[2].read({
      (try $0.next() as Int, try Partition(&$0), try $0.next() as Int64, try $0.next() as Data)
    }) {
      let user = news.users[index].user
      let notice = try StoredNotice(sealed: body, for: user, with: atRestKey)
        .notice(sequence, to: user, in: partition)
      news.users[index].notices.append(notice)
    }
  }

  private static func changedZone(_ row: inout Columns) throws -> (Int, UserNews.ChangedZone?) {
    let (index, scope): (Int, Int) = (try row.next(), try row.next())
    let zoneID = RecordZoneID(zoneName: try row.next(), ownerName: try row.next())
    let move = FeedMove(
      sequence: try row.next(), device: try row.nextOrNil(), otherSequence: try row.next())
    let zone = DatabaseScope(rawValue: scope).map {
      UserNews.ChangedZone(zoneID: zoneID, scope: $0, move: move)
    }
    return (index, zone)
  }
}
