package import CloudModel

/// Answer to `GET /extension/1/containers` and `POST /extension/1/plan`.
package struct ContainersResponse: Codable, Sendable {
  /// An account whose passphrase was replaced.
  package struct EndedSessions: Codable, Sendable, Equatable {
    package var account: String
    /// The number of sessions that ended with the old passphrase.
    package var sessions: Int

    package init(account: String, sessions: Int) {
      self.account = account
      self.sessions = sessions
    }
  }

  package var containers: [ContainerDescription]
  /// Nil where no passphrase was replaced.
  package var endedSessions: [EndedSessions]?

  package init(containers: [ContainerDescription], endedSessions: [EndedSessions]? = nil) {
    self.containers = containers
    self.endedSessions = endedSessions
  }
}

extension ContainersResponse.EndedSessions: CustomStringConvertible {
  /// The message to people about the change.
  package var description: String {
    let ended =
      switch sessions {
      case 0: "Nobody was signed in with the old one."
      case 1: "The session that the old one had opened has ended."
      default: "The \(sessions) sessions that the old one had opened have ended."
      }
    return "The account ‘\(account)’ has another passphrase now. \(ended)"
  }
}

/// Body of `POST /extension/1/containers/ID/ENVIRONMENT/settings` is `EnvironmentSettings`, of
/// `…/tokens` a `ContainerPlan.APIToken`, of `…/keys` a `ContainerPlan.ServerKey`, of
/// `POST /extension/1/plan` a `CloudPlan`; the body of `POST /extension/1/containers` is this type.
package struct ContainerCreateRequest: Codable, Sendable {
  package var identifier: String

  package init(identifier: String) { self.identifier = identifier }
}
