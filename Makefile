# SPDX-License-Identifier: Apache-2.0
# Names for what is done often. CMakePresets.json says how it is built, tools/ holds the rest.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
export JOBS

.DEFAULT_GOAL := help
.PHONY: help demo build demo-python test python-test test-peers web-test docs torture bench studies bundle deb wheel web install man format lint tidy clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo: build ## install what is missing, build, and filter a real photo
	@tools/fetch_photos
	@tools/run_demo

build: ## the libraries and the tool, in build/release
	@tools/install_packages tool
	@cmake --preset release >/dev/null
	cmake --build --preset release -j $(JOBS)

demo-python: ## install the Python package into a new environment and filter a real photo
	@tools/install_packages tool python
	@tools/fetch_photos
	@tools/run_python_demo

test: ## build and run the tests, also under sanitizers (about an hour on two cores)
	@tools/run_tests

python-test: ## build the Python package and run its tests
	@tools/install_packages tool python
	@tools/run_python_tests

test-peers: ## the Python package with PyTorch, the notebook and ComfyUI's nodes
	@tools/install_packages tool python peers
	@tools/run_peer_tests

web: ## the page that filters photos in a browser, build/web/selvage.html (docs/web.md)
	@tools/install_packages tool wasm
	@tools/fetch_photos
	@cmake --preset web >/dev/null
	cmake --build --preset web -j $(JOBS)

web-test: build web ## that page and those of --report in a headless Chromium
	@tools/install_packages web
	@tools/run_web_tests

docs: ## the documentation site, build/docs/html/index.html
	@tools/install_packages tool python docs
	@tools/make_docs

torture: ## the tests of reliability that take hours (docs/reliability.md)
	@tools/install_packages tool test python torture
	@tools/fetch_photos
	@tools/run_torture

bench: ## build the benchmarks and compare with OpenCV (docs/benchmarks.md)
	@tools/install_packages tool bench
	@tools/fetch_photos
	@cmake --preset bench >/dev/null
	cmake --build --preset bench -j $(JOBS)
	build/bench/bench/selvage-bench

studies: ## build selvage-study, which runs the systems of five documents
	@tools/install_packages tool bench studies
	@tools/fetch_photos
	@cmake --preset studies >/dev/null
	cmake --build --preset studies -j $(JOBS) --target selvage-study
	@echo "build/studies/studies/selvage-study list   (docs/studies.md)"

bundle: ## a folder and archive in build/bundle with the tool and the tests, for another machine
	@tools/install_packages tool test
	@tools/make_bundle

deb: ## Debian packages in build/deb, checked
	@tools/install_packages tool package
	@tools/make_deb
	@tests/package/run_test build/deb

wheel: ## the Python wheel and sdist in build/wheel, checked and tried (docs/wheels.md)
	@tools/install_packages tool python wheel
	@tools/make_wheel
	@tests/wheel/run_test build/wheel

man: build ## the man page, build/release/man/selvage.1
	cmake --build --preset release --target man

install: man ## into PREFIX (/usr/local), below DESTDIR when that is set
	cmake --build --preset release --target completions
	DESTDIR=$(DESTDIR) cmake --install build/release --prefix $(abspath $(PREFIX))
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi
	@# fish looks below /usr alone, unless XDG_DATA_DIRS says otherwise; /etc is for this machine.
	@if [ -z "$(DESTDIR)" ] && [ "$(abspath $(PREFIX))" = /usr/local ] && [ -w /etc/fish ]; then \
	  mkdir -p /etc/fish/completions && \
	  ln -sf $(abspath $(PREFIX))/share/fish/vendor_completions.d/selvage.fish /etc/fish/completions/; fi

format: ## format all sources
	@tools/install_packages test
	@tools/format

lint: ## what CI asks of the sources beside the tests: formatting, clang-tidy (not of tests)
	@tools/install_packages tool test studies python exr webp
	@tools/format --check
	@tools/run_tidy --no-tests

tidy: ## check all sources with clang-tidy, those of tests too (longer)
	@tools/install_packages tool test python
	@tools/run_tidy

clean: ## remove what was built and made; photos/ stays
	rm -rf build demo
