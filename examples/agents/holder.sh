#!/bin/sh
# Holder: the least that plays, in plain POSIX shell. It holds whenever it is asked. Try it:
#
#     couched agent check sh examples/agents/holder.sh
#     couched run duel --agents 'red=cmd:sh examples/agents/holder.sh'
#
# couched writes each message as one line of JSON without spaces, "type" first; docs/external.md has the protocol.

export LC_ALL=C # bytes are bytes: names may hold any character

while IFS= read -r line; do
    case $line in
        '{"type":"hello",'*)
            # A battle begins. "asks" names the few reasons to be asked for; "keep" allows further battles in this process.
            echo '{"type":"hello","protocol":"couched.agent/1","name":"holder","asks":["start","ready"],"keep":true}'
            ;;
        '{"type":"request",'*)
            # Options look like {"id":12,"do":"hold"}; the answer is the id of one.
            id=$(printf '%s\n' "$line" | sed -n 's/.*{"id":\([0-9]*\),"do":"hold"}.*/\1/p')
            echo "{\"option\":$id,\"note\":\"I hold.\"}"
            ;;
        '{"type":"end",'*) ;; # nothing is answered to that
    esac
done
