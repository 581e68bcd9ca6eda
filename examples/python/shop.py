import json
import os
from datetime import datetime, timedelta, timezone

from adtrail import Adtrail, click_from, email_sha256

adtrail = Adtrail(os.environ["ADTRAIL_SECRET_KEY"], os.environ["ADTRAIL_BASE_URL"])

# In a web framework: click_from(request.headers.get("Cookie"))
click = click_from(os.environ.get("COOKIE"))
order = os.environ.get("ORDER", "10017")

# What the customer allowed, and a hash by which networks match them.
consent = {"ad_user_data": "granted", "ad_personalization": "denied"}
user = {"email_sha256": email_sha256("jane@example.com")}

print(json.dumps(adtrail.order(order, value=25.99, currency="EUR", svc_click_id=click, consent=consent, user_data=user)))

# Something that happened before is booked on its own day.
hour_ago = (datetime.now(timezone.utc) - timedelta(hours=1)).isoformat()

# Many events in one call: some can be invalid, the others are stored.
for result in adtrail.send([
    {"event_type": "signup_completed", "event_id": f"signup_completed:{order}", "occurred_at": hour_ago},
    {"event_type": "order_created", "event_id": f"order_created:{order}-b", "value": -1},
]):
    print(json.dumps(result))

# 6.00 were refunded: 19.99 remain.
print(json.dumps(adtrail.refund(order, "19.99")))
