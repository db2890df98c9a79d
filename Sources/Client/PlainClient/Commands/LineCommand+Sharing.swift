import ChatCore
import ChatModel
import ChatWords
import CloudModel

/// The commands for the members of a chat.
extension LineCommand {
  static let sharing: [LineCommand] = [
    LineCommand(.members, .alone) { model, _ in
      let chat = try await model.requireChat()
      let members = try await model.repository.currentMembers(of: chat.id)
        .filter { $0.status != .removed }
      if let reason = AccessWords.closing(of: chat) {
        let past = members.isEmpty ? "" : " These were its members:"
        model.say("\(LineWords.name(chat)) is closed. \(reason)\(past)")
      }
      let storage = await model.storage(of: chat)
      try await model.say(
        members.map { LineModel.Item(lines: [LineWords.line(of: $0, in: storage) + "."]) })
      if let storage { model.say(StorageWords.whole(storage)) }
    },
    LineCommand(
      "numbers", "Show the numbers to compare with the members of a sealed chat", .alone
    ) { model, _ in
      let chat = try await model.requireChat()
      let members = try await model.repository.currentMembers(of: chat.id)
      let lines = members.flatMap { member -> [String] in
        guard case .listed(let number, let comparison)? = member.keys else { return [] }
        return ["\(member.name)\(comparison == .compared ? ", compared" : ""):"]
          + SealedWords.rows(of: number)
      }
      guard !lines.isEmpty else {
        throw LineRefusal(
          chat.isSealed
            ? "Nobody else is in the list of this chat yet."
            : SealedWords.noNumber(of: nil, isSealed: false) ?? "")
      }
      for line in lines { model.say(line) }
    },
    LineCommand(
      "compared", argument: "NAME", "Note that a member's number is the same", .words
    ) { try await $0.compare($1, true) },
    LineCommand(
      "not-compared", argument: "NAME", "Note that a member's number is not the same", .words
    ) { try await $0.compare($1, false) },
    LineCommand(.limit, .text) { model, text in
      guard let limit = StorageWords.limit(text) else { throw LineRefusal(StorageWords.wrongLimit) }
      let chat = try await model.requireChat()
      guard chat.access == .owner else { throw ChatError.notOwner(chat: chat.name) }
      model.say(
        StorageWords.whole(
          try await model.sharing().limitMembers(of: chat.id, to: limit.bytes)))
    },
    LineCommand(.invite, .text) { model, names in
      let people = names.split { $0.isWhitespace || $0 == "," }.map(String.init)
      guard !people.isEmpty else {
        throw LineRefusal(
          "The name is missing. Write for example: invite anna. link says a link to send.")
      }
      let chat = try await model.requireChat()
      let (members, invited) = InviteWords.standing(
        of: people, among: try await model.repository.currentMembers(of: chat.id))
      let link = try await model.sharing().invite(people, to: chat.id, permission: .readWrite)
      for member in members { model.say(InviteWords.isMember(member, way: "permission")) }
      guard !invited.isEmpty else { return }
      model.say(
        "Invited: \(invited.joined(separator: ", ")). They see it in their list, or use the link:")
      model.say(link)
    },
    LineCommand(.link, .choice(["open", "closed", "close"])) { try await $0.link($1.lowercased()) },
    LineCommand(.permission, .words) { model, argument in
      let parts = argument.split(whereSeparator: \.isWhitespace).map(String.init)
      let rights: [String: Participant.Permission] = [
        "read-only": .readOnly, "read-write": .readWrite,
      ]
      guard parts.count == 2, let right = rights[parts[1].lowercased()] else {
        throw LineRefusal("Write for example: /permission anna read-only")
      }
      let (chat, member) = try await model.member(parts[0])
      model.ask(ConsequenceWords.permission(of: member, becoming: right)) {
        try await model.sharing().setPermission(of: member.name, in: chat.id, to: right)
        model.say("The right of \(member.name) is changed.")
      }
    },
    LineCommand(.remove, .words) { model, name in
      let (chat, member) = try await model.member(name)
      model.ask(ConsequenceWords.removing(member)) {
        try await model.sharing().remove(member.name, from: chat.id)
        model.say("\(member.name) is removed from \(LineWords.name(chat)).")
      }
    },
    LineCommand(.block, .text) { try await $0.block($1, true) },
    LineCommand(.unblock, .text) { try await $0.block($1, false) },
    LineCommand(.blocked, .alone) { model, _ in
      let people = try await model.repository.currentBlockedPeople()
      if people.isEmpty { return model.say("No blocked people.") }
      for person in people {
        let since = model.services.time.moment(person.since, now: model.services.now())
        model.say("\(person.name), blocked \(since). unblock \(person.name) takes it back.")
      }
    },
    LineCommand(.stopSharing, .alone) { model, _ in
      let chat = try await model.requireChat()
      model.ask(ConsequenceWords.stoppingSharing()) {
        try await model.sharing().stopSharing(chat.id)
        model.say("Only you are in \(LineWords.name(chat)) now.")
      }
    },
    LineCommand(.invitations, .alone) { model, _ in
      let invitations = try await model.repository.currentInvitations()
      if invitations.isEmpty { return model.say("No invitations.") }
      for (offset, invitation) in invitations.enumerated() {
        model.say(model.words.line(of: invitation, number: offset + 1))
      }
    },
    LineCommand("accept", argument: "[NUMBER]", "Accept an invitation", .number) { model, number in
      try await model.join(model.invitation(number).link)
    },
    LineCommand(.decline, argument: "[NUMBER]", .number) { model, number in
      let invitation = try await model.invitation(number)
      model.ask(ConsequenceWords.declining(invitation)) {
        try await model.sharing().decline(invitation.link)
        model.say("The invitation is declined.")
      }
    },
    LineCommand(.join, .link) { model, text in
      guard !text.isEmpty else {
        throw LineRefusal("The link is missing. Write it behind the word: join LINK")
      }
      let listed = Invitation.titled(text, in: try await model.repository.currentInvitations())
      let link = try listed?.link ?? InvitationLink(parsing: text)
      let invitation = try await model.sharing().preview(link)
      if invitation.isAccepted { return try await model.join(link) }
      let right = invitation.permission == .readWrite ? "read and write" : "only read"
      model.ask([
        "\(PersonWords.sentence(of: invitation)) You may \(right) there.",
        "The members will see the name of your account.",
      ]) { try await model.join(link) }
    },
  ]
}

