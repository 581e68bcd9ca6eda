# SPDX-License-Identifier: MIT
"""A client of adtrail in one file. Python 3.8 and later, no dependencies."""

import hashlib
import json
import math
import operator
import random
import re
import time
import urllib.error
import urllib.request
from datetime import date, datetime
from decimal import Decimal
from http.client import HTTPException
from urllib.parse import unquote
from uuid import UUID


class AdtrailError(Exception):
    """The request was refused, or got no response. `status` is None if none came. `code` says why."""

    def __init__(self, message, status=None, code=None, request_id=None):
        super().__init__(message)
        self.status, self.code, self.request_id = status, code, request_id


class EventRefused(AdtrailError, ValueError):
    """This client sends no such event. `code` is `event_id_missing`, `invalid_id`, `invalid_value`, ..."""


class Adtrail:
    def __init__(self, secret_key, base_url, retry_for=120, timeout=30):
        secret_key, base_url = secret_key.strip(), base_url.strip()
        if not re.fullmatch(r"sk_[\w-]+", secret_key, re.ASCII):
            raise ValueError("A secret key begins with sk_live_ or sk_test_.")
        if not re.match("https?://[^/]", base_url):
            raise ValueError("The address of the service begins with https://.")
        self._url = base_url.rstrip("/") + "/api/v1/pixel/"
        self._secret_key = secret_key
        self._retry_for = retry_for
        self._timeout = timeout

    def order(self, order_id, **fields):
        """One order: the same order ID counts once, however often it is sent. Without an ID it raises EventRefused.

        `consent` says what the customer allowed, and `user_data` has what networks match customers by.
        """
        event = {"event_type": "order_created", "event_id": _event_id("order_created", order_id), **fields}
        return self._send_batch("server-events", "events", [_event_json(event)])[0]

    def refund(self, order_id, net_value, **fields):
        """States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing."""
        event_id, net_value = _event_id("order_created", order_id), _money("net_value", net_value)
        adjustment = {"event_id": event_id, "net_value": net_value, "reason": "refund", **fields}
        return self._send_batch("adjustments", "adjustments", [_json_text(adjustment)])[0]

    def send(self, events):
        """Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why."""
        results, texts = [None] * len(events), []
        for index, event in enumerate(events):
            try:
                texts.append((index, _event_json(event)))
            except EventRefused as refusal:
                results[index] = {
                    **{name: event[name] for name in ("event_id", "event_type") if name in _fields(event)},
                    **{"index": index, "status": 422, "accepted": False, "matched": False, "duplicate": False},
                    "error": {"code": refusal.code, "message": str(refusal)},
                }
        for start in range(0, len(texts), 1000):
            batch = texts[start : start + 1000]
            answers = self._send_batch("server-events", "events", [text for _, text in batch])
            for (index, _), result in zip(batch, answers):
                results[index] = {**result, "index": index}
        return results

    def _send_batch(self, path, name, texts):
        body = f'{{"{name}":[{",".join(texts)}]}}'.encode()
        end = time.monotonic() + self._retry_for
        attempt = 0
        while True:
            status, answer, headers = self._post(path, body)
            results = answer.get("results")
            if (status < 300 or status == 422) and isinstance(results, list) and len(results) == len(texts):
                return results
            message = _sentence(answer.get("detail")) or f"The service responded with status {status}."
            error = AdtrailError(message, status or None, answer.get("code"), headers.get("X-Request-Id"))
            if 300 <= status < 500 and status not in (408, 425, 429):
                raise error
            # The same bytes again: what was stored meanwhile is a duplicate, and counts once.
            after = headers.get("Retry-After") or ""
            delay = max(min(30, 0.25 * 2 ** min(attempt, 8)) * random.uniform(0.5, 1), float(after) if after.isdigit() else 0)
            if time.monotonic() + delay > end:
                raise error
            time.sleep(delay)
            attempt += 1

    def _post(self, path, body):
        headers = {
            "Authorization": f"Bearer {self._secret_key}",
            "Content-Type": "application/json",
            "User-Agent": "adtrail-python/1.4.0",
        }
        request = urllib.request.Request(self._url + path, body, headers, method="POST")
        try:
            try:
                response = _opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                return response.code, _json(response.read()), response.headers
        except (OSError, HTTPException) as error:  # no response, or half of one
            return 0, {"detail": f"The service does not respond ({error}).", "code": "no_response"}, {}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Another address must not get the key."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def click_from(cookie_header):
    """The click ID in a `Cookie` header, for `svc_click_id`; None if there is none. Of two cookies the newest counts."""
    click, newest = None, -1
    header = cookie_header if isinstance(cookie_header, str) else ""
    for value in re.findall(r"(?:^|[;,])\s*svc_sid\s*=([^;]*)", header):
        # Encoded up to three times, with slashes or quotes: whatever was done to it on its way.
        text = unquote(unquote(unquote(value))).replace("\\", "")
        found = re.search(r"(?<![0-9A-Za-z_])s_[0-9A-Za-z]{22}(?![0-9A-Za-z_])", text)
        ts = re.search(r"""["']ts["']\s*:\s*["']?([0-9]{1,15})(?![0-9])""", text)
        time_of_click = int(ts.group(1)) if ts else 0
        if found and time_of_click > newest:
            click, newest = found.group(), time_of_click
    return click


