import TerminalUI
import Testing

struct ColorSupportTests {
  @Test(arguments: [
    (0, ColorSupport.none), (-1, .none), (8, .eight), (16, .sixteen), (88, .sixteen),
    (256, .palette), (1 << 24, .palette),
  ])
  func `terminals are known by their number of colours`(count: Int, support: ColorSupport) {
    #expect(ColorSupport(colorCount: count) == support)
  }

  @Test func `colours that are missing become near ones`() {
    let red = Color.palette(196)
    #expect(ColorSupport.palette.number(of: red) == 196)
    #expect(ColorSupport.sixteen.number(of: red) == 9)
    #expect(ColorSupport.eight.number(of: red) == 1)
    #expect(ColorSupport.none.number(of: red) == -1)
    #expect(ColorSupport.palette.number(of: .standard) == -1)
    let dark = [Color.palette(22), .palette(17), .palette(232), .palette(255), .palette(16)]
    #expect(dark.map { ColorSupport.sixteen.number(of: $0) } == [2, 4, 0, 15, 0])
  }

  @Test func `a colour may bring the number that stands for it`() {
    let selected = Color.tone(RGBColor(0x2B3750), palette: 17)
    #expect(ColorSupport.palette.number(of: selected) == 17)
    #expect(ColorSupport.palette.number(of: .rgb(RGBColor(0x2B3750))) != 17)
    #expect(ColorSupport.sixteen.number(of: selected) == 4)
  }

  @Test func `every colour has a number that the terminal knows`() {
    for index in UInt8.min...UInt8.max {
      #expect((0..<8).contains(ColorSupport.eight.number(of: .palette(index))))
      #expect((0..<16).contains(ColorSupport.sixteen.number(of: .palette(index))))
    }
  }

  @Test func `bright text is bold where there are eight colours`() {
    let style = Style(foreground: .brightGreen)
    #expect(ColorSupport.eight.attributes(of: style) == .bold)
    #expect(ColorSupport.sixteen.attributes(of: style).isEmpty)
    #expect(ColorSupport.eight.attributes(of: Style(foreground: .green)).isEmpty)
  }
}
