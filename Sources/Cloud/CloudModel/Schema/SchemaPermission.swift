/// A permission of a role on the records of a type in the public database.
package enum SchemaPermission: String, Sendable, Hashable, CaseIterable {
  case read = "READ"
  case create = "CREATE"
  case write = "WRITE"
}
