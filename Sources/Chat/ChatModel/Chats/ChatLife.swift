package import CloudModel

/// The state of a chat in the cloud, and the rights of this account in it.
///
/// ```
///                 joined, named                    shareSays(readOnly / readWrite)
///   (invitation) ───────────────▶ participating ◀────────────────────────────────┐
///                                  │   │   └──────────────────────────────────────┘
///                 vanished         │   │ leaveRequested
///   ended(lostAccess) ◀────────────┘   └──────────▶ ended(leaving) ──confirmed──▶ (forgotten)
///        │ named, joined: again                           │ refused, joined: participating, in a new epoch
///        └──▶ participating, in a new epoch
///
///   owned ──deleteRequested──▶ ended(deleting) ──confirmed──▶ (forgotten)
///     │ vanished(deleted / purged)      └ refused: owned, in a new epoch
///     ├──▶ ended(deleted / purged) ──uploadRequested──▶ owned, in a new epoch, uploaded again
///     └ vanished(encryptedDataReset) ──▶ owned, in a new epoch, uploaded again
/// ```
///
/// Invariants:
/// 1. When the right to write is lost, the changes in the outbox fail with a reason, and keep their text.
/// 2. Only the owner creates a chat in the cloud, and only once per epoch.
/// 3. A chat that starts again has a new epoch; pages and answers from an older epoch change none of
///    its records.
/// 4. A chat that a person has deleted or left comes back only if the cloud refuses to end it, or the
///    person joins it again.
package enum ChatLife: Sendable, Hashable {
  case owned
  case participating(Participant.Permission)
  case ended(Ending)

  /// The way in which a chat has ended in the cloud, as far as this account knows.
  package enum Ending: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its owner, this account, has deleted it elsewhere.
    case deleted
    /// This account has removed all its data from the cloud.
    case purged
    /// The owner has removed this account, stopped sharing or deleted the chat; the cloud does not
    /// say which.
    case lostAccess
    /// Deleted here; the cloud does not know yet.
    case deleting
    /// Left here; the cloud does not know yet.
    case leaving
  }

  package enum Event: Sendable, Hashable {
    /// A feed of changes names the zone.
    case named
    /// Its invitation was accepted here, with this right.
    case joined(Participant.Permission)
    /// The share says what this account may do; nil where it is not shared.
    case shareSays(Participant.Permission?)
    case vanished(DatabaseChanges.Deletion.Reason)
    case leaveRequested
    case deleteRequested
    /// The cloud has done what was requested, or has refused it for good.
    case confirmed
    case refused
    /// The person wants to upload a lost chat to the cloud again, from the local copy.
    case uploadRequested
  }

  /// An action that belongs to the change; the same transaction carries it out.
  package enum Action: Sendable, Hashable {
    case failWaiting(reason: String)
    /// A new epoch, fetched from the beginning.
    case beginAnew
    /// A new epoch; the chat is created again in the cloud from the local copy.
    case uploadAnew
    /// The queued deletion of the zone is cancelled.
    case cancelZoneDeletion
    /// The deletion of the zone replaces everything else in the outbox.
    case queueZoneDeletion
    /// The local copy is deleted.
    case forget
  }

  /// Applies an event, and returns its consequences.
  package mutating func handle(
    _ event: Event, isOwn: Bool, permission: Participant.Permission
  ) -> [Action] {
    let before = self
    let consequences = change(by: event, isOwn: isOwn, permission: permission)
    assertInvariants(since: before, event, consequences)
    return consequences
  }

  private mutating func change(
    by event: Event, isOwn: Bool, permission: Participant.Permission
  ) -> [Action] {
    let granted = if case .joined(let granted) = event { granted } else { permission }
    let alive: ChatLife = isOwn ? .owned : .participating(granted)
    switch (self, event) {
    case (.owned, .vanished(.encryptedDataReset)),
      (.ended(.deleted), .vanished(.encryptedDataReset)):
      self = .owned
      return [.uploadAnew]
    case (.owned, .vanished(let reason)):
      self = .ended(reason == .purged ? .purged : .deleted)
      return [.failWaiting(reason: Self.reason(self))]
    case (.participating, .vanished):
      self = .ended(.lostAccess)
      return [.failWaiting(reason: Self.reason(self))]
    case (.participating(let before), .shareSays(let now?)),
      (.participating(let before), .joined(let now)):
      self = .participating(now)
      guard before == .readWrite, now != .readWrite else { return [] }
      return [.failWaiting(reason: Self.readOnlyReason)]
    case (.owned, .deleteRequested), (.participating, .leaveRequested):
      self = .ended(isOwn ? .deleting : .leaving)
      return [.queueZoneDeletion]
    case (.ended(.deleting), .confirmed), (.ended(.leaving), .confirmed),
      (.ended(.deleting), .vanished), (.ended(.leaving), .vanished),
      (.ended(.deleted), .deleteRequested), (.ended(.purged), .deleteRequested),
      (.ended(.lostAccess), .leaveRequested):
      return [.forget]
    case (.ended(.deleting), .refused), (.ended(.leaving), .refused):
      self = alive
      // Nothing was fetched meanwhile, and the outbox was emptied: own unsent texts are queued again.
      return [.beginAnew]
    case (.ended(.lostAccess), .named), (.ended(.deleted), .named), (.ended(.purged), .named),
      (.ended(.lostAccess), .joined), (.ended(.deleted), .joined), (.ended(.purged), .joined):
      self = alive
      return [.beginAnew]
    case (.ended(.leaving), .joined):
      // The account has joined again before the cloud has learnt that it left, so it stays.
      self = alive
      return [.cancelZoneDeletion, .beginAnew]
    case (.ended(.deleted), .uploadRequested), (.ended(.purged), .uploadRequested):
      self = .owned
      return [.uploadAnew]
    case (.owned, .named), (.owned, .joined), (.owned, .shareSays), (.owned, .leaveRequested),
      (.owned, .confirmed), (.owned, .refused), (.owned, .uploadRequested),
      (.participating, .named), (.participating, .shareSays(nil)),
      (.participating, .deleteRequested), (.participating, .confirmed), (.participating, .refused),
      (.participating, .uploadRequested), (.ended, _):
      return []
    }
  }

  private func assertInvariants(
    since before: ChatLife, _ event: Event, _ consequences: [Action]
  ) {
    assert(
      !before.canWrite || canWrite || consequences.contains(where: \.endsWaiting),
      "ChatLife 1: the right to write is lost, and changes still wait")
    assert(
      self == .owned || !consequences.contains(.uploadAnew),
      "ChatLife 2: somebody else's chat is created in the cloud")
    assert(
      before.isAlive || !isAlive || consequences.contains(where: \.beginsEpoch),
      "ChatLife 3: a chat comes back in its old epoch")
    assert(
      before.isVisible || self == before || event.bringsBack,
      "ChatLife 4: a chat comes back that a person has deleted or left")
  }

  private var isAlive: Bool {
    switch self {
    case .owned, .participating: true
    case .ended: false
    }
  }

  package var canWrite: Bool {
    switch self {
    case .owned, .participating(.readWrite): true
    case .participating, .ended: false
    }
  }

  /// Whether a person still sees the chat.
  package var isVisible: Bool {
    switch self {
    case .owned, .participating, .ended(.deleted), .ended(.purged), .ended(.lostAccess): true
    case .ended(.deleting), .ended(.leaving): false
    }
  }

  package static let readOnlyReason =
    "You may only read in this chat. Ask its owner for the right to write."

  /// The sentence about a chat to which the account has lost access.
  ///
  /// The cloud answers the same whether the owner has removed the account, stopped sharing or deleted the chat.
  /// That the account has left by itself is known from its settings.
  ///
  /// - Parameters:
  ///   - owner: the name of the owner's account; nil if it is not known.
  ///   - isLeft: whether the account has left the chat, on any of its devices.
  /// - Returns: the sentence, with the facts that are known.
  package static func lossOfAccess(owner: String?, isLeft: Bool) -> String {
    if isLeft { return "You have left this chat on another device." }
    guard let owner else { return reason(.ended(.lostAccess)) }
    return
      "\(reason(.ended(.lostAccess))) Its owner \(owner) has probably removed you or deleted it."
  }

  /// The sentence that tells a person that a chat has ended.
  package static func reason(_ life: ChatLife) -> String {
    switch life {
    case .owned, .participating: ""
    case .ended(.deleted):
      // A cloud that was restored from an old copy does not have it either.
      "This chat is not in the cloud any more. You may have deleted it elsewhere."
    case .ended(.purged): "You have removed all of this account's data from the cloud."
    case .ended(.lostAccess): "This chat is no longer shared with you."
    case .ended(.deleting): "You are deleting this chat."
    case .ended(.leaving): "You are leaving this chat."
    }
  }
}

extension ChatLife.Event {
  /// Whether the event may bring back a chat that the person has deleted or left.
  fileprivate var bringsBack: Bool {
    switch self {
    case .joined, .refused: true
    case .named, .shareSays, .vanished, .leaveRequested, .deleteRequested, .confirmed,
      .uploadRequested:
      false
    }
  }
}

extension ChatLife.Action {
  /// Whether only the end of the zone waits to be sent after the action.
  fileprivate var endsWaiting: Bool {
    switch self {
    case .failWaiting, .queueZoneDeletion: true
    case .beginAnew, .uploadAnew, .cancelZoneDeletion, .forget: false
    }
  }

  fileprivate var beginsEpoch: Bool {
    switch self {
    case .beginAnew, .uploadAnew: true
    case .failWaiting, .cancelZoneDeletion, .queueZoneDeletion, .forget: false
    }
  }
}
