"""Runs the table of odd values: one line of JSON for each call."""

import json
import sys
from datetime import datetime
from decimal import Decimal
from uuid import UUID

sys.path.insert(0, "examples/python")
from adtrail import Adtrail, AdtrailError, email_sha256  # noqa: E402

MISSING = object()


def value_of(given):
    if isinstance(given, list):
        return [value_of(inner) for inner in given]
    if not isinstance(given, dict):
        return given
    tag, text = given.get("$"), given.get("text")
    if tag is None:
        return {name: value_of(inner) for name, inner in given.items()}
    if tag == "cycle":
        cycle = {}
        cycle["cycle"] = cycle
        return cycle
    tags = {
        "missing": lambda: None,
        "NaN": lambda: float("nan"),
        "Infinity": lambda: float("inf"),
        "float": lambda: float(text),
        "sum": lambda: 0.1 + 0.2,
        "int": lambda: int(text),
        "number": lambda: int(text),
        "bytes": lambda: bytes.fromhex(text).decode("utf-8", "surrogateescape"),
        "date": lambda: datetime.fromisoformat(text.replace("Z", "+00:00")),
        "naive": lambda: datetime.fromisoformat(text),
        "decimal": lambda: Decimal(text),
        "uuid": lambda: UUID(text),
    }
    return tags[tag]() if tag in tags else MISSING


def call(client, kind, given):
    order = {"event_type": "order_created", "event_id": "order_created:1"}
    calls = {
        "orderIds": lambda: client.order(given),
        "refundIds": lambda: client.refund(given, "1"),
        "netValues": lambda: client.refund("1", given),
        "eventIds": lambda: client.send([{**order, "event_id": given}])[0],
        "batch": lambda: client.send(given),
        "emails": lambda: email_sha256(*given),
    }
    return calls[kind]() if kind in calls else client.order("1", **{kind: given})


def main(address, file):
    client = Adtrail("sk_test_x\n", address + "/", retry_for=0)
    with open(file) as table:
        rows = json.load(table)
    for kind, value in rows:
        given = value_of(value)
        if given is MISSING:
            outcome = {"none": True}
        else:
            try:
                outcome = {"result": call(client, kind, given)}
            except AdtrailError as error:
                facts = {"status": error.status or 0, "code": error.code, "request_id": error.request_id}
                outcome = {"error": {**facts, "message": str(error)}}
            except Exception as error:
                outcome = {"crash": repr(error)}
        print(json.dumps(outcome))


main(*sys.argv[1:])
