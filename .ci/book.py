"""The parts of `.ci/book` that are in Python.

    book.py preprocess      mdBook's preprocessor: reads the book on standard input
    book.py check FOLDER    checks the links and pictures of the site in a folder
"""

import json
import os
import posixpath
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
# A fenced block, or a link or picture with its text and its target.
LINK = re.compile(r"^```.*?^```$|\[((?:`[^`]*`|[^`\[\]])*)\]\(([^)\s]+)\)", re.MULTILINE | re.DOTALL)


def repository_link(file):
    """Returns the address of a file or folder in the repository whose workflow builds the site, or
    None outside of a workflow."""
    name = os.environ.get("GITHUB_REPOSITORY")
    server = os.environ.get("GITHUB_SERVER_URL", "https://github.com")
    kind = "tree" if (ROOT / file).is_dir() else "blob"
    return name and f"{server}/{name}/{kind}/{os.environ.get('GITHUB_REF_NAME', 'main')}/{file}"


def rewrite_links(text, path):
    """Links files outside `docs/` in the repository. Without a known repository, such a link
    becomes plain text. Links to a notebook lead to its page."""

    def replace(match):
        label, target = match.groups()
        if target is None or urlsplit(target).scheme or target.startswith("#"):
            return match[0]
        file, hash_mark, place = target.partition("#")
        full = posixpath.normpath(posixpath.join("docs", posixpath.dirname(path), file))
        if full.startswith("docs/"):
            is_notebook = file.endswith(".ipynb")
            return f"[{label}]({file.removesuffix('.ipynb')}.html)" if is_notebook else match[0]
        if not (ROOT / full).exists():
            sys.exit(f"docs/{path}: broken link {target}")
        address = repository_link(full)
        return f"[{label}]({address}{hash_mark}{place})" if address else label

    return LINK.sub(replace, text)


def notebook_page(text, path):
    """Returns a Jupyter notebook as Markdown."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            lines = output.get("text") or output["data"]["text/plain"]
            parts.append("```text\n" + "".join(lines).rstrip("\n") + "\n```")
    parts.append(f'<a href="{posixpath.basename(path)}" download>Download this page as a notebook</a>')
    return "\n\n".join(parts)


def preprocess_items(items):
    for item in items:
        if chapter := isinstance(item, dict) and item.get("Chapter"):
            path = chapter["path"]
            if path.endswith(".ipynb"):
                chapter["content"] = notebook_page(chapter["content"], path)
            chapter["content"] = rewrite_links(chapter["content"], path)
            preprocess_items(chapter["sub_items"])


class PageParser(HTMLParser):
    """Collects the anchors and the links of a page."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links = set(), []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.add(attributes.get("id"))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


def check(folder):
    pages = {}
    for file in folder.rglob("*.html"):
        pages[file] = PageParser()
        pages[file].feed(file.read_text())
    errors, count = [], 0
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            is_anchor = target in pages and parts.fragment
            if not target.exists() or (is_anchor and unquote(parts.fragment) not in pages[target].anchors):
                errors.append(f"{file.relative_to(folder)}: broken link {link}")
    if errors or not count:
        sys.exit("\n".join(errors) or f"no pages in {folder}")
    print(f"{len(pages)} pages, {count} links")


if sys.argv[1:] == ["preprocess"]:
    _, book = json.load(sys.stdin)
    preprocess_items(book["items"])
    json.dump(book, sys.stdout)
elif sys.argv[1:2] == ["check"]:
    check(Path(sys.argv[2]).resolve())
elif sys.argv[1:3] != ["preprocess", "supports"]:
    sys.exit(__doc__)
