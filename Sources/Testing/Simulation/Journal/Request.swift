package import CloudModel

/// One request of a device, as it leaves the device.
package struct Request: Sendable, Equatable {
  package struct Item: Sendable, Equatable {
    package var name: String
    package var isDeletion = false
    /// `Message`, `ChatSession` and others; empty where it is not known.
    package var type = ""
    /// The version that a save builds on.
    package var tag: String?
  }

  package var number = 0
  package var device: String
  package var user: String
  package var operation: CloudCall
  package var scope: DatabaseScope?
  package var zone: RecordZoneID?
  package var items: [Item] = []
  /// The approximate size of the texts and names.
  package var bytes = 0
  package var isAtomic = false

  var line: String {
    var words = ["\(device) #\(number) asks \(operation.rawValue)"]
    if let scope { words.append(scope.pathComponent) }
    if let zone { words.append(zone.zoneName) }
    if isAtomic { words.append("atomically") }
    words += items.map { ($0.isDeletion ? "-" : "+") + $0.name + ($0.tag.map { "@" + $0 } ?? "") }
    return words.joined(separator: " ")
  }
}
