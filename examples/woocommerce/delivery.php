<?php
// One request to the service, its repeats, and what its answers say.
declare(strict_types=1);

defined('ABSPATH') || exit;

/** Sends, and says what became of it; `null` if a later action tries again. The last argument of the action is the attempt. */
function adtrail_deliver(string $path, array $body, string $hook, array $arguments): ?array
{
    $attempt = (int) array_pop($arguments);
    $next = [...$arguments, $attempt + 1];
    $isLast = $attempt + 1 >= ADTRAIL_ATTEMPTS;
    $delay = min(6 * 3600, 30 * 2 ** min($attempt, 20)) + random_int(0, 30);
    if (!$isLast) {
        // Before the request: the queue does not repeat an action whose process died.
        as_schedule_single_action(time() + $delay, $hook, $next, 'adtrail');
    }
    [$status, $answer, $retryAfter] = adtrail_post($path, $body);
    $result = is_array($answer['results'] ?? null) ? $answer['results'][0] ?? null : null;
    $result = is_array($result) ? $result : null;
    $isRefused = ($result['accepted'] ?? true) === false;
    $status = $isRefused ? (int) ($result['status'] ?? $status) : $status;
    $isAccepted = $result !== null && !$isRefused && $status >= 200 && $status < 300;
    // A key that was replaced (401) comes with the next settings.
    $isFinal = $isAccepted || ($status >= 400 && $status < 500 && !in_array($status, [401, 408, 425, 429], true));
    if (!$isFinal && !$isLast) {
        if ($retryAfter > $delay) {
            as_unschedule_action($hook, $next, 'adtrail');
            as_schedule_single_action(time() + min($retryAfter, 86400) + random_int(0, 30), $hook, $next, 'adtrail');
        }
        return null;
    }
    if (!$isLast) {
        as_unschedule_action($hook, $next, 'adtrail');
    }
    return [
        'outcome' => $isAccepted ? 'accepted' : ($isFinal ? 'refused' : 'not delivered'),
        'result' => $result ?? [],
        'why' => $isAccepted ? '' : adtrail_why($result['error'] ?? $answer, $status),
    ];
}

/** @return array{int, array, int} status (0: no response), answer, seconds of Retry-After */
function adtrail_post(string $path, array $body): array
{
    $response = wp_remote_post(rtrim(adtrail_setting('base_url'), '/') . "/api/v1/pixel/$path", [
        'timeout' => 15,
        'redirection' => 0,
        'user-agent' => 'adtrail-woocommerce/' . ADTRAIL_VERSION,
        'headers' => ['Authorization' => 'Bearer ' . adtrail_setting('secret_key'), 'Content-Type' => 'application/json'],
        'body' => wp_json_encode($body),
    ]);
    $answer = json_decode((string) wp_remote_retrieve_body($response), true);
    return [
        (int) wp_remote_retrieve_response_code($response),
        is_array($answer) ? $answer : [],
        (int) wp_remote_retrieve_header($response, 'retry-after'),
    ];
}

/** The problems with their fields, else the sentence of the answer. */
function adtrail_why($answer, int $status): string
{
    $detail = is_array($answer) ? $answer['detail'] ?? null : null;
    $problems = [];
    foreach (is_array($detail) ? $detail : [] as $problem) {
        $fields = array_filter((array) ($problem['loc'] ?? []), 'is_string');
        $problems[] = (count($fields) > 0 ? end($fields) . ': ' : '') . (is_string($problem['msg'] ?? null) ? $problem['msg'] : '');
    }
    $message = is_string($detail) ? $detail : (is_array($answer) ? $answer['message'] ?? null : null);
    $text = $problems !== [] ? implode('. ', $problems) . '.' : (is_string($message) ? $message : '');
    return adtrail_text($text !== '' ? $text : ($status > 0 ? "Status $status." : 'No response.'));
}

/** For the page of an order, which shows HTML: visitors choose the name of a campaign. An answer may repeat the key. */
function adtrail_text(string $text): string
{
    $key = adtrail_setting('secret_key');
    $text = preg_replace('/[\x00-\x1f\x7f]+/', ' ', $key === '' ? $text : str_replace($key, '…', $text)) ?? '';
    return esc_html(mb_strlen($text) > 300 ? mb_substr($text, 0, 299) . '…' : $text);
}
