/// One rule of the engine that a run breaks on purpose, to see that a checker finds it.
package enum Mutation: String, Sendable, CaseIterable {
  /// A page's token is stored in a transaction of its own, before its data.
  case tokenBeforeData
  /// An answer for an older generation clears the younger one too.
  case clearsYounger
  /// Unsent records are deleted when their zone is fetched anew.
  case sweepsUnsent
  /// The end of a zone is not noticed.
  case ignoresEndings
  /// The right to write that a share gives is ignored.
  case ignoresRights
  /// Records that the cloud has refused for good are sent again.
  case retriesForEver
  /// The queue is sent backwards.
  case sendsBackwards
  /// A participant writes into the private database.
  case writesPrivate
  /// A lost answer counts as a good one.
  case trustsLostAnswers
  /// The first page of a zone is taken for the last.
  case ignoresMoreComing
  /// A zone that the device itself was the last to write in is not fetched.
  case skipsOwnChanges
  /// The waiting time that the cloud asks for is ignored.
  case ignoresRetryAfter
  /// Everything is called up to date as soon as nothing waits.
  case claimsUpToDate
  /// A save overwrites the cloud's record, even if it has changed.
  case overwrites
  /// A page of a database's changes counts as asked for after everything that has happened on the device meanwhile.
  case trustsLatePages

  /// Those that show themselves in fewer than one of a hundred worlds.
  package static let rare: [Mutation] = [
    .clearsYounger, .sweepsUnsent, .trustsLatePages,
  ]
}
