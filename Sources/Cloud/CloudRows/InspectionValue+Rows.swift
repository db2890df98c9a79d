package import CloudModel
import Foundation

extension InspectionValue {
  /// The text decoded as JSON; the text itself if it is not JSON.
  package init(json text: String) {
    do {
      self = try JSONDecoder().decode(InspectionValue.self, from: Data(text.utf8)).hidingEncrypted
    } catch {
      self = .text(text)
    }
  }

  /// The same with the word “encrypted” in place of each encrypted value.
  private var hidingEncrypted: InspectionValue {
    guard case .object(let object) = self else { return self }
    guard object["isEncrypted"] == .flag(true) else {
      return .object(object.mapValues(\.hidingEncrypted))
    }
    return .object(object.merging(["value": .text("encrypted")]) { $1 })
  }
}
