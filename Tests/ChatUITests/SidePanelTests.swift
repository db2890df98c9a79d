import ChatModel
import ChatUI
import Foundation
import TerminalUI
import Testing

@MainActor
struct SidePanelTests {
  private func driver(width: Int = 160) async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), width: width, height: 50, openChat: "Release crew")
  }

  private func talkedOver(width: Int) async throws -> ScreenDriver {
    try await .drawn(
      Scenes.talkedOver(), width: width, height: 50, openChat: "Release crew")
  }

  @Test func `the panel stays beside the chat, follows it, and is kept`() async throws {
    let driver = try await driver(width: 159)
    #expect(!driver.text.contains("Members 4"))
    try await driver.press(.alt("p"))
    #expect(driver.text.contains("Members 4"))
    #expect(driver.kept?.showsPanel == true)
    try await driver.type("/go Family\n")
    #expect(driver.text.contains("Members 2"))
    #expect(driver.model.context == .composing)
    try await driver.press(.alt("p"))
    #expect(!driver.text.contains("Members 2"))
    #expect(driver.kept?.showsPanel == nil, "as it is without a choice")
  }

  @Test
  func `the panel leaves its room to the text of two people until something stands out there`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let zone = try await world.joinedChat("", owner: "jo")
    try await world.say("Hello", by: "jo", in: zone, at: Scenes.minutes(-1))
    let driver = try await ScreenDriver.drawn(world, width: 160, height: 50, openChat: "Jo")
    #expect(!driver.text.contains("Members 2"))
    // Nothing moves under the eyes of somebody who reads.
    try await driver.type("https://example.org/new\n")
    #expect(!driver.text.contains("Members 2"))
    try await driver.type("/go Release crew\n")
    #expect(driver.text.contains("Members 4"))
    try await driver.type("/go Jo\n")
    #expect(driver.text.contains("Members 2") && driver.text.contains("Links 1"))
    try await driver.press(.alt("p"))
    #expect(driver.kept?.showsPanel == false)
    #expect(!driver.text.contains("Members 2"))
  }

  @Test func `a wide screen has the panel by itself, until it is hidden`() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("Members 4"))
    try await driver.resize(159, 50)
    #expect(!driver.text.contains("Members 4"))
    try await driver.resize(160, 50)
    try await driver.press(.alt("p"))
    #expect(driver.kept?.showsPanel == false)
    #expect(!driver.text.contains("Members 4"))
  }

  @Test(arguments: [(50, 10), (30, 5)])
  func `a high panel has more of each kind`(height: Int, count: Int) async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    for number in 10...21 {
      try await world.say(
        "https://example.org/\(number)", by: "ada", in: zone,
        at: Scenes.minutes(Double(number - 60)))
    }
    let driver = try await ScreenDriver.drawn(world, width: 160, height: height)
    let places = driver.text.matches(of: #/│ example.org/\d\d /#)
    #expect(driver.text.contains("Links 12") && places.count == count, "\(driver.text)")
    // With the keys in it everything can be reached, also what has no row.
    try await driver.press(.alt("o"))
    for _ in 0..<10 { try await driver.press(.down) }
    try await driver.press(.enter)
    #expect(driver.opened == ["https://example.org/12"])
  }

  @Test func `the panel has what stands out in the chat, and nothing for programs`() async throws {
    let driver = try await talkedOver(width: 160)
    let rows = driver.text.split(separator: "\n").map(String.init)
    for heading in ["Members 4", "Pinned 1", "Files 1", "Links 2", "You"] {
      #expect(rows.contains { $0.contains(heading) }, "\(heading)")
    }
    func isInPanel(_ text: String, _ value: String) -> Bool {
      rows.contains { row in
        guard let place = row.range(of: text, options: .backwards) else { return false }
        return row[place.upperBound...].contains(value)
      }
    }
    #expect(isInPanel("Who tests it?", "11:10"))
    #expect(isInPanel("notes.pdf", "Linus  84.2 kB"))
    #expect(isInPanel("example.org/t/12", "11:30"))
    #expect(isInPanel("May", "read and write"))
    let zone = try #require(driver.model.openSummary?.zoneName)
    #expect(!driver.text.contains(zone))
    // What comes later is there at once.
    try await driver.type("https://example.org/new\n")
    #expect(driver.text.contains("Links 3"))
    // A part without entries has no heading.
    let other = try await self.driver()
    #expect(!other.text.contains("Pinned") && !other.text.contains("Links"))
  }

  @Test func `the panel of a closed chat says who was in it, and promises no news`() async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.busyAccount(), width: 160, height: 50, openChat: "Old flat")
    #expect(driver.text.contains("Former members 1"), "\(driver.text)")
    #expect(driver.text.contains("read what is here") && !driver.text.contains("Told of"))
  }

  @Test func `a link whose host can pass for another one is marked, with the host as it is`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    let links = "https://b\u{430}nk.com/pay https://good.example@evil.example/ https://bank.com/x"
    try await world.say(links, by: "ada", in: zone, at: Scenes.minutes(-1))
    let driver = try await ScreenDriver.drawn(world, width: 160, height: 50)
    #expect(driver.text.contains("│ ! xn--bnk-6cd.com"), "\(driver.text)")
    #expect(driver.text.contains("│ ! evil.example"), "\(driver.text)")
    #expect(driver.text.contains("│ bank.com/x"), "\(driver.text)")
  }

  @Test(arguments: [80, 160])
  func `what stands in the panel is chosen and opened`(width: Int) async throws {
    let driver = try await talkedOver(width: width)
    try await driver.press(.alt("o"))
    try await driver.press(.down, .enter)
    #expect(driver.model.overlay == nil)
    let conversation = try #require(driver.model.conversation)
    let pointed = conversation.messages.first { $0.id == conversation.pointed }
    #expect(pointed?.text == "Who tests it?")
    try await driver.press(.alt("o"))
    try await driver.press(.down, .down, .down, .enter)
    #expect(driver.opened == ["https://example.org/notes/4"])
    // Above everything that can be chosen, Enter only closes the panel.
    try await driver.press(.alt("o"))
    try await driver.press(.down, .up, .enter)
    #expect(driver.model.overlay == nil && driver.opened.count == 1)
  }

  @Test func `without room there is no panel, and a dialog is over the messages`() async throws {
    let driver = try await driver(width: 119)
    try await driver.press(.alt("p"))
    #expect(driver.text.contains("╭─ Release crew"))
    #expect(driver.text.contains("Members 4"))
    #expect(driver.kept == nil)
    try await driver.press(.escape)
    try await driver.press(.function(8))
    #expect(driver.text.contains("╭─ Members of Release crew"))
  }

  @Test(arguments: [80, 160])
  func `one key goes through all panels and back to the first`(width: Int) async throws {
    let driver = try await driver(width: width)
    try await driver.press(.function(8))
    #expect(!driver.text.contains("next panel"), "the last row has the keys of the dialog itself")
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
    #expect(!driver.text.contains("╭─ Members"))
    #expect(driver.text.contains("│ Members of Release crew"))
    #expect(driver.text.contains("Tagging when I am back online"))
    try await driver.press(.escape)
    #expect(!driver.text.contains("Members of Release crew"))
  }

  @Test func `the members' dialog knows what the panel shows already`() async throws {
    let driver = try await driver()
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
