import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport

/// The account that the pictures show.
enum Scenes {
  static func minutes(_ count: Double) -> Date { ChatWorld.noon.addingTimeInterval(count * 60) }

  /// A crew with history, failures and a queue; a family with news; a closed chat; an invitation.
  static func busyAccount() async throws -> ChatWorld {
    let world = try ChatWorld()
    let yesterday = minutes(-24 * 60)
    let old = try await world.joinedChat("Old flat", owner: "eva")
    try await world.say("Bye all", by: "eva", in: old, at: minutes(-60 * 24 * 60))
    try await world.repository.markSeen(
      world.chatID(of: old), through: MessageID(rawValue: 1))
    try await world.replica.seal(old)
    let crew = try await world.joinedChat(
      "Release crew", owner: "ada", members: ["berit", "linus"])
    try await world.say("Notes for release 4 are up", by: "ada", in: crew, at: yesterday)
    try await world.say("Nice. Who tests it?", by: "berit", in: crew, at: yesterday + 240)
    try await world.say("Me.\nTomorrow.", by: "linus", in: crew, at: yesterday + 300)
    try await world.repository.markSeen(
      world.chatID(of: crew), through: MessageID(rawValue: 4))
    try await world.say(
      "The build is green on both machines, so we could tag it today.", by: "ada", in: crew,
      at: minutes(-60))
    try await world.say("Shall we?", by: "ada", in: crew, at: minutes(-59))
    let id = try await world.chatID(of: crew)
    try await world.repository.send("On it.", to: id)
    try await world.settleOutbox(in: crew)
    try await world.repository.send("This one is refused", to: id)
    try await world.settleOutbox(in: crew, refusing: "The cloud has no room left.")
    try await world.repository.send("Tagging when I am back online", to: id)
    let family = try await world.joinedChat("Family", owner: "mum")
    try await world.say("See you at six", by: "mum", in: family, at: minutes(-10))
    try await world.say("Bring bread", by: "mum", in: family, at: minutes(-9))
    try await world.repository.saveDraft(Draft(text: "On my w"), in: world.chatID(of: family))
    try await world.replica.apply(invitations: [bookClub])
    try await world.replica.publish(.offline(reason: "no route"))
    return world
  }

  /// A screen with the chat “Release crew” of `busyAccount`.
  @MainActor
  static func busyScreen(width: Int, height: Int) async throws -> ScreenDriver {
    try await .drawn(busyAccount(), width: width, height: height, openChat: "Release crew")
  }

  static let link = InvitationLink(shortGUID: "abcdefgh12345", title: "Release crew")

  /// A chat of one's own with nobody else in it.
  static func ownChat() async throws -> ChatWorld {
    let world = try ChatWorld()
    _ = try await world.repository.createChat(title: "Release crew")
    return world
  }

  /// The chat that a new account begins with.
  static func firstSteps(in cloud: FirstSteps.Cloud = .ownMachine) async throws -> ChatWorld {
    let world = try ChatWorld()
    let texts = FirstSteps.texts(in: cloud) { name in
      ActionRegistry.all.first { $0.id == name }.map { Keymap().way(to: $0) } ?? name
    }
    try await FirstSteps.create(in: world.replica, texts: texts)
    try await world.settleOutbox(
      in: RecordZoneID(zoneName: FirstSteps.zoneName, ownerName: "_you"))
    return world
  }

