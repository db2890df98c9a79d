/// Finds the pastes that the terminal does not mark: keys of a text with line ends, faster than anybody types.
///
/// Keys belong to one burst until `silence` is called, which is due `silenceMilliseconds` after the last key.
/// A burst that begins with a key of text is text: each run of such keys with a line end before its last key is
/// one paste, whatever its lines say. A burst that begins with another key, as Ctrl+G, comes from a program that
/// works the keys of this one, and stays keys.
///
/// Invariants:
/// 1. Text and keys keep their order. Only the focus and answers of the terminal, which are no input of a person,
///    may overtake them.
/// 2. The first key of a burst never waits if it comes alone, so a person waits for nothing.
/// 3. What waits is bounded: keys by those of two reads, a paste by `PasteAccumulator.maximumBytes`.
///
/// ```
/// quiet ─key of text→ text ─line end, more text→ paste        text, paste ─another key→ text, nothing waits
///    └──another key→ keys                                     text, paste, keys ─silence→ quiet
/// ```
package struct PasteDetector: Sendable {
  /// The longest time between two bytes of one burst; our choice.
  ///
  /// A serial line of 2400 bauds needs 4 ms for a byte. The fastest repetition of a key that is held needs 15.
  package static let silenceMilliseconds: Int32 = 10
  /// The keys of one read; a longer line is typed text as well.
  private static let maximumKeys = 4096

  private enum Burst {
    case quiet
    case text
    case keys
  }

  private var burst = Burst.quiet
  /// The keys of text that are not handed on yet.
  private var waiting: [KeyEvent] = []
  /// Whether something else than line ends has come in this run.
  private var hasText = false
  private var hasLineEnd = false
  /// What is certainly a paste; nil as long as the run may be keys.
  private var paste: PasteAccumulator?

  package init() {}

  /// Whether `silence` is due after a short silence.
  package var awaitsSilence: Bool { burst != .quiet }

  /// Takes the events of one read, and returns what can be handed on.
  package mutating func take(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    let wasQuiet = burst == .quiet
    for event in events {
      switch event {
      case .key(let key):
        let text = Self.text(of: key)
        if burst == .quiet { burst = text == nil ? .keys : .text }
        if let text, burst == .text {
          wait(key, text)
        } else {
          release(into: &result)
          result.append(event)
        }
      case .paste:
        if burst == .quiet { burst = .text }
        release(into: &result)
        result.append(event)
      case .click, .wheel:
        release(into: &result)
        result.append(event)
      case .focusGained, .focusLost, .answer: result.append(event)
      }
    }
    let isAlone = wasQuiet && waiting.count == 1 && events.count(where: Self.isInput) == 1
    // Behind a line end, the next key of text makes it a paste.
    let isTooLong = waiting.count > Self.maximumKeys && !(hasText && hasLineEnd)
    if isAlone || isTooLong { release(into: &result, isRunOver: false) }
    return result
  }

  /// Ends the burst, and returns what has waited.
  package mutating func silence() -> [InputEvent] {
    var result: [InputEvent] = []
    release(into: &result)
    burst = .quiet
    return result
  }

  private mutating func wait(_ key: KeyEvent, _ text: String) {
    if paste != nil { return append(text) }
    let endsPair = key == .control("j") && waiting.last == KeyEvent(.enter)
    waiting.append(key)
    let hadLineEnd = hasLineEnd
    if Self.isLineEnd(key) { hasLineEnd = true } else { hasText = true }
    guard hadLineEnd, hasText, !endsPair else { return }
    paste = PasteAccumulator()
    for text in waiting.compactMap(Self.text) { append(text) }
    waiting = []
  }

  private mutating func append(_ text: String) {
    // The end of a marked paste has an ESC, which is no key of text.
    for byte in text.utf8 { _ = paste?.append(byte) }
  }

  /// Hands on what waits.
  ///
  /// - Parameters:
  ///   - result: gets it.
  ///   - isRunOver: whether the keys that follow belong to another run.
  private mutating func release(into result: inout [InputEvent], isRunOver: Bool = true) {
    if let text = paste?.finish() {
      result.append(.paste(text))
    } else {
      result += waiting.map { .key($0) }
    }
    waiting = []
    paste = nil
    hasLineEnd = false
    if isRunOver { hasText = false }
  }

  private static func isInput(_ event: InputEvent) -> Bool {
    switch event {
    case .key, .paste, .click, .wheel: true
    case .focusGained, .focusLost, .answer: false
    }
  }

  private static func isLineEnd(_ key: KeyEvent) -> Bool {
    key == KeyEvent(.enter) || key == .control("j")
  }

  /// What a key is in a text; nil for a key that no text has.
  private static func text(of key: KeyEvent) -> String? {
    switch key {
    case KeyEvent(.enter): "\r"
    case .control("j"): "\n"
    case KeyEvent(.tab): "\t"
    // A form feed separates the pages of a text.
    case .control("l"): "\n"
    default: key.typedCharacter.map(String.init)
    }
  }
}
