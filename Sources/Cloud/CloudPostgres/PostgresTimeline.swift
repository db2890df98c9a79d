import CloudRows
import CloudRules
import PostgresClient

/// What a failover means for the store.
///
/// A standby that takes over begins a timeline of PostgreSQL, and so does a database that is recovered to an earlier
/// time. It may lack changes that devices have seen. Nothing in the new primary says so, but the devices' tokens do:
/// those that were given while the primary had no synchronous standby name the timeline (`StoreLife`).
enum PostgresTimeline {
  /// The timeline has changed since the store was used last.
  struct HasChanged: Error {}

  /// The timeline of a primary.
  ///
  /// Its number is in the name of each file of the log: `pg_control_checkpoint` has it only after a checkpoint.
  /// Source: <https://www.postgresql.org/docs/15/continuous-archiving.html#BACKUP-TIMELINES>.
  static let current = "left(pg_walfile_name(pg_current_wal_lsn()), 8)"

  /// Whether a standby has everything that a transaction sees.
  ///
  /// A transaction becomes visible when its standby has it. No connection asks for less (`PostgresConnection`).
  static let isConfirmed = "current_setting('synchronous_standby_names') <> ''"

  /// Begins a timeline of the incarnation, if no other server has; in the first timeline it is only noted.
  static func note(_ connection: PostgresConnection) throws {
    let conversation = Conversation(connection)
    // A new primary may wait for its standby long. Should this be lost too, there is another timeline anyway.
    conversation.write("SET LOCAL synchronous_commit TO local")
    conversation.lock(.setting, StoreLife.settingName)
    func setting(_ name: String) -> SQL { "SELECT value FROM setting WHERE name = \(name)" }
    let rows = try conversation.read(
      [
        "SELECT \(sql: current), replace(gen_random_uuid()::text, '-', ''), random()",
        setting(OwnSetting.timeline.rawValue), setting(StoreLife.settingName),
      ])
    let now: (timeline: String, name: String, chance: Double)? = try rows[0].one {
      (try $0.next(), try $0.next(), try $0.next())
    }
    guard let now else { return }
    let known: String? = try rows[1].one { try $0.next() }
    guard known != now.timeline else { return }
    func set(_ name: String, to value: String) {
      conversation.write(
        """
        INSERT INTO setting (name, value) VALUES (\(name), \(value))
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """)
    }
    set(OwnSetting.timeline.rawValue, to: now.timeline)
    if known != nil {
      let life = try StoreLife(stored: try rows[2].one { try $0.next() })
      // Our choice, as for a copy: above what may have been given out in the state that is lost.
      let step = 1 + Int64(now.chance * Double(1 << 40))
      let next = life.next(timeline: String(now.name.prefix(12)), step: step)
      set(StoreLife.settingName, to: next.stored)
    }
    conversation.finish()
  }
}
