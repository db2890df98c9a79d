import CloudCore
import CloudModel
import CloudRules

/// The faults of a world: the cloud's own, and those on the way between the devices and the cloud, which only the
/// world can carry out.
struct SimulatedFaults: Sendable {
  let road: FaultInjector
  let cloud: FaultInjector

  /// Adds to the fate of a request what the faults do to it on its way.
  func apply(to outcome: inout NetworkOutcome, of request: Request) {
    guard let operation = request.operation.path else { return }
    let event = FaultEvent(
      user: request.user, in: WorldCloud.partition, operation: operation,
      scope: request.scope, targets: request.zone.map { [.init(zone: $0.zoneName)] } ?? [])
    let decision = road.decision(on: event)
    outcome.delay(by: .milliseconds(decision.delayMilliseconds))
    switch decision.action {
    case .dropBefore:
      outcome.arrivals = []
      outcome.loss = CloudError(.networkFailure, "The connection was lost.")
    case .dropAfter: outcome.loss = CloudError(.networkFailure, "The connection was lost.")
    case .proceed, .fail: break
    }
  }

  /// The additional time after which a notice arrives.
  func delay(of announcement: Announcement) -> Duration {
    .milliseconds(road.deliveries(on: announcement.event).max() ?? 0)
  }

  /// Lets the cloud fail; throws what `FaultInjector.add` does.
  func add(_ fault: CloudFault) throws {
    switch fault.effect {
    case .delay, .delayNotifications, .dropBefore, .dropAfter: try road.add([fault])
    default: try cloud.add([fault])
    }
  }

  /// Ends a fault, or all without an id; returns whether there was one.
  func end(_ id: String?) -> Bool {
    guard let id else { return road.clear() + cloud.clear() > 0 }
    return (road.remove(id) ?? cloud.remove(id)) != nil
  }
}

extension CloudCall {
  /// The end of the path over HTTP; nil where the cloud keeps no account of it.
  var path: String? {
    switch self {
    case .modifyZones: "zones/modify"
    case .modifyRecords: "records/modify"
    case .lookUp: "records/lookup"
    case .query: "records/query"
    case .databaseChanges: "changes/database"
    case .zoneChanges: "changes/zone"
    case .listZones: "zones/list"
    case .beginUpload: "assets/upload"
    case .subscribe: "subscriptions/modify"
    case .listSubscriptions: "subscriptions/list"
    case .openChannel: "tokens/create"
    case .accept: "records/accept"
    case .shareMetadata: "records/resolve"
    case .upload, .download, .invitations, .poll, .decline, .userIdentity: nil
    }
  }
}
