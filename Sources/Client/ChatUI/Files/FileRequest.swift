package import ChatModel
import TerminalUI

/// A person's request for a message's file.
///
/// The file is downloaded first if it is not on this device.
package struct FileRequest: Hashable, Sendable {
  /// The purpose for which the file is requested.
  package enum Purpose: Hashable, Sendable {
    /// A folder or a new file, as the person has written it; nil is the folder for downloads.
    case save(to: String?)
    /// In the program that the desktop has for such files.
    case open
  }

  package var message: MessageID
  package var purpose: Purpose

  package init(_ message: MessageID, _ purpose: Purpose) {
    self.message = message
    self.purpose = purpose
  }
}

/// The outcome of a `FileRequest`.
package enum FileAnswer: Sendable, Equatable {
  /// The file is being downloaded.
  case awaited
  case saved(path: String)
  /// Under this name.
  case opened(name: String)
  /// The reason for the failure, as a sentence.
  case failed(String)

  /// The outcome for the file, as a sentence.
  func words(for purpose: FileRequest.Purpose) -> String {
    switch self {
    case .awaited:
      "The file is being downloaded. It is \(purpose == .open ? "opened" : "saved") when it is complete."
    case .saved(let path): "Saved as \(DisplayText.singleLine(path))."
    case .opened(let name): "Opening ‘\(DisplayText.singleLine(name))’ …"
    case .failed(let reason): reason
    }
  }
}
