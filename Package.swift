// swift-tools-version: 6.2
import PackageDescription

let system = floor(
  "System",
  [
    // How memory is allocated and given back: what can only be said in C.
    .target(name: "CMemory", linkerSettings: [.linkedLibrary("sqlite3")]),
    // How the end of another process is awaited: what can only be said in C.
    .target(name: "CProcesses"),
    // Locks on files, temporary places, copies of files before an upgrade, and the reasons of the system.
    .target(name: "LocalFiles"),
    // Pictures as pixels: the size from a file's first bytes, and decoders that are loaded where they are there.
    .target(name: "Pictures"),
    // PostgreSQL by libpq, which is loaded when somebody asks for it.
    .target(name: "PostgresClient"),
    // Starts other programs: what they inherit, and a terminal of their own.
    .target(name: "Processes", dependencies: ["CProcesses"]),
    // Binds values to SQL statements, and upgrades a file with a copy of it beside it.
    .target(
      name: "SQLiteSupport",
      dependencies: [
        "LocalFiles", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // TOML whose values know their lines and columns, and which no text can make crash; the word that somebody meant.
    .target(name: "TOMLText", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),
  ])

let terminal = floor(
  "Terminal",
  [
    // A shim over ncurses.
    .target(
      name: "CNcurses", exclude: ["generate_width_table.py"],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    // A grid of cells, the width of text, keys, the terminal.
    .target(name: "TerminalUI", dependencies: ["CNcurses", "Pictures", "TOMLText"]),
  ])

let cloud = floor(
  "Cloud",
  [
    // CloudKit's terms as values, and the protocols of a container and a database.
    .target(name: "CloudModel"),
    // The JSON of the web protocol: its bodies, the reader and writer of records, the frames of notifications.
    .target(name: "CloudWire", dependencies: ["CloudModel"]),
    // What CloudKit allows and answers, and the protocols of its store.
    .target(
      name: "CloudRules",
      dependencies: ["CloudModel", .product(name: "Crypto", package: "swift-crypto")]),
    // What stands in the rows of a store, whatever its engine: fields and subscriptions as JSON, the types of a schema.
    .target(
      name: "CloudRows",
      dependencies: [
        "CloudModel", "CloudRules", "CloudWire", .product(name: "Crypto", package: "swift-crypto"),
      ]),
    // The store in SQLite, and the bytes of assets in files.
    .target(
      name: "CloudStorage",
      dependencies: [
        "CloudModel", "CloudRows", "CloudRules", "LocalFiles", "SQLiteSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    // The store in PostgreSQL, for a cloud that outgrows one machine.
    .target(
      name: "CloudPostgres",
      dependencies: ["CloudModel", "CloudRows", "CloudRules", "PostgresClient"]),
    // A whole cloud without HTTP: accounts, limits, faults, notifications. It takes the records of a request or a plan
    // from JSON, and measures pushes as JSON.
    .target(
      name: "CloudCore",
      dependencies: [
        "CloudModel", "CloudRules", "CloudStorage", "CloudWire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    // The cloud over HTTP: routes, connections, sign-in, the pages that a browser shows.
    .target(
      name: "CloudServer",
      dependencies: [
        "CMemory", "CloudCore", "CloudModel", "CloudPostgres", "CloudRows", "CloudRules",
        "CloudStorage", "CloudWire", "LocalFiles", "PostgresClient",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    // The client's side of HTTP: one short method for each route, no retries; and the files of a profile's account.
    .target(
      name: "CloudClient",
      dependencies: [
        "CloudModel", "CloudWire", "LocalFiles",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
    // The files that say what containers and accounts a cloud should have, and what a server is.
    .target(name: "CloudPlanFile", dependencies: ["CloudModel", "CloudWire", "TOMLText"]),
  ])

let sync = floor(
  "Sync",
  [
    // When the cloud is asked, and what becomes of its answers: decided without clock, network or disk.
    .target(name: "SyncRules", dependencies: ["CloudModel"]),
    // The sync engine, which performs those decisions.
    .target(
      name: "CloudSync",
      dependencies: ["CloudModel", "SyncRules", .product(name: "Logging", package: "swift-log")]),
  ])

let chat = floor(
  "Chat",
  [
    // All cryptography of sealed chats: keys, who is in a chat, records and files as sealed bytes. It knows no store,
    // network, screen or file.
    .target(
      name: "ChatSecrets",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    // Chats as values, their records in the cloud, and the merge of two versions.
    .target(
      name: "ChatModel",
      dependencies: ["CloudModel", "Pictures", .product(name: "Crypto", package: "swift-crypto")]),
    // The tables of a replica, which keep records as JSON, and a profile's files beside it: locks, the doorbell,
    // attachments.
    .target(
      name: "ChatStore",
      dependencies: [
        "ChatModel", "CloudModel", "CloudWire", "LocalFiles", "Pictures", "SQLiteSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // The replica of all chats, its outbox, and the operations of screens and commands on it.
    .target(
      name: "ChatCore",
      dependencies: [
        "ChatModel", "ChatSecrets", "ChatStore", "CloudModel", "CloudSync", "SyncRules",
        "LocalFiles", "SQLiteSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ])

let client = floor(
  "Client",
  [
    // What a person can choose for the full-screen client, and the file in which they do.
    .target(name: "ClientSettings", dependencies: ["TOMLText", "TerminalUI"]),
    // What all surfaces say in the same words: people, files, messages, times, the outbox, verbs.
    .target(
      name: "ChatWords",
      dependencies: ["ChatCore", "ChatModel", "ClientSettings", "CloudModel", "TerminalUI"]),
    // The screens: a folder for each, with its model and its view; one registry of actions.
    .target(
      name: "ChatUI",
      dependencies: [
        "ChatCore", "ChatModel", "ChatWords", "ClientSettings", "CloudModel", "Pictures",
        "TerminalUI",
      ]),
    // The client line by line, for screen readers, simple terminals and pipes.
    .target(
      name: "PlainClient",
      dependencies: [
        "ChatCore", "ChatModel", "ChatWords", "ClientSettings", "CloudModel", "TerminalUI",
      ]),
  ])

let cloudKit = floor(
  "CloudKit",
  [
    // The two types of Core Location that records and queries use. Its name is another, because all targets of a build
    // see a module of Swift, and some ask whether there is a Core Location.
    .target(name: "LocationValues"),
    // `NSPredicate(format:)`'s language: read, and evaluated; no cloud.
    .target(name: "PredicateFormat"),
    // Who uses a cloud, on which device, and where it is. An app links this, and so no server and no store: a process
    // without a cloud starts the program `zonechat`, or what `CloudKitTesting` has.
    .target(
      name: "CloudDevices",
      dependencies: ["CloudClient", "CloudModel", "LocalFiles", "Processes"]),
    // Apple's CloudKit classes, on this project's cloud; `CKSyncEngine` is a target of its own.
    .target(
      name: "CloudKitCore",
      dependencies: [
        "CloudDevices", "CloudModel", "CloudWire", "LocationValues", "PredicateFormat",
      ]),
    // `CKSyncEngine`: keeps an app's records and a database in step.
    .target(
      name: "CloudKitSyncEngine",
      dependencies: ["CloudDevices", "CloudKitCore", "CloudModel", "SyncRules"]),
    // The name under which apps import Apple's classes.
    .target(name: "CloudKit", dependencies: ["CloudKitSyncEngine"]),
    // What the tests of other programs ask of a cloud, by HTTP. It starts the program `zonechat`, or what
    // `CloudKitTesting` has, and so links no server.
    .target(
      name: "CloudKitTestClient",
      dependencies: ["CloudClient", "CloudDevices", "CloudModel", "CloudWire"]),
    // The same with a cloud in the process of the tests.
    .target(
      name: "CloudKitTesting",
      dependencies: [
        "CloudClient", "CloudDevices", "CloudKitTestClient", "CloudModel", "CloudPlanFile",
        "CloudRules", "CloudServer", "CloudStorage",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // A log, locks, signposts, observable objects and gaps of Foundation, for apps that use CloudKit.
    .target(name: "CloudKitCompat", dependencies: ["CloudKitCompatModules", "LocationValues"]),
    // Modules that are empty, for the import lines of apps.
    .target(name: "CloudKitCompatModules"),
  ])

let testing = floor(
  "Testing",
  [
    // Tests that can be read: people, their devices, what they do, and what must be true then.
    .target(
      name: "Scenarios",
      dependencies: [
        "ChatCore", "ChatModel", "CloudModel", "CloudWire", .product(name: "Yams", package: "Yams"),
      ]),
    // Random people and faults, with the real engine, replicas and cloud, on a virtual clock; runs that break an
    // invariant are made into small scenarios.
    .target(
      name: "Simulation",
      dependencies: [
        "ChatCore", "ChatModel", "CloudCore", "CloudModel", "CloudRules", "CloudStorage",
        "CloudSync", "SyncRules", "Scenarios", .product(name: "Logging", package: "swift-log"),
      ]),
    // Measuring: figures beside their aims, and real windows of which every byte is timed.
    .target(
      name: "Bench",
      dependencies: ["LocalFiles", "Processes", .product(name: "GRDB", package: "GRDB.swift")]),
  ])

let program = floor(
  "Program",
  [
    // The real clock, paths, profiles, sessions and output, which all commands share.
    .target(
      name: "CommandSupport",
      dependencies: [
        "ChatCore", "ChatModel", "ChatSecrets", "ChatStore", "CloudClient", "CloudModel",
        "CloudRules", "CloudServer", "CloudSync", "SyncRules", "LocalFiles", "Processes",
        "TerminalUI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Histories as files: what is exported, and what is made of an archive that is imported.
    .target(
      name: "ChatArchive",
      dependencies: [
        "ChatCore", "ChatModel", "ChatStore", "ChatWords", "CloudModel", "CommandSupport",
        "LocalFiles", "TerminalUI", .product(name: "Crypto", package: "swift-crypto"),
      ]),
    // `zonechat cloud`: runs the simulated cloud, and administers it.
    .target(
      name: "CloudCommands",
      dependencies: [
        "ChatModel", "CloudClient", "CloudCore", "CloudModel", "CloudPlanFile", "CloudRows",
        "CloudRules", "CloudServer", "CloudStorage", "CloudWire", "CommandSupport", "LocalFiles",
        "PostgresClient", "Processes", "TerminalUI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    // What a class sees of a tour: its steps, the picture of a share, the places of the windows, a recording.
    .target(name: "Tours", dependencies: ["CloudModel", "CommandSupport", "TerminalUI"]),
    // The other commands, the windows, the agent, and the start of the program.
    .executableTarget(
      name: "zonechat",
      dependencies: [
        "Bench", "CMemory", "ChatArchive", "ChatCore", "ChatModel", "ChatSecrets", "ChatStore",
        "ChatUI", "ChatWords", "ClientSettings", "CloudClient", "CloudCommands", "CloudModel",
        "CloudPlanFile", "CloudRules", "CloudServer", "CloudStorage", "CloudSync", "CloudWire",
        "CommandSupport",
        "LocalFiles", "Pictures", "PlainClient", "Processes", "Scenarios", "Simulation", "TOMLText",
        "TerminalUI", "Tours",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],  // The demo's tour: a link to docs/scenarios/tour.yaml.
      resources: [.embedInCode("Demo/tour.yaml")]),
  ])

let tests: [Target] = [
  // Shared by several suites: temporary folders, seeds, a faulty cloud, certificates, a cluster of PostgreSQL.
  .target(
    name: "TestSupport",
    dependencies: [
      "ChatCore", "ChatModel", "CloudCore", "CloudModel", "CloudRules", "CloudStorage", "CloudSync",
      "LocalFiles", "PostgresClient", "Processes", "SyncRules",
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "Logging", package: "swift-log"),
      .product(name: "SwiftASN1", package: "swift-asn1"),
      .product(name: "X509", package: "swift-certificates"),
    ], path: "Tests/TestSupport"),
  .testTarget(name: "PicturesTests", dependencies: ["Pictures"]),
  // The client of PostgreSQL, at a server of its own.
  .testTarget(name: "PostgresClientTests", dependencies: ["PostgresClient", "TestSupport"]),
  .testTarget(
    name: "TerminalUITests", dependencies: ["CNcurses", "CloudModel", "Pictures", "TerminalUI"]),
  .testTarget(
    name: "ClientSettingsTests", dependencies: ["ClientSettings", "TOMLText", "TerminalUI"]),
  .testTarget(
    name: "CloudTests",
    dependencies: [
      "CloudClient", "CloudCore", "CloudModel", "CloudPostgres", "CloudRows", "CloudRules",
      "CloudServer", "CloudStorage", "CloudWire", "PostgresClient", "TestSupport",
      .product(name: "AsyncHTTPClient", package: "async-http-client"),
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "HTTPTypes", package: "swift-http-types"),
      .product(name: "Logging", package: "swift-log"),
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOEmbedded", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "SwiftASN1", package: "swift-asn1"),
      .product(name: "X509", package: "swift-certificates"),
    ], exclude: ["Storage/Golden"]),
  // What people write for the commands of a cloud, and the tables that they read.
  .testTarget(
    name: "CloudCommandsTests",
    dependencies: [
      "ChatModel", "CloudClient", "CloudCommands", "CloudModel", "CloudPlanFile", "CommandSupport",
      "Processes",
    ]),
  .testTarget(name: "ToursTests", dependencies: ["CloudModel", "CommandSupport", "Tours"]),
  .testTarget(name: "CloudSyncTests", dependencies: ["CloudModel", "CloudSync", "SyncRules"]),
  // Sealed chats: what a cloud and others can try, frozen vectors, and a reader of these in Python.
  .testTarget(
    name: "ChatSecretsTests",
    dependencies: [
      "ChatSecrets", "CloudModel", .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "Subprocess", package: "swift-subprocess"),
    ], exclude: ["Vectors"]),
  .testTarget(
    name: "ChatCoreTests",
    dependencies: [
      "ChatCore", "ChatModel", "ChatSecrets", "ChatStore", "CloudCore", "CloudModel", "CloudRules",
      "CloudSync", "SyncRules", "LocalFiles", "SQLiteSupport", "TestSupport",
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ]),
  // The engine over HTTP, against the cloud as a server with its own faults.
  .testTarget(
    name: "EngineTests",
    dependencies: [
      "ChatCore", "ChatModel", "CloudClient", "CloudCore", "CloudModel", "CloudRules",
      "CloudServer", "CloudSync", "SyncRules", "TestSupport",
      .product(name: "Logging", package: "swift-log"),
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
    ]),
  .testTarget(
    name: "ChatUITests",
    dependencies: [
      "ChatCore", "ChatModel", "ChatUI", "ChatWords", "ClientSettings", "CloudModel", "CloudSync",
      "SyncRules", "CommandSupport",
      "Pictures", "PlainClient", "TerminalUI", "TestSupport", "Tours",
    ], exclude: ["Screens/Golden"]),
  .testTarget(
    name: "SimulationTests",
    dependencies: [
      "ChatCore", "ChatModel", "CloudModel", "CloudSync", "SyncRules", "Scenarios", "Simulation",
      "TestSupport",
    ]),
  // The library from outside, as another package uses it.
  .testTarget(name: "CloudKitTestingTests", dependencies: ["CloudKit", "CloudKitTesting"]),
  .testTarget(name: "PredicateFormatTests", dependencies: ["CloudModel", "PredicateFormat"]),
  // Apple's classes as apps use them.
  .testTarget(
    name: "CloudKitTests",
    dependencies: [
      "CloudClient", "CloudDevices", "CloudKit", "CloudKitCore", "CloudKitTesting", "CloudModel",
      "CloudRules", "CloudWire", "LocationValues", "PredicateFormat", "TestSupport",
    ]),
  // What apps rely on in a sync engine, against a cloud; random people and faults.
  .testTarget(
    name: "CloudKitSyncEngineTests",
    dependencies: [
      "CloudClient", "CloudDevices", "CloudKitCore", "CloudKitSyncEngine", "CloudKitTesting",
      "CloudModel", "CloudWire",
    ]),
  // The other way to use them: another module under the name CloudKit; and apps of Swift 5.
  .testTarget(name: "ModuleAliasTests", dependencies: ["CloudKitSyncEngine"]),
  // Import lines and calls as apps have them.
  .testTarget(name: "CloudKitCompatTests", dependencies: ["CloudKit", "CloudKitCompat"]),
  // Code as apps have it, built as apps are: in the language modes of Swift 6 and of Swift 5.
  .testTarget(
    name: "AppCodeTests", dependencies: ["CloudKit", "CloudKitCompat", "CloudKitTesting"]),
  // Links to the files of the one above.
  .testTarget(
    name: "AppCodeInSwift5Tests", dependencies: ["CloudKit", "CloudKitCompat", "CloudKitTesting"]),
  // The sources themselves: imports, style, pages, the manifest.
  .testTarget(
    name: "HouseTests", dependencies: [.product(name: "Subprocess", package: "swift-subprocess")]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "Bench", "CloudDevices", "CloudKitTesting", "CloudModel", "LocalFiles", "Pictures",
      "Processes", "TestSupport", "zonechat",
      .product(name: "AsyncHTTPClient", package: "async-http-client"),
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "Subprocess", package: "swift-subprocess"),
      .product(name: "SwiftASN1", package: "swift-asn1"),
      .product(name: "X509", package: "swift-certificates"),
    ]),
]

let package = Package(
  name: "zonechat",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "zonechat", targets: ["zonechat"]),
    // A cloud for another program's tests, in their process.
    .library(name: "CloudKitTesting", targets: ["CloudKitTesting"]),
    // The same without a server: the program `zonechat` is the cloud.
    .library(name: "CloudKitTestClient", targets: ["CloudKitTestClient"]),
    // `import CloudKit` on Linux.
    .library(name: "CloudKit", targets: ["CloudKit"]),
    // The same under a name of its own, for packages that give it the other one themselves.
    .library(name: "CloudKitSyncEngine", targets: ["CloudKitSyncEngine"]),
    // What apps on CloudKit use besides, and what Linux does not have.
    .library(name: "CloudKitCompat", targets: ["CloudKitCompat"]),
  ],
  dependencies: [
    // SQLite with migrations, observation and full-text search: the replica and the cloud's store.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // The HTTP server of the simulated cloud, on TCP and on Unix sockets.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    // The HTTP client that speaks to it; reaches a Unix socket by `http+unix://`.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    // The command line: parsing, help, completion.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The logging interface of the server and the engine.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Token hashes, record-name digests, server-to-server signatures, scrypt for passphrases, and sealed chats.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // Reads the containers file and the client's settings, in TOML.
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    // Reads scenarios, in YAML.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    // Connections, addresses and bytes below the HTTP server and client.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    // HTTP's types in the server's channels, for the handlers that guard a connection.
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    // TLS of the server and of its clients.
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
    // The certificates of a server that is its own authority, and what a client says of one that it does not trust.
    .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.0"),
    // The binary form of certificates: addresses among their names, and PEM.
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
    // The types of HTTP that Hummingbird uses.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    // Runs programs in tests; Foundation's `Process` never sees a program end that leaves a daemon.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // Starts and stops the server's listeners and its background work together.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: system + terminal + cloud + sync + chat + client + cloudKit + testing + program + tests,
  swiftLanguageModes: [.v6]
)

/// The targets of a floor: a folder of `Sources/`, in which each has its own.
///
/// A floor uses only those that it stands on: see `docs/architecture.md`.
func floor(_ name: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "Sources/\(name)/\(target.name)" }
  return targets
}

for target in package.targets
where target.name != "CNcurses" && !target.name.hasPrefix("AppCode") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
  ]
}

// The tests run two hundred worlds of the simulation, and are built without optimisation. SwiftPM allows such flags in
// no package that another one depends on by its version: it has that in its checkouts.
let isCheckout = Context.packageDirectory.hasSuffix("/checkouts/zonechat")
for target in package.targets where target.name == "Simulation" && !isCheckout {
  target.swiftSettings?.append(
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug)))
}

// LLD links a program in a third of the time.
for target in package.targets
where !isCheckout && (target.type == .executable || target.name == "TestSupport") {
  target.linkerSettings = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
}

// Many apps are still of Swift 5, where handlers need not be `Sendable`.
for target in package.targets where target.name == "ModuleAliasTests" {
  target.swiftSettings? += [
    .unsafeFlags(["-module-alias", "CloudKit=CloudKitSyncEngine"]), .swiftLanguageMode(.v5),
  ]
}

for target in package.targets where target.name == "AppCodeInSwift5Tests" {
  target.swiftSettings = [.swiftLanguageMode(.v5)]
}

#if !os(Linux)
package.leaveCloudKitToTheSystem()
#endif

extension Package {
  /// On Apple's systems the frameworks have these names: nothing here is built for who depends on a product.
  ///
  /// The products stay, because SwiftPM looks for a product before it looks at the condition with which a
  /// manifest depends on it.
  func leaveCloudKitToTheSystem() {
    let placeholder = Target.target(
      name: "CloudKitPlaceholder", path: "Sources/CloudKit/CloudKitPlaceholder")
    products = products.map { product in
      product.name.hasPrefix("CloudKit")
        ? .library(name: product.name, targets: [placeholder.name]) : product
    }
    var removed: Set = ["LocationValues"]
    removed.formUnion(targets.map(\.name).filter { $0.hasPrefix("CloudKit") })
    // A target that needs one that is not there goes too.
    while let target = targets.first(where: {
      !removed.contains($0.name)
        && !removed.isDisjoint(with: $0.dependencies.compactMap(\.ownTarget))
    }) {
      removed.insert(target.name)
    }
    targets.removeAll { removed.contains($0.name) }
    targets.append(placeholder)
  }
}

extension Target.Dependency {
  /// The target's name, if it is one of this package.
  var ownTarget: String? {
    switch self {
    case .byNameItem(let name, _), .targetItem(let name, _): name
    default: nil
    }
  }
}
