/// A whole document, with the stylesheet and what every browser has to be told.
///
/// The answer that carries it allows its style, and its script if it has one, by the nonce.
struct Document {
  var title: String
  var nonce: String
  /// What the head has beside that.
  var head = HTML()
  var body: HTML

  var text: String {
    let html: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <link rel="icon" href="data:,">
      <title>\(title)</title>\(head)
      <style nonce="\(nonce)">
      \(Stylesheet.html)
      </style></head>
      <body>
      \(body)
      </body>
      </html>

      """
    return html.markup
  }
}
