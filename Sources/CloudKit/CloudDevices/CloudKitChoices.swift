package import CloudModel

/// What CloudKit's classes do where it is not known what Apple's do.
///
/// The first case of each type is the default. A test sets choices for a cloud or for a device; the environment
/// variable `CLOUDKIT_CHOICES` sets them for a process: `atomicFailure=thrown,deletedZonesAtFirst=omitted`.
/// `docs/cloudkit.md` says which choices there are that have no switch, and why.
public struct CloudKitChoices: Sendable, Hashable {
  /// `modifyRecords(saving:deleting:)` with `atomically`, where a record has failed.
  public enum AtomicFailure: String, Sendable, CaseIterable {
    /// What failed of a record is its result, as the framework's header says.
    case results
    /// The call throws `.partialFailure`, as a page of the reference says.
    case thrown
  }

  /// The deletion of a record that is not there.
  public enum MissingRecordDeletion: String, Sendable, CaseIterable {
    case succeeds
    /// The record is looked up before, in a request of its own.
    case unknownItem
  }

  /// The deletion of a zone of one's own that is not there.
  public enum MissingZoneDeletion: String, Sendable, CaseIterable {
    case succeeds, zoneNotFound
  }

  /// The deletion of a subscription that is not there.
  public enum MissingSubscriptionDeletion: String, Sendable, CaseIterable {
    case unknownItem, succeeds
  }

  /// A `.deleteSelf` reference to a record that is not there.
  public enum DanglingReference: String, Sendable, CaseIterable {
    case saved
    /// The record is looked up before, in a request of its own.
    case referenceViolation
  }

  /// Zones that were deleted, in the answer to the first request for changes, which has no token.
  public enum DeletedZonesAtFirst: String, Sendable, CaseIterable {
    case told, omitted
  }

  /// A query of the shared database that names no zone.
  public enum SharedQueryWithoutZone: String, Sendable, CaseIterable {
    case invalidArguments, allZones
  }

  /// What `CKSyncEngine` does with a change that has met `.quotaExceeded`.
  public enum QuotaExceededInEngine: String, Sendable, CaseIterable {
    /// The app adds the change again.
    case final
    /// The change stays pending, and the next send tries it again.
    case pending
  }

  /// What `CKSyncEngine` does with changes that were added while nobody was signed in, when somebody signs in.
  public enum ChangesBeforeSignIn: String, Sendable, CaseIterable {
    case kept, removed
  }

  /// `accountStatus()` where the status could not be determined.
  public enum UndeterminedAccount: String, Sendable, CaseIterable {
    /// It is the status `.couldNotDetermine`.
    case status
    /// There is an error too: the handler gets both, and the asynchronous form throws.
    case thrown
  }

  /// A connection that breaks after the request may have been sent.
  public enum LostAnswer: String, Sendable, CaseIterable {
    case networkFailure, serverResponseLost
  }

  public var atomicFailure = AtomicFailure.results
  public var missingRecordDeletion = MissingRecordDeletion.succeeds
  public var missingZoneDeletion = MissingZoneDeletion.succeeds
  public var missingSubscriptionDeletion = MissingSubscriptionDeletion.unknownItem
  public var danglingReference = DanglingReference.saved
  public var deletedZonesAtFirst = DeletedZonesAtFirst.told
  public var sharedQueryWithoutZone = SharedQueryWithoutZone.invalidArguments
  public var quotaExceededInEngine = QuotaExceededInEngine.final
  public var changesBeforeSignIn = ChangesBeforeSignIn.kept
  public var undeterminedAccount = UndeterminedAccount.status
  public var lostAnswer = LostAnswer.networkFailure

  /// The defaults.
  public init() {}
}

extension CloudKitChoices {
  /// A choice under the name of its property, and its alternatives as texts.
  package struct Switch: Sendable {
    package let name: String
    /// The default is the first.
    package let alternatives: [String]
    private let set: @Sendable (inout CloudKitChoices, String) -> Bool

    fileprivate init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
      _ name: String, _ set: @escaping @Sendable (inout CloudKitChoices, Value) -> Void
    ) {
      self.name = name
      alternatives = Value.allCases.map(\.rawValue)
      self.set = { choices, text in
        guard let value = Value(rawValue: text) else { return false }
        set(&choices, value)
        return true
      }
    }

    /// Takes an alternative; false if there is none of this name.
    package func choose(_ alternative: String, in choices: inout CloudKitChoices) -> Bool {
      set(&choices, alternative)
    }
  }

  package static let switches = [
    Switch("atomicFailure") { $0.atomicFailure = $1 },
    Switch("missingRecordDeletion") { $0.missingRecordDeletion = $1 },
    Switch("missingZoneDeletion") { $0.missingZoneDeletion = $1 },
    Switch("missingSubscriptionDeletion") { $0.missingSubscriptionDeletion = $1 },
    Switch("danglingReference") { $0.danglingReference = $1 },
    Switch("deletedZonesAtFirst") { $0.deletedZonesAtFirst = $1 },
    Switch("sharedQueryWithoutZone") { $0.sharedQueryWithoutZone = $1 },
    Switch("quotaExceededInEngine") { $0.quotaExceededInEngine = $1 },
    Switch("changesBeforeSignIn") { $0.changesBeforeSignIn = $1 },
    Switch("undeterminedAccount") { $0.undeterminedAccount = $1 },
    Switch("lostAnswer") { $0.lostAnswer = $1 },
  ]

  /// Reads `NAME=ALTERNATIVE,…`; what is not named has its default.
  ///
  /// Throws `.invalidArguments` with what can be written.
  package init(text: String) throws(CloudError) {
    self.init()
    for part in text.split(separator: ",") where !part.allSatisfy(\.isWhitespace) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingPrefix(while: \.isWhitespace) }
        .map { String($0.prefix { !$0.isWhitespace }) }
      guard let found = Self.switches.first(where: { $0.name == words[0] }) else {
        throw CloudError(
          .invalidArguments,
          "CLOUDKIT_CHOICES: there is no choice ‘\(words[0])’. There are "
            + Self.switches.map(\.name).joined(separator: ", ") + ".")
      }
      guard words.count == 2, found.choose(words[1], in: &self) else {
        throw CloudError(
          .invalidArguments,
          "CLOUDKIT_CHOICES: ‘\(found.name)’ must be "
            + found.alternatives.joined(separator: " or ") + ".")
      }
    }
  }
}
