#!/usr/bin/env python3
"""Runs the tests of public CloudKit libraries against this package, and prints the table of docs/cloudkit.md.

    scripts/libraries.py FOLDER [NAME...]

FOLDER has checkouts of the libraries, each under its own name (`git clone`); this program fetches none of them, and
changes none: it builds a copy. Without names it takes all that are there. SwiftPM fetches what the libraries depend
on. The first one takes some minutes, in which this package is built for all. Needs Python 3.9 and Swift, and for
Apple's samples the program that `make test` builds, or another one in ZONECHAT_PROGRAM.
"""

import argparse
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

EXPORTS = """\
@_exported import CloudKitCompat
"""

COMBINE = """\
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
"""

TYPES = """\
import Foundation

public struct UTType: Hashable {
  public let identifier: String
  public let preferredFilenameExtension: String?
  public static let json = UTType(identifier: "public.json", preferredFilenameExtension: "json")
  public static let propertyList = UTType(identifier: "com.apple.property-list", preferredFilenameExtension: "plist")
  public static let xmlPropertyList = UTType(identifier: "com.apple.xml-property-list", preferredFilenameExtension: nil)
  public static let binaryPropertyList = UTType(
    identifier: "com.apple.binary-property-list", preferredFilenameExtension: nil)
  public var isDynamic: Bool { false }
  public func conforms(to type: UTType) -> Bool {
    self == type || (type == .propertyList && (self == .xmlPropertyList || self == .binaryPropertyList))
  }
}

extension URLResourceKey {
  public static let contentTypeKey = URLResourceKey.nameKey
}

extension URLResourceValues {
  public var contentType: UTType? { nil }
}
"""

# Modules of Apple's systems that Linux lacks: a target with this name, its code, and the products that it needs.
OPEN_COMBINE = {
    "name": "Combine", "code": COMBINE,
    "package": '.package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0")',
    "products": ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"],
    "words": "OpenCombine as `Combine`",
}
UNIFORM_TYPES = {
    "name": "UniformTypeIdentifiers", "code": TYPES, "package": None, "products": [],
    "words": "a stub of `UTType`",
}

# XCTest on Linux lacks it.
ALLOWANCE = """\
import XCTest

extension XCTestCase {
  var executionTimeAllowance: TimeInterval {
    get { 0 }
    set {}
  }
}
"""

# For each library the folders of its targets, the modules that it lacks, targets that are left out, and edits of its
# files: a pattern, what is in its place, and what the table says of it.
LIBRARIES = {
    "CloudSyncSession": {
        "folders": ["Sources/CloudSyncSession", "Tests/CloudSyncSessionTests"],
        "lacks": [OPEN_COMBINE],
        # Its other dependency is a checkout too, because few mirrors have it.
        "beside": {"https://github.com/ryanashcraft/swift-pid.git": "swift-pid"},
    },
    "CombineCloudKit": {
        "folders": ["Sources/CombineCloudKit", "Tests/CombineCloudKitTests"], "lacks": [OPEN_COMBINE],
    },
    "TakeoffKit": {
        "folders": ["Sources", "Tests"],
        "edits": [
            ("Sources/Sync Engine/TKSyncEngine.swift", r"addObserver\(\s*self,\s*selector: #selector\((\w+)\),\s*"
             r"name: ([.\w]+),\s*object: nil\s*\)",
             r"addObserver(forName: \2, object: nil, queue: nil) { [weak self] _ in self?.\1() }", "one `#selector`"),
            ("Sources/Sync Engine/TKSyncEngine.swift", r"@objc (private nonisolated)", r"\1", ""),
        ],
    },
    "CloudKitCodable": {
        "folders": ["Sources/CloudKitCodable", "Tests/CloudKitCodableTests"], "lacks": [UNIFORM_TYPES],
    },
    # The engine beside the coder is for UIKit and Combine's publishers of notifications.
    "Cirrus": {
        "folders": ["Sources/CKRecordCoder", "Sources/CloudKitCodable", "Tests/CKRecordCoderTests"],
        "leaves_out": ["Cirrus"],
    },
}


def sample(module, files, tests, **keys):
    """One of Apple's samples: a project of Xcode, of which the files without views are built."""
    return {"module": module, "files": files, "tests": tests, **keys}


