import ChatUI
import Composition
import Foundation
import Processes
import TerminalUI

/// The editor and the desktop's opener, for the full-screen client.
struct TerminalPrograms: Sendable {
  let input: TerminalInput
  let environment: [String: String]

  var programs: ExternalPrograms {
    ExternalPrograms(
      edit: { try await edit($0, in: $1) }, open: { try await open($0, with: $1) })
  }

  /// Runs the editor of the settings, `$VISUAL`, `$EDITOR` or `vi`, on a file that only this user can read.
  private func edit(_ text: String, in chosen: String?) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "zonechat-" + Live.makeUnique())
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "message.md")
    try Data(text.utf8).write(to: file)
    let names = [chosen, environment["VISUAL"], environment["EDITOR"], "vi"].compactMap(\.self)
    let editor = names.first { !$0.isEmpty } ?? "vi"
    input.pause()
    defer { input.resume() }
    // The variable may hold options, and is read by the shell as other programs do.
    let status = await Child.runAside(
      ["/bin/sh", "-c", editor + " \"$1\"", "sh", file.path], environment: environment,
      output: .shown
    ).code
    guard status == 0 else {
      throw ExternalPrograms.Failure(
        "The editor ‘\(editor)’ failed (exit code \(status)). The text is unchanged.")
    }
    let data = try Data(contentsOf: file)
    guard var edited = String(data: data, encoding: .utf8) else {
      throw ExternalPrograms.Failure("The edited text is not UTF-8. The text is unchanged.")
    }
    // Editors end the last line.
    if edited.hasSuffix("\n"), !text.hasSuffix("\n") { edited.removeLast() }
    return edited
  }

  /// Opens an address or a file with the opener of the settings, or `xdg-open`.
  private func open(_ place: String, with chosen: String?) async throws {
    let opener = chosen ?? "xdg-open"
    let status = await Child.runAside(
      ["/bin/sh", "-c", opener + " \"$1\"", "sh", place], environment: environment,
      output: .discarded
    ).code
    if status == 127 {
      throw ExternalPrograms.Failure(
        "‘\(opener)’ is not installed. Copy the address or save the file instead, or set "
          + "‘opener’ in the settings.")
    }
    if status != 0 {
      throw ExternalPrograms.Failure(
        "‘\(opener)’ could not open it (exit code \(status)). Copy the address or save the file "
          + "instead.")
    }
  }
}
