import ChatModel
import ChatUI
import Foundation
import Processes

/// Reads a picture from the desktop's clipboard, with the program that the desktop has for it.
///
/// The answer of a terminal to OSC 52 is not asked for: it holds text only, and terminals paste text themselves.
struct ClipboardReader: Sendable {
  /// The time that a program has for its answer; a chosen limit, because another program makes the picture.
  private static let patience = Duration.seconds(5)
  /// Bytes of a list of kinds.
  private static let listBytes = 64 * 1024
  /// The kinds of pictures that are taken, the best first, and how their file names end.
  private static let kinds = [
    ("image/png", "png"), ("image/jpeg", "jpg"), ("image/webp", "webp"), ("image/gif", "gif"),
  ]

  /// A program that reads the clipboard.
  private struct Tool {
    let name: String
    /// The package to install.
    let packageName: String
    /// The arguments that list the kinds of what is in the clipboard.
    let listing: [String]
    /// The arguments before a kind, and behind it, that print the clipboard as this kind.
    let reading: (before: [String], after: [String])
  }

  private static let wayland = Tool(
    name: "wl-paste", packageName: "wl-clipboard", listing: ["--list-types"],
    reading: (["--no-newline", "--type"], []))
  private static let x11 = Tool(
    name: "xclip", packageName: "xclip",
    listing: ["-selection", "clipboard", "-t", "TARGETS", "-o"],
    reading: (["-selection", "clipboard", "-t"], ["-o"]))

  /// The variables of this process.
  let environment: [String: String]

  /// Throws `ExternalPrograms.Failure`.
  func picture() async throws -> ExternalPrograms.Picture {
    let tool = try tool()
    let listed = try await output(of: tool, tool.listing, limit: Self.listBytes) ?? Data()
    let offered = String(decoding: listed, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let (kind, end) = Self.kinds.first(where: { offered.contains($0.0[...]) }) else {
      throw Self.failure("The clipboard holds no picture (PNG, JPEG, WebP or GIF).")
    }
    let limit = Int(AttachedFile.limitBytes)
    let arguments = tool.reading.before + [kind] + tool.reading.after
    guard let bytes = try await output(of: tool, arguments, limit: limit), !bytes.isEmpty else {
      throw Self.failure("‘\(tool.name)’ could not read the picture.")
    }
    guard bytes.count <= limit else {
      throw ExternalPrograms.Failure(
        "The picture in the clipboard is too large. A file has at most \(limit / 1_048_576) MiB.")
    }
    return ExternalPrograms.Picture(bytes: bytes, pathExtension: end)
  }

  /// The program of the desktop that this process belongs to.
  private func tool() throws -> Tool {
    var tools: [Tool] = []
    if environment["WAYLAND_DISPLAY"]?.isEmpty == false { tools.append(Self.wayland) }
    if environment["DISPLAY"]?.isEmpty == false { tools.append(Self.x11) }
    guard let first = tools.first else {
      throw Self.failure("No desktop can be reached from this terminal, so it has no clipboard.")
    }
    let installed = tools.first { Child.isInstalled($0.name, environment: environment) }
    guard let installed else {
      throw Self.failure(
        "‘\(first.name)’, which reads the clipboard, is not installed. Install the package "
          + "\(first.packageName).")
    }
    return installed
  }

  /// - Returns: what it prints; nil if it fails.
  private func output(of tool: Tool, _ arguments: [String], limit: Int) async throws -> Data? {
    let result = await Child.runAside(
      [tool.name] + arguments, environment: environment, output: .bytes(limit: limit),
      .killed(after: Self.patience))
    guard let result else { throw Self.failure("‘\(tool.name)’ has not answered in 5 seconds.") }
    // A program that prints too much is ended by that.
    return result.code == 0 || result.data.count > limit ? result.data : nil
  }

  private static func failure(_ reason: String) -> ExternalPrograms.Failure {
    ExternalPrograms.Failure(reason + " A picture that is a file is sent by /attach FILE.")
  }
}
