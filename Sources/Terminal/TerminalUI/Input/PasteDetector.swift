/// Finds the pastes that the terminal does not mark: keys of a text with line ends, faster than anybody types.
///
/// Keys belong to one burst until `silence` is called, which is due `silenceMilliseconds` after the last key.
/// In a burst, each run of keys that a text can have is one paste if text follows a line end in it, whatever its
/// lines say. A text can have every byte, so control bytes in it, as Ctrl+G, and characters behind an ESC are no
/// commands: they are dropped. Only the sequence of a function key, as of an arrow, ends a run. A burst that begins
/// with one comes from a program that works the keys of this one, and stays keys.
///
/// Invariants:
/// 1. Text and keys keep their order. Only the focus and answers of the terminal, which are no input of a person,
///    may overtake them.
/// 2. The first key of a burst never waits if it comes alone, and the same key again does not wait either, unless it
///    ends a line: a person waits for nothing.
/// 3. The waiting input is bounded: keys by those of two reads, a paste by `PasteAccumulator.maximumBytes`.
///
/// ```
/// quiet ─key of text→ text ─line end, more text→ paste        text, paste ─function key→ text, nothing waits
///    └──function key→ keys                                    text, paste, keys ─silence→ quiet
/// ```
package struct PasteDetector: Sendable {
  /// The longest time between two bytes of one burst; our choice.
  ///
  /// A serial line of 2400 bauds needs 4 ms for a byte.
  package static let silenceMilliseconds: Int32 = 10
  /// The keys of one read; a longer line is typed text as well.
  private static let maximumKeys = 4096

  private enum Burst {
    case quiet
    case text
    case keys
  }

  /// The role of a key in a burst.
  private enum Part {
    /// A part of a text, with its characters.
    case text(String)
    /// A control byte, or a character behind an ESC; a text loses nothing without it.
    case control
    /// A sequence that no text has.
    case function
  }

  private var burst = Burst.quiet
  /// The only key of the burst so far, once or again and again.
  private var onlyKey: KeyEvent?
  /// The keys that are not handed on yet.
  private var waiting: [KeyEvent] = []
  /// Whether this run has a key that is neither a line end nor a control.
  private var hasText = false
  private var hasLineEnd = false
  /// The text that is certainly a paste; nil as long as the run may be keys.
  private var paste: PasteAccumulator?

  package init() {}

  /// Whether the caller must call `silence` after a short silence.
  package var awaitsSilence: Bool { burst != .quiet }

  /// Takes the events of one read, and returns what can be handed on.
  package mutating func take(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    let wasQuiet = burst == .quiet
    for event in events {
      switch event {
      case .key(let key):
        let part = Self.part(of: key)
        if burst == .quiet {
          onlyKey = key
          if case .function = part { burst = .keys } else { burst = .text }
        } else if key != onlyKey {
          onlyKey = nil
        }
        switch part {
        case .text(let text) where burst == .text: wait(key, text)
        case .control where burst == .text: wait(key, nil)
        case .text, .control, .function:
          release(into: &result)
          result.append(event)
        }
      case .paste:
        if burst == .quiet { burst = .text }
        onlyKey = nil
        release(into: &result)
        result.append(event)
      case .click, .wheel:
        release(into: &result)
        result.append(event)
      case .focusGained, .focusLost, .answer: result.append(event)
      }
    }
    let isAlone = wasQuiet && waiting.count == 1 && events.count(where: Self.isInput) == 1
    let isRepeated = onlyKey.map { !Self.isLineEnd($0) } ?? false
    // Behind a line end, the next key of text makes it a paste.
    let isTooLong = waiting.count > Self.maximumKeys && !(hasText && hasLineEnd)
    if isAlone || isRepeated || isTooLong { release(into: &result, isRunOver: false) }
    return result
  }

  /// Ends the burst, and returns what has waited.
  package mutating func silence() -> [InputEvent] {
    var result: [InputEvent] = []
    release(into: &result)
    burst = .quiet
    onlyKey = nil
    return result
  }

  /// Lets a key wait until it is known what the run is, or adds it to the paste.
  ///
  /// - Parameters:
  ///   - key: the next one of the run.
  ///   - text: its characters in a text; nil for a control.
  private mutating func wait(_ key: KeyEvent, _ text: String?) {
    if paste != nil { return append(text ?? "") }
    let endsPair = key == .control("j") && waiting.last == KeyEvent(.enter)
    waiting.append(key)
    let hadLineEnd = hasLineEnd
    if Self.isLineEnd(key) {
      hasLineEnd = true
    } else if text != nil {
      hasText = true
    }
    // One control behind a line is a command, as the one for the next chat; nobody presses thousands.
    let goesOn = text != nil && !endsPair || waiting.count > Self.maximumKeys
    guard hadLineEnd, hasText, goesOn else { return }
    paste = PasteAccumulator()
    for key in waiting {
      if case .text(let text) = Self.part(of: key) { append(text) }
    }
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

  /// Whether a key ends a line, so that the keys after it make a paste; Alt+Enter only continues in the next line.
  private static func isLineEnd(_ key: KeyEvent) -> Bool {
    guard key != KeyEvent(.enter, .alt), case .text(let text) = part(of: key) else { return false }
    return text == "\r" || text == "\n"
  }

  private static func part(of key: KeyEvent) -> Part {
    switch key {
    // Without its ESC, Alt+Enter is a CR.
    case KeyEvent(.enter), KeyEvent(.enter, .alt): return .text("\r")
    case .control("j"): return .text("\n")
    case KeyEvent(.tab): return .text("\t")
    // A vertical tab ends a line within a paragraph, a form feed the last line of a page.
    case .control("k"), .control("l"): return .text("\n")
    default: break
    }
    if let character = key.typedCharacter { return .text(String(character)) }
    switch key.key {
    case .character: return .control
    case .enter, .tab, .backspace, .escape:
      return key.modifiers.isSubset(of: .alt) ? .control : .function
    case .insert, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function:
      return .function
    }
  }
}
