import ChatCore
import ChatModel

/// The rows of chats or invitations, each made when it is asked for: a list of 10,000 chats costs what its visible part
/// costs.
package struct ChatListRows {
  /// Rows between two parts of the list; the last one has the words.
  private struct Gap {
    let rows: Range<Int>
    let words: String

    func row(_ index: Int) -> ChatListRow {
      index == rows.upperBound - 1 && !words.isEmpty
        ? .heading(words, hidden: ChatListLayout.Hidden()) : .note("")
    }
  }

  package let count: Int
  /// 2 where an entry has a second line.
  package let rowsPerEntry: Int
  private let gaps: [Gap]
  /// A row of an entry: which entry, and whether it is the second row.
  private let row: (_ place: Int, _ isSecond: Bool) -> ChatListRow
  private let places: (ChatListEntry.ID) -> Int?

  package subscript(index: Int) -> ChatListRow {
    if let gap = gaps.first(where: { $0.rows.contains(index) }) { return gap.row(index) }
    let own = index - gapRows(before: index)
    return row(own / rowsPerEntry, own % rowsPerEntry > 0)
  }

  /// The rows of an entry; nil if it has none here.
  package func place(of id: ChatListEntry.ID) -> Range<Int>? {
    guard let place = places(id) else { return nil }
    let first = gaps.reduce(place * rowsPerEntry) {
      $0 < $1.rows.lowerBound ? $0 : $0 + $1.rows.count
    }
    return first..<first + rowsPerEntry
  }

  /// The entries in the rows before a row.
  func entryCount(before row: Int) -> Int { (row - gapRows(before: row)) / rowsPerEntry }

  private func gapRows(before row: Int) -> Int {
    gaps.reduce(0) { $0 + $1.rows.clamped(to: 0..<max(0, row)).count }
  }

  init(_ invitations: [Invitation], rowsPerEntry: Int) {
    count = invitations.count * rowsPerEntry
    self.rowsPerEntry = rowsPerEntry
    gaps = []
    row = { place, isSecond in
      isSecond
        ? .inviter(invitations[place])
        : .invitation(invitations[place], isSingle: rowsPerEntry == 1)
    }
    places = { id in invitations.firstIndex { .invitation($0.id) == id } }
  }

  /// The pinned chats; below a gap the others; and below a heading those that are archived, which come last.
  ///
  /// A filter has its own order, without gaps.
  /// Gaps are as high as entries, so that no entry stands across the edge of the list.
  @MainActor init(of model: ChatListModel, rowsPerEntry: Int) {
    let chats = model.shown.chats
    let isFiltered = model.filter != nil
    let archived = isFiltered ? 0 : model.totals.archivedCount
    let active = chats.count - archived
    let pinned = isFiltered ? 0 : chats.prefix(active).prefix { $0.isPinned }.count
    var gaps: [Gap] = []
    if pinned > 0, pinned < active {
      let first = pinned * rowsPerEntry
      gaps.append(
        Gap(rows: first..<first + rowsPerEntry, words: rowsPerEntry > 1 ? "others" : ""))
    }
    if archived > 0 {
      let first = active * rowsPerEntry + gaps.reduce(0) { $0 + $1.rows.count }
      let height = active == 0 ? rowsPerEntry : 2
      gaps.append(Gap(rows: first..<first + height, words: "archived \(archived)"))
    }
    self.gaps = gaps
    self.rowsPerEntry = rowsPerEntry
    count = chats.count * rowsPerEntry + gaps.reduce(0) { $0 + $1.rows.count }
    row = { place, isSecond in
      isSecond ? .preview(chats[place]) : .chat(chats[place], isSingle: rowsPerEntry == 1)
    }
    places = { id in chats.firstIndex { .chat($0.id) == id } }
  }
}
