/// A table with a caption; wide ones can be scrolled, also with the keyboard.
struct Table {
  struct Column: ExpressibleByStringLiteral {
    var title: String
    var isNumber = false

    init(stringLiteral title: String) { self.title = title }

    static func number(_ title: String) -> Column {
      var column = Column(stringLiteral: title)
      column.isNumber = true
      return column
    }
  }

  var caption: String
  var columns: [Column]
  var rows: [[HTML]]
  /// The sentence that stands for a table without rows.
  var empty: String
  /// The query of the next page's link, and what the link says.
  var next: Link?
  /// Attributes of the rows' section, for a script.
  var bodyAttributes: HTML = ""

  var html: HTML {
    let body = rows.map { Self.row($0, columns) }
    let link = next.map { link -> HTML in
      "<p><a rel=\"next\" href=\"\(link.address.text)\">\(link.text)</a></p>"
    }
    let isShown = !rows.isEmpty || bodyAttributes != ""
    return """
      \(isShown ? table(body) : "<p class=\"quiet\">\(empty)</p>")
      \(link)
      """
  }

  private func table(_ body: [HTML]) -> HTML {
    let heads = columns.map { column -> HTML in
      "<th scope=\"col\"\(Self.numberClass(column))>\(column.title)</th>"
    }
    return """
      <div class="wide" role="region" tabindex="0" aria-label="\(caption)">
      <table><caption>\(caption)</caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody\(bodyAttributes)>
      \(body)</tbody></table></div>
      """
  }

  static func row(_ cells: [HTML], _ columns: [Column]) -> HTML {
    let cells = zip(columns, cells).map { column, cell -> HTML in
      "<td\(numberClass(column))>\(cell)</td>"
    }
    return "<tr>\(cells)</tr>\n"
  }

  private static func numberClass(_ column: Column) -> HTML {
    column.isNumber ? " class=\"number\"" : ""
  }
}

/// Names and their values.
struct FactList {
  var rows: [(name: String, value: HTML)]

  var html: HTML {
    let rows = rows.map { name, value -> HTML in "<dt>\(name)</dt><dd>\(value)</dd>\n" }
    return "<dl>\n\(rows)</dl>"
  }
}
