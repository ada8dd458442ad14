#!/bin/sh
# Makes docs/walk_through/pictures/stepping-vscode.png: VS Code, in its form for a
# browser, in a session with the program and the launch.json of chapter 8. Needs Node 20,
# Chromium, ripgrep, curl, a C++ compiler, and a Python with torch, depyf and debugpy first in
# PATH. Not part of the tests; they hold the same session with debugpy's adapter.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work=${1:-$(mktemp -d)}
address=127.0.0.1:8931

mkdir -p "$work/open/.vscode" "$work/user/User"
cd "$work"
npm init -y >/dev/null
npm install --ignore-scripts code-server@4.100.3 playwright-core
server="$work/node_modules/code-server"
cd "$server/lib/vscode"
npm install --omit=dev --ignore-scripts
for module in node-pty @vscode/spdlog native-watchdog; do
  (cd "node_modules/$module" && npx --yes node-gyp rebuild)
done
(cd "$work" && npm rebuild argon2)
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
cp -r "$here/extension" extensions/debugpy-adapter

cp "$here/settings.json" "$work/user/User/"
cp "$root/examples/walk_through/stepping.py" "$work/open/"
cp "$root/examples/walk_through/launch.json" "$work/open/.vscode/"
(cd "$work/open" && depyf run stepping.py aot_eager) # the files are there from last time

DEPYF_PYTHON=$(command -v python) node "$server/out/node/entry.js" --auth none --bind-addr "$address" \
  --user-data-dir "$work/user" --disable-telemetry --disable-update-check \
  --disable-workspace-trust "$work/open" &
trap 'kill $!' EXIT
until curl -s -o "$work/answer" "http://$address"; do sleep 1; done
NODE_PATH="$work/node_modules" node "$here/picture.js" \
  "http://$address/?folder=$work/open" \
  "$root/docs/walk_through/pictures/stepping-vscode.png"
