package import ClientSettings
package import TerminalUI

/// What became of an answer.
package enum FirstRunResult<Success: Sendable>: Sendable {
  case done(Success)
  /// The reason is shown, and the question is asked again.
  case refused(String)
}

private enum FirstRunInput<Success: Sendable>: Sendable {
  case terminal(TerminalEvent)
  case answered(FirstRunResult<Success>)
}

/// Shows a question of the first run until it is answered or the person leaves.
@MainActor
package final class FirstRunScreen<Question: FirstRunQuestion> {
  private let terminal: any TerminalBackend
  private let theme: ThemeForms
  private var question: Question

  /// A screen that does nothing before `run`.
  ///
  /// - Parameters:
  ///   - question: as it is asked first.
  ///   - terminal: begun by the caller, and ended by the caller.
  ///   - theme: the colours, for both kinds of background.
  package init(_ question: Question, terminal: any TerminalBackend, theme: ThemeForms) {
    self.question = question
    self.terminal = terminal
    self.theme = theme
  }

  /// Asks; call it once.
  ///
  /// - Parameters:
  ///   - events: the events that `TerminalInput.withEvents` delivers.
  ///   - answer: does what was answered. Ends when its task is cancelled.
  /// - Returns: what was done; nil when the person has left.
  package func run<Success: Sendable>(
    events: AsyncStream<TerminalEvent>,
    answer: @escaping @Sendable (Question.Answer) async -> FirstRunResult<Success>
  ) async -> Success? {
    terminal.updateSize()
    let (inputs, post) = AsyncStream.makeStream(of: FirstRunInput<Success>.self)
    return await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in events { post.yield(.terminal(event)) }
        post.yield(.terminal(.inputClosed))
      }
      defer { group.cancelAll() }
      draw()
      for await input in inputs {
        switch input {
        case .answered(.done(let success)): return success
        case .answered(.refused(let reason)): question.refuse(reason)
        case .terminal(let event):
          switch wish(for: event) {
          case nil: break
          case .leave: return nil
          case .suspend: terminal.suspend()
          case .redraw: terminal.updateSize()
          case .answer(let given): group.addTask { post.yield(.answered(await answer(given))) }
          }
        }
        draw()
      }
      return nil
    }
  }

  private func wish(for event: TerminalEvent) -> FirstRunWish<Question.Answer>? {
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
    let shown = theme.on(terminal.background, colors: terminal.colors)
    let (grid, cursor) = Theme.$current.withValue(shown) {
      question.picture(size: terminal.size)
    }
    terminal.draw(grid, cursor: cursor)
  }
}
