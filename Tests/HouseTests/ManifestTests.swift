import Foundation
import Subprocess
import Testing

/// The manifest on Linux, and on systems that have a CloudKit of their own.
///
/// The other side of its condition is read on Linux too: with the condition turned around.
struct ManifestTests {
  private static let condition = "#if !os(Linux)"
  private static let products = [
    "CloudKit", "CloudKitCompat", "CloudKitSyncEngine", "CloudKitTestClient", "CloudKitTesting",
  ]

  private struct Description: Decodable {
    struct Product: Decodable {
      var name: String
      var targets: [String]
    }
    struct Target: Decodable {
      var name: String
      var path: String
      var targets: [String]?
      var products: [String]?

      enum CodingKeys: String, CodingKey {
        case name
        case path
        case targets = "target_dependencies"
        case products = "product_dependencies"
      }
    }

    var products: [Product]
    var targets: [Target]

    /// The targets of a product, with all that they need.
    func needs(of product: String) -> Set<String> {
      var found: Set<String> = []
      var open = products.first { $0.name == product }?.targets ?? []
      while let name = open.popLast() {
        guard found.insert(name).inserted else { continue }
        let target = targets.first { $0.name == name }
        open += target?.targets ?? []
        found.formUnion(target?.products ?? [])
      }
      return found
    }
  }

  /// Runs `swift package` in a folder, and returns what it prints.
  private func package(_ folder: URL, _ arguments: [String]) async throws -> String {
    let result = try await Subprocess.run(
      .name("swift"),
      arguments: Arguments(["package", "--package-path", folder.path] + arguments),
      output: .string(limit: 4 << 20), error: .string(limit: 1 << 20))
    #expect(
      result.terminationStatus == .exited(0), "\(arguments): \(result.standardError)")
    return result.standardOutput
  }

  /// A folder with this package's sources, and its manifest as `edit` has made it; it is at a path in a new folder.
  private func withCopy(
    at path: String = "zonechat", _ edit: (String) throws -> String,
    _ body: (URL) async throws -> Void
  ) async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }
    let folder = home.appending(path: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Sources", "Tests"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: SourceTree.root.appending(path: name))
    }
    try edit(SourceTree.text("Package.swift"))
      .write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try await body(folder)
  }

  private func turned(_ manifest: String) throws -> String {
    #expect(manifest.ranges(of: Self.condition).count == 1 && !manifest.contains("#else"))
    return manifest.replacing(Self.condition, with: "#if os(Linux)")
  }

  private func description(of folder: URL) async throws -> Description {
    let text = try await package(folder, ["describe", "--type", "json"])
    return try JSONDecoder().decode(Description.self, from: Data(text.utf8))
  }

  /// The picture of the targets in `docs/architecture.md`; `make screens` writes it anew.
  @Test func `the picture of the targets is that of the manifest`() async throws {
    try await withCopy({ $0 }) { folder in
      let picture = try await TargetPicture(
        description(of: folder).targets.map { target in
          TargetPicture.Target(name: target.name, path: target.path, needs: target.targets ?? [])
        })
      try picture.check("docs/architecture.md")
    }
  }

  @Test func `each product is there on Linux`() async throws {
    try await withCopy({ $0 }) { folder in
      let description = try await description(of: folder)
      for product in Self.products {
        #expect(description.needs(of: product).contains(product))
      }
    }
  }

  @Test func `only tests with a cloud in their process link a server and a store`() async throws {
    let server: Set = [
      "CloudCore", "CloudRows", "CloudRules", "CloudServer", "CloudStorage", "GRDB", "GRDBSQLite",
      "Hummingbird", "HummingbirdCore", "SQLiteSupport", "TOMLKit",
    ]
    try await withCopy({ $0 }) { folder in
      let description = try await description(of: folder)
      for product in Self.products where product != "CloudKitTesting" {
        let needs = description.needs(of: product)
        #expect(
          needs.isDisjoint(with: server), "\(product): \(needs.intersection(server).sorted())")
      }
      #expect(description.needs(of: "CloudKitTesting").isSuperset(of: server))
    }
  }

  @Test func `each product is there on other systems, and nothing is built for it`() async throws {
    try await withCopy(turned) { folder in
      let description = try await description(of: folder)
      for product in Self.products {
        #expect(description.needs(of: product) == ["CloudKitPlaceholder"])
      }
      let own = Set(description.targets.map(\.name))
      #expect(own.contains("zonechat") && own.isDisjoint(with: Self.products + ["LocationValues"]))
    }
  }

  /// What `swift package dump-package` says of flags.
  private struct Dump: Decodable {
    struct Target: Decodable {
      struct Setting: Decodable {
        struct Kind: Decodable {
          var unsafeFlags: [String: [String]]?
        }
        var kind: Kind
      }
      var name: String
      var settings: [Setting]
    }

    var targets: [Target]

    /// The targets that have unsafe flags.
    var unsafe: Set<String> {
      Set(targets.filter { $0.settings.contains { $0.kind.unsafeFlags != nil } }.map(\.name))
    }
  }

  private func dump(_ folder: URL) async throws -> Dump {
    let text = try await package(folder, ["dump-package"])
    return try JSONDecoder().decode(Dump.self, from: Data(text.utf8))
  }

  @Test func `who depends on a version of the package sees no unsafe flags`() async throws {
    try await withCopy({ $0 }) { folder in
      let (description, unsafe) = (
        try await description(of: folder), try await dump(folder).unsafe
      )
      #expect(unsafe == ["ModuleAliasTests", "Simulation", "TestSupport", "zonechat"])
      for product in Self.products {
        #expect(description.needs(of: product).isDisjoint(with: unsafe), "\(product)")
      }
    }
    // The program has the simulation in it. SwiftPM builds no tests of a package that another one depends on.
    try await withCopy(at: ".build/checkouts/zonechat", { $0 }) { folder async throws in
      #expect(try await dump(folder).unsafe == ["ModuleAliasTests"])
    }
  }

  @Test func `an app's manifest resolves on other systems, with and without a condition`()
    async throws
  {
    // What the app does not need is left out, so that nothing has to be fetched.
    let bare = """

      package.dependencies = []
      package.products.removeAll { !$0.name.hasPrefix("CloudKit") }
      package.targets.removeAll { target in
        !package.products.contains { ($0 as? Product.Library)?.targets.contains(target.name) == true }
      }
      """
    try await withCopy({ try turned($0) + bare }) { folder in
      let app = folder.deletingLastPathComponent().appending(path: "Notes")
      let sources = app.appending(path: "Sources/Notes")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try Data().write(to: sources.appending(path: "Notes.swift"))
      for condition in ["", ", condition: .when(platforms: [.macOS])"] {
        let dependencies = Self.products.map {
          ".product(name: \"\($0)\", package: \"zonechat\"\(condition))"
        }
        let manifest = """
          // swift-tools-version: 6.2
          import PackageDescription
          let package = Package(
            name: "Notes", platforms: [.macOS(.v15)], dependencies: [.package(path: "../zonechat")],
            targets: [.target(name: "Notes", dependencies: [
              \(dependencies.joined(separator: ", "))
            ])])
          """
        try manifest.write(
          to: app.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        #expect(try await package(app, ["show-dependencies"]).contains("zonechat"))
      }
    }
  }
}
