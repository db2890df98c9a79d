import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import CloudWire
import Foundation
import Testing

/// The exact bytes of a push.
@Suite struct PushFrameTests {
  private func frame(
    _ notification: CloudNotification, info: [String: JSONValue]? = nil,
    fields: [String: FieldValue] = [:]
  ) async throws -> String {
    let world = PushWorld()
    let channel = world.channel()
    world.courier.deliver([world.announcement(notification, info: info, fields: fields)])
    return try #require(try await world.next(on: channel)).json
  }

  /// Source: captured frames of a query subscription; `docs/protocol.md`.
  @Test func `the frames of a query are those that were captured`() async throws {
    let query = PushWorld.query("r", .public)
    #expect(
      try await frame(query, info: ["alertBody": .string("New note")])
        == #"{"aps":{"alert":"New note"},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","ckuserid":"_me","nid":"N","#
        + #""qry":{"dbs":1,"fo":1,"rid":"r","sid":"s","zid":"Z","zoid":"_me"}}}"#)
    #expect(
      try await frame(query)
        == #"{"ck":{"ce":2,"cid":"iCloud.test","ckuserid":"_me","nid":"N","#
        + #""qry":{"dbs":1,"fo":1,"rid":"r","sid":"s","zid":"Z","zoid":"_me"}}}"#)
    #expect(
      try await frame(query, info: ["shouldSendContentAvailable": .integer(1)])
        == #"{"aps":{"content-available":1},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","ckuserid":"_me","nid":"N","#
        + #""qry":{"dbs":1,"fo":1,"rid":"r","sid":"s","zid":"Z","zoid":"_me"}}}"#)
  }

  @Test func `databases and zones only say look`() async throws {
    #expect(
      try await frame(.database(.shared))
        == #"{"aps":{"content-available":1},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","ckuserid":"_me","#
        + #""met":{"dbs":3,"sid":"s"},"nid":"N"}}"#)
    #expect(
      try await frame(.zone(RecordZoneID(zoneName: "Z", ownerName: "_me"), .private))
        == #"{"aps":{"content-available":1},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","ckuserid":"_me","#
        + #""fet":{"dbs":2,"sid":"s","zid":"Z","zoid":"_me"},"nid":"N"}}"#)
  }

  @Test func `everything that an alert can have`() async throws {
    let info: [String: JSONValue] = [
      "alertBody": .string("body"), "alertLocalizationKey": .string("KEY"),
      "alertLocalizationArgs": .array([.string("title"), .string("plain"), .string("count")]),
      "alertActionLocalizationKey": .string("ACT"), "alertLaunchImage": .string("i.png"),
      "soundName": .string("default"), "shouldBadge": .bool(true), "category": .string("c"),
      "shouldSendContentAvailable": .bool(true), "title": .string("T"),
      "additionalFields": .array(
        ["title", "at", "of", "where", "file", "none"].map(JSONValue.string)),
    ]
    let fields: [String: FieldValue] = [
      "title": .string("Milk"), "count": .int64(3), "file": .bytes(Data([1])),
      "at": .date(Date(timeIntervalSince1970: 2)),
      "of": .reference(Reference(recordName: "l", action: .none)),
      "where": .location(Location(latitude: 1.5, longitude: 2.5)),
    ]
    #expect(
      try await frame(PushWorld.query("r", .private, .update), info: info, fields: fields)
        == #"{"aps":{"alert":{"action-loc-key":"ACT","body":"body","launch-image":"i.png","#
        + #""loc-args":["Milk","plain","3"],"loc-key":"KEY","title":"T"},"badge":1,"category":"c","#
        + #""content-available":1,"sound":"default"},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","#
        + #""ckuserid":"_me","nid":"N","qry":{"af":{"at":2000,"of":{"action":"NONE","recordName":"l"},"#
        + #""title":"Milk","where":{"latitude":1.5,"longitude":2.5}},"#
        + #""dbs":2,"fo":2,"rid":"r","sid":"s","zid":"Z","zoid":"_me"}}}"#)
  }

  @Test func `a frame is pruned to four kilobytes, the record's fields first`() async throws {
    let long = JSONValue.string(String(repeating: "x", count: 3000))
    let fields = ["a": FieldValue.string(String(repeating: "y", count: 3000))]
    let trimmed = try await frame(
      PushWorld.query(),
      info: ["alertBody": long, "additionalFields": .array([.string("a")])], fields: fields)
    #expect(trimmed.contains("xxx") && !trimmed.contains("yyy"))
    #expect(trimmed.contains(#""p":1"#))
    let bare = try await frame(
      PushWorld.query(),
      info: ["alertBody": .string(String(repeating: "x", count: 5000)), "shouldBadge": .bool(true)])
    #expect(
      bare
        == #"{"aps":{"badge":1},"ck":{"aux":{},"ce":2,"cid":"iCloud.test","ckuserid":"_me","nid":"N","p":1,"#
        + #""qry":{"dbs":2,"fo":1,"rid":"r","sid":"s","zid":"Z","zoid":"_me"}}}"#)
  }

  @Test func `production says so`() async throws {
    let world = PushWorld()
    let production = Partition(container: "iCloud.test", environment: .production)
    let channel = world.channel(in: production)
    var announcement = world.announcement(.database(.private))
    world.courier.deliver([announcement])
    announcement.partition = production
    world.courier.deliver([announcement])
    let push = try await world.courier.next(on: channel)
    #expect(push.map { NotificationFrame($0.content).ck.ce } == 1)
    #expect(try await world.courier.next(on: channel) == nil)
  }

  @Test(arguments: [
    CloudNotification.database(.shared),
    .zone(RecordZoneID(zoneName: "Z", ownerName: "_me"), .private), .invitation,
    PushWorld.query("r", .private, .delete),
  ])
  func `a notification survives its frame`(notification: CloudNotification) async throws {
    let world = PushWorld()
    let channel = world.channel()
    world.courier.deliver([
      world.announcement(
        notification,
        info: ["alertBody": .string("body"), "desiredKeys": .array([.string("text")])],
        fields: ["text": .string("a")])
    ])
    let push = try #require(try await world.courier.next(on: channel))
    #expect(push.content.notification == notification)
    let data = try JSONEncoder().encode(NotificationFrame(push.content))
    #expect(try JSONDecoder().decode(NotificationFrame.self, from: data).push == push.content)
  }
}
