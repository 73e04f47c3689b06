#!/usr/bin/env bash
# Installs what building, testing and checking remove-op needs and this machine lacks: Debian packages by name, and
# the Python grammar that package-lock.json pins. Says nothing and takes no time where nothing is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  ca-certificates cmake g++ lld ninja-build # building
  libclang-19-dev llvm-19-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev
  libtree-sitter-dev
  libgit2-dev libgcrypt20-dev libgpg-error-dev libhttp-parser-dev libmbedtls-dev # libgit2 and what its archive names
  libpcre2-dev libssh2-1-dev libssl-dev libzstd-dev zlib1g-dev
  catch2 libbenchmark-dev pyflakes3 # testing
  clang-format-19 clang-tidy-19 # checking
)

# Whatever provides these will do: a machine may have its node from elsewhere.
commands=(git npm)

missing=()
if command -v dpkg-query >/dev/null; then
  installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -qx "installed $package" <<<"$installed" || missing+=("$package")
  done
elif ! command -v cmake >/dev/null; then
  echo "setup: this is not a Debian system; install the equivalents of: ${packages[*]} ${commands[*]}" >&2
  exit 1
fi
for name in "${commands[@]}"; do
  command -v "$name" >/dev/null || missing+=("$name")
done

if ((${#missing[@]})); then
  as_root=()
  if ! command -v apt-get >/dev/null; then
    echo "setup: apt-get is absent; install these and run again: ${missing[*]}" >&2
    exit 1
  fi
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "setup: neither root nor sudo; as root, run: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! { "${as_root[@]}" apt-get -q update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends "${missing[@]}"; } \
    </dev/null >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "setup: apt-get failed; the packages are those of Debian 12" >&2
    exit 1
  fi
fi

# The lock file that the installed grammar came from lies beside it.
if ! cmp -s package-lock.json node_modules/.installed-from; then
  echo "setup: installing the grammar from npm"
  npm ci --ignore-scripts --loglevel=error --no-audit --no-fund </dev/null >/dev/null
  cp package-lock.json node_modules/.installed-from
fi
