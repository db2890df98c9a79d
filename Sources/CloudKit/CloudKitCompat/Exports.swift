// What Apple's frameworks bring to a file that imports one of them: `import OSLog` has Foundation with it, Foundation
// has URLs' sessions, and SwiftUI has Observation. Core Location's two types are here for `import CoreLocation`.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import LocationValues
@_exported public import Observation
