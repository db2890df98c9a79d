import ChatModel
import ChatStore
import GRDB

/// Those whom the account has blocked, while something is read: the names under which they are shown.
struct BlockedPeople {
  /// By user record name.
  let names: [String: String]

  init(_ db: Database, account: Account) throws {
    let people = try StoredBlockedPerson.fetchAll(db, account: account)
    names = Dictionary(people.map { ($0.userRecordName, $0.name) }) { first, _ in first }
  }

  var isEmpty: Bool { names.isEmpty }

  func has(_ user: String) -> Bool { names[user] != nil }
}
