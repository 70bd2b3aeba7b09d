"""The programs of tests/faults: what the comment at the top of each says."""
import os
import re

from peers import Failure

CHAPTERS = ["arguments", "matching", "requests", "buffers", "types", "collectives", "communicators", "one_sided",
            "files", "threads"]
SEEN_BY = ["library", "compiler", "none"]


class Program:
    """A source of one faulty and one right program, or (`fault` is empty) of a right one alone."""

    def __init__(self, folder, name):
        self.name, self.source = name, os.path.join(folder, name + ".c")
        self.chapter = name.split("/")[0]
        with open(self.source) as file:
            self.text = file.read()
        fields = self.read_fields()
        self.fault, self.right = fields.get("fault", ""), fields.get("right", "")
        self.sees, self.ranks = fields.get("sees", ""), int(fields["ranks"])
        self.expect = [self.pattern(part) for part in fields.get("expect", "").split(" & ") if part]

    def fail(self, what):
        raise Failure(f"{self.source}: {what}")

    def read_fields(self):
        """The fields of the comment; a line that is indented deeper continues the field before it."""
        comment = re.match(r"/\*(.*?)\*/", self.text, re.DOTALL)
        if not comment:
            self.fail("begins with no comment")
        joined = re.sub(r"\n {9,}", " ", comment.group(1))
        fields = dict(re.findall(r"^ *(\w+): +(.*?) *$", joined, re.MULTILINE))
        wanted = {"fault", "expect", "sees", "ranks"} if "fault" in fields else {"right", "ranks"}
        if set(fields) != wanted:
            self.fail(f"the comment has the fields {', '.join(fields)}, and should have {', '.join(sorted(wanted))}")
        if fields.get("sees", "none") not in SEEN_BY:
            self.fail(f"sees: {fields['sees']}: expected one of {', '.join(SEEN_BY)}")
        if ("WRONG(" in self.text) != ("fault" in fields) and "RIGHT(" not in self.text:
            self.fail("a faulty program differs from its right twin by WRONG or RIGHT, others have neither")
        return fields

    def pattern(self, text):
        try:
            return re.compile(text, re.IGNORECASE)
        except re.error as error:
            self.fail(f"expect: {text}: {error}")

    def twins(self):
        return [True, False] if self.fault else [False]

    def is_named_by(self, output):
        """Words count that are a tool's own: not the file's name, nor the list of all arguments that MPICH prints,
        which calls functions internal_ that are MPI_."""
        text = re.sub(r"\(\w+=[^\n]*\) failed", " failed", output).replace("internal_", "MPI_")
        for own in (os.path.basename(self.source), self.name.replace("/", "_")):
            text = text.replace(own, "")
        return all(pattern.search(text) for pattern in self.expect)


def read_programs(folder):
    found = []
    for chapter in CHAPTERS:
        names = sorted(name[:-2] for name in os.listdir(os.path.join(folder, chapter)) if name.endswith(".c"))
        found += [Program(folder, f"{chapter}/{name}") for name in names]
    return found
