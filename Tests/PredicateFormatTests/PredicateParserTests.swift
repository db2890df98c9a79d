import PredicateFormat
import Testing

@Suite struct PredicateParserTests {
}
