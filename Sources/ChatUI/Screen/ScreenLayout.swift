import TerminalUI

/// Where the parts of the screen are at some size.
struct ScreenLayout: Equatable {
  /// Narrower screens show the list or the chat, one at a time.
  static let twoPaneColumns = 60
  static let smallest = Size(width: 20, height: 5)
  /// The most rows that the composer takes.
  static let composerRows = 8

  let size: Size
  let title: Rect
  /// Nil when there is no room for it, or the chat is shown instead.
  let list: Rect?
  let divider: Rect?
  /// Nil when the list is shown instead.
  let pane: Rect?
  let status: Rect
  let composer: Rect
  let hints: Rect

  /// Nil when the screen is too small for anything.
  init?(
    size: Size, showsList: Bool, isBare: Bool = false, composerRowCount: Int,
    statusRowCount: Int = 1, listColumns: Int? = nil
  ) {
    guard size.width >= Self.smallest.width, size.height >= Self.smallest.height else { return nil }
    self.size = size
    var rest = Rect(size)
    title = rest.remove(1, from: .top)
    hints = rest.remove(size.height >= 7 ? 1 : 0, from: .bottom)
    let isSinglePane = isBare || size.width < Self.twoPaneColumns
    let hasComposer = !(isSinglePane && showsList)
    let limit = min(Self.composerRows, max(1, size.height / 3))
    composer = rest.remove(hasComposer ? min(limit, composerRowCount) : 0, from: .bottom)
    status = rest.remove(min(statusRowCount, max(1, rest.height - 2)), from: .bottom)
    if isSinglePane {
      list = showsList ? rest : nil
      pane = showsList ? nil : rest
      divider = nil
    } else {
      list = rest.remove(Self.listColumns(size.width, wanted: listColumns), from: .leading)
      divider = rest.remove(1, from: .leading)
      pane = rest
    }
  }

  /// The columns in which the composer's text stands, behind its prompt.
  static func composerTextColumns(_ width: Int) -> Int { max(2, width - 3) }

  /// The columns that the messages keep, however wide the list is wanted.
  private static let leastPaneColumns = 30

  private static func listColumns(_ width: Int, wanted: Int?) -> Int {
    if let wanted { return min(wanted, width - 1 - leastPaneColumns) }
    if width < 100 { return 20 }
    return width < 130 ? 24 : 28
  }
}
