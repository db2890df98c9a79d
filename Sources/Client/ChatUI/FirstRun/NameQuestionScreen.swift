package import ClientSettings
package import TerminalUI

/// Shows the question of the first run until there is an account or the person leaves.
@MainActor
package final class NameQuestionScreen {
  private enum Input: Sendable {
    case terminal(TerminalEvent)
    /// The reason why there is no account; nil if there is one.
    case answered(String?)
  }

  private let terminal: any TerminalBackend
  private let theme: ThemeForms
  private let create: @Sendable (_ name: String, _ passphrase: String?) async -> String?
  private var question: NameQuestion

  /// A screen that does nothing before `run`.
  ///
  /// - Parameters:
  ///   - question: as it is asked first.
  ///   - terminal: begun by the caller, and ended by the caller.
  ///   - theme: the colours, for both kinds of background.
  ///   - create: makes the account; says why not, or nil if it is made. Ends when its task is cancelled.
  package init(
    _ question: NameQuestion, terminal: any TerminalBackend, theme: ThemeForms,
    create: @escaping @Sendable (_ name: String, _ passphrase: String?) async -> String?
  ) {
    self.question = question
    self.terminal = terminal
    self.theme = theme
    self.create = create
  }

  /// Asks; call it once.
  ///
  /// - Parameter events: the events that `TerminalInput.withEvents` delivers.
  /// - Returns: whether the account was made; false when the person has left.
  package func run(events: AsyncStream<TerminalEvent>) async -> Bool {
    terminal.updateSize()
    let (inputs, post) = AsyncStream.makeStream(of: Input.self)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in events { post.yield(.terminal(event)) }
        post.yield(.terminal(.inputClosed))
      }
      defer { group.cancelAll() }
      draw()
      for await input in inputs {
        switch input {
        case .answered(nil): return true
        case .answered(let reason?): question.refuse(reason)
        case .terminal(let event):
          switch wish(for: event) {
          case nil: break
          case .leave: return false
          case .suspend: terminal.suspend()
          case .redraw: terminal.updateSize()
          case .create(let name, let passphrase):
            group.addTask { [create] in
              post.yield(.answered(await create(name, passphrase)))
            }
          }
        }
        draw()
      }
      return false
    }
  }

  private func wish(for event: TerminalEvent) -> NameQuestion.Wish? {
    switch event {
    case .input(.answer(let answer)):
      // The screen is drawn again after every event.
      _ = terminal.take(answer)
      return nil
    case .input(let input): return question.take(input)
    case .resized: return .redraw
    case .resumed:
      terminal.resume()
      return nil
    case .suspendRequested: return .suspend
    case .terminated, .inputClosed: return .leave
    }
  }

  private func draw() {
    let (grid, cursor) = Theme.$current.withValue(theme.on(terminal.background)) {
      NameQuestionView(question).picture(size: terminal.size)
    }
    terminal.draw(grid, cursor: cursor)
  }
}
