import CloudModel
import Foundation
import Yams

extension Scenario {
  /// The scenario as the text of a file, from which `init(yaml:)` reads the same scenario.
  ///
  /// Times are written in whole milliseconds.
  package var yaml: String {
    let makesSeveral =
      steps.count { if case .act(.create) = $0.body { true } else { false } } > 1
    let root = Node.keys(
      [
        ("scenario", .text(title)), ("about", about.map(Node.text)),
        ("people", .keys(people.map { ($0.name, $0.deviceNames) }, .block)),
        ("noise", noise?.node),
        ("steps", .list(steps.map { $0.node(namesChat: makesSeveral) }, .block)),
      ], .block)
    do {
      // Without a limit of the width, each step is one line.
      return try serialize(node: root, width: -1, allowUnicode: true)
    } catch {
      preconditionFailure("A tree of texts cannot be written as YAML: \(error)")
    }
  }
}

extension Scenario.Person {
  fileprivate var deviceNames: Node {
    let names = devices.compactMap(\.device)
    return names.isEmpty ? .nothing : .list(names.map(Node.text))
  }
}

extension Noise {
  fileprivate var node: Node {
    .keys(
      [
        ("seed", .word("\(seed)")), ("latency", .duration(latency)),
        (
          "chances",
          chances.isEmpty
            ? nil
            : .keys(
              chances.sorted { $0.key < $1.key }.map { ($0.key, .word("\($0.value)")) }, .block)
        ),
        ("page-limit", pageLimit.map(Node.whole)), ("batch-limit", batchLimit.map(Node.whole)),
        ("from", begin == .zero ? nil : .duration(begin)), ("to", .duration(end)),
        ("broken-rule", brokenRule.map(Node.text)),
        ("new-devices", .flag(welcomesDevices)), ("watched", .flag(isWatched)),
      ], .block)
  }
}

extension ScenarioStep {
  fileprivate func node(namesChat: Bool) -> Node {
    var fields: [(String, Node?)] = [
      ("say", caption.map(Node.text)), ("at", time.map(Node.duration)),
      ("as", device.map { .text($0.description) }),
    ]
    switch body {
    case .act(let action), .actElsewhere(let action): fields += action.fields(namesChat: namesChat)
    case .device(let event): fields.append(event.field)
    case .world(let event): fields += event.fields
    case .expect(let expectation): fields.append(("expect", expectation.node(namesChat: namesChat)))
    case .requests(let patterns): fields.append(("requests", .list(patterns.map(\.node))))
    }
    if case .actElsewhere = body { fields.append(("elsewhere", .flag(true))) }
    fields += [("meanwhile", .flag(isMeanwhile)), ("refused", refusal.map(Node.text))]
    return .keys(fields)
  }
}

extension DeviceAction {
  /// The verb with its value, and the other keys; `in` only where there are several chats.
  fileprivate func fields(namesChat: Bool) -> [(String, Node?)] {
    func with(
      _ verb: String, _ value: Node, in chat: String, _ others: [(String, Node?)] = []
    ) -> [(String, Node?)] {
      [(verb, value), ("in", namesChat ? .text(chat) : nil)] + others
    }
    return switch self {
    case .create(let title): [("create", .text(title))]
    case .rename(let chat, let title): with("rename", .text(title), in: chat)
    case .invite(let people, let chat, let permission):
      with(
        "invite", .oneOrMore(people), in: chat,
        [("right", permission == .readWrite ? nil : .right(permission))])
    case .openLink(let chat, let permission): with("open-link", .right(permission), in: chat)
    case .accept(let chat): [("accept", .text(chat))]
    case .decline(let chat): [("decline", .text(chat))]
    case .send(let texts, let chat, let answered):
      with("send", .oneOrMore(texts), in: chat, [("answers", answered.map(Node.text))])
    case .attach(let content, let text, let chat):
      with(
        "attach", .text(content.name), in: chat,
        [
          ("with", text.isEmpty ? nil : .text(text)), ("content", content.text.map(Node.text)),
          ("size", content.text == nil ? .whole(content.size) : nil),
        ])
    case .download(let message, let chat): with("download", .text(message), in: chat)
    case .edit(let message, let chat, let text):
      with("edit", .text(message), in: chat, [("to", .text(text))])
    case .delete(let message, let chat): with("unsend", .text(message), in: chat)
    case .react(let emoji, let message, let chat, let isRemoved):
      with(
        "react", .text(emoji), in: chat,
        [("message", .text(message)), ("remove", .flag(isRemoved))])
    case .pin(let message, let chat, let isPinned):
      with("pin", .text(message), in: chat, [("remove", .flag(!isPinned))])
    case .join(let link): [("join", .text(link))]
    case .search(let words, let chat, let finds):
      with("search", .text(words), in: chat, [("finds", .list(finds.map(Node.text)))])
    case .set(.pinned(let isPinned), let chat):
      [("pin-chat", .text(chat)), ("remove", .flag(!isPinned))]
    case .set(.archived(let isArchived), let chat):
      [("archive", .text(chat)), ("remove", .flag(!isArchived))]
    case .set(.notifications(let level), let chat): with("notify", .word(level.rawValue), in: chat)
    case .read(let chat): [("read", .text(chat))]
    case .retry(let message, let chat): with("retry", .text(message), in: chat)
    case .drop(let message, let chat): with("drop", .text(message), in: chat)
    case .permit(let person, let chat, let permission):
      with("permit", .text(person), in: chat, [("to", .right(permission))])
    case .remove(let person, let chat): with("remove", .text(person), in: chat)
    case .stopSharing(let chat): [("stop-sharing", .text(chat))]
    case .leave(let chat): [("leave", .text(chat))]
    case .deleteChat(let chat): [("delete-chat", .text(chat))]
    case .uploadAgain(let chat): [("upload-again", .text(chat))]
    case .plant(let field, let chat): with("plant", .text(field), in: chat)
    }
  }
}

extension DeviceEvent {
  fileprivate var field: (String, Node?) {
    switch self {
    case .offline(let time): ("offline", time.map(Node.duration) ?? .nothing)
    case .online: ("online", .nothing)
    case .crash: ("crash", .nothing)
    case .restart: ("restart", .nothing)
    case .signOut: ("sign-out", .nothing)
    case .signIn: ("sign-in", .nothing)
    case .skew(let time): ("skew", .duration(time))
    }
  }
}

extension WorldEvent {
  fileprivate var fields: [(String, Node?)] {
    switch self {
    case .advance(let time): [("advance", .duration(time))]
    case .fault(let fault): [("fault", fault.node)]
    case .endFault(let id): [("end-fault", id.map(Node.text) ?? .nothing)]
    case .purge(let chat): [("purge", .text(chat))]
    case .resetEncryption(let chat): [("reset-encryption", .text(chat))]
    case .expireZoneTokens(let chat): [("expire-tokens", .text(chat))]
    case .expireDatabaseTokens(let person, let scope):
      [
        ("expire-tokens", .nothing), ("of", .text(person)),
        ("database", .word(scope.pathComponent)),
      ]
    case .throttle(let person, let time):
      [("throttle", .text(person)), ("for", .duration(time))]
    }
  }
}
