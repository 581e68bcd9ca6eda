require "time"
require_relative "adtrail"

adtrail = Adtrail.new(ENV.fetch("ADTRAIL_SECRET_KEY"), ENV.fetch("ADTRAIL_BASE_URL"))

# In Rack and Rails: Adtrail.click_from(request.get_header("HTTP_COOKIE"))
click = Adtrail.click_from(ENV["COOKIE"])
order = ENV.fetch("ORDER", "10017")

# What the customer allowed, and a hash by which networks match them.
consent = { ad_user_data: "granted", ad_personalization: "denied" }
user = { email_sha256: Adtrail.email_sha256("jane@example.com") }

puts JSON.generate(adtrail.order(order, value: 25.99, currency: "EUR", svc_click_id: click, consent: consent, user_data: user))

# Something that happened before is booked on its own day.
hour_ago = (Time.now - 3600).iso8601
# Many events in one call: some can be invalid, the others are stored.
results = adtrail.send_events([
  { event_type: "signup_completed", event_id: "signup_completed:#{order}", occurred_at: hour_ago },
  { event_type: "order_created", event_id: "order_created:#{order}-b", value: -1 },
])
results.each { |result| puts JSON.generate(result) }

# 6.00 were refunded: 19.99 remain.
puts JSON.generate(adtrail.refund(order, "19.99"))
