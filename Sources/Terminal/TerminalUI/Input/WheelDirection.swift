/// Which way the mouse wheel turned.
package enum WheelDirection: Hashable, Sendable {
  case up
  case down
}
