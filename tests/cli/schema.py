"""Validates JSON against docs/report.schema.json: as much of JSON Schema (draft 2020-12) as that file uses.

It is stricter than the standard in two ways. An object may only have the keys that the schema lists, unless
`additionalProperties` says what others are; and a word of the schema that is not known here is an error."""

import json
import pathlib
import re

SCHEMA = json.loads(pathlib.Path("docs/report.schema.json").read_text(encoding="utf-8"))
ANNOTATIONS = {"$schema", "$defs", "title", "description"}


def is_of_type(value, name):
    if name == "null":
        return value is None
    if name == "boolean":
        return isinstance(value, bool)
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "array": list, "object": dict}[name])


class Validator:
    """Checks values. ERRORS collects the mistakes; SEEN, the keys of the schema that some value had, as (id of the
    schema's object, key)."""

    def __init__(self, schema=SCHEMA):
        self.schema, self.errors, self.seen = schema, [], set()

    def resolve(self, reference):
        assert reference.startswith("#/$defs/"), reference
        return self.schema["$defs"][reference.removeprefix("#/$defs/")]

    def fail(self, path, text):
        self.errors.append(f"{path or '/'}: {text}")

    def check(self, value, schema=None, path=""):
        schema = self.schema if schema is None else schema
        for word, wanted in schema.items():
            if word not in ANNOTATIONS:
                method = getattr(self, "check_" + word.removeprefix("$"), None)
                assert method, f"the schema uses `{word}`, which is not known here"
                method(value, wanted, schema, path)

    def check_ref(self, value, wanted, _, path):
        self.check(value, self.resolve(wanted), path)

    def check_oneOf(self, value, wanted, _, path):
        """Takes the alternative that fits. If none does, reports the errors of the one with the fewest."""
        attempts = []
        for choice in wanted:
            other = Validator(self.schema)
            other.check(value, choice, path)
            attempts.append(other)
        best = min(attempts, key=lambda attempt: len(attempt.errors))
        self.errors += best.errors
        self.seen |= best.seen
        if sum(not attempt.errors for attempt in attempts) > 1:
            self.fail(path, "more than one choice fits")

    def check_type(self, value, wanted, _, path):
        names = [wanted] if isinstance(wanted, str) else wanted
        if not any(is_of_type(value, name) for name in names):
            self.fail(path, f"{value!r} is no {' or '.join(names)}")

    def check_const(self, value, wanted, _, path):
        if value != wanted or type(value) is not type(wanted):
            self.fail(path, f"{value!r} is not {wanted!r}")

    def check_enum(self, value, wanted, _, path):
        if value not in wanted:
            self.fail(path, f"{value!r} is not among {wanted}")

    def check_pattern(self, value, wanted, _, path):
        if isinstance(value, str) and not re.search(wanted, value):
            self.fail(path, f"{value!r} does not match {wanted}")

    def check_minimum(self, value, wanted, _, path):
        if is_of_type(value, "number") and value < wanted:
            self.fail(path, f"{value} is less than {wanted}")

    def check_minItems(self, value, wanted, _, path):
        if isinstance(value, list) and len(value) < wanted:
            self.fail(path, f"{len(value)} items, fewer than {wanted}")

    def check_maxItems(self, value, wanted, _, path):
        if isinstance(value, list) and len(value) > wanted:
            self.fail(path, f"{len(value)} items, more than {wanted}")

    def check_items(self, value, wanted, _, path):
        if isinstance(value, list):
            for i, item in enumerate(value):
                self.check(item, wanted, f"{path}/{i}")

    def check_required(self, value, wanted, _, path):
        if isinstance(value, dict):
            for key in wanted:
                if key not in value:
                    self.fail(path, f"there is no `{key}`")

    def check_properties(self, value, wanted, schema, path):
        if not isinstance(value, dict):
            return
        for key, item in value.items():
            if key in wanted:
                self.seen.add((id(wanted), key))
                self.check(item, wanted[key], f"{path}/{key}")
            elif "additionalProperties" not in schema:
                self.fail(path, f"the schema does not know `{key}`")

    def check_additionalProperties(self, value, wanted, schema, path):
        if isinstance(value, dict):
            for key, item in value.items():
                if key not in schema.get("properties", {}):
                    self.check(item, wanted, f"{path}/{key}")


def keys(schema=SCHEMA, path=""):
    """All keys of the schema: {(id of the object of properties, key): readable path}."""
    found = {}
    if isinstance(schema, list):
        for i, item in enumerate(schema):
            found |= keys(item, f"{path}/{i}")
    elif isinstance(schema, dict):
        for word, inner in schema.items():
            if word == "properties":
                for key, item in inner.items():
                    found[(id(inner), key)] = f"{path}.{key}"
                    found |= keys(item, f"{path}.{key}")
            else:
                found |= keys(inner, f"{path}/{word}" if word not in ("items", "$defs") else path)
    return found


def errors_of(text):
    """The mistakes in the JSON text of a report, one line each."""
    validator = Validator()
    validator.check(json.loads(text))
    return validator.errors
