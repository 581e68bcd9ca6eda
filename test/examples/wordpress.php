<?php
// The functions of WordPress and WooCommerce that the plugin calls, on a real network, for woocommerce.test.ts.
const ABSPATH = '/';
foreach (['BASE_URL', 'PUBLIC_KEY', 'SECRET_KEY', 'CONSENT', 'COOKIE_DOMAIN', 'PIXEL_PATH'] as $name) {
    if (getenv("ADTRAIL_$name")) {
        define("ADTRAIL_$name", getenv("ADTRAIL_$name"));
    }
}
$options = json_decode(getenv('OPTIONS') ?: '{}', true);
$errors = [];
$pages = [];
$settings = [];
$may = true;
$capability = 'manage_options';
$cleaned = [];

$hooks = [];
$queue = [];
$orders = [];

function add_action(string $hook, callable $handler, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['hooks'][$hook][] = [$handler, $arguments];
}
function add_filter(string $hook, callable $handler): void
{
    $GLOBALS['hooks'][$hook][] = [$handler, 1];
}
function apply_filters(string $hook, $value)
{
    foreach ($GLOBALS['hooks'][$hook] ?? [] as [$handler]) {
        $value = $handler($value);
    }
    return $value;
}
function do_action(string $hook, ...$arguments): void
{
    foreach ($GLOBALS['hooks'][$hook] ?? [] as [$handler, $count]) {
        $handler(...array_slice($arguments, 0, $count));
    }
}
function plugin_basename(string $file): string
{
    return 'adtrail/' . basename($file);
}
if (getenv('CONSENT_API')) {
    // As inc/api-functions.php of the WP Consent API 1.0.8 answers, or as a plugin that breaks in its filter.
    function wp_get_consent_type()
    {
        return in_array(getenv('CONSENT_API'), ['optin', 'optout'], true) ? getenv('CONSENT_API') : (getenv('CONSENT_API') === 'breaks' ? 'optin' : false);
    }
    function wp_has_consent(string $category): bool
    {
        if (getenv('CONSENT_API') === 'breaks') {
            throw new Error('A consent plugin breaks.');
        }
        [$type, $cookie] = [wp_get_consent_type(), $_COOKIE["wp_consent_$category"] ?? null];
        return !$type || (str_contains($type, 'optout') && $cookie === null) || $cookie === 'allow';
    }
}
function get_option(string $name, $default = false)
{
    return $GLOBALS['options'][$name] ?? $default;
}
function add_option(string $name, $value): void
{
    $GLOBALS['options'][$name] ??= $value;
}
function delete_option(string $name): void
{
    unset($GLOBALS['options'][$name]);
}
function add_options_page(string $title, string $menu, string $capability, string $slug, callable $page): void
{
    $GLOBALS['pages'][$slug] = [$capability, $page];
}
function register_setting(string $group, string $option, array $arguments): void
{
    $GLOBALS['settings'][$group] = [$option, $arguments['sanitize_callback']];
}
function add_settings_error(string $setting, string $code, string $message): void
{
    $GLOBALS['errors'][] = $message;
}
function is_multisite(): bool
{
    return (bool) getenv('SITES');
}
function get_sites(array $query): array
{
    return json_decode(getenv('SITES'), true);
}
function switch_to_blog(int $site): void
{
    $GLOBALS['cleaned'][] = $site;
}
function restore_current_blog(): void
{
}
function wp_nonce_url(string $url, string $action): string
{
    return "$url&_wpnonce=$action";
}
function admin_url(string $path): string
{
    return "https://shop.example/wp-admin/$path";
}
function check_admin_referer(string $action): void
{
    ($_GET['_wpnonce'] ?? '') === $action || wp_die('The link has expired.', 403);
}
function as_unschedule_all_actions(string $hook): void
{
    $GLOBALS['queue'] = array_values(array_filter($GLOBALS['queue'], fn ($action) => $action['hook'] !== $hook));
}
function current_user_can(string $capability): bool
{
    return $GLOBALS['may'] && $capability === $GLOBALS['capability'];
}
function wp_die(string $message, int $status): never
{
    exit("\n$message\n{}\n");
}
function settings_fields(string $group): void
{
    echo '<input type="hidden" name="option_page" value="' . $group . '"><input type="hidden" name="_wpnonce" value="x">';
}
function submit_button(): void
{
    echo '<button>Save</button>';
}
function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_url(string $url): string
{
    return htmlspecialchars($url);
}
function wp_json_encode($value): string
{
    return json_encode($value);
}
function wc_get_order($id)
{
    return $GLOBALS['orders'][$id] ?? false;
}
function as_enqueue_async_action(string $hook, array $arguments, string $group): int
{
    return as_schedule_single_action(time(), $hook, $arguments, $group);
}
function as_schedule_single_action(int $at, string $hook, array $arguments, string $group): int
{
    $GLOBALS['queue'][] = ['in' => $at - time(), 'hook' => $hook, 'arguments' => $arguments];
    return count($GLOBALS['queue']);
}
function as_unschedule_action(string $hook, array $arguments, string $group): void
{
    $isOther = fn ($action) => [$action['hook'], $action['arguments']] !== [$hook, $arguments];
    $GLOBALS['queue'] = array_values(array_filter($GLOBALS['queue'], $isOther));
}
function wp_remote_post(string $url, array $options): array
{
    if (getenv('DIES')) {
        throw new Exception('The process dies.');
    }
    $headers = [];
    $request = curl_init($url);
    curl_setopt($request, CURLOPT_USERAGENT, $options['user-agent'] ?? 'WordPress/6.9; https://shop.example');
    curl_setopt_array($request, [
        CURLOPT_POST => true,
        CURLOPT_POSTFIELDS => $options['body'],
        CURLOPT_HTTPHEADER => array_map(fn ($name) => "$name: {$options['headers'][$name]}", array_keys($options['headers'])),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers): int {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
            return strlen($line);
        },
    ]);
    $body = curl_exec($request);
    return ['body' => $body, 'code' => curl_getinfo($request, CURLINFO_RESPONSE_CODE), 'headers' => $headers];
}
function wp_remote_retrieve_response_code(array $response)
{
    return $response['code'] ?: '';
}
function wp_remote_retrieve_body(array $response): string
{
    return (string) $response['body'];
}
function wp_remote_retrieve_header(array $response, string $name): string
{
    return $response['headers'][$name] ?? '';
}

