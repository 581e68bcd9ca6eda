# SPDX-License-Identifier: MIT
"""A client of adtrail in one file. Python 3.8 and later, no dependencies."""

import json
import random
import re
import time
import urllib.error
import urllib.request
from urllib.parse import unquote


class AdtrailError(Exception):
    """The request was refused, or got no response. `status` is None if none came."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


class Adtrail:
    def __init__(self, secret_key, base_url, retry_for=120, timeout=30):
        if not secret_key.startswith("sk_"):
            raise ValueError("A secret key begins with sk_live_ or sk_test_.")
        self._url = base_url.rstrip("/") + "/api/v1/pixel/"
        self._secret_key = secret_key
        self._retry_for = retry_for
        self._timeout = timeout

    def order(self, order_id, **fields):
        """One order: the same order ID counts once, however often it is sent."""
        event = {"event_type": "order_created", "event_id": f"order_created:{order_id}", **fields}
        return self.send([event])[0]

    def refund(self, order_id, net_value, **fields):
        """States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing."""
        adjustment = {"event_id": f"order_created:{order_id}", "net_value": net_value, "reason": "refund", **fields}
        return self._send_batch("adjustments", "adjustments", [adjustment])[0]

    def send(self, events):
        """Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why."""
        results = []
        for start in range(0, len(events), 1000):
            results += self._send_batch("server-events", "events", events[start : start + 1000])
        return results

    def _send_batch(self, path, name, items):
        body = json.dumps({name: items}).encode()
        end = time.monotonic() + self._retry_for
        attempt = 0
        while True:
            status, answer, retry_after = self._post(path, body)
            results = answer.get("results")
            if (status < 300 or status == 422) and isinstance(results, list) and len(results) == len(items):
                return results
            detail = answer.get("detail")
            message = detail if isinstance(detail, str) else f"The service responded with status {status}."
            if 300 <= status < 500 and status not in (408, 425, 429):
                raise AdtrailError(message, status)
            # The same bytes again: what was stored meanwhile is a duplicate, and counts once.
            delay = max(min(30, 0.25 * 2 ** min(attempt, 8)) * random.uniform(0.5, 1), retry_after)
            if time.monotonic() + delay > end:
                raise AdtrailError(message, status or None)
            time.sleep(delay)
            attempt += 1

    def _post(self, path, body):
        headers = {
            "Authorization": f"Bearer {self._secret_key}",
            "Content-Type": "application/json",
            "User-Agent": "adtrail-python/1.2.0",
        }
        request = urllib.request.Request(self._url + path, body, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                return response.status, _json(response.read()), 0
        except urllib.error.HTTPError as error:
            after = error.headers.get("Retry-After", "")
            return error.code, _json(error.read()), float(after) if after.isdigit() else 0
        except Exception:  # no response, or half of one
            return 0, {"detail": "The service does not respond."}, 0


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


def _json(content):
    try:
        value = json.loads(content)
        return value if isinstance(value, dict) else {}
    except ValueError:
        return {}
