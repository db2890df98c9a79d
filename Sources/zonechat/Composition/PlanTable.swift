import Foundation
import TOMLKit

/// One table of a containers file, and its path in the file, for messages about mistakes.
struct PlanTable {
  private let table: TOMLTable
  private let file: String
  /// `container[1].development`; empty for the whole file.
  private let path: String

  /// Throws if the table has an unknown key.
  init(_ table: TOMLTable, file: String, path: String, keys: Set<String>) throws(Failure) {
    self.table = table
    self.file = file
    self.path = path
    guard let unknown = table.keys.sorted().first(where: { !keys.contains($0) }) else { return }
    throw failure(
      unknown, "is not a key here. Use \(keys.sorted().formatted(.list(type: .or, width: .narrow)))"
    )
  }

  func string(_ key: String) throws(Failure) -> String? {
    guard let value = table[key] else { return nil }
    guard let text = value.string else { throw failure(key, "must be a text in quotes") }
    return text
  }

  func strings(_ key: String) throws(Failure) -> [String]? {
    guard let value = table[key] else { return nil }
    guard let array = value.array else { throw failure(key, "must be a list of texts") }
    var texts: [String] = []
    for index in 0..<array.count {
      guard let text = array[index].string else {
        throw failure("\(key)[\(index + 1)]", "must be a text in quotes")
      }
      texts.append(text)
    }
    return texts
  }

  func required(_ key: String) throws(Failure) -> String {
    guard let text = try string(key), !text.isEmpty else { throw failure(key, "is missing") }
    return text
  }

  func integer(_ key: String) throws(Failure) -> Int64? {
    guard let value = table[key] else { return nil }
    guard let number = value.int else { throw failure(key, "must be a whole number") }
    return Int64(number)
  }

  func flag(_ key: String) throws(Failure) -> Bool? {
    guard let value = table[key] else { return nil }
    guard let flag = value.bool else { throw failure(key, "must be true or false") }
    return flag
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Choice.Type = Choice.self
  ) throws(Failure) -> Choice? {
    guard let text = try string(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }
      throw failure(key, "must be \(choices.joined(separator: " or "))")
    }
    return choice
  }

  /// The text under `key`, or that of the file named by `key-file`, whose path begins at the folder of
  /// this file.
  func text(_ key: String) throws(Failure) -> String? {
    let fileKey = key + "-file"
    switch (try string(key), try string(fileKey)) {
    case (nil, nil): return nil
    case (let text?, nil): return text
    case (_?, _?): throw failure(fileKey, "cannot be used with ‘\(key)’. Keep one of them")
    case (nil, let name?):
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      let url = URL(fileURLWithPath: name, relativeTo: folder)
      do {
        return try String(contentsOf: url, encoding: .utf8)
      } catch {
        throw failure(fileKey, "cannot be read: \(url.path). Check the path")
      }
    }
  }

  func table(_ key: String, keys: Set<String>) throws(Failure) -> PlanTable? {
    guard let value = table[key] else { return nil }
    guard let inner = value.table else {
      throw failure(key, "must be a table. Write [\(place(key))]")
    }
    return try PlanTable(inner, file: file, path: place(key), keys: keys)
  }

  func tables(_ key: String, keys: Set<String>) throws(Failure) -> [PlanTable] {
    guard let value = table[key] else { return [] }
    guard let array = value.array else {
      throw failure(key, "must be a list of tables. Write [[\(place(key))]]")
    }
    var tables: [PlanTable] = []
    for index in 0..<array.count {
      let name = "\(key)[\(index + 1)]"
      guard let inner = array[index].table else { throw failure(name, "must be a table") }
      tables.append(try PlanTable(inner, file: file, path: place(name), keys: keys))
    }
    return tables
  }

  /// The error about `key`, for people.
  func failure(_ key: String, _ trouble: String) -> Failure {
    Failure("\(file): ‘\(place(key))’ \(trouble).", code: .usage)
  }

  private func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
