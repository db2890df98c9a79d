import Foundation

/// Something to be done.
public struct TodoItem: Identifiable, Equatable, Sendable {
  public static let untitled = "No title"

  public let id: String
  public let title: String
  public let createdAt: Date

  /// A title that is empty becomes `untitled`.
  public init(id: String = UUID().uuidString, title: String, createdAt: Date) {
    let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
    self.id = id
    self.title = title.isEmpty ? Self.untitled : title
    self.createdAt = createdAt
  }
}
