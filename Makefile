# Everything starts here; `make` alone lists what there is.

PREFIX ?= /usr/local
# An import of a target that is not declared as a dependency is an error.
FLAGS := --explicit-target-dependency-import-check error
RELEASE := $(FLAGS) -c release --static-swift-stdlib
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := help
.PHONY: help deps build run demo test sim fuzz lint format install notice clean

help: ## Lists the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

deps: ## Installs what the system must give: ncurses, SQLite, tmux
	@scripts/deps.sh $(NEEDS)

build: deps ## Builds the program for use
	swift build $(RELEASE) --product zonechat

run: build ## Opens the client as yourself, on a cloud that starts by itself
	@.build/release/zonechat

demo: build ## Owner and participant side by side in tmux, in a cloud of their own
	@.build/release/zonechat demo

test: NEEDS := test
test: deps lint ## Lints, builds and runs every test
	swift build $(FLAGS) --build-tests
	@scripts/test.sh $(FLAGS)

sim: SEEDS ?= 1000
sim: FIRST ?= 1
sim: build ## Lives through SEEDS random worlds, from FIRST on, and judges them
	@.build/release/zonechat simulate --seeds $(SEEDS) --first $(FIRST)

fuzz: REQUESTS ?= 200000
fuzz: SEED ?= 1
fuzz: NEEDS := test
fuzz: deps ## Sends REQUESTS hostile requests to the cloud, from SEED on, and judges it
	swift build $(FLAGS) --build-tests
	@ZONECHAT_FUZZ_REQUESTS=$(REQUESTS) ZONECHAT_FUZZ_SEED=$(SEED) \
	  scripts/test.sh $(FLAGS) --filter CloudTests.StructureFuzzTests

lint: ## Checks the format and the style
	swift format lint --strict --recursive --parallel $(SOURCES)

format: ## Formats the sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

install: build ## Installs one binary that needs no Swift runtime; PREFIX says where
	install -D -s -m 755 .build/release/zonechat "$(DESTDIR)$(PREFIX)/bin/zonechat"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/doc/zonechat" LICENSE NOTICE

notice: deps ## Writes NOTICE: what is in the program besides our own code, and its licences
	swift build $(FLAGS) --product zonechat
	scripts/notice.sh > NOTICE

clean: ## Removes what was built
	rm -rf .build
