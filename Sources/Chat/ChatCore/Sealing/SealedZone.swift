import ChatModel
import ChatSecrets
import CloudModel
import Foundation

/// The codec of a sealed zone: the replica keeps plain records, and the cloud gets sealed ones.
///
/// 1. Nothing leaves for a sealed zone that has not passed `sealed(_:)`.
/// 2. What a record says of its author is what the author has signed, whatever the cloud says of it: the creator and
///    the last change of an opened record are the author's.
struct SealedZone: Sendable {
  let chat: SealedChat

  /// What a record of the cloud turns out to be.
  enum Arrival: Sendable {
    case open(CloudRecord)
    /// It may open later.
    case waits(MissingPart)
    /// It was written by a newer version.
    case newer
    /// It is not genuine.
    case closed
    /// A plain record, which says nothing in a sealed zone.
    case ignored
  }

  /// Why a record cannot leave.
  enum Obstacle: Error {
    case fault(SealFault)
    /// It has no sealed form.
    case plain(String)
  }

  // MARK: - Leaving

  /// What the cloud gets in place of a whole record of the replica.
  func sealed(_ record: CloudRecord) throws(Obstacle) -> CloudRecord {
    guard let type = SealedType(plain: record.recordType) else {
      guard Self.isOpen(record.recordType) || SealedType(rawValue: record.recordType) != nil else {
        throw .plain(record.recordType)
      }
      return record
    }
    var recordID = record.recordID
    if type.isMark {
      guard
        let name = SealedMark(record)?.hiddenName(of: recordID.recordName, in: chat)
      else { throw .fault(.noKey(epoch: chat.newest.epoch)) }
      recordID.recordName = name
    }
    var sealed = CloudRecord(
      recordType: type.rawValue, recordID: recordID, recordChangeTag: record.recordChangeTag)
    if type == .message {
      sealed[MessageRecord.Key.timestamp] = record[MessageRecord.Key.timestamp]
      sealed[MessageRecord.Key.attachment] = record[MessageRecord.Key.attachment]
      if record.recordChangeTag != nil, record[MessageRecord.Key.deletedAt] != nil {
        sealed.clearedKeys = [MessageRecord.Key.attachment]
      }
    }
    let content = SealedFields(plain: record.fields).encoded
    do {
      let bytes = try chat.seal(content, at: RecordPlace(sealed))
      sealed[SealedType.contentKey] = .bytes(Data(bytes))
    } catch {
      throw .fault(error)
    }
    return sealed
  }

  /// Statements and the share are read by everybody who can fetch them.
  private static func isOpen(_ recordType: String) -> Bool {
    recordType == StatementRecord.recordType || recordType == Share.recordType
  }

  // MARK: - Arriving

  /// What the replica keeps of a record of the cloud.
  func opened(_ record: CloudRecord) -> Arrival {
    guard let type = SealedType(rawValue: record.recordType) else {
      return SealedType(plain: record.recordType) == nil ? .open(record) : .ignored
    }
    guard case .bytes(let bytes) = record[SealedType.contentKey] else { return .closed }
    switch chat.open([UInt8](bytes), at: RecordPlace(record)) {
    case .genuine(let said): return plain(record, type, said)
    case .waits(let part): return .waits(part)
    case .newer: return .newer
    case .refused: return .closed
    }
  }

  /// The plain form of a genuine record, if its parts agree.
  private func plain(
    _ record: CloudRecord, _ type: SealedType, _ said: AuthoredContent
  ) -> Arrival {
    let fields: SealedFields
    do {
      fields = try SealedFields(said.content)
    } catch .newer {
      return .newer
    } catch {
      return .closed
    }
    var plain = record
    plain.recordType = type.plain
    plain.fields = fields.plain
    plain.creatorUserRecordName = said.author
    plain.lastModifiedUserRecordName = said.author
    if type == .message {
      guard plain[MessageRecord.Key.senderID] == .string(said.author) else { return .closed }
      // The cloud attaches nothing to a message that has no file.
      if record[MessageRecord.Key.attachment] != nil,
        let file = SealedAttachment(MessageRecord(plain))
      {
        plain[MessageRecord.Key.attachment] = .asset(file.promised)
      }
    } else if type.isMark {
      guard
        let name = SealedMark(plain)?.name(ofHidden: record.recordID.recordName, in: chat)
      else { return .closed }
      plain.recordID.recordName = name
    }
    return .open(plain)
  }

  /// Opens records on several tasks: each takes about a tenth of a millisecond, and none depends on another.
  func opened(_ records: [CloudRecord]) async -> [Arrival] {
    let chunks = stride(from: 0, to: records.count, by: Self.chunk).map {
      records[$0..<min($0 + Self.chunk, records.count)]
    }
    guard chunks.count > 1 else { return records.map(opened) }
    return await withTaskGroup(of: (Int, [Arrival]).self) { group in
      for (index, chunk) in chunks.enumerated() {
        group.addTask { (index, chunk.map(opened)) }
      }
      var found = [[Arrival]](repeating: [], count: chunks.count)
      for await (index, arrivals) in group { found[index] = arrivals }
      return found.flatMap(\.self)
    }
  }

  /// Our choice: below this a task costs more than it saves.
  private static let chunk = 32
}

extension SealedType {
  var isMark: Bool { self != .session && self != .message }
}

extension RecordPlace {
  /// Where a record of the cloud stands.
  init(_ record: CloudRecord) {
    self.init(
      type: record.recordType, name: record.recordID.recordName,
      time: record[MessageRecord.Key.timestamp]?.dateValue?.millisecondsSince1970 ?? 0)
  }
}

extension SealedFields {
  /// Between the type and the name of a field whose type is unknown; no field of a record has it in its name.
  private static let unknownMark: Character = "?"

  /// The fields of a plain record; the bytes of files are beside the content.
  init(plain fields: [String: FieldValue]) {
    var values: [String: Value] = [:]
    for (name, field) in fields {
      switch field {
      case .string(let text): values[name] = .string(text)
      case .int64(let number): values[name] = .int64(number)
      case .date(let date): values[name] = .timestamp(date.millisecondsSince1970)
      case .reference(let reference): values[name] = .reference(reference.recordName)
      case .bytes(let bytes):
        let parts = name.split(separator: Self.unknownMark, maxSplits: 1)
        if parts.count == 2, let type = UInt8(parts[0]) {
          values[String(parts[1])] = .unknown(type: type, [UInt8](bytes))
        } else {
          values[name] = .bytes([UInt8](bytes))
        }
      case .double, .location, .asset, .list: break
      }
    }
    self.init(values)
  }

  /// The fields of a plain record, and those of unknown types as bytes under names with the type.
  var plain: [String: FieldValue] {
    var fields: [String: FieldValue] = [:]
    for (name, value) in values {
      switch value {
      case .string(let text): fields[name] = .string(text)
      case .int64(let number): fields[name] = .int64(number)
      case .timestamp(let time): fields[name] = .date(Date(millisecondsSince1970: time))
      case .bytes(let bytes): fields[name] = .bytes(Data(bytes))
      case .reference(let target):
        fields[name] = .reference(Reference(recordName: target, action: .none))
      case .unknown(let type, let bytes):
        fields["\(type)\(Self.unknownMark)\(name)"] = .bytes(Data(bytes))
      }
    }
    return fields
  }
}
