/// Turns the bytes that a terminal sends into events.
///
/// Invariants:
/// 1. Events depend on the bytes and on when `flush` is called, never on how reads split the bytes. Whether keys
///    are a paste that is not marked depends on their time, and `PasteDetector` alone says it.
/// 2. The state between calls is bounded: a sequence by `maximumSequenceLength` and one byte, a control
///    string by `ControlString.maximumLength`, a paste by `PasteAccumulator.maximumBytes`.
/// 3. A sequence that is not understood yields nothing; its bytes never become text.
///
/// ```
/// ground ─ESC→ escape ─[→ csi ─final→ ground        csi "200~" → paste ─"ESC[201~"→ ground
///    │            ├─O→ ss3 ─final→ ground           escape ─] P X ^ _→ string ─BEL, ESC \→ ground
///    └─lead byte→ utf8                              escape ─ESC→ escape with alt
/// ```
///
/// Source: ECMA-48; xterm's control sequences; rxvt's and the Linux console's keys; the kitty
/// keyboard protocol.
package struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    case utf8(UTF8Accumulator, alt: Bool)
    case escape(alt: Bool)
    case csi([UInt8], alt: Bool)
    case ss3([UInt8], alt: Bool)
    /// After `ESC [ [`, the Linux console's F1 to F5.
    case linuxFunction(alt: Bool)
    /// After `ESC [ M`: the three bytes of an old mouse report are dropped.
    case mouseBytes(remaining: Int)
    /// An operating system command or device string, which may be an answer.
    case string(ControlString)
    case paste(PasteAccumulator)
  }

  /// Longer sequences are dropped; the longest known ones have under 30 bytes.
  static let maximumSequenceLength = 64

  var state = State.ground

  package init() {}

  /// Whether the bytes so far may be a whole key or the beginning of a sequence; `flush` is due after a short silence.
  package var isPending: Bool {
    switch state {
    case .ground, .paste, .utf8, .mouseBytes: false
    case .escape, .linuxFunction: true
    case .csi(let parameters, _), .ss3(let parameters, _): parameters.isEmpty
    case .string(let string): string.isEmpty
    }
  }

  /// Whether the bytes so far begin a paste, an answer or a character, and cannot be a key; `flush` ends it too, after
  /// a much longer silence.
  package var awaitsRest: Bool {
    if case .ground = state { false } else { !isPending }
  }

  /// Takes the next bytes and returns the events they complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes {
      step(byte, into: &events)
    }
    return events
  }

  /// Ends what is incomplete.
  ///
  /// A lone ESC becomes the key, `ESC [` becomes Alt and `[`; longer beginnings become nothing.
  package mutating func flush() -> [InputEvent] {
    let pending = state
    state = .ground
    let escape = InputEvent.key(KeyEvent(.escape))
    switch pending {
    case .ground, .mouseBytes, .linuxFunction: return []
    case .utf8(_, let alt): return [.key(KeyEvent(.character("\u{FFFD}"), alt ? .alt : []))]
    case .escape(let alt): return alt ? [escape, escape] : [escape]
    case .csi(let parameters, _): return parameters.isEmpty ? [.key(.alt("["))] : []
    case .ss3(let parameters, _): return parameters.isEmpty ? [.key(.alt("O"))] : []
    case .string(let string):
      return string.isEmpty ? [.key(.alt(Character(Unicode.Scalar(string.introducer))))] : []
    case .paste(let paste): return paste.finish().map { [.paste($0)] } ?? []
    }
  }

  private mutating func step(_ byte: UInt8, into events: inout [InputEvent]) {
    switch state {
    case .ground:
      ground(byte, alt: false, into: &events)
    case .utf8(var accumulator, let alt):
      let result = accumulator.append(byte)
      state = .utf8(accumulator, alt: alt)
      utf8(result, byte: byte, alt: alt, into: &events)
    case .escape(let alt):
      escape(byte, alt: alt, into: &events)
    case .csi(let parameters, let alt):
      state = .ground
      csi(byte, after: parameters, alt: alt, into: &events)
    case .ss3(let parameters, let alt):
      state = .ground
      ss3(byte, after: parameters, alt: alt, into: &events)
    case .linuxFunction(let alt):
      state = .ground
      guard (0x41...0x45).contains(byte) else { return reconsider(byte, into: &events) }
      events.append(.key(KeyEvent(.function(Int(byte) - 0x40), alt ? .alt : [])))
    case .mouseBytes(let remaining):
      state = remaining > 1 ? .mouseBytes(remaining: remaining - 1) : .ground
    case .string(let string):
      state = .ground
      self.string(byte, in: string, into: &events)
    case .paste(var paste):
      // The state lets go of the buffer, so that appending does not copy it.
      state = .ground
      let result = paste.append(byte)
      switch result {
      case .more: state = .paste(paste)
      case .end(let text):
        if let text { events.append(.paste(text)) }
      }
    }
  }

  mutating func ground(_ byte: UInt8, alt: Bool, into events: inout [InputEvent]) {
    state = .ground
    let modifiers: KeyModifiers = alt ? .alt : []
    switch byte {
    case 0x1B: state = .escape(alt: alt)
    case 0x00...0x1F, 0x7F: events.append(.key(Self.controlKey(byte, modifiers)))
    case 0x20...0x7E:
      events.append(.key(KeyEvent(.character(Character(Unicode.Scalar(byte))), modifiers)))
    default:
      if let accumulator = UTF8Accumulator(lead: byte) {
        state = .utf8(accumulator, alt: alt)
      } else {
        events.append(.key(KeyEvent(.character("\u{FFFD}"), modifiers)))
      }
    }
  }

  /// A byte that ended a sequence without belonging to it: control bytes are decoded, others are dropped.
  mutating func reconsider(_ byte: UInt8, into events: inout [InputEvent]) {
    if byte < 0x20 || byte == 0x7F { ground(byte, alt: false, into: &events) }
  }

  private mutating func utf8(
    _ result: UTF8Accumulator.Result, byte: UInt8, alt: Bool, into events: inout [InputEvent]
  ) {
    let modifiers: KeyModifiers = alt ? .alt : []
    switch result {
    case .more: break
    case .scalar(let scalar):
      state = .ground
      // C1 controls are not text.
      guard scalar.value >= 0xA0 else { return }
      events.append(.key(KeyEvent(.character(Character(scalar)), modifiers).normalized))
    case .invalid:
      events.append(.key(KeyEvent(.character("\u{FFFD}"), modifiers)))
      ground(byte, alt: false, into: &events)
    }
  }

  private mutating func escape(_ byte: UInt8, alt: Bool, into events: inout [InputEvent]) {
    switch byte {
    case 0x1B:
      if alt { events.append(.key(KeyEvent(.escape))) }
      state = .escape(alt: true)
    case UInt8(ascii: "["): state = .csi([], alt: alt)
    case UInt8(ascii: "O"): state = .ss3([], alt: alt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      if alt { events.append(.key(KeyEvent(.escape))) }
      state = .string(ControlString(introducer: byte))
    default:
      if alt { events.append(.key(KeyEvent(.escape))) }
      ground(byte, alt: true, into: &events)
    }
  }

  private mutating func string(
    _ byte: UInt8, in string: ControlString, into events: inout [InputEvent]
  ) {
    var string = string
    switch string.append(byte) {
    case .more: state = .string(string)
    case .end(let answer): if let answer { events.append(.answer(answer)) }
    case .broken where string.isEscaped: escape(byte, alt: false, into: &events)
    case .broken: ground(byte, alt: false, into: &events)
    }
  }
}
