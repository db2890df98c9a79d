import Foundation
import Scenarios

/// The demo's tour: the scenario `docs/scenarios/tour.yaml`, which is part of the program, for any number of
/// participants.
enum DemoTour {
  /// The path of the tour in the project.
  static let file = "docs/scenarios/tour.yaml"

  private static let firstParticipant = DemoPeople.names[0]

  /// The scenario with as many people as are invited; Bob plays his part, and the others come in with him.
  static func scenario(participantCount: Int) throws(ScenarioProblem) -> Scenario {
    var scenario = try Scenario(
      yaml: String(decoding: PackageResources.tour_yaml, as: UTF8.self))
    let others = DemoPeople.names[1..<participantCount]
    let bob = scenario.people.firstIndex { $0.name == firstParticipant } ?? 0
    scenario.people.insert(contentsOf: others.map { .init($0) }, at: bob + 1)
    scenario.steps = invite(others, in: scenario.steps)
    return scenario
  }

  /// Invites the others together with Bob, and lets them join after him, the first time that he does.
  private static func invite(
    _ others: ArraySlice<String>, in steps: [ScenarioStep]
  ) -> [ScenarioStep] {
    var steps = steps
    for (index, step) in steps.enumerated() {
      switch step.body {
      case .act(.invite([firstParticipant], let chat, let right)):
        steps[index].body = .act(
          .invite(people: [firstParticipant] + others, chat: chat, permission: right))
      case .act(.accept) where step.device?.person == firstParticipant:
        steps.insert(
          contentsOf: others.map { ScenarioStep(device: DeviceName(person: $0), step.body) },
          at: index + 1)
        return steps
      default: continue
      }
    }
    return steps
  }
}
