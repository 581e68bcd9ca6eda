<?php
// WooCommerce is in no registry that this project uses, so its part is played here, in a real WordPress, a real database and
// the real queue of WordPress (cron): orders with their fields and notes, the hooks of a checkout, and Action Scheduler.
defined('ABSPATH') || exit;

final class Stand_In_Order
{
    public array $state;

    public function __construct(private int $id)
    {
        $this->state = get_option("stand_in_order_$id", ['meta' => [], 'notes' => [], 'refunds' => [], 'paid' => null, 'total' => '0']);
    }
    public function save_meta_data(): void
    {
        update_option("stand_in_order_$this->id", $this->state, false);
    }
    public function get_id(): int
    {
        return $this->id;
    }
    public function get_meta(string $name): string
    {
        return $this->state['meta'][$name] ?? '';
    }
    public function update_meta_data(string $name, string $value): void
    {
        $this->state['meta'][$name] = $value;
    }
    public function add_order_note(string $note): void
    {
        $this->state['notes'][] = $note;
        $this->save_meta_data();
    }
    public function get_total(): string
    {
        return $this->state['total'];
    }
    public function get_currency(): string
    {
        return 'EUR';
    }
    public function get_customer_id(): int
    {
        return 0;
    }
    public function get_item_count(): int
    {
        return 1;
    }
    public function get_created_via(): string
    {
        return 'checkout';
    }
    public function get_status(): string
    {
        return $this->state['paid'] ? 'processing' : 'pending';
    }
    public function get_date_paid(): ?DateTime
    {
        return $this->state['paid'] ? new DateTime('@' . $this->state['paid']) : null;
    }
    public function get_date_created(): ?DateTime
    {
        return new DateTime();
    }
    public function get_refunds(): array
    {
        return array_map(fn (string $amount) => new class ($amount) {
            public function __construct(private string $amount)
            {
            }
            public function get_amount(): string
            {
                return $this->amount;
            }
            public function get_date_created(): DateTime
            {
                return new DateTime();
            }
        }, $this->state['refunds']);
    }
}

function wc_get_order($id)
{
    return get_option("stand_in_order_$id") ? new Stand_In_Order((int) $id) : false;
}
function as_schedule_single_action(int $at, string $hook, array $arguments, string $group): int
{
    return (int) wp_schedule_single_event($at, $hook, $arguments);
}
function as_enqueue_async_action(string $hook, array $arguments, string $group): int
{
    return as_schedule_single_action(time(), $hook, $arguments, $group);
}
function as_unschedule_action(string $hook, array $arguments, string $group): void
{
    wp_unschedule_event((int) wp_next_scheduled($hook, $arguments), $hook, $arguments);
}
function as_unschedule_all_actions(string $hook): void
{
    wp_unschedule_hook($hook);
}

// What a visitor and a manager do in the shop.
add_action('init', function (): void {
    $id = (int) ($_POST['order'] ?? 0);
    $step = $_POST['stand_in'] ?? '';
    if ($step === '') {
        return;
    }
    $order = new Stand_In_Order($id);
    if ($step === 'checkout') {
        $order->state['total'] = wp_unslash($_POST['total']);
        $order->save_meta_data();
        do_action('woocommerce_checkout_order_processed', $id, [], $order);
    } elseif ($step === 'pay') {
        $order->state['paid'] = time();
        $order->save_meta_data();
        do_action('woocommerce_payment_complete', $id);
    } elseif ($step === 'refund') {
        $order->state['refunds'][] = wp_unslash($_POST['amount']);
        $order->save_meta_data();
        do_action('woocommerce_order_refunded', $id, $id + 1000);
    }
    $waiting = array_merge(...array_map('array_keys', array_values(array_filter(_get_cron_array(), 'is_array'))));
    wp_send_json([
        'notes' => (new Stand_In_Order($id))->state['notes'],
        'waiting' => array_values(array_filter($waiting, fn ($hook) => str_starts_with((string) $hook, 'adtrail'))),
        'options' => $GLOBALS['wpdb']->get_col("SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%adtrail%'"),
    ]);
}, 20);
