#!/bin/sh
# The sources of a folder of the configurator are compiled as one, so that a name in an anonymous namespace is seen by the
# sources after it: it must not be the name of a function that a header which one of them includes declares, since it would
# be an overload of it, nor of something in another source's anonymous namespace.
# Usage: anonymous_names.sh PROJECT_FOLDER
cd "$1" || exit 1
alone='plugin|starter' # programs of their own, source by source
# Declarations begin in the first column, and end with the first ( = { or ; that is not inside of < > or [ ].
failures=$(
    find configurator -name '*.hpp' -o -name '*.cpp' | grep -Ev "^configurator/($alone)/" | LC_ALL=C sort | xargs awk '
        function without(text, pattern) {
            while (match(text, pattern)) text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
            return text
        }
        function folder_of(file) {
            sub("/[^/]*$", "", file)
            return file
        }
        # Marks what the sources of the folder include, directly or not.
        function reach(folder, file, list, one, parts) {
            if ((folder, file) in reached) return
            reached[folder, file] = 1
            parts = split(included[file], list, " ")
            for (one = 1; one <= parts; ++one) reach(folder, list[one])
        }
        # The declared name, and the kind: "function" or "constant"; none for types, operators and what is defined elsewhere.
        function see(declaration, head, mark) {
            head = without(declaration, "\\[[^][]*\\]")
            head = without(head, "\\([^()]*\\)>") # of function types
            head = without(head, "<[^<>]*>")
            if (head ~ /^(namespace|using|typedef|struct|class|union|enum|friend|concept|static_assert|extern "C")/) return
            if (head ~ /operator/ || !match(head, "[({=;]")) return
            mark = substr(head, RSTART, 1)
            head = substr(head, 1, RSTART - 1)
            if (!match(head, "[A-Za-z_][A-Za-z_0-9]* *$")) return
            name = substr(head, RSTART)
            sub(" *$", "", name)
            if (substr(head, 1, RSTART - 1) !~ /[ *&]$/) return
            kind = mark == "(" ? "function" : "constant"
            if (FILENAME ~ /\.hpp$/) {
                if (kind == "function") declared[name] = declared[name] " " FILENAME
            } else if (anonymous && !((FILENAME, name) in seen)) {
                seen[FILENAME, name] = 1
                names[++count] = name
                files[count] = FILENAME
                kinds[count] = kind
            }
        }
        FNR == 1 { anonymous = 0; raw = ""; open = ""; if (FILENAME ~ /\.cpp$/) sources[++source_count] = FILENAME }
        /^#include "/ { split($0, quoted, "\""); included[FILENAME] = included[FILENAME] " " quoted[2] }
        raw != "" { if (index($0, raw)) raw = ""; next }
        match($0, /R"[A-Za-z_]*\(/) {
            end = ")" substr($0, RSTART + 2, RLENGTH - 3) "\""
            if (!index(substr($0, RSTART + RLENGTH), end)) raw = end
        }
        /^namespace \{$/ { anonymous = 1; next }
        /^\} *\/\/ namespace$/ { anonymous = 0; next }
        { sub(/ *\/\/.*/, "") }
        /^template/ { sub(/^template *<.*> */, "") }
        /^(\[\[[^]]*\]\] *)?[A-Za-z_]/ && open == "" { open = $0; begun = 1 }
        !begun && open != "" { open = open " " $0 }
        { begun = 0 }
        open != "" && /[({=;]/ { see(open); if (name != "" || open ~ /[;{]/) open = ""; name = "" }
        END {
            for (one = 1; one <= source_count; ++one) reach(folder_of(sources[one]), sources[one])
            for (one = 1; one <= count; ++one) {
                name = names[one]
                file = files[one]
                folder = folder_of(file)
                headers = split(declared[name], list, " ")
                for (header = 1; header <= headers; ++header)
                    if ((folder, list[header]) in reached)
                        print file ": " kinds[one] " " name " has the name of a function of " list[header]
                if ((folder, name) in first) print file ": " kinds[one] " " name " has the name of one in " first[folder, name]
                else first[folder, name] = file
            }
            if (count < 100) print "only " count " names are found"
            if (ENVIRON["LIST"]) for (one = 1; one <= count; ++one) print files[one], kinds[one], names[one]
        }'
)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
