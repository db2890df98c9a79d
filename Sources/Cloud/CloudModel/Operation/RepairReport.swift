/// The result of a repair: the rows that could not be read and are now set aside.
package struct RepairReport: Codable, Sendable, Equatable {
  package struct SetAsideRow: Codable, Sendable, Equatable {
    package var container: String
    package var environment: String
    /// `record`, `share`, `participant` or `subscription`.
    package var kind: String
    /// The user whose zone or subscription it is.
    package var ownerName: String
    package var zoneName: String?
    /// The record's name, the root of what is shared, the participant, or the subscription's ID.
    package var name: String

    package init(
      container: String, environment: String, kind: String, ownerName: String, zoneName: String?,
      name: String
    ) {
      self.container = container
      self.environment = environment
      self.kind = kind
      self.ownerName = ownerName
      self.zoneName = zoneName
      self.name = name
    }
  }

  package var setAside: [SetAsideRow]

  package init(setAside: [SetAsideRow]) { self.setAside = setAside }
}
