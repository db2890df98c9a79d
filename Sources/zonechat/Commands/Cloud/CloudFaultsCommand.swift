import ArgumentParser

struct CloudFaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults", abstract: "Make trouble on demand: delays, lost answers, errors.",
    discussion: """
      A fault says which requests it means, when it fires, and what it does. It is counted, and \
      ends by itself after --count times or --for seconds. Faults live in the cloud's memory: a \
      restart ends them.

      EXAMPLES
        Every third write of alice is lost after its commit, five times:
          zonechat cloud faults add dropAfter --account alice --operation records/modify \\
            --every 3 --count 5
        Half of what bob asks in the next minute is throttled, alike for the same seed:
          zonechat cloud faults add throttle --account bob --probability 0.5 --seed 7 \\
            --for 60 --retry-after 2
        Some records fail inside a batch:
          zonechat cloud faults add failRecords --record 'message-*' --code QUOTA_EXCEEDED
        Several from a file, a JSON array of what ‘list --json’ shows:
          zonechat cloud faults add --file faults.json
      """,
    subcommands: [
      CloudFaultsListCommand.self, CloudFaultsAddCommand.self, CloudFaultsRemoveCommand.self,
      CloudFaultsClearCommand.self,
    ], defaultSubcommand: CloudFaultsListCommand.self)
}
