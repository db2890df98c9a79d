import ArgumentParser
import CloudModel

extension CloudEnvironment: ExpressibleByArgument {}
