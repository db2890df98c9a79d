package import CloudModel
import CloudWire
import Foundation

extension FieldValue {
  /// Writes the value without its type.
  func writeStored(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.string(text)
    case .int64(let integer): writer.integer(integer)
    case .double(let number): writer.double(number)
    case .date(let date): writer.integer(date.millisecondsSince1970)
    case .bytes(let data): writer.string(data.base64EncodedString())
    case .location(let location): location.writeStored(to: &writer)
    case .reference(let reference): reference.writeStored(to: &writer)
    case .asset(let asset): asset.writeStored(to: &writer)
    case .list(let elements):
      writer.array(elements) { writer, element in element.writeStored(to: &writer) }
    }
  }
}

/// A place as the store keeps it; values that were not measured are left out.
struct StoredLocation: Decodable {
  var latitude: Double
  var longitude: Double
  var horizontalAccuracy: Double?
  var verticalAccuracy: Double?
  var altitude: Double?
  var speed: Double?
  var course: Double?
  var timestamp: Int64?
}

extension Location {
  init(_ stored: StoredLocation) {
    self.init(latitude: stored.latitude, longitude: stored.longitude)
    horizontalAccuracy = stored.horizontalAccuracy
    verticalAccuracy = stored.verticalAccuracy
    altitude = stored.altitude
    speed = stored.speed
    course = stored.course
    timestamp = stored.timestamp
  }

  fileprivate func writeStored(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.number("latitude", latitude)
      writer.number("longitude", longitude)
      writer.number("horizontalAccuracy", horizontalAccuracy)
      writer.number("verticalAccuracy", verticalAccuracy)
      writer.number("altitude", altitude)
      writer.number("speed", speed)
      writer.number("course", course)
      writer.member("timestamp", timestamp)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func number(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    double(value)
  }
}

/// A reference as the store keeps it; it always stays in the zone of its record.
struct StoredReference: Decodable {
  var recordName: String
  var action: String
}

extension Reference {
  /// Nil for an action that this version does not know.
  init?(_ stored: StoredReference) {
    guard let action = Action.allStored.first(where: { $0.storedWord == stored.action }) else {
      return nil
    }
    self.init(recordName: stored.recordName, action: action)
  }

  fileprivate func writeStored(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("recordName", recordName)
      writer.member("action", action.storedWord)
    }
  }
}

extension Reference.Action {
  fileprivate static let allStored: [Self] = [.none, .deleteSelf, .validate]

  /// The word for the action in the store's rows.
  package var storedWord: String {
    switch self {
    case .none: "NONE"
    case .deleteSelf: "DELETE_SELF"
    case .validate: "VALIDATE"
    }
  }
}

/// The description of an asset as the store keeps it; its bytes are kept elsewhere.
struct StoredAsset: Decodable {
  var fileChecksum: String
  var size: Int64
  var referenceChecksum: String?
  var wrappingKey: String?
  var receipt: String?
  var downloadURL: String?
}

extension Asset {
  init(_ stored: StoredAsset) {
    self.init(fileChecksum: stored.fileChecksum, size: stored.size)
    referenceChecksum = stored.referenceChecksum
    wrappingKey = stored.wrappingKey
    receipt = stored.receipt
    downloadURL = stored.downloadURL
  }

  fileprivate func writeStored(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("fileChecksum", fileChecksum)
      writer.member("size", size)
      writer.member("referenceChecksum", referenceChecksum)
      writer.member("wrappingKey", wrappingKey)
      writer.member("receipt", receipt)
      writer.member("downloadURL", downloadURL)
    }
  }
}
