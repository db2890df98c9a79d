/// One rule of the engine that a run breaks on purpose, to see that a checker finds it.
package enum Sabotage: String, Sendable, CaseIterable {
  /// A page's token is stored in a transaction before its data.
  case tokenBeforeData
}
