import ArgumentParser
import ChatModel
import CloudClient
import CloudModel
import CloudPlanFile
import CloudServer
import CloudStorage
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

struct CloudBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the cloud to a file while it runs.",
    discussion: """
      The copy is consistent and checked, and only its owner can read it. Assets are copied to the \
      folder FILE.assets beside it. To go back to the copy, stop the cloud and run ‘zonechat cloud \
      restore FILE’. Encrypted values and assets need the cloud's key, which is not in the copy: \
      also copy the file at-rest.key of the cloud's folder, to another place.

      With --config and --rotate the copy goes into the folder that the file of a server names, \
      under the time of now; the newest ones are kept, as many as the file says. Nothing else in \
      that folder is touched. Assets that the copy before has too take no room again. Only the owner \
      of the folder may do it.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Argument(help: "The file to write, on the cloud's machine.", completion: .file()) var file:
    String?

  @Flag(help: "Replace an existing file.") var force = false

  @Option(
    name: .long,
    help: ArgumentHelp("The file of the server; needs --rotate.", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(name: .long, help: "Name the copy by the time, and remove the oldest ones.")
  var rotate = false

  func validate() throws {
    guard rotate == (config != nil) else {
      throw ValidationError("--config and --rotate need each other.")
    }
    if rotate, file != nil || force || administration.options.cloud != nil {
      throw ValidationError(
        "--rotate writes where the file of the server says. Leave out FILE, --force and --cloud.")
    }
    if !rotate, file == nil {
      throw ValidationError(
        "Name the file to write. ‘sudo systemctl start zonechat-backup’ makes the backup of a server's machine."
      )
    }
  }

  func run() async throws {
    guard let config else {
      let path = FileAddress.file(file ?? "").standardizedFileURL.path
      return try await Self.write(to: path, administration, force: force)
    }
    let server = try ServerFile(named: config, allowsPlainNetwork: true)
    guard let backup = server.backup else {
      throw Failure(
        "\(config) has no [backup]. Write it there, with ‘folder’ and ‘keep’.", code: .usage)
    }
    try Self.requireOwn(backup.folder, config)
    var administration = administration
    administration.options.cloud = server.socketAddress
    let path = "\(backup.folder)/\(BackupRotation.name(at: Live.now()))"
    // The server says what is wrong with the folder.
    let names = try? Self.names(in: backup.folder)
    let earlier = BackupRotation.newestName(in: names ?? []).map { "\(backup.folder)/\($0)" }
    try await Self.write(to: path, administration, force: false, sharing: earlier)
    // Only now, so that a copy that fails costs none.
    for name in BackupRotation.surplus(in: try Self.names(in: backup.folder), keep: backup.keep) {
      try Self.remove("\(backup.folder)/\(name)")
    }
  }

  /// The server writes the copies, and this process removes them: both as the user who owns the folder.
  private static func requireOwn(_ folder: String, _ config: String) throws(Failure) {
    // Of a folder that is missing the server speaks.
    guard let status = FileStatus(folder), status.owner != geteuid() else { return }
    let owner =
      getpwuid(status.owner).map { String(cString: $0.pointee.pw_name) } ?? "\(status.owner)"
    throw Failure(
      "The folder \(folder) belongs to ‘\(owner)’, and only that user rotates what is in it. Use ‘sudo systemctl start "
        + "zonechat-backup’, or: sudo -u \(owner) zonechat cloud backup --config \(config) --rotate",
      code: .usage)
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { FileStatus(link: "\(folder)/\($0)").map { $0.mode & S_IFMT == S_IFREG } ?? false }
  }

  /// Removes a copy with its assets; the copy last, so that it is found again if this does not end.
  private static func remove(_ path: String) throws {
    let assets = path + ".assets"
    if FileStatus(link: assets) != nil { try FileManager.default.removeItem(atPath: assets) }
    try FileManager.default.removeItem(atPath: path)
  }

  private static func write(
    to path: String, _ administration: AdministrationOptions, force: Bool,
    sharing earlier: String? = nil
  ) async throws {
    let written = try await ProgressLine(administration.options).during("Copying the cloud") {
      try await administration.look {
        try await $0.backUp(to: path, force: force, sharing: earlier)
      } after: {
        try $0.backUp(to: path, replacing: force, sharing: earlier)
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
