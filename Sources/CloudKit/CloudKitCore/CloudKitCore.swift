// An app that imports CloudKit has Foundation and Core Location with it, as on Apple's systems.
@_exported public import Foundation
@_exported public import LocationValues