LIBRARIES.update({
    "sample-cloudkit-zonesharing": sample(
        "ZoneSharing", ["ZoneSharing/App/Config.swift", "ZoneSharing/Models/Contact.swift",
                        "ZoneSharing/Models/ContactGroup.swift", "ZoneSharing/ViewModels/ViewModel.swift"],
        "ZoneSharingTests"),
    "sample-cloudkit-queries": sample(
        "Queries", ["Queries/Config.swift", "Queries/ViewModel.swift"], "Tests"),
    "sample-cloudkit-privatedb": sample(
        "PrivateDatabase", ["PrivateDatabase/Config.swift", "PrivateDatabase/ViewModel.swift"], "Tests",
        adds=("Allowance.swift", ALLOWANCE, "an extension with `executionTimeAllowance`")),
    "sample-cloudkit-encryption": sample(
        "Encryption", ["Encryption/Config.swift", "Encryption/Models/Contact.swift",
                       "Encryption/ViewModels/ViewModel.swift"], "EncryptionTests"),
    "sample-cloudkit-sharing": sample(
        "Sharing", ["Sharing/App/Config.swift", "Sharing/Models/Contact.swift",
                    "Sharing/ViewModels/ViewModel.swift"], "SharingTests"),
    # Its tests are built together with its files.
    "sample-cloudkit-sync-engine": sample(
        None, ["SyncEngine/DataModel.swift", "SyncEngine/Logger.swift", "SyncEngine/SyncedDatabase.swift"],
        "Tests", edits=[
            ("Tests/DataModel.swift", r"lhs\.userModificationDate == rhs\.userModificationDate",
             "abs(lhs.userModificationDate.timeIntervalSince(rhs.userModificationDate)) < 0.001",
             "dates equal within a millisecond"),
            ("Tests/DataModel.swift", r"hasher\.combine\(self\.userModificationDate\)", "", ""),
            ("Tests/SyncedDatabase.swift", r"await self\.initializeSyncEngine\(\)", "_ = await self.syncEngine",
             "one engine at its start"),
        ]),
})

# What is written below a library's manifest: SwiftPM reads it as Swift.
MANIFEST = """

package.platforms = nil
package.products = []
let leftOut: [String] = {leaves_out}
package.targets.removeAll {{ leftOut.contains($0.name) }}
package.dependencies.append(.package(name: "zonechat", path: "{root}"))
for target in package.targets {{
  target.dependencies += [
    .product(name: "CloudKit", package: "zonechat"), .product(name: "CloudKitCompat", package: "zonechat"),
  ]
}}
"""

LACKING = """
{package}
for target in package.targets {{ target.dependencies.append("{name}") }}
package.targets.append(
  .target(name: "{name}", dependencies: [{products}], path: "Lacking/{name}"))
"""


def prepare(name, library, checkout, folder):
    """A copy of the checkout that depends on this package; returns how many files are built and the edits."""
    if "tests" in library:
        library = {**library, "folders": lay_out(library, checkout, folder)}
    else:
        shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(".git", ".build"), symlinks=True)
    notes = []
    for file, pattern, instead, words in library.get("edits", []):
        path = os.path.join(folder, file)
        code, count = re.subn(pattern, instead, read(path))
        if not count:
            raise SystemExit(f"{name}: {file} has changed: the edit ‘{pattern}’ has no place in it.")
        write(path, code)
        notes += [words] if words else []
    if "adds" in library:
        file, code, words = library["adds"]
        write(os.path.join(folder, "Tests", file), code)
        notes.append(words)
    files = len(library["files"]) if "files" in library else sum(
        name.endswith(".swift") for part in library["folders"] if part.startswith("Sources")
        for _, _, names in os.walk(os.path.join(folder, part)) for name in names)
    for part in library["folders"]:
        write(os.path.join(folder, part, "CloudKitCompatExports.swift"), EXPORTS)
    for other in os.listdir(folder):
        if other.startswith("Package@"):
            os.remove(os.path.join(folder, other))
    manifest = read(os.path.join(folder, "Package.swift"))
    manifest = re.sub(r"^(// ?swift-tools-version: ?)5\.[0-4]\b", r"\g<1>5.5", manifest)
    for address, beside in library.get("beside", {}).items():
        path = os.path.join(os.path.dirname(checkout), beside)
        manifest = re.sub(
            rf'\.package\(\s*url: "{re.escape(address)}",[^()]*(\([^()]*\))?\s*\)',
            f'.package(path: "{path}")', manifest)
        notes.append(f"its dependency `{beside}`")
    manifest += MANIFEST.format(root=ROOT, leaves_out=swift_list(library.get("leaves_out", [])))
    for lacking in library.get("lacks", []):
        place = os.path.join(folder, "Lacking", lacking["name"])
        os.makedirs(place)
        write(os.path.join(place, lacking["name"] + ".swift"), lacking["code"])
        package = lacking["package"]
        products = [f'.product(name: "{product}", package: "OpenCombine")' for product in lacking["products"]]
        manifest += LACKING.format(
            name=lacking["name"], products=", ".join(products),
            package=f"package.dependencies.append({package})" if package else "")
        notes.append(lacking["words"])
    write(os.path.join(folder, "Package.swift"), manifest)
    # The same versions as here, so that what is built of them serves all.
    if os.path.exists(os.path.join(ROOT, "Package.resolved")):
        shutil.copy(os.path.join(ROOT, "Package.resolved"), folder)
    return files, notes


