import { Alert, Stack, Text } from '@mantine/core';
import { Moves } from '../kit/apply-rules.tsx';
import { countText } from '../kit/money.ts';
import { ChannelBadge } from './channel-badge.tsx';
import type { Application } from './rules.ts';

export const clicksText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'click' : 'clicks'}`;

export function ApplicationResult({ application }: { application: Application }) {
  const { moves, moved } = application;
  return (
    <Stack gap="xs">
      <Text fz="sm">{summaryOf(application)}</Text>
      {application.status === 'replaced' && (
        <Alert color="orange">A later application took its place before this one was complete.</Alert>
      )}
      {moved > 0 && <Moves moves={moves} show={(name) => <ChannelBadge channel={name} />} />}
    </Stack>
  );
}

function summaryOf({ dry_run: isDry, status, clicks, kept, moved, events }: Application): string {
  const seen = `${clicksText(clicks)} ${status === 'running' ? 'examined so far' : 'examined'}`;
  const move = isDry ? 'would move' : 'moved';
  const result =
    moved === 0
      ? `none ${isDry ? 'would move' : 'moved'}`
      : `${clicksText(moved)} ${move}, with ${countText(events)} ${events === 1 ? 'event' : 'events'}`;
  const rest = kept === 0 ? '' : ` ${clicksText(kept)} of older data or erased visitors keep their channel.`;
  return `${isDry ? 'Dry run: ' : ''}${seen}; ${result}.${rest}`;
}
