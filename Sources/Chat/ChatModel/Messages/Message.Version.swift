package import Foundation

extension Message {
  /// An earlier version of a message that was changed.
  package struct Version: Sendable, Equatable {
    /// Not sanitised.
    package var text: String
    /// When it was written, by its writer's clock.
    package var writtenAt: Date
    /// The account that had written it, if that was not the sender.
    package var changedBy: String?
    /// The file that it had, if the next version has another one or none.
    package var file: AttachedFile?

    package init(
      text: String, writtenAt: Date, changedBy: String? = nil, file: AttachedFile? = nil
    ) {
      self.text = text
      self.writtenAt = writtenAt
      self.changedBy = changedBy
      self.file = file
    }
  }
}
