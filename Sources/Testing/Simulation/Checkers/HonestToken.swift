import CloudModel

/// I9: a device that keeps a token has all that the cloud had stored when it handed out the token.
///
/// Tokens of pages with more to come are left out. So are records that were changed later, because they stand
/// later in the feed.
struct HonestToken: Checker {
  private(set) var findings = Findings("I9")
  private var history = CloudHistory()
  /// Up to where in the journal a token covers its zone.
  private var covered: [String: Int] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    switch entry.event {
    case .reached(let reached) where reached.request.operation == .zoneChanges:
      guard let page = reached.page, !page.moreComing, page.since != page.token,
        covered[page.token.rawValue] == nil
      else { return }
      covered[page.token.rawValue] = index
    case .seen(let device, _, let snapshot):
      for chat in snapshot.openChats {
        guard let end = chat.token.flatMap({ covered[$0] }) else { continue }
        let shown = Set(chat.messages.map(\.record))
        for record in history.messages(in: chat.zone, unchangedSince: end)
        where !shown.contains(record) {
          findings.note(
            "\(device) keeps a token that covers \(record), but does not have it", about: record,
            at: index)
        }
      }
    default: break
    }
  }
}
