import ChatUI
import Testing

struct SlashInputTests {
  @Test func `Text without a slash is sent as it is`() {
    #expect(SlashInput(" /usr/bin/vi is an editor") == .message(" /usr/bin/vi is an editor"))
  }

  @Test func `A command with a blank before it is neither run nor sent`() {
    #expect(SlashInput(" /new is a command") == .blankBefore("new"))
    #expect(SlashInput("\n/help") == .blankBefore("help"))
  }

  @Test func `Two slashes send one`() {
    #expect(SlashInput("//new") == .message("/new"))
  }

  @Test func `A command takes the rest of the line`() {
    #expect(SlashInput("/new  Release crew ") == .command(.newChat, argument: "Release crew"))
    #expect(SlashInput("/QUIT") == .command(.quit, argument: ""))
  }

  @Test(arguments: ["/new a\nb", "/delete\n\nnotes", "/var/log: x\n/y"])
  func `Several lines are a text, and no command`(text: String) {
    #expect(SlashInput(text) == .message(text))
  }

  @Test(arguments: ["/usr/bin/vi", "/", "/nothing here", "/nothing\n"])
  func `What only looks like a command is refused`(text: String) {
    guard case .unknown = SlashInput(text) else {
      Issue.record("\(text) was taken")
      return
    }
  }
}
