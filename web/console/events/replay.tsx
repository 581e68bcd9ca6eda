import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { fieldsToFix, replayOf } from '../kit/curl.ts';
import { Part } from '../kit/facts.tsx';
import { onSubmit } from '../kit/form.tsx';
import { Problem } from '../kit/page.tsx';
import { reasonText } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';
import type { LogEntry } from './entry.ts';

export function FixAndReplay({ entry, changed }: { entry: LogEntry; changed: () => void }) {
  const fields = fieldsToFix(entry);
  const [values, setValues] = useState<Record<string, string>>({});
  const replay = useMutation<Awaited<ReturnType<typeof send>>, ApiError>({
    mutationFn: send,
    onSuccess: changed,
  });
  function send() {
    return call('replayEvent', { params: { event_id: entry.id }, body: { event: replayOf(values) } });
  }
  const { replayable_until, replayed_at } = entry;
  if (!replayable_until || Date.parse(replayable_until) < Date.now())
    return (
      <Text fz="sm" c="dimmed">
        The content of this event is no longer kept. Send it again from your server.
      </Text>
    );
  return (
    <Part title="Fix and replay">
      <form onSubmit={onSubmit(() => replay.mutate())}>
        <Stack gap="xs">
          <Text fz="sm" c="dimmed">
            Replays the event as the same key would send it now. Kept until <Time at={replayable_until} />.
            {replayed_at && ' It was replayed before.'}
          </Text>
          {fields.map((name) => (
            <TextInput
              key={name}
              label={name}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              error={replay.error?.fields[name]}
              placeholder={name === 'event_id' ? 'order_created:10017' : name === 'currency' ? 'USD' : undefined}
            />
          ))}
          {replay.isError && <Problem error={replay.error} />}
          {replay.isSuccess && (
            <Alert color="teal" role="status" title={replay.data.matched ? 'Accepted and attributed' : 'Accepted'}>
              {replay.data.matched
                ? `Earned by ${[replay.data.campaign, replay.data.ad_group, replay.data.ad_id].filter(Boolean).join(' › ')}.`
                : `Not attributed: ${reasonText(replay.data.reason ?? '')}.`}{' '}
              {replay.data.duplicate && 'It was accepted before and counts once.'}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={replay.isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
