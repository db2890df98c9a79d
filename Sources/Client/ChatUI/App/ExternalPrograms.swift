package import Foundation

/// Other programs that the client starts for a person; the process that runs the client provides them.
package struct ExternalPrograms: Sendable {
  /// The reason why an external program did not do its work, as a sentence, and advice for the person.
  package struct Failure: Error {
    package var reason: String
    /// The text that an editor has saved although it failed; nil if that is the text which it was given.
    package var saved: String?

    package init(_ reason: String, saved: String? = nil) {
      self.reason = reason
      self.saved = saved
    }
  }

  /// Lets the person change a text in an editor, which has the terminal meanwhile; returns the text.
  ///
  /// `editor` is the command of the settings; nil leaves the choice to the environment.
  package var edit: @Sendable (_ text: String, _ editor: String?) async throws -> String
  /// Opens a web address, or the path of a file, in the program that the desktop has for it; a file is the
  /// program's from now on.
  ///
  /// `opener` is the command of the settings; nil is the desktop's own.
  package var open: @Sendable (_ place: String, _ opener: String?) async throws -> Void

  /// Runs a command of the person's own, and returns what it has printed.
  package var run: @Sendable (OwnCommand) async throws -> String

  /// Reads the picture that is in the desktop's clipboard.
  package var clipboardPicture: @Sendable () async throws -> Picture

  /// The bytes of a picture, and the end of a file name that says their kind.
  package struct Picture: Sendable {
    package var bytes: Data
    package var pathExtension: String

    package init(bytes: Data, pathExtension: String) {
      self.bytes = bytes
      self.pathExtension = pathExtension
    }
  }

  package init(
    edit: @escaping @Sendable (String, String?) async throws -> String,
    open: @escaping @Sendable (String, String?) async throws -> Void,
    run: @escaping @Sendable (OwnCommand) async throws -> String = { _ in "" },
    clipboardPicture: @escaping @Sendable () async throws -> Picture
  ) {
    self.edit = edit
    self.open = open
    self.run = run
    self.clipboardPicture = clipboardPicture
  }
}
