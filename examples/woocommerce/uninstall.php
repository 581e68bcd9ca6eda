<?php
// WordPress runs this file when the plugin is deleted. Orders keep their notes and marks, so that a later installation sends
// none of them twice.
declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

$adtrail_clean = function (): void {
    delete_option('adtrail_settings');
    delete_option('adtrail_since');
    if (function_exists('as_unschedule_all_actions')) {
        as_unschedule_all_actions('adtrail_send_order');
        as_unschedule_all_actions('adtrail_send_net');
    }
};
foreach (is_multisite() ? get_sites(['fields' => 'ids', 'number' => 0]) : [0] as $adtrail_site) {
    if ($adtrail_site !== 0) {
        switch_to_blog($adtrail_site);
    }
    $adtrail_clean();
    if ($adtrail_site !== 0) {
        restore_current_blog();
    }
}
