import ArgumentParser
import ChatModel
import CloudClient
import CloudModel
import CloudServer
import CloudStorage
import CommandSupport
import Foundation

struct CloudBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the cloud to a file while it runs.",
    discussion: """
      The copy is consistent and checked, and only its owner can read it. Assets are copied to the \
      folder FILE.assets beside it. To go back to the copy, stop the cloud and run ‘zonechat cloud \
      restore FILE’. Encrypted values and assets need the cloud's key, which is not in the copy: \
      also copy the file at-rest.key of the cloud's folder, to another place.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Argument(help: "The file to write, on the cloud's machine.", completion: .file()) var file:
    String

  @Flag(help: "Replace an existing file.") var force = false

  func run() async throws {
    let path = FileAddress.file(file).standardizedFileURL.path
    let written = try await ProgressLine(administration.options).during("Copying the cloud") {
      try await administration.look {
        try await $0.backUp(to: path, force: force)
      } after: {
        try $0.backUp(to: path, replacing: force)
      }
    }
    if administration.options.json {
      try Output.json(written)
      return
    }
    let assets = written.assetsPath.map { ", and \(written.assets) assets to \($0)" } ?? ""
    try Output.line("Copied \(written.bytes) bytes to \(written.path)\(assets).")
  }
}