final class Refund
{
    public function __construct(private string $amount, private DateTime $created)
    {
    }
    public function get_amount(): string
    {
        return $this->amount;
    }
    public function get_date_created(): DateTime
    {
        return $this->created;
    }
}

final class Order
{
    public array $meta = [];
    public array $notes = [];
    public array $refunds = [];
    public ?DateTime $paid = null;
    public string $status = 'pending';
    public string $via = 'checkout';
    public int $age = 0;

    public function __construct(private int $id, private string $total, private int $customer = 0)
    {
        $GLOBALS['orders'][$id] = $this;
    }
    public function get_id(): int
    {
        return $this->id;
    }
    public function get_meta(string $name): string
    {
        return $this->meta[$name] ?? '';
    }
    public function update_meta_data(string $name, string $value): void
    {
        $this->meta[$name] = $value;
    }
    public function save_meta_data(): void
    {
    }
    public function add_order_note(string $note): void
    {
        $this->notes[] = $note;
    }
    public function get_total(): string
    {
        return $this->total;
    }
    public function get_currency(): string
    {
        return 'EUR';
    }
    public function get_customer_id(): int
    {
        return $this->customer;
    }
    public function get_item_count(): int
    {
        return 2;
    }
    public function get_created_via(): string
    {
        return $this->via;
    }
    public function get_status(): string
    {
        return $this->status;
    }
    public function get_refunds(): array
    {
        return $this->refunds;
    }
    public function get_date_paid(): ?DateTime
    {
        return $this->paid;
    }
    public function get_date_created(): ?DateTime
    {
        return new DateTime("-$this->age seconds", new DateTimeZone('Europe/Berlin'));
    }
    /** WooCommerce sets it before its hooks run: at the payment, or at the state in which the payment is complete. */
    public function pay(): int
    {
        $this->paid ??= new DateTime('now', new DateTimeZone('Europe/Berlin'));
        return $this->id;
    }
    public function become(string $status): void
    {
        [$from, $this->status] = [$this->status, $status];
        if ($from !== $status) {
            do_action("woocommerce_order_status_$status", $this->id, $this);
            do_action('woocommerce_order_status_changed', $this->id, $from, $status, $this);
        }
    }
    /** As wc_create_refund: a full refund changes the state of the order before the hook of refunds runs. */
    public function refund(string $amount, ?string $at): void
    {
        $this->refunds[] = new Refund($amount, new DateTime($at ?? 'now'));
        if (array_sum(array_map(fn ($refund) => (float) $refund->get_amount(), $this->refunds)) >= (float) $this->total) {
            $this->become('refunded');
        }
        do_action('woocommerce_order_refunded', $this->id, 1000 + count($this->refunds));
    }
}

require __DIR__ . '/../../examples/woocommerce/adtrail.php';

