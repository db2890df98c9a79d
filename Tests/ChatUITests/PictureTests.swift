import ChatModel
import ChatUI
import ClientSettings
import Foundation
import Pictures
import TerminalUI
import TestSupport
import Testing

/// Pictures between the messages: their room, what is drawn of them, and how much is kept.
@MainActor
struct PictureTests {
  private static let size = PixelSize(width: 200, height: 200)

  private func image(_ size: PixelSize = PictureTests.size) throws -> PixelImage {
    let bytes = [UInt8](repeating: 255, count: size.count * 4)
    return try #require(PixelImage(size: size, bytes: bytes))
  }

  /// A wish for the picture of a message, whose file has the same number if no other one is given.
  private func request(
    _ number: Int, _ kind: PictureHeader.Kind = .png, file: Int? = nil
  ) throws -> PictureRequest {
    let digits = String(file ?? number, radix: 16)
    let text = String(repeating: "0", count: 64 - digits.count) + digits
    let picture = Message.Picture(
      header: PictureHeader(kind: kind, size: Self.size), file: try #require(AssetDigest(text)))
    return PictureRequest(
      MessageID(rawValue: Int64(number)), picture, way: .kitty,
      cells: Size(width: 20, height: 10), pixels: Self.size)
  }

  // MARK: - What is kept

  @Test func `of 500 pictures that pass, only those in sight and a few others are kept`() throws {
    let model = PictureCache()
    let image = try image()
    var drawings = 0
    for first in 0..<500 {
      let requests = try (first..<first + 3).map { try request($0) }
      while let effect = model.show(requests).last {
        guard case .draw(let next) = effect else {
          Issue.record("\(effect)")
          return
        }
        #expect(requests.contains(next), "only what is in sight is drawn")
        #expect(model.show(requests).isEmpty, "one at a time")
        model.take(.picture(image), to: next)
        drawings += 1
      }
      #expect(requests.allSatisfy { model.drawn[$0.message] != nil })
      #expect(model.byteCount <= PictureCache.limitBytes)
      #expect(Set(model.drawn.values.map(\.number)).count == model.drawn.count)
    }
    #expect(drawings == 502, "what is still in sight is not drawn again")
    #expect(model.show([]).isEmpty)
    #expect(model.byteCount <= PictureCache.limitBytes && model.byteCount > 0)
  }

  @Test func `a picture that is scrolled away is not waited for`() throws {
    let model = PictureCache()
    let (one, two) = (try request(1), try request(2))
    #expect(model.show([one]) == [.draw(one)])
    #expect(model.show([two]) == [.cancelDrawing, .draw(two)])
    model.take(.picture(try image()), to: one)
    #expect(model.drawn.isEmpty)
    #expect(model.show([]) == [.cancelDrawing])
  }

  @Test func `a broken picture, or one without its library, is asked for once`() throws {
    let model = PictureCache()
    let requests = [
      try request(1), try request(2, .webp), try request(3, .webp), try request(4),
    ]
    #expect(model.show(requests) == [.draw(requests[0])])
    model.take(.refused, to: requests[0])
    #expect(model.show(requests) == [.draw(requests[1])])
    model.take(.missing(library: "libwebp7"), to: requests[1])
    #expect(model.show(requests) == [.draw(requests[3])])
    #expect(model.refusals.files == [requests[0].picture.file])
    #expect(model.refusals.kinds == [.webp])
  }

  @Test func `an edit that brings another file is drawn anew`() throws {
    let model = PictureCache()
    let (before, after) = (try request(1), try request(1, file: 2))
    #expect(model.show([before]) == [.draw(before)])
    model.take(.picture(try image()), to: before)
    #expect(model.show([after]) == [.draw(after)])
  }

  // MARK: - Room

  private func space(
    _ abilities: PictureAbilities, _ choice: PictureChoice = .auto, height: Int = 36
  ) -> PictureSpace? {
    PictureSpace(choice, abilities, height: height)
  }

  @Test func `a picture has its shape, a third of the pane at most, and is not enlarged`()
    throws
  {
    let blocks = PictureAbilities(hasBlocks: true)
    let wide = PixelSize(width: 4000, height: 2000)
    let tall = try #require(space(blocks))
    #expect(tall.size(of: wide, columns: 80) == Size(width: 40, height: 10))
    #expect(tall.size(of: wide, columns: 20) == Size(width: 20, height: 5))
    let short = try #require(space(blocks, height: 18))
    #expect(short.size(of: wide, columns: 80) == Size(width: 24, height: 6))
    #expect(
      short.size(of: PixelSize(width: 8, height: 8), columns: 80) == Size(width: 1, height: 1))
    #expect(
      short.size(of: PixelSize(width: 1, height: 50_000), columns: 80) == Size(width: 1, height: 6))
    #expect(space(blocks, height: 8) == nil)
  }

  @Test func `pictures are shown as the terminal and the person want it`() {
    let none = PictureAbilities()
    let blocks = PictureAbilities(hasBlocks: true)
    let kitty = PictureAbilities(hasBlocks: true, hasKitty: true)
    var far = kitty
    far.isFar = true
    #expect(PictureChoice.allCases.allSatisfy { space(none, $0) == nil })
    #expect(space(kitty, .off) == nil)
    #expect(space(blocks)?.way == .blocks && space(kitty)?.way == .kitty)
    #expect(space(far) == nil, "over a network only if it is wanted")
    #expect(space(far, .blocks)?.way == .blocks && space(far, .kitty)?.way == .kitty)
    #expect(space(blocks, .kitty)?.way == .kitty)
  }

  // MARK: - The screen

  private func withPicture(
    _ abilities: PictureAbilities, _ settings: Settings = Settings(),
    _ test: (ScreenDriver) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
      driver.screen.pictureAbilities = abilities
      try await driver.post(.settings(.settings(settings)))
      let file = directory.appending(path: "photo.png")
      try Scenes.png(width: 200, height: 100).write(to: file)
      try await driver.type("/attach \(file.path)")
      try await driver.press(.enter, .enter)
      try await test(driver)
    }
  }

  private func parts(_ driver: ScreenDriver, _ part: Cell.Part) -> Int {
    let grid = driver.screen.picture().grid
    return (0..<grid.size.height).reduce(0) { $0 + grid.row($1).count { $0.part == part } }
  }

  private func row(_ text: String, _ driver: ScreenDriver) -> Int? {
    driver.screen.picture().grid.text.firstIndex { $0.contains(text) }
  }

  @Test func `a picture is drawn below its card, and nothing moves when it comes`() async throws {
    try await withPicture(PictureAbilities(hasBlocks: true)) { driver in
      let request = try #require(driver.drawings.last)
      #expect(request.way == .blocks && request.picture.header.kind == .png)
      #expect(request.pixels == PixelSize(width: 20, height: 10))
      let place = try #require(row("▌photo.png", driver))
      #expect(parts(driver, .block) == 0)
      try await driver.post(.picture(request, .picture(try image(request.pixels))))
      #expect(row("▌photo.png", driver) == place)
      #expect(parts(driver, .block) == 20 * 5)
      try await driver.press(.function(1))
      #expect(parts(driver, .block) < 20 * 5, "a dialog covers it")
    }
  }

  @Test func `the terminal gets a picture as long as it is in sight`() async throws {
    try await withPicture(PictureAbilities(hasBlocks: true, hasKitty: true)) { driver in
      let request = try #require(driver.drawings.last)
      #expect(request.pixels == PixelSize(width: 200, height: 100))
      try await driver.post(.picture(request, .picture(try image(request.pixels))))
      #expect(driver.screen.picture().grid.pictures.count == 1)
      #expect(parts(driver, .placeholder) == 20 * 5)
      try await driver.press(.control("n"))
      #expect(driver.model.openSummary?.name != "Release crew")
      #expect(driver.screen.picture().grid.pictures.isEmpty)
    }
  }

  @Test func `a picture that cannot be drawn leaves the card`() async throws {
    try await withPicture(PictureAbilities(hasBlocks: true)) { driver in
      let request = try #require(driver.drawings.last)
      let place = try #require(row("▌photo.png", driver))
      try await driver.post(.picture(request, .refused))
      #expect(row("▌photo.png", driver) == place + 5, "the room is given back")
      #expect(driver.drawings.count == 1)
    }
  }

  @Test func `pictures are not shown where they are not wanted`() async throws {
    var settings = Settings()
    settings.screen.pictures = .off
    try await withPicture(PictureAbilities(hasBlocks: true), settings) { driver in
      #expect(driver.drawings.isEmpty)
      #expect(row("▌photo.png", driver) != nil)
    }
  }
}
