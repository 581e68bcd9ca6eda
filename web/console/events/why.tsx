import { Alert, Anchor, Text } from '@mantine/core';
import { moneyText } from '../kit/money.ts';
import { errorText, reasonAdvice, reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import type { LogEntry } from './entry.ts';

export function Why({ entry }: { entry: LogEntry }) {
  const { outcome, reason, late, matched_at, matched_by, conflict, error } = entry;
  if (outcome === 'matched' || (outcome === 'unmatched' && late))
    return (
      <Alert color="teal" title="An ad click earned this event">
        <Text fz="sm">
          {matched_by
            ? 'The click was found by the user of the event, without a click ID.'
            : 'The click ID named a stored ad click within its window.'}
          {late && matched_at && (
            <>
              {' '}
              It was attributed after it was accepted{matched_by ? '' : ', when the click arrived'} (
              <Time at={matched_at} />
              ). The answer at the time was {reason ? `“${reasonText(reason)}”` : 'not attributed'}.
            </>
          )}
        </Text>
      </Alert>
    );
  if (outcome === 'unmatched')
    return (
      <Alert color="gray" title={reasonText(reason ?? 'unmatched')}>
        <Text fz="sm">
          {reasonAdvice(reason ?? '') ?? 'No ad click earned this event. It is stored and not counted.'}{' '}
          <Anchor href="/docs/guides/not-attributed" target="_blank" rel="noreferrer" inherit c="inherit" underline="always">
            Why is my sale not attributed?
          </Anchor>
        </Text>
      </Alert>
    );
  if (outcome === 'duplicate')
    return (
      <Alert color="blue" title="A repeat of an accepted event">
        <Text fz="sm">The event ID was accepted before. The answer was the original result, and it counted once.</Text>
      </Alert>
    );
  if (outcome === 'conflict')
    return (
      <Alert color="orange" title="This event ID was already used with other values">
        <Text fz="sm">
          Nothing of this event was counted. Different: {conflict?.fields.join(', ')}. Accepted before:{' '}
          {conflict && `${conflict.accepted.event_type}, ${moneyText(conflict.accepted.value, conflict.accepted.currency)}`}. Use one event
          ID for each event, and send this one again under a new ID.
        </Text>
      </Alert>
    );
  return (
    <Alert color="red" title={`Rejected: ${errorText(error?.code ?? '')}`}>
      <Text fz="sm">{error?.message}</Text>
      {error?.detail && (
        <ul style={{ margin: '6px 0 0', paddingLeft: 18 }}>
          {error.detail.map(({ loc, msg }) => (
            <li key={`${loc.join('.')}${msg}`}>
              <Text fz="sm" span>
                <b>{loc.slice(1).join('.') || 'body'}</b>: {msg}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Text fz="xs" c="dimmed" mt={4}>
        Code: {error?.code}
      </Text>
    </Alert>
  );
}
