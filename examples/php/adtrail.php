<?php
// SPDX-License-Identifier: MIT
// A client of adtrail in one file. PHP 8.0 and later with the curl extension, no packages.
declare(strict_types=1);

class AdtrailError extends RuntimeException
{
    /**
     * The service's status is 0 if no response came, and not the exception's code: frameworks would respond with that.
     * The error code says why, such as `event_id_missing`.
     */
    public function __construct(
        string $message,
        public int $httpStatus = 0,
        public string $errorCode = '',
        public ?string $requestId = null,
    ) {
        parent::__construct($message);
    }
}

/** This client sends no such event. */
final class AdtrailEventRefused extends AdtrailError
{
    public function __construct(string $errorCode, string $message)
    {
        parent::__construct($message, 0, $errorCode);
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
        $this->secretKey = trim($secretKey);
        if (!preg_match('/^sk_[\w-]+$/D', $this->secretKey)) {
            throw new InvalidArgumentException('A secret key begins with sk_live_ or sk_test_.');
        }
        if (!preg_match('~^https?://[^/]~', trim($baseUrl))) {
            throw new InvalidArgumentException('The address of the service begins with https://.');
        }
        $this->url = rtrim(trim($baseUrl), '/') . '/api/v1/pixel/';
    }

    /**
     * One order: the same order ID counts once, however often it is sent. Without an ID it throws AdtrailEventRefused.
     * `consent` says what the customer allowed, and `user_data` has what networks match customers by.
     */
    public function order(mixed $orderId, #[SensitiveParameter] array $fields = []): array
    {
        $event = ['event_type' => 'order_created', 'event_id' => self::eventId('order_created', $orderId)] + $fields;
        return $this->sendBatch('server-events', 'events', [self::eventJson($event)])[0];
    }

    /** States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing. */
    public function refund(mixed $orderId, mixed $netValue, array $fields = []): array
    {
        $adjustment = ['event_id' => self::eventId('order_created', $orderId), 'net_value' => $netValue, 'reason' => 'refund'];
        self::requireFinite('netValue', $netValue);
        return $this->sendBatch('adjustments', 'adjustments', [self::json($adjustment + $fields)])[0];
    }

    /** Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why. */
    public function send(#[SensitiveParameter] array $events): array
    {
        [$results, $texts] = [[], []];
        foreach (array_values($events) as $index => $event) {
            try {
                $texts[$index] = self::eventJson(is_array($event) ? $event : []);
            } catch (AdtrailEventRefused $refusal) {
                $names = is_array($event) ? array_intersect_key($event, ['event_id' => 1, 'event_type' => 1]) : [];
                $error = ['code' => $refusal->errorCode, 'message' => $refusal->getMessage()];
                $outcome = ['status' => 422, 'accepted' => false, 'matched' => false, 'duplicate' => false];
                $results[$index] = ['index' => $index] + $outcome + $names + ['error' => $error];
            }
        }
        foreach (array_chunk($texts, 1000, true) as $batch) {
            $answers = $this->sendBatch('server-events', 'events', array_values($batch));
            foreach (array_keys($batch) as $at => $index) {
                $results[$index] = ['index' => $index] + $answers[$at];
            }
        }
        ksort($results);
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

    /** The hash of an e-mail address, for `user_data`; null if it is no address. The form is plain, google or canonical. */
    public static function emailSha256(#[SensitiveParameter] mixed $email, string $form = 'plain'): ?array
    {
        if (!in_array($form, ['plain', 'google', 'canonical'], true)) {
            throw new InvalidArgumentException('The form is plain, google or canonical.');
        }
        $text = is_string($email) ? strtolower(self::trimmed($email)) : '';
        // Networks refuse letters outside of ASCII, and a domain without a dot.
        if (strlen($text) > 320 || !preg_match('~^[!-?A-\~]+@[!-\-/-?A-\~]+(?:\.[!-\-/-?A-\~]+)+$~D', $text)) {
            return null;
        }
        [$name, $domain] = explode('@', $text);
        if ($form === 'canonical' || ($form === 'google' && in_array($domain, ['gmail.com', 'googlemail.com'], true))) {
            $name = str_replace('.', '', explode('+', $name)[0]);
        }
        return $name === '' ? null : ['form' => $form, 'value' => hash('sha256', "$name@$domain")];
    }

    /** Programs write these texts for a missing ID. In an event ID they would merge many sales. */
    private const NOTHING = '(?:undefined|null|none|nil|<nil>|nan|[+-]?inf(?:inity)?|true|false|\[object [^\]:]*\]'
        . '|0{8}(?:-0{4}){3}-0{12})';
    /** All clients trim these, so that an order has one ID in all of them. */
    private const BLANKS = '[\t\n\x0B\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]+';

    private static function trimmed(string $text): string
    {
        return preg_replace('/^' . self::BLANKS . '|' . self::BLANKS . '$/uD', '', $text) ?? $text;
    }

    private static function idText(string $name, mixed $id): string
    {
        if (!is_string($id) && !is_int($id) && !$id instanceof Stringable) {
            $what = get_debug_type($id);
            throw new AdtrailEventRefused('invalid_id', "$name is of type $what. Use a text or an integer.");
        }
        if (!preg_match('//u', (string) $id)) {
            throw new AdtrailEventRefused('invalid_id', "$name is not well-formed Unicode.");
        }
        return (string) $id;
    }

    private static function eventId(string $type, mixed $ownId): string
    {
        $text = $ownId === null ? '' : self::trimmed(self::idText("The ID of $type", $ownId));
        if ($text === '') {
            throw new AdtrailEventRefused('event_id_missing', "$type needs an ID of yours.");
        }
        return self::checkedEventId("$type:$text");
    }

    /** `order_created:` and `order_created:null` name no order, so all of them would count as one. */
    private static function checkedEventId(mixed $eventId): string
    {
        if ($eventId !== null && !is_string($eventId)) {
            throw new AdtrailEventRefused('invalid_id', 'event_id is not a text.');
        }
        $text = self::idText('event_id', $eventId ?? '');
        $parts = array_map([self::class, 'trimmed'], explode(':', $text));
        if (in_array('', $parts, true)) {
            throw new AdtrailEventRefused('event_id_missing', "event_id is \"$text\": your own ID is missing.");
        }
        if (preg_match('/^(?:[^:]*:)?' . self::NOTHING . '(?::' . self::NOTHING . ')*$/iD', implode(':', $parts))) {
            throw new AdtrailEventRefused('invalid_id', "event_id is \"$text\": no ID of yours.");
        }
        return $text;
    }

    private static function requireFinite(string $name, mixed $amount): void
    {
        if (is_float($amount) && !is_finite($amount)) {
            throw new AdtrailEventRefused('invalid_value', "$name is not a finite number.");
        }
    }

    private static function eventJson(#[SensitiveParameter] array $event): string
    {
        self::checkedEventId($event['id'] ?? $event['event_id'] ?? null);
        self::requireFinite('value', $event['value'] ?? null);
        if (!is_string($event['svc_click_id'] ?? '')) {
            throw new AdtrailEventRefused('invalid_click', 'svc_click_id is not a text.');
        }
        // The service would refuse the sale for a blank click ID.
        if (self::trimmed($event['svc_click_id'] ?? '') === '') {
            unset($event['svc_click_id']);
        }
        if (isset($event['external_user_id'])) {
            $event['external_user_id'] = self::idText('external_user_id', $event['external_user_id']);
        }
        foreach (['consent', 'user_data'] as $name) {
            $event[$name] = self::setMembers($event[$name] ?? null);
            if (in_array($event[$name], [null, []], true)) {
                unset($event[$name]);
            }
        }
        $at = $event['occurred_at'] ?? null;
        if ($at !== null && !is_string($at) && !$at instanceof DateTimeInterface) {
            throw new AdtrailEventRefused('invalid_time', 'occurred_at is no text of ISO 8601 and no DateTimeInterface.');
        }
        return self::json($event);
    }

    /** A guest has no phone, and a phone may be a number. The service judges everything else. */
    private static function setMembers(#[SensitiveParameter] mixed $fields): mixed
    {
        if (!is_array($fields)) {
            return $fields;
        }
        $texts = array_map(fn ($value) => is_int($value) ? (string) $value : $value, $fields);
        return array_filter($texts, fn ($text) => $text !== null && (!is_string($text) || self::trimmed($text) !== ''));
    }

    private static function json(#[SensitiveParameter] array $fields): string
    {
        // An old php.ini would write 25.99 as 25.989999999999998. Some hosts have no ini_set.
        $precision = function_exists('ini_set') ? ini_set('serialize_precision', '-1') : false;
        try {
            array_walk_recursive($fields, function (mixed &$value): void {
                $value = $value instanceof DateTimeInterface ? $value->format('Y-m-d\TH:i:s.vP') : $value;
                $value = is_float($value) && !is_finite($value) ? null : $value;
            });
            return json_encode($fields, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE);
        } catch (JsonException | Error $cause) {
            throw new AdtrailEventRefused('not_json', "The event cannot be written as JSON: {$cause->getMessage()}.");
        } finally {
            if ($precision !== false) {
                ini_set('serialize_precision', $precision);
            }
        }
    }

    private function sendBatch(string $path, string $name, #[SensitiveParameter] array $texts): array
    {
        $body = "{\"$name\":[" . implode(',', $texts) . ']}';
        $end = microtime(true) + $this->retryForSeconds;
        for ($attempt = 0; ; $attempt++) {
            [$status, $answer, $headers] = $this->post($path, $body);
            $results = $answer['results'] ?? null;
            $isAnswered = $status > 0 && ($status < 300 || $status === 422);
            if ($isAnswered && is_array($results) && count($results) === count($texts)) {
                return $results;
            }
            $message = self::sentence($answer['detail'] ?? null) ?: "The service responded with status $status.";
            $code = is_string($answer['code'] ?? null) ? $answer['code'] : '';
            $error = new AdtrailError($message, $status, $code, $headers['x-request-id'] ?? null);
            if ($status >= 300 && $status < 500 && !in_array($status, [408, 425, 429], true)) {
                throw $error;
            }
            // The same bytes again: what was stored meanwhile is a duplicate, and counts once.
            $retryAfter = (float) ($headers['retry-after'] ?? 0);
            $delay = max(min(30, 0.25 * 2 ** min($attempt, 8)) * random_int(50, 100) / 100, $retryAfter);
            if (microtime(true) + $delay > $end) {
                throw $error;
            }
            usleep((int) ($delay * 1_000_000));
        }
    }

    /** The problems of a request, such as `net_value: Negative values are not accepted`. */
    private static function sentence(mixed $detail): string
    {
        $problems = array_filter(is_array($detail) ? $detail : [], fn ($problem) => is_array($problem) && isset($problem['msg']));
        $lines = array_map(fn ($problem) => implode('.', array_slice($problem['loc'] ?? [], 1)) . ": {$problem['msg']}", $problems);
        return is_string($detail) ? $detail : implode('; ', $lines);
    }

    /** @return array{int, array, array<string, string>} status (0: no response), answer, headers */
    private function post(string $path, #[SensitiveParameter] string $body): array
    {
        $headers = [];
        $request = curl_init($this->url . $path);
        curl_setopt_array($request, [
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => ["Authorization: Bearer {$this->secretKey}", 'Content-Type: application/json'],
            CURLOPT_USERAGENT => 'adtrail-php/1.4.0',
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $this->timeoutSeconds,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($request);
        if ($text === false) {
            $why = curl_error($request);
            return [0, ['detail' => "The service does not respond ($why).", 'code' => 'no_response'], []];
        }
        $answer = json_decode($text, true);
        return [curl_getinfo($request, CURLINFO_RESPONSE_CODE), is_array($answer) ? $answer : [], $headers];
    }
}
