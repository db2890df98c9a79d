import ArgumentParser
import Composition
import Foundation

/// The tour in its window of the demo, between the clients and what the cloud is asked.
struct DemoTourCommand: ParsableCommand {
  static let name = "demo-tour"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Play the demo's tour in this terminal.", shouldDisplay: false)

  @Option var pace: Int32

  func validate() throws {
    guard Live.environment["ZONECHAT_HOME"] != nil else {
      throw ValidationError("The tour is played by ‘zonechat demo --tour’.")
    }
  }

  func run() throws {
    let home = URL(fileURLWithPath: Live.environment["ZONECHAT_HOME"] ?? "")
    try Output.line("A tour. Each step waits for a moment; Enter goes on at once.")
    DemoPace.wait(pace)
    var tour = DemoTour(shell: HomeShell(folder: home))
    tour.pause = { [pace] in DemoPace.wait(pace) }
    do {
      try tour.run()
    } catch let failure as Failure {
      Output.problem(failure.message)
    }
    try Output.line("\nThe tour is over. The chats are yours; Enter closes this window.")
    _ = readLine()
  }
}
