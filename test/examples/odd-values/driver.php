<?php
// Runs the table of odd values: one line of JSON for each call.
require 'examples/php/adtrail.php';

function valueOf(mixed $given): mixed
{
    if (!is_array($given)) {
        return $given;
    }
    $text = $given['text'] ?? '';
    return match ($given['$'] ?? null) {
        null => array_map('valueOf', $given),
        'missing' => null,
        'NaN' => NAN,
        'Infinity' => INF,
        'float' => (float) $text,
        'sum' => 0.1 + 0.2,
        'int', 'number' => (int) $text,
        'bytes' => hex2bin($text),
        'date' => new DateTimeImmutable($text),
        'cycle' => cycle(),
        default => throw new DomainException(),
    };
}

function cycle(): array
{
    $cycle = [];
    $cycle['cycle'] = &$cycle;
    return $cycle;
}

function call(Adtrail $client, string $kind, mixed $given): ?array
{
    $order = ['event_type' => 'order_created', 'event_id' => 'order_created:1'];
    return match ($kind) {
        'orderIds' => $client->order($given),
        'refundIds' => $client->refund($given, '1'),
        'netValues' => $client->refund('1', $given),
        'eventIds' => $client->send([['event_id' => $given] + $order])[0],
        'batch' => $client->send($given),
        'emails' => Adtrail::emailSha256(...$given),
        default => $client->order('1', [$kind => $given]),
    };
}

$client = new Adtrail("sk_test_x\n", "$argv[1]/", retryForSeconds: 0);
foreach (json_decode(file_get_contents($argv[2]), true) as [$kind, $value]) {
    try {
        $outcome = ['result' => call($client, $kind, valueOf($value))];
    } catch (DomainException) {
        $outcome = ['none' => true];
    } catch (AdtrailError $error) {
        $facts = ['status' => $error->httpStatus, 'code' => $error->errorCode, 'request_id' => $error->requestId];
        $outcome = ['error' => $facts + ['message' => $error->getMessage()]];
    } catch (Throwable $error) {
        $outcome = ['crash' => get_class($error) . ': ' . $error->getMessage()];
    }
    echo json_encode($outcome, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
