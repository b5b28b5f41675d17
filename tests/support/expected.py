"""Compares reports with expected files."""
import difflib


def lines(text):
    return text.decode(errors="replace").splitlines(keepends=True)


def compare(path, actual, is_update):
    """The difference between the file and ACTUAL (bytes), as a text; "" if they are equal. With IS_UPDATE, the file
    is rewritten."""
    if is_update:
        path.write_bytes(actual)
    wanted = path.read_bytes() if path.exists() else b""
    if wanted == actual:
        return ""
    return "".join(difflib.unified_diff(lines(wanted), lines(actual), f"{path.parent.name}/{path.name}", "now")) + "\n"
