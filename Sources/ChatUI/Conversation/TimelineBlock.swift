/// The rows of one message and of what stands above it.
struct TimelineBlock {
  let index: Int
  let above: [TimelineRow.Content]
  let body: [TimelineRow.Content]

  var count: Int { above.count + body.count }

  var rows: [TimelineRow] {
    (above + body).enumerated().map { offset, content in
      TimelineRow(index: index, row: offset - above.count, content: content)
    }
  }
}
