/// The texts sent in a chat before, for browsing in the composer.
struct ComposerHistory: Equatable {
  /// The number of texts kept; older ones are seldom browsed to.
  static let limit = 100

  private var texts: [String] = []
  private var position: Int?
  /// The text that the person was writing when browsing began.
  private(set) var stash = ""

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
    if position == nil { stash = current }
    position = next
    return texts[next]
  }

  /// The text sent after the one shown, and last what was being written; nil when not browsing.
  mutating func newer() -> String? {
    guard let current = position else { return nil }
    guard current > 0 else {
      position = nil
      return stash
    }
    position = current - 1
    return texts[current - 1]
  }

  mutating func stopBrowsing() {
    position = nil
    stash = ""
  }
}
