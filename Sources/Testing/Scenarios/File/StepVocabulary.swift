import CloudModel

/// Every step that a file can have.
enum StepVocabulary {
  static let verbs = sharing + writing + devices + world + ExpectationReader.verbs

  /// The keys that every step can have beside those of its verb.
  static let common: [StepVerb.Key] = [
    .init("as", .text, "The device: a person, or ‘person.device’."),
    .init(
      "refused", .text,
      "The step must be refused, with a sentence that has this in it. Without it, it must be done."),
    .init(
      "meanwhile", .flag,
      "It begins while things are under way; otherwise everything settles first."),
    .init("at", .duration, "When it begins, since the start; nothing waits for its end."),
    .init("say", .text, "What is said to those who watch, before the step begins."),
    .init("elsewhere", .flag, "The person does it with another application of their account."),
  ]

  private static let inChat = StepVerb.Key(
    "in", .chat, "The chat's title when it was made; may be left out while there is only one.")
  private static let right = StepVerb.Key(
    "right", .word(["read-write", "read-only"]), "What they may do; read-write without it.")

  private static func action(
    _ make: @escaping @Sendable (StepFields) throws(ScenarioProblem) -> DeviceAction
  ) -> @Sendable (StepFields) throws(ScenarioProblem) -> ScenarioStep.Body {
    { fields throws(ScenarioProblem) in .act(try make(fields)) }
  }

  // MARK: - Chats and people

  private static let sharing: [StepVerb] = [
    .init(
      "create", .text, "Makes a chat with this title.",
      action { f throws(ScenarioProblem) in .create(title: try f.text()) }),
    .init(
      "rename", .text, "Gives the chat this title.", keys: [inChat],
      action { f throws(ScenarioProblem) in .rename(chat: try f.chat(), title: try f.text()) }),
    .init(
      "invite", .oneOrMore(.person), "Invites people by name.", keys: [inChat, right],
      action { f throws(ScenarioProblem) in
        .invite(
          people: try f.people(), chat: try f.chat(), permission: try f.permission("right"))
      }),
    .init(
      "open-link", .word(["read-write", "read-only", "none"]),
      "Lets everyone in who has the link, or nobody any more.", keys: [inChat],
      action { f throws(ScenarioProblem) in
        .openLink(chat: try f.chat(), permission: try f.permission(of: f.value))
      }),
    .init(
      "accept", .chat, "Joins the chat with the newest link to it.",
      action { f throws(ScenarioProblem) in .accept(link: try f.chatAsValue()) }),
    .init(
      "decline", .chat, "Turns the invitation to the chat down.",
      action { f throws(ScenarioProblem) in .decline(link: try f.chatAsValue()) }),
    .init(
      "join", .text, "Joins by a link as somebody has typed it, also a wrong one.",
      action { f throws(ScenarioProblem) in .join(link: try f.text()) }),
    .init(
      "permit", .person, "Changes what a member may do.",
      keys: [
        inChat, .init("to", .word(["read-write", "read-only"]), required: true, "The right."),
      ],
      action { f throws(ScenarioProblem) in
        let permission = try f.permission(of: f.fields.require("to", of: "‘permit’"))
        return .permit(person: try f.person(), chat: try f.chat(), permission: permission)
      }),
    .init(
      "remove", .person, "Takes a member out of the chat.", keys: [inChat],
      action { f throws(ScenarioProblem) in
        .remove(person: try f.person(), chat: try f.chat())
      }),
    .init(
      "stop-sharing", .chat, "Takes everybody else out of the chat.",
      action { f throws(ScenarioProblem) in .stopSharing(chat: try f.chatAsValue()) }),
    .init(
      "leave", .chat, "Leaves somebody else's chat.",
      action { f throws(ScenarioProblem) in .leave(chat: try f.chatAsValue()) }),
    .init(
      "delete-chat", .chat, "Deletes an own chat, for everyone.",
      action { f throws(ScenarioProblem) in .deleteChat(chat: try f.chatAsValue()) }),
    .init(
      "upload-again", .chat, "Uploads an own chat again after its zone was purged.",
      action { f throws(ScenarioProblem) in .uploadAgain(chat: try f.chatAsValue()) }),
  ]

  // MARK: - Messages

