import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import PlainClient
import TestSupport

/// Writes lines and reads what is said, on a real replica and without a process.
///
/// A second passes before each line.
@MainActor
final class LineDriver {
  let world: ChatWorld
  let model: LineModel
  private let clock: Watch

  init(
    _ world: ChatWorld, sharing: ChatSharing? = nil, pageLines: Int? = nil, downloads: URL? = nil,
    settings: SettingsNews = .settings(Settings())
  ) {
    self.world = world
    let clock = Watch()
    self.clock = clock
    model = LineModel(
      repository: world.repository, sharing: sharing,
      services: LineModel.Services(
        now: { clock.time },
        time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")),
        pageLines: pageLines, settings: settings,
        downloads: { downloads ?? FileManager.default.temporaryDirectory }))
  }

  /// The output at the start.
  func start(opening chat: String? = nil) async -> String {
    await model.start(opening: chat).joined(separator: "\n")
  }

  /// The output after a line.
  @discardableResult
  func take(_ line: String) async -> String {
    clock.pass(1)
    return await hurry(line)
  }

  /// The output after a line that comes too fast for anybody to have thought about it.
  func hurry(_ line: String) async -> String {
    await model.take(line).joined(separator: "\n")
  }

  /// The output after a change of the replica.
  @discardableResult
  func look() async -> String { await model.look().joined(separator: "\n") }

  func summary(_ name: String) async throws -> ChatSummary {
    try await world.repository.chat(matching: name)
  }

  func texts(in name: String) async throws -> [String] {
    try await world.repository.page(in: summary(name).id, before: nil, limit: 100).map(\.text)
  }
}
