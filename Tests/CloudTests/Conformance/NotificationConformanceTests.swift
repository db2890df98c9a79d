import CloudModel
import CloudWire
import Testing

/// Notifications: what every cloud does, whatever it is reached by.
@Suite struct NotificationConformanceTests {
  private static let all = Subscription(subscriptionID: "all", kind: .database)

  @Test(arguments: CloudKind.allCases)
  func `a held poll is released by what somebody else wrote`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      try await bob.database(with: .shared).subscribe(Self.all)
      let channel = try await bob.openNotificationChannel()
      async let notification = bob.nextNotification(on: channel)
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      #expect(try await notification == .database(.shared))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a device hears of its user's other devices and not of itself`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat(longPollHold: .milliseconds(20)) { chat in
      let phone = try await chat.cloud.signIn("alice", "phone")
      try await chat.database(of: chat.alice).subscribe(Self.all)
      let own = try await chat.alice.openNotificationChannel()
      let other = try await phone.openNotificationChannel()
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      #expect(try await chat.alice.nextNotification(on: own) == nil)
      #expect(try await phone.nextNotification(on: other) == .database(.private))
    }
  }

  @Test(arguments: CloudKind.announcingAtOnce)
  func `many changes wait as one notification a subscription`(kind: CloudKind) async throws {
    try await kind.withChat(longPollHold: .milliseconds(20)) { chat in
      let phone = try await chat.cloud.signIn("alice", "phone")
      let zone = Subscription(subscriptionID: "zone", kind: .zone(chat.zoneID))
      try await chat.database(of: chat.alice).subscribe(Self.all, zone)
      let channel = try await phone.openNotificationChannel()
      for name in ["m1", "m2", "m3"] {
        try await chat.store(chat.message(name, "-"), by: chat.alice)
      }
      #expect(try await phone.nextNotification(on: channel) == .database(.private))
      #expect(
        try await phone.nextNotification(on: channel) == .zone(chat.zoneID, .private))
      #expect(try await phone.nextNotification(on: channel) == nil)
      try await chat.store(chat.message("m4", "-"), by: chat.alice)
      #expect(try await phone.nextNotification(on: channel) == .database(.private))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an invitation and a removal are heard of`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.cloud.signUp("bob")
      try await bob.database(with: .shared).subscribe(Self.all)
      let channel = try await bob.openNotificationChannel()
      let shortGUID = try await chat.invite("bob")
      #expect(try await bob.nextNotification(on: channel) == .invitation)
      _ = try await bob.accept(shortGUID: shortGUID)
      async let notification = bob.nextNotification(on: channel)
      _ = try await chat.delete(RecordID.zoneWideShareName, by: chat.alice)
      #expect(try await notification == .database(.shared))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an invitation that waits no more is heard of, however it ends`(kind: CloudKind) async throws
  {
    try await kind.withChat { chat in
      let bob = try await chat.cloud.signUp("bob")
      let phone = try await chat.cloud.signIn("bob", "phone")
      let channel = try await phone.openNotificationChannel()
      func isHeard() async throws -> Bool {
        try await phone.nextNotification(on: channel) == .invitation
      }
      for end in ["withdrawn", "declined", "accepted", "ended"] {
        let shortGUID = try await chat.invite("bob")
        #expect(try await isHeard(), "\(end)")
        #expect(try await phone.pendingInvitations().count == 1)
        switch end {
        case "declined": try await bob.decline(shortGUID: shortGUID)
        case "accepted":
          _ = try await bob.accept(shortGUID: shortGUID)
          #expect(try await isHeard(), "\(end)")
          fallthrough
        case "withdrawn":
          try await chat.editShare { share in
            share.participants.removeAll { $0.role != .owner }
          }
        default: _ = try await chat.delete(RecordID.zoneWideShareName, by: chat.alice)
        }
        if end != "accepted" { #expect(try await isHeard(), "\(end)") }
        #expect(try await phone.pendingInvitations().isEmpty, "\(end)")
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a channel that nobody opened is gone`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let gone = await #expect(throws: CloudError.self) {
        try await alice.nextNotification(
          on: NotificationChannel(courierPath: "/courier/invented"))
      }
      #expect(gone?.code == .unknownItem)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a push has all that the subscription asked for`(kind: CloudKind) async throws {
    try await kind.withChat(longPollHold: .milliseconds(20)) { chat in
      let phone = try await chat.cloud.signIn("alice", "phone")
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let query = QuerySubscription(
        recordType: "Message", query: .object(["recordType": .string("Message")]),
        zoneID: chat.zoneID, firesOn: [.create])
      var watching = Subscription(subscriptionID: "watching", kind: .query(query))
      watching.notificationInfo = NotificationInfo(keys: [
        "alertLocalizationKey": .string("NEW"), "alertLocalizationArgs": .array([.string("text")]),
        "soundName": .string("default"), "category": .string("chat"), "shouldBadge": .bool(true),
        "desiredKeys": .array([.string("text")]),
      ])
      try await chat.database(of: chat.alice).subscribe(watching)
      try await chat.alice.database(with: .shared).subscribe(Self.all)
      let channel = try await phone.openNotificationChannel()
      try await chat.store(chat.message("m2", "two"), by: chat.alice)
      let push = try #require(try await phone.nextPush(on: channel))
      #expect(push.notificationID?.isEmpty == false)
      #expect(
        push
          == PushedNotification(
            .query(RecordID(recordName: "m2", zoneID: chat.zoneID), .private, .create),
            containerIdentifier: "iCloud.net.zonechat", environment: .development,
            recipient: chat.alice.userRecordName, notificationID: push.notificationID,
            subscriptionID: "watching", recordFields: ["text": .string("two")],
            presentation: [
              "alert": .object(["loc-key": .string("NEW"), "loc-args": .array([.string("two")])]),
              "sound": .string("default"), "category": .string("chat"), "badge": .integer(1),
            ]))
      #expect(try await phone.nextPush(on: channel) == nil)
    }
  }
}
