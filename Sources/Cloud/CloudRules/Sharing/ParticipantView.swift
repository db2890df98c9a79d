import CloudModel

/// The part of a zone that a participant sees: all of it, or the hierarchies that were shared.
struct ParticipantView: Equatable {
  /// The accepted participations, by root; the empty name stands for the whole zone.
  private let participations: [String: Participation]

  /// Nil if the user has accepted no share that shows them any part of the zone.
  init?(of zone: StoredZone, for user: String, in reading: any CloudReading) throws {
    let accepted = try reading.participations(of: user, in: zone).filter {
      $0.participant.acceptanceStatus == .accepted && $0.participant.permission != .none
    }
    guard !accepted.isEmpty else { return nil }
    participations = Dictionary(accepted.map { ($0.root ?? "", $0) }) { first, _ in first }
  }

  func sees(_ stored: StoredRecord) -> Bool {
    participations[""] != nil || stored.coveredBy.map { participations[$0] != nil } ?? false
  }

  /// Whether the participant may write the records of the hierarchy under `root`.
  func canWrite(underRoot root: String?) -> Bool {
    let participation = participations[""] ?? root.flatMap { participations[$0] }
    return participation?.participant.permission == .readWrite
  }

  /// Whether the participant may write in any part of the zone.
  var canWriteSomewhere: Bool {
    participations.values.contains { $0.participant.permission == .readWrite }
  }

  /// The participation in the share that has this record name.
  func participation(inShareNamed name: String) -> Participation? {
    participations.values.first { $0.shareRecordName == name }
  }

  /// The roots of the hierarchies that the participant sees.
  var roots: Set<String> { Set(participations.keys).subtracting([""]) }

  var seesWholeZone: Bool { participations[""] != nil }
}
