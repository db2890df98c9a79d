import ChatModel
import ChatUI
import CommandSupport
import Foundation
import Processes
import TerminalUI

/// The editor and the desktop's opener, for the full-screen client.
struct TerminalPrograms: Sendable {
  /// The time within which an opener can say that it has failed.
  private static let openingTime = Duration.seconds(1)

  /// Our choice: the longest time of a command of the person's own.
  private static let commandTime = Duration.seconds(30)

  let input: TerminalInput
  let environment: [String: String]

  var programs: ExternalPrograms {
    ExternalPrograms(
      edit: { try await edit($0, in: $1) }, open: { try await open($0, with: $1) },
      run: { try await run($0) },
      clipboardPicture: { try await ClipboardReader(environment: environment).picture() })
  }

  /// Runs the editor of the settings, `$VISUAL`, `$EDITOR` or `vi`, on a file that only this user can read.
  ///
  /// When the task is cancelled, the editor is asked to end, and what it has saved counts. If an editor fails or is
  /// ended, and has left more than this file (`.message.md.swp` of vim, `message.md.save` of nano, `#message.md#` of
  /// Emacs), the folder is kept, and the failure names it.
  private func edit(_ text: String, in chosen: String?) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "zonechat-" + Live.makeUnique())
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    var isKept = false
    defer { if !isKept { try? FileManager.default.removeItem(at: folder) } }
    let file = folder.appending(path: "message.md")
    try Data(text.utf8).write(to: file)
    let names = [chosen, environment["VISUAL"], environment["EDITOR"], "vi"].compactMap(\.self)
    let editor = names.first { !$0.isEmpty } ?? "vi"
    input.pause()
    // The variable may hold options, and is read by the shell as other programs do.
    let result = await Child.runAside(
      ["/bin/sh", "-c", editor + " \"$1\"", "sh", file.path], environment: environment,
      output: .shown, .unlimited)
    input.resume()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    isKept = result?.code != 0 && files.contains { $0 != file.lastPathComponent }
    // An editor that has taken the file away has saved nothing.
    let hasFile = files.contains(file.lastPathComponent)
    let data = try hasFile ? Data(contentsOf: file) : Data(text.utf8)
    let saved = String(data: data, encoding: .utf8).map { edited in
      // Editors end the last line.
      edited.hasSuffix("\n") && !text.hasSuffix("\n") ? String(edited.dropLast()) : edited
    }
    guard let saved, saved.utf8.count <= Message.textLimitBytes else {
      isKept = true
      throw ExternalPrograms.Failure(
        (saved == nil
          ? "The edited text is not UTF-8."
          : "The edited text has more than the \(Message.textLimitBytes) bytes of a message.")
          + " It is kept in \(file.path); the text here is unchanged.")
    }
    let failure: String? =
      switch result?.code {
      case 0: nil
      case let code?: "failed (exit code \(code)). The text is unchanged."
      case nil: isKept ? "was ended." : nil
      }
    guard let failure else { return saved }
    let rest = isKept ? " What it has left is in \(folder.path)." : ""
    throw ExternalPrograms.Failure(
      "The editor ‘\(editor)’ \(failure)\(rest)", saved: saved == text ? nil : saved)
  }

  /// Runs a command of the settings beside the screen.
  private func run(_ command: OwnCommand) async throws -> String {
    let result = await Child.runAside(
      command.words, environment: environment, input: command.input, output: .captured,
      .killed(after: Self.commandTime))
    guard let result else {
      throw ExternalPrograms.Failure("‘/\(command.name)’ did not end in 30 s, and was ended.")
    }
    if result.code == 0 { return result.output }
    guard result.code != 127 else {
      throw ExternalPrograms.Failure(
        "‘/\(command.name)’ was not found: \(DisplayText.singleLine(command.words[0])). Write its whole path into "
          + "[commands] of the settings.")
    }
    let reason = result.errorOutput.split(whereSeparator: \.isNewline).last ?? ""
    throw ExternalPrograms.Failure(
      "‘/\(command.name)’ failed (exit code \(result.code)). "
        + DisplayText.singleLine(reason.prefix(200)))
  }

  /// Opens an address or a file with the opener of the settings, or `xdg-open`.
  private func open(_ place: String, with chosen: String?) async throws {
    let opener = chosen ?? "xdg-open"
    let result = await Child.runAside(
      ["/bin/sh", "-c", opener + " \"$1\"", "sh", place], environment: environment,
      output: .discarded, .left(after: Self.openingTime))
    // Whatever goes on after that time shows the place.
    guard let status = result?.code else { return }
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
