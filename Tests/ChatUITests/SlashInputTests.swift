import ChatUI
import Testing

struct SlashInputTests {
  @Test func `text without a slash is sent as it is`() {
    #expect(SlashInput(" /usr/bin/vi is an editor") == .message(" /usr/bin/vi is an editor"))
  }

  @Test func `a command with a blank before it is neither run nor sent`() {
    #expect(SlashInput(" /new is a command") == .blankBefore("new"))
    #expect(SlashInput("\n/help") == .blankBefore("help"))
  }

  @Test func `two slashes send one`() {
    #expect(SlashInput("//new") == .message("/new"))
  }

  @Test func `a command takes the rest of the line`() {
    #expect(SlashInput("/new  Release crew ") == .command(.newChat, argument: "Release crew"))
    #expect(SlashInput("/QUIT") == .command(.quit, argument: ""))
  }

  @Test(arguments: ["/new a\nb", "/delete\n\nnotes", "/var/log: x\n/y"])
  func `several lines are a text, and no command`(text: String) {
    #expect(SlashInput(text) == .message(text))
  }

  @Test(arguments: ["/usr/bin/vi", "/", "/nothing here", "/nothing\n"])
  func `a text that only looks like a command is refused`(text: String) {
    guard case .unknown = SlashInput(text) else {
      Issue.record("\(text) was taken")
      return
    }
  }

  @Test(arguments: [
    ("query", "/msg does that."), ("part", "/leave does that."), ("kick", "/members does that."),
    ("logout", "In a shell, ‘zonechat account sign-out’ does that."),
    ("online", "Nobody sees whether you are here or writing, and you see it of nobody."),
    ("nothing", "F1 lists the commands."), ("?", "F1 lists the commands."),
    ("", "F1 lists the commands."),
  ])
  func `a command of another program leads to what does that here`(name: String, advice: String) {
    #expect(
      SlashInput.refusal(of: name, help: "F1")
        == "There is no command ‘/\(name)’. \(advice) //\(name) sends it as text.")
  }
}
