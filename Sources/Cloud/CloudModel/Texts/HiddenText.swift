package import Foundation

/// What stands for a text that an administrator does not see: its length.
package enum HiddenText {
  package static func words(for text: String) -> String { "text, \(text.utf8.count) bytes" }

  package static func words(for data: Data) -> String { "data, \(data.count) bytes" }

  /// Whether a text stands for another one, which it would replace if somebody saved it.
  package static func stands(in text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.count == 3 && ["text,", "data,"].contains(words[0]) && words[2] == "bytes"
      && Int(words[1]).map { String($0) == words[1] } ?? false
  }
}

extension FieldValue {
  /// The value with what stands for texts and for bytes.
  package var hidingTexts: FieldValue {
    switch self {
    case .string(let text): .string(HiddenText.words(for: text))
    case .bytes(let data): .string(HiddenText.words(for: data))
    case .list(let elements): .list(elements.map(\.hidingTexts))
    case .int64, .double, .date, .location, .reference, .asset: self
    }
  }

  /// Whether it has something that stands for a text.
  package var hasHiddenText: Bool {
    switch self {
    case .string(let text): HiddenText.stands(in: text)
    case .list(let elements): elements.contains(where: \.hasHiddenText)
    case .int64, .double, .date, .bytes, .location, .reference, .asset: false
    }
  }
}

extension Record {
  /// The record with what stands for texts and for bytes in its fields.
  package var hidingTexts: Record {
    var record = self
    record.fields = fields.mapValues(\.hidingTexts)
    return record
  }
}
