#!/usr/bin/env bash
# demo.sh TOOL: the main job on a copy of this folder: what would go and why, the patch, and git's word that it applies.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tool=$(realpath "$1")
op=block_hadamard
copy=$here/../build/demo

rm -rf "$copy"
mkdir -p "$copy"
cp -R "$here/." "$copy"
rm "$copy/demo.sh" "$copy/README.md"
git -C "$copy" init -q
git -C "$copy" add -A
git -C "$copy" -c user.name=demo -c user.email=demo@localhost commit -qm 'The example'

say() { printf '\n$ %s\n' "$*"; }

say remove-op --dry-run $op
GIT_PAGER=cat "$tool" --repo "$copy" --dry-run $op

say "remove-op $op > $op.patch"
"$tool" --repo "$copy" $op >"$copy/$op.patch"

say "git apply --check $op.patch && git apply --stat $op.patch"
git -C "$copy" apply --check $op.patch
git -C "$copy" apply --stat $op.patch

say "git apply $op.patch && git grep -w $op"
git -C "$copy" apply $op.patch
git -C "$copy" grep -nw $op || echo '(nothing)'
echo
echo "The patch applies. The copy is in build/demo."
