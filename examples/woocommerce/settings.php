<?php
// The settings and their page.
declare(strict_types=1);

defined('ABSPATH') || exit;

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
    echo '</form>';
    adtrail_connection();
    echo '</div>';
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

/** Stored settings are tested, because the page has no others to send. Nothing is counted. */
function adtrail_connection(): void
{
    if (adtrail_setting('base_url') === '' || adtrail_setting('secret_key') === '') {
        return;
    }
    if (isset($_GET['adtrail_test'])) {
        check_admin_referer('adtrail_test');
        $event = ['event_type' => 'order_created', 'event_id' => 'order_created:test', 'value' => '1.00', 'currency' => 'EUR'];
        [$status, $answer] = adtrail_post('server-events', ['events' => [$event], 'validate_only' => true]);
        $isRight = $status >= 200 && $status < 300 && is_array($answer['results'] ?? null);
        printf(
            '<div class="notice notice-%s"><p>%s</p></div>',
            $isRight ? 'success' : 'error',
            $isRight ? 'The service accepts the secret key.' : 'The test failed. ' . adtrail_why($answer, $status),
        );
    }
    $url = wp_nonce_url(admin_url('options-general.php?page=adtrail&adtrail_test=1'), 'adtrail_test');
    printf('<p><a class="button" href="%s">Test the stored settings</a></p>', esc_url($url));
}
