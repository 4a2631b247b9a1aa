"""Puts all mutants of a program into one build, each behind a switch, for `.ci/mutants-at-once`
(mutant schemata: Untch, Offutt and Harrold 1993).

The mutants are those of `cargo mutants --list --json`. The number of a mutant is its position in that
list, from 1; the environment variable KAWARI_MUTANT switches it on. With KAWARI_MUTANTS_REACHED no
mutant is on, and the numbers of the reached mutants are appended to that file. Needs tree-sitter and tree-sitter-rust from PyPI."""

import re

import tree_sitter_rust
from tree_sitter import Language, Parser

RUST = Language(tree_sitter_rust.language())

# Code added to the crate's root; COUNT is the number of mutants. `mutated` is inlined in
# thousands of places, so it is only two comparisons.
SWITCH = """
/// The active mutant, or one of these:
static ASKED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(UNKNOWN);
/// The environment has not been read yet.
const UNKNOWN: u32 = u32::MAX;
/// No mutant is active; reached mutants are recorded.
const NOTED: u32 = u32::MAX - 1;

#[doc(hidden)]
#[inline(always)]
pub fn mutated(mutant: u32) -> bool {
    let asked = ASKED.load(std::sync::atomic::Ordering::Relaxed);
    asked == mutant || (asked >= NOTED && note(mutant))
}

#[cold]
fn note(mutant: u32) -> bool {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
    if REACHED[mutant as usize].load(Ordering::Relaxed) {
        return false;
    }
    let Some(file) = std::env::var_os("KAWARI_MUTANTS_REACHED") else {
        let asked = std::env::var("KAWARI_MUTANT").map_or(0, |number| number.parse().unwrap());
        ASKED.store(asked, Ordering::Relaxed);
        return asked == mutant;
    };
    ASKED.store(NOTED, Ordering::Relaxed);
    if !REACHED[mutant as usize].swap(true, Ordering::Relaxed) {
        let mut file = std::fs::File::options().append(true).create(true).open(file).unwrap();
        file.write_all(format!("{mutant}\\n").as_bytes()).unwrap();
    }
    false
}
"""

COMMENTS = ("line_comment", "block_comment")

# Node types that a mutant of each genre changes.
NODES = {
    "FnValue": ("function_item",),
    "BinaryOperator": ("binary_expression", "compound_assignment_expr"),
    "UnaryOperator": ("unary_expression",),
    "MatchArm": ("match_arm",),
    "MatchArmGuard": ("match_arm",),
    "StructField": ("struct_expression",),
}


def switches(line):
    """Returns the numbers of the mutants switched in this line."""
    return [int(number) for number in re.findall(r"crate::mutated\((\d+)\)", line)]


