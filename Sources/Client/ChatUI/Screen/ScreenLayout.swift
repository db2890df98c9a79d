import TerminalUI

/// The places of the screen's parts at some size.
struct ScreenLayout: Equatable {
  /// Narrower screens show the list or the chat, one at a time.
  static let twoPaneColumns = 60
  /// Narrower screens have no side panel, even if one is wanted (`ChatScreen.showsPanel`).
  static let leastColumnsWithPanel = 120
  /// Screens as wide as this have the panel unless the person has hidden it.
  static let columnsWithUsualPanel = 160
  /// Narrower screens show only the one of two chats that has the keys.
  static let leastColumnsWithTwoChats = 160
  /// Wider screens have room for two rows a chat in the list.
  static let columnsForPreviews = 120
  static let smallest = Size(width: 20, height: 5)
  /// The most rows that the composer takes.
  static let composerRows = 8

  /// The place of the chat that does not have the keys.
  enum Side: Equatable {
    case left
    case right
  }

  let size: Size
  let title: Rect
  /// Nil when there is no room for it, or the chat is shown instead.
  let list: Rect?
  let divider: Rect?
  /// Nil when the list is shown instead.
  let pane: Rect?
  /// The chat beside the open one; nil when there is none.
  let other: Rect?
  let otherDivider: Rect?
  /// Nil when nothing is shown beside the messages.
  let panelDivider: Rect?
  let panel: Rect?
  /// The rule row, and below it the composer; both belong to the pane and are as wide as it is.
  let status: Rect
  let composer: Rect
  let hints: Rect

  /// Nil when the screen is too small for anything.
  ///
  /// - Parameters:
  ///   - size: the size of the screen.
  ///   - showsList: whether a screen with one pane shows the list.
  ///   - isBare: whether nothing is shown beside the messages.
  ///   - showsPanel: whether a panel is wanted beside the messages.
  ///   - side: the side of the chat beside the open one; nil if only one chat is shown.
  ///   - preferences: the widths that the person has chosen.
  ///   - statusRowCount: the rows that the rule row takes at a width.
  ///   - composerRowCount: the rows that the composer takes at a width.
  init?(
    size: Size, showsList: Bool, isBare: Bool = false, showsPanel: Bool = false,
    other side: Side? = nil, preferences: ScreenPreferences = ScreenPreferences(),
    statusRowCount: (Int) -> Int, composerRowCount: (Int) -> Int
  ) {
    guard size.width >= Self.smallest.width, size.height >= Self.smallest.height else { return nil }
    self.size = size
    var rest = Rect(size)
    title = rest.remove(1, from: .top)
    hints = rest.remove(size.height >= 7 ? 1 : 0, from: .bottom)
    let isSinglePane = isBare || size.width < Self.twoPaneColumns
    var besides: (list: Rect, divider: Rect)?
    if !isSinglePane {
      besides = (
        rest.remove(preferences.listWidth(screen: size.width), from: .leading),
        rest.remove(1, from: .leading)
      )
    }
    divider = besides?.divider
    if showsPanel, !isSinglePane, size.width >= Self.leastColumnsWithPanel {
      panel = rest.remove(preferences.panelWidth(screen: size.width), from: .trailing)
      panelDivider = rest.remove(1, from: .trailing)
    } else {
      panel = nil
      panelDivider = nil
    }
    if let side, panel == nil, !isSinglePane, size.width >= Self.leastColumnsWithTwoChats {
      // The left one keeps its width when the keys go to the other.
      let left = (rest.width - 1) / 2
      switch side {
      case .left:
        other = rest.remove(left, from: .leading)
        otherDivider = rest.remove(1, from: .leading)
      case .right:
        other = rest.remove(rest.width - 1 - left, from: .trailing)
        otherDivider = rest.remove(1, from: .trailing)
      }
    } else {
      other = nil
      otherDivider = nil
    }
    let hasComposer = !(isSinglePane && showsList)
    let limit = min(Self.composerRows, max(1, size.height / 3))
    composer = rest.remove(
      hasComposer ? min(limit, composerRowCount(rest.width)) : 0, from: .bottom)
    status = rest.remove(
      min(statusRowCount(rest.width), max(1, rest.height - 2)), from: .bottom)
    list = hasComposer ? besides?.list : rest
    pane = hasComposer ? rest : nil
  }
}

extension ScreenPreferences {
  static let listColumns = 16...40
  static let panelColumns = 24...60

  /// The columns of the side panel on a screen of some width.
  func panelWidth(screen width: Int) -> Int {
    let usual = width < ScreenLayout.columnsWithUsualPanel ? 30 : width < 200 ? 31 : 38
    return (panelColumns ?? usual).clamped(to: Self.panelColumns)
  }

  /// The columns of the list on a screen of some width.
  func listWidth(screen width: Int) -> Int {
    let usual = width < 120 ? 18 : width < 160 ? 24 : 30
    // At least half of the screen is left to the messages.
    return min((listColumns ?? usual).clamped(to: Self.listColumns), width / 2)
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
