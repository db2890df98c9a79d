import CloudModel
import Crypto
package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The places of all files on disk, by the XDG rules; `ZONECHAT_HOME` puts all of them under one directory.
package struct Paths: Sendable {
  /// A socket's path holds at most this many bytes.
  ///
  /// Source: `sun_path` in unix(7), less the zero.
  static let socketPathLimit = 107

  package let data: URL
  package let runtime: URL
  /// The settings of the full-screen client, which need not be there; themes stand beside it.
  package let settings: URL

  package init(environment: [String: String], user: uid_t = getuid()) {
    let home = Self.home(environment)
    let wantedRoot = environment["ZONECHAT_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    settings = Self.settings(environment, root: wantedRoot)
    if let root = wantedRoot {
      let root = URL(fileURLWithPath: root)
      data = root.appendingPathComponent("data")
      runtime = Self.fittingRuntime(root.appendingPathComponent("run"), data: data, user: user)
      return
    }
    let dataHome =
      Self.directory(environment["XDG_DATA_HOME"])
      ?? home.appendingPathComponent(".local/share")
    data = dataHome.appendingPathComponent("zonechat")
    guard let runtimeHome = Self.directory(environment["XDG_RUNTIME_DIR"]) else {
      runtime = Self.fallbackRuntime(user: user)
      return
    }
    runtime = Self.fittingRuntime(
      runtimeHome.appendingPathComponent("zonechat"), data: data, user: user)
  }

  private static func settings(
    _ environment: [String: String], root: String?
  ) -> URL {
    if let file = environment["ZONECHAT_CONFIG"], !file.isEmpty {
      return URL(fileURLWithPath: file)
    }
    let folder =
      root.map { URL(fileURLWithPath: $0).appendingPathComponent("config") }
      ?? configurationHome(environment).appendingPathComponent("zonechat")
    return folder.appendingPathComponent("config.toml")
  }

  private static func home(_ environment: [String: String]) -> URL {
    URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory())
  }

  /// The directory with the settings of all programs of this user.
  package static func configurationHome(_ environment: [String: String]) -> URL {
    directory(environment["XDG_CONFIG_HOME"]) ?? home(environment).appendingPathComponent(".config")
  }

  /// The folder that a variable of the XDG rules names; they ignore relative paths.
  package static func directory(_ path: String?) -> URL? {
    guard let path, path.hasPrefix("/") else { return nil }
    return URL(fileURLWithPath: path)
  }

  private static func fallbackRuntime(user: uid_t) -> URL {
    URL(fileURLWithPath: "/tmp/zonechat-\(user)")
  }

  private static func fittingRuntime(_ wanted: URL, data: URL, user: uid_t) -> URL {
    let path = wanted.appendingPathComponent(socketName(data: data)).path
    return path.utf8.count <= socketPathLimit ? wanted : fallbackRuntime(user: user)
  }

  /// One cloud for each data directory, also where several share a runtime directory.
  private static func socketName(data: URL) -> String {
    let digest = SHA256.hash(data: Data(data.standardizedFileURL.path.utf8))
    return "cloud-" + digest.prefix(6).hexadecimal + ".sock"
  }

  package var cloud: URL { data.appendingPathComponent("cloud") }
  package var cloudSocket: URL { runtime.appendingPathComponent(Self.socketName(data: data)) }

  package func profile(_ name: String) -> URL {
    data.appendingPathComponent("profiles").appendingPathComponent(name)
  }
}
