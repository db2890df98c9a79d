package import CloudModel
package import CloudRules

/// An event that a fault's filter may match: a request, one item of it, or a notification.
package struct FaultEvent: Sendable, Equatable {
  /// Something a request is about, as far as it says.
  package struct Target: Sendable, Hashable {
    package var zone: String?
    package var record: String?
    package var recordType: String?

    package init(zone: String? = nil, record: String? = nil, recordType: String? = nil) {
      self.zone = zone
      self.record = record
      self.recordType = recordType
    }
  }

  /// The user record name; nil for an anonymous caller.
  package var user: String?
  package var partition: Partition
  /// For example `records/modify`; nil where no request is the cause.
  package var operation: String?
  package var scope: DatabaseScope?
  package var targets: [Target]

  package init(
    user: String?, in partition: Partition, operation: String? = nil,
    scope: DatabaseScope? = nil, targets: [Target] = []
  ) {
    self.user = user
    self.partition = partition
    self.operation = operation
    self.scope = scope
    self.targets = targets
  }

  /// An operation that a caller asks for; an anonymous caller has no user record name here.
  package init(
    _ operation: String, by caller: Caller, in partition: Partition, scope: DatabaseScope,
    targets: [Target] = []
  ) {
    self.init(
      user: caller.kind == .anonymous ? nil : caller.userRecordName, in: partition,
      operation: operation, scope: scope, targets: targets)
  }

  /// The same event, for one target only.
  func about(_ target: Target) -> FaultEvent {
    var event = self
    event.targets = [target]
    return event
  }

  func inDatabase(_ scope: DatabaseScope) -> FaultEvent {
    var event = self
    event.scope = scope
    return event
  }

  /// The same event, for another user.
  func concerning(_ user: String) -> FaultEvent {
    var event = self
    event.user = user
    return event
  }
}
