/// The rows of one message and of what stands above it.
package struct TimelineBlock {
  package let index: Int
  package let above: [TimelineRow.Content]
  package let body: [TimelineRow.Content]

  package var count: Int { above.count + body.count }

  package var rows: [TimelineRow] {
    (above + body).enumerated().map { offset, content in
      TimelineRow(index: index, row: offset - above.count, content: content)
    }
  }
}
