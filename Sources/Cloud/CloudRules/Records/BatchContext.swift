import CloudModel

/// All modifications of one zone in a request, because an item may need to know about the others.
struct BatchContext {
  /// The records that are to be saved, by name, as the request gives them.
  let saves: [String: Record]
  /// The names of the records that are to be deleted.
  let deletions: Set<String>

  /// The number of share records to save.
  var shareCount: Int { saves.values.count { $0.recordType == Share.recordType } }

  init(_ modifications: [RecordModification]) {
    var saves: [String: Record] = [:]
    var deletions: Set<String> = []
    for modification in modifications {
      switch modification.operation {
      case .save(let record, _): saves[record.recordID.recordName] = record
      case .delete(let recordID, _): deletions.insert(recordID.recordName)
      }
    }
    self.saves = saves
    self.deletions = deletions
  }
}
