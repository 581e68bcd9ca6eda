<?php
/**
 * Plugin Name: adtrail for WooCommerce
 * Description: Puts the pixel on every page, stores the ad click with the order, and reports the sale when it is paid.
 * Version: 1.3.0
 * Requires PHP: 8.0
 * Requires Plugins: woocommerce
 * License: MIT
 *
 * Install: copy this folder to wp-content/plugins, activate it, and fill in Settings, adtrail. A constant in wp-config.php comes
 * before the setting of the same name: ADTRAIL_BASE_URL, ADTRAIL_PUBLIC_KEY, ADTRAIL_SECRET_KEY, ADTRAIL_CONSENT,
 * ADTRAIL_COOKIE_DOMAIN, ADTRAIL_PIXEL_PATH.
 */
declare(strict_types=1);

defined('ABSPATH') || exit;

/** After so many attempts, over some three days, the order gets a note instead. */
const ADTRAIL_ATTEMPTS = 20;

/** The settings: the form that each value must have, its label, and what the page says about it. */
const ADTRAIL_SETTINGS = [
    'base_url' => ['~^https?://[^\s?#"<>@]+$~', 'Address of the service', 'Such as https://adtrail.example.com'],
    'public_key' => ['~^pk_(live|test)_\w+$~', 'Public key', 'Begins with pk_'],
    'secret_key' => ['~^sk_(live|test)_\w+$~', 'Secret key', 'Begins with sk_. It is not shown again. Leave it empty to keep the stored one.'],
    'consent' => ['~^(false|hold|auto)$~', 'Consent', 'What the pixel does before the visitor agrees.'],
    'cookie_domain' => ['~^([a-z0-9-]+\.)+[a-z0-9-]+$~', 'Cookie domain', 'Such as shop.example, if the checkout is on a subdomain'],
    'pixel_path' => ['~^(/[A-Za-z0-9_-]+)+$~', 'Own path of the pixel', 'Such as /t, if your domain passes the pixel on'],
];
const ADTRAIL_CONSENT_MODES = [
    '' => 'Measure at once',
    'auto' => 'Wait for the consent platform of the page (auto)',
    'hold' => 'Wait for svc.consent(true); nothing leaves the page (hold)',
    'false' => 'Store nothing until svc.consent(true) (false)',
];

/** The value of a constant in wp-config.php, or `null` where it is not defined. */
function adtrail_constant(string $name): ?string
{
    $constant = 'ADTRAIL_' . strtoupper($name);
    return defined($constant) ? (string) constant($constant) : null;
}

function adtrail_stored(): array
{
    $stored = get_option('adtrail_settings', []);
    return is_array($stored) ? $stored : [];
}

function adtrail_setting(string $name): string
{
    return adtrail_constant($name) ?? (string) (adtrail_stored()[$name] ?? '');
}

if (adtrail_setting('base_url') !== '' && adtrail_setting('public_key') !== '' && adtrail_setting('secret_key') !== '') {
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
add_action('admin_menu', function (): void {
    add_options_page('adtrail', 'adtrail', 'manage_options', 'adtrail', 'adtrail_settings_page');
});
add_action('admin_init', function (): void {
    register_setting('adtrail', 'adtrail_settings', ['type' => 'array', 'sanitize_callback' => 'adtrail_clean_settings', 'show_in_rest' => false]);
});
register_activation_hook(__FILE__, function (): void {
    register_uninstall_hook(__FILE__, 'adtrail_uninstall');
});
add_action('before_woocommerce_init', function (): void {
    if (class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__);
    }
});

