package import CloudModel

/// The values that somebody has entered into the form for a fault.
package struct FaultForm: Sendable {
  /// A field of the form, and of the fault.
  package enum Field: String, Sendable, CaseIterable {
    case effect, code, milliseconds, account, operation, database, zone, count
  }

  package var values: [Field: String]

  package init(_ values: [Field: String] = [.code: ServerErrorCode.zoneBusy.rawValue]) {
    self.values = values
  }

  subscript(field: Field) -> String { values[field] ?? "" }

  /// The fault as the flat object in which faults are written everywhere.
  ///
  /// A field that the effect does not need is left out, because the form always has all fields.
  package var json: [String: InspectionValue] {
    let effect = self[.effect]
    let needed: Set<Field> =
      switch effect {
      case "fail", "failRecords": [.code]
      case "delay", "delayNotifications": [.milliseconds]
      default: []
      }
    var json: [String: InspectionValue] = [:]
    for (field, value) in values where !value.isEmpty {
      switch field {
      case .code where needed.contains(.code): json[field.rawValue] = .text(value)
      case .milliseconds where needed.contains(.milliseconds), .count:
        json[field.rawValue] = Int64(value).map { .integer($0) } ?? .text(value)
      case .code, .milliseconds: break
      case .effect, .account, .operation, .database, .zone: json[field.rawValue] = .text(value)
      }
    }
    return json
  }
}

extension ConsolePage {
  /// The effects that the form offers; the others have more parameters, and a command adds them.
  private static let effects = [
    ("fail", "fail: refuse the whole request"), ("failRecords", "failRecords: refuse records"),
    ("delay", "delay: let the request wait"),
    ("dropBefore", "dropBefore: close the connection, with nothing done"),
    ("dropAfter", "dropAfter: do it, and close the connection without an answer"),
    ("expireTokens", "expireTokens: change tokens count as expired"),
    ("loseNotifications", "loseNotifications: tell nobody"),
    ("duplicateNotifications", "duplicateNotifications: tell everybody twice"),
    ("delayNotifications", "delayNotifications: tell everybody late"),
  ]

  static func faults(
    _ faults: [FaultStatus], form: FaultForm = FaultForm(), trouble: String? = nil
  ) -> ConsolePage {
    ConsolePage("Faults", at: .faults) { frame in
      """
      \(alert(trouble))
      \(Table(
        caption: "Faults that are on, then those that have ended",
        columns: [
          "ID", "Effect", "Requests", "Schedule", .number("Matched"), .number("Fired"), "State", "",
        ],
        rows: faults.map { row($0, frame) }, empty: "There are no faults: every request succeeds that can."
      ).html)
      <h2>Switch a fault on</h2>
      \(addForm(form, frame))
      """
    }
  }

  private static func row(_ status: FaultStatus, _ frame: ConsoleFrame) -> [HTML] {
    let fault = status.fault
    let id = fault.id ?? ""
    let button: HTML =
      status.isActive ? frame.button("Switch off", for: .removeFault, [("id", id)]) : ""
    return [
      "\(id)", "\(fault.effect.summary)", "\(fault.filter.summary)", "\(fault.schedule.summary)",
      "\(status.seen)", "\(status.fired)", "\(status.stateSummary)", button,
    ]
  }

  private static func addForm(_ form: FaultForm, _ frame: ConsoleFrame) -> HTML {
    let contents: HTML = """
      <p><label>Effect \(select("effect", effects, selected: form[.effect]))</label></p>
      <p><label>Code, for fail and failRecords \
      \(select(
        "code", ServerErrorCode.allCases.map { ($0.rawValue, $0.rawValue) }, selected: form[.code]))</label></p>
      <p><label>Milliseconds, for delays \
      <input name="milliseconds" inputmode="numeric" value="\(form[.milliseconds])"></label></p>
      <p><label>Only for this account <input name="account" value="\(form[.account])"></label></p>
      <p><label>Only for this operation <input name="operation" value="\(form[.operation])" \
      placeholder="records/modify"></label></p>
      <p><label>Only in this database \
      \(select(
        "database", [("", "any")] + ["public", "private", "shared"].map { ($0, $0) },
        selected: form[.database]))</label></p>
      <p><label>Only for this zone <input name="zone" value="\(form[.zone])"></label></p>
      <p><label>So many times; empty for always \
      <input name="count" inputmode="numeric" value="\(form[.count])"></label></p>
      <button>Switch on</button>
      """
    return frame.form(.addFault, contents, style: " class=\"fields broad\"")
  }

  private static func select(
    _ name: String, _ options: [(value: String, text: String)], selected: String
  ) -> HTML {
    let options = options.map { value, text -> HTML in
      "<option value=\"\(value)\"\(" selected", if: value == selected)>\(text)</option>"
    }
    return "<select name=\"\(name)\">\(options)</select>"
  }
}
