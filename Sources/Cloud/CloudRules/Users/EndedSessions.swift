/// Sessions of a user that have ended, for whoever keeps something open for them.
package struct EndedSessions: Sendable, Equatable {
  package enum Which: Sendable, Equatable {
    case all
    case others(than: String)
    case these(Set<String>)
  }

  package var userRecordName: String
  package var which: Which

  package init(of userRecordName: String, _ which: Which) {
    self.userRecordName = userRecordName
    self.which = which
  }

  /// Whether what a session of the user has opened is over; what was opened without one is over with all others.
  package func contains(_ session: String?) -> Bool {
    switch which {
    case .all: true
    case .others(let kept): session != kept
    case .these(let ended): session.map(ended.contains) ?? false
    }
  }

  /// Whether the user's sessions of the console are over too, which belong to no other session.
  package var endsConsole: Bool {
    switch which {
    case .all, .others: true
    case .these: false
    }
  }
}
