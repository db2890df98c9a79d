import ArgumentParser

struct CloudFaultsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults", abstract: "Inject faults: delays, lost answers, errors.",
    discussion: """
      A fault has a filter for requests, a schedule and an effect. The cloud counts how often it \
      fires. It ends by itself after --count times or --for seconds. The cloud keeps faults in \
      memory, so a restart ends them.

      EXAMPLES
        Lose the answer to every third write of alice, five times:
          zonechat cloud faults add dropAfter --account alice \\
            --operation records/modify --every 3 --count 5
        Throttle half of the requests of bob in the next minute:
          zonechat cloud faults add throttle --account bob --probability 0.5 \\
            --seed 7 --for 60 --retry-after 2
        Let some records of a batch fail:
          zonechat cloud faults add failRecords --record 'message-*' \\
            --code QUOTA_EXCEEDED
        Add several faults from a file, a JSON array of faults:
          zonechat cloud faults add --file faults.json
      """,
    subcommands: [
      CloudFaultsListCommand.self, CloudFaultsAddCommand.self, CloudFaultsRemoveCommand.self,
      CloudFaultsClearCommand.self,
    ], defaultSubcommand: CloudFaultsListCommand.self)
}
