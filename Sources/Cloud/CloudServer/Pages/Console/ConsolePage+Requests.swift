import CloudModel
import Foundation

/// One page of the journal of requests, newest first.
struct RequestList: Sendable {
  var requests: [JournaledRequest]
  /// The number of the newest request that the cloud has answered, shown or not.
  var newest: Int64
  /// Whether the journal has older requests.
  var hasOlder: Bool
  /// The account whose requests are shown; nil for all.
  var account: String?
  /// Whether the page shows only requests that failed.
  var onlyFailed: Bool
  /// Whether the page begins with the newest request, so that new ones belong above it.
  var isFirstPage: Bool
  /// Whether the viewer may choose an account.
  var canChoose: Bool

  fileprivate var query: [(name: String, value: String?)] {
    [("account", canChoose ? account : nil), ("failed", onlyFailed ? "1" : nil)]
  }

  /// The rows alone, for a page that shows the others already.
  var rowsHTML: String {
    requests.map { Table.row(Self.cells($0), Self.columns) }.map(\.markup).joined()
  }
}

extension RequestList {
  /// The header that says from which number on to ask again for new rows.
  static let newestHeader = "X-ZoneChat-Newest"

  fileprivate static let columns: [Table.Column] = [
    "Time", "Account", "Database", "Operation", "Answer", .number("ms"), "Zones", "Notes",
  ]

  fileprivate static func cells(_ request: JournaledRequest) -> [HTML] {
    let answer: HTML = request.code == "OK" ? "OK" : bad(request.code)
    return [
      Words.time(milliseconds: request.at), "\(request.account ?? request.userRecordName ?? "")",
      "\(request.database ?? "")", "\(request.operation)", answer,
      "\(String(format: "%.1f", request.milliseconds))",
      "\((request.zones ?? []).joined(separator: " "))", notes(on: request),
    ]
  }

  private static func notes(on request: JournaledRequest) -> HTML {
    let told = request.told.map { names -> HTML in "told \(names.joined(separator: ", "))" }
    return ((request.failures ?? []).map(bad) + [told].compactMap(\.self)).joined(separator: ", ")
  }

  private static func bad(_ code: String) -> HTML { "<span class=\"bad\">\(code)</span>" }
}

extension JournaledRequest {
  /// Whether the whole request or a part of it was refused.
  var hasFailed: Bool { code != "OK" || failures?.isEmpty == false }
}

extension ConsolePage {
  static func requests(_ list: RequestList) -> ConsolePage {
    let refresh = ConsoleAddress(.requests, list.query)
    let older = list.requests.last.map { last in
      Link(
        "Older requests", to: ConsoleAddress(.requests, list.query + [("before", "\(last.number)")])
      )
    }
    let new = ConsoleAddress(ConsoleAddress.newRequests, list.query + [("after", "")])
    return ConsolePage(
      "Requests", at: .requests, script: list.isFirstPage ? liveScript : nil
    ) { _ in
      """
      \(form(for: list))
      <p><a href="\(refresh.text)">\(list.isFirstPage ? "Look again" : "Newest requests")</a> \
      <span id="live" class="quiet" role="status"></span></p>
      \(Table(
        caption: "Requests of clients, newest first", columns: RequestList.columns,
        rows: list.requests.map(RequestList.cells), empty: "There are no such requests.",
        next: list.hasOlder ? older : nil,
        bodyAttributes: list.isFirstPage
          ? " data-new=\"\(new.text)\" data-newest=\"\(list.newest)\"" : ""
      ).html)
      """
    }
  }

  private static func form(for list: RequestList) -> HTML {
    """
    <form class="fields row" method="get" action="\(ConsoleAddress.Path.requests.rawValue)">
    \("<p><label>Account <input name=\"account\" value=\"\(list.account ?? "")\"></label></p>",
      if: list.canChoose)
    <p><label class="check"><input type="checkbox" name="failed" value="1"\
    \(" checked", if: list.onlyFailed)> only failed</label></p>
    <button>Show</button>
    </form>
    """
  }

  /// Asks for new rows, which the cloud holds back until there are some, and puts them above the others.
  private static let liveScript: HTML = """
    const rows = document.querySelector("tbody[data-new]"), live = document.getElementById("live");
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    (async () => {
      for (let newest = rows.dataset.newest; ; await pause(200)) {
        live.textContent = "New requests appear by themselves.";
        const answer = await fetch(rows.dataset.new + newest);
        if (!answer.ok) throw answer.status;
        newest = answer.headers.get("X-ZoneChat-Newest");
        rows.insertAdjacentHTML("afterbegin", await answer.text());
        while (rows.rows.length > 500) rows.lastElementChild.remove();
      }
    })().catch(() => { live.textContent = "No longer live. Look again."; });
    """
}
