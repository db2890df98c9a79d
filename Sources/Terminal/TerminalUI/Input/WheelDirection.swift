/// The direction in which the mouse wheel turned.
package enum WheelDirection: Hashable, Sendable {
  case up
  case down
}
