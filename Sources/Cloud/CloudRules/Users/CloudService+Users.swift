package import CloudModel

extension CloudService {
  /// The users that the look-ups find, each with its look-up.
  ///
  /// A user who does not want to be found is left out, like one who does not exist.
  ///
  /// Users always find themselves, even if others cannot find them.
  ///
  /// Throws `.limitExceeded` for more than 200 look-ups, `.requestRateLimited` for too many in an
  /// hour.
  package func users(
    matching lookups: [UserLookup], by caller: Caller
  ) throws(CloudError) -> [(lookup: UserLookup, user: UserProfile)] {
    guard lookups.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    try conditions.countLookups(lookups.count, by: caller.userRecordName)
    return try read(by: caller) { reading in
      try lookups.compactMap { lookup in
        let account: StoredAccount? =
          switch lookup {
          case .emailAddress(let address): try reading.account(named: address)
          case .phoneNumber: nil
          case .userRecordName(let name): try reading.account(userRecordName: name)
          }
        guard let account, !account.isServer, !account.isGone,
          account.isDiscoverable || account.userRecordName == caller.userRecordName
        else { return nil }
        return (lookup, UserProfile(account))
      }
    }
  }

  /// The caller's own profile.
  package func profile(of caller: Caller) throws(CloudError) -> UserProfile {
    try read(by: caller) { reading in
      guard let account = try reading.account(userRecordName: caller.userRecordName) else {
        throw CloudError.needsAuthorization
      }
      return UserProfile(account)
    }
  }
}
