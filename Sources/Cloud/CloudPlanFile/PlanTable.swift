import Foundation
import TOMLText

/// The reason why a file of this target is not used; the sentence names the file and says what to do.
package enum PlanFileError: Error, Equatable {
  /// Its text has a mistake; the sentence names the line and the column.
  case mistake(String)
}

/// One table of such a file, and its path in the file, for messages about mistakes.
struct PlanTable {
  private var entries: [TOMLDocument.Entry]
  private let file: String
  /// `container[1].development`; empty for the whole file.
  private let path: String
  /// The place where the table begins.
  private let start: TOMLProblem.Place

  /// Throws if the table has an unknown key.
  init(
    _ entries: [TOMLDocument.Entry], file: String, path: String = "",
    start: TOMLProblem.Place = TOMLProblem.Place(line: 1, column: 1), keys: Set<String>
  ) throws(PlanFileError) {
    self.entries = entries
    self.file = file
    self.path = path
    self.start = start
    guard let unknown = entries.first(where: { !keys.contains($0.name) }) else { return }
    let near = NearestWord.of(unknown.name, among: keys.sorted())
    throw failure(
      unknown.name,
      near.map { "is not a key here. Perhaps ‘\($0)’ is meant" }
        ?? "is not a key here. Use \(keys.sorted().formatted(.list(type: .or, width: .narrow)))")
  }

  subscript(key: String) -> TOMLDocument.Value? {
    entries.first { $0.name == key }?.node.value
  }

  func string(_ key: String) throws(PlanFileError) -> String? {
    switch self[key] {
    case nil: return nil
    case .text(let text): return text
    default: throw failure(key, "must be a text in quotes")
    }
  }

  func strings(_ key: String) throws(PlanFileError) -> [String]? {
    guard let value = self[key] else { return nil }
    guard case .list(let nodes) = value else { throw failure(key, "must be a list of texts") }
    var texts: [String] = []
    for (index, node) in nodes.enumerated() {
      guard case .text(let text) = node.value else {
        throw failure("\(key)[\(index + 1)]", at: node.place, "must be a text in quotes")
      }
      texts.append(text)
    }
    return texts
  }

  func required(_ key: String) throws(PlanFileError) -> String {
    guard let text = try string(key), !text.isEmpty else { throw failure(key, "is missing") }
    return text
  }

  func integer(_ key: String) throws(PlanFileError) -> Int64? {
    switch self[key] {
    case nil: return nil
    case .whole(let number): return Int64(number)
    default: throw failure(key, "must be a whole number")
    }
  }

  func flag(_ key: String) throws(PlanFileError) -> Bool? {
    switch self[key] {
    case nil: return nil
    case .flag(let flag): return flag
    default: throw failure(key, "must be true or false")
    }
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Choice.Type = Choice.self
  ) throws(PlanFileError) -> Choice? {
    guard let text = try string(key) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }
      throw failure(key, "must be \(choices.joined(separator: " or "))")
    }
    return choice
  }

  /// The text under `key`, or that of the file named by `key-file`, whose path begins at the folder of
  /// this file.
  func text(_ key: String) throws(PlanFileError) -> String? {
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

  func table(_ key: String, keys: Set<String>) throws(PlanFileError) -> PlanTable? {
    switch self[key] {
    case nil: return nil
    case .table(let inner):
      return try PlanTable(inner, file: file, path: full(key), start: place(of: key), keys: keys)
    default: throw failure(key, "must be a table. Write [\(full(key))]")
    }
  }

  func tables(_ key: String, keys: Set<String>) throws(PlanFileError) -> [PlanTable] {
    guard let value = self[key] else { return [] }
    guard case .list(let nodes) = value else {
      throw failure(key, "must be a list of tables. Write [[\(full(key))]]")
    }
    var tables: [PlanTable] = []
    for (index, node) in nodes.enumerated() {
      let name = "\(key)[\(index + 1)]"
      guard case .table(let inner) = node.value else {
        throw failure(name, at: node.place, "must be a table")
      }
      tables.append(
        try PlanTable(inner, file: file, path: full(name), start: node.place, keys: keys))
    }
    return tables
  }

  /// The error about `key`, for people; about one that is missing, it names where the table begins.
  func failure(_ key: String, _ trouble: String) -> PlanFileError {
    failure(key, at: place(of: key), trouble)
  }

  func failure(_ key: String, at place: TOMLProblem.Place, _ trouble: String)
    -> PlanFileError
  {
    .mistake("\(words(place)): ‘\(full(key))’ \(trouble).")
  }

  /// The place of `key` in words for people; if the key is missing, the place where the table begins.
  func location(of key: String) -> String { words(place(of: key)) }

  /// The names of its keys, in the order of the file.
  var names: [String] { entries.map(\.name) }

  /// The same with these keys only.
  func keeping(_ names: Set<String>) -> PlanTable {
    var table = self
    table.entries.removeAll { !names.contains($0.name) }
    return table
  }

  private func words(_ place: TOMLProblem.Place) -> String {
    "\(file), line \(place.line), column \(place.column)"
  }

  private func place(of key: String) -> TOMLProblem.Place {
    entries.first { $0.name == key }?.place ?? start
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