class Source:
    """A source file and its mutants."""

    def __init__(self, text):
        self.bytes = text.encode()
        self.tree = Parser(RUST).parse(self.bytes)
        self.lines = [0]
        for line in self.bytes.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        # Numbers and mutants by node.
        self.mutants = {}

    def add(self, number, mutant):
        """Adds a mutant; returns false if no switch is possible, as in `let` chains."""
        begin = self._offset(mutant["span"]["start"])
        end = self._offset(mutant["span"]["end"])
        node = self.tree.root_node.descendant_for_byte_range(begin, max(begin, end - 1))
        kinds = NODES[mutant["genre"]]
        if mutant["genre"].endswith("Operator"):
            node = node.parent
            if node is None or node.type not in kinds:
                return False
        while node is not None and node.type not in kinds:
            node = node.parent
        if mutant["genre"] == "FnValue":
            node = node and node.child_by_field_name("body")
        elif mutant["genre"].startswith("MatchArm"):
            node = node and node.child_by_field_name("pattern")
        if node is None:
            return False
        self.mutants.setdefault(_key(node), []).append((number, mutant, begin))
        return True

    def switched(self, left_out, constant):
        """Returns the text with switches, except for the mutants in `left_out`.

        Switches are read at run time, so functions lose their `const` unless `constant` names
        them. Each switch and its branch are on one line."""

        def inner(node):
            if node.type == "const" and node.parent.type == "function_modifiers":
                return "const" if self._function(node) in constant else ""
            if node.child_count == 0:
                return self._text(node)
            parts, at = [], node.start_byte
            for child in node.children:
                parts += [self._between(at, child.start_byte), outer(child)]
                at = child.end_byte
            return "".join([*parts, self._between(at, node.end_byte)])

        def outer(node):
            mutants = [m for m in self.mutants.get(_key(node), []) if m[0] not in left_out]
            if not mutants:
                return inner(node)
            if node.type == "match_pattern":
                return self._pattern(node, mutants, outer)
            if node.type == "block":
                values = (
                    f"\nif crate::mutated({number}) {{ return ({mutant['replacement']}); }}\n"
                    for number, mutant, _ in mutants
                )
                return "{" + "".join(values) + inner(node)[1:]
            # Only one mutant is on at a time, so the branches have no inner switches.
            branches = "".join(
                f"\nif crate::mutated({number}) {{ {self._changed(node, mutant, begin)} }} else "
                for number, mutant, begin in mutants
            )
            whole = f"{branches}\n{{ {inner(node)} }}\n"
            return whole if node.type == "compound_assignment_expr" else f"({whole})"

        return inner(self.tree.root_node)

    def _changed(self, node, mutant, begin):
        """Returns the mutated expression."""
        replacement = mutant["replacement"]
        if node.type == "unary_expression":
            return f"{replacement} ({self._flat(node.children[-1])})"
        if node.type == "struct_expression":
            body = node.child_by_field_name("body").children
            gone = next(i for i, child in enumerate(body) if child.start_byte <= begin < child.end_byte)
            kept = body[:gone] + body[gone + (2 if body[gone + 1].type == "," else 1) :]
            name = node.child_by_field_name("name")
            return " ".join(self._flat(part) for part in [name, *kept])
        left, right = (self._flat(node.child_by_field_name(side)) for side in ("left", "right"))
        if node.type == "compound_assignment_expr":
            return f"{left} {replacement} {right}"
        return f"({left}) {replacement} ({right})"

    def _pattern(self, node, mutants, outer):
        """Returns a pattern whose guard reads the switches."""
        condition = node.child_by_field_name("condition")
        if condition is None:
            pattern, guard = self._text(node), None
        else:
            pattern = self._between(node.start_byte, condition.start_byte).rstrip().removesuffix("if")
            guard = outer(condition)
        for number, mutant, _ in mutants:
            if mutant["genre"] == "MatchArm":
                guard = f"\n!crate::mutated({number})\n" + (f"&& ({guard})" if guard else "")
            elif mutant["replacement"] == "true":
                guard = f"(\ncrate::mutated({number})\n|| {guard})"
            else:
                guard = f"(\n!crate::mutated({number})\n&& ({guard}))"
        return f"{pattern} if {guard} "

    def _flat(self, node):
        """Returns the text of a node on one line, without comments."""
        if node.type in COMMENTS:
            return " "
        if node.child_count == 0 or node.type.endswith("_literal"):
            # A string may continue on the next line.
            return re.sub(r"\\\n\s*", "", self._text(node)).replace("\n", " ")
        parts, at = [], node.start_byte
        for child in node.children:
            parts += [self._between(at, child.start_byte), self._flat(child)]
            at = child.end_byte
        return "".join([*parts, self._between(at, node.end_byte)]).replace("\n", " ")

    def _function(self, modifier):
        return self._text(modifier.parent.parent.child_by_field_name("name"))

    def _text(self, node):
        return self._between(node.start_byte, node.end_byte)

    def _between(self, begin, end):
        return self.bytes[begin:end].decode()

    def _offset(self, place):
        """Returns the byte offset of a line and a column in characters."""
        start = self.lines[place["line"] - 1]
        line = self.bytes[start : self.lines[place["line"]]].decode()
        return start + len(line[: place["column"] - 1].encode())


def _key(node):
    return node.start_byte, node.end_byte, node.type