// A script of the test: what happens in the shop, one step after the other.
foreach (json_decode(stream_get_contents(STDIN), true) as $step) {
    match ($step['do']) {
        // PHP decodes cookies, WordPress adds slashes.
        'cookie' => $_COOKIE = ['svc_sid' => addslashes(rawurldecode($step['value']))],
        'consent' => $_COOKIE['wp_consent_marketing'] = $step['value'],
        'page' => do_action('wp_head'),
        'admin' => (function () use ($step) {
            [$GLOBALS['may'], $_GET] = [$step['may'] ?? true, $step['query'] ?? []];
            do_action('admin_menu');
            $GLOBALS['pages']['adtrail'][1]();
        })(),
        // WordPress calls the callback twice when the option is new.
        'save' => (function () use ($step) {
            do_action('admin_init');
            [$option, $clean] = $GLOBALS['settings']['adtrail'];
            $isNew = !isset($GLOBALS['options'][$option]);
            $value = $clean($step['settings']);
            $GLOBALS['options'][$option] = $isNew ? $clean($value) : $value;
        })(),
        'uninstall' => (function () {
            define('WP_UNINSTALL_PLUGIN', 'adtrail/adtrail.php');
            require __DIR__ . '/../../examples/woocommerce/uninstall.php';
        })(),
        // The order has its ID from here on.
        'checkout' => do_action('woocommerce_checkout_order_processed', $step['order'], [], new Order($step['order'], $step['total'], $step['customer'] ?? 0)),
        'blocks' => do_action('woocommerce_store_api_checkout_update_order_meta', new Order($step['order'], $step['total'])),
        'made' => (function () use ($step) {
            $order = new Order($step['order'], $step['total'], $step['customer'] ?? 0);
            [$order->via, $order->age] = [$step['via'] ?? 'admin', $step['age'] ?? 0];
            $order->meta = $step['meta'] ?? [];
        })(),
        'pay page' => (function () use ($step) {
            [$GLOBALS['may'], $GLOBALS['capability']] = [$step['manager'] ?? false, 'edit_shop_orders'];
            do_action('woocommerce_before_pay_action', $GLOBALS['orders'][$step['order']]);
        })(),
        // What plugins for subscriptions and for duplicates do; `filter` is the one of WooCommerce Subscriptions.
        'copy' => (function () use ($step) {
            $order = new Order($step['order'], $step['total'], $step['customer'] ?? 0);
            $fields = $GLOBALS['orders'][$step['from']]->meta;
            $rows = array_map(fn ($key) => ['meta_key' => $key, 'meta_value' => $fields[$key]], array_keys($fields));
            $order->meta = isset($step['filter']) ? array_column(apply_filters($step['filter'], $rows), 'meta_value', 'meta_key') : $fields;
            $order->meta += $step['meta'] ?? [];
            $order->via = $step['via'] ?? 'admin';
        })(),
        'init' => do_action('init'),
        'refund' => $orders[$step['order']]->refund($step['amount'], $step['at'] ?? null),
        'unrefund' => (function () use ($step) {
            array_pop($GLOBALS['orders'][$step['order']]->refunds);
            do_action('woocommerce_refund_deleted', 1000, $step['order']);
        })(),
        'again' => do_action('woocommerce_order_action_adtrail_send', $orders[$step['order']]),
        'status' => $orders[$step['order']]->become($step['status']),
        'paid' => (function () use ($step) {
            do_action('woocommerce_payment_complete', $GLOBALS['orders'][$step['order']]->pay());
            $GLOBALS['orders'][$step['order']]->become('processing');
        })(),
        // Cash on delivery is paid when the order is completed; other orders are when they are processed.
        'processing' => (function () use ($step) {
            $order = $GLOBALS['orders'][$step['order']];
            ($step['cash'] ?? false) || $order->pay();
            $order->become('processing');
        })(),
        'completed' => (function () use ($step) {
            $GLOBALS['orders'][$step['order']]->pay();
            $GLOBALS['orders'][$step['order']]->become('completed');
        })(),
        'work' => (function () {
            // As the queue of WooCommerce, which does not repeat what has failed.
            foreach (array_splice($GLOBALS['queue'], 0) as ['hook' => $hook, 'arguments' => $arguments]) {
                try {
                    do_action($hook, ...$arguments);
                } catch (Exception) {
                }
            }
        })(),
        'reverse' => $GLOBALS['queue'] = array_reverse($queue),
    };
}
echo "\n", json_encode([
    'queue' => $queue,
    'options' => (object) $options,
    'cleaned' => $cleaned,
    'errors' => $errors,
    'orders' => array_map(fn ($order) => ['meta' => $order->meta, 'notes' => $order->notes], $orders),
]), "\n";
