import Foundation
import Testing

/// The rules for which parts may know of which, by imports and by names.
///
/// The build itself refuses an import that the manifest does not declare.
struct ImportTests {
  /// Modules of the toolchain; every target may use them.
  private static let toolchain: Set<String> = [
    "Dispatch", "Foundation", "Glibc", "Observation", "Synchronization",
  ]

  /// The floors that each floor of `Sources/` may use, beside itself.
  private static let floors: [String: Set<String>] = [
    "System": [],
    "Terminal": ["System"],
    "Cloud": ["System"],
    "Sync": ["Cloud"],
    "Chat": ["System", "Cloud", "Sync"],
    "Client": ["System", "Terminal", "Cloud", "Chat"],
    "CloudKit": ["System", "Cloud", "Sync"],
    "Testing": ["System", "Cloud", "Sync", "Chat"],
    "Program": [
      "System", "Terminal", "Cloud", "Sync", "Chat", "Client", "CloudKit", "Testing",
    ],
  ]

  @Test func `a floor uses only floors that it stands on`() throws {
    #expect(try SourceTree.floors() == Self.floors.keys.sorted())
    var homes: [String: String] = [:]
    for floor in Self.floors.keys {
      for target in try SourceTree.targets(of: floor) { homes[target] = floor }
    }
    for (floor, allowed) in Self.floors {
      for file in try SourceTree.files(below: "Sources/" + floor) {
        for home in file.imports.compactMap({ homes[$0] }) where home != floor {
          #expect(allowed.contains(home), "\(file.path) imports from \(home)")
        }
      }
    }
  }

  @Test(arguments: [
    // SQL.
    (
      ["GRDB", "GRDBSQLite", "SQLite3"],
      [
        "System/SQLiteSupport", "Cloud/CloudStorage", "Chat/ChatStore", "Chat/ChatCore",
        "Testing/Bench",
      ]
    ),
    // PostgreSQL.
    (
      ["PostgresClient"],
      ["Cloud/CloudPostgres", "Cloud/CloudServer", "Program/CloudCommands"]
    ),
    // HTTP, and the TLS below it.
    (
      [
        "AsyncHTTPClient", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS",
        "NIOHTTP1", "NIOHTTPTypes", "NIOSSL", "SwiftASN1", "X509",
      ],
      ["Cloud/CloudServer", "Cloud/CloudClient"]
    ),
    // The JSON of the web protocol: who speaks it, and who keeps records in it.
    (
      ["CloudWire"],
      [
        "Cloud/CloudServer", "Cloud/CloudClient", "Cloud/CloudCore", "Cloud/CloudPlanFile",
        "Cloud/CloudRows", "Chat/ChatStore/Tables", "CloudKit/CloudKitCore",
        "CloudKit/CloudKitTestClient", "Testing/Scenarios/File", "Program/CloudCommands",
        "Program/zonechat",
      ]
    ),
    // The screen.
    (["CNcurses"], ["Terminal/TerminalUI/Terminal", "Terminal/TerminalUI/Text"]),
    // A command line.
    (["ArgumentParser"], ["Program"]),
  ])
  func `only the folders that need a module import it`(modules: [String], homes: [String]) throws {
    for file in try SourceTree.files(below: "Sources")
    where !homes.contains(where: { file.path.hasPrefix("Sources/\($0)/") }) {
      let strangers = Set(file.imports).intersection(modules)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
    }
  }

  @Test(arguments: [
    // What becomes of a row of the outbox is decided without a database.
    (
      "Sources/Chat/ChatCore/Outbox/Decision", "",
      ["ChatModel", "CloudModel", "CloudSync", "SyncRules"]
    ),
    // Sealed chats know nothing but the library of primitives.
    ("Sources/Chat/ChatSecrets", "", ["Crypto", "CryptoExtras"]),
    // A page is made of values, by what knows neither HTTP, the store nor who may see what.
    ("Sources/Cloud/CloudServer/Pages", "", ["CloudModel"]),
    // A screen's model does not know what draws it.
    (
      "Sources/Client/ChatUI", "Model.swift",
      ["ChatCore", "ChatModel", "ChatWords", "ClientSettings", "CloudModel"]
    ),
  ])
  func `folders import only the permitted modules`(
    folder: String, suffix: String, allowed: [String]
  ) throws {
    let files = try SourceTree.files(below: folder).filter {
      suffix.isEmpty || $0.path.hasSuffix(suffix)
    }
    #expect(!files.isEmpty, "\(folder) holds nothing like *\(suffix)")
    for file in files {
      let strangers = Set(file.imports).subtracting(allowed).subtracting(Self.toolchain)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
    }
  }

  /// An app elsewhere has the products of this package, and nothing of what is behind them.
  @Test func `the examples import only modules that an app can import`() throws {
    let own = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: "Examples/Sources").path)
    let allowed = Self.toolchain.union(["CloudKit", "CloudKitTesting", "Testing"]).union(own)
    for file in try SourceTree.files(below: "Examples/Sources")
      + SourceTree.files(below: "Examples/Tests")
    {
      let strangers = Set(file.imports).subtracting(allowed)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
      if file.path.hasPrefix("Examples/Sources") {
        #expect(!file.imports.contains("CloudKitTesting"), "\(file.path)")
      }
    }
  }

  /// A Mac has Apple's framework, and nothing of this project but what is behind `CloudFixture`.
  @Test func `the conformance table imports only modules of a Mac, but for one file`() throws {
    let folder = "Tests/CloudKitTests/Conformance"
    let files = try SourceTree.files(below: folder)
    #expect(files.count > 20)
    for file in files where file.path != folder + "/LocalFixture.swift" {
      // In any form: also one that names a declaration, or has an attribute.
      let imports = file.lines.filter {
        !$0.contains("//") && $0.split(separator: " ").contains("import")
      }
      let allowed = ["import CloudKit", "import Foundation", "import Testing"]
      let strangers = imports.filter { !allowed.contains(String($0)) }
      #expect(strangers.isEmpty, "\(file.path): \(strangers)")
      #expect(!imports.isEmpty, "\(file.path)")
    }
  }

  @Test func `the rules of the cloud have no file, clock or thread of their own`() throws {
    let strangers = [
      "FileManager", "FileHandle", "fopen(", "ContinuousClock", "sleep(", "Task {", "Task.detached",
      "Thread", "DispatchQueue",
    ]
    for file in try SourceTree.files(below: "Sources/Cloud/CloudRules") {
      for word in strangers { #expect(!file.says(word), "\(file.path) uses \(word)") }
    }
  }

  @Test(arguments: ["Sources/Cloud/CloudModel", "Sources/Sync"])
  func `the model of the cloud and the engine have no coder of JSON`(folder: String) throws {
    let files = try SourceTree.files(below: folder)
    #expect(files.count > 20)
    for file in files {
      for word in ["JSONEncoder", "JSONDecoder", "JSONSerialization"] {
        #expect(!file.says(word), "\(file.path) uses \(word)")
      }
    }
  }

  @Test func `only the outbox's own folder names its table in SQL`() throws {
    let uses = /(FROM|JOIN|INTO|UPDATE) outbox\b/
    // The tables themselves, and what is saved of a damaged file.
    let homes = ["Sources/Chat/ChatCore/Outbox/", "Sources/Chat/ChatStore/Tables/"]
    for file in try SourceTree.files(below: "Sources")
    where !homes.contains(where: file.path.hasPrefix) {
      #expect(!file.text.contains(uses), "\(file.path) has SQL of the outbox")
    }
  }
}
