import CloudKitCore
import Testing

@Suite struct RecordTests {
}