  /// A chat of one's own with somebody else in it.
  static func ownSharedChat() async throws -> ChatWorld {
    let world = try await ownChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    let zone = RecordZoneID(zoneName: chat.zoneName, ownerName: "_you")
    try await world.settleOutbox(in: zone)
    let people: [(String, Participant.Role)] = [("you", .owner), ("berit", .privateUser)]
    let share = Share(
      participants: people.map { name, role in
        Participant(
          participantID: "p-" + name,
          identity: UserIdentity(userRecordName: "_" + name, accountName: name.capitalized),
          role: role, permission: .readWrite, acceptanceStatus: .accepted)
      }, shortGUID: "guid-crew")
    let record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone), recordChangeTag: "9",
      share: share)
    try await world.apply([record], in: zone)
    return world
  }

  /// A chat in which one may only read.
  static func readOnlyChat() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", permission: .readOnly)
    try await world.say("Only I write here.", by: "ada", in: zone, at: minutes(-5))
    return world
  }

  /// More messages than a screen, most of them new.
  static func catchUp() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", members: ["berit"])
    let records = (1...90).map { number in
      world.message(
        "Message number \(number)", by: number % 3 == 0 ? "berit" : "ada", in: zone,
        at: minutes(Double(number - 100)))
    }
    try await world.apply(Array(records.prefix(20)), in: zone)
    try await world.repository.markSeen(world.chatID(of: zone), through: MessageID(rawValue: 20))
    try await world.apply(Array(records.dropFirst(20)), in: zone)
    return world
  }

  /// Emphasis, code, a link, names, reactions, an answer, an edit, a removal, a long text.
  static func richMessages() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", members: ["berit"])
    let first = world.message(
      "**Ready** for _release_ 4: see https://example.org/notes/4 and run `make test`", by: "ada",
      in: zone, at: minutes(-30))
    var answer = world.message("@you can you tag it?", by: "berit", in: zone, at: minutes(-20))
    answer["replyTo"] = .string(first.recordID.recordName)
    let code = world.message(
      "```swift\nfunc width(of text: Substring) -> Int {\n  text.count\n}\n```", by: "ada",
      in: zone, at: minutes(-15))
    var changed = world.message("The width counts twice.", by: "ada", in: zone, at: minutes(-12))
    changed["revision"] = .int64(1)
    changed["editedAt"] = .date(minutes(-11))
    try await world.apply([first, answer, code, changed], in: zone)
    try await world.apply(
      [
        world.reaction("👍", to: first, by: "berit", place: 1),
        world.reaction("👍", to: first, by: "you", place: 2),
        world.reaction("🎉", to: first, by: "ada", place: 3),
      ], in: zone)
    try await world.say(
      (1...60).map { "Line \($0)" }.joined(separator: "\n"), by: "berit", in: zone,
      at: minutes(-3))
    return world
  }

  /// A pinned chat, muted ones, and one in the archive.
  static func sortedChats() async throws -> ChatWorld {
    let world = try await busyAccount()
    let repository = world.repository
    for name in ["Choir", "Newsletter", "Old trip"] {
      let zone = try await world.joinedChat(name, owner: "eva")
      try await world.say("Hello @you", by: "eva", in: zone, at: minutes(-90))
    }
    try await repository.setPinned(true, of: repository.chat(matching: "Family").id)
    try await repository.setNotifications(.none, of: repository.chat(matching: "Newsletter").id)
    try await repository.setNotifications(.mentions, of: repository.chat(matching: "Choir").id)
    try await repository.setArchived(true, of: repository.chat(matching: "Old trip").id)
    return world
  }

  /// A chat in which somebody joins, is let only read, and is removed, beside the messages.
  static func changedMembers() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", members: ["berit"])
    try await world.say("Linus comes too", by: "ada", in: zone, at: minutes(-30))
    try await world.share(
      ["ada", "berit", "linus", "you"], owner: "ada", in: zone, at: minutes(-20))
    try await world.say("Welcome", by: "berit", in: zone, at: minutes(-15))
    try await world.share(
      ["ada", "linus", "you"], owner: "ada", readers: ["linus"], in: zone, at: minutes(-10))
    return world
  }

  /// The crew of the busy account, with a file that waits to be uploaded, and one with a long name.
  static func files() async throws -> ChatWorld {
    let world = try await busyAccount()
    let crew = try await world.repository.chat(matching: "Release crew").id
    try await withTemporaryDirectory { folder in
      let long = "minutes of the meeting about the fourth release, second half, corrected.tar.gz"
      for (name, text) in [("notes.txt", "The notes"), (long, "")] {
        let file = folder.appending(path: name)
        try Data(repeating: 65, count: 4200).write(to: file)
        try await world.repository.send(text, attaching: file, to: crew)
      }
    }
    return world
  }

  /// The busy account, whose session was ended on another device.
  static func endedSession() async throws -> ChatWorld {
    let world = try await busyAccount()
    try await world.replica.publish(
      .stopped(
        reason:
          "Signed out. The cloud does not accept this account's keys any more. Sign in again with "
          + "‘zonechat account sign-in anna’; what was not sent waits for it. If the account is gone, use "
          + "‘account sign-out’, which keeps this machine's copy aside, and then ‘account create’."
      ))
    return world
  }

  /// More chats than the list has rows.
  static func manyChats() async throws -> ChatWorld {
    let world = try await busyAccount()
    for number in 1...30 {
      let zone = try await world.joinedChat("Chat \(number)", owner: "eva")
      try await world.say(
        "Hello from \(number)", by: "eva", in: zone, at: minutes(Double(-60 * number)))
    }
    return world
  }

  /// A stranger has begun a chat with the account.
  static func firstWords() async throws -> ChatWorld {
    let world = try await ownChat()
    var invitation = bookClub
    invitation.title = "Hi, I am\nEva from the book club."
    invitation.shareRecord = ShareRecord.new(
      in: invitation.zoneID, title: "",
      with: Participant(identity: UserIdentity(userRecordName: "_you")), text: "Hi")
    try await world.replica.apply(invitations: [invitation])
    return world
  }

  static let bookClub = ShareMetadata(
    shortGUID: "abcdefgh12345", containerIdentifier: "c",
    zoneID: RecordZoneID(zoneName: "chat-x", ownerName: "_eva"), title: "Book club",
    ownerIdentity: UserIdentity(userRecordName: "_eva", accountName: "Eva"),
    participantRole: .privateUser, participantStatus: .pending, participantPermission: .readWrite)
}
