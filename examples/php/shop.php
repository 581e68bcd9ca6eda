<?php
require __DIR__ . '/adtrail.php';

$adtrail = new Adtrail(getenv('ADTRAIL_SECRET_KEY'), getenv('ADTRAIL_BASE_URL'));

// In a web page: Adtrail::click() reads $_COOKIE.
$cookie = explode('svc_sid=', getenv('COOKIE') ?: '')[1] ?? '';
$click = Adtrail::click(['svc_sid' => rawurldecode($cookie)]);
$order = getenv('ORDER') ?: '10017';

// What the customer allowed, and a hash by which networks match them.
$consent = ['ad_user_data' => 'granted', 'ad_personalization' => 'denied'];
$user = ['email_sha256' => Adtrail::emailSha256('jane@example.com')];
$sale = ['value' => 25.99, 'currency' => 'EUR', 'svc_click_id' => $click, 'consent' => $consent, 'user_data' => $user];

echo json_encode($adtrail->order($order, $sale)), "\n";

// Something that happened before is booked on its own day.
$hourAgo = gmdate(DATE_ATOM, time() - 3600);
// Many events in one call: some can be invalid, the others are stored.
$results = $adtrail->send([
    ['event_type' => 'signup_completed', 'event_id' => "signup_completed:$order", 'occurred_at' => $hourAgo],
    ['event_type' => 'order_created', 'event_id' => "order_created:$order-b", 'value' => -1],
]);
foreach ($results as $result) {
    echo json_encode($result), "\n";
}

// 6.00 were refunded: 19.99 remain.
echo json_encode($adtrail->refund($order, '19.99')), "\n";
