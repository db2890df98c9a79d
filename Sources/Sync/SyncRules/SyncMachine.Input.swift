package import CloudModel

extension SyncMachine {
  /// A fact that the machine learns.
  package enum Input: Sendable {
    case started
    /// The replica was written to; there may be something to send.
    case replicaChanged
    /// The cloud may be reachable again: it has begun to listen.
    case pathChanged
    /// Somebody asks for a look at the cloud; the answer bears this number.
    case lookAsked(Int64)
    case channelOpened(Result<NotificationChannel, CloudError>)
    case notified(CloudNotification)
    /// The long poll ran out without news; everything works.
    case notificationPollEnded
    /// Something on the way has cut the long poll: the channel goes on, and a notification may be lost.
    case notificationPollCut
    case channelClosed(NotificationChannel, CloudError)
    case pendingWorkRead(Result<PendingWork, SyncFailure>)
    case databaseFetched(DatabaseScope, Result<DatabaseReport, SyncFailure>)
    case zoneFetched(RecordZoneID, Result<FetchReport, SyncFailure>)
    case previewed(RecordZoneID, Result<FetchReport, SyncFailure>)
    case invitationsFetched(Result<InvitationsReport, SyncFailure>)
    case sent(RecordZoneID, Result<SendReport, SyncFailure>)
    /// A transfer has ended, with any outcome; an error means that it is to be tried again.
    case carried(AssetTransfer.ID, Result<Void, SyncFailure>)
    /// A time asked for by `Effect.wake` has come.
    case woke
  }

  /// Something to do now.
  package enum Effect: Sendable, Hashable {
    /// Subscribe, open a notification channel and listen on it.
    case openChannel
    /// Ask the replica which zones want sending and fetching.
    case readPendingWork
    /// Fetch and apply one page of a database's changes.
    case fetchDatabaseChanges(DatabaseScope)
    /// Fetch the invitations that wait for this account.
    case fetchInvitations
    /// Fetch and apply a zone's newest messages, before its feed brings everything.
    case preview(RecordZoneID)
    /// Fetch and apply one page of a zone's changes.
    case fetchZoneChanges(RecordZoneID)
    /// Send the next batch of a zone's outbox, of at most `limit` records.
    case send(RecordZoneID, limit: Int, selecting: OutboxSelection = .everything)
    /// Move the bytes of an asset.
    case carry(AssetTransfer.ID)
    /// Report `.woke` at this time, in addition to any asked for before.
    case wake(at: Duration)
  }

  /// The pending work of the replica, most urgent first.
  package struct PendingWork: Sendable, Equatable {
    package var zonesToSend: [RecordZoneID]
    package var zonesToFetch: [RecordZoneID]
    /// Zones whose newest messages are to be fetched before the feed brings them, in this order.
    package var zonesToPreview: [RecordZoneID]
    /// Zones with writes of low priority only, such as read marks.
    package var zonesToSendLowPriority: [RecordZoneID]
    /// Every asset whose bytes are to be moved.
    package var transfers: [AssetTransfer.ID]
    /// Those of the zones to which nothing is sent before their feed was read to its end.
    package var zonesToReadFirst: Set<RecordZoneID>

    package init(
      zonesToSend: [RecordZoneID], zonesToFetch: [RecordZoneID],
      zonesToPreview: [RecordZoneID] = [], zonesToSendLowPriority: [RecordZoneID] = [],
      transfers: [AssetTransfer.ID] = [], zonesToReadFirst: Set<RecordZoneID> = []
    ) {
      self.zonesToSend = zonesToSend
      self.zonesToFetch = zonesToFetch
      self.zonesToPreview = zonesToPreview
      self.zonesToSendLowPriority = zonesToSendLowPriority
      self.transfers = transfers
      self.zonesToReadFirst = zonesToReadFirst
    }

    package var isEmpty: Bool {
      zonesToSend.isEmpty && zonesToFetch.isEmpty && zonesToPreview.isEmpty
        && zonesToSendLowPriority.isEmpty && transfers.isEmpty
    }
  }

  /// The result of fetching one page of database changes.
  package struct DatabaseReport: Sendable, Equatable {
    /// The pending work after the page was applied.
    package var pendingWork: PendingWork
    package var deletedZones: [RecordZoneID]
    package var moreComing: Bool

    package init(pendingWork: PendingWork, deletedZones: [RecordZoneID], moreComing: Bool) {
      self.pendingWork = pendingWork
      self.deletedZones = deletedZones
      self.moreComing = moreComing
    }
  }

  /// The result of fetching the invitations that wait, and of accepting those that need no answer.
  package struct InvitationsReport: Sendable, Equatable {
    package var acceptedCount = 0
    /// The reason why one of them could not be accepted now; it is tried again.
    package var failure: SyncFailure?

    package init(acceptedCount: Int = 0, failure: SyncFailure? = nil) {
      self.acceptedCount = acceptedCount
      self.failure = failure
    }
  }

  /// The outcome of fetching one page of a zone.
  package enum FetchReport: Sendable, Equatable {
    case applied(moreComing: Bool)
    /// The replica has discarded its token and fetches from the beginning.
    case restarted
    case zoneGone
  }

  /// The outcome of sending one batch, if the call as a whole was answered.
  package struct SendReport: Sendable, Equatable {
    /// The number of entries in the batch; 0 if there was nothing to send.
    package var count = 0
    /// The number of entries that left the outbox, or could be merged and sent again.
    package var progress = 0
    /// Whether more changes are left that may be sent.
    package var hasMore = false
    /// Whether changes of low priority are left.
    package var hasMoreLowPriority = false
    /// Whether assets may be moved now.
    package var hasTransfers = false
    /// The item failure with the longest wait, among those that may pass by themselves.
    package var transientFailure: CloudError?
    /// The cloud called the batch too large.
    package var isTooLarge = false
    /// The cloud refused the whole batch, and a single entry may be the cause.
    package var isRefusedWhole = false
    /// There is no room in the owner's storage.
    package var outOfQuota: CloudError?
    /// The chat that takes most of the user's own storage, if that is full and the chat is known.
    package var fullest: FullestChat?
    /// The zone is to be fetched: it may be gone, or its share may have changed.
    package var wantsFetch = false

    package init() {}

    /// Remembers the failure that asks for the longest wait.
    package mutating func note(_ error: CloudError) {
      let known = transientFailure?.retryAfterSeconds ?? -1
      if transientFailure == nil || error.retryAfterSeconds ?? -1 > known {
        transientFailure = error
      }
    }
  }
}

extension SyncMachine.Input {
  /// Whether the input reports no failure and no unfinished work.
  var isOrdinary: Bool {
    switch self {
    case .started, .replicaChanged, .pathChanged, .lookAsked, .channelOpened, .notified,
      .notificationPollEnded, .notificationPollCut, .channelClosed, .woke:
      true
    case .pendingWorkRead(let result): result.isSuccess
    case .databaseFetched(_, let result):
      if case .success(let report) = result { !report.moreComing } else { false }
    case .zoneFetched(_, let result), .previewed(_, let result):
      if case .success(let report) = result {
        report != .applied(moreComing: true) && report != .restarted
      } else {
        false
      }
    case .invitationsFetched(let result):
      if case .success(let report) = result { report.failure == nil } else { false }
    case .carried(_, let result): result.isSuccess
    case .sent(_, let result):
      if case .success(let report) = result { report.progress == report.count } else { false }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
