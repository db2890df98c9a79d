import ChatUI
import TerminalUI
import Testing

@MainActor
struct SidePanelTests {
  private func driver(width: Int = 160) async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), width: width, height: 50, openChat: "Release crew")
  }

  @Test func `the panel stays beside the chat, follows it, and is kept`() async throws {
    let driver = try await driver()
    try await driver.press(.alt("p"))
    #expect(driver.text.contains("Members 4"))
    #expect(driver.kept?.showsPanel == true)
    try await driver.type("/go Family\n")
    #expect(driver.text.contains("Members 2"))
    #expect(driver.model.context == .composing)
    try await driver.press(.alt("p"))
    #expect(!driver.text.contains("Members 2"))
    #expect(driver.kept?.showsPanel == false)
  }

  @Test func `without room there is no panel, and a dialog is over the messages`() async throws {
    let driver = try await driver(width: 119)
    try await driver.press(.alt("p"))
    #expect(driver.text.contains("┌─ Release crew"))
    #expect(driver.text.contains("Members 4"))
    #expect(driver.kept == nil)
    try await driver.press(.escape)
    try await driver.press(.function(8))
    #expect(driver.text.contains("┌─ Members of Release crew"))
  }

  @Test(arguments: [80, 160])
  func `one key goes through all panels and back to the first`(width: Int) async throws {
    let driver = try await driver(width: width)
    try await driver.press(.function(8))
    #expect(driver.text.contains("Alt+P next panel"))
    var titles: [String] = []
    for _ in 0..<6 {
      try await driver.press(.alt("p"))
      titles.append(driver.model.overlay.map { "\(type(of: $0))" } ?? "")
    }
    #expect(
      titles == [
        "PinnedModel", "FilesModel", "SearchModel", "OutboxModel", "AboutModel", "MembersModel",
      ])
    try await driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test func `members stand beside the messages where there is room`() async throws {
    let driver = try await driver()
    try await driver.press(.function(8))
    #expect(!driver.text.contains("┌─ Members"))
    #expect(driver.text.contains("│ Members of Release crew"))
    #expect(driver.text.contains("Tagging when I am back online"))
    try await driver.press(.escape)
    #expect(!driver.text.contains("Members of Release crew"))
  }

  @Test func `the members' dialog knows what the panel shows already`() async throws {
    let driver = try await driver()
    try await driver.press(.alt("p"))
    try await driver.press(.function(8))
    #expect(driver.text.contains("│ Members of Release crew"))
    #expect(driver.text.contains("Berit"))
    #expect((driver.model.overlay as? MembersModel)?.members.count == 4)
  }

  @Test func `the list and the panel have widths of their own, within limits`() async throws {
    let driver = try await driver()
    for _ in 0..<30 { try await driver.press(.alt(".")) }
    #expect(driver.kept?.listColumns == 40)
    for _ in 0..<30 { try await driver.press(.alt(",")) }
    #expect(driver.kept?.listColumns == 16)
    try await driver.press(.function(8))
    for _ in 0..<30 { try await driver.press(.alt(".")) }
    #expect(driver.kept?.panelColumns == 60)
    #expect(driver.kept?.listColumns == 16)
  }
}
