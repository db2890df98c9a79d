/// A part of a containers file that the cloud may refuse, and where it stands.
struct PlanSubject {
  /// A key, and the words by which the cloud says that its value is wrong; the first that fit count.
  typealias Judged = [(key: String, words: String)]

  /// The words with which the cloud names it.
  let name: String
  private let location: String
  private let keys: [(words: String, location: String)]

  /// A table that is best shown by the place of one of its keys.
  init(_ name: String, _ table: PlanTable, at key: String, _ judged: Judged) {
    self.init(name, table, otherwise: table.location(of: key), judged)
  }

  /// A table that is shown at `location` where none of its keys is to blame.
  init(_ name: String, _ table: PlanTable, otherwise location: String, _ judged: Judged) {
    self.name = name
    self.location = location
    let present = Set(table.names)
    keys = judged.filter { present.contains($0.key) }.map { ($0.words, table.location(of: $0.key)) }
  }

  private var start: String { "In the \(name): " }

  func isNamed(in reason: String) -> Bool { reason.hasPrefix(start) }

  /// The place in the file that the reason is about.
  func location(of reason: String) -> String {
    let words = reason.dropFirst(start.count)
    return keys.first { words.contains($0.words) }?.location ?? location
  }
}

extension PlanSubject.Judged {
  static let account: Self = [("passphrase", "passphrase"), ("email", "address")]
  static let environment: Self = [
    ("quota", "quota"), ("index-lag-ms", "index lag"), ("schema", "schema"),
    ("schema-file", "schema"),
  ]
  static let token: Self = [
    ("name", "name of a token"), ("callback", "callback"), ("origins", "origin"),
    ("token", "token"),
  ]
  static let key: Self = [
    ("name", "name of a server key"), ("public-key", "key"), ("public-key-file", "key"),
  ]
  static let record: Self = [
    ("account", "account"), ("type", "record type"), ("zone", "zone name"), ("zone", "zones/"),
    ("parent", "referred to"), ("parent", "parent"), ("name", "record name"),
    ("fields", "Field"), ("fields", "field"), ("fields", "value"),
  ]
}
