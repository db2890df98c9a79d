import CloudClient
import CloudModel
package import Foundation

/// Which profile a window opens where nobody names one.
package enum ProfileChoice {
  /// What a person has chosen among the profiles of this machine.
  package struct Memory: Codable, Sendable, Equatable {
    /// The profiles that were taken for servers that several use, by the server's address.
    package var servers: [String: String] = [:]
    /// When a window has opened a profile last, in seconds since 1970; noted while there are several profiles.
    package var opened: [String: Int64] = [:]
    /// The profile that windows open without a question.
    package var always: String?

    package init(
      servers: [String: String] = [:], opened: [String: Int64] = [:], always: String? = nil
    ) {
      self.servers = servers
      self.opened = opened
      self.always = always
    }
  }

  /// A profile of the list.
  package struct Row: Sendable, Equatable {
    package var profile: Arrival.Known
    /// When a window has opened it last; nil if none has.
    package var openedAt: Date?

    package init(profile: Arrival.Known, openedAt: Date?) {
      self.profile = profile
      self.openedAt = openedAt
    }

    /// The row as people read it: `work: anna on chat.example, used 2026-11-27 14:05`.
    package func words(in timeZone: TimeZone = .current) -> String {
      let server = profile.origin?.authority ?? "this machine"
      let use = openedAt.map { ", used \(Output.time($0, in: timeZone))" } ?? ""
      return "\(profile.name): \(profile.account) on \(server)\(use)"
    }
  }

  /// The question, for all surfaces.
  package static let question = "Several profiles of this machine are signed in."

  package enum Step: Sendable, Equatable {
    /// There is nothing to choose.
    case open(String)
    /// The one that was opened last is the first.
    case ask([Row])
  }

  package enum Answer: Sendable, Equatable {
    /// `isForAlways`: windows open this one without a question from now on.
    case open(String, isForAlways: Bool)
    case leave
  }

  /// Decides whether to ask.
  ///
  /// - Parameters:
  ///   - known: the profiles in which somebody is signed in.
  ///   - memory: what the person has chosen before.
  ///   - preset: the profile of a machine on which there is nothing to choose.
  ///   - isAskedAgain: whether the person wants to choose although one is always opened.
  /// - Returns: the next step.
  package static func step(
    among known: [Arrival.Known], _ memory: Memory, preset: String, isAskedAgain: Bool
  ) -> Step {
    guard known.count > 1 else { return .open(preset) }
    if !isAskedAgain, let always = memory.always, known.contains(where: { $0.name == always }) {
      return .open(always)
    }
    let rows = known.map { profile in
      Row(
        profile: profile,
        openedAt: memory.opened[profile.name].map { Date(timeIntervalSince1970: Double($0)) })
    }
    return .ask(
      rows.sorted {
        ($1.openedAt ?? .distantPast, $0.profile.name)
          < ($0.openedAt ?? .distantPast, $1.profile.name)
      })
  }

  /// The options with the profile that a window opens; nil if the person has left.
  @MainActor package static func options(
    _ options: GlobalOptions, isAskedAgain: Bool, asking questions: some ArrivalQuestions
  ) async throws -> GlobalOptions? {
    // Whoever names a profile or a cloud has decided.
    guard options.namedProfile == nil, options.cloud == nil else { return options }
    let profiles = Profiles(paths: Paths(environment: Live.environment))
    var chosen = options
    switch step(
      among: profiles.all(), profiles.choices, preset: options.profile, isAskedAgain: isAskedAgain)
    {
    case .open(let name): chosen.profile = name
    case .ask(let rows):
      switch try await questions.choose(toOpen: rows) {
      case .leave: return nil
      case .open(let name, let isForAlways):
        profiles.change { $0.always = isForAlways ? name : nil }
        chosen.profile = name
      }
    }
    return chosen
  }

  /// Notes that a window opens a profile, where there are several.
  package static func noteOpened(_ name: String) {
    let profiles = Profiles(paths: Paths(environment: Live.environment))
    guard profiles.all().count > 1 else { return }
    profiles.change { $0.opened[name] = Int64(Live.now().timeIntervalSince1970) }
  }
}
