/// The contents of the cloud for one user: the zones of both databases with their records.
package struct CloudSnapshot: Sendable, Equatable {
  package struct Item: Sendable, Equatable {
    package var record: String
    package var type: String
    package var creator: String
    /// Texts, numbers and times as text.
    package var fields: [String: String]

    package var isDeleted: Bool { fields["deletedAt"] != nil }

    package var text: String { isDeleted ? "" : fields["text"] ?? "" }
  }

  package struct Zone: Sendable, Equatable {
    package var name: String
    package var owner: String
    /// By name.
    package var items: [Item]

    package func item(_ record: String) -> Item? { items.first { $0.record == record } }

    package var title: String { item("session")?.fields["name"] ?? "" }

    package var messages: [Item] { items.filter { $0.type == "Message" } }
  }

  /// By owner and name.
  package var zones: [Zone]

  package func zone(_ name: String) -> Zone? { zones.first { $0.name == name } }

  var line: String {
    zones.map { zone in
      "\(zone.name) ‘\(zone.title)’: " + zone.messages.map { "‘\($0.text)’" }.joined(separator: " ")
    }.joined(separator: "; ")
  }
}
