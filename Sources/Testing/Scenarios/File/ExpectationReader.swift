import CloudModel

/// Reads what a device must show, and what requests must have been made.
enum ExpectationReader {
  static let verbs: [StepVerb] = [
    .init(
      "expect", .object(deviceKeys), "What the device must show, once everything has settled."
    ) { fields throws(ScenarioProblem) in .expect(try device(fields)) },
    .init(
      "requests", .list(.object(requestKeys)),
      "The requests that must have been made since the last ‘requests’, or since the start.",
      place: .world
    ) { fields throws(ScenarioProblem) in .requests(try requests(fields)) },
  ]

  private static let states = DeviceView.State.allCases.map(\.rawValue)
  private static let notifications = ChatSetting.Notifications.allCases.map(\.rawValue)
  private static let rights = DeviceView.Access.allCases.map(\.rawValue)

  static let messageKeys: [StepVerb.Key] = [
    .init("text", .text, "The whole text."),
    .init("from", .person, "The sender."),
    .init("state", .word(states), "How far it got."),
    .init("reason", .text, "A part of the reason why it failed or waits."),
    .init("edited", .flag, "Whether its text was changed."),
    .init(
      "earlier", .oneOrMore(.text),
      "What it said before, oldest first, as far as the device saw it."),
    .init("removed", .flag, "Whether it was taken back."),
    .init("reactions", .map(.whole), "How many people, by emoji; all of them."),
    .init("readers", .whole, "How many others have read it."),
    .init("answers", .text, "The text of the message that it answers."),
    .init("file", .text, "The name of its file."),
    .init("file-here", .flag, "Whether the bytes of its file are on the device."),
  ]

  static let waitingKeys: [StepVerb.Key] = [
    .init("subject", .text, "What it is: message, title, reaction, file, chat, share, pin."),
    .init("text", .text, "The message's text; of a file its name."),
    .init("state", .word(states), "Whether it is queued, waits or failed."),
    .init("reason", .text, "A part of the reason."),
  ]

  private static let chatKeys = [
    "in", "title", "messages", "includes", "excludes", "count", "unread", "mentions", "pinned",
    "archived", "notify", "access", "members",
  ]

  static let deviceKeys: [StepVerb.Key] = [
    .init(
      "in", .chat, "The chat's title when it was made; may be left out while there is only one."),
    .init("title", .text, "The chat's title now."),
    .init(
      "messages", .list(.either(.text, .object(messageKeys))),
      "All messages in the order of the screen, each as its text or in detail."),
    .init("includes", .list(.either(.text, .object(messageKeys))), "Messages that are there."),
    .init("excludes", .oneOrMore(.text), "Texts that no message has."),
    .init("count", .whole, "How many messages there are."),
    .init("unread", .whole, "How many messages are unread."),
    .init("mentions", .whole, "How many of them name the person."),
    .init("pinned", .flag, "Whether the person has pinned the chat."),
    .init("archived", .flag, "Whether the person has archived the chat."),
    .init("notify", .word(notifications), "Of which messages the person wants to be told."),
    .init("access", .word(rights), "What the person may do in the chat."),
    .init("members", .map(.word(rights)), "Everyone who has accepted, and what they may do."),
    .init("chats", .list(.text), "The titles of all chats."),
    .init("invitations", .list(.text), "The titles of all invitations that wait."),
    .init(
      "status", .word(DeviceView.Status.allCases.map(\.rawValue)), "The state of the connection."),
    .init(
      "outbox", .either(.word(["empty"]), .list(.either(.text, .object(waitingKeys)))),
      "Everything that waits or was refused: the texts of messages, the names of files, or in detail."
    ),
    .init("within", .duration, "How long it may take; 15 s without it."),
  ]

  static let requestKeys: [StepVerb.Key] = [
    .init("by", .text, "The person, or the device where it is known."),
    .init("operation", .text, "The end of the path, such as records/modify."),
    .init("database", .word(["private", "shared", "public"]), "The database."),
    .init("in", .chat, "The chat of the zone."),
    .init(
      "outcome", .text,
      "ok, lost, or the code of an error: of the request, or of a record or zone in it."),
    .init("times", .whole, "How often, exactly; at least once without it."),
  ]

  // MARK: - Devices

  private static func device(_ step: StepFields) throws(ScenarioProblem) -> DeviceExpectation {
    let fields = try step.value.fields("‘expect’")
    try fields.allow(deviceKeys.map(\.name), in: "‘expect’")
    guard fields.entries.contains(where: { $0.name != "within" && $0.name != "in" }) else {
      throw step.value.wrong("‘expect’ says nothing.")
    }
    var expectation = DeviceExpectation()
    if let value = fields["within"] { expectation.patience = try value.duration("‘within’") }
    expectation.chats = try fields["chats"]?.texts("‘chats’")
    expectation.invitations = try fields["invitations"]?.texts("‘invitations’")
    expectation.status = try fields["status"]?.word("‘status’")
    expectation.outbox = try fields["outbox"].map(outbox)
    if fields.entries.contains(where: { chatKeys.contains($0.name) }) {
      let inner = StepFields(
        verb: "expect", fields: fields, value: step.value, context: step.context)
      expectation.chat = try chat(inner)
    }
    return expectation
  }

