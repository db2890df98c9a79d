/// The scripts that write no blanks between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
package enum UnspacedScript {
  /// Whether a scalar belongs to one of these scripts.
  ///
  /// The answer for a scalar never changes, not even with a new version of Unicode: the index of texts uses it to
  /// remove the same scalars that it inserted.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Whether a character belongs to one of these scripts.
  package static func contains(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(contains) ?? false
  }
}
