package import Foundation

extension Message {
  /// An earlier text of a message that was changed.
  package struct Version: Sendable, Equatable {
    /// Not sanitised.
    package var text: String
    /// When it was written, by its writer's clock.
    package var writtenAt: Date
    /// The account that had written it, if that was not the sender.
    package var changedBy: String?

    package init(text: String, writtenAt: Date, changedBy: String? = nil) {
      self.text = text
      self.writtenAt = writtenAt
      self.changedBy = changedBy
    }
  }
}