def email_sha256(email, form="plain"):
    """The hash of an e-mail address, for `user_data`; None if it is no address. `form` is plain, google or canonical."""
    if form not in ("plain", "google", "canonical"):
        raise ValueError("The form is plain, google or canonical.")
    text = email.strip(_blanks) if isinstance(email, str) else ""
    if len(text) > 320 or not _address.fullmatch(text):
        return None
    name, domain = text.lower().split("@")
    if form == "canonical" or form == "google" and domain in ("gmail.com", "googlemail.com"):
        name = name.split("+")[0].replace(".", "")
    return {"form": form, "value": hashlib.sha256(f"{name}@{domain}".encode()).hexdigest()} if name else None


# Networks refuse letters outside of ASCII, and a domain without a dot.
_address = re.compile(r"[!-?A-~]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+")
# Programs write these texts for a missing ID. In an event ID they would merge many sales.
_nothing = r"(?:undefined|null|none|nil|<nil>|nan|[+-]?inf(?:inity)?|true|false|\[object [^\]:]*\]|0{8}(?:-0{4}){3}-0{12})"
_names_nothing = re.compile(f"(?:[^:]*:)?{_nothing}(?::{_nothing})*", re.IGNORECASE | re.ASCII)
# All clients trim these, so that an order has one ID in all of them.
_blanks = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def _id_text(name, own_id):
    if isinstance(own_id, (str, UUID)):
        text = own_id if isinstance(own_id, str) else str(own_id)
    elif isinstance(own_id, bool) or not hasattr(own_id, "__index__"):
        raise EventRefused(f"{name} is of type {type(own_id).__name__}. Use a text or an integer.", code="invalid_id")
    else:
        text = str(operator.index(own_id))
    if re.search("[\ud800-\udfff]", text):
        raise EventRefused(f"{name} is not well-formed Unicode.", code="invalid_id")
    return text


def _event_id(kind, own_id):
    text = "" if own_id is None else _id_text(f"The ID of {kind}", own_id).strip(_blanks)
    if not text:
        raise EventRefused(f"{kind} needs an ID of yours.", code="event_id_missing")
    return _checked_event_id(f"{kind}:{text}")


def _checked_event_id(event_id):
    """`order_created:` and `order_created:None` name no order, so all of them would count as one."""
    if event_id is not None and not isinstance(event_id, str):
        raise EventRefused("event_id is not a text.", code="invalid_id")
    parts = [part.strip(_blanks) for part in (event_id or "").split(":")]
    if not all(parts):
        raise EventRefused(f'event_id is "{event_id or ""}": your own ID is missing.', code="event_id_missing")
    if _names_nothing.fullmatch(_id_text("event_id", ":".join(parts))):
        raise EventRefused(f'event_id is "{event_id}": no ID of yours.', code="invalid_id")
    return event_id


def _money(name, amount):
    if isinstance(amount, (float, Decimal)) and not math.isfinite(amount):
        raise EventRefused(f"{name} is not a finite number.", code="invalid_value")
    return format(amount, "f") if isinstance(amount, Decimal) else amount


def _fields(event):
    return event if isinstance(event, dict) else {}


def _event_json(event):
    fields = dict(_fields(event))
    _checked_event_id(fields.get("event_id") if fields.get("id") is None else fields["id"])
    if "value" in fields:
        fields["value"] = _money("value", fields["value"])
    if not isinstance(fields.get("svc_click_id"), (str, type(None))):
        raise EventRefused("svc_click_id is not a text.", code="invalid_click")
    if not (fields.get("svc_click_id") or "").strip(_blanks):
        fields.pop("svc_click_id", None)  # The service would refuse the sale for a blank click ID.
    if fields.get("external_user_id") is not None:
        fields["external_user_id"] = _id_text("external_user_id", fields["external_user_id"])
    for name in ("consent", "user_data"):
        fields[name] = _set_members(fields.get(name))
        if fields[name] in (None, {}):
            del fields[name]
    at = fields.get("occurred_at")
    if isinstance(at, datetime) and at.tzinfo is None or not isinstance(at, (str, datetime, type(None))):
        raise EventRefused("occurred_at is no text of ISO 8601 and no datetime with a zone.", code="invalid_time")
    return _json_text(fields)


def _set_members(fields):
    """A guest has no phone, and a phone may be a number. The service judges everything else."""
    if not isinstance(fields, dict):
        return fields
    texts = {name: str(value) if type(value) is int else value for name, value in fields.items()}
    return {name: text for name, text in texts.items() if text is not None and str(text).strip(_blanks)}


def _json_text(fields):
    try:
        return json.dumps(_plain(fields), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as cause:
        raise EventRefused(f"The event cannot be written as JSON: {cause}.", code="not_json") from cause


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value) if isinstance(value, (Decimal, UUID)) else value


def _sentence(detail):
    """The problems of a request, such as `net_value: Negative values are not accepted`."""
    problems = [problem for problem in detail if isinstance(problem, dict)] if isinstance(detail, list) else []
    lines = [f"{'.'.join(map(str, problem.get('loc', [])[1:]))}: {problem.get('msg')}" for problem in problems]
    return detail if isinstance(detail, str) else "; ".join(lines)


def _json(content):
    try:
        value = json.loads(content)
        return value if isinstance(value, dict) else {}
    except ValueError:
        return {}
