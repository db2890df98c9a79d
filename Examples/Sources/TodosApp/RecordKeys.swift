/// The record type of a to-do and its fields, as the cloud's schema names them.
enum RecordKeys {
  static let type = "Todo"
  static let title = "title"
  static let createdAt = "createdAt"
}
