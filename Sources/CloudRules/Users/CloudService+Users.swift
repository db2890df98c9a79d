package import CloudModel

extension CloudService {
  /// The users that can be found so, each with what it was found by; who cannot be found is left out,
  /// as who is not there.
  ///
  /// Users find themselves, whatever they let others find.
  ///
  /// Throws `.limitExceeded` for more than 200, `.requestRateLimited` for too many in an hour.
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
        guard let account, !account.isServer,
          account.isDiscoverable || account.userRecordName == caller.userRecordName
        else { return nil }
        return (lookup, UserProfile(account))
      }
    }
  }

  /// The caller, as they are known here.
  package func profile(of caller: Caller) throws(CloudError) -> UserProfile {
    try read(by: caller) { reading in
      guard let account = try reading.account(userRecordName: caller.userRecordName) else {
        throw CloudError.needsAuthorization
      }
      return UserProfile(account)
    }
  }
}
