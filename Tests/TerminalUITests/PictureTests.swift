import Pictures
import TerminalUI
import Testing

/// Pictures in the grid, and the bytes that a terminal gets for them.
struct PictureTests {
  private func picture(
    _ way: PictureWay, cells: Size, width: Int, height: Int, _ bytes: [UInt8]
  ) throws -> GridPicture {
    let image = PixelImage(size: PixelSize(width: width, height: height), bytes: bytes)
    return GridPicture(number: 16, way: way, cells: cells, image: try #require(image))
  }

  /// Red and nothing above, blue and green below.
  private static let pixels: [UInt8] = [
    255, 0, 0, 255, 9, 9, 9, 0, 0, 0, 255, 255, 0, 255, 0, 255,
  ]
  private static let one = Size(width: 2, height: 1)

  private func grid(_ picture: GridPicture) -> Grid {
    var grid = Grid(size: Size(width: 4, height: picture.cells.height))
    for row in 0..<picture.cells.height {
      grid.draw(row: row, of: picture, at: Point(column: 0, row: row))
    }
    return grid
  }

  @Test func `half blocks have the colours of two pixels, or of the terminal`() throws {
    let picture = try picture(.blocks, cells: Self.one, width: 2, height: 2, Self.pixels)
    var grid = grid(picture)
    #expect(grid.text == ["▀▄"])
    let red = Color.rgb(RGBColor(red: 255, green: 0, blue: 0))
    let green = Color.rgb(RGBColor(red: 0, green: 255, blue: 0))
    let blue = Color.rgb(RGBColor(red: 0, green: 0, blue: 255))
    let styles = [Style(foreground: red, background: blue), Style(foreground: green)]
    #expect(grid.row(0).prefix(2).map(\.style) == styles)
    #expect(grid.pictures.isEmpty, "the terminal need not have it")
    grid.restyle(grid.bounds, merging: Style(background: .white))
    #expect(grid.row(0).prefix(2).map(\.style) == styles)
    #expect(grid[Point(column: 2, row: 0)].style.background == .white)
  }

  @Test func `what is drawn over a picture takes its place`() throws {
    var grid = grid(try picture(.kitty, cells: Self.one, width: 2, height: 2, Self.pixels))
    grid.draw("ab", at: .origin)
    #expect(grid.row(0).allSatisfy { $0.part == .text })
    #expect(grid.text == ["ab"])
  }

  @Test func `a picture that leaves its area is cut off there`() throws {
    let picture = try picture(.blocks, cells: Self.one, width: 2, height: 2, Self.pixels)
    var grid = Grid(size: Size(width: 4, height: 1))
    let area = Rect(column: 1, row: 0, width: 1, height: 1)
    grid.draw(row: 0, of: picture, at: .origin, in: area)
    grid.draw(row: 1, of: picture, at: .origin)
    #expect(grid.text == [" ▄"])
  }

  @Test func `kitty gets the rows and columns as marks, in the colour of the number`() throws {
    let cells = Size(width: 2, height: 2)
    let picture = try picture(.kitty, cells: cells, width: 2, height: 2, Self.pixels)
    let grid = grid(picture)
    #expect(grid.pictures == [picture])
    let writer = OverlayWriter(colors: .palette)
    #expect(grid.row(1).map { writer.text(of: $0) } == [" ", " ", " ", " "])
    let marks = "\u{10EEEE}\u{30D}\u{305}\u{10EEEE}\u{30D}\u{30D}"
    let bytes = writer.overlay(grid.row(1), before: nil, row: 1, links: [])
    #expect(
      Array(bytes.unicodeScalars)
        == Array("\u{1B}[2;1H\u{1B}[0;38;5;16m\(marks)\u{1B}[m".unicodeScalars))
    // Blanks that take its place are written over it.
    let blank = Grid(size: grid.size)
    #expect(
      writer.overlay(blank.row(1), before: grid.row(1), row: 1, links: [])
        == "\u{1B}[2;1H\u{1B}[0m  \u{1B}[m")
  }

  @Test func `kitty gets a picture once, in parts, and is told to forget it`() throws {
    let small = try picture(.kitty, cells: Self.one, width: 1, height: 1, [255, 0, 0, 255])
    #expect(
      KittyGraphics.transmission(of: small)
        == ["\u{1B}_Ga=T,U=1,q=2,t=d,i=16,f=24,s=1,v=1,c=2,r=1,m=0;/wAA\u{1B}\\"])
    let clear = try picture(.kitty, cells: Self.one, width: 1, height: 1, [255, 0, 0, 0])
    #expect(
      KittyGraphics.transmission(of: clear)
        == ["\u{1B}_Ga=T,U=1,q=2,t=d,i=16,f=32,s=1,v=1,c=2,r=1,m=0;/wAAAA==\u{1B}\\"])
    let bytes = [UInt8](repeating: 255, count: 64 * 64 * 4)
    let large = try picture(.kitty, cells: Self.one, width: 64, height: 64, bytes)
    let parts = KittyGraphics.transmission(of: large)
    #expect(parts.count == 4)
    #expect(parts.dropLast().allSatisfy { $0.contains("m=1;") })
    #expect(parts.last?.hasPrefix("\u{1B}_Gq=2,m=0;") == true)
    let data = parts.map { $0.drop { $0 != ";" }.dropFirst().dropLast(2) }.joined()
    #expect(data == Base64.encode([UInt8](repeating: 255, count: 64 * 64 * 3)))
    #expect(KittyGraphics.deletion(of: 16) == "\u{1B}_Ga=d,d=I,i=16,q=2\u{1B}\\")
  }

  @Test func `no text can show a picture`() {
    var grid = Grid(size: Size(width: 12, height: 1))
    grid.draw("a\u{10EEEE}\u{305}\u{305}b\u{10EEEE}c", at: .origin)
    #expect(!grid.text.joined().unicodeScalars.contains("\u{10EEEE}"))
  }

  @Test func `kitty's protocol is asked for where nothing stands between, before the fence`() {
    let size = Size(width: 80, height: 24)
    let question = KittyGraphics.question
    #expect(!TerminalQuestions.text(size: size, asksWidths: true).contains(question))
    let text = TerminalQuestions.text(size: size, asksWidths: true, asksGraphics: true)
    #expect(text.contains(question) && text.hasSuffix("\u{1B}[c"))
  }

  @Test func `kitty's protocol counts when the terminal has said that it knows it`() {
    func abilities(_ answers: String) -> TerminalAbilities {
      var abilities = TerminalAbilities()
      abilities.ask()
      var decoder = InputDecoder()
      for case .answer(let answer) in decoder.decode(answers.utf8) { abilities.take(answer) }
      return abilities
    }
    #expect(abilities("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c").hasGraphics)
    #expect(!abilities("\u{1B}[?62;c\u{1B}_Gi=31;OK\u{1B}\\").hasGraphics)
    #expect(!abilities("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\\u{1B}[?62;c").hasGraphics)
  }
}
