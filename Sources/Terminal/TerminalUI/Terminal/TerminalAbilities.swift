/// The abilities of the terminal, as far as it has reported them: answers decide everything here, not names.
///
/// Invariants:
/// 1. An answer counts only after its question, once, and before the fence: text that a person pastes, or that a
///    program prints, may look like an answer but changes nothing.
/// 2. Without answers, nothing is assumed that could harm.
package struct TerminalAbilities: Hashable, Sendable {
  /// Whether the kitty keyboard protocol distinguishes keys such as Shift+Enter.
  package private(set) var hasKittyKeyboard = false
  /// Whether the terminal has reported its name and version.
  private var hasTold = false
  /// Whether this program can ask for keys such as Shift+Enter in xterm's way (modifyOtherKeys).
  ///
  /// Old terminals take the request for a style. A terminal that reports its version is newer than that.
  package var mayModifyKeys: Bool { hasTold && !hasKittyKeyboard && !awaitsFence }
  /// Whether the terminal can show a picture at once, and not piece by piece.
  package private(set) var hasSynchronizedOutput = false
  /// Whether the terminal shows 16 million colours.
  package private(set) var hasTrueColor = false
  /// Whether the terminal shows pictures in kitty's graphics protocol.
  package private(set) var hasGraphics = false
  /// The background of the screen; nil if it is not known.
  package private(set) var background: Background?
  /// The emoji that take two columns when they are sent whole.
  package private(set) var wholeEmoji: EmojiTraits = []
  /// The longest emoji that the terminal keeps whole, in bytes; nil if there is no such limit.
  ///
  /// Source: tmux 3.3, whose cells hold 21 bytes (`UTF8_SIZE`); it cuts off the rest.
  package private(set) var emojiByteLimit: Int?

  private enum Question: Hashable {
    case keyboard
    case synchronizedOutput
    case trueColor
    case background
    case name
    case graphics
    case width(EmojiTraits)
  }

  private var open: Set<Question> = []
  /// The number of rounds of questions whose last question is not answered yet: a terminal that is given back and taken
  /// again at once answers twice.
  private var awaitedFences = 0
  /// Whether the answer to the last question has not come yet.
  package var awaitsFence: Bool { awaitedFences > 0 }

  /// The abilities that the environment promises before the terminal answers.
  ///
  /// - Parameter environment: `COLORTERM`, `STY` and `COLORFGBG`.
  package init(environment: [String: String] = [:]) {
    // GNU Screen hands the variable on, and misreads such colours.
    hasTrueColor =
      environment["STY"] == nil && ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    background = environment["COLORFGBG"].flatMap { Background(colorVariable: $0) }
  }

  /// Notes that everything was asked; earlier answers about emoji, keys and pictures count no more.
  package mutating func ask() {
    (hasKittyKeyboard, hasTold, hasGraphics) = (false, false, false)
    open = [.keyboard, .synchronizedOutput, .trueColor, .background, .name, .graphics]
    open.formUnion(EmojiTraits.samples.map { .width($0.traits) })
    awaitedFences += 1
  }

  /// Whether the terminal shows an emoji as one character in two columns, if it is sent whole.
  package func drawsWhole(_ emoji: String, _ traits: EmojiTraits) -> Bool {
    wholeEmoji.isSuperset(of: traits) && emoji.utf8.count <= emojiByteLimit ?? .max
  }

  /// Takes an answer, if it was asked for.
  package mutating func take(_ answer: TerminalAnswer) {
    switch answer {
    case .attributes:
      guard awaitedFences > 0 else { return }
      awaitedFences -= 1
      if awaitedFences == 0 { open = [] }
    case .keyboard:
      if close(.keyboard) { hasKittyKeyboard = true }
    case .mode(let number, let isChangeable):
      if number == TerminalQuestions.synchronizedOutput, close(.synchronizedOutput) {
        hasSynchronizedOutput = isChangeable
      }
    case .background(let color):
      if close(.background) { background = Background(color) }
    case .capability(let name):
      if name == TerminalQuestions.trueColor, close(.trueColor) { hasTrueColor = true }
    case .name(let name):
      guard close(.name) else { return }
      hasTold = true
      emojiByteLimit = name.hasPrefix("tmux") ? 21 : nil
    case .graphics: if close(.graphics) { hasGraphics = true }
    case .cursor(let point):
      if let (traits, columns) = TerminalQuestions.sample(at: point), close(.width(traits)) {
        if columns == 2 {
          wholeEmoji.insert(traits)
        } else {
          wholeEmoji.remove(traits)
        }
      }
    }
  }

  private mutating func close(_ question: Question) -> Bool { open.remove(question) != nil }
}
