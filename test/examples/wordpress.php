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

$hooks = [];
$queue = [];
$orders = [];

function add_action(string $hook, callable $handler, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['hooks'][$hook][] = [$handler, $arguments];
}
function do_action(string $hook, ...$arguments): void
{
    foreach ($GLOBALS['hooks'][$hook] ?? [] as [$handler, $count]) {
        $handler(...array_slice($arguments, 0, $count));
    }
}
function get_option(string $name, $default = false)
{
    return $GLOBALS['options'][$name] ?? $default;
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
function register_activation_hook(string $file, callable $handler): void
{
    $GLOBALS['hooks']['activate'][] = [$handler, 0];
}
function register_uninstall_hook(string $file, callable $handler): void
{
    $GLOBALS['hooks']['uninstall'][] = [$handler, 0];
}
function as_unschedule_all_actions(string $hook): void
{
    $GLOBALS['queue'] = array_values(array_filter($GLOBALS['queue'], fn ($action) => $action['hook'] !== $hook));
}
function current_user_can(string $capability): bool
{
    return $GLOBALS['may'] && $capability === 'manage_options';
}
function wp_die(string $message, int $status): never
{
    exit($message . "\n{}\n");
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
function as_enqueue_async_action(string $hook, array $arguments, string $group): void
{
    as_schedule_single_action(time(), $hook, $arguments, $group);
}
function as_schedule_single_action(int $at, string $hook, array $arguments, string $group): void
{
    $GLOBALS['queue'][] = ['in' => $at - time(), 'hook' => $hook, 'arguments' => $arguments];
}
function wp_remote_post(string $url, array $options): array
{
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

final class Order
{
    public array $meta = [];
    public array $notes = [];
    public ?DateTime $paid = null;

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
    public function save(): void
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
    public function get_date_paid(): ?DateTime
    {
        return $this->paid;
    }
    public function get_date_created(): ?DateTime
    {
        return new DateTime('now', new DateTimeZone('Europe/Berlin'));
    }
    /** WooCommerce sets it before its hooks run: at the payment, or at the state in which the payment is complete. */
    public function pay(): int
    {
        $this->paid ??= new DateTime('now', new DateTimeZone('Europe/Berlin'));
        return $this->id;
    }
}

require __DIR__ . '/../../examples/woocommerce/adtrail.php';

// A script of the test: what happens in the shop, one step after the other.
foreach (json_decode(stream_get_contents(STDIN), true) as $step) {
    match ($step['do']) {
        // PHP decodes cookies, WordPress adds slashes.
        'cookie' => $_COOKIE = ['svc_sid' => addslashes(rawurldecode($step['value']))],
        'page' => do_action('wp_head'),
        'admin' => (function () use ($step) {
            $GLOBALS['may'] = $step['may'] ?? true;
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
        'activate' => do_action('activate'),
        'uninstall' => do_action('uninstall'),
        'checkout' => do_action('woocommerce_checkout_create_order', new Order($step['order'], $step['total'], $step['customer'] ?? 0)),
        'blocks' => do_action('woocommerce_store_api_checkout_update_order_meta', new Order($step['order'], $step['total'])),
        'paid' => do_action('woocommerce_payment_complete', $orders[$step['order']]->pay()),
        // Cash on delivery is paid when the order is completed; other orders are when they are processed.
        'processing' => do_action('woocommerce_order_status_processing', ($step['cash'] ?? false) ? $step['order'] : $orders[$step['order']]->pay()),
        'completed' => do_action('woocommerce_order_status_completed', $orders[$step['order']]->pay()),
        'work' => (function () {
            foreach (array_splice($GLOBALS['queue'], 0) as ['hook' => $hook, 'arguments' => $arguments]) {
                do_action($hook, ...$arguments);
            }
        })(),
    };
}
echo "\n", json_encode([
    'queue' => $queue,
    'options' => (object) $options,
    'errors' => $errors,
    'orders' => array_map(fn ($order) => ['meta' => $order->meta, 'notes' => $order->notes], $orders),
]), "\n";
