/// A key in the pane of a tour.
package enum TourKey: Sendable, Equatable {
  case pause, step, back, forward, again, log, leave
  /// The person with this number, from 0 on.
  case person(Int)

  /// The keys in what was typed, in their order; other bytes mean nothing.
  package static func keys(in bytes: [UInt8]) -> [TourKey] {
    var keys: [TourKey] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "p"): keys.append(.pause)
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "n"): keys.append(.step)
      case UInt8(ascii: "b"): keys.append(.back)
      case UInt8(ascii: "f"): keys.append(.forward)
      case UInt8(ascii: "r"): keys.append(.again)
      case UInt8(ascii: "l"): keys.append(.log)
      // Ctrl+Q leaves the windows beside it too.
      case UInt8(ascii: "q"), 0x11: keys.append(.leave)
      case UInt8(ascii: "1")...UInt8(ascii: "9"): keys.append(.person(Int(byte) - 0x31))
      case 0x1B:
        // An arrow is `ESC [ D` or `ESC O D`.
        guard let second = rest.first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O")
        else { continue }
        rest = rest.dropFirst()
        while let next = rest.popFirst() {
          if next == UInt8(ascii: "D") { keys.append(.back) }
          if next == UInt8(ascii: "C") { keys.append(.forward) }
          if next >= 0x40 { break }
        }
      default: continue
      }
    }
    return keys
  }
}

/// What becomes of a key, beside what the pane shows.
package enum TourOrder: Sendable, Equatable {
  /// The next step begins at once.
  case goOn
  case pause, resume
  /// Everything begins anew, in a fresh cloud.
  case again
  case leave
  /// The window of this person is shown.
  case show(Int)
}
