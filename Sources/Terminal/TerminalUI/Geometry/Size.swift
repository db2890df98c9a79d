/// The extent of a grid or an area, in character cells.
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package static let zero = Size(width: 0, height: 0)

  /// Negative extents become zero.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var isEmpty: Bool { width == 0 || height == 0 }
}