  private static func chat(
    _ step: StepFields
  ) throws(ScenarioProblem) -> DeviceExpectation.ChatExpectation {
    var chat = DeviceExpectation.ChatExpectation(chat: try step.chat())
    let fields = step.fields
    chat.title = try step.text("title")
    chat.messages = try fields["messages"].map { value throws(ScenarioProblem) in
      try messages(value, step.context)
    }
    chat.includes = try fields["includes"].map { value throws(ScenarioProblem) in
      try messages(value, step.context)
    }
    chat.excludes = try fields["excludes"]?.texts("‘excludes’")
    chat.count = try fields["count"]?.whole("‘count’")
    chat.unread = try fields["unread"]?.whole("‘unread’")
    chat.mentions = try fields["mentions"]?.whole("‘mentions’")
    chat.isPinned = try fields["pinned"]?.flag("‘pinned’")
    chat.isArchived = try fields["archived"]?.flag("‘archived’")
    chat.notifications = try fields["notify"]?.word("‘notify’")
    chat.access = try fields["access"]?.word("‘access’")
    if let value = fields["members"] {
      var members: [String: DeviceView.Access] = [:]
      for entry in try value.fields("‘members’").entries {
        members[entry.name] = try entry.value.word("A right")
      }
      chat.members = members
    }
    return chat
  }

  private static func messages(
    _ value: Value, _ context: StepFields.Context
  ) throws(ScenarioProblem) -> [DeviceExpectation.MessageExpectation] {
    var messages: [DeviceExpectation.MessageExpectation] = []
    for value in try value.list("A list of messages") {
      guard !value.isText else {
        messages.append(.init(text: try value.text("A message")))
        continue
      }
      messages.append(try message(try value.fields("A message"), context))
    }
    return messages
  }

  private static func message(
    _ fields: Fields, _ context: StepFields.Context
  ) throws(ScenarioProblem) -> DeviceExpectation.MessageExpectation {
    try fields.allow(messageKeys.map(\.name), in: "A message")
    var message = DeviceExpectation.MessageExpectation()
    message.text = try fields["text"]?.text("‘text’")
    message.from = try fields["from"].map(context.person)
    message.state = try fields["state"]?.word("‘state’")
    message.reason = try fields["reason"]?.text("‘reason’")
    message.isEdited = try fields["edited"]?.flag("‘edited’")
    message.earlier = try fields["earlier"]?.texts("‘earlier’")
    message.isDeleted = try fields["removed"]?.flag("‘removed’")
    message.readers = try fields["readers"]?.whole("‘readers’")
    message.replyTo = try fields["answers"]?.text("‘answers’")
    message.file = try fields["file"]?.text("‘file’")
    message.hasFile = try fields["file-here"]?.flag("‘file-here’")
    if let value = fields["reactions"] {
      var reactions: [String: Int] = [:]
      for entry in try value.fields("‘reactions’").entries {
        reactions[entry.name] = try entry.value.whole("A number of people")
      }
      message.reactions = reactions
    }
    return message
  }

  private static func outbox(
    _ value: Value
  ) throws(ScenarioProblem) -> [DeviceExpectation.WaitingExpectation] {
    if value.isText {
      guard try value.text("‘outbox’") == "empty" else {
        throw value.wrong("‘outbox’ is ‘empty’, or a list.")
      }
      return []
    }
    var waiting: [DeviceExpectation.WaitingExpectation] = []
    for value in try value.list("‘outbox’") {
      var item = DeviceExpectation.WaitingExpectation()
      if value.isText {
        item.text = try value.text("An entry of the outbox")
      } else {
        let fields = try value.fields("An entry of the outbox")
        try fields.allow(waitingKeys.map(\.name), in: "An entry of the outbox")
        item.subject = try fields["subject"]?.text("‘subject’")
        item.text = try fields["text"]?.text("‘text’")
        item.state = try fields["state"]?.word("‘state’")
        item.reason = try fields["reason"]?.text("‘reason’")
      }
      waiting.append(item)
    }
    return waiting
  }

  // MARK: - Requests

  private static func requests(_ step: StepFields) throws(ScenarioProblem) -> [RequestPattern] {
    var patterns: [RequestPattern] = []
    for value in try step.value.list("‘requests’") {
      let fields = try value.fields("A request")
      try fields.allow(requestKeys.map(\.name), in: "A request")
      var pattern = RequestPattern()
      if let by = fields["by"] {
        let name = try by.text("‘by’")
        let names = step.context.people.flatMap { [$0.name] + $0.devices.map(\.description) }
        guard names.contains(name) else {
          throw by.wrong(
            "There is no ‘\(name)’. There are \(Set(names).sorted().joined(separator: ", ")).")
        }
        pattern.by = name
      }
      pattern.operation = try fields["operation"]?.text("‘operation’")
      pattern.database = try fields["database"]?.database("‘database’")
      pattern.chat = try fields["in"].map(step.context.chat)
      pattern.outcome = try fields["outcome"]?.text("‘outcome’")
      pattern.times = try fields["times"]?.whole("‘times’")
      patterns.append(pattern)
    }
    return patterns
  }
}
