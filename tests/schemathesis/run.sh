#!/usr/bin/env bash
# Throws everything the OpenAPI document allows, and much that it does not, at a running server: no 5xx, no undocumented status.
#
#   tests/schemathesis/run.sh PROBITY_BINARY
#
# Needs Python 3 with pip; schemathesis is installed into a directory of its own that goes away afterwards.
set -euo pipefail
binary="${1:?name the probity binary}"
room="$(mktemp -d)"
trap 'kill "${server:-0}" 2>/dev/null || true; rm -rf "$room"' EXIT
export PROBITY_DATA="$room/data"
python3 -m venv "$room/venv"
"$room/venv/bin/pip" install --quiet schemathesis
key="$("$binary" admin key create fuzzer --roles submitter,operator,admin,auditor --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["secret"])')"
"$binary" serve --listen 127.0.0.1:18420 --rate 100000 --log error &
server=$!
for _ in $(seq 600); do
    if python3 -c 'import urllib.request as r; r.urlopen("http://127.0.0.1:18420/readyz")' 2>/dev/null; then break; fi
    sleep 0.2
done
# Streams never end by themselves, and a caller who revokes its own key learns nothing more.
"$room/venv/bin/schemathesis" run http://127.0.0.1:18420/api/v1/openapi.json \
    --header "Authorization: Bearer $key" --exclude-path-regex '/events$|/admin/keys/' \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --max-examples "${EXAMPLES:-25}"
