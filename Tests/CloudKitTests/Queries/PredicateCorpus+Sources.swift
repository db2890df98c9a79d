import Foundation
import LocationValues

/// The sources of the formats in the corpus.
///
/// The formats have the fields of `SampleCloud` where the sources have the fields of their apps, and other values.
extension PredicateCorpus {
  private static let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)

  /// Formats that are in public code, and in none of the other lists.
  static var found: [PredicateCorpus] {
    [
      Self("email IN %@ AND code IN %@", "b", ["1", "2"], ["2", "3"]),
      Self(
        "(tags CONTAINS %@) AND (favoriteColors CONTAINS %@) AND (date <= %@)", "a b", "green",
        "green", Date(timeIntervalSince1970: 2500)),
      Self("genre = 'red' AND tags CONTAINS %@", "a", "green"),
      Self(
        "distanceToLocation:fromLocation:(location, %@) < %f AND name != 'Bob'", "a", paris,
        400_000.0),
      Self("distanceToLocation:fromLocation:(%K, %@) < %@", "a", "location", paris, 10_000),
      Self("score == 20 && price > 1", "b"),
      Self("%K < %@", "a", "score", 15),
      Self("20 = score", "b"),
      Self("ANY favoriteColors BEGINSWITH %@", "a c", "red"),
      Self(
        "startDate >= %@ && endDate < %@", "b", Date(timeIntervalSince1970: 1500),
        Date(timeIntervalSince1970: 3000)),
      Self("NOT(owner IN %@)", "b n", [TestReference("x")]),
      Self("username ==%@", "c", "3"),
    ]
  }

  /// By source: a page, or a repository on GitHub and a file in it.
  static let sources: [String: [String]] = [
    "Apple's reference, CKQuery": [
      "TRUEPREDICATE",
      "truepredicate",
      "FALSEPREDICATE",
      "recordID == %@",
      "recordID = %@",
      "___recordID == %@",
      "isCompleted == %@",
      "isRead == %@",
      "timestamp == %@",
      "email == %@",
      "icloud_id == %@",
      "userID == %@",
      "receiver == %@",
      "name == %@",
      "%K CONTAINS %@",
      "favoriteColors CONTAINS 'red'",
      "'red' IN favoriteColors",
      "ANY favoriteColors = 'red'",
      "ANY favoriteColors BEGINSWITH 'red'",
      "favoriteColor IN { 'red', 'green' }",
      "ANY { 'red', 'green' } = favoriteColor",
      "list == %@",
      "owner = %@",
      "distanceToLocation:fromLocation:(location, %@) < %f",
      "distanceToLocation:fromLocation:(Location,%@) < %f",
      "self contains 'breakfast toast'",
      "self contains 'milk' AND self contains 'toast'",
      "ANY favoriteColors BEGINSWITH %@",
      "username ==%@",
    ],
    "niclego/lhCloudKit: Sources/lhCloudKit/Queries/HeardQuery.swift": [
      "recordID IN %@",
      "recordID in %@",
      "score IN %@",
      "username IN %@",
      "favoriteColor IN %@",
      "post IN %@",
    ],
    "reich452/12amCloudKit2: 12a.m./Controllers/Model Controllers/PostController.swift": [
      "NOT (recordID IN %@)",
      "NOT (username IN %@)",
      "NOT(owner IN %@)",
    ],
    "WWDCScholars/iOS-app: WWDCScholars/CloudKit/CloudKitManager+Batch.swift": [
      "recordID IN %@ AND year = %@"
    ],
    "BennyKJohnson/OpenCloudKit: Tests/OpenCloudKitTests/CKPredicateTests.swift": [
      "creationDate > %@",
      "modificationDate > %@",
      "___modTime > %@",
      "isDeleted == 0",
      "isCompleted == NO",
      "isCompleted == FALSE",
      "isPublic == YES",
      "isPublic = true",
      "score == 20.0",
      "price == 2",
      "price > -1.5e0",
      "date > %@",
      "distanceToLocation:fromLocation:(%K, %@) < %f",
      "score == 20 && price > 1",
    ],
    "keitaito/NCCBF-iOS: NCCBF-iOS/Extensions/NSPredicateExtension.swift": [
      "creationDate >= %@ AND creationDate < %@",
      "startDate >= %@ && endDate < %@",
    ],
    "reich452/12amCloudKit2: 12a.m./Managers/CloudKitManager.swift": [
      "%K > %@",
      "%K < %@",
    ],
    "Ranchero-Software/NetNewsWire: Modules/Account/Sources/Account/CloudKit/CloudKitArticlesZone.swift":
      [
        "modificationDate >= %@"
      ],
    "camdenfullmer/CloudyKit: Tests/CloudyKitTests/Predicate+HelpersTests.swift": [
      "score != 10",
      "score <> 10",
      "score => 20",
      "score =< 20",
      "rating >= 2",
      "20 = score",
    ],
    "Ranchero-Software/NetNewsWire: Modules/Account/Sources/Account/CloudKit/CloudKitAccountZone.swift":
      [
        "ID = '1' ",
        "Facebook_ID = '2' ",
        "name = \"Alice\"",
        "name == 'alice'",
        "tags CONTAINS %@",
        "participants CONTAINS %@",
        "student CONTAINS %@",
      ],
    "Sorix/CloudCore: Source/Classes/Caching/CloudCoreCacheManager.swift": [
      "%K == %@"
    ],
    "apple/sample-cloudkit-queries: Queries/ViewModel.swift": [
      "title BEGINSWITH %@",
      "heading beginswith %@",
      "FullName BEGINSWITH %@",
    ],
    "niclego/lhCloudKit: Sources/lhCloudKit/Queries/UserFollowerQuery.swift": [
      "email == %@ && code == %@"
    ],
    "niclego/lhCloudKit: Sources/lhCloudKit/Queries/UserQuery.swift": [
      "ANY favoriteColors == %@"
    ],
    "evermeer/EVCloudKitDao: Source/EVCloudKitDao.swift": [
      "allTokens TOKENMATCHES[cdl] %@",
      "allTokens TOKENMATCHES[cdl]  %@",
      "distanceToLocation:fromLocation:(%K, %@) < %@",
    ],
    "evermeer/EVCloudKitDao: AppMessage/AppMessage/Controlers/ChatViewController.swift": [
      "email IN %@ AND code IN %@"
    ],
    "WWDCScholars/iOS-app: WWDCScholars/CKDataController.swift": [
      "(tags CONTAINS %@) AND (favoriteColors CONTAINS %@) AND (date <= %@)"
    ],
    "WWDCScholars/iOS-app: WWDCScholars/CloudKit/CloudKitManager+Scholar.swift": [
      "genre = 'red' AND tags CONTAINS %@"
    ],
    "niclego/lhCloudKit: Sources/lhCloudKit/Queries/VenueQuery.swift": [
      "distanceToLocation:fromLocation:(location, %@) < %f AND name != 'Bob'"
    ],
  ]
}
