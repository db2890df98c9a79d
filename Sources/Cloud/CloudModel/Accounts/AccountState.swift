/// What has become of an account.
package enum AccountState: String, KnownWord {
  case active
  /// The administrator lets nobody sign in to it; its name, zones and memberships stay.
  case disabled
  /// It is being deleted, and nobody can sign in to it any more.
  case ending
  /// Only its name is left, which nobody else gets.
  case deleted
}
