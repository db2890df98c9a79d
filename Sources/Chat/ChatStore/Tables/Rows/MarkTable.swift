package import ChatModel
import CloudModel
import Foundation
package import GRDB

/// The table of one kind of mark.
///
/// All have the same columns; besides, each has one for every fixed field, under the name of the field.
package struct MarkTable<Mark: MarkRecord>: Sendable {
  package let name: String
  private let timeColumn: String
  private let fixedColumns: [String]
  private let upsertion: String
  private let makeMark: @Sendable (Row) -> Mark

  /// - Parameters:
  ///   - name: the table's name in SQL.
  ///   - timeColumn: the column with the time of the last change.
  ///   - fixedColumns: the columns of the mark's fixed fields, all of which are text.
  ///   - makeMark: the mark with the message and the fixed fields of a row; the rest is read for it.
  package init(
    _ name: String, timeColumn: String = "changedAt", fixedColumns: [String],
    makeMark: @escaping @Sendable (Row) -> Mark
  ) {
    self.name = name
    self.timeColumn = timeColumn
    self.fixedColumns = fixedColumns
    self.makeMark = makeMark
    let mutable =
      [timeColumn, "changedBy", "changeTag", "unknownFields"]
      + (Mark.canBeTakenBack ? ["isRemoved"] : [])
    let columns = ["epoch", "chatID", "recordName", "messageName"] + mutable + fixedColumns
    upsertion = """
      INSERT INTO \(name) (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (chatID, recordName) DO UPDATE SET
        \(mutable.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")),
        epoch = iif(excluded.changeTag IS NULL, epoch, max(epoch, excluded.epoch))
      """
  }

  /// Inserts or updates a mark.
  ///
  /// A change of this device to a mark that the cloud does not have leaves the epoch as it is.
  package func upsert(_ db: Database, _ mark: Mark, chatID: Int64, epoch: Int64) throws {
    var values: [(any DatabaseValueConvertible)?] = [
      epoch, chatID, mark.recordName, mark.messageName, mark.changedAt.millisecondsSince1970,
      mark.changedBy, mark.changeTag, try mark.unknownFields.encoded(),
    ]
    if Mark.canBeTakenBack { values.append(mark.isRemoved) }
    let fields = mark.fixedFields
    for column in fixedColumns { values.append(fields[column]?.stringValue) }
    try db.cachedStatement(sql: upsertion).execute(arguments: StatementArguments(values))
  }

  /// The mark with a name; nil if it is not here.
  package func fetch(_ db: Database, chatID: Int64, recordName: String) throws -> Mark? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM \(name) WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).map { row in
      var mark = makeMark(row)
      mark.changedAt = Date(millisecondsSince1970: row[timeColumn])
      if Mark.canBeTakenBack { mark.isRemoved = row["isRemoved"] }
      mark.changedBy = row["changedBy"]
      mark.recordName = row["recordName"]
      mark.changeTag = row["changeTag"]
      mark.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return mark
    }
  }
}