/** Settings that are valid. A wrong value keeps the stored one, and the page says so. */
function adtrail_clean_settings($input): array
{
    $stored = adtrail_stored();
    $input = is_array($input) ? $input : [];
    $clean = [];
    foreach (ADTRAIL_SETTINGS as $name => [$form, $label]) {
        $value = $input[$name] ?? '';
        $value = is_string($value) ? trim($value) : '';
        $value = $name === 'base_url' ? rtrim($value, '/') : $value;
        $keep = (string) ($stored[$name] ?? '');
        if ($value === '') {
            // The page never shows the secret key, so an empty field keeps it: for the service that it is for, and no other.
            $value = $name === 'secret_key' && ($clean['base_url'] ?? '') === ($stored['base_url'] ?? '') ? $keep : '';
            if ($value !== $keep && $name === 'secret_key') {
                add_settings_error('adtrail_settings', 'adtrail_secret_key', 'The address is another one: enter its secret key.');
            }
        } elseif (!preg_match($form . 'D', $value)) {
            add_settings_error('adtrail_settings', "adtrail_$name", "$label: this value cannot be right, so it was not stored.");
            $value = $keep;
        }
        $clean[$name] = $value;
    }
    return array_filter($clean, fn (string $value): bool => $value !== '');
}

/** The form goes to options.php of WordPress, which checks the nonce and the capability. */
function adtrail_settings_page(): void
{
    if (!current_user_can('manage_options')) {
        wp_die('You may not change these settings.', 403);
    }
    echo '<div class="wrap"><h1>adtrail</h1><form method="post" action="options.php">';
    settings_fields('adtrail');
    echo '<table class="form-table" role="presentation">';
    foreach (ADTRAIL_SETTINGS as $name => [, $label, $text]) {
        printf('<tr><th scope="row"><label for="%1$s">%2$s</label></th><td>', esc_attr("adtrail_$name"), esc_html($label));
        adtrail_field($name);
        printf('<p class="description" id="%s">%s</p></td></tr>', esc_attr("adtrail_{$name}_text"), esc_html(adtrail_constant($name) === null ? $text : 'Set in wp-config.php.'));
    }
    echo '</table>';
    submit_button();
    echo '</form></div>';
}

function adtrail_field(string $name): void
{
    $isFixed = adtrail_constant($name) !== null;
    $value = adtrail_setting($name);
    $attributes = sprintf('id="%1$s" name="%2$s" aria-describedby="%1$s_text"%3$s', esc_attr("adtrail_$name"), esc_attr("adtrail_settings[$name]"), $isFixed ? ' disabled' : '');
    if ($name === 'consent') {
        echo "<select $attributes>";
        foreach (ADTRAIL_CONSENT_MODES as $mode => $label) {
            printf('<option value="%s"%s>%s</option>', esc_attr((string) $mode), (string) $mode === $value ? ' selected' : '', esc_html($label));
        }
        echo '</select>';
    } elseif ($name === 'secret_key') {
        printf('<input type="password" class="regular-text" autocomplete="off" placeholder="%s" %s>', esc_attr($value === '' ? '' : '…' . substr($value, -4)), $attributes);
    } else {
        printf('<input type="text" class="regular-text" value="%s" %s>', esc_attr($value), $attributes);
    }
    // A disabled field is not sent: what is stored stays stored while the constant is there.
    $stored = (string) (adtrail_stored()[$name] ?? '');
    if ($isFixed && $stored !== '' && $name !== 'secret_key') {
        printf('<input type="hidden" name="%s" value="%s">', esc_attr("adtrail_settings[$name]"), esc_attr($stored));
    }
}

/** Orders keep what is stored with them, so that a later installation sends none of them twice. */
function adtrail_uninstall(): void
{
    delete_option('adtrail_settings');
    if (function_exists('as_unschedule_all_actions')) {
        as_unschedule_all_actions('adtrail_send_order');
    }
}

function adtrail_pixel(): void
{
    // The key is in the address, because optimizers remove attributes.
    $query = array_filter([
        'key' => adtrail_setting('public_key'),
        'consent' => adtrail_setting('consent'),
        'cookie-domain' => adtrail_setting('cookie_domain'),
    ]);
    $path = adtrail_setting('pixel_path');
    $url = ($path === '' ? rtrim(adtrail_setting('base_url'), '/') : rtrim($path, '/')) . '/pixel/p.js?' . http_build_query($query, '', '&');
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
    $response = wp_remote_post(rtrim(adtrail_setting('base_url'), '/') . '/api/v1/pixel/server-events', [
        'timeout' => 15,
        'redirection' => 0,
        'user-agent' => 'adtrail-woocommerce/1.3.0',
        'headers' => ['Authorization' => 'Bearer ' . adtrail_setting('secret_key'), 'Content-Type' => 'application/json'],
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
