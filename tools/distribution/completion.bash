# Completion of sartor's commands, options and machines in bash, from what --help and `sartor machines` print.

_sartor_words() { # of --help of a command: options, or the names below "Subcommands:"
    sartor $1 --help 2>/dev/null
}

_sartor() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        -*) ;;
        *) command=$word; break ;;
        esac
    done
    COMPREPLY=()
    case $previous in
    --machine)
        COMPREPLY=($(compgen -W "$(sartor machines 2>/dev/null | awk '/^[a-z0-9]/ { print $1 }')" -- "$current")
            $(compgen -f -X '!*.json' -- "$current"))
        return ;;
    --map) COMPREPLY=($(compgen -W 'compact scatter' -- "$current")); return ;;
    --bind) COMPREPLY=($(compgen -W 'compact spread none' -- "$current")); return ;;
    esac
    if [[ -z $command ]]; then
        COMPREPLY=($(compgen -W "$(_sartor_words | awk '
            /^Subcommands:/ { names = 1; next }
            /^$/ { names = 0 }
            names { print $1 }
            /^ +-/ { gsub(",", " "); for (i = 1; i <= NF && $i ~ /^-/; ++i) print $i }')" -- "$current"))
        return
    fi
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_sartor_words "$command" |
            awk '/^ +-/ { gsub(",", " "); for (i = 1; i <= NF && $i ~ /^-/; ++i) print $i }')" -- "$current"))
        return
    fi
    if [[ $command == experiment ]]; then
        COMPREPLY=($(compgen -W "list run all $(sartor experiment list 2>/dev/null | awk '{ print $1 }')" -- "$current"))
    fi
    COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _sartor sartor
