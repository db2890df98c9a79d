// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  // An app elsewhere names this repository by its URL instead.
  dependencies: [.package(name: "zonechat", path: "..")],
  targets: [
    // What the apps' terminal views share: lines in, screens out.
    .target(name: "LineTerminal"),
    .testTarget(name: "LineTerminalTests", dependencies: ["LineTerminal"]),
    // Queries whose answers have several pages.
    .target(name: "RecordPages", dependencies: [.product(name: "CloudKit", package: "zonechat")]),
  ]
    + app("timeline", library: "TimelineApp")
    + app("todos", library: "TodosApp")
    + app("quizzes", library: "QuizzesApp")
    + app("zone-chat", library: "ZoneChatApp"),
  swiftLanguageModes: [.v6]
)

/// An app: a library with everything that can be tested, a program with its terminal view, and its tests.
func app(_ name: String, library: String) -> [Target] {
  [
    .target(
      name: library,
      dependencies: ["RecordPages", .product(name: "CloudKit", package: "zonechat")]),
    .executableTarget(name: name, dependencies: [.target(name: library), "LineTerminal"]),
    .testTarget(
      name: library + "Tests",
      dependencies: [
        .target(name: library),
        .product(name: "CloudKit", package: "zonechat"),
        .product(name: "CloudKitTesting", package: "zonechat"),
      ]),
  ]
}

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
