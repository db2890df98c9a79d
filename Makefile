# The only entry for building and testing; `make` alone lists the targets.

PREFIX ?= /usr/local
# The import of a target that is not a declared dependency is an error.
FLAGS := --explicit-target-dependency-import-check error
# An idle program sleeps: see Sources/Program/CommandSupport/DispatchMonitor.swift. Nothing is loaded that would look for symbols.
LINK := --wrap=_dispatch_workq_worker_register --wrap=_dispatch_workq_worker_unregister --no-export-dynamic
RELEASE := $(FLAGS) -c release --static-swift-stdlib $(LINK:%=-Xlinker %)
SOURCES := Package.swift Sources Tests Examples/Package.swift Examples/Sources Examples/Tests

.DEFAULT_GOAL := help
.PHONY: help deps build run demo test examples dependents docs bench sim fuzz reading sync torture screens pages lint format install uninstall deb tarball \
  package-test notice clean

help: ## Lists the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

deps: ## Installs the system's packages that are missing: ncurses, SQLite, tmux
	@scripts/deps.sh $(NEEDS)

build: deps ## Builds the program, optimised
	swift build $(RELEASE) --product zonechat

run: build ## Opens the client as yourself; the cloud starts by itself
	@.build/release/zonechat

demo: build ## Shows owner and participant side by side in tmux, in a separate cloud
	@.build/release/zonechat demo

test: NEEDS := test
test: deps lint ## Lints, builds and runs every test, and builds the reference
	swift build $(FLAGS) --build-tests
	@scripts/test.sh $(FLAGS)
	@scripts/docs.sh $(FLAGS)
	@scripts/examples.sh $(FLAGS)

examples: NEEDS := test
examples: deps ## Builds the small apps in Examples/, and runs their tests
	@scripts/examples.sh $(FLAGS)

dependents: NEEDS := test
dependents: deps ## Builds a package that depends on this one by a path, by a URL and by a tag, each from an empty folder
	swift build $(FLAGS) --product zonechat
	@scripts/dependents.sh

docs: deps ## Builds the reference of CloudKit and CloudKitTesting, a site in .build/docs
	@scripts/docs.sh $(FLAGS)

bench: build ## Measures sending, fetching and the screen, beside their aims; BENCH=--long for all
	@.build/release/zonechat bench $(BENCH)

sim: SEEDS ?= 1000
sim: FIRST ?= 1
sim: build ## Runs SEEDS random worlds from seed FIRST on, and checks their invariants
	@.build/release/zonechat simulate --seeds $(SEEDS) --first $(FIRST)

fuzz: REQUESTS ?= 200000
fuzz: SEED ?= 1
fuzz: NEEDS := test
fuzz: deps ## Sends REQUESTS random requests to clouds, from SEED on, and checks the answers
	swift build $(FLAGS) --build-tests
	@ZONECHAT_FUZZ_REQUESTS=$(REQUESTS) ZONECHAT_FUZZ_SEED=$(SEED) \
	  scripts/test.sh $(FLAGS) --filter CloudTests.StructureFuzzTests

reading: STEPS ?= 500
reading: NEEDS := test
reading: deps ## Takes STEPS random steps from each of 20 seeds in two windows of the client, and checks what they show
	swift build $(FLAGS) --build-tests
	@ZONECHAT_STEPS=$(STEPS) scripts/test.sh $(FLAGS) --filter RandomReadingTests

sync: RUNS ?= 1000
sync: FIRST ?= 1
sync: NEEDS := test
sync: deps ## Runs RUNS random runs of CKSyncEngine from seed FIRST on: two people, four devices, a cloud with faults
	swift build $(FLAGS) --build-tests
	@ZONECHAT_SYNC_RUNS=$(RUNS) ZONECHAT_SYNC_SEED=$(FIRST) scripts/test.sh $(FLAGS) --filter RandomSyncTests

torture: SECONDS ?= 3600
torture: NEEDS := test
torture: deps ## Kills servers and databases for SECONDS while people write and read, and checks that nothing is lost
	swift build $(FLAGS) --build-tests
	@ZONECHAT_TORTURE_SECONDS=$(SECONDS) scripts/test.sh $(FLAGS) --filter 'TortureTests|SabotageTests'

screens: NEEDS := test
screens: deps ## Writes the pictures of all screens anew, for the tests and for the pages, and docs/pictures
	swift build $(FLAGS) --build-tests
	@ZONECHAT_WRITE_SCREENS=1 scripts/test.sh $(FLAGS) --filter 'GoldenScreenTests.*every'
	@ZONECHAT_WRITE_SCREENS=1 scripts/test.sh $(FLAGS) --filter 'GoldenScreenTests.*pages'
	@ZONECHAT_WRITE_SCREENS=1 scripts/test.sh $(FLAGS) --filter 'ManifestTests.*picture'

lint: ## Checks the format of the sources, and the rules of .swift-format
	swift format lint --strict --recursive --parallel $(SOURCES)

format: ## Formats the sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

pages: build ## Writes docs/keys.md, docs/commands.md and the manual page docs/zonechat.1, from the program
	.build/release/zonechat keys --page > docs/keys.md
	.build/release/zonechat manual > docs/zonechat.1
	.build/release/zonechat manual --commands > docs/commands.md

install: build ## Installs one binary that needs no Swift runtime, below PREFIX; links open it
	install -D -s -m 755 .build/release/zonechat "$(DESTDIR)$(PREFIX)/bin/zonechat"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/doc/zonechat" LICENSE NOTICE
	@scripts/manual.sh install .build/release/zonechat "$(DESTDIR)$(PREFIX)"
	@scripts/completions.sh install .build/release/zonechat "$(DESTDIR)$(PREFIX)"
	@scripts/desktop.sh install "$(DESTDIR)" "$(PREFIX)"

uninstall: ## Removes what install has installed below PREFIX; accounts and chats stay
	rm -f "$(DESTDIR)$(PREFIX)/bin/zonechat"
	rm -rf "$(DESTDIR)$(PREFIX)/share/doc/zonechat"
	@scripts/manual.sh uninstall .build/release/zonechat "$(DESTDIR)$(PREFIX)"
	@scripts/completions.sh uninstall .build/release/zonechat "$(DESTDIR)$(PREFIX)"
	@scripts/desktop.sh uninstall "$(DESTDIR)" "$(PREFIX)"

deb: NEEDS := package
deb: build ## Makes a Debian package in .build/packages
	@scripts/deb.sh

tarball: build ## Makes a tarball for other systems in .build/packages; it is unpacked below /usr/local
	@scripts/tarball.sh

package-test: deb ## Installs, upgrades and purges the Debian package in fresh Debian 12 and 13; as root, with network
	@scripts/deps.sh package-test
	@scripts/package-test.sh .build/packages/zonechat_*.deb

notice: deps ## Writes NOTICE: the works of others in the program, and their licences
	swift build $(FLAGS) --product zonechat
	scripts/notice.sh > NOTICE

clean: ## Removes the build
	rm -rf .build Examples/.build
