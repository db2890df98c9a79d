import ChatUI
import Composition
import Foundation
import Processes
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

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
    let status = try await Self.run(
      ["/bin/sh", "-c", editor + " \"$1\"", "sh", file.path], keepsTerminal: true)
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
    let status = try await Self.run(
      ["/bin/sh", "-c", opener + " \"$1\"", "sh", place], keepsTerminal: false)
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

  /// Runs a program to its end; returns its exit code.
  @concurrent private static func run(
    _ arguments: [String], keepsTerminal: Bool
  ) async throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !keepsTerminal {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let error = SpawnAttributes.with { attributes in
      posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ)
    }
    guard error == 0 else {
      let reason = String(cString: strerror(error))
      throw ExternalPrograms.Failure("\(arguments[0]) cannot be started: \(reason).")
    }
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { [process] in
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
    }
  }
}
