import CloudModel
import CloudRules

extension CloudStore {
  /// The requests of the journal with the names of the accounts that they concern.
  func naming(_ requests: [JournaledRequest]) throws -> [JournaledRequest] {
    let names = try readRegistry { registry in
      try registry.names(
        of: requests.compactMap(\.userRecordName)
          + requests.flatMap { ($0.notices ?? []).map(\.account) })
    }
    return requests.map { request in
      var named = request
      named.account = request.userRecordName.flatMap { names[$0] }
      named.notices = request.notices?.map { notice in
        var notice = notice
        notice.account = names[notice.account] ?? notice.account
        return notice
      }
      named.told = named.notices.map { Set($0.map(\.account)).sorted() }
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
