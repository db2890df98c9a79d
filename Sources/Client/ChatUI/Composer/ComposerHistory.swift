/// The texts sent in a chat before, for browsing in the composer.
struct ComposerHistory: Equatable {
  /// The number of texts kept; older ones are seldom browsed to.
  static let limit = 100

  private var texts: [String] = []
  private var position: Int?
  /// The text that the person was writing when browsing began; it stands below the newest text.
  private(set) var stash = ""
  /// The texts that the person changed while browsing, by their positions.
  private var changes: [Int: String] = [:]

  var isBrowsing: Bool { position != nil }

  /// The texts sent before this session, newest first.
  mutating func load(_ sent: [String]) {
    texts = Array((texts + sent.filter { !texts.contains($0) }).prefix(Self.limit))
  }

  mutating func add(_ text: String) {
    texts.removeAll { $0 == text }
    texts.insert(text, at: 0)
    texts = Array(texts.prefix(Self.limit))
    stopBrowsing()
  }

  /// The text sent before the one shown; nil at the oldest.
  mutating func older(than current: String) -> String? {
    let next = position.map { $0 + 1 } ?? 0
    guard next < texts.count else { return nil }
    if position == nil { stash = current } else { keep(current) }
    position = next
    return shown(at: next)
  }

  /// The text sent after the one shown, and last what was being written; nil when not browsing.
  mutating func newer(than current: String) -> String? {
    guard let place = position else { return nil }
    keep(current)
    guard place > 0 else {
      position = nil
      return stash
    }
    position = place - 1
    return shown(at: place - 1)
  }

  /// Whether the text shown differs from the one that was sent.
  func isChanged(_ current: String) -> Bool { position.map { texts[$0] != current } ?? false }

  mutating func stopBrowsing() {
    position = nil
    stash = ""
    changes = [:]
  }

  private func shown(at place: Int) -> String { changes[place] ?? texts[place] }

  private mutating func keep(_ current: String) {
    if let position { changes[position] = isChanged(current) ? current : nil }
  }
}
