extension InputDecoder {
  mutating func csi(
    _ byte: UInt8, after parameters: [UInt8], alt: Bool, into events: inout [InputEvent]
  ) {
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case UInt8(ascii: "[") where parameters.isEmpty: state = .linuxFunction(alt: alt)
    case UInt8(ascii: "M") where parameters.isEmpty: state = .mouseBytes(remaining: 3)
    case UInt8(ascii: "$") where Self.isNumber(parameters):
      events += Self.events(final: byte, parameters: parameters, alt: alt)
    case 0x20...0x3F: state = .csi(Self.extended(parameters, by: byte), alt: alt)
    case 0x40...0x7E:
      guard parameters.count <= Self.maximumSequenceLength else { return }
      if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
        state = .paste(PasteAccumulator())
      } else {
        events += Self.events(final: byte, parameters: parameters, alt: alt)
      }
    default: reconsider(byte, into: &events)
    }
  }

  mutating func ss3(
    _ byte: UInt8, after parameters: [UInt8], alt: Bool, into events: inout [InputEvent]
  ) {
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0x30...0x3B: state = .ss3(Self.extended(parameters, by: byte), alt: alt)
    case 0x40...0x7E:
      guard parameters.count <= Self.maximumSequenceLength else { return }
      let numbers = SequenceParameters(parameters)
      // Some terminals send the modifier alone: `ESC O 5 P`.
      let modifiers = numbers.modifiers(at: numbers.count > 1 ? 1 : 0).union(alt ? .alt : [])
      if let event = Self.ss3Key(byte, modifiers) { events.append(.key(event)) }
    default: reconsider(byte, into: &events)
    }
  }

  /// The parameters with one byte more; one over the limit marks the sequence as too long.
  ///
  /// Such a sequence is still read to its end.
  private static func extended(_ parameters: [UInt8], by byte: UInt8) -> [UInt8] {
    precondition(
      parameters.count <= maximumSequenceLength + 1, "InputDecoder 2: a sequence is too long")
    return parameters.count > maximumSequenceLength ? parameters : parameters + [byte]
  }

  static func events(final: UInt8, parameters: [UInt8], alt: Bool) -> [InputEvent] {
    if parameters.first == UInt8(ascii: "<") {
      return mouse(SequenceParameters(parameters.dropFirst()), isPress: final == UInt8(ascii: "M"))
    }
    if let answer = TerminalAnswer(final: final, parameters: parameters) {
      return [.answer(answer)]
    }
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return [] }
    if parameters.isEmpty, final == UInt8(ascii: "I") { return [.focusGained] }
    if parameters.isEmpty, final == UInt8(ascii: "O") { return [.focusLost] }
    let numbers = SequenceParameters(parameters)
    guard !numbers.isRelease else { return [] }
    let modifiers = numbers.modifiers(at: 1).union(alt ? .alt : [])
    return csiKey(final: final, numbers: numbers, modifiers).map { [.key($0)] } ?? []
  }

  /// Source: xterm's SGR mouse mode 1006; 64 and 65 are the wheel, 4, 8 and 16 modifiers.
  private static func mouse(_ numbers: SequenceParameters, isPress: Bool) -> [InputEvent] {
    guard isPress, let button = numbers[0], let column = numbers[1], let row = numbers[2],
      column > 0, row > 0
    else { return [] }
    let point = Point(column: column - 1, row: row - 1)
    return switch button & ~0b11100 {
    case 0: [.click(at: point)]
    case 64: [.wheel(.up, at: point)]
    case 65: [.wheel(.down, at: point)]
    default: []
    }
  }

  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
