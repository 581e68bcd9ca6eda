<?php
// The ad click of an order, and the marks that are stored with orders.
declare(strict_types=1);

defined('ABSPATH') || exit;

/** Other plugins copy the fields of orders, so a mark names the order for which it is believed. */
function adtrail_store_click($order): void
{
    $marks = array_filter(['_adtrail_click' => adtrail_click(), '_adtrail_consent' => adtrail_consent()]);
    if ($marks === [] || (int) $order->get_id() <= 0 || adtrail_is_renewal($order)) {
        return;
    }
    foreach ($marks as $name => $mark) {
        $order->update_meta_data($name, "$mark {$order->get_id()}");
    }
    $order->save_meta_data();
}

/**
 * Whether the visitor of this request lets ad networks have data: `granted` or `denied` by the WP Consent API, `null` where
 * nobody asks. Other plugins answer, so an error of theirs must not stop a checkout.
 */
function adtrail_consent(): ?string
{
    try {
        // Without a type of consent no plugin asks, and the API allows everything.
        if (!function_exists('wp_has_consent') || !function_exists('wp_get_consent_type') || !wp_get_consent_type()) {
            return null;
        }
        return wp_has_consent('marketing') ? 'granted' : 'denied';
    } catch (Throwable) {
        return null;
    }
}

function adtrail_consent_of($order): ?string
{
    [$consent, $id] = explode(' ', (string) $order->get_meta('_adtrail_consent') . ' ');
    return in_array($consent, ['granted', 'denied'], true) && $id === (string) $order->get_id() ? $consent : null;
}

/** An order that the shop made, and that its customer pays. A shop manager who pays for a customer came from no ad. */
function adtrail_store_payer($order): void
{
    if (adtrail_click_of($order) === null && !current_user_can('edit_shop_orders')) {
        adtrail_store_click($order);
    }
}

function adtrail_click_of($order): ?string
{
    [$click, $id] = explode(' ', (string) $order->get_meta('_adtrail_click') . ' ');
    $isOwn = $id === '' ? adtrail_is_older($order) && adtrail_is_of_checkout($order) : $id === (string) $order->get_id();
    return $click !== '' && $isOwn && !adtrail_is_renewal($order) ? $click : null;
}

/** The ID of the order's event, if it was queued. Up to 1.3.0 the mark was "1", also on copies. */
function adtrail_queued_as($order): ?string
{
    [$mark, $id] = [$order->get_meta('_adtrail_queued'), $order->get_id()];
    if ($mark === '1' && adtrail_is_older($order)) {
        return "order_created:$id";
    }
    return in_array($mark, ["order_created:$id", "subscription_renewed:$id"], true) ? $mark : null;
}

/** Made before the marks named their order. */
function adtrail_is_older($order): bool
{
    $created = $order->get_date_created();
    return $created !== null && $created->getTimestamp() <= (int) get_option('adtrail_since');
}

/** Renewals and duplicates have another origin. */
function adtrail_is_of_checkout($order): bool
{
    return in_array($order->get_created_via(), ['checkout', 'store-api'], true);
}

/** A payment of a subscription after its first one. */
function adtrail_is_renewal($order): bool
{
    $isRenewal = $order->get_created_via() === 'subscription'
        || !in_array($order->get_meta('_subscription_renewal'), ['', [], null, false], true);
    return (bool) apply_filters('adtrail_is_renewal', $isRenewal, $order);
}

/** What a subscription plugin copies from one order to another: a map of the fields, or a list of rows. */
function adtrail_without_marks($fields)
{
    $isOther = fn ($value, $key): bool => !str_starts_with((string) (is_array($value) ? $value['meta_key'] ?? $key : $key), '_adtrail_');
    return is_array($fields) ? array_filter($fields, $isOther, ARRAY_FILTER_USE_BOTH) : $fields;
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
