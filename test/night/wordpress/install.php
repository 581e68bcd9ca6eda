<?php
// Installs WordPress into an empty database, as its page wp-admin/install.php does.
[, $folder, $address, $password] = $argv;
$_SERVER['HTTP_HOST'] = parse_url($address, PHP_URL_HOST) . ':' . parse_url($address, PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = '/';
define('WP_INSTALLING', true);
require "$folder/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Shop', 'manager', 'manager@shop.example', true, '', $password);
update_option('siteurl', $address);
update_option('home', $address);
// An installation writes the addresses of the rules that it cannot check here.
update_option('permalink_structure', '');
echo get_bloginfo('version'), "\n";
