import ArgumentParser
import ChatModel
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

struct CloudExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a whole cloud, or one container, to a file.",
    discussion: """
      The file is a tar archive with everything that the cloud has: accounts, containers, schemas, \
      records, shares, and the bytes of assets. ‘zonechat cloud import’ puts it into a cloud that \
      keeps everything in memory. Passphrases, sessions and the cloud's own keys are not in it. \
      Encrypted values and assets are in it UNENCRYPTED: keep it like the cloud itself.

      EXAMPLES
        zonechat cloud export cloud.tar
        zonechat cloud export -o cloud.tar
        zonechat cloud export - --container iCloud.net.zonechat > lists.tar
      """)

  @OptionGroup var administration: AdministrationOptions

  @Option(help: "Export only this container, with all accounts.") var container: String?
  @Flag(help: "Replace an existing file.") var force = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, in place of the argument.", valueName: "file"),
    completion: .file())
  var output: String?
  @Argument(help: "The file to write, on this machine; - is standard output.", completion: .file())
  var file: String?

  func validate() throws {
    guard output == nil || file == nil else {
      throw ValidationError("--output cannot be used with a file as argument.")
    }
    guard output != nil || file != nil else {
      throw ValidationError("Name the file to write; - is standard output.")
    }
  }

  func run() async throws {
    let file = output ?? file ?? "-"
    let progress = ProgressLine(administration.options, isHidden: file == "-")
    guard file != "-" else {
      guard isatty(STDOUT_FILENO) == 0 else {
        throw Failure("An export is no text. Send it to a file: ‘> cloud.tar’.", code: .usage)
      }
      _ = try await write(progress) { try Output.write($0) }
      return
    }
    let url = FileAddress.file(file).standardizedFileURL
    let output = OutputFile(url, replacing: force, alternative: "- is standard output")
    let bytes = try await output.with { try await write(progress, by: $0) }
    if administration.options.json {
      return try Output.json(ExportedFile(path: url.path, bytes: bytes))
    }
    Output.note("Exported \(bytes) bytes to \(file).")
  }

  /// Returns the number of bytes.
  private func write(
    _ progress: ProgressLine, by write: @escaping (Data) throws -> Void
  ) async throws -> Int64 {
    var bytes: Int64 = 0
    var failure: (any Error)?
    do {
      try await administration.askStarted { administration in
        try await administration.export(container: container) { piece in
          do {
            try write(piece)
          } catch {
            failure = error
            throw error
          }
          bytes += Int64(piece.count)
          progress.show("Exporting: \(bytes) bytes")
        }
      }
    } catch {
      // The connection counts what its reader throws as its own failure.
      throw failure ?? error
    }
    return bytes
  }
}

/// A file with an export, as `--json` prints it.
private struct ExportedFile: Encodable {
  var path: String
  var bytes: Int64
}

struct CloudImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Put an exported cloud into a cloud that keeps nothing.",
    discussion: """
      The export takes the place of EVERYTHING that the cloud has. It is checked first; if it cannot \
      be used, nothing changes. Nobody is signed in afterwards: ‘zonechat cloud accounts token’ signs \
      an account in. Only a cloud with --ephemeral takes an import.

      EXAMPLES
        zonechat cloud import cloud.tar --cloud http://127.0.0.1:8080 \\
          --admin-token-file admin.token
        zonechat cloud export - |
          zonechat cloud import - --cloud unix:/tmp/test/cloud.sock
      """)

  @OptionGroup var administration: AdministrationOptions

  @Argument(help: "The export, on this machine; - is standard input.", completion: .file())
  var file: String

  func run() async throws {
    let handle: FileHandle
    if file == "-" {
      handle = .standardInput
    } else {
      guard let opened = FileHandle(forReadingAtPath: file) else {
        throw NamedFile.unreadable(file, errno)
      }
      handle = opened
    }
    let status = FileStatus(descriptor: handle.fileDescriptor)
    if let status, status.mode & S_IFMT == S_IFDIR { throw NamedFile.unreadable(file, EISDIR) }
    let bytes = try status.flatMap { status in
      status.mode & S_IFMT == S_IFREG ? Int64(status.bytes) - Int64(try handle.offset()) : nil
    }
    let found = try await administration.ask {
      try await $0.import(FileChunks(handle: handle), bytes: bytes)
    }
    if administration.options.json { return try Output.json(found) }
    Output.note(
      "The cloud has \(DisplayText.count(found.accounts, "account")), "
        + "\(DisplayText.count(found.zones, "zone")) and \(DisplayText.count(found.records, "record")) "
        + "now, with \(DisplayText.count(found.assets, "file of an asset", "files of assets")).")
  }
}

/// The bytes of a file or pipe, in chunks.
///
/// Reading blocks: this command has nothing else to do.
private struct FileChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private static let bytes = 256 * 1024

  let handle: FileHandle

  func makeAsyncIterator() -> FileChunks { self }

  func next() async throws -> Data? {
    let chunk = try handle.read(upToCount: Self.bytes)
    return chunk?.isEmpty == false ? chunk : nil
  }
}
