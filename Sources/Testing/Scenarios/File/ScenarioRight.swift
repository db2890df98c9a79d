import CloudModel

/// The rights of a person in a chat, in the words of a file.
enum ScenarioRight: String, CaseIterable {
  case readWrite = "read-write"
  case readOnly = "read-only"
  case none

  init(_ permission: Participant.Permission) {
    switch permission {
    case .readWrite: self = .readWrite
    case .readOnly: self = .readOnly
    case .none: self = .none
    }
  }

  var permission: Participant.Permission {
    switch self {
    case .readWrite: .readWrite
    case .readOnly: .readOnly
    case .none: .none
    }
  }
}
