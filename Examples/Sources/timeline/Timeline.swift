import CloudKit
import LineTerminal
import TimelineApp

@main struct Timeline {
  private static let help = "write TEXT, cheer NUMBER, delete NUMBER, refresh, quit"

  /// The name under which posts appear is the first argument, or that of the system's user.
  @MainActor static func main() async {
    let model = TimelineModel(
      repository: CloudKitPostRepository(container: .default()),
      author: CommandLine.arguments.dropFirst().first ?? NSUserName())
    let screen = LineScreen { TimelineView(model: model).text }
    screen.say(help)
    await model.refresh()
    while let command = screen.nextCommand(), command.word != "quit" {
      switch (command.word, command.item(of: model.posts)) {
      case ("write", _): await model.write(command.rest)
      case ("cheer", let post?): await model.cheer(post)
      case ("delete", let post?): await model.delete(post)
      case ("refresh", _): await model.refresh()
      default: screen.say(help)
      }
    }
  }
}
