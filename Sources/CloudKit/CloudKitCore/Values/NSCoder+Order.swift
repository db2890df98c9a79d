import Foundation

extension NSCoder {
  /// Makes the archive's bytes depend on its values alone, so that apps can compare archives.
  ///
  /// Foundation on Linux writes the keys of a binary archive in an order that differs from one archive to the
  /// next, and sorts those of an archive in XML. Archives of both forms are read.
  func sortKeys() { (self as? NSKeyedArchiver)?.outputFormat = .xml }

  /// Writes a value as JSON with sorted keys, or nothing if it has a number that JSON cannot say.
  func encodeJSON(_ value: some Encodable, forKey key: String) {
    sortKeys()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(value) else { return }
    encode(data as NSData, forKey: key)
  }

  /// Reads what `encodeJSON` has written; nil if there is nothing, or something else.
  func decodeJSON<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    guard containsValue(forKey: key),
      let data = decodeObject(of: NSData.self, forKey: key) as Data?
    else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }
}
