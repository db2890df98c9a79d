import CloudModel
import CloudRules

extension CloudStore {
  /// The requests of the journal with the names of the accounts that they concern.
  func naming(_ requests: [JournaledRequest]) throws -> [JournaledRequest] {
    let names = try readRegistry { registry in
      try registry.names(
        of: requests.compactMap(\.userRecordName) + requests.flatMap { $0.told ?? [] })
    }
    return requests.map { request in
      var named = request
      named.account = request.userRecordName.flatMap { names[$0] }
      named.told = request.told?.map { names[$0] ?? $0 }.sorted()
      return named
    }
  }
}

extension RegistryReading {
  /// The names of accounts by their user record names.
  func names(of users: [String]) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: Set(users).compactMap { user in
        try account(userRecordName: user).map { (user, $0.name) }
      })
  }
}
