package import ChatModel
package import CloudSync
package import Foundation

/// A row of the outbox: one intent, by reference to the data that it is about.
///
/// A row leaves for these reasons only: acknowledged, superseded, cancelled, gone with its record, failed
/// for good with a reason that the journal keeps, or with the whole chat, which is forgotten or queued
/// again.
package struct OutboxRow: Sendable, Equatable {
  /// The kinds of rows, in the order in which a new chat needs them.
  package enum Kind: Sendable, Hashable {
    case zone, share, session, message, mark(MarkKind), settings, block
    /// A record of a type that this version does not know.
    case unknown
  }

  package enum Operation: String, Sendable, CaseIterable {
    case save, delete
  }

  /// The priority of a row, which limits how long the row may wait for others.
  package enum Priority: Int, Sendable, CaseIterable {
    case urgent = 0
    /// Read marks and the like: first to be left out when the cloud is busy.
    case low = 1
  }

  package var sequence: Int64
  package var chatID: Int64
  package var recordName: String
  package var kind: Kind
  package var operation: Operation
  package var priority: Priority
  package var generation: Int64
  /// The generation that is on its way; nil if none is.
  package var inFlight: Int64?
  /// Whether the cloud may have stored a generation of the row although its answer was lost.
  package var mayBeStored: Bool
  /// The cloud's copy from which the first unsent change began, as `Ancestor` stores it.
  package var ancestor: Data?
  /// The reason why the row has failed; nil while it waits.
  package var failure: String?

  package init(
    sequence: Int64, chatID: Int64, recordName: String, kind: Kind, operation: Operation = .save,
    priority: Priority = .urgent, generation: Int64 = 1, inFlight: Int64? = nil,
    mayBeStored: Bool = false, ancestor: Data? = nil, failure: String? = nil
  ) {
    self.sequence = sequence
    self.chatID = chatID
    self.recordName = recordName
    self.kind = kind
    self.operation = operation
    self.priority = priority
    self.generation = generation
    self.inFlight = inFlight
    self.mayBeStored = mayBeStored
    self.ancestor = ancestor
    self.failure = failure
  }

  package var id: OutboxEntry.ID { OutboxEntry.ID(sequence: sequence, generation: generation) }

  /// Whether no generation of the row can have reached the cloud.
  package var isUntouched: Bool { !mayBeStored && inFlight == nil }
}

/// The names of the kinds in replicas.
extension OutboxRow.Kind: RawRepresentable, CaseIterable {
  package static let allCases: [Self] =
    [.zone, .share, .session, .message] + MarkKind.allCases.map(Self.mark)
    + [.settings, .block, .unknown]

  package init?(rawValue: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = kind
  }

  package var rawValue: String {
    switch self {
    case .zone: "zone"
    case .share: "share"
    case .session: "session"
    case .message: "message"
    case .mark(let kind): kind.rawValue
    case .settings: "settings"
    case .block: "block"
    // An older name.
    case .unknown: "parked"
    }
  }
}
