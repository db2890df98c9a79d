/// The numbers between a sequence's introducer and its final byte.
struct SequenceParameters {
  private let fields: [[Int]]

  /// Reads decimal numbers separated by `;`, with sub-parameters separated by `:`.
  init(_ bytes: some Sequence<UInt8>) {
    var fields: [[Int]] = [[0]]
    for byte in bytes {
      let last = fields.count - 1
      let lastPart = fields[last].count - 1
      switch byte {
      case UInt8(ascii: ";"): fields.append([0])
      case UInt8(ascii: ":"): fields[last].append(0)
      case 0x30...0x39:
        // No key or place has a number above Unicode's last; larger numbers are cut off there.
        fields[last][lastPart] = min(0x110000, fields[last][lastPart] * 10 + Int(byte) - 0x30)
      default: break
      }
    }
    self.fields = fields
  }

  var count: Int { fields.count }

  /// The number of a field without its sub-parameters; nil when there is no such field.
  subscript(_ index: Int) -> Int? {
    index < fields.count ? fields[index].first : nil
  }

  /// A sub-parameter of a field, the second one at 1; nil when it is left out.
  func part(_ part: Int, of index: Int) -> Int? {
    guard index < fields.count, part < fields[index].count else { return nil }
    return fields[index][part] == 0 ? nil : fields[index][part]
  }

  /// The modifiers of a field: one more than the sum of shift 1, alt 2, control 4, meta 8 or 32.
  func modifiers(at index: Int) -> KeyModifiers {
    guard let number = self[index], number > 0 else { return [] }
    let bits = number - 1
    var modifiers: KeyModifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & (2 | 8 | 32) != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// Whether the kitty protocol reports the release of the key: event type 3.
  var isRelease: Bool {
    fields.count > 1 && fields[1].count > 1 && fields[1][1] == 3
  }
}
