import CloudModel
import Foundation

/// The address of one of the console's pages: a path and a query.
package struct ConsoleAddress: Sendable, Hashable {
  /// The pages.
  package enum Path: String, Sendable, CaseIterable {
    case overview = "/"
    case schema = "/console/schema"
    case accounts = "/console/accounts"
    case account = "/console/account"
    case zones = "/console/zones"
    case zone = "/console/zone"
    case record = "/console/record"
    case shares = "/console/shares"
    case subscriptions = "/console/subscriptions"
    case requests = "/console/requests"
    case faults = "/console/faults"

    /// Whether only an administrator may see the page.
    package var isForAdministrators: Bool {
      switch self {
      case .schema, .accounts, .faults: true
      case .overview, .account, .zones, .zone, .record, .shares, .subscriptions, .requests: false
      }
    }
  }

  /// The addresses to which the pages send their forms.
  package enum Action: String, Sendable {
    case signIn = "/console/sign-in"
    case signOut = "/console/sign-out"
    case addFault = "/console/faults/add"
    case removeFault = "/console/faults/remove"
    case reset = "/console/reset"
  }

  /// The rows that a page of requests asks for when there are new ones.
  package static let newRequests = "/console/requests/new"

  /// Spelled for a link.
  package let text: String

  package init(_ path: Path, _ query: [(name: String, value: String?)] = []) {
    self.init(path.rawValue, query)
  }

  init(_ path: String, _ query: [(name: String, value: String?)]) {
    let items = query.compactMap { name, value in
      value.map { "\(name)=\(Self.escaped($0))" }
    }
    text = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  private static func escaped(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

/// Whose data a page shows, and in which environment of which container.
struct AccountPlace: Sendable, Hashable {
  /// The name of the account; nil for the one that is signed in.
  var account: String?
  var container: String
  var environment: CloudEnvironment

  var query: [(name: String, value: String?)] {
    [("account", account), ("container", container), ("environment", environment.rawValue)]
  }

  /// The account's own page, or the overview of the one that is signed in.
  var owner: Link {
    account.map { Link($0, to: ConsoleAddress(.account, [("account", $0)])) }
      ?? Link("Overview", to: ConsoleAddress(.overview))
  }

  func zones(in scope: DatabaseScope, after: String? = nil) -> ConsoleAddress {
    ConsoleAddress(.zones, query + [("database", scope.pathComponent), ("after", after)])
  }

  /// A zone, from the position `after` on; `revealsTexts` asks for texts that the cloud hides.
  func zone(
    _ zoneID: RecordZoneID, in scope: DatabaseScope, after: String? = nil,
    revealsTexts: Bool = false
  ) -> ConsoleAddress {
    ConsoleAddress(
      .zone, zoneQuery(zoneID, scope) + [("after", after)] + Self.reveal(revealsTexts))
  }

  func record(
    _ recordID: RecordID, in scope: DatabaseScope, revealsTexts: Bool = false
  ) -> ConsoleAddress {
    ConsoleAddress(
      .record,
      zoneQuery(recordID.zoneID, scope) + [("record", recordID.recordName)]
        + Self.reveal(revealsTexts))
  }

  private static func reveal(_ isWanted: Bool) -> [(name: String, value: String?)] {
    [("reveal", isWanted ? "true" : nil)]
  }

  var subscriptions: ConsoleAddress { ConsoleAddress(.subscriptions, query) }

  private func zoneQuery(
    _ zoneID: RecordZoneID, _ scope: DatabaseScope
  ) -> [(name: String, value: String?)] {
    // In the other databases the owner is known: the account, or the container.
    query + [
      ("database", scope.pathComponent), ("owner", scope == .shared ? zoneID.ownerName : nil),
      ("zone", zoneID.zoneName),
    ]
  }
}

/// A link to a page of the console.
struct Link: Sendable, Hashable {
  var text: String
  var address: ConsoleAddress

  init(_ text: String, to address: ConsoleAddress) {
    self.text = text
    self.address = address
  }

  var html: HTML { "<a href=\"\(address.text)\">\(text)</a>" }
}
