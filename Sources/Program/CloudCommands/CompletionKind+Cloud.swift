import ArgumentParser
import CloudModel

/// Words that options of several commands take.
extension CompletionKind {
  static var environments: Self { .list(CloudEnvironment.allCases.map(\.rawValue)) }
  static var databases: Self { .list(DatabaseScope.allCases.map(\.pathComponent)) }
}

extension CloudEnvironment: ExpressibleByArgument {}
