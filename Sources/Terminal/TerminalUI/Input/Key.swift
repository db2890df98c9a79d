/// A key; terminals send different bytes for the same key.
package enum Key: Hashable, Sendable {
  /// A printable character; letters with Ctrl are lower case.
  case character(Character)
  case enter
  case tab
  case backspace
  case escape
  case insert
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// F1 is `function(1)`.
  case function(Int)
}
