<?php
/**
 * Plugin Name: adtrail for WooCommerce
 * Description: Puts the pixel on every page, stores the ad click with the order, and reports sales, refunds and cancellations.
 * Version: 1.5.0
 * Requires at least: 6.1
 * Requires PHP: 8.0
 * Requires Plugins: woocommerce
 * WC requires at least: 7.2
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: adtrail
 *
 * A constant in wp-config.php comes before the setting of the same name: ADTRAIL_BASE_URL, ADTRAIL_PUBLIC_KEY,
 * ADTRAIL_SECRET_KEY, ADTRAIL_CONSENT, ADTRAIL_COOKIE_DOMAIN, ADTRAIL_PIXEL_PATH.
 */
declare(strict_types=1);

defined('ABSPATH') || exit;

const ADTRAIL_VERSION = '1.5.0';

require_once __DIR__ . '/click.php';
require_once __DIR__ . '/settings.php';
require_once __DIR__ . '/sending.php';
require_once __DIR__ . '/delivery.php';

if (adtrail_setting('base_url') !== '' && adtrail_setting('public_key') !== '' && adtrail_setting('secret_key') !== '') {
    add_action('wp_head', 'adtrail_pixel');
    // Marks that are older than this name no order.
    if (get_option('adtrail_since') === false) {
        add_option('adtrail_since', time());
    }
    // The classic checkout, also of plugins that create the order themselves, and the one of blocks. Before 100, at which
    // WooCommerce Subscriptions copies the order.
    add_action('woocommerce_checkout_order_created', 'adtrail_store_click');
    add_action('woocommerce_checkout_order_processed', fn ($id, $data, $order) => adtrail_store_click($order), 10, 3);
    add_action('woocommerce_store_api_checkout_update_order_meta', 'adtrail_store_click');
    add_action('woocommerce_store_api_checkout_order_processed', 'adtrail_store_click');
    add_action('woocommerce_before_pay_action', 'adtrail_store_payer');
    // Card payments, those that a shop manager confirms, and states of other plugins. Cash on delivery is processed unpaid.
    foreach (['payment_complete', 'order_status_processing', 'order_status_completed', 'order_status_changed'] as $hook) {
        add_action("woocommerce_$hook", 'adtrail_paid');
    }
    add_action('woocommerce_order_refunded', 'adtrail_restate');
    add_action('woocommerce_refund_deleted', fn ($refund, $order) => adtrail_restate($order), 10, 2);
    add_action('woocommerce_order_status_changed', 'adtrail_status_changed', 20, 3);
    add_filter('woocommerce_order_actions', fn (array $actions): array => $actions + ['adtrail_send' => 'Send to adtrail again']);
    add_action('woocommerce_order_action_adtrail_send', 'adtrail_send_again');
}
// The list of plugins that ask the WP Consent API.
add_filter('wp_consent_api_registered_' . plugin_basename(__FILE__), fn (): bool => true);
// Without settings too: the queue takes an action that nobody handles for done.
add_action('adtrail_send_order', 'adtrail_send_order', 10, 2);
add_action('adtrail_send_net', 'adtrail_send_net', 10, 3);
add_action('init', function (): void {
    $names = class_exists('WC_Subscriptions_Data_Copier')
        ? ['wc_subscriptions_object_data']
        : array_map(fn ($type) => "wcs_{$type}_meta", ['subscription', 'parent', 'renewal_order', 'resubscribe_order']);
    foreach ($names as $name) {
        add_filter($name, 'adtrail_without_marks');
    }
});
add_action('admin_menu', function (): void {
    add_options_page('adtrail', 'adtrail', 'manage_options', 'adtrail', 'adtrail_settings_page');
});
add_action('admin_init', function (): void {
    register_setting('adtrail', 'adtrail_settings', ['type' => 'array', 'sanitize_callback' => 'adtrail_clean_settings', 'show_in_rest' => false]);
});
add_action('before_woocommerce_init', function (): void {
    if (class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
            \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility($feature, __FILE__);
        }
    }
});

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
