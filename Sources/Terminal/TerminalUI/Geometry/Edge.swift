/// A side of a rectangle.
package enum Edge: Hashable, Sendable, CaseIterable {
  case top
  case bottom
  case leading
  case trailing
}