def lay_out(library, checkout, folder):
    """A package of a sample's files and tests; returns the folders of its targets."""
    module = library["module"]
    place = os.path.join(folder, "Sources" if module else "Tests")
    shutil.copytree(os.path.join(checkout, library["tests"]), os.path.join(folder, "Tests"))
    os.makedirs(place, exist_ok=True)
    for file in library["files"]:
        shutil.copy(os.path.join(checkout, file), place)
    targets = [f'.target(name: "{module}", path: "Sources")'] if module else []
    needs = swift_list([module] if module else [])
    targets.append(f'.testTarget(name: "SampleTests", dependencies: {needs}, path: "Tests")')
    write(os.path.join(folder, "Package.swift"), f"""\
// swift-tools-version: 5.9
import PackageDescription

let package = Package(name: "Sample", targets: [{", ".join(targets)}])
""")
    return ["Sources", "Tests"] if module else ["Tests"]


def swift_list(names):
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def forget_plan(build):
    """SwiftPM keeps its plan of a build where it keeps the build, and takes another package's for its own."""
    for plan in ("debug.yaml", "debug/description.json"):
        if os.path.exists(os.path.join(build, plan)):
            os.remove(os.path.join(build, plan))


def test(folder, build):
    """Builds and runs the tests; returns the names of those that passed and of the others, and the end of the log."""
    forget_plan(build)
    environment = {"ZONECHAT_PROGRAM": os.path.join(ROOT, ".build/debug/zonechat"), **os.environ}
    ran = subprocess.run(
        ["swift", "test", "--package-path", folder, "--scratch-path", build], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    forget_plan(build)

    def names(pattern):
        return {"".join(parts) for parts in re.findall(pattern, ran.stdout)}

    # A test that has begun and has no end, because the process crashed, has failed.
    begun = names(r"Test Case '([^']+)' started|◇ Test (?!run )(.+?) started")
    passed = names(r"Test Case '([^']+)' passed|✔ Test (?!run )(.+?) passed after")
    return passed, begun - passed, ran.stdout[-6000:]


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("folder", help="the folder of the checkouts")
    reader.add_argument("names", nargs="*", metavar="NAME", help=", ".join(LIBRARIES))
    reader.add_argument("--build", help="a folder that keeps what is built; `.build` has already most of it")
    chosen = reader.parse_args()
    folder = os.path.abspath(chosen.folder)
    names = chosen.names or [name for name in LIBRARIES if os.path.isdir(os.path.join(folder, name))]
    for name in names:
        if name not in LIBRARIES or not os.path.isdir(os.path.join(folder, name)):
            reader.error(f"there is no library ‘{name}’ in {folder}, or no recipe for it")
    if not names:
        reader.error(f"{folder} has none of {', '.join(LIBRARIES)}")
    rows, status = [], 0
    with tempfile.TemporaryDirectory(prefix="libraries-") as work:
        build = os.path.abspath(chosen.build) if chosen.build else os.path.join(work, "build")
        for name in names:
            checkout = os.path.join(folder, name)
            commit = subprocess.run(
                ["git", "-C", checkout, "rev-parse", "--short=7", "HEAD"],
                stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
            # The folder's name is the package's, also in what is kept of a build.
            files, notes = prepare(name, LIBRARIES[name], checkout, os.path.join(work, name))
            passed, failed, log = test(os.path.join(work, name), build)
            if passed or failed:
                outcome = f"{len(passed)} of {len(passed | failed)}"
            else:
                outcome, status = "does not build", 1
                print(log, file=sys.stderr)
            for words in sorted(failed):
                print(f"{name}: failed: {words}", file=sys.stderr)
            rows.append(f"| {name} {commit} | {files} | {outcome} | {', '.join(notes) or 'none'} |")
            print(rows[-1], flush=True)
    print(f"\nTested on {datetime.date.today()}.\n")
    print("| library, commit | files | its tests that pass | edits |\n|---|---|---|---|")
    print("\n".join(rows))
    return status


if __name__ == "__main__":
    sys.exit(main())
