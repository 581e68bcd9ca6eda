<?php
// Sales and what remains of them, sent by the queue of WooCommerce.
declare(strict_types=1);

defined('ABSPATH') || exit;

/** After so many attempts, over some three days, the order gets a note instead. */
const ADTRAIL_ATTEMPTS = 20;
/** In these states nothing remains of a sale that was reported. */
const ADTRAIL_VOID = ['cancelled', 'failed'];

function adtrail_paid($order_id): void
{
    $order = wc_get_order($order_id);
    if (!$order || !$order->get_date_paid() || in_array($order->get_status(), [...ADTRAIL_VOID, 'refunded'], true)) {
        return;
    }
    $event = adtrail_queued_as($order);
    // An old mark of a copy may be that of its original. A sale that is sent twice counts once.
    $isCertain = $order->get_meta('_adtrail_queued') !== '1' || adtrail_is_of_checkout($order) || adtrail_is_renewal($order);
    if ($event === null || !$isCertain) {
        adtrail_queue($order);
    }
}

/** The action of the page of an order. */
function adtrail_send_again($order): void
{
    if ($order->get_date_paid()) {
        adtrail_queue($order);
        adtrail_restate($order->get_id());
    } else {
        $order->add_order_note('adtrail: not sent, because the order is not paid.');
    }
}

function adtrail_queue($order): void
{
    // Not in the customer's request. Before the mark: a crash between the two must not lose the sale.
    if ((int) $order->get_id() <= 0 || !as_enqueue_async_action('adtrail_send_order', [$order->get_id(), 0], 'adtrail')) {
        return;
    }
    $order->update_meta_data('_adtrail_queued', adtrail_type($order) . ':' . $order->get_id());
    $order->save_meta_data();
    if ($order->get_refunds()) {
        adtrail_restate($order->get_id());
    }
}

function adtrail_type($order): string
{
    return adtrail_is_renewal($order) ? 'subscription_renewed' : 'order_created';
}

function adtrail_status_changed($order_id, $from, $to): void
{
    if (in_array($to, [...ADTRAIL_VOID, 'refunded'], true) || in_array($from, ADTRAIL_VOID, true)) {
        adtrail_restate($order_id);
    }
}

/** The action reads what remains when it runs, so several changes at once are no problem. */
function adtrail_restate($order_id): void
{
    $order = wc_get_order($order_id);
    if ($order && adtrail_queued_as($order) !== null) {
        as_enqueue_async_action('adtrail_send_net', [$order->get_id(), adtrail_now(), 0], 'adtrail');
    }
}

function adtrail_send_order($order_id, $attempt = 0): void
{
    $order = wc_get_order($order_id);
    if (!$order || (int) $order->get_id() <= 0) {
        return;
    }
    $event = adtrail_event($order);
    if ($event['event_type'] === 'subscription_renewed' && !isset($event['external_user_id'])) {
        return;
    }
    if (!adtrail_is_amount($event['value'])) {
        adtrail_refused($order, $event['event_id'], adtrail_text("A total of {$event['value']} is not an amount."));
        return;
    }
    $answer = adtrail_deliver('server-events', ['events' => [$event]], 'adtrail_send_order', [$order->get_id(), (int) $attempt]);
    if ($answer === null) {
        return;
    }
    $result = $answer['result'];
    if ($answer['outcome'] === 'accepted') {
        $order->update_meta_data('_adtrail_result', wp_json_encode($result));
        $order->save_meta_data();
        $text = !empty($result['matched']) ? 'earned by ' . ($result['campaign'] ?? '') : 'not attributed (' . ($result['reason'] ?? '') . ')';
        $order->add_order_note('adtrail: ' . adtrail_text($text) . '.');
    } elseif ($answer['outcome'] === 'refused') {
        adtrail_refused($order, $event['event_id'], $answer['why']);
    } else {
        $order->add_order_note("adtrail: not delivered. {$answer['why']}");
    }
}

/** Nothing remains to be stated of a sale that was refused. */
function adtrail_refused($order, string $event, string $why): void
{
    $order->update_meta_data('_adtrail_result', wp_json_encode(['accepted' => false, 'event_id' => $event]));
    $order->save_meta_data();
    $order->add_order_note("adtrail: refused. $why");
}

