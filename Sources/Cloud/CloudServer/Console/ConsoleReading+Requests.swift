import CloudModel
import CloudRules

extension ConsoleReading {
  /// A page of the journal, as far as the viewer sees it and wants to.
  func requests(_ call: ConsoleCall) throws -> RequestList {
    let before = try call.query.count("before").map(Int64.init)
    // A request that comes now is new to the page, and not on it already.
    let newest = journal.last
    let wanted = try wanted(call)
    let found = journal.newest(
      before: before ?? newest + 1, limit: Self.rowsPerPage + 1, where: wanted.matches)
    return try list(
      Array(found.prefix(Self.rowsPerPage)), newest: newest, wanted, call,
      hasOlder: found.count > Self.rowsPerPage, isFirstPage: before == nil)
  }

  /// The requests after a number, as far as the viewer sees them and wants to.
  func newRequests(after number: Int64, for call: ConsoleCall) throws -> RequestList {
    let new = journal.requests(after: number, limit: Self.rowsPerPage)
    let wanted = try wanted(call)
    return try list(
      new.filter(wanted.matches).reversed(), newest: new.last?.number ?? number, wanted, call,
      hasOlder: false, isFirstPage: true)
  }

  private struct Wanted {
    var account: StoredAccount?
    var onlyFailed: Bool

    func matches(_ request: JournaledRequest) -> Bool {
      (account == nil || request.userRecordName == account?.userRecordName)
        && (!onlyFailed || request.hasFailed)
    }
  }

  private func wanted(_ call: ConsoleCall) throws -> Wanted {
    var account: StoredAccount?
    switch call.viewer {
    case .administrator where call.query["account"] == nil: break
    case .administrator, .account: account = try subject(of: call).account
    }
    return Wanted(account: account, onlyFailed: call.query["failed"] == "1")
  }

  private func list(
    _ requests: [JournaledRequest], newest: Int64, _ wanted: Wanted, _ call: ConsoleCall,
    hasOlder: Bool, isFirstPage: Bool
  ) throws -> RequestList {
    var requests = try store.naming(requests)
    if case .account = call.viewer {
      // Whom a change was announced to is not the sender's to know.
      for index in requests.indices {
        (requests[index].told, requests[index].notices) = (nil, nil)
      }
    }
    return RequestList(
      requests: requests, newest: newest, hasOlder: hasOlder, account: wanted.account?.name,
      onlyFailed: wanted.onlyFailed, isFirstPage: isFirstPage, canChoose: call.isAdministrator)
  }
}
