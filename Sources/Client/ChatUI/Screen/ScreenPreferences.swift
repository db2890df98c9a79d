/// The person's manual changes to the screen, kept from one start to the next.
package struct ScreenPreferences: Codable, Equatable, Sendable {
  static let listColumns = 16...40
  static let panelColumns = 24...60

  /// Columns of the chat list; nil where the width of the screen decides.
  package var listColumns: Int?
  /// Columns of the side panel.
  package var panelColumns: Int?
  /// Whether the side panel is shown where there is room for it.
  package var showsPanel: Bool?

  package init() {}

  var panelWidth: Int { (panelColumns ?? 38).clamped(to: Self.panelColumns) }

  /// The columns of the list on a screen of some width.
  func listWidth(screen width: Int) -> Int {
    let usual = width < 100 ? 20 : width < 130 ? 24 : 28
    // At least half of the screen is left to the messages.
    return min((listColumns ?? usual).clamped(to: Self.listColumns), width / 2)
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
