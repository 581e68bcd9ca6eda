<?php
/**
 * Plugin Name: adtrail for WooCommerce
 * Description: Puts the pixel on every page, stores the ad click with the order, and reports the sale when it is paid.
 * Version: 1.2.0
 * Requires PHP: 8.0
 * Requires Plugins: woocommerce
 * License: MIT
 *
 * Install: copy this folder to wp-content/plugins, and set in wp-config.php:
 *   define('ADTRAIL_BASE_URL', 'https://…');  define('ADTRAIL_PUBLIC_KEY', 'pk_live_…');  define('ADTRAIL_SECRET_KEY', 'sk_live_…');
 */
declare(strict_types=1);

defined('ABSPATH') || exit;

/** After so many attempts, over some three days, the order gets a note instead. */
const ADTRAIL_ATTEMPTS = 20;

if (defined('ADTRAIL_BASE_URL') && defined('ADTRAIL_PUBLIC_KEY') && defined('ADTRAIL_SECRET_KEY')) {
    add_action('wp_head', 'adtrail_pixel');
    // The classic checkout saves the order by itself, the one of blocks does not.
    add_action('woocommerce_checkout_create_order', 'adtrail_store_click');
    add_action('woocommerce_store_api_checkout_update_order_meta', function ($order): void {
        adtrail_store_click($order);
        $order->save();
    });
    // Card payments, and those that a shop manager confirms. Cash on delivery is processed before it is paid.
    foreach (['woocommerce_payment_complete', 'woocommerce_order_status_processing', 'woocommerce_order_status_completed'] as $hook) {
        add_action($hook, 'adtrail_paid');
    }
    add_action('adtrail_send_order', 'adtrail_send_order', 10, 2);
}
add_action('before_woocommerce_init', function (): void {
    if (class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__);
    }
});

function adtrail_pixel(): void
{
    // The key is in the address, because optimizers remove attributes.
    $url = rtrim(ADTRAIL_BASE_URL, '/') . '/pixel/p.js?key=' . rawurlencode(ADTRAIL_PUBLIC_KEY);
    printf('<script src="%s" async></script>' . "\n", esc_url($url));
}

function adtrail_store_click($order): void
{
    $click = adtrail_click();
    if ($click !== null) {
        $order->update_meta_data('_adtrail_click', $click);
    }
}

/** The click in the pixel's cookie. Of two cookies of one name PHP keeps one, so the header is read; WordPress adds slashes to both. */
function adtrail_click(): ?string
{
    $header = $_SERVER['HTTP_COOKIE'] ?? null;
    $values = [$_COOKIE['svc_sid'] ?? null];
    if (is_string($header)) {
        preg_match_all('/(?:^|[;,])\s*svc_sid\s*=([^;]*)/', $header, $pairs);
        $values = $pairs[1];
    }
    [$click, $newest] = [null, -1];
    foreach (array_filter($values, 'is_string') as $value) {
        $text = strtr(rawurldecode(rawurldecode(rawurldecode($value))), ['\\' => '', '&quot;' => '"', '&#34;' => '"']);
        $time = preg_match('/["\']ts["\']\s*:\s*["\']?(\d{1,15})(?!\d)/', $text, $found) ? (int) $found[1] : 0;
        if ($time > $newest && preg_match('/(?<![0-9A-Za-z_])s_[0-9A-Za-z]{22}(?![0-9A-Za-z_])/', $text, $found)) {
            [$click, $newest] = [$found[0], $time];
        }
    }
    return $click;
}

function adtrail_paid($order_id): void
{
    $order = wc_get_order($order_id);
    if (!$order || !$order->get_date_paid() || $order->get_meta('_adtrail_queued')) {
        return;
    }
    $order->update_meta_data('_adtrail_queued', '1');
    $order->save();
    // Not in the customer's request: WooCommerce's own queue survives a crash.
    as_enqueue_async_action('adtrail_send_order', [$order->get_id(), 0], 'adtrail');
}

function adtrail_send_order($order_id, $attempt = 0): void
{
    $order = wc_get_order($order_id);
    if (!$order) {
        return;
    }
    $response = wp_remote_post(rtrim(ADTRAIL_BASE_URL, '/') . '/api/v1/pixel/server-events', [
        'timeout' => 15,
        'redirection' => 0,
        'user-agent' => 'adtrail-woocommerce/1.2.0',
        'headers' => ['Authorization' => 'Bearer ' . ADTRAIL_SECRET_KEY, 'Content-Type' => 'application/json'],
        'body' => wp_json_encode(['events' => [adtrail_event($order)]]),
    ]);
    $status = (int) wp_remote_retrieve_response_code($response);
    $answer = json_decode((string) wp_remote_retrieve_body($response), true);
    $answer = is_array($answer) ? $answer : [];
    $result = is_array($answer['results'] ?? null) ? $answer['results'][0] ?? null : null;
    $result = is_array($result) ? $result : null;
    if (!empty($result['accepted'])) {
        $order->update_meta_data('_adtrail_result', wp_json_encode($result));
        $order->add_order_note(
            $result['matched'] ? "adtrail: earned by {$result['campaign']}." : "adtrail: not attributed ({$result['reason']}).",
        );
    } elseif ($result !== null || ($status >= 400 && $status < 500 && !in_array($status, [401, 408, 425, 429], true))) {
        $order->add_order_note('adtrail: refused. ' . adtrail_why($result, $answer, $status));
    } elseif ($attempt + 1 < ADTRAIL_ATTEMPTS) {
        // The same event ID: it counts once, whatever became of this request.
        $delay = max(min(6 * 3600, 30 * 2 ** $attempt), (int) wp_remote_retrieve_header($response, 'retry-after'));
        as_schedule_single_action(time() + $delay + random_int(0, 30), 'adtrail_send_order', [$order->get_id(), $attempt + 1], 'adtrail');
    } else {
        $order->add_order_note('adtrail: not delivered. ' . adtrail_why($result, $answer, $status));
    }
    $order->save();
}

function adtrail_event($order): array
{
    $paid = $order->get_date_paid() ?? $order->get_date_created();
    $customer = (int) $order->get_customer_id();
    return array_filter([
        'event_type' => 'order_created',
        'event_id' => 'order_created:' . $order->get_id(),
        'svc_click_id' => $order->get_meta('_adtrail_click'),
        'external_user_id' => $customer > 0 ? "woocommerce-$customer" : null,
        'occurred_at' => $paid?->format(DATE_ATOM),
        // WooCommerce has money as text: it stays exact.
        'value' => (string) $order->get_total(),
        'currency' => $order->get_currency(),
        'properties' => ['item_count' => $order->get_item_count()],
    ]);
}

/** Without the key, and without what the customer has entered. */
function adtrail_why(?array $result, array $answer, int $status): string
{
    $message = $result['error']['message'] ?? $answer['detail'] ?? null;
    return is_string($message) ? $message : ($status > 0 ? "Status $status." : 'No response.');
}
