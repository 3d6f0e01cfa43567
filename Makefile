# OpenCoreAudio: two commands for everyone, the rest for its developers. `make help` lists them.

FILE ?= Examples/Media/sample.mp3
# The linker omits unused libraries: those that the public modules re-export for their clients, above
# all FoundationNetworking, would cost each tool 6 ms and 6 MB at its start.
# The C++ library is linked statically, so only its used parts take memory. The addresses to relocate at
# the start are in a packed list (written by lld, supported by glibc 2.36 and later), which saves two
# megabytes. The functions that a run needs are adjacent (Scripts/make-link-order), which saves four.
GLIBC := $(shell getconf GNU_LIBC_VERSION | cut -d' ' -f2)
ifeq ($(shell printf '%s\n' 2.36 $(GLIBC) | sort -V | head -n1),2.36)
PACKED = +-fuse-ld=lld +-Wl,-z,nostart-stop-gc +-Wl,-z,pack-relative-relocs +-Wl,--symbol-ordering-file=Scripts/link-order.txt \
	+-Wl,--no-warn-symbol-ordering
endif
LINK_USED = CCC_OVERRIDE_OPTIONS='\#^-Wl,--as-needed +-Wno-unused-command-line-argument \
	s/-lstdc\+\+/-l:libstdc++.a/ $(PACKED)'
# SwiftPM before 6.4 passes the traits to the compiler in another order each time, and recompiles everything (issue 10525).
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(LINK_USED) swift build -c release --static-swift-stdlib

.PHONY: help play test build install install-tools install-library uninstall deb check docs fuzz hostile asan bench
.DEFAULT_GOAL := help

help:
	@echo "make play [FILE=path-or-URL]  plays the sample, a file or a URL"
	@echo "make test                     sets this machine up and runs all tests"
	@echo "make build                    builds aftools, which is afplay, afinfo, afconvert and afrecord (release)"
	@echo "make install [PREFIX=DIR]     installs the tools, and the library for C, below DIR (/usr/local)"
	@echo "make uninstall [PREFIX=DIR]   removes what 'make install' has installed"
	@echo "make deb                      builds the Debian packages of the tools and the library"
	@echo "make check                    what 'make test' runs, without setting up"
	@echo "make docs [BASE=/path]        builds the documentation site in .build/docs, for that path of a web server"
	@echo "make fuzz [SECONDS=60]        feeds made-up bytes to every reader, tag parser and decoder of ours"
	@echo "make hostile [CORPUS=folder]  reads every file of a folder in 2,200 damages each"
	@echo "make asan                     runs the tests of decoding and converting under AddressSanitizer"
	@echo "make bench                    measures us and the peers side by side"

play:
	@Scripts/setup build
	@$(BUILD) --quiet --product aftools
	@"$$($(BUILD) --show-bin-path)/aftools" afplay "$(FILE)"

test:
	@Scripts/setup test
	@Scripts/check

check:
	@Scripts/check

build:
	@Scripts/setup build
	@$(BUILD) --product aftools

# The public modules that no other module imports; the first re-exports most of the others.
BASE ?= /
docs:
	@command -v python3 >/dev/null || { echo "make docs needs python3: apt install python3" >&2; exit 1; }
	@Scripts/setup build
	@for module in MediaPlayer AVKit AudioUnit CoreAudio CoreMIDI OpenAL OSLog; do \
		SWIFT_DETERMINISTIC_HASHING=1 swift build --quiet --target $$module || exit 1; done
	@Scripts/docs --base "$(BASE)"

PREFIX ?= /usr/local
LIBRARY_FOLDER ?= $(PREFIX)/lib
install: install-tools install-library

install-tools: build
	@Scripts/install "$$($(BUILD) --show-bin-path)/aftools" "$(DESTDIR)$(PREFIX)"

install-library: build
	@DESTDIR="$(DESTDIR)" Scripts/install-library "$$($(BUILD) --show-bin-path)" "$(PREFIX)" "$(LIBRARY_FOLDER)"

uninstall:
	@Scripts/install --remove "$(DESTDIR)$(PREFIX)"
	@DESTDIR="$(DESTDIR)" Scripts/install-library --remove "$(PREFIX)" "$(LIBRARY_FOLDER)"

deb:
	@Scripts/setup deb
	@Scripts/make-deb

SECONDS ?= 60
fuzz:
	@Scripts/setup build
	@Scripts/fuzz $(SECONDS)

CORPUS ?= Tests/Fixtures/audio
hostile:
	@Scripts/setup build
	@$(BUILD) --quiet --product Hostile
	@"$$($(BUILD) --show-bin-path)/Hostile" $(CORPUS)

asan:
	@Scripts/setup test
	@Scripts/asan

bench:
	@Scripts/setup bench
	@Scripts/bench
