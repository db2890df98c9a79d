import CloudModel

extension ConsolePage {
  static func subscriptions(
    _ subscriptions: [(scope: DatabaseScope, subscription: Subscription)], at place: AccountPlace
  ) -> ConsolePage {
    let rows = subscriptions.map { scope, subscription -> [HTML] in
      [
        "\(subscription.subscriptionID)", "\(scope.pathComponent)",
        "\(subscription.kind.words)", "\(subscription.isSilent ? "silent" : "shown to people")",
      ]
    }
    return ConsolePage("Subscriptions", trail: [place.owner]) { _ in
      """
      <p class="quiet">\(place.container), \(place.environment.rawValue)</p>
      \(Table(
        caption: "Subscriptions by database", columns: ["ID", "Database", "Watches", "Notifications"],
        rows: rows, empty: "There are no subscriptions."
      ).html)
      """
    }
  }
}

extension Subscription.Kind {
  fileprivate var words: String {
    switch self {
    case .database: return "every zone"
    case .zone(let zoneID): return "the zone \(zoneID.zoneName)"
    case .query(let query):
      let reasons = query.firesOn.map(\.keyword).joined(separator: ", ")
      let zone = query.zoneID.map { " in the zone \($0.zoneName)" } ?? ""
      return "\(query.recordType)\(zone): \(reasons)\(query.firesOnce ? ", once" : "")"
    }
  }
}

extension Subscription {
  /// Whether the subscription's notifications show nothing to people.
  fileprivate var isSilent: Bool {
    guard let info = notificationInfo else { return true }
    return ["alertBody", "alertLocalizationKey", "title", "soundName"]
      .allSatisfy { info.keys[$0] == nil } && !info.flag("shouldBadge")
  }
}
