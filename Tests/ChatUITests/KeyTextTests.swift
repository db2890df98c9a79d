import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// Texts that name keys, on every screen that has a picture.
@MainActor
struct KeyTextTests {
  /// Every key that does something, by its name.
  private func names(_ keymap: Keymap) -> Set<String> {
    let actions = ActionRegistry.all.flatMap { keymap.keys(of: $0) }
    let editing = EditingCommand.allCases.flatMap { keymap.keys(of: $0) }
    return Set((actions + editing).map { KeyName.of($0.event) })
  }

  /// All but the chat whose messages explain the keys: they name those of the time when they were written.
  private let states = ScreenState.all.filter { $0.name != "first-steps" }

  private func driver(_ state: ScreenState) async throws -> ScreenDriver {
    try await .drawn(state.world(), width: 100, height: 60, openChat: "Release crew")
  }

  @Test func `no text names a key that a preset does not have`() async throws {
    for state in states {
      let driver = try await driver(state)
      try await state.reach(driver)
      for preset in KeyPreset.allCases {
        let known = names(Keymap(preset: preset))
        var settings = Settings()
        settings.preset = preset
        try await driver.post(.settings(.settings(settings)))
        driver.model.show(nil)
        let named = driver.text.matches(
          of: /(?:(?:Ctrl|Alt|Shift)\+)+(?:[A-Z][a-z]+|\S)|\bF[0-9]+\b/)
        let wrong = named.map { String($0.output) }.filter { !known.contains($0) }
        #expect(wrong.isEmpty, "\(state.name), \(preset.rawValue): \(wrong)")
      }
    }
  }

  @Test func `every text names the first key of an action, whichever it is`() async throws {
    let names = SettingsVocabulary.chat.actions.map(\.name)
    // No terminal sends these keys; the usual ones work too, so that every screen can be reached.
    let own = Dictionary(
      uniqueKeysWithValues: SettingsVocabulary.chat.actions.enumerated().map { place, action in
        (action.name, [KeyBinding.key(.function(100 + place))] + action.keys)
      })
    #expect(own.count == names.count)
    // The help lists the usual keys too, and the other one has settings of its own.
    for state in states where !["help", "names-beside"].contains(state.name) {
      let driver = try await driver(state)
      var settings = Settings()
      settings.keys = own
      try await driver.post(.settings(.settings(settings)))
      driver.model.show(nil)
      try await state.reach(driver)
      let usual = driver.text.matches(
        of: /(?:Ctrl|Alt|Shift)\+\S+|\bF[0-9]{1,2}\b|\b(?:Enter|Esc|PgUp|PgDn|Del|Tab|Space)\b/
      ).map { String($0.output) }
      #expect(usual.isEmpty, "\(state.name): \(usual)")
    }
  }
}