  private static let writing: [StepVerb] = [
    .init(
      "send", .oneOrMore(.text), "Sends a message, or several in this order.",
      keys: [inChat, .init("answers", .text, "The text of the message that it answers.")],
      action { f throws(ScenarioProblem) in
        .send(texts: try f.texts(), chat: try f.chat(), replyTo: try f.text("answers"))
      }),
    .init(
      "attach", .text, "Sends a file of this name.",
      keys: [
        inChat, .init("with", .text, "The message's text."),
        .init("content", .text, "The text in the file."),
        .init("size", .whole, "The file's size in bytes, where there is no ‘content’."),
      ],
      action { f throws(ScenarioProblem) in
        let content = FileContent(
          name: try f.fileName(), text: try f.text("content"),
          size: try f.fields["size"]?.whole("‘size’") ?? 1000)
        guard content.size <= 50 << 20 else {
          throw f.value.wrong("The file is larger than 50 MiB, which no message can have.")
        }
        return .attach(file: content, text: try f.text("with") ?? "", chat: try f.chat())
      }),
    .init(
      "download", .each(.text),
      "Fetches the files of the messages with this text or this file's name.",
      keys: [inChat],
      action { f throws(ScenarioProblem) in
        .download(message: try f.text(), chat: try f.chat())
      }),
    .init(
      "edit", .text, "Changes an own message, which is called by the text it was sent with.",
      keys: [inChat, .init("to", .text, required: true, "The new text.")],
      action { f throws(ScenarioProblem) in
        .edit(message: try f.text(), chat: try f.chat(), text: try f.required("to"))
      }),
    .init(
      "unsend", .each(.text), "Takes own messages back.", keys: [inChat],
      action { f throws(ScenarioProblem) in .delete(message: try f.text(), chat: try f.chat()) }),
    .init(
      "react", .text, "Puts an emoji at a message, or takes it away again.",
      keys: [
        inChat,
        .init("message", .text, required: true, "The message's text."),
        .init("remove", .flag, "Takes the emoji away."),
      ],
      action { f throws(ScenarioProblem) in
        .react(
          emoji: try f.text(), message: try f.required("message"), chat: try f.chat(),
          isRemoved: try f.flag("remove"))
      }),
    .init(
      "pin", .text, "Pins a message for everyone, or unpins it.",
      keys: [inChat, .init("remove", .flag, "Unpins it.")],
      action { f throws(ScenarioProblem) in
        .pin(message: try f.text(), chat: try f.chat(), isPinned: try !f.flag("remove"))
      }),
    .init(
      "read", .chat, "Reads everything that is in the chat.",
      action { f throws(ScenarioProblem) in .read(chat: try f.chatAsValue()) }),
    .init(
      "search", .text, "Looks for words in the chat.",
      keys: [
        inChat,
        .init(
          "finds", .oneOrMore(.text), required: true,
          "The texts of all messages that are found, newest first; [] for none."),
      ],
      action { f throws(ScenarioProblem) in
        .search(
          words: try f.text(), chat: try f.chat(),
          finds: try f.fields.require("finds", of: "‘search’").texts("‘finds’"))
      }),
    .init(
      "pin-chat", .chat, "Pins the chat in the person's list, or unpins it.",
      keys: [.init("remove", .flag, "Unpins it.")],
      action { f throws(ScenarioProblem) in
        .set(setting: .pinned(to: try !f.flag("remove")), chat: try f.chatAsValue())
      }),
    .init(
      "archive", .chat, "Archives the chat in the person's list, or takes it out again.",
      keys: [.init("remove", .flag, "Takes it out of the archive.")],
      action { f throws(ScenarioProblem) in
        .set(setting: .archived(to: try !f.flag("remove")), chat: try f.chatAsValue())
      }),
    .init(
      "notify", .word(ChatSetting.Notifications.allCases.map(\.rawValue)),
      "Says of which messages of the chat the person wants to be told.", keys: [inChat],
      action { f throws(ScenarioProblem) in
        .set(
          setting: .notifications(to: try f.value.word("‘notify’")), chat: try f.chat())
      }),
    .init(
      "retry", .each(.text), "Tries messages again that were refused.", keys: [inChat],
      action { f throws(ScenarioProblem) in .retry(message: try f.text(), chat: try f.chat()) }),
    .init(
      "drop", .each(.text), "Drops messages that were not sent.", keys: [inChat],
      action { f throws(ScenarioProblem) in .drop(message: try f.text(), chat: try f.chat()) }),
    .init(
      "plant", .text,
      "Writes a field that this version does not know into the chat's record; needs ‘elsewhere’.",
      keys: [inChat],
      action { f throws(ScenarioProblem) in .plant(field: try f.text(), chat: try f.chat()) }),
  ]

