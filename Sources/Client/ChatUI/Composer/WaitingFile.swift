import ChatCore
import ChatModel
import Foundation

/// A file that waits in the composer to be sent with the text.
///
/// Only its path is kept: the file that is sent is the one at this path at the time of sending.
package struct WaitingFile: Equatable, Sendable {
  /// The files that wait in one chat; a chosen limit.
  package static let limit = 10

  package let path: String
  /// Bytes; nil where the file could not be sent when it was looked at last.
  package let size: Int64?

  package var name: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Looks at a file that a person wants to send.
  ///
  /// Throws `.fileUnreadable` and `.fileTooLarge`.
  init(checking path: String) throws(ChatError) {
    self.path = path
    size = try ChatRepository.sizeToSend(URL(fileURLWithPath: path))
  }

  /// Looks again at a file that has waited; it stays, also if it is gone.
  init(kept path: String) {
    self.path = path
    // Enter says why the file cannot be sent; the screen only shows that.
    size = try? ChatRepository.sizeToSend(URL(fileURLWithPath: path))
  }
}
