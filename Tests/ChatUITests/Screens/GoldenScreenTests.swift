import ChatUI
import Foundation
import TerminalUI
import Testing

@MainActor
struct GoldenScreenTests {
  @Test(arguments: ScreenState.all)
  func `every state looks as in its file, at three sizes`(state: ScreenState) async throws {
    for size in GoldenScreen.sizes {
      let driver = try await ScreenDriver.drawn(
        state.world(), width: size.width, height: size.height, openChat: "Release crew")
      try await state.reach(driver)
      try await driver.update()
      try GoldenScreen.expect(
        driver.screen.picture(), is: "\(state.name)-\(size.width)x\(size.height)")
    }
  }

  @Test(arguments: ScreenState.styled)
  func `every state that shows what a style means has the styles of its file`(
    state: ScreenState
  ) async throws {
    for size in GoldenScreen.sizes {
      let driver = try await ScreenDriver.drawn(
        state.world(), width: size.width, height: size.height, openChat: "Release crew")
      try await state.reach(driver)
      try await driver.update()
      let grids = StyleMap.themes.map { driver.screen.picture(in: $0.theme).grid }
      // All but mono are in colours.
      for grid in grids.dropLast() {
        let styles = (0..<grid.size.height).flatMap { grid.row($0).map(\.style) }
        #expect(styles.allSatisfy { $0.attributes.isDisjoint(with: [.dim, .reverse]) })
      }
      try GoldenScreen.expect(
        StyleMap(grids: grids), is: "\(state.name)-\(size.width)x\(size.height)")
    }
  }

  @Test func `every state with a file of styles is there`() {
    #expect(ScreenState.styled.count == ScreenState.styledNames.count)
  }

  @Test func `every state of the first question looks as in its file, at three sizes`() throws {
    for state in NameQuestions.all {
      for size in GoldenScreen.sizes {
        try GoldenScreen.expect(
          NameQuestionView(state.question).picture(size: size),
          is: "\(state.name)-\(size.width)x\(size.height)")
      }
    }
    for state in ChoiceQuestions.all {
      for size in GoldenScreen.sizes {
        try GoldenScreen.expect(
          state.question.picture(size: size), is: "\(state.name)-\(size.width)x\(size.height)")
      }
    }
  }

  @Test(arguments: WindowPicture.all, [Background.dark, .light])
  func `every picture of the window is as in its file`(
    window: WindowPicture, background: Background
  ) async throws {
    try GoldenScreen.expect(
      await window.draw(on: background), isIn: window.path(for: background))
  }

  @Test func `each picture of the window stands in a page, for both kinds of background`() throws {
    let pages = try ["README.md", "docs/user-guide.md", "docs/design.md"].map {
      try String(contentsOf: DocumentScreens.root.appending(path: $0), encoding: .utf8)
    }
    for window in WindowPicture.all {
      let files = [Background.dark, .light].map { window.path(for: $0).dropFirst("docs/".count) }
      #expect(pages.contains { page in files.allSatisfy { page.contains($0) } }, "\(window.name)")
    }
  }

  @Test func `pages show screens as they are`() throws {
    try DocumentScreens.check("docs/user-guide.md")
  }

  @Test func `states have different names`() {
    #expect(Set(ScreenState.all.map(\.name)).count == ScreenState.all.count)
  }

  @Test(arguments: [
    Size(width: 1, height: 1), Size(width: 0, height: 0), Size(width: 19, height: 5),
    Size(width: 20, height: 4), Size(width: 300, height: 2),
  ])
  func `too small a screen says so`(size: Size) async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.busyAccount(), width: size.width, height: size.height)
    let text = driver.text.replacing("\n", with: "").replacing(" ", with: "")
    #expect("toosmall".hasPrefix(text.replacing("…", with: "")))
  }
}

extension ScreenState {
  /// The states whose styles have a file: together they have every role, and every kind of place.
  nonisolated fileprivate static let styledNames: Set<String> = [
    "chat", "details", "everything", "failed-picked", "found", "invitation", "link-code", "list",
    "members", "nothing", "picked", "remove-member", "reply", "rich-messages", "side-panel",
    "unread",
  ]
  nonisolated fileprivate static let styled = all.filter { styledNames.contains($0.name) }
}
