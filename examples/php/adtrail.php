<?php
// SPDX-License-Identifier: MIT
// A client of adtrail in one file. PHP 8.0 and later with the curl extension, no packages.
declare(strict_types=1);

final class AdtrailError extends RuntimeException
{
    /** The service's status; 0 if no response came. Not the exception's code: frameworks would respond with that. */
    public function __construct(string $message, public int $httpStatus)
    {
        parent::__construct($message);
    }
}

final class Adtrail
{
    private string $url;

    public function __construct(
        private string $secretKey,
        string $baseUrl,
        private float $retryForSeconds = 120,
        private int $timeoutSeconds = 30,
    ) {
        if (!str_starts_with($secretKey, 'sk_')) {
            throw new InvalidArgumentException('A secret key begins with sk_live_ or sk_test_.');
        }
        $this->url = rtrim($baseUrl, '/') . '/api/v1/pixel/';
    }

    /** One order: the same order ID counts once, however often it is sent. */
    public function order(string $orderId, array $fields = []): array
    {
        return $this->send([['event_type' => 'order_created', 'event_id' => "order_created:$orderId"] + $fields])[0];
    }

    /** States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing. */
    public function refund(string $orderId, string|float $netValue, array $fields = []): array
    {
        $adjustment = ['event_id' => "order_created:$orderId", 'net_value' => $netValue, 'reason' => 'refund'] + $fields;
        return $this->sendBatch('adjustments', 'adjustments', [$adjustment])[0];
    }

    /** Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why. */
    public function send(array $events): array
    {
        $results = [];
        foreach (array_chunk($events, 1000) as $batch) {
            array_push($results, ...$this->sendBatch('server-events', 'events', $batch));
        }
        return $results;
    }

    /** The click ID in the `svc_sid` cookie of this request, of a `Cookie` header, or of an array of cookies; null if there is none. */
    public static function click(string|array|null $source = null): ?string
    {
        // Of two cookies of one name PHP keeps one, so the header is read.
        $source ??= $_SERVER['HTTP_COOKIE'] ?? $_COOKIE;
        $values = [is_array($source) ? $source['svc_sid'] ?? null : null];
        if (is_string($source)) {
            preg_match_all('/(?:^|[;,])\s*svc_sid\s*=([^;]*)/', $source, $pairs);
            $values = $pairs[1];
        }
        [$click, $newest] = [null, -1];
        foreach (array_filter($values, 'is_string') as $value) {
            // Encoded up to three times, with slashes, quotes or entities: whatever was done to it on its way.
            $text = strtr(rawurldecode(rawurldecode(rawurldecode($value))), ['\\' => '', '&quot;' => '"', '&#34;' => '"']);
            $time = preg_match('/["\']ts["\']\s*:\s*["\']?(\d{1,15})(?!\d)/', $text, $found) ? (int) $found[1] : 0;
            if ($time > $newest && preg_match('/(?<![0-9A-Za-z_])s_[0-9A-Za-z]{22}(?![0-9A-Za-z_])/', $text, $found)) {
                [$click, $newest] = [$found[0], $time];
            }
        }
        return $click;
    }

    private function sendBatch(string $path, string $name, array $items): array
    {
        $body = json_encode([$name => $items], JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        $end = microtime(true) + $this->retryForSeconds;
        for ($attempt = 0; ; $attempt++) {
            [$status, $answer, $retryAfter] = $this->post($path, $body);
            $results = $answer['results'] ?? null;
            $isAnswered = $status > 0 && ($status < 300 || $status === 422);
            if ($isAnswered && is_array($results) && count($results) === count($items)) {
                return $results;
            }
            $message = is_string($answer['detail'] ?? null) ? $answer['detail'] : "The service responded with status $status.";
            if ($status >= 300 && $status < 500 && !in_array($status, [408, 425, 429], true)) {
                throw new AdtrailError($message, $status);
            }
            // The same bytes again: what was stored meanwhile is a duplicate, and counts once.
            $delay = max(min(30, 0.25 * 2 ** min($attempt, 8)) * random_int(50, 100) / 100, $retryAfter);
            if (microtime(true) + $delay > $end) {
                throw new AdtrailError($message, $status);
            }
            usleep((int) ($delay * 1_000_000));
        }
    }

    /** @return array{int, array, float} status (0: no response), answer, seconds of Retry-After */
    private function post(string $path, string $body): array
    {
        $retryAfter = 0.0;
        $request = curl_init($this->url . $path);
        curl_setopt_array($request, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => ["Authorization: Bearer {$this->secretKey}", 'Content-Type: application/json'],
            CURLOPT_USERAGENT => 'adtrail-php/1.2.0',
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after:\s*(\d+)/i', $line, $found)) {
                    $retryAfter = (float) $found[1];
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($request);
        if ($text === false) {
            return [0, ['detail' => 'The service does not respond.'], 0.0];
        }
        $answer = json_decode($text, true);
        return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), is_array($answer) ? $answer : [], $retryAfter];
    }
}
