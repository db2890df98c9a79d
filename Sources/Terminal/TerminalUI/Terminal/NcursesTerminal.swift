internal import CNcurses
internal import Glibc
internal import Pictures

/// The real screen: ncurses finds what changed between two pictures and sends that.
///
/// ncurses is only ever asked to write; `TerminalInput` reads. There is one screen per process.
@MainActor
package final class NcursesTerminal: TerminalBackend {
  private enum State {
    case ended
    case begun
    case paused
  }

  /// The longest wait for answers that would otherwise reach the program after this one as if typed; our choice.
  private static let fenceMilliseconds: Int32 = 100
  /// The same at the end, where nobody else reads: then the wait ends with the last answer, and may be longer.
  private static let lastFenceMilliseconds: Int32 = 1000

  package private(set) var size = Size(width: 80, height: 24)
  package private(set) var abilities: TerminalAbilities
  package private(set) var beginningNote: String?

  private let fileDescriptor: Int32
  private let environment: [String: String]
  private var modes = TerminalModes(hasStrings: false)
  private var state = State.ended
  private var canDrawUnicode = true
  private var mouse = MouseMode.off
  private var overlay = OverlayWriter()
  /// The picture that the terminal shows; nil if it is not known.
  private var shown: (grid: Grid, cursor: Point?, overlay: OverlayWriter)?
  /// The numbers of the pictures that the terminal has.
  private var sentPictures: Set<UInt8> = []
  /// The pixels of one cell.
  private var cell = PictureAbilities.usualCell
  /// The title of the terminal's window, which is sent with a picture; nil leaves the terminal its own.
  private var title: String?
  private var titleIsShown = false
  /// The sentences that `end` writes after it has given the screen back.
  private var lastSentences: [String] = []

  /// A terminal that is not touched before `begin`.
  ///
  /// - Parameters:
  ///   - environment: the process's variables: `TERM`, and `NO_COLOR` that turns colours off.
  ///   - fileDescriptor: where the terminal is.
  package init(environment: [String: String], fileDescriptor: Int32 = STDOUT_FILENO) {
    self.environment = environment
    self.fileDescriptor = fileDescriptor
    abilities = TerminalAbilities(environment: environment)
  }

  package var colors: ColorSupport { overlay.colors }

  package var background: Background? {
    abilities.background ?? (abilities.awaitsFence ? .dark : nil)
  }

  package var pictures: PictureAbilities {
    // Fewer colours make no picture, and the number of one of kitty's is a place in the palette.
    guard canDrawUnicode, overlay.colors == .palette else { return PictureAbilities() }
    return PictureAbilities(
      hasBlocks: true, hasKitty: abilities.hasGraphics,
      isFar: ["SSH_CONNECTION", "SSH_TTY"].contains { environment[$0]?.isEmpty == false },
      cell: cell)
  }

  package func begin() throws {
    guard state == .ended else { return }
    guard isatty(fileDescriptor) == 1, isatty(STDIN_FILENO) == 1 else {
      throw TerminalError.notATerminal
    }
    canDrawUnicode = cn_use_environment_encoding() != 0
    guard cn_save_terminal(fileDescriptor) == 0 else {
      throw TerminalError.failed(operation: "reading its modes", errno: errno)
    }
    // Source: no-color.org: present and not empty.
    let wantsColors = (environment["NO_COLOR"] ?? "").isEmpty
    let type = environment["TERM"] ?? ""
    let used = ([type] + TerminalStandIn.types(for: type)).first {
      cn_enter_screen(fileDescriptor, $0, wantsColors ? 1 : 0) == 0
    }
    guard let used else { throw TerminalError.unsupported(terminalType: type) }
    if used != type { beginningNote = TerminalStandIn.note(about: type, used: used) }
    modes = TerminalModes(
      hasStrings: cn_has_control_strings() != 0, isInsideTmux: environment["TMUX"] != nil)
    overlay = OverlayWriter(
      abilities: abilities,
      colors: wantsColors ? ColorSupport(colorCount: Int(cn_colors())) : .none,
      hasLinks: modes.hasStrings)
    cn_install_crash_handlers()
    enter()
  }

  package func end() {
    if state == .begun { leave(isEnd: true) }
    state = .ended
    for sentence in lastSentences {
      let line = DisplayText.singleLine(sentence) + "\n"
      // An error is ignored: if nobody reads standard error, nobody can be told.
      _ = cn_write_bytes(STDERR_FILENO, line, line.utf8.count)
    }
    lastSentences = []
  }

  package func draw(_ grid: Grid, cursor: Point?) {
    guard state == .begun else { return }
    // The main actor is not bound to one thread on Linux.
    cn_guard_thread()
    let before = shown?.grid.size == grid.size ? shown : nil
    let changed = (0..<min(size.height, grid.size.height)).filter { row in
      before.map { hasChanged(row, of: grid, before: $0) } ?? true
    }
    let newTitle = titleIsShown ? nil : title.flatMap(modes.title)
    guard !changed.isEmpty || before == nil || before?.cursor != cursor || newTitle != nil else {
      return
    }
    titleIsShown = true
    var first = abilities.hasSynchronizedOutput ? TerminalModes.beginPicture : ""
    for picture in grid.pictures where !sentPictures.contains(picture.number) {
      for sequence in KittyGraphics.transmission(of: picture) { first += modes.passed(sequence) }
    }
    let numbers = Set(grid.pictures.map(\.number))
    let goneNumbers = sentPictures.subtracting(numbers)
    sentPictures = numbers
    var over = ""
    for row in changed {
      let cells = grid.row(row)
      let cellsBefore = before?.grid.row(row)
      write(cells, row: row)
      // A flag consists of two letters: ncurses must not send one of them alone, as that makes another flag.
      if cells.contains(where: Self.isFlag) || cellsBefore?.contains(where: Self.isFlag) == true {
        cn_touch_line(Int32(row))
      }
      over += overlay.overlay(
        cells.prefix(size.width), before: cellsBefore, row: row, links: grid.links)
    }
    shown = (grid, cursor, overlay)
    // ncurses finds the cursor and the style as it has left them.
    var last = over.isEmpty ? "" : "\u{1B}7\(over)\u{1B}8"
    last += deletions(of: goneNumbers) + (newTitle ?? "")
    if abilities.hasSynchronizedOutput { last += TerminalModes.endPicture }
    let place = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
    // `TerminalInput` notices when the terminal is gone.
    _ = cn_send_frame(
      fileDescriptor, Int32(place?.row ?? -1), Int32(place?.column ?? -1),
      first, first.utf8.count, last, last.utf8.count)
  }

  /// Makes the terminal forget pictures that are not shown any more.
  private func deletions(of numbers: Set<UInt8>) -> String {
    numbers.sorted().map { modes.passed(KittyGraphics.deletion(of: $0)) }.joined()
  }

  private func hasChanged(
    _ row: Int, of grid: Grid, before: (grid: Grid, cursor: Point?, overlay: OverlayWriter)
  ) -> Bool {
    let cells = grid.row(row)
    if cells != before.grid.row(row) { return true }
    if grid.links != before.grid.links, cells.contains(where: { $0.link != 0 }) { return true }
    return before.overlay.abilities != overlay.abilities
      && cells.contains { overlay.draws($0, differentlyFrom: before.overlay) }
  }

  @discardableResult
  package func updateSize() -> Size {
    guard state == .begun else { return size }
    var columns = cn_columns()
    var lines = cn_lines()
    _ = cn_window_size(fileDescriptor, &columns, &lines)
    cn_resize(columns, lines)
    size = Size(width: Int(cn_columns()), height: Int(cn_lines()))
    updateCell()
    // Whatever has changed the screen may have taken the pictures with it: they are sent again.
    send(deletions(of: sentPictures))
    sentPictures = []
    shown = nil
    cn_redraw_everything()
    return size
  }

  private func updateCell() {
    var (width, height): (Int32, Int32) = (0, 0)
    guard cn_cell_pixels(fileDescriptor, &width, &height) == 0 else {
      cell = PictureAbilities.usualCell
      return
    }
    cell = PictureAbilities.limited(PixelSize(width: Int(width), height: Int(height)))
  }

  package func take(_ answer: TerminalAnswer) -> Bool {
    let before = abilities
    abilities.take(answer)
    guard abilities != before, state == .begun else { return false }
    overlay.abilities = abilities
    if abilities.hasKittyKeyboard, !modes.hasPushedKeyboard {
      modes.hasPushedKeyboard = true
      prepareRestore()
      send(TerminalModes.pushKeyboard)
    }
    if abilities.mayModifyKeys, !modes.hasModifiedKeys {
      modes.hasModifiedKeys = true
      prepareRestore()
      send(TerminalModes.modifyKeys)
    }
    return abilities.wholeEmoji != before.wholeEmoji
      || abilities.emojiByteLimit != before.emojiByteLimit
      || abilities.hasTrueColor != before.hasTrueColor
      || abilities.hasGraphics != before.hasGraphics
  }

  package func setTitle(_ title: String) {
    guard title != self.title else { return }
    self.title = title
    titleIsShown = false
  }

  package func bell() {
    if state == .begun { cn_bell() }
  }

  package func notify(_ way: DesktopNotification, title: String, body: String) {
    modes.notify(way, title: title, body: body).map(send)
  }

  package func copy(_ text: String) {
    modes.copy(text).map(send)
  }

  package func setMouse(_ mode: MouseMode) {
    mouse = mode
    send(modes.mouse(mode))
  }

  package func suspend() {
    switch state {
    case .ended: break
    case .begun:
      pause()
      cn_stop_process_group()
      resume()
    // The sender of the stop signal has also sent it to the program that has the screen.
    case .paused: cn_stop_process()
    }
  }

  package func pause() {
    guard state == .begun else { return }
    leave()
    state = .paused
  }

  package func resume() {
    guard state != .ended else { return }
    // After a SIGSTOP from outside, nothing was undone, and `enter` must not push its modes twice.
    if state == .begun { undoModes() }
    guard cn_enter_screen(fileDescriptor, nil, overlay.colors == .none ? 0 : 1) == 0 else {
      return
    }
    enter()
  }

  package func showAfterEnd(_ sentence: String) { lastSentences.append(sentence) }

  private func enter() {
    state = .begun
    prepareRestore()
    cn_set_restore_armed(1)
    updateSize()
    cn_refresh(-1, -1)
    send(modes.enter)
    titleIsShown = false
    if mouse != .off { send(modes.mouse(mouse)) }
    // A terminal that prints control strings as text would print the questions too.
    guard modes.hasStrings else { return }
    abilities.ask()
    let isAlone = environment["TMUX"] == nil && environment["STY"] == nil
    send(
      TerminalQuestions.text(size: size, asksWidths: canDrawUnicode, asksGraphics: isAlone))
  }

  private func leave(isEnd: Bool = false) {
    undoModes()
    var modes = termios()
    let knowsModes = tcgetattr(STDIN_FILENO, &modes) == 0
    cn_leave_screen()
    let awaitsAnswers = abilities.awaitsFence
    if awaitsAnswers {
      // Input that comes now must not be echoed.
      if knowsModes { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
      if isEnd { takeLastAnswers() } else { poll(nil, 0, Self.fenceMilliseconds) }
    }
    cn_reset_terminal_modes(awaitsAnswers ? 1 : 0)
    cn_set_restore_armed(0)
  }

  /// Reads until the terminal has answered the last question; input that a person types meanwhile is dropped.
  private func takeLastAnswers() {
    var decoder = InputDecoder()
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Each round waits, or takes something.
    let pause: Int32 = 10
    for _ in 0..<(Self.lastFenceMilliseconds / pause) where abilities.awaitsFence {
      guard poll(&source, 1, pause) > 0 else { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { return }
      for case .answer(let answer) in decoder.decode(buffer.prefix(count)) {
        abilities.take(answer)
      }
    }
  }

  private func undoModes() {
    send(deletions(of: sentPictures) + modes.leave)
    sentPictures = []
    (modes.hasPushedKeyboard, modes.hasModifiedKeys) = (false, false)
  }

  private func prepareRestore() {
    let leave = modes.leave
    cn_prepare_restore(leave, leave.utf8.count)
  }

  /// Writes a sequence for which ncurses has no function.
  private func send(_ sequence: String) {
    guard state == .begun else { return }
    // `TerminalInput` notices when the terminal is gone.
    _ = cn_write_bytes(fileDescriptor, sequence, sequence.utf8.count)
  }
}

extension NcursesTerminal {
  /// Puts a row into ncurses' window, one write for each run of one style.
  private func write(_ cells: ArraySlice<Cell>, row: Int) {
    var bytes: [UInt8] = []
    var style: Style?
    var start = 0
    var column = 0
    func flush() {
      guard let style, !bytes.isEmpty else { return }
      cn_set_style(
        overlay.colors.number(of: style.foreground), overlay.colors.number(of: style.background),
        UInt32(overlay.colors.attributes(of: style).rawValue))
      bytes.withUnsafeBytes { buffer in
        cn_write(
          Int32(row), Int32(start), buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(buffer.count))
      }
      bytes.removeAll(keepingCapacity: true)
    }
    for cell in cells where !cell.isContinuation {
      let width = Int(cell.width)
      guard column + width <= size.width else { break }
      let cellStyle = overlay.style(of: cell)
      if cellStyle != style {
        flush()
        style = cellStyle
        start = column
      }
      bytes += canDrawUnicode ? Array(overlay.text(of: cell).utf8) : PlainText.bytes(of: cell)
      column += width
    }
    flush()
  }

  private static func isFlag(_ cell: Cell) -> Bool {
    guard cell.width == 2, let first = cell.text.unicodeScalars.first else { return false }
    return (0x1F1E6...0x1F1FF).contains(first.value)
  }
}
