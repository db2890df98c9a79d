import ChatUI
import ChatWords
import ClientSettings
import TerminalUI
import Testing

struct ActionRegistryTests {
  @Test func `every action is listed once, under a name of its own`() {
    let names = ActionRegistry.all.map(\.id)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(!name.isEmpty && name.allSatisfy { $0 == "-" || ("a"..."z").contains($0) }, "\(name)")
    }
  }

  @Test(arguments: ActionContext.allCases)
  func `no key means two things in one context`(context: ActionContext) {
    var owners: [KeyBinding: String] = [:]
    var clashes: [String] = []
    func claim(_ binding: KeyBinding, _ owner: String) {
      if let other = owners.updateValue(owner, forKey: binding) {
        clashes.append("\(KeyName.of(binding.event)): \(other) and \(owner)")
      }
    }
    // Of these never two are possible: for messages that the cloud has, for each kind of chat.
    let second = ["reply", "unsend", "hide-chat", "leave-chat", "delete-chat"]
    for action in ActionRegistry.all
    where action.counts(in: context) && !second.contains(action.id) {
      for binding in action.keys { claim(binding, action.id) }
    }
    // In dialogs and lists some keys move a selection instead of a cursor.
    if context == .composing {
      for command in EditingCommand.allCases {
        for key in command.keys { claim(KeyBinding(key), "\(command)") }
      }
    }
    #expect(clashes.isEmpty)
  }

  @Test func `every action can be reached without Alt`() {
    for action in ActionRegistry.all {
      let isReachable =
        action.slash != nil || action.keys.contains { !$0.event.modifiers.contains(.alt) }
      #expect(isReachable, "\(action.id)")
    }
  }

  @Test func `slash commands have different names`() {
    let names = ActionRegistry.all.compactMap { $0.slash?.name }
    #expect(Set(names).count == names.count)
    for name in [
      "new", "invite", "link", "join", "rename", "members", "retry", "drop", "help", "quit",
    ] {
      #expect(names.contains(name))
    }
  }

  @Test func `bytes that are other keys are not bound`() {
    let forbidden: [KeyEvent] = [
      .control("i"), .control("m"), .control("["), .control("h"), .control("b"), .control("s"),
    ]
    for action in ActionRegistry.all {
      #expect(!action.keys.contains { forbidden.contains($0.event) }, "\(action.id)")
    }
  }

  @Test func `help lists every action once`() {
    let sections = HelpSection.all(startingWith: .composing, Keymap())
    let titles = sections.flatMap { $0.entries.map(\.title) }
    for action in ActionRegistry.all {
      #expect(titles.filter { $0 == action.title }.count == 1, "\(action.title)")
    }
    #expect(sections.first?.title == "Writing")
  }

  @Test func `keys are named as people write them`() {
    #expect(KeyName.of(.alt("a")) == "Alt+A")
    #expect(KeyName.of(KeyEvent(.enter, .alt)) == "Alt+Enter")
    #expect(KeyName.of(KeyEvent(.end, [.control, .shift])) == "Ctrl+Shift+End")
    #expect(KeyName.of(.character("r")) == "r")
    #expect(KeyName.of(KeyEvent(.function(1))) == "F1")
  }
}
