/// The order of the rows of a search, and which of them come after the previous page.
extension IndexSearch {
  /// What a row is compared with in one column of the order.
  package struct Comparison: Sendable, Equatable {
    package enum Column: Sendable, Equatable {
      /// The key of this step of the order.
      case key(Int, IndexPosition.Key)
      /// The record's number.
      case record(Int64)
    }

    package enum Relation: Sendable { case equal, less, greater }

    package var column: Column
    package var relation: Relation
  }

  /// Rows with equal keys follow the direction of the last order, so that one index gives both orders.
  package var lastIsAscending: Bool { orders.last?.isAscending ?? true }

  /// A row that comes after the position meets all comparisons of one of these lists.
  package func comparisons(after position: IndexPosition) -> [[Comparison]] {
    var alternatives: [[Comparison]] = []
    var equal: [Comparison] = []
    for (index, (order, key)) in zip(orders, position.keys).enumerated() {
      let column = Comparison.Column.key(index, key)
      alternatives.append(equal + [past(column, order.isAscending)])
      equal.append(Comparison(column: column, relation: .equal))
    }
    return alternatives + [equal + [past(.record(position.record), lastIsAscending)]]
  }

  private func past(_ column: Comparison.Column, _ isAscending: Bool) -> Comparison {
    Comparison(column: column, relation: isAscending ? .greater : .less)
  }
}