  // MARK: - Devices

  private static let devices: [StepVerb] = [
    .init(
      "offline", .either(.nothing, .duration),
      "Takes the network from the device, until ‘online’ or for this time."
    ) { f throws(ScenarioProblem) in
      .device(.offline(for: f.value.isEmpty ? nil : try f.value.duration("‘offline’")))
    },
    .init("online", .nothing, "Gives the network back.") { _ in .device(.online) },
    .init("crash", .nothing, "Ends the device at once, whatever it is doing.") { _ in
      .device(.crash)
    },
    .init("restart", .nothing, "Starts it again.") { _ in .device(.restart) },
    .init("sign-out", .nothing, "Signs out; what was not sent is kept aside.") { _ in
      .device(.signOut)
    },
    .init("sign-in", .nothing, "Signs the same person in again.") { _ in .device(.signIn) },
    .init("skew", .offset, "Puts the device's clock forward, or back.") {
      f throws(ScenarioProblem) in .device(.skew(try f.value.offset("‘skew’")))
    },
  ]

  // MARK: - The world

  private static let world: [StepVerb] = [
    .init("advance", .duration, "Lets time pass, for the cloud and all devices.", place: .world) {
      f throws(ScenarioProblem) in
      let time = try f.value.duration("‘advance’")
      guard time > .zero else { throw f.value.wrong("Time only goes forward.") }
      return .world(.advance(time))
    },
    .init(
      "fault", FaultReader.kind,
      "Has the cloud fail on purpose; the keys are those of ‘zonechat cloud faults’.", place: .world
    ) { f throws(ScenarioProblem) in .world(.fault(try FaultReader.read(f))) },
    .init(
      "end-fault", .either(.nothing, .text), "Ends the fault with this id, or all of them.",
      place: .world
    ) { f throws(ScenarioProblem) in .world(.endFault(f.value.isEmpty ? nil : try f.text())) },
    .init(
      "purge", .chat, "The owner removes the application's data in their settings.", place: .world
    ) {
      f throws(ScenarioProblem) in .world(.purge(chat: try f.chatAsValue()))
    },
    .init("reset-encryption", .chat, "The owner's encrypted data is reset.", place: .world) {
      f throws(ScenarioProblem) in .world(.resetEncryption(chat: try f.chatAsValue()))
    },
    .init(
      "expire-tokens", .chat,
      "Makes the tokens of the chat's zone expire, or those of a person's database.", place: .world,
      keys: [
        .init("of", .person, "The person, in place of a chat."),
        .init("database", .word(["private", "shared"]), "Their database."),
      ]
    ) { f throws(ScenarioProblem) in
      guard let person = f.fields["of"] else {
        return .world(.expireZoneTokens(chat: try f.chatAsValue()))
      }
      let place = try f.fields.require("database", of: "‘expire-tokens’ of a person")
      return .world(
        .expireDatabaseTokens(
          person: try f.context.person(person), try place.database("‘database’")))
    },
    .init(
      "throttle", .person, "Has the cloud ask everyone of this account to wait.", place: .world,
      keys: [.init("for", .duration, required: true, "How long.")]
    ) { f throws(ScenarioProblem) in
      .world(
        .throttle(
          person: try f.person(),
          try f.fields.require("for", of: "‘throttle’").duration("‘for’")))
    },
  ]
}

extension Value {
  func database(_ what: String) throws(ScenarioProblem) -> DatabaseScope {
    guard let scope = DatabaseScope(pathComponent: try text(what)) else {
      throw wrong("\(what) is private or shared.")
    }
    return scope
  }
}

extension StepFields {
  func permission(_ key: String) throws(ScenarioProblem) -> Participant.Permission {
    guard let value = fields[key] else { return .readWrite }
    return try permission(of: value)
  }

  func permission(of value: Value) throws(ScenarioProblem) -> Participant.Permission {
    try value.word("The right", ScenarioRight.self).permission
  }

  /// A name without folders.
  func fileName() throws(ScenarioProblem) -> String {
    let name = try text()
    guard !name.contains("/"), !name.hasPrefix("."), name.utf8.count <= 255 else {
      throw value.wrong(
        "A file's name has no ‘/’, does not begin with a dot, and has 255 bytes at most.")
    }
    return name
  }
}