extension LineModel {
  fileprivate func block(_ name: String, _ isBlocked: Bool) async throws {
    guard !name.isEmpty else {
      let verb = isBlocked ? ChatVerb.block : .unblock
      throw LineRefusal("The name is missing. Write for example: \(verb.name) anna")
    }
    let person = try await repository.setBlocked(isBlocked, named: name)
    say(BlockWords.done(person, isBlocked: isBlocked) { $0 })
  }

  fileprivate func compare(_ name: String, _ isCompared: Bool) async throws {
    guard !name.isEmpty else {
      throw LineRefusal("The name is missing. Write for example: compared anna")
    }
    let chat = try await requireChat()
    let member = try await repository.setCompared(isCompared, named: name, in: chat.id)
    say(SealedWords.compared(member, isCompared))
  }

  fileprivate func link(_ argument: String) async throws {
    let chat = try await requireChat()
    let sharing = try sharing()
    switch argument {
    case "":
      let (link, openTo) = try await sharing.link(of: chat.id)
      say(
        openTo == .none
          ? "Only invited people can join \(LineWords.name(chat)) by its link:"
          : "Everyone who has the link can join \(LineWords.name(chat)):")
      say(link)
    case "open":
      let members = try await repository.currentMembers(of: chat.id)
      ask(ConsequenceWords.changingLink(to: .readWrite, isOfTwo: chat.isOfTwo, members)) { [self] in
        let link = try await sharing.openLink(of: chat.id, permission: .readWrite)
        say("The link is open:")
        say(link)
      }
    case "closed", "close":
      let members = try await repository.currentMembers(of: chat.id)
      ask(ConsequenceWords.changingLink(to: .none, isOfTwo: chat.isOfTwo, members)) { [self] in
        _ = try await sharing.openLink(of: chat.id, permission: .none)
        say("The link is closed.")
      }
    default: throw LineRefusal("Write link, link open or link closed.")
    }
  }

  /// Says a link, and where it leads nowhere.
  fileprivate func say(_ link: InvitationLink) {
    say("\(link)")
    if let reach = LinkWords.reach(of: link) { say(reach) }
  }

  /// What an own chat takes; nil where the cloud cannot be asked.
  fileprivate func storage(of chat: ChatSummary) async -> ChatStorage? {
    guard chat.access == .owner else { return nil }
    // The list of members is worth showing without it.
    return try? await sharing().storage(of: chat.id)
  }

  /// A member of the open chat, by the name of the account.
  fileprivate func member(_ name: String) async throws -> (ChatSummary, Member) {
    let chat = try await requireChat()
    guard chat.access == .owner else { throw ChatError.notOwner(chat: chat.name) }
    let members = try await repository.currentMembers(of: chat.id)
    let found = members.first {
      $0.status != .removed && $0.name.lowercased() == name.lowercased()
    }
    guard let found else {
      throw LineRefusal("‘\(name)’ is not in this chat. members says who is.")
    }
    guard found.role != .owner else {
      throw LineRefusal("You own the chat. You cannot change yourself.")
    }
    return (chat, found)
  }

  /// The invitation of a number, or the only one.
  fileprivate func invitation(_ number: String) async throws -> Invitation {
    let invitations = try await repository.currentInvitations()
    guard !invitations.isEmpty else { throw LineRefusal("No invitations.") }
    if number.isEmpty, invitations.count == 1 { return invitations[0] }
    guard let place = Int(number), invitations.indices.contains(place - 1) else {
      throw LineRefusal("There is no such invitation. invitations says them with their numbers.")
    }
    return invitations[place - 1]
  }

  fileprivate func join(_ link: InvitationLink) async throws {
    let id = try await sharing().join(link)
    guard let chat = try await chats().first(where: { $0.id == id }) else {
      return say("You joined the chat. It is in the list in a moment.")
    }
    say("You joined the chat. Messages come as they arrive.")
    try await open(chat)
  }
}