function adtrail_send_net($order_id, $at, $attempt = 0): void
{
    $order = wc_get_order($order_id);
    $event = $order ? adtrail_queued_as($order) : null;
    $result = $order ? json_decode((string) $order->get_meta('_adtrail_result'), true) : null;
    if ($event === null || (($result['accepted'] ?? true) === false && ($result['event_id'] ?? '') === $event)) {
        return;
    }
    $statement = adtrail_statement($order, $event, (int) $at);
    if ($statement === null) {
        return;
    }
    $order->update_meta_data('_adtrail_net', wp_json_encode($statement));
    $order->save_meta_data();
    $adjustment = [
        'event_id' => $event,
        'net_value' => $statement['net'],
        'currency' => $order->get_currency(),
        'reason' => $statement['reason'],
        'effective_at' => gmdate('Y-m-d\TH:i:s', intdiv($statement['at'], 1000)) . sprintf('.%03dZ', $statement['at'] % 1000),
    ];
    $arguments = [$order->get_id(), (int) $at, (int) $attempt];
    $answer = adtrail_deliver('adjustments', ['adjustments' => [$adjustment]], 'adtrail_send_net', $arguments);
    if ($answer === null) {
        return;
    }
    // Refused ones too: the same statement would be refused again.
    $order->update_meta_data('_adtrail_net', wp_json_encode(['done' => $answer['outcome'] !== 'not delivered'] + $statement));
    $order->save_meta_data();
    $order->add_order_note(
        $answer['outcome'] === 'accepted'
            ? 'adtrail: ' . adtrail_text("{$statement['net']} {$adjustment['currency']} of the sale remain ({$statement['reason']}).")
            : "adtrail: {$statement['reason']} {$answer['outcome']}. {$answer['why']}",
    );
}

/** What remains now, with the same time in each attempt, and a later time than any statement before; `null` if it is stated. */
function adtrail_statement($order, string $event, int $at): ?array
{
    $net = adtrail_net($order);
    $last = json_decode((string) $order->get_meta('_adtrail_net'), true);
    $last = is_array($last) && ($last['event'] ?? '') === $event ? $last : null;
    $before = $last['net'] ?? $order->get_total();
    if (!adtrail_is_amount($order->get_total()) || ((float) $net === (float) $before && ($last['done'] ?? true))) {
        return null;
    }
    if ($last !== null && (float) $net === (float) $before) {
        return $last;
    }
    $isVoid = in_array($order->get_status(), ADTRAIL_VOID, true);
    $isRefund = !$isVoid && (float) $net < (float) $before;
    $times = array_map(fn ($refund) => $refund->get_date_created()?->getTimestamp() ?? 0, $isRefund ? $order->get_refunds() : []);
    $time = $times === [] || max($times) === 0 ? $at : max($times) * 1000;
    return [
        'event' => $event,
        'net' => $net,
        'at' => max(min($time, adtrail_now()), ($last['at'] ?? 0) + 1),
        'reason' => $isVoid ? 'cancellation' : ($isRefund ? 'refund' : 'correction'),
        'done' => false,
    ];
}

/** The total less all refunds, with as many decimals as these have. */
function adtrail_net($order): string
{
    $total = (string) $order->get_total();
    $amounts = array_map(fn ($refund): string => (string) $refund->get_amount(), $order->get_refunds());
    $decimals = array_map(fn (string $amount): int => strlen(explode('.', "$amount.")[1]), [$total, ...$amounts]);
    $remains = in_array($order->get_status(), ADTRAIL_VOID, true) ? 0.0 : (float) $total - array_sum(array_map('floatval', $amounts));
    return number_format(max(0.0, $remains), min(8, max($decimals)), '.', '');
}

function adtrail_event($order): array
{
    $paid = $order->get_date_paid() ?? $order->get_date_created();
    $customer = (int) $order->get_customer_id();
    $type = adtrail_type($order);
    $consent = adtrail_is_renewal($order) ? null : adtrail_consent_of($order);
    return array_filter([
        'event_type' => $type,
        'event_id' => "$type:{$order->get_id()}",
        'svc_click_id' => adtrail_click_of($order),
        'external_user_id' => $customer > 0 ? "woocommerce-$customer" : null,
        'occurred_at' => $paid?->format(DATE_ATOM),
        // WooCommerce has money as text: it stays exact.
        'value' => (string) $order->get_total(),
        'currency' => $order->get_currency(),
        'properties' => ['item_count' => $order->get_item_count()],
        'consent' => $consent === null ? null : ['ad_user_data' => $consent, 'ad_personalization' => $consent],
    ], fn ($value): bool => $value !== null);
}

function adtrail_is_amount($value): bool
{
    return is_numeric($value) && is_finite((float) $value) && (float) $value >= 0;
}

function adtrail_now(): int
{
    return (int) floor(microtime(true) * 1000);
}
